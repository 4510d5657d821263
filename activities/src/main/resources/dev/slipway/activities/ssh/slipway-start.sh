# TOKEN DIR COMMANDS: runs COMMANDS, one quoted argv a line, once and detached from this session; then says where it stands.
put() {
    cat >"$dir/$1.new"
    sync "$dir/$1.new"
    mv "$dir/$1.new" "$dir/$1"
}

mkdir -p "$dir"
# The wrapper claims the run by linking its own boot_id, its pid and the seconds since boot to "started", which fails where
# somebody else was first.
put wrapper <<'END_OF_WRAPPER'
set -eu
umask 077
cd "$(dirname "$0")"
read -r up _ </proc/uptime
printf '%s %s %s\n' "$(cat /proc/sys/kernel/random/boot_id)" "$$" "${up%.*}" >"started.$$"
sync "started.$$"
if ! ln "started.$$" started; then
    rm -f "started.$$"
    exit 0
fi
rm -f "started.$$"
sync .
code=0
# What a package or a boot loader writes is for all to read, as it is where a person runs these commands.
(umask 022 && exec sh -eu commands) >output 2>&1 </dev/null || code=$?
tail -c 4000000 output >output.new
sync output.new
mv output.new output
printf '%s\n' "$code" >exit.new
sync exit.new
mv exit.new exit
sync .
END_OF_WRAPPER

if [ ! -e "$dir/started" ]; then
    case $(unit_state) in
    inactive | failed)
        printf '%s\n' "$3" | put commands
        # A unit of this name that appeared meanwhile is this same run: the report below says so.
        systemd-run --quiet --collect --unit="$unit" --service-type=exec --setenv=HOME=/root \
            /bin/sh "$dir/wrapper" || unit_state >/dev/null
        ;;
    esac
fi
report 65536
