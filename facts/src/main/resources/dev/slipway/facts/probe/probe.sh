#!/bin/sh
# slipway-probe T0_EPOCH_SECONDS [after=BOOT_ID,PLACE] [SECTION...]
# Reads what a GPU node says of itself and prints it in framed sections:
#   @@ NAME EXIT BYTES, that many bytes, a line end; last "@@ end 0 0".
# Reads only. A command that does not end is stopped (exit 124). Nothing is written, so that a full or read-only disk
# does not hide a fault. What can hang on a sick driver comes last: an answer that is cut still holds the rest.
LC_ALL=C
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin:/usr/local/cuda/bin
export LC_ALL PATH
unset LANGUAGE
t0=${1:-0}
case $t0 in '' | *[!0-9]*) echo "slipway-probe: T0 must be seconds since 1970" >&2; exit 2 ;; esac
[ $# -gt 0 ] && shift
mark=''
case ${1:-} in after=*) mark=${1#after=}; shift ;; esac
case $mark in *[!A-Za-z0-9=\;,.-]*) echo "slipway-probe: not a place in a log: $mark" >&2; exit 2 ;; esac
wanted=" $* "
uid=$(id -u 2>/dev/null)
limit=''
if timeout -k 1 5 true 2>/dev/null; then limit=yes; fi
smi_hung=''
smi_answers=''

have() { command -v "$1" >/dev/null 2>&1; }

# A dpkg on a node of the RHEL family is there to build packages and keeps no database of the node's.
dpkg_node() { have dpkg-query && [ -s /var/lib/dpkg/status ]; }

# Runs a command for at most $seconds.
run() {
  if [ -n "$limit" ]; then timeout -k 2 "$seconds" "$@" </dev/null; else "$@" </dev/null; fi
}

# The same as root. The limit runs as root too: an unprivileged one could not stop what it started.
root() {
  if [ "$uid" = 0 ]; then
    run "$@"
  elif ! have sudo; then
    echo "needs root, and there is no sudo"
    return 126
  elif [ -n "$limit" ]; then
    sudo -n timeout -k 2 "$seconds" "$@" </dev/null
  else
    sudo -n "$@" </dev/null
  fi
}

# section NAME SECONDS COMMAND...
section() {
  name=$1
  seconds=$2
  shift 2
  code=0
  case $wanted in '  ' | *" $name "*) ;; *) return 0 ;; esac
  out=$("$@" 2>&1; printf '.%s' "$?")
  code=${out##*.}
  out=${out%.*}
  printf '@@ %s %s %s\n%s\n' "$name" "$code" "${#out}" "$out"
}

product_uuid() {
  root cat /sys/class/dmi/id/product_uuid 2>/dev/null || root dmidecode -s system-uuid
}

next_kernel() {
  if [ -e /boot/vmlinuz ]; then
    readlink -f /boot/vmlinuz
  elif have grubby; then
    root grubby --default-kernel
  elif [ -e /vmlinuz ]; then
    # Debian keeps the link there.
    readlink -f /vmlinuz
  else
    echo "neither /boot/vmlinuz, grubby nor /vmlinuz"
    return 1
  fi
}

# Without the command and without its tree no module was ever built by DKMS.
dkms_builds() {
  if have dkms || [ -d /var/lib/dkms ]; then run dkms status; fi
}

# What the next boot starts with: of the list of files only those of NVIDIA, and how long the list was.
initramfs() {
  kernel=$(next_kernel 2>/dev/null)
  case $kernel in *vmlinuz-*) kernel=${kernel##*vmlinuz-} ;; *) kernel=$(uname -r) ;; esac
  for file in "/boot/initrd.img-$kernel" "/boot/initramfs-$kernel.img"; do
    [ -e "$file" ] || continue
    for tool in lsinitramfs lsinitrd; do
      have "$tool" || continue
      said=$(root nice "$tool" "$file") || { code=$?; printf '%s\n' "$said" | tail -n 3; return "$code"; }
      printf '# %s\n' "$file"
      printf '%s\n' "$said" | awk 'NF {files++} /nvidia/ && shown < 400 {shown++; print} END {print "# files " files + 0}'
      return
    done
    echo "neither lsinitramfs nor lsinitrd"
    return 127
  done
  echo "no initramfs of kernel $kernel in /boot"
  return 1
}

# driver_library NAME — the files of a library of the driver, one line each.
driver_library() {
  found=1
  for file in /usr/lib/x86_64-linux-gnu /usr/lib/aarch64-linux-gnu /usr/lib64 /usr/lib /lib64 /usr/lib/x86_64-linux-gnu/nvidia/current; do
    if [ -e "$file/$1.so.1" ]; then
      readlink -f "$file/$1.so.1"
      found=0
      continue
    fi
    for library in "$file/$1".so.*.*; do
      if [ -e "$library" ]; then
        echo "$library"
        found=0
      fi
    done
  done
  [ "$found" = 0 ] || echo "no $1.so in the usual directories"
  return "$found"
}

packages() {
  if dpkg_node; then
    # shellcheck disable=SC2016
    run dpkg-query -W -f '${Package}\t${Version}\t${Status}\n'
  elif have rpm; then
    run rpm -qa --qf '%{NAME}\t%{EPOCHNUM}:%{VERSION}-%{RELEASE}\tinstall ok installed\n'
  else
    echo "neither a dpkg nor an rpm database"
    return 127
  fi
}

holds() {
  if dpkg_node && have apt-mark; then
    run apt-mark showhold
  elif [ -f /etc/dnf/versionlock.toml ]; then
    run dnf -q versionlock list
  elif [ -f /etc/dnf/plugins/versionlock.list ]; then
    run cat /etc/dnf/plugins/versionlock.list
  elif [ -f /etc/yum/pluginconf.d/versionlock.list ]; then
    run cat /etc/yum/pluginconf.d/versionlock.list
  elif have dnf; then
    return 0
  else
    echo "neither apt-mark nor dnf"
    return 127
  fi
}

audit() {
  if dpkg_node; then
    root dpkg --audit
  elif have dnf; then
    run dnf -q -C check --dependencies --duplicates
  else
    echo "neither dpkg nor dnf"
    return 127
  fi
}

owned() {
  if dpkg_node; then
    package=$(run dpkg-query -S "$1" 2>/dev/null) && echo "dpkg-owned ${package%%:*}"
  elif have rpm; then
    package=$(run rpm -qf --qf '%{NAME}' "$1" 2>/dev/null) && echo "rpm-owned $package"
  else
    return 1
  fi
}

# The GPU Operator's driver container mounts its root here; its probe and its validator say so in files that they take away
# when they end. A missing package proves nothing.
operator_runs() {
  grep -q ' /run/nvidia/driver ' /proc/mounts ||
    [ -e /run/nvidia/validations/.driver-ctr-ready ] ||
    grep -qs '^IS_HOST_DRIVER=false' /run/nvidia/validations/driver-ready
}

# A module that DKMS built belongs to no package, but its source does.
driver_owner() {
  said=none
  module=$(run modinfo -n nvidia 2>/dev/null)
  version=$(run modinfo -F version nvidia 2>/dev/null)
  if [ -n "$module" ] && owned "$module"; then
    said=owned
  elif [ -n "$version" ] && [ -d "/usr/src/nvidia-$version" ] && owned "/usr/src/nvidia-$version"; then
    said=owned
  elif have nvidia-smi && owned "$(readlink -f "$(command -v nvidia-smi)")"; then
    said=owned
  fi
  for file in /usr/bin/nvidia-uninstall /usr/bin/nvidia-installer; do
    if [ -e "$file" ] && ! owned "$file" >/dev/null; then
      echo runfile
      said=runfile
      break
    fi
  done
  if operator_runs; then
    echo container
    said=container
  elif [ "$said" = none ] && [ -n "$module" ]; then
    echo "unowned $module"
    said=unowned
  fi
  [ "$said" != none ] || echo none
}

holders() {
  set --
  for file in /dev/nvidia* /dev/nvidia-caps/*; do
    if [ -e "$file" ] && ! [ -d "$file" ]; then set -- "$@" "$file"; fi
  done
  # Without a device file nobody can hold one.
  [ $# -gt 0 ] || return 0
  root true || return
  if have fuser; then
    # fuser's exit status is 1 both when nobody holds the files and when it could not look.
    said=$(root fuser -v "$@" 2>&1)
    code=$?
    printf '%s\n' "$said"
    if [ "$code" = 1 ] && [ -z "$said" ]; then return 0; fi
    return "$code"
  fi
  # Processes that end meanwhile make find complain; what it found is still all that is left.
  root find /proc -maxdepth 3 -path '/proc/[0-9]*/fd/*' -lname '/dev/nvidia*' -printf '%p %l\n' 2>/dev/null
  case $? in
    0 | 1) return 0 ;;
    *)
      echo "neither fuser nor a find that reads links"
      return 127
      ;;
  esac
}

smi() {
  if [ -n "$smi_hung" ]; then
    echo "not asked: nvidia-smi did not answer before"
    return 124
  fi
  if ! have nvidia-smi && [ -d /run/nvidia/driver/usr ]; then
    root chroot /run/nvidia/driver nvidia-smi "$@"
  else
    run nvidia-smi "$@"
  fi
}

smi_section() {
  section "$@"
  case $code in 124 | 137) smi_hung=yes ;; esac
}

# Whose programs are on the GPUs: the number, the begin in seconds and the control group of each process that computes, and
# of each that an XID names and that still lives. Ticks are hundredths of a second wherever Linux runs a GPU.
gpu_jobs() {
  booted=$(sed -n 's/^btime //p' /proc/stat)
  printf '%s\n' "$on_gpus" | sort -u | head -n 500 | while read -r pid; do
    [ -n "$pid" ] && said=$(cat "/proc/$pid/stat" 2>/dev/null) || continue
    ticks=$(printf '%s\n' "${said##*) }" | cut -d ' ' -f 20)
    group=$(sed 's/^[0-9]*:[^:]*://' "/proc/$pid/cgroup" 2>/dev/null | grep -E 'kubepods|slurm|\.service|\.scope' | head -n 1)
    printf '%s\t%s\t%s\n' "$pid" "$((booted + ticks / 100))" "$group"
  done
}

# nvidia-smi has just printed a line for each GPU that is on the bus.
all_answer() {
  [ "$code" = 0 ] && [ -n "$out" ] || return 1
  answering=$(printf '%s' "$out" | grep -c .)
  for device in /sys/bus/pci/devices/*; do
    [ "$(cat "$device/vendor" 2>/dev/null)" = 0x10de ] || continue
    case $(cat "$device/class" 2>/dev/null) in 0x0300* | 0x0302*) answering=$((answering - 1)) ;; esac
  done
  [ "$answering" -ge 0 ]
}

# Every copy of the driver's module that the running kernel could load.
module_files() {
  run find "/lib/modules/$(uname -r)" -name 'nvidia.ko*'
}

# A journal that is not kept ends well and says so. To cut that out of a long text costs dash its square.
journal_kept() {
  case $1 in *'No journal files'*) return 1 ;; esac
}

# Which package owns each copy, where there are several: PATH and, behind a tab, the package. A path may be known with or
# without the /usr that /lib leads into.
module_owners() {
  files=$(module_files) || return
  case $files in *'
'*) ;; *) return 0 ;; esac
  printf '%s\n' "$files" | while read -r file; do
    package=$(owned "$file" || owned "/usr$file" || owned "${file#/usr}") || package='? '
    printf '%s\t%s\n' "$file" "${package#* }"
  done
}

# The firmware of each driver version: kind, bytes and path of everything below. A link that leads nowhere has kind l.
firmware() {
  [ -d /lib/firmware/nvidia ] || return 0
  files=$(run find -L /lib/firmware/nvidia/ -maxdepth 2 -path '/lib/firmware/nvidia/[0-9]*' -printf '%y %s %P\n') || return
  printf '%s\n' "$files" | head -c 20000
}

# Who turns the GPU's system processor on or off: FILE:LINE.
gsp_setting() {
  set -- /etc/modprobe.d /run/modprobe.d /usr/local/lib/modprobe.d /usr/lib/modprobe.d
  [ -L /lib ] || set -- "$@" /lib/modprobe.d
  grep -rsHE '^[[:space:]]*options[[:space:]].*NVreg_EnableGpuFirmware=' "$@"
  grep -sHoE 'nvidia\.NVreg_EnableGpuFirmware=[^ ]*' /proc/cmdline
  return 0
}

# What container runtimes are told of the driver: "spec KIND VERSION,… PATH" for each CDI specification, with the driver
# versions that its libraries are named by, and what on this node can write one. Other vendors' are left out.
cdi() {
  if have nvidia-ctk; then echo "have nvidia-ctk"; fi
  case $(run systemctl show -p LoadState nvidia-cdi-refresh.service 2>/dev/null) in
    *=loaded) echo "have nvidia-cdi-refresh" ;;
  esac
  for folder in /etc/cdi /var/run/cdi; do
    [ -d "$folder" ] || continue
    files=$(root find "$folder/" -maxdepth 1 '!' -type d '(' -name '*.yaml' -o -name '*.yml' -o -name '*.json' ')') || return
    [ -n "$files" ] || continue
    printf '%s\n' "$files" | sort | while read -r file; do
      text=$(root cat "$file") || exit
      kind=$(printf '%s\n' "$text" | grep -oE '"?kind"?:[[:space:]]*"?[A-Za-z0-9._-]+/[A-Za-z0-9._-]+' | head -n 1)
      kind=${kind##*[!A-Za-z0-9./_-]}
      versions=$(printf '%s\n' "$text" | grep -oE 'lib(cuda|nvidia-ml)[.]so[.][0-9]{3,4}([.][0-9]+)+' | sed 's/.*[.]so[.]//' | sort -u | tr '\n' ',')
      case "$kind $versions" in
        'nvidia.com/'* | *' '[0-9]*) versions=${versions%,}; echo "spec ${kind:--} ${versions:--} $file" ;;
      esac
    done || return
  done
}

# Why the driver does not run: this boot's lines, from before T0 too. Nobody asks a driver that answers.
load_log() {
  if [ -n "$smi_answers" ]; then
    echo "# not looked: nvidia-smi answers"
  elif lines=$(root journalctl -k -b -o short-unix --no-pager 2>&1) && journal_kept "$lines"; then
    echo "# source=journal"
    printf '%s\n' "$lines" | load_lines
  else
    failed=$lines
    lines=$(root dmesg 2>&1) || { printf 'journalctl: %s\ndmesg: %s\n' "$failed" "$lines"; return 1; }
    echo "# source=dmesg"
    printf '%s\n' "$lines" | load_lines
  fi
  return 0
}

load_lines() {
  grep -E -i 'NVRM|nvidia|nouveau|unavailable key|unsigned module|Key was rejected' | tail -c 50000
}

# Of a log's first lines the one that names the kernel, which need not be the very first, else the oldest.
oldest() { head -n 10 | awk 'NR == 1 || /Linux version [0-9]/ {line = $0} END {print "# oldest: " line}'; }

# The first line says where the rest comes from, the second where the kept log of this boot begins: a journal may be rotated
# or vacuumed, and a buffer overwritten. dmesg knows no --since: its reader compares times with T0.
kernel_log() {
  if lines=$(root journalctl -k "--since=@$t0" -o short-unix --no-pager 2>&1) && journal_kept "$lines"; then
    echo "# source=journal since=$t0"
    root journalctl -k -b -o short-unix --no-pager 2>/dev/null | oldest
  else
    failed=$lines
    if ! lines=$(root dmesg --time-format=iso 2>&1); then
      echo "journalctl: $failed"
      echo "dmesg: $lines"
      return 1
    fi
    echo "# source=dmesg since=$t0"
    printf '%s\n' "$lines" | oldest
  fi
  printf '%s\n' "$lines" | driver_lines | tail -c 200000
  return 0
}

# The driver's lines, its modules' that the kernel refuses, and those that say that a boot begins or that lines were lost.
driver_lines() {
  grep -E -i 'NVRM|Xid|nvidia[a-z_-]*: (disagrees about version of symbol|Unknown symbol)|NVIDIA probe routine failed|^-- (Re)?boot|Linux version [0-9]|(nv[a-z_-]*|[ ]_+ratelimit|printk): [0-9]+ [a-z ]*(suppressed|dropped)|missed [0-9]+ kernel messages|kmsg buffer overrun'
}

# The rest of what the driver's modules write, for a reader who names what nobody knows. They come last and never push out an error.
other_lines() {
  lines=$(grep -E -i '(^|[] ;:])(nvidia[a-z_-]*[0-9]*( [0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}[.][0-7])?|nv_peer_mem|gdrdrv|nvidia-peermem [a-z0-9_]+:[0-9]+)(: | ERROR)|[[]nvidia-drm]|nvidia-peermem nv_[a-z0-9_]+:' | grep -E -i -v 'NVRM|Xid|disagrees about version of symbol|Unknown symbol|NVIDIA probe routine failed')
  [ -n "$lines" ] || return 0
  [ "${#lines}" -le 100000 ] || echo "nvidia: more lines of the driver than were read"
  printf '%s\n' "$lines" | tail -c 100000
}

# Where the log of this boot ends now: a place that no change of the clock moves.
log_end() {
  if lines=$(root journalctl -k -b -n 1 -o short-unix --no-pager --show-cursor 2>&1) && journal_kept "$lines"; then
    cursor=$(printf '%s\n' "$lines" | sed -n 's/^-- cursor: //p')
    if [ -n "$cursor" ]; then
      echo "journal $cursor"
      return 0
    fi
  fi
  failed=$lines
  if ! lines=$(root dmesg 2>&1); then
    echo "journalctl: $failed"
    echo "dmesg: $lines"
    return 1
  fi
  stamp=$(printf '%s\n' "$lines" | sed -n 's/^\[ *\([0-9]\{1,\}\.[0-9]\{1,\}\)] .*/\1/p' | tail -n 1)
  [ -n "$stamp" ] || { echo "neither a cursor of the journal nor a time stamp of dmesg"; return 1; }
  echo "dmesg $stamp"
}

# The lines after the mark, or all of this boot where the mark is of another one. A journal that no longer has the line of
# the mark gives the next one that it has: only the same cursor proves that nothing between is lost.
log_since_mark() {
  case $mark in
    '')
      echo "# not looked: nobody named a place"
      return 0
      ;;
    "$(cat /proc/sys/kernel/random/boot_id)",*) from=${mark#*,} ;;
    *) from='' ;;
  esac
  case $from in
    '')
      if lines=$(root journalctl -k -b -o short-unix --no-pager 2>&1) && journal_kept "$lines"; then
        echo "# source=journal from=boot"
      else
        failed=$lines
        lines=$(root dmesg 2>&1) || { printf 'journalctl: %s\ndmesg: %s\n' "$failed" "$lines"; return 1; }
        echo "# source=dmesg from=boot"
      fi
      printf '%s\n' "$lines" | oldest
      ;;
    journal,*)
      cursor=${from#journal,}
      lines=$(root journalctl -k "--cursor=$cursor" -n 1 -o short-unix --no-pager --show-cursor 2>&1) || { code=$?; printf '%s\n' "$lines"; return "$code"; }
      case $lines in *"-- cursor: $cursor") ;; *) echo "# source=journal from=nowhere"; return 0 ;; esac
      lines=$(root journalctl -k "--after-cursor=$cursor" -o short-unix --no-pager 2>&1) || { code=$?; printf '%s\n' "$lines"; return "$code"; }
      echo "# source=journal from=mark"
      ;;
    dmesg,*)
      lines=$(root dmesg 2>&1) || { code=$?; printf '%s\n' "$lines"; return "$code"; }
      echo "# source=dmesg from=${from#dmesg,}"
      printf '%s\n' "$lines" | oldest
      ;;
    *)
      echo "not a place in a log: $from"
      return 2
      ;;
  esac
  others=$(printf '%s\n' "$lines" | other_lines)
  lines=$(printf '%s\n' "$lines" | driver_lines)
  [ "${#lines}" -le 200000 ] || echo "# cut"
  printf '%s\n' "$lines" | tail -c 200000
  [ -z "$others" ] || printf '# beside\n%s\n' "$others"
  return 0
}

# The driver makes a file for each NVSwitch that it brought up.
nvswitches() {
  for file in /dev/nvidia-nvswitch[0-9]*; do
    if [ -e "$file" ]; then echo "$file"; fi
  done
}

# What the fabric manager said in this boot and what the driver said of the switches, from before T0 too: what ended the
# fabric manager came before anybody was called. Its own file has no zone in its times, so an old one is left out whole.
fabric_log() {
  if [ -z "$(nvswitches)" ] && ! have nv-fabricmanager; then
    echo "# not looked: neither a fabric manager nor an NVSwitch"
    return 0
  fi
  lines=$(root journalctl -b -u nvidia-fabricmanager -o short-unix --no-pager 2>&1) || { code=$?; printf '%s\n' "$lines"; return "$code"; }
  case $lines in *'No journal files'*) printf '%s\n' "$lines"; return 1 ;; esac
  echo "# source=journal"
  printf '%s\n' "$lines" | tail -n 400 | tail -c 40000
  file=/var/log/fabricmanager.log
  since=$(sed -n 's/^btime //p' /proc/stat)
  if [ -n "$(root find "$file" -newermt "@${since:-0}" 2>/dev/null)" ]; then
    echo "# source=log"
    root tail -c 400000 "$file" | grep -E '^\[[^]]*] \[(ERROR|CRITICAL)]|Fabric Manager version .* is running|Successfully configured all' | tail -c 20000
  fi
  lines=$(root journalctl -k -b -o short-unix --no-pager 2>&1) || { code=$?; printf '%s\n' "$lines"; return "$code"; }
  echo "# source=kernel"
  printf '%s\n' "$lines" | grep -E -i 'SXid' | tail -c 20000
  return 0
}

# One line a GPU: the type of its IOMMU group, or none.
iommu() {
  for device in /sys/bus/pci/devices/*; do
    [ "$(cat "$device/vendor" 2>/dev/null)" = 0x10de ] || continue
    case $(cat "$device/class" 2>/dev/null) in 0x0300* | 0x0302*) ;; *) continue ;; esac
    if [ -e "$device/iommu_group" ]; then
      cat "$device/iommu_group/type" || return
    else
      echo none
    fi
  done
}

# The kernels that a module can be compiled for: a link into nothing is no header.
kernel_headers() {
  for folder in /lib/modules/*/build; do
    [ -e "$folder/Makefile" ] || continue
    kernel=${folder%/build}
    echo "${kernel##*/}"
  done
}

# Of the newest build log its first line, which names the kernel, and the first line that names a fault.
build_log() {
  newest=''
  for file in /var/lib/dkms/nvidia*/*/build/make.log /var/lib/dkms/nvidia*/*/*/*/log/make.log; do
    [ -e "$file" ] || continue
    # shellcheck disable=SC3013
    if [ -z "$newest" ] || [ "$file" -nt "$newest" ]; then newest=$file; fi
  done
  [ -n "$newest" ] || return 0
  root head -n 1 "$newest" || return
  root grep -a -m 1 -E ':[0-9]+: (fatal )?error|: (fatal )?error: |ERROR: |No space left on device|ompiler version check failed' "$newest"
  [ $? -lt 2 ]
}

# How GRUB chooses: the setting, what is saved, and the entries by name and kernel.
boot_loader() {
  setting=$(root cat /etc/default/grub /etc/default/grub.d/*.cfg 2>/dev/null | sed -n 's/^[[:space:]]*GRUB_DEFAULT=//p' | tail -n 1 | tr -d "\"'")
  if have grubby; then
    echo "setting ${setting:-saved}"
    root grub2-editenv list | grep -E '^(saved|next)_entry='
    root grubby --info=ALL | awk -F= '/^index=/ {entry=$2} /^kernel=/ {gsub(/"/, "", $2); sub(/.*vmlinuz-/, "", $2); print "entry " entry " " $2}' || return
    kernel=$(root grubby --default-kernel) || return
    echo "default ${kernel##*vmlinuz-}"
    return 0
  fi
  file=/boot/grub/grub.cfg
  if ! [ -e "$file" ]; then
    echo "neither grubby nor $file"
    return 1
  fi
  echo "setting ${setting:-0}"
  root grub-editenv list | grep -E '^(saved|next)_entry='
  said=$(root cat "$file") || { code=$?; printf '%s\n' "$said"; return "$code"; }
  printf '%s\n' "$said" | awk -v q="'" '
    function id(line) {
      line = substr(line, index(line, "menuentry_id_option"))
      line = substr(line, index(line, q) + 1)
      return substr(line, 1, index(line, q) - 1)
    }
    /^[ \t]*submenu / {menu = id($0) ">"}
    /^}/ {menu = ""}
    /^[ \t]*menuentry / {entry = menu id($0)}
    /^[ \t]*linux(efi|16)?[ \t]/ && entry != "" {
      kernel = $2
      if (kernel ~ /vmlinuz-/ && entry !~ /-recovery-/) {sub(/.*vmlinuz-/, "", kernel); print "entry " entry " " kernel}
      entry = ""
    }'
}

nouveau() {
  if [ -e /sys/module/nouveau ]; then echo "loaded yes"; else echo "loaded no"; fi
  if grep -rqsE '^[[:space:]]*(blacklist[[:space:]]+nouveau|install[[:space:]]+nouveau[[:space:]]+/(usr/)?bin/(false|true))' /etc/modprobe.d /run/modprobe.d /usr/lib/modprobe.d /lib/modprobe.d; then
    echo "denied yes"
  elif grep -qE '(modprobe|rd.driver).blacklist=([^ ]*,)?nouveau|nouveau.modeset=0' /proc/cmdline; then
    echo "denied yes"
  else
    echo "denied no"
  fi
}

# A module is compiled and an initramfs written with these.
kernel_tools() {
  for tool in dkms update-initramfs dracut grub-reboot grub-set-default grub2-reboot grubby; do
    if have "$tool"; then echo "have $tool"; fi
  done
  if [ -d /var/log/journal ]; then echo "journal kept"; else echo "journal lost at boot"; fi
}

# What gates are run with, where systemd looks for it: a login may look elsewhere. mpirun counts as what it says of itself,
# and all_reduce_perf as what it is linked to.
tools() {
  path=$(run systemctl show-environment 2>/dev/null | sed -n 's/^PATH=//p')
  path=${path:-/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin}
  echo "path $path"
  for tool in dcgmi all_reduce_perf mpirun; do
    file=$(PATH=$path; command -v "$tool") || continue
    echo "have $tool $file"
    case $tool in
      all_reduce_perf) run ldd "$file" 2>&1 | sed 's/^[[:space:]]*/lib /' | head -n 100 ;;
      mpirun) run "$file" --version 2>&1 | sed -n '/[^[:space:]]/{s/^[[:space:]]*/mpirun /p;q;}' ;;
    esac
  done
  return 0
}

# Packages with a compiled module of the driver for the running kernel, by the lists that the node keeps: nothing is fetched.
offered_modules() {
  release=$(uname -r)
  if dpkg_node && have apt-cache; then
    echo "# apt"
    set -- /var/lib/apt/lists/*_Packages*
    [ -e "$1" ] || { echo "no package lists"; return 1; }
    names=$(run apt-cache --names-only search "^linux-modules-nvidia-[0-9a-z-]*-$release\$") || return "$?"
    names=$(printf '%s\n' "$names" | cut -d' ' -f1)
    [ -n "$names" ] || return 0
    # shellcheck disable=SC2086
    run apt-cache --no-all-versions show $names | grep -E '^(Package|Version|Depends):'
  elif have dnf; then
    echo "# dnf"
    run dnf -q -C repoquery --available --qf '%{name} %{evr}' "kmod-nvidia-*-${release%.el[0-9]*}"
  else
    echo "neither apt-cache nor dnf"
    return 127
  fi
}

# Only root sees the capabilities of a bridge. Validation of the source is what sends peer traffic up to the root.
acs() {
  said=$(root lspci -vv) || { code=$?; printf '%s\n' "$said"; return "$code"; }
  printf '%s\n' "$said" | awk '/ACSCtl:/ {bridges++; if (/SrcValid\+/) redirecting++} END {print "bridges " bridges + 0 " redirecting " redirecting + 0}'
}

secure_boot() {
  variable=/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c
  if have mokutil; then
    run mokutil --sb-state
  elif ! [ -d /sys/firmware/efi ]; then
    echo "no EFI"
  else
    # Four bytes of attributes, then the state.
    case $(run od -An -tu1 "$variable" | tr -s ' \n' ' ') in
      *' 1 ') echo "SecureBoot enabled" ;;
      *' 0 ') echo "SecureBoot disabled" ;;
      *) echo "no readable variable SecureBoot"; return 1 ;;
    esac
  fi
}

# One line a NIC: device, board, firmware version.
nic_firmware() {
  for device in /sys/class/infiniband/*; do
    [ -e "$device/fw_ver" ] || continue
    echo "${device##*/} $(cat "$device/board_id" 2>/dev/null || echo unknown) $(cat "$device/fw_ver")"
  done
}

bmc() {
  for device in /dev/ipmi0 /dev/ipmi/0 /dev/ipmidev/0; do
    if [ -e "$device" ]; then
      root ipmitool mc info
      return
    fi
  done
  echo "no IPMI device"
  return 1
}

code=0
out=''
on_gpus=''
gpu_fields=index,uuid,serial,pci.bus_id,name,driver_version,vbios_version,persistence_mode,compute_mode,power.limit
gpu_fields=$gpu_fields,clocks.applications.memory,clocks.applications.graphics,ecc.mode.current,mig.mode.current

section clock 5 run date +%s.%N
section collector 5 echo "version @VERSION@ t0 $t0"
section machine-id 5 run cat /etc/machine-id
section hostname 5 run uname -n
section product-uuid 5 product_uuid
section boot-id 5 run cat /proc/sys/kernel/random/boot_id
section boot-time 5 run grep ^btime /proc/stat
section kernel 5 run uname -r
section cmdline 5 run cat /proc/cmdline
section secure-boot 5 secure_boot
section iommu 5 iommu
section bios 5 run cat /sys/class/dmi/id/bios_version
section nic-firmware 5 nic_firmware
section bmc 10 bmc
section system-state 5 run systemctl is-system-running
section os-release 5 run cat /etc/os-release
section kernels 5 run ls -1 /boot
section next-kernel 10 next_kernel
section manifest 5 run cat /etc/cluster-image.json
section packages 30 packages
section holds 20 holds
section audit 30 audit
section dkms 45 dkms_builds
section modinfo 10 run modinfo nvidia
section modules 5 run lsmod
section driver-owner 10 driver_owner
section nvml-library 5 driver_library libnvidia-ml
section cuda-library 5 driver_library libcuda
section services 10 run systemctl show -p Id -p LoadState -p ActiveState -p SubState -p UnitFileState nvidia-persistenced nvidia-fabricmanager nvidia-dcgm nvidia-imex
section persistence-unit 10 run systemctl show -p LoadState -p ActiveState -p UnitFileState -p DropInPaths -p ExecStart nvidia-persistenced
section dcgm 10 run nv-hostengine --version
section dcgmi 10 run dcgmi --version
section toolkit 10 run nvidia-ctk --version
section cuda 10 run nvcc --version
section proc-driver 5 run cat /proc/driver/nvidia/version
section kernel-log 30 kernel_log
on_gpus=$(printf '%s\n' "$out" | sed -n "s/.*Xid.*pid='\{0,1\}\([0-9]\{1,\}\).*/\1/p")
# The end first: what is logged between the two counts as after it.
section log-end 10 log_end
section log-since-mark 30 log_since_mark
section initramfs 30 initramfs
section kernel-headers 5 kernel_headers
section build-log 5 build_log
section boot-loader 20 boot_loader
section nouveau 5 nouveau
section nvswitches 5 nvswitches
section fabric-log 20 fabric_log
section free 5 run df -Pk /boot / /var /lib
section firmware 5 firmware
section gsp-setting 5 gsp_setting
section cdi 10 cdi
section kernel-tools 5 kernel_tools
section tools 10 tools
section offered-modules 30 offered_modules
section acs 15 acs
section lspci 10 run lspci -Dnn -d 10de:
smi_section smi-gpus 30 smi "--query-gpu=$gpu_fields" --format=csv,noheader
case $wanted in '  ' | *' smi-gpus '*) all_answer && smi_answers=yes ;; esac
smi_section smi-q 30 smi -q
smi_section smi-list 30 smi -L
smi_section compute-apps 30 smi --query-compute-apps=pid,process_name --format=csv,noheader
on_gpus="$on_gpus
$(printf '%s\n' "$out" | sed -n 's/^\([0-9]\{1,\}\), .*/\1/p')"
section gpu-jobs 10 gpu_jobs
smi_section nvlink 30 smi nvlink --status
section holders 15 holders
section dcgm-config 20 run dcgmi config --get -v
section module-files 10 module_files
section module-owners 20 module_owners
section load-log 20 load_log
# Counted twice: a GPU that comes and goes is nothing to build a diagnosis on.
section bus-last 10 run lspci -Dnn -d 10de:
# Other than at the start: the node rebooted under the probe, and what was read is of two boots.
section boot-id-last 5 run cat /proc/sys/kernel/random/boot_id
printf '@@ end 0 0\n'
