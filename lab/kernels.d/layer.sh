# shellcheck shell=bash
# layer.sh — sourced: how a root is made of one below it, and which of a node's tools stand in for a kernel. Wants $dir, $log; gives $work, $root.
# shellcheck disable=SC2034  # used where this is sourced
root_uuid=8d4c1f5e-52a7-4b6c-9f0e-3f1d8a7b6c20       # of the file system that GRUB's menu names
stood_in=(/bin/uname /bin/lsmod /sbin/lsmod /sbin/modprobe /sbin/rmmod /sbin/insmod /sbin/modinfo /bin/dmesg /bin/journalctl)

# layered UPPER LOWER[:LOWER] — mounts LOWER at $root, and what is written there goes to UPPER; the caller traps EXIT with `unlayered`
layered() {
  work=$(mktemp -d "$dir/build.XXXXXX"); root=$work/root; mkdir -p "$root" "$work/overlay" "$1"
  mount -t overlay overlay -o "lowerdir=$2,upperdir=$1,workdir=$work/overlay" "$root"
}
unlayered() { umount -R "$root" && rm -rf "$work"; }

inside() { chroot "$root" env DEBIAN_FRONTEND=noninteractive "$@" </dev/null >>"$log" 2>&1 || { tail -n 20 "$log" >&2; echo "'$*' failed; the whole log: $log" >&2; exit 1; }; }
# own PATH… — the tools at these paths are the root's own again
own() { local p; for p in "$@"; do rm "$root$p"; inside dpkg-divert --quiet --local --rename --divert "/usr${p#/usr}.real" --remove "$p"; done; }
# stands_in STANDIN PATH… — a stand-in takes the place of these tools
stands_in() { local p; for p in "${@:2}"; do inside dpkg-divert --quiet --local --rename --divert "/usr${p#/usr}.real" --add "$p"; ln -sf "/usr/lib/standin/$1" "$root$p"; done; }
