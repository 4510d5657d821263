# Every process that holds a device file of a GPU: pid, device, command, and the control group that tells whose it is.
# Changes nothing. The last line is "end".
command -v find >/dev/null || exit 127
# Processes that end meanwhile make find complain; what it found is still all that is left.
find /proc -maxdepth 3 -path '/proc/[0-9]*/fd/*' -lname '/dev/nvidia*' -printf '%p %l\n' 2>/dev/null |
    sed 's|^/proc/\([0-9]*\)/fd/[0-9]* |\1 |' | sort -u -k 1,1n |
    while read -r pid device; do
        command=$(tr -d '\t\n' <"/proc/$pid/comm") || continue
        group=$(sed 's/^[0-9]*:[^:]*://' "/proc/$pid/cgroup" | grep -E 'kubepods|slurm|\.service|\.scope' | head -n 1)
        printf '%s\t%s\t%s\t%s\n' "$pid" "$device" "$command" "$group"
    done
echo end
