#!/usr/bin/env bats
# A run that was interrupted and resumed is the run that was not.

setup() {
  load ../helper
  need_run_files
}

run_of=(minimize rosenbrock --dim 4 --particles 30 --seed 5)

@test "resume: the digest is that of the run in one go, whatever algorithm and precision" {
  for kind in "" "--algorithm pso:topology=ring --walls absorb" "--precision float" \
    "--algorithm pso:inertia=linear --iterations 100" "--algorithm random" \
    "--algorithm de" "--algorithm jde"; do
    rm -f run.h5*
    # shellcheck disable=SC2086 # several words
    whole=$(digest_of "${run_of[@]}" --iterations 100 $kind)
    # shellcheck disable=SC2086
    "$JATO" "${run_of[@]}" --iterations 100 $kind --evaluations 1400 --save run.h5
    differ "$(digest_of show run.h5)" "$whole"
    same "$(digest_of resume run.h5 --evaluations 100k)" "$whole"
    same "$(digest_of show run.h5)" "$whole"
  done
}

@test "resume: a schedule follows the limits of the start, and verify knows them" {
  shade=(minimize rosenbrock --dim 4 --seed 5 --algorithm shade)
  whole=$(digest_of "${shade[@]}" --evaluations 3000)
  "$JATO" "${shade[@]}" --evaluations 3000 --target 1 --save run.h5
  differ "$(digest_of show run.h5)" "$whole"
  same "$(digest_of resume run.h5 --target 0)" "$whole"
  "$JATO" resume run.h5 --evaluations 4000
  "$JATO" verify run.h5
  differ "$(digest_of show run.h5)" "$(digest_of "${shade[@]}" --evaluations 4000)"
}

@test "resume: on other devices, too" {
  whole=$(digest_of "${run_of[@]}" --iterations 100)
  for device in $(levels) cpu:threads=2; do
    rm -f run.h5*
    "$JATO" "${run_of[@]}" --iterations 40 --save run.h5
    same "$(digest_of resume run.h5 --iterations 100 --device "$device")" "$whole"
  done
}

@test "minimize --resume: begins, goes on, and takes the seed of the file" {
  whole=$(digest_of "${run_of[@]}" --iterations 100)
  again=(minimize rosenbrock --dim 4 --particles 30 --save run.h5 --resume)
  "$JATO" "${again[@]}" --seed 5 --iterations 40
  same "$("$JATO" show run.h5 --json | jq .iterations)" 40
  same "$(digest_of "${again[@]}" --iterations 100)" "$whole"
}

@test "minimize --resume: what is not given is the file's" {
  "$JATO" minimize sphere --dim 3 --bounds -1:2 --particles 20 --walls clamp --precision float \
    --algorithm pso:topology=ring --iterations 20 --seed 9 --save run.h5
  whole=$(digest_of minimize sphere --dim 3 --bounds -1:2 --particles 20 --walls clamp \
    --precision float --algorithm pso:topology=ring --iterations 50 --seed 9)
  same "$(digest_of minimize sphere --iterations 50 --save run.h5 --resume)" "$whole"
}

@test "minimize --resume: a difference is named, and the file stays" {
  "$JATO" "${run_of[@]}" --iterations 40 --save run.h5
  before=$(cksum run.h5)
  with=(minimize rosenbrock --iterations 100 --save run.h5 --resume)
  complains 2 "run.h5 was made with particles 30, not 40; leave it out, or use another file" \
    "$JATO" "${with[@]}" --particles 40
  complains 2 "run.h5 has 4 dimensions, this problem has 5; use the problem of the file, or save elsewhere" "$JATO" "${with[@]}" --dim 5
  complains 2 "made with seed 5, not 6" "$JATO" "${with[@]}" --seed 6
  complains 2 "made with precision double, not float" "$JATO" "${with[@]}" --precision float
  complains 2 "made with walls reflect, not clamp" "$JATO" "${with[@]}" --walls clamp
  complains 2 "made with algorithm pso:topology=global" "$JATO" "${with[@]}" --algorithm pso:topology=ring
  complains 2 "run.h5 has coordinate 0 from " "$JATO" "${with[@]}" --bounds 0:1
  complains 2 "is a run of rosenbrock, not of sphere" \
    "$JATO" minimize sphere --iterations 100 --save run.h5 --resume
  same "$(cksum run.h5)" "$before"
}

@test "minimize --resume: an algorithm written in another way is the same one" {
  "$JATO" "${run_of[@]}" --iterations 40 --save run.h5
  "$JATO" "${run_of[@]}" --iterations 50 --save run.h5 --resume --algorithm pso:topology=global
}

@test "a run that is at its limit is printed as it is, with the command to go on" {
  "$JATO" "${run_of[@]}" --iterations 40 --save run.h5
  before=$(cksum run.h5)
  run --separate-stderr "$JATO" resume run.h5
  same "$status" 0
  same "$(value_of iterations <<<"$output")" 40
  # shellcheck disable=SC2154 # set by run
  contains "$stderr" "jato resume run.h5 --iterations 80"
  same "$(cksum run.h5)" "$before"
}

@test "signals: the run is saved, says how to resume it, and resumes to the same digest" {
  whole=$(digest_of minimize rosenbrock --dim 20 --particles 200 --iterations 60k --seed 5 --no-converge)
  for signal in INT TERM HUP USR1; do
    rm -f run.h5*
    run --separate-stderr signalled "$signal" \
      "$JATO" minimize rosenbrock --dim 20 --particles 200 --iterations 60k --seed 5 --no-converge --save run.h5 --json
    same "$status" $((128 + $(kill -l "$signal")))
    jq -e '.stop == "interrupted" and .saved == "run.h5"' <<<"$output"
    contains "$stderr" "jato: interrupted; resume with: jato resume run.h5"
    [ ! -e run.h5.lock ]
    same "$(digest_of resume run.h5)" "$whole"
  done
}

@test "a hangup that comes twice, from the shell and from the kernel, ends the run as one does" {
  "$JATO" minimize sphere --dim 20 --particles 100k --seconds 60 --save run.h5 --json >out 2>err 3>&- &
  pid=$!
  catches "$pid" HUP
  worked "$pid" 5
  kill -HUP "$pid"
  kill -HUP "$pid"
  code=0
  wait "$pid" || code=$?
  same "$code" 129
  jq -e '.stop == "interrupted" and .saved == "run.h5"' out
  contains "$(cat err)" "jato: interrupted; resume with: jato resume run.h5"
  [ ! -e run.h5.lock ]
}

@test "with nohup a hangup is ignored" {
  nohup "$JATO" minimize sphere --dim 5 --particles 50 --seconds 1.5 --save run.h5 --json >out 2>err 3>&- &
  pid=$!
  sleep 0.5
  kill -HUP "$pid"
  wait "$pid"
  jq -e '.stop == "time"' out
}

@test "Ctrl-C on a terminal: the message comes after the result" {
  run expect "$BATS_TEST_DIRNAME/../interrupt.exp" "$JATO" minimize rosenbrock --dim 5 --particles 50 --no-converge \
    --seconds 60 --save run.h5
  same "$status" 130
  contains "$output" "saved        run.h5"
  contains "$(tail -n 1 <<<"$output")" "jato: interrupted; resume with: jato resume run.h5"
  same "$("$JATO" show run.h5 --json | jq -r .stop)" interrupted
}

@test "killed in its first seconds, with the usual time between checkpoints: there is a file to resume" {
  need_programs
  slow=(minimize --command 'sh -c "echo {x} >>starts; sleep 0.3; echo {x}"' --var x=0:1 --particles 4
    --iterations 2 --algorithm pso --seed 1)
  whole=$(digest_of "${slow[@]}")
  rm starts
  "$JATO" "${slow[@]}" --save run.h5 >/dev/null 3>&- &
  pid=$!
  wait_for_file run.h5 "$pid"
  kill -KILL "$pid"
  wait "$pid" || true
  same "$(digest_of resume run.h5)" "$whole"
  [ "$(sort starts | uniq -d | wc -l)" -le 1 ] # the one that was under way
}

@test "killed at any time: the last checkpoint is whole, and goes on to the same digest" {
  whole=$(digest_of minimize rosenbrock --dim 20 --particles 200 --iterations 20k --seed 5 --no-converge)
  for after in 10 15 20; do
    rm -f run.h5*
    "$JATO" minimize rosenbrock --dim 20 --particles 200 --iterations 20k --seed 5 --no-converge --save run.h5 \
      --checkpoint 10ms >/dev/null &
    pid=$!
    worked "$pid" "$after" || true # it may have ended
    kill -KILL "$pid" || true
    wait "$pid" || true
    same "$(digest_of minimize rosenbrock --dim 20 --particles 200 --iterations 20k --seed 5 --no-converge \
      --save run.h5 --resume)" "$whole"
  done
}

@test "a first checkpoint that was never finished does not hold a job up" {
  for left in '' 'jato.new' 'jato.new, and some of it'; do
    rm -f run.h5*
    printf '%s' "$left" >run.h5.new
    run --separate-stderr "$JATO" "${run_of[@]}" --iterations 40 --save run.h5 --resume
    same "$status" 0
    contains "$stderr" "note: run.h5.new was never finished; restarting from the beginning"
    [ ! -e run.h5.new ]
  done
}

@test "a damaged file: the checkpoint before it is taken, with a note" {
  "$JATO" "${run_of[@]}" --iterations 40 --save run.h5
  "$JATO" resume run.h5 --iterations 60
  whole=$(digest_of "${run_of[@]}" --iterations 100)
  size=$(stat -c %s run.h5)
  printf 'X' | dd of=run.h5 bs=1 seek=$((size / 2)) conv=notrunc status=none
  truncate -s $((size - 100)) run.h5
  run --separate-stderr "$JATO" resume run.h5 --iterations 100 --json
  same "$status" 0
  contains "$stderr" "jato: note: "
  contains "$stderr" "run.h5.1"
  same "$(jq -r .digest <<<"$output")" "$whole"
}

@test "the last line repeats a run that went on, within its first limit and past it" {
  for kind in constant linear; do
    rm -f run.h5* again.h5*
    "$JATO" "${run_of[@]}" --algorithm "pso:inertia=$kind" --iterations 40 --evaluations 700 --save run.h5
    for limit in 1k 10k; do
      within=$("$JATO" resume run.h5 --evaluations "$limit")
      same "$(repeat <<<"$within" | value_of digest)" "$(value_of digest <<<"$within")"
    done
    past=$("$JATO" resume run.h5 --iterations 90)
    same "$(value_of iterations <<<"$past")" 90
    same "$(repeat <<<"$past" | value_of digest | tail -n 1)" "$(value_of digest <<<"$past")"
  done
}

@test "--save OTHER leaves the file as it is" {
  "$JATO" "${run_of[@]}" --iterations 40 --save run.h5
  before=$(cksum run.h5)
  "$JATO" resume run.h5 --iterations 60 --save other.h5
  same "$(cksum run.h5)" "$before"
  same "$(digest_of show other.h5)" "$(digest_of "${run_of[@]}" --iterations 60)"
  complains 2 "other.h5 already exists" "$JATO" resume run.h5 --iterations 60 --save other.h5
}

@test "a C file is in the run file, and must be the same one" {
  echo 'JATO_OBJECTIVE(x, n) { real s = 0; for (int i = 0; i < n; i++) s += sq(x(i) - data[0]); return s; }' >mine.c
  echo 0.5 >numbers.txt
  mine=(minimize mine.c --dim 3 --bounds -1:1 --data numbers.txt --particles 20 --seed 1)
  whole=$(digest_of "${mine[@]}" --iterations 50)
  "$JATO" "${mine[@]}" --iterations 20 --save run.h5
  cp run.h5 here.h5
  same "$(digest_of minimize mine.c --data numbers.txt --iterations 50 --save run.h5 --resume)" "$whole"
  cp here.h5 run.h5
  echo 0.25 >numbers.txt
  complains 2 "data" "$JATO" "${mine[@]}" --iterations 50 --save run.h5 --resume
  echo 0.5 >numbers.txt
  sed -i 's/s += /s += 2 * /' mine.c
  complains 2 "another version" "$JATO" "${mine[@]}" --iterations 50 --save run.h5 --resume
  rm mine.c numbers.txt
  same "$(digest_of resume run.h5 --iterations 50)" "$whole"
}

@test "frames go on, where the run has some" {
  "$JATO" "${run_of[@]}" --iterations 40 --record-frames 10 --save run.h5
  "$JATO" resume run.h5 --iterations 100
  last=$("$JATO" export run.h5 --what frames --jsonl | jq -s 'map(.iteration) | max')
  [ "$last" -gt 40 ]
}

@test "what is no run file is refused, with code 4" {
  complains 4 "nothing.h5" "$JATO" resume nothing.h5
  echo "not a run" >text.h5
  complains 4 "text.h5" "$JATO" resume text.h5
  complains 2 "resume needs a run file" "$JATO" resume
}

@test "resume --profile: of its own part" {
  "$JATO" "${run_of[@]}" --algorithm pso --iterations 10 --save run.h5
  told=$("$JATO" resume run.h5 --iterations 25 --profile --json)
  same "$(jq '[.kernels[] | select(.name == "move").calls] | add' <<<"$told")" 15
  same "$(jq '[.kernels[] | select(.name == "place").calls] | add // 0' <<<"$told")" 0
  same "$(jq -r .digest <<<"$told")" "$(digest_of "${run_of[@]}" --algorithm pso --iterations 25)"
}
