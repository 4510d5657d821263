# Every process that holds a device file of a GPU: pid, device, command, and the control group that tells whose it is. Then
# every process of MPS, whose control daemon holds none until a program comes: "mps" in the device's place, or
# "mps-elsewhere" where root's word does not reach it, because it is another user's or has a pipe of its own.
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
grep -lsx nvidia-cuda-mps /proc/[0-9]*/comm | while read -r file; do
    pid=${file#/proc/}
    pid=${pid%/comm}
    command=$(tr '\0' '\n' <"/proc/$pid/cmdline" | head -n 1 | tr -d '\t') || continue
    command=${command%% *}
    command=${command##*/}
    place=mps
    [ "$(stat -c %u "/proc/$pid")" = 0 ] || place=mps-elsewhere
    ! tr '\0' '\n' <"/proc/$pid/environ" | grep -q '^CUDA_MPS_PIPE_DIRECTORY=' || place=mps-elsewhere
    group=$(sed 's/^[0-9]*:[^:]*://' "/proc/$pid/cgroup" | grep -E 'kubepods|slurm|\.service|\.scope' | head -n 1)
    printf '%s\t%s\t%s\t%s\n' "$pid" "$place" "${command:-nvidia-cuda-mps}" "$group"
done
echo end
