# shellcheck shell=bash
# faults.sh — sourced by lab/nodes: breaks a node by the means that break real ones, then says what it left behind
fault_kinds() {
  cat >&2 <<'TEXT'
kinds of fault (VALUE in brackets):
  drifted             a real apt-get install of the driver at its second version, holds gone with it, and a reboot: consistent, but wrong
  mismatch            the same without the reboot: libraries new, module in the kernel old
  lost-hold           fabric manager, DCGM and NCCL lost their holds and a dist-upgrade moved them; the held driver stayed
  interrupted         apt-get and dpkg killed (kill -9) in the middle of the same install: `dpkg --configure -a` is due
  locked [SECONDS]    DCGM drifted, and another process holds the dpkg lock through fcntl (default 45)
  kernel              the newer kernel without its headers: after the next reboot no module
  gpu-lost [COUNT]    the last GPUs fall off the bus
  gpu-lost-at-boot    the last GPU is gone after the next boot
  holder              a process keeps /dev/nvidia0 open
  diag-fails [isolate] | diag-fails-on VERSION | diag-seconds N | diag-silent | nccl-wrong | nccl-slow GBPS | nccl-fails | smi-hangs | fm-fails
  no-load | key-rejected | load-waits | build-waits | dkms-fails | postinst-fails | postinst-slow SECONDS          files that the stand-ins and maintainer scripts read
  clear               removes the fault files (packages stay as they are)
TEXT
}

# shellcheck disable=SC2016  # for the node
interrupt='
echo 600 >/var/lib/fakegpu/faults/postinst-slow
apt-get -qy -o Dpkg::Use-Pty=0 --allow-change-held-packages install "$@" >/tmp/interrupted.log 2>&1 &
for _ in $(seq 100); do grep -q "slow postinst" /tmp/interrupted.log && break; sleep 0.1; done
kill -9 $(pgrep -x apt-get) $(pgrep -x dpkg); rm -f /var/lib/fakegpu/faults/postinst-slow
pkill -9 -fx "sleep 600" || true
wait; dpkg --audit | grep . >/dev/null || { echo "dpkg is not interrupted" >&2; exit 1; }'

# shellcheck disable=SC2029  # expanded here: names and versions from packages.sh
fault() {
  local node=$1 kind=$2 value=${3:-} install='env DEBIAN_FRONTEND=noninteractive apt-get -qy -o Dpkg::Use-Pty=0 --allow-change-held-packages'
  local log; log=$(mktemp)
  on_node() { ssh_to "$node" "$@" >"$log" 2>&1 || { cat "$log" >&2; rm -f "$log"; fail "fault $kind on $node did not come about"; }; }
  case $kind in
    drifted) on_node "$install install $(pins 2 "${driver_names[@]}" nvidia-fabricmanager-570)" </dev/null; reboot_and_wait "$node" ;;
    mismatch) on_node "$install install $(pins 2 "${driver_names[@]}")" </dev/null ;;
    lost-hold)
      on_node "apt-mark unhold nvidia-fabricmanager-570 datacenter-gpu-manager-4-core libnccl2 && env DEBIAN_FRONTEND=noninteractive apt-get -qy -o Dpkg::Use-Pty=0 dist-upgrade" </dev/null ;;
    interrupted) ssh_to "$node" "DEBIAN_FRONTEND=noninteractive bash -s -- $(pins 2 "${driver_names[@]}")" <<<"$interrupt" >"$log" 2>&1 || { cat "$log" >&2; fail "fault $kind on $node did not come about"; } ;;
    locked)
      on_node "$install install $(pins 2 datacenter-gpu-manager-4-core)" </dev/null
      on_node "systemd-run --quiet --collect --unit=lab-dpkg-lock python3 -c 'import fcntl, sys, time
f = open(\"/var/lib/dpkg/lock-frontend\", \"w\"); fcntl.lockf(f, fcntl.LOCK_EX); open(\"/run/lab-locked\", \"w\").close(); time.sleep(float(sys.argv[1]))' ${value:-45}
for i in 1 2 3 4 5 6 7 8 9 10; do [ ! -e /run/lab-locked ] || exit 0; sleep 0.1; done; exit 1" </dev/null ;;
    kernel) on_node "apt-mark unhold linux-image-generic linux-headers-generic && $install install linux-image-6.8.0-62-generic" </dev/null ;;
    gpu-lost) on_node "head -n -${value:-1} /var/lib/fakegpu/gpus >/tmp/gpus && cp /tmp/gpus /var/lib/fakegpu/gpus && rm -f /dev/nvidia7" </dev/null ;;
    holder) on_node "systemd-run --quiet --collect --unit=lab-holder sh -c 'exec sleep infinity </dev/nvidia0'" </dev/null ;;
    diag-fails | diag-fails-on | diag-seconds | diag-silent | nccl-wrong | nccl-slow | nccl-fails | smi-hangs | fm-fails | no-load | key-rejected | load-waits | build-waits | dkms-fails | postinst-fails | postinst-slow | gpu-lost-at-boot)
      case $kind in diag-fails-on | diag-seconds | nccl-slow | postinst-slow) [ -n "$value" ] || fail "fault $kind needs a value" ;; esac
      on_node "cat >/var/lib/fakegpu/faults/$kind" <<<"$value" ;;
    clear) on_node 'rm -f /var/lib/fakegpu/faults/*' </dev/null ;;
    *) fault_kinds; exit 64 ;;
  esac
  rm -f "$log"
}
