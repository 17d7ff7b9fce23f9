# What the tests of the program share. JATO names the program; CTest sets it.
# shellcheck shell=bash
bats_require_minimum_version 1.5.0

JATO=${JATO:-$(dirname "${BASH_SOURCE[0]}")/../../build/dev/jato}
export JATO

# What is compiled stays among the files of this test run, and no user's cache is touched.
export XDG_CACHE_HOME=$BATS_RUN_TMPDIR/cache
export XDG_CONFIG_HOME=$BATS_RUN_TMPDIR/config

# Drivers of OpenCL devices are C++ and leave some memory behind; jato is C, and what it leaves behind
# is still reported by a build that looks for it.
echo 'leak:libstdc++' >"$BATS_RUN_TMPDIR/leaks"
export LSAN_OPTIONS="suppressions=$BATS_RUN_TMPDIR/leaks:print_suppressions=0"

# A run that takes no time: quick SUBJECT [OPTIONS], as in quick sphere --seed 2.
quick() {
  "$JATO" minimize "$1" --dim 3 --particles 20 --iterations 10 "${@:2}"
}

# The value behind a name in the text that a run prints: value_of digest <text
value_of() {
  awk -v name="$1" '$1 == name { print $2 }'
}

# jq 1.6 takes no input at all for true; with -e, nothing to look at is a failure here.
jq() {
  local said
  case $1 in
    -e | -es | -se | -ne)
      said=$(command jq "$@") || {
        printf '%s\n' "$said"
        return 1
      }
      [ -n "$said" ] && printf '%s\n' "$said"
      ;;
    *) command jq "$@" ;;
  esac
}

# Fails, with both sides, unless $1 contains $2.
contains() {
  case $1 in
    *"$2"*) ;;
    *)
      printf 'expected to find: %s\nin: %s\n' "$2" "$1"
      return 1
      ;;
  esac
}

# Fails unless the two are the same text.
same() {
  if [ "$1" != "$2" ]; then
    printf 'one:   %s\nother: %s\n' "$1" "$2"
    return 1
  fi
}

# Fails, with both sides, if the two are the same text.
differ() {
  if [ "$1" = "$2" ]; then
    printf 'both: %s\n' "$1"
    return 1
  fi
}

# complains CODE TEXT COMMAND...: exits with CODE, prints "jato: ..." with TEXT, and nothing on stdout.
# shellcheck disable=SC2154 # run sets them
complains() {
  run --separate-stderr "${@:3}"
  same "$status" "$1"
  same "$output" ""
  contains "$stderr" "jato: "
  contains "$stderr" "$2"
}

# ---- Programs that are stopped on their way. How long it takes until they are there depends on the machine, so what is
# waited for is what they have done.

# Until a file is there, and not empty; fails if the process ends before: wait_for_file FILE PID.
wait_for_file() {
  until [ -s "$1" ]; do
    kill -0 "$2" || return
    sleep 0.01
  done
}

# Until a file has so many lines; fails if the process ends before: wait_for_lines FILE COUNT PID.
wait_for_lines() {
  until [ -e "$1" ] && [ "$(wc -l <"$1")" -ge "$2" ]; do
    kill -0 "$3" || return
    sleep 0.01
  done
}

# Until a process has had so many more hundredths of a second of a processor; fails if it ends before: worked PID 10.
worked() {
  local stat end=''
  while read -ra stat <"/proc/$1/stat" && [ "${stat[2]}" != Z ]; do
    : "${end:=$((stat[13] + stat[14] + $2))}"
    if [ $((stat[13] + stat[14])) -ge "$end" ]; then return; fi
    sleep 0.01
  done
  return 1
}

# Until a process catches a signal: catches PID TERM.
catches() {
  local bit mask=''
  bit=$(($(kill -l "$2") - 1))
  until [ $((0x${mask:-0} >> bit & 1)) = 1 ]; do
    sleep 0.01
    mask=$(awk '$1 == "SigCgt:" { print $2 }' "/proc/$1/status")
    [ -n "$mask" ] || return
  done
}

# Runs a program and sends it a signal once it is at work: signalled TERM jato ... Its output and code are its own.
signalled() {
  env --default-signal=INT "${@:2}" 3>&- & # the shell has it ignored in the background
  local pid=$!
  catches $pid "$1"
  worked $pid 5
  kill -s "$1" $pid
  wait $pid
}

# Skips the test where this build has no run files; goes into the test's own folder otherwise.
need_run_files() {
  local code=0
  "$JATO" show /no/such/file 2>/dev/null || code=$?
  if [ "$code" = 3 ]; then skip "this build has no HDF5"; fi
  cd "$BATS_TEST_TMPDIR" || return
}

# Skips the test where this build cannot start programs.
need_programs() {
  local code=0
  "$JATO" minimize --command 'echo {a}' --var a=0:1 --particles 2 --evaluations 2 >/dev/null 2>&1 || code=$?
  if [ "$code" = 3 ]; then skip "this build starts no programs"; fi
}

# The digest that a command prints with --json, or that a run file has: digest_of show run.h5
digest_of() {
  "$JATO" "$@" --json | jq -r .digest
}

# Runs the command of the last line of a result again, with the program under test.
repeat() {
  local line
  line=$(tail -n 1)
  contains "$line" "repeat       jato " || return
  line=${line#repeat       }
  # shellcheck disable=SC2317 # the line calls it
  jato() { "$JATO" "$@"; }
  eval "$line"
}

# cpu:level=... for every level that this machine runs.
levels() {
  local level
  for level in generic v2 v3 v4; do
    if quick sphere --device "cpu:level=$level" >/dev/null 2>&1; then echo "cpu:level=$level"; fi
  done
}

# Skips the test where this build reads no studies.
need_studies() {
  local code=0
  need_programs
  printf 'objective: {problem: sphere}\n' >"$BATS_TEST_TMPDIR/probe.yaml"
  "$JATO" run "$BATS_TEST_TMPDIR/probe.yaml" --iterations 1 >/dev/null 2>&1 || code=$?
  if [ "$code" = 3 ]; then skip "this build reads no studies"; fi
}

# Skips the test where this build reads no lines of JSON.
need_json() {
  if [ "$(echo '{"op":"best"}' | "$JATO" serve 2>/dev/null | wc -l)" = 0 ]; then
    skip "this build reads no JSON"
  fi
}
