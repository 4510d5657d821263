# DIRECTORY: runs the play of this directory, once. The file "started" is made by a link, which fails where another was first.
set -eu
umask 077
cd "$1"
read -r boot </proc/sys/kernel/random/boot_id
read -r host </proc/sys/kernel/hostname
# Fields after the command's name, which may hold anything: the start time is the 20th of them.
stat=$(cat "/proc/$$/stat")
# shellcheck disable=SC2086 # words
set -- ${stat##*) }
shift 19
printf '%s %s %s %s\n' "$host" "$boot" "$$" "$1" >"started.$$"
sync "started.$$"
if ! ln "started.$$" started 2>/dev/null; then
    rm -f "started.$$"
    exit 0
fi
rm -f "started.$$"
sync .
code=0
sh -eu ./command >output 2>&1 </dev/null || code=$?
printf '%s\n' "$code" >exit.new
sync exit.new
mv exit.new exit
sync .
