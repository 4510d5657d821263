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

# ours PID TEXT… — true if the process is there and has one of these texts in its arguments: what stands in a file may be older than a boot of this machine,
#                  and the number another process's by now. While a process becomes another program it has no arguments for a moment: they are waited for
ours() {
  local line='' text _
  for _ in $(seq 100); do
    running "$1" || return 1
    line=$(tr '\0' ' ' <"/proc/$1/cmdline") || return 1
    [ -z "$line" ] || break
    sleep 0.05
  done 2>/dev/null
  for text in "${@:2}"; do [[ "$line" != *"$text"* ]] || return 0; done
  return 1
}
# ours_in FILE TEXT… — the same of the process whose number stands in that file; false where there is none
ours_in() { [ -s "$1" ] && ours "$(cat "$1")" "${@:2}"; }

# one_lab nodes|vm — waits until no other run on this machine uses the container nodes or the machines, whose addresses are the same for all;
#                    held on descriptor 8 until this script ends
one_lab() { mkdir -p "$SLIPWAY_LAB"; exec 8>"$SLIPWAY_LAB/$1.lock"; flock -n 8 || { echo "another run uses the lab's $1: waiting for its end" >&2; flock 8; }; }

# test_class FILE — the class of a test's source
test_class() { local path=${1#*/src/test/java/}; path=${path%.java}; echo "${path//\//.}"; }

# junit MODULE [JVM FLAG…] -- ARGUMENT… — tests of a module of `root`, on what is built there, by JUnit's launcher in a process with the flags of test.jvm.
# A process of demo, and the workers that it starts, take their classes from the archive that is there; an archive takes jars only.
junit() {
  local module=$1 target=$root/$1/target flags=() path; shift
  while [ "$1" != -- ]; do flags+=("$1"); shift; done; shift
  path=$target/test-classes:$target/classes
  [ "$module" != workflows ] || flags+=(-XX:TieredStopAtLevel=4)  # its tests take so long that the optimizing compiler saves a fifth
  if [ "$module" = demo ]; then
    path=$(echo "$target"/demo-*-tests.jar):$(echo "$target"/demo-*-SNAPSHOT.jar)
    [ ! "$target/tests.jsa" -nt "$target/test.classpath" ] || flags+=("-XX:SharedArchiveFile=$target/tests.jsa" -Xlog:cds=off,cds+dynamic=off "-Dslipway.archive=$target/tests.jsa")
  fi
  (cd "${target%/target}" && "$("$root/slipway" jdk)/bin/java" "@$root/lab/test.jvm" "-Dbasedir=$PWD" "-Dlogback.configurationFile=$root/lab/logback-test.xml" \
    ${SLIPWAY_VERDICTS:+"-Dslipway.verdicts=$SLIPWAY_VERDICTS"} "${flags[@]}" -cp "$path:$(<"$target/test.classpath")" \
    org.junit.platform.console.ConsoleLauncher execute --disable-banner --disable-ansi-colors "$@") </dev/null
}
# archive CLASS — keeps the classes of demo that this test needs as they stand loaded: some forty processes then start with a third less work
archive() {
  local made=$root/demo/target/made.jsa
  SLIPWAY_VERDICTS='' junit demo "-XX:ArchiveClassesAtExit=$made" -- --details=none "--select-class=$1" >"$made.log" 2>&1 || true
  [ ! -s "$made" ] || mv "$made" "${made%/*}/tests.jsa"
}

# tests_of MODULE ARGUMENT… — tests of a module but those of the tags in `excluded`. Without Maven, which would look at each module again.
# Where a verdict is made of the lines of tests, it judges a test that failed, and may know it from lab/quarantine: only a process without such a line fails here
tests_of() {
  local module=$1 tag tags=() lines='' rc=0; shift
  for tag in ${excluded//,/ }; do tags+=("--exclude-tag=$tag"); done
  echo "the tests of $module"
  [ -z "${SLIPWAY_VERDICTS:-}" ] || lines=$(mktemp -d "$SLIPWAY_VERDICTS/XXXXXX")
  SLIPWAY_VERDICTS=$lines junit "$module" -- --details=summary "${tags[@]}" "$@" || rc=$?
  [ "$rc" = 0 ] || { [ "$rc" = 1 ] && [ -n "$lines" ] && grep -qs $'\tFAILED\t' "$lines"/*.tsv; }
}
# all_of MODULE ARGUMENT… — all of them; those for the fuzzer have a process of their own
all_of() { local module=$1; shift; tests_of "$module" --scan-classpath=target/test-classes '--include-classname=.*(Test|IT)' '--exclude-classname=.*FuzzIT' "$@"; }
# part_of MODULE N REST — tests every Nth class of a module, beginning with the one of that number; 0 is the Nth
part_of() {
  local source classes=()
  while IFS= read -r source; do classes+=("--select-class=$(test_class "$source")"); done \
    < <(find "$root/$1/src/test/java" -name '*Test.java' -o -name '*IT.java' | sort | awk -v n="$2" -v rest="$3" 'NR % n == rest')
  tests_of "$1" "${classes[@]}"
}
# fuzz MODULE SECONDS CHOICE… — the fuzzer on a module's readers. Jazzer takes JUnit's timeout as the longest time for one input; JUnit itself ends no run
fuzz() {
  local module=$1 seconds=$2 level=4; shift 2
  [ "$seconds" -ge 30 ] || level=1  # a short search is over before the optimizing compiler has saved what it takes
  JAZZER_FUZZ=1 JAZZER_MAX_DURATION=${seconds}s junit "$module" -XX:TieredStopAtLevel=$level -Djazzer.hooks=true '-Djazzer.instrument=dev.slipway.**' \
    -Djunit.jupiter.execution.timeout.default='20 s' -Djunit.jupiter.execution.timeout.mode=disabled -- --details=summary "$@"
}
