#!/usr/bin/env bats
# Programs that fail: counted, reported, never the best, never the end unless asked for.

setup() {
  load ../helper
  need_programs
  cd "$BATS_TEST_TMPDIR" || return
  # Each whole number fails in a way of its own; the least true value is 5.
  cat >faulty <<'TEXT'
#!/bin/sh
case $1 in
  1) echo nan ;;
  2) echo "no convergence" >&2; exit 3 ;;
  3) kill -SEGV $$ ;;
  4) echo garbage ;;
  *) echo "$1" ;;
esac
TEXT
  chmod +x faulty
}

faulty=(minimize --command './faulty {n}' --var n=1:9:int --particles 40 --iterations 3 --seed 1)

@test "counted by kind; the best is a true value" {
  json=$("$JATO" "${faulty[@]}" --json)
  jq -e '.best == 5 and .values.n == 5 and .evaluations == 160' <<<"$json"
  jq -e '.failures | .exit > 0 and .signal > 0 and .output > 0 and .nonfinite > 0' <<<"$json"
  jq -e '.nonfinite == .failures.nonfinite and .attempts == .evaluations' <<<"$json"
  jq -e '.messages | length == 8 and all(.text != "")' <<<"$json"
  text=$("$JATO" "${faulty[@]}")
  contains "$text" "failed       "
  contains "$text" " of 160: "
  contains "$text" " exit"
  contains "$text" "; last: "
}

# U+009B, and the byte 9B: each begins a sequence as ESC [ does.
@test "no control character that a program prints reaches the terminal" {
  printf '#!/bin/sh\nprintf "caf\\303\\251 \\302\\2332J \\2332J \\033[2J\\n" >&2\nexit 3\n' >faulty
  run "$JATO" "${faulty[@]}"
  contains "$output" $'caf\u00e9 '
  [ "$(LC_ALL=C tr -d '\n\t -~' <<<"$output" | LC_ALL=C sed $'s/\xc3\xa9//g')" = "" ]
  run --separate-stderr "$JATO" "${faulty[@]}" --on-failure stop
  same "$status" 1
  # shellcheck disable=SC2154 # set by run
  contains "$stderr" $'caf\u00e9 '
  [ "$(LC_ALL=C tr -d '\n\t -~' <<<"$stderr" | LC_ALL=C sed $'s/\xc3\xa9//g')" = "" ]
  json=$("$JATO" "${faulty[@]}" --json) || same "$?" 1
  jq -e '.messages[0].text | contains("caf\u00e9") and (test("[\u0080-\u009f]") | not)' <<<"$json"
}

@test "what the program said is in the messages" {
  json=$("$JATO" minimize --command './faulty {n} {a}' --var n=2 --var a=0:1 --particles 4 --evaluations 4 --json)
  jq -e '.messages[0].text | contains("no convergence") and contains("3")' <<<"$json"
}

@test "no value at all: said, and nothing is called the best place" {
  run --separate-stderr "$JATO" minimize --command './faulty {n} {a}' --var n=2 --var a=0:1 --particles 4 --evaluations 4
  same "$status" 0
  contains "$output" "failed       4 of 4: 4 exit"
  # shellcheck disable=SC2154 # set by run
  contains "$stderr" "note: no evaluation gave a value; the last one: "
  case $output in *values*) return 1 ;; esac
}

@test "1,5 is neither 1 nor 5: said, with what to write" {
  run --separate-stderr "$JATO" minimize --command 'echo loss 1,5 {a}x' --var a=0:1 --on-failure stop
  same "$status" 1
  contains "$stderr" "1,5 is not a number (write a decimal point, and blanks between numbers) in the output"
}

@test "tried again, as often as asked for" {
  cat >second <<'TEXT'
#!/bin/sh
mkdir "tried-$1" 2>/dev/null && exit 1
echo "$1"
TEXT
  chmod +x second
  run "$JATO" minimize --command './second {id} {a}' --var a=0:1 --particles 6 --evaluations 6 --retries 2
  same "$status" 0
  contains "$output" "retried      6 times"
  case $output in *failed*) return 1 ;; esac
}

@test "--on-failure stop: exit code 1, with the failure" {
  run --separate-stderr "$JATO" "${faulty[@]}" --on-failure stop
  same "$status" 1
  contains "$output" "stopped by   failure"
  contains "$stderr" "stopped by a failed evaluation: "
}

@test "where everything fails the run ends, with the last words and exit code 1" {
  for workers in 1 3; do
    run --separate-stderr "$JATO" minimize --command 'sh -c "echo no licence >&2; exit 3" {a}' --var a=0:1 \
      --workers "$workers" --seed 1
    same "$status" 1
    contains "$output" "stopped by   failure: 50 evaluations in a row failed"
    contains "$stderr" "stopped, since 50 evaluations in a row failed; fix the objective, or allow more with --failures-in-row N"
    contains "$stderr" "exit status 3: no licence"
  done
  run --separate-stderr "$JATO" minimize --command 'false {a}' --var a=0:1 --particles 20
  same "$status" 1
  contains "$stderr" "all 20 evaluations of the first generation failed"
  run --separate-stderr "$JATO" minimize --command 'false {a}' --var a=0:1 --failures-in-row 70 --json
  same "$status" 1
  jq -e '.evaluations == 70 and .stop == "failure"' <<<"$output"
}

@test "where no value is ever finite the run ends, too; one that is finite now and then goes on" {
  for workers in 1 3; do
    run --separate-stderr "$JATO" minimize --command 'sh -c "echo nan" {a}' --var a=0:1 --particles 8 \
      --algorithm pso --workers "$workers" --seed 1 --iterations 40
    same "$status" 1
    contains "$output" "stopped by   failure: none of the first 200 evaluations had a finite value"
    contains "$output" "evaluations  200"
  done
  run --separate-stderr "$JATO" minimize --command 'sh -c "echo nan" {a}' --var a=0:1 --particles 8 --algorithm pso --seed 1 \
    --iterations 20 --failures-in-row 1000 --json
  jq -e '.evaluations == 168 and .stop == "iterations"' <<<"$output"
  run --separate-stderr "$JATO" minimize --shell 'if [ {n} = 3 ]; then echo 1; else echo inf; fi' --var n=1:40:int \
    --particles 60 --algorithm random --seed 1 --iterations 4 --json
  jq -e '.evaluations == 300 and .stop == "iterations"' <<<"$output"
}

@test "--timeout: ended with all it has started" {
  cat >sleeper <<'TEXT'
#!/bin/sh
trap '' TERM
sleep 1000 & setsid sleep 1000 &
echo $! >>pids
wait
sleep 1000
TEXT
  chmod +x sleeper
  SECONDS=0
  json=$("$JATO" minimize --command './sleeper {a}' --var a=0:1 --particles 4 --evaluations 4 --workers 4 --timeout 500ms --json)
  [ "$SECONDS" -lt 60 ]
  jq -e '.failures.timeout == 4' <<<"$json"
  while read -r pid; do ! kill -0 "$pid"; done <pids
}

@test "a program that is not there ends the run at once" {
  run --separate-stderr "$JATO" minimize --command './no-such-program {a}' --var a=0:1
  [ "$status" -ne 0 ]
  contains "$stderr" "no-such-program"
}

# Sends the signal once all three workers are at it.
interrupted_in_an_hour() {
  env --default-signal=INT "$JATO" minimize --command "sleep $hour {a}" --var a=0:1 --workers 3 --save run.h5 --json 3>&- &
  local pid=$!
  until [ "$(pgrep -c -f "^sleep $hour")" -ge 3 ]; do sleep 0.01; done
  SECONDS=0
  kill -s "$signal" $pid
  local code=0
  wait $pid || code=$?
  [ "$SECONDS" -lt 60 ] || code=99
  return "$code"
}

@test "Ctrl-C ends the run, though an evaluation takes an hour, and says how to resume" {
  need_run_files
  hour=3600.$BASHPID
  for signal in INT TERM HUP; do
    rm -f run.h5*
    run --separate-stderr interrupted_in_an_hour
    same "$status" $((128 + $(kill -l "$signal")))
    jq -e '.stop == "interrupted"' <<<"$output"
    contains "$stderr" "jato: interrupted; resume with: jato resume run.h5"
    run pgrep -f "sleep $hour"
    same "$output" ""
  done
}

@test "the live line shows failures" {
  cat >slow <<'TEXT'
#!/bin/sh
sleep 0.1
exit 1
TEXT
  chmod +x slow
  run expect "$BATS_TEST_DIRNAME/../terminal.exp" "$JATO" minimize --command './slow {a}' --var a=0:1 --particles 8 --iterations 2
  contains "$output" " failed"
}
