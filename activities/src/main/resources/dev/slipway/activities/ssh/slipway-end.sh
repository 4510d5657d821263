# TOKEN DIR SECONDS PROGRAM…: ends a run, and every process called PROGRAM with all that it started, wherever that runs:
# SIGTERM, after SECONDS SIGKILL, for as long again. Prints who is left then. Safe to repeat.
seconds=$3
shift 3
programs=" $* "
mkdir -p "$dir"

# Written before the first signal: from now on this run counts as ended by us, whatever it still writes.
if [ -e "$dir/started" ] && [ ! -s "$dir/exit" ] && [ "$(unit_state)" = active ]; then
    : >"$dir/ended"
    sync "$dir/ended" "$dir"
fi

# A line each, PID START-TIME NAME: who is in the unit's cgroup, is called like a program, was to be ended before, or was
# started by one of these. A process that has ended and waits for its parent is none; one with threads left is.
alive() {
    {
        grep -l -F "/$unit" /proc/[0-9]*/cgroup 2>/dev/null | sed 's|/cgroup$||; s|.*/|unit |' || :
        if [ -e "$dir/ending" ]; then sed 's/^/before /' "$dir/ending"; fi
        cat /proc/[0-9]*/stat 2>/dev/null | sed 's/^/process /' || :
    } | awk -v programs="$programs" '
        $1 == "unit" { in_unit[$2] = 1 }
        $1 == "before" { before[$2 " " $3] = 1 }
        $1 == "process" {
            name = substr($0, index($0, "(") + 1)
            sub(/\) [^)]*$/, "", name)
            rest = $0
            sub(/^.*\) /, "", rest)
            if (split(rest, field, " ") < 20) next
            if (field[1] ~ /[ZX]/ && field[18] <= 1) next
            called[$2] = name
            parent[$2] = field[2]
            start[$2] = field[20]
        }
        END {
            for (pid in called)
                ours[pid] = (pid in in_unit) || (pid " " start[pid]) in before || index(programs, " " called[pid] " ") > 0
            do {
                grew = 0
                for (pid in called)
                    if (!ours[pid] && (parent[pid] in ours) && ours[parent[pid]]) grew = ours[pid] = 1
            } while (grew)
            for (pid in called) if (ours[pid]) print pid, start[pid], called[pid]
        }'
}

send() {
    printf '%s\n' "$left" | while read -r pid _; do
        kill -s "$1" "$pid" 2>/dev/null || :
    done
}

left=$(alive)
waited=0
while [ -n "$left" ] && [ "$waited" -lt "$((2 * seconds))" ]; do
    printf '%s\n' "$left" >>"$dir/ending"
    if [ "$waited" -eq 0 ]; then
        send TERM
    elif [ "$waited" -ge "$seconds" ]; then
        send KILL
    fi
    sleep 1
    waited=$((waited + 1))
    left=$(alive)
done
if [ -z "$left" ]; then
    rm -f "$dir/ending"
    echo 'left 0'
else
    printf 'left %s\n' "$(printf '%s\n' "$left" | wc -l)"
    printf '%s\n' "$left" | while read -r pid _ called; do printf '%s %s\n' "$pid" "$called"; done
fi
