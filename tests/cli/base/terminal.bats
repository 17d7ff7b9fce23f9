#!/usr/bin/env bats
# Progress on a terminal, silence in a pipe, the end by Ctrl-C, and output that cannot be written.

setup() { load ../helper; }

long_run=(minimize rosenbrock --dim 5 --particles 50 --seed 1 --no-converge)

@test "in a pipe standard error stays empty" {
  run --separate-stderr "$JATO" "${long_run[@]}" --seconds 0.5
  same "$status" 0
  # shellcheck disable=SC2154 # set by run
  same "$stderr" ""
}

@test "on a terminal a bar is drawn, at most ten times a second, and erased" {
  expect "$BATS_TEST_DIRNAME/../terminal.exp" "$JATO" "${long_run[@]}" --seconds 1 >"$BATS_TEST_TMPDIR/seen"
  seen=$(<"$BATS_TEST_TMPDIR/seen")
  contains "$seen" "[#"
  contains "$seen" " evals/s  best "
  contains "$seen" "  diversity "
  contains "$seen" " left"
  bars=$(tr '\r' '\n' <"$BATS_TEST_TMPDIR/seen" | grep -c '^\[[#.]*\] ')
  [ "$bars" -ge 3 ] && [ "$bars" -le 11 ]
  # The erasing comes before the result.
  contains "$seen" $'left\e[K\r\e[Kbest '
}

@test "evaluations that are slow are counted one by one, and the line says what it counts" {
  need_programs
  expect "$BATS_TEST_DIRNAME/../terminal.exp" "$JATO" minimize --shell 'sleep 0.05; echo {a}' \
    --var a=0:1 --evaluations 20 --particles 10 --algorithm pso --seed 1 >"$BATS_TEST_TMPDIR/seen"
  seen=$(tr '\r' '\n' <"$BATS_TEST_TMPDIR/seen")
  contains "$seen" "/20 evaluations  "
  [[ $seen != *"best inf"* ]]
  # The bar moves within the first generation.
  grep -E '^\[#+\.+\] [2-9]/20 evaluations' <<<"$seen"
  contains "$seen" " ms per evaluation)"
}

@test "evaluations that are quick are counted by iterations" {
  expect "$BATS_TEST_DIRNAME/../terminal.exp" "$JATO" "${long_run[@]}" --seconds 0.5 >"$BATS_TEST_TMPDIR/seen"
  contains "$(<"$BATS_TEST_TMPDIR/seen")" " iterations  "
  grep -E ' [nu]s per evaluation\)' "$BATS_TEST_TMPDIR/seen" # us where the machine or the build is slow
}

@test "on a terminal -q draws nothing" {
  expect "$BATS_TEST_DIRNAME/../terminal.exp" "$JATO" "${long_run[@]}" --seconds 0.5 -q \
    >"$BATS_TEST_TMPDIR/seen"
  seen=$(<"$BATS_TEST_TMPDIR/seen")
  contains "$seen" "best "
  [[ $seen != *$'\e'* ]]
}

@test "Ctrl-C on a terminal ends the run with the best so far" {
  run expect "$BATS_TEST_DIRNAME/../interrupt.exp" "$JATO" "${long_run[@]}" --seconds 60
  same "$status" 130
  contains "$output" "interrupted"
  contains "$output" "digest "
}

@test "Ctrl-C on a terminal ends a comparison with the runs that are done" {
  run expect "$BATS_TEST_DIRNAME/../interrupt.exp" "$JATO" compare rastrigin --dim 5 -a pso -a shade \
    --evaluations 100k --seeds 1000
  same "$status" 130
  contains "$output" "of 2000 runs"
  contains "$output" "of 2000 runs are done"
  contains "$output" "with --save FOLDER it could be resumed"
}

@test "SIGINT, SIGTERM, SIGHUP, SIGUSR1 and SIGUSR2 end the run with its json and a code of their own, and it can be repeated" {
  for signal in INT TERM HUP USR1 USR2; do
    run signalled "$signal" "$JATO" "${long_run[@]}" --seconds 60 --json
    same "$status" $((128 + $(kill -l "$signal")))
    jq -e '.stop == "interrupted" and .seconds < 30 and .iterations > 0' <<<"$output"
  done
  evaluations=$(jq .evaluations <<<"$output")
  again=$("$JATO" "${long_run[@]}" --evaluations "$evaluations" --json)
  same "$(jq -r .digest <<<"$output")" "$(jq -r .digest <<<"$again")"
}

@test "several seeds and a simulation that a signal cuts short say so by their code" {
  for command in "minimize rosenbrock --dim 5 --seeds 1..3 --seconds 60" \
    "simulate elementary:rule=30 --iterations 100M"; do
    # shellcheck disable=SC2086 # several words
    run signalled TERM "$JATO" $command
    same "$status" 143
    contains "$output" "digest "
  done
}

# Without --foreground, timeout signals its child, and then the group that the child is in.
@test "the two signals of timeout end a run with its result and its file" {
  need_run_files
  run timeout --preserve-status 0.5 "$JATO" "${long_run[@]}" --seconds 60 --save "$BATS_TEST_TMPDIR/run.h5"
  same "$status" 143
  contains "$output" "digest "
  [ -s "$BATS_TEST_TMPDIR/run.h5" ]
}

@test "a second signal kills at once" {
  # The result is longer than a pipe holds and nothing reads it, so the program is still there.
  mkfifo "$BATS_TEST_TMPDIR/pipe"
  exec 4<>"$BATS_TEST_TMPDIR/pipe"
  "$JATO" minimize sphere --dim 8000 --particles 10 --seconds 60 --json >&4 3>&- &
  pid=$!
  catches "$pid" TERM
  worked "$pid" 5
  kill -TERM "$pid"
  sleep 1
  kill -TERM "$pid" # fails, and the test with it, if the first one killed
  (sleep 5 && kill -KILL "$pid") >/dev/null 2>&1 3>&- & # leaves nothing behind if it was caught
  guard=$!
  code=0
  wait "$pid" || code=$?
  kill "$guard"
  exec 4>&-
  same "$code" 143
}

@test "a full disk is reported, with code 4" {
  for command in "minimize sphere --iterations 2" "list --json" doctor --help --version; do
    # shellcheck disable=SC2086 # several words
    run bash -c '"$0" "$@" >/dev/full' "$JATO" $command
    same "$status" 4
    contains "$output" "jato: standard output could not be written: No space left on device"
  done
}

@test "a closed standard output is reported, with code 4" {
  run bash -c '"$0" minimize sphere --iterations 2 >&-' "$JATO"
  same "$status" 4
  contains "$output" "jato: standard output could not be written"
}
