# T0: what a vendor asks for of a GPU that may be replaced, in framed sections. Resets nothing, changes nothing.
set -u
export LC_ALL=C
t0=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# NAME LIMIT SECONDS COMMAND…: the last LIMIT bytes of what COMMAND prints within SECONDS.
section() {
    name=$1
    limit=$2
    seconds=$3
    shift 3
    code=0
    timeout -k 5 "$seconds" "$@" >"$work/out" 2>&1 </dev/null || code=$?
    tail -c "$limit" "$work/out" >"$work/cut"
    printf '@@ %s %s %s\n' "$name" "$code" "$(($(wc -c <"$work/cut")))"
    cat "$work/cut"
    printf '\n'
}

section identity 20000 60 nvidia-smi --query-gpu=index,uuid,serial,pci.bus_id,name,vbios_version --format=csv
section remapped-rows 20000 60 nvidia-smi --query-remapped-rows=gpu_uuid,remapped_rows.correctable,remapped_rows.uncorrectable,remapped_rows.pending,remapped_rows.failure --format=csv
section nvidia-smi-q 1000000 60 nvidia-smi -q
section pci-slots 20000 10 sh -c 'grep -H . /sys/bus/pci/slots/*/address'
section lspci-vv 1000000 60 lspci -vv -d 10de:
section journal-kernel 2000000 60 journalctl -k --since="@$t0" -o short-iso --no-pager
section boot-id 100 10 cat /proc/sys/kernel/random/boot_id
# Of a node that crashed, and keeps its journal over boots: what the kernel said last.
section journal-kernel-before 2000000 60 journalctl -k -b -1 -o short-iso --no-pager
section dmesg 2000000 60 dmesg --time-format iso
section dcgmi-health 200000 60 dcgmi health --check -j
section dcgmi-diag 1000000 300 dcgmi diag -r 2 -j
section event-log 500000 120 ipmitool sel elist
section fru 100000 120 ipmitool fru print
# shellcheck disable=SC2016 # the inner shell expands it
section bug-report 6000000 240 sh -c 'nvidia-bug-report.sh --safe-mode --output-file "$1/report" && gzip -dc "$1/report.gz"' slipway-report "$work"
printf '@@ end 0 0\n'
