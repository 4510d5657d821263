# shellcheck shell=bash
# packages.sh — sourced: the package set that a lab node pins, at its first and its second version
# shellcheck disable=SC2034  # used where this is sourced
driver_names=(libnvidia-compute-570-server nvidia-utils-570-server nvidia-dkms-570-server nvidia-compute-utils-570-server nvidia-driver-570-server)
other_names=(nvidia-fabricmanager-570 datacenter-gpu-manager-4-core libnccl2 nvidia-container-toolkit cuda-toolkit-12-8)
pinned_names=("${driver_names[@]}" "${other_names[@]}" linux-image-generic linux-headers-generic)

# pin NAME 1|2 — NAME=VERSION for apt-get
pin() {
  local first=$2
  pick() { if [ "$first" = 1 ]; then echo "$1"; else echo "$2"; fi; }
  case $1 in
    *-570-server) echo "$1=$(pick 570.124.06 570.133.20)-0ubuntu1" ;;
    nvidia-fabricmanager-570) echo "$1=$(pick 570.124.06 570.133.20)-1" ;;
    datacenter-gpu-manager-4-core) echo "$1=1:$(pick 4.2.3 4.4.1)-1" ;;
    libnccl2) echo "$1=$(pick 2.26.2-1+cuda12.8 2.27.3-1+cuda12.9)" ;;
    nvidia-container-toolkit) echo "$1=$(pick 1.17.5 1.17.8)-1" ;;
    cuda-toolkit-12-8) echo "$1=$(pick 12.8.0 12.8.1)-1" ;;
    linux-image-generic | linux-headers-generic) echo "$1=$(pick 6.8.0-60.63 6.8.0-62.65)" ;;
  esac
}
pins() { local version=$1 n; shift; for n in "$@"; do pin "$n" "$version"; done | tr '\n' ' '; }
