# T0: what a person needs to understand this node later, in framed sections. Changes nothing.
set -u
export LC_ALL=C
t0=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# NAME LIMIT COMMAND…: the last LIMIT bytes of what COMMAND prints within a minute.
section() {
    name=$1
    limit=$2
    shift 2
    code=0
    timeout -k 5 60 "$@" >"$work/out" 2>&1 </dev/null || code=$?
    tail -c "$limit" "$work/out" >"$work/cut"
    printf '@@ %s %s %s\n' "$name" "$code" "$(($(wc -c <"$work/cut")))"
    cat "$work/cut"
    printf '\n'
}

section nvidia-smi-q 1000000 nvidia-smi -q
section nvidia-smi 100000 nvidia-smi
section nvlink-errors 200000 nvidia-smi nvlink --errorcounters
section dcgmi-health 200000 dcgmi health --check
section journal-kernel 2000000 journalctl -k --since="@$t0" -o short-iso --no-pager
section boot-id 100 cat /proc/sys/kernel/random/boot_id
# Of a node that crashed, and keeps its journal over boots: what the kernel said last.
section journal-kernel-before 2000000 journalctl -k -b -1 -o short-iso --no-pager
section journal-units 2000000 journalctl -u nvidia-fabricmanager -u nvidia-persistenced -u nvidia-dcgm --since="@$t0" -o short-iso --no-pager
section dmesg 2000000 dmesg
section lspci-vv 1000000 lspci -vv -d 10de:
section proc-driver 20000 cat /proc/driver/nvidia/version
section lsmod 50000 lsmod
section dkms 50000 dkms status
section dkms-make-log 500000 sh -c 'cat /var/lib/dkms/nvidia*/*/build/make.log'
section boot 100000 sh -c 'ls -l /boot; cat /etc/default/grub; grub-editenv list || grub2-editenv list'
section dpkg-log 500000 tail -n 2000 /var/log/dpkg.log
section apt-history 500000 tail -n 2000 /var/log/apt/history.log
section dnf-log 500000 tail -n 2000 /var/log/dnf.rpm.log
section fabricmanager-log 500000 tail -n 2000 /var/log/fabricmanager.log
section failed-units 50000 systemctl --failed --no-legend
section disk 20000 df -h
section uptime 1000 uptime
printf '@@ end 0 0\n'
