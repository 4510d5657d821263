# Where a detached run stands. Only the files started and exit prove start and end; systemd tells "still running", no more.
set -eu
export LC_ALL=C
umask 077
token=$1
name=$2
case $token$name in
'' | *[!A-Za-z0-9._-]*)
    echo "slipway: not a name: $token $name" >&2
    exit 64
    ;;
esac
unit=slipway-$token-$name.service
dir=/var/lib/slipway/$token/$name

# Asked before the files: a unit that was gone by then had written its exit, if it ever did.
unit_state() {
    systemctl show --property=ActiveState --value "$unit"
}

# By the clock that counts from boot and that nobody sets: the third word of started is what it showed then. A run that an
# older release began has none; then the file's own time counts.
seconds_since_start() {
    [ -e "$dir/started" ] || { echo 0; return; }
    read -r _ _ begun <"$dir/started" || :
    read -r now _ </proc/uptime
    seconds=$((${now%.*} - ${begun:-${now%.*}}))
    if [ -z "$begun" ]; then seconds=$(($(date +%s) - $(stat -c %Y "$dir/started"))); fi
    if [ "$seconds" -lt 0 ]; then seconds=0; fi
    echo "$seconds"
}

report() {
    unit_is=$(unit_state)
    if [ -s "$dir/exit" ] && [ ! -e "$dir/ended" ]; then
        state="exited $(cat "$dir/exit")"
    else
        case $unit_is in
        active | activating | reloading | deactivating) state=running ;;
        inactive | failed)
            if [ -e "$dir/ended" ]; then
                state=ended
            elif [ -e "$dir/started" ]; then
                state=lost
            else
                state=none
            fi
            ;;
        *)
            echo "slipway: systemctl says of $unit: $unit_is" >&2
            exit 70
            ;;
        esac
    fi
    bytes=0
    if [ -e "$dir/output" ]; then bytes=$(wc -c <"$dir/output"); fi
    if [ "$bytes" -gt "$1" ]; then bytes=$1; fi
    ran=0
    if [ "$state" = running ]; then ran=$(seconds_since_start); fi
    began=-
    if [ -s "$dir/started" ]; then began=$(cut -d " " -f 1 <"$dir/started"); fi
    runs=$(cat /proc/sys/kernel/random/boot_id)
    printf 'state %s\nran %s\nboot %s %s\noutput %s\n' "$state" "$ran" "$began" "$runs" "$((bytes))"
    if [ "$bytes" -gt 0 ]; then tail -c "$bytes" "$dir/output" | head -c "$bytes"; fi
}
