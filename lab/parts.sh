# shellcheck shell=bash
# parts.sh — sourced: where the lab keeps its parts, and which of them this machine has. Defines has_part and why_not for every tier.
: "${HOME:=/}"
export SLIPWAY_LAB=${SLIPWAY_LAB:-$HOME/.cache/slipway/lab}
# the rarest first: a test that needs several parts counts for the first of them
# shellcheck disable=SC2034  # used where this is sourced
tiers='fuzz browser kubernetes bmc vm nodes ansible slurm alerts temporal-server postgres temporal'

temporal_cli() { if [ -x "$SLIPWAY_LAB/bin/temporal" ]; then echo "$SLIPWAY_LAB/bin/temporal"; else command -v temporal; fi; }
postgres_bin() { local d; d=$(for d in /usr/lib/postgresql/*/bin /usr/local/pgsql/bin; do [ ! -x "$d/initdb" ] || echo "$d"; done | sort -V | tail -n 1); [ -n "$d" ] && echo "$d"; }
# kube_binary — the control plane of lab/kubernetes, built from the sources that lie there now
kube_binary() { local f; f=$SLIPWAY_LAB/bin/kube-$(cd "$(dirname "${BASH_SOURCE[0]}")/kubernetes.d" && cat go.mod go.sum main.go | sha256sum | cut -c1-16); echo "$f"; [ -x "$f" ]; }
browser_cli() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

# has_part PART — true if the part is on this machine and this user may use it
has_part() {
  case $1 in
    fuzz) [ "$(uname -s)" = Linux ] && case $(uname -m) in x86_64 | aarch64) [ "${SLIPWAY_FUZZ_SECONDS:-60}" != 0 ] ;; *) false ;; esac ;;
    temporal) temporal_cli >/dev/null ;;
    nodes) [ "$(id -u)" = 0 ] && [ -e "$SLIPWAY_LAB/nodes/base/.complete" ] && command -v systemd-nspawn >/dev/null ;;
    kubernetes) kube_binary >/dev/null && command -v openssl >/dev/null ;;
    bmc) has_part nodes && [ -x "$SLIPWAY_LAB/bmc/bin/sushy-emulator" ] && command -v ipmi_sim >/dev/null && command -v ipmitool >/dev/null ;;
    ansible) command -v ansible-playbook >/dev/null && command -v ssh >/dev/null ;;
    vm) has_part nodes && [ -e "$SLIPWAY_LAB/vm/.complete" ] && command -v qemu-system-x86_64 >/dev/null ;;
    postgres) postgres_bin >/dev/null ;;
    slurm) [ "$(id -u)" = 0 ] && command -v slurmctld >/dev/null && command -v slurmd >/dev/null && command -v scontrol >/dev/null && command -v munged >/dev/null ;;
    temporal-server) [ -x "$SLIPWAY_LAB/bin/temporal-server" ] && [ -x "$SLIPWAY_LAB/bin/temporal-sql" ] && has_part temporal && has_part postgres && command -v openssl >/dev/null ;;
    browser) browser_cli >/dev/null ;;
    *) return 1 ;;
  esac
}

# why_not PART — one line for people: what is missing
why_not() {
  case $1 in
    fuzz) if [ "${SLIPWAY_FUZZ_SECONDS:-60}" = 0 ]; then echo 'SLIPWAY_FUZZ_SECONDS is 0'; else echo 'the fuzzer has no library for this machine'; fi ;;
    nodes | vm) if [ "$(id -u)" != 0 ]; then echo 'needs root'; else echo "run lab/install $1"; fi ;;
    bmc) if has_part nodes; then echo 'run lab/install bmc'; else echo "its nodes: $(why_not nodes)"; fi ;;
    slurm) if [ "$(id -u)" != 0 ]; then echo 'needs root'; else echo 'run lab/install slurm'; fi ;;
    temporal | kubernetes | ansible | postgres | temporal-server | browser) echo "run lab/install $1" ;;
    *) echo 'the lab has no such part yet' ;;
  esac
}

# tags_of TIER — the JUnit tags whose tests need the tier
tags_of() { case $1 in temporal) echo 'temporal dev-server' ;; *) echo "$1" ;; esac; }

# free_port — a TCP port of the loopback on which nothing listens
free_port() {
  local port
  for _ in $(seq 100); do
    port=$((12000 + RANDOM % 8000))        # below those of simulated nodes, which are theirs also while a node is down
    if ! (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then echo "$port"; return; fi
  done
  echo 'no free port found' >&2; return 1
}

# running PID — true if the process is there and not a zombie
running() { grep -q '^State:[[:space:]]*[^Z[:space:]]' "/proc/$1/status" 2>/dev/null; }

# one_lab nodes|vm — waits until no other run on this machine uses the container nodes or the machines, whose addresses are the same for all;
#                    held on descriptor 8 until this script ends
one_lab() { mkdir -p "$SLIPWAY_LAB"; exec 8>"$SLIPWAY_LAB/$1.lock"; flock -n 8 || { echo "another run uses the lab's $1: waiting for its end" >&2; flock 8; }; }
