#!/usr/bin/env bats
# What programs may use and reach: limits of the system, rights, descriptors, the sandbox.

setup() {
  load ../helper
  cd "$BATS_TEST_TMPDIR" || return 1
  need_programs
  once=(--var n=1:9:int --particles 2 --iterations 1 --workers 1 --seed 1 --quiet --json)
}

# words SHELL-LINE OPTIONS...: what a line that ends with status 1 says on standard error.
words() {
  "$JATO" minimize --shell "{ $1; } >&2; exit 1; : {n}" "${once[@]}" "${@:2}" 2>/dev/null |
    jq -r '.messages[0].text'
}

# The same line, which gives {n} unless it says something.
best() {
  "$JATO" minimize --shell "$1" "${once[@]}" "${@:2}" | jq '.best'
}

need_sandbox() {
  if ! bwrap --unshare-all --ro-bind / / --dev /dev --proc /proc -- true 2>/dev/null; then
    complains 1 "the kernel refuses the sandbox: bwrap" "$JATO" minimize --command 'echo {n}' --sandbox \
      "${once[@]}"
    skip "the kernel refuses the sandbox here"
  fi
}

@test "limits reach the program, and every process of it" {
  same "$(words 'ulimit -v; ulimit -t; sh -c "ulimit -f"' --memory 2Gi --cpu-time 2.5 --file-size 1Mi)" \
    "exit status 1: 2097152 3 2048"
  same "$(words 'ulimit -v; ulimit -t; ulimit -f')" \
    "exit status 1: $(ulimit -v) $(ulimit -t) $(ulimit -f)"
}

@test "a program over its limit fails, and only that" {
  contains "$(words 'while :; do :; done' --cpu-time 1)" "signal 24 (SIGXCPU, CPU time limit)"
  contains "$(words 'exec head -c 100000 /dev/zero >big' --file-size 10k --scratch work)" \
    "signal 25 (SIGXFSZ, file size limit)"
  contains "$(words 'exec python3 -c "bytearray(1000000000)"' --memory 500M)" "MemoryError"
  differ "$(best 'python3 -c "bytearray(70000000)" && echo {n}' --memory 500M)" null
}

@test "programs cannot gain rights, unless they may" {
  same "$(words 'grep NoNewPrivs /proc/self/status')" "exit status 1: NoNewPrivs: 1"
  same "$(words 'grep NoNewPrivs /proc/self/status' --setuid)" "exit status 1: NoNewPrivs: 0"
}

@test "no descriptor of jato's, or of its parent, reaches a program" {
  exec 7</dev/null 8>other
  for with in "" --sandbox; do
    if [ -n "$with" ]; then need_sandbox; fi
    # The last one is that of the listing itself, the first that is free.
    same "$("$JATO" minimize --command 'python3 -c "import os, sys; sys.exit(str(sorted(map(int, os.listdir(\"/proc/self/fd\")))))" {n}' \
      --scratch work --save run.h5 "${once[@]}" $with 2>/dev/null | jq -r '.messages[0].text')" \
      "exit status 1: [0, 1, 2, 3]"
    rm -f run.h5*
  done
  exec 7<&- 8>&-
}

@test "a persistent worker has no limit of processor time" {
  complains 2 "limit each by timeout" "$JATO" minimize --command ./worker --persistent --cpu-time 5 "${once[@]}"
}

@test "settings of programs are refused without a program, and with an object called here" {
  for option in '--memory 1G' '--cpu-time 5' '--file-size 1M' --sandbox --setuid; do
    # shellcheck disable=SC2086 # an option and its value
    complains 2 "${option%% *} works only with a program" "$JATO" minimize sphere --dim 2 $option
  done
  complains 2 "add --isolate" "$JATO" minimize --object ./none.so --var a=0:1 --sandbox
}

@test "a study has them, the run file keeps them, and the repeating command tells them" {
  need_studies
  cat >study.yaml <<'TEXT'
variables: {n: {range: [1, 9], kind: integer}}
objective: {shell: "ulimit -v >&2; ulimit -t >&2; exit 1; : {n}"}
programs: {memory: 1Gi, cpu: 7s, file_size: 2Mi, setuid: true}
particles: 2
limits: {iterations: 1}
save: {file: run.h5}
TEXT
  contains "$("$JATO" run study.yaml --json 2>/dev/null | jq -r '.messages[0].text')" "1048576 7"
  if [ -f run.h5 ]; then
    "$JATO" show run.h5 --json | jq -e '.settings | .memory == 1073741824 and .cpu_time == 7 and
      .file_size == 2097152 and .setuid == true and .sandbox == false'
  fi
  text=$("$JATO" minimize --command 'echo {n}' "${once[@]:0:10}" --memory 1Gi --cpu-time 7 --file-size 2Mi --setuid)
  contains "$text" "--memory 1073741824 --cpu-time 7 --file-size 2097152 --setuid"
}

@test "in the sandbox nothing but the evaluation's own folder can be written" {
  need_sandbox
  echo mine >precious
  line="(echo x >$PWD/precious; echo x >$PWD/new; echo x >/tmp/jato-new-\$\$; rm -f $PWD/precious) 2>/dev/null
    echo {n} >own; echo x >\$TMPDIR/more && cat own"
  differ "$(best "$line" --sandbox --scratch work)" null
  same "$(cat precious)" mine
  [ ! -e new ] && [ ! -e work ]
  contains "$(words 'echo x >own' --sandbox)" "Read-only file system"
}

@test "in the sandbox the key that signs cannot be read, in whatever way a program is run" {
  need_sandbox
  export XDG_CONFIG_HOME=$PWD/config
  key=$XDG_CONFIG_HOME/jato/key
  line="od -An -tx1 $key >/dev/null && echo {n}" # which gives a value where it can
  differ "$(best "$line")" null
  contains "$(words "$line" --sandbox)" "No such file"
  contains "$(words "echo x >$key" --sandbox)" "Read-only file system"
  "$JATO" minimize --shell "$line || echo 1e9" "${once[@]}" --sandbox --save run.h5 | jq -e '.best == 1e9'
  "$JATO" verify run.h5
  "$JATO" minimize --shell "$line || echo 1e9" "${once[@]:0:8}" --quiet --json --sandbox --seeds 1..2 |
    jq -e '[.runs[].best] == [1e9, 1e9]'
  touch "$XDG_CONFIG_HOME/jato/other" # which is not hidden with it
  contains "$(words "$line" --sandbox)" "Permission denied"
  same "$(words "ls $XDG_CONFIG_HOME/jato" --sandbox)" "exit status 1: key other"
  need_studies
  cat >study.yaml <<TEXT
variables: {n: {range: [1, 9], kind: integer}}
objective: {shell: "$line"}
programs: {sandbox: true}
TEXT
  contains "$("$JATO" check study.yaml 2>&1 || true)" "Permission denied"
}

@test "in the sandbox there is no network, and no process but its own" {
  need_sandbox
  same "$(words 'sed 1,2d /proc/net/dev | cut -d: -f1' --sandbox)" "exit status 1: lo"
  contains "$(words 'ls -d /proc/[0-9]* | wc -l; kill -0 '$$ --sandbox)" "No such process"
  python3 - "$JATO" <<'TEXT'
import json, socket, subprocess, sys
server = socket.create_server(("127.0.0.1", 0))
line = f"python3 -c 'import socket; socket.create_connection((\"127.0.0.1\", {server.getsockname()[1]}))' && echo {{n}}"
ask = [sys.argv[1], "minimize", "--shell", line, "--var", "n=1:9:int", "--particles", "2", "--iterations", "1",
       "--quiet", "--json"]
def best(*more):
    return json.loads(subprocess.run([*ask, *more], capture_output=True, text=True, check=False).stdout)["best"]
assert best() is not None, "the line cannot connect even outside"
assert best("--sandbox") is None
TEXT
}

@test "a sandboxed program that hangs ends in time, with all it started" {
  need_sandbox
  line="sleep 1000.$$ & setsid sleep 1000.$$ & wait; : {n}"
  "$JATO" minimize --shell "$line" "${once[@]}" --sandbox --timeout 300ms --json 2>/dev/null |
    jq -e '.failures.timeout == .evaluations'
  left=10
  while [ $left -gt 0 ] && pgrep -f "sleep 1000.$$" >/dev/null; do
    left=$((left - 1))
    sleep 0.2
  done
  [ $left -gt 0 ]
}

@test "a sandbox that cannot be is refused in words, before anything runs" {
  complains 1 "there is no bwrap in PATH; install the package bubblewrap" \
    env PATH=/nonexistent "$JATO" minimize --command '/bin/echo {n}' --sandbox "${once[@]}"
  printf '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n' >bwrap
  chmod +x bwrap
  complains 1 "the kernel refuses the sandbox: bwrap: No permissions to create new namespace" \
    env PATH="$PWD:$PATH" "$JATO" minimize --shell 'touch ran; echo {n}' --sandbox "${once[@]}"
  [ ! -e ran ]
}
