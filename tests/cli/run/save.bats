#!/usr/bin/env bats
# Keeping a run in a file: when, where, and what happens where that does not work.

setup() {
  load ../helper
  need_run_files
}

@test "doctor knows that run files work, and whether there is a gnuplot" {
  jq -e '.hdf5.works' <<<"$("$JATO" doctor --json)"
  contains "$("$JATO" doctor)" "run files    work: "
  mkdir empty
  PATH=$PWD/empty run "$JATO" doctor
  contains "$output" "pictures     cannot be made: gnuplot is not installed"
  printf '#!/bin/sh\necho "gnuplot 9.9 patchlevel 9"\n' >empty/gnuplot
  chmod +x empty/gnuplot
  PATH=$PWD/empty run "$JATO" doctor
  contains "$output" "pictures     work: gnuplot 9.9 patchlevel 9"
}

@test "a run that is kept is the same run, says where it is, and the file has its digest" {
  plain=$(quick rosenbrock --seed 3 --json)
  kept=$(quick rosenbrock --seed 3 --json --save run.h5)
  same "$(jq -r .digest <<<"$kept")" "$(jq -r .digest <<<"$plain")"
  same "$(jq -r .saved <<<"$kept")" run.h5
  jq -e 'has("saved") | not' <<<"$plain"
  same "$(digest_of show run.h5)" "$(jq -r .digest <<<"$plain")"
  [ ! -e run.h5.new ]
}

@test "the text says where it is, and its last line still repeats the run" {
  first=$(quick rosenbrock --save run.h5)
  same "$(value_of saved <<<"$first")" run.h5
  same "$(repeat <<<"$first" | value_of digest)" "$(value_of digest <<<"$first")"
}

@test "other programs can read the file" {
  command -v h5dump >/dev/null || skip "no h5dump"
  best=$(quick sphere --seed 3 --json --save run.h5 | jq .best)
  seen=$(h5dump -m %.17g -a /result/best run.h5 | awk '/\(0\):/ { print $2 }')
  jq -ne --arg seen "$seen" --argjson best "$best" '($seen | tonumber) == $best'
}

@test "a file that is there is not written over" {
  quick sphere --seed 1 --save run.h5
  before=$(cksum run.h5)
  complains 2 "run.h5 already exists; add --resume" quick sphere --seed 2 --save run.h5
  same "$(cksum run.h5)" "$before"
  mv run.h5 run.h5.2
  complains 2 "run.h5.2 already exists" quick sphere --seed 2 --save run.h5
}

@test "a missing folder is reported before the run, and so is a folder given as a file" {
  complains 4 "no/such: No such file" "$JATO" minimize sphere --seconds 60 --save no/such/run.h5
  mkdir folder
  complains 4 "folder/run.h5" "$JATO" minimize sphere --seconds 60 --save folder
}

@test "options about saving need something that is saved" {
  for option in '--checkpoint 5s' '--keep-checkpoints 2' '--record-frames 10' --shards --must-save --resume; do
    # shellcheck disable=SC2086 # two words
    complains 2 "--save FILE" quick sphere $option
  done
  complains 2 "--keep-checkpoints 10: must be 9 or less" quick sphere --save run.h5 --keep-checkpoints 10
}

@test "--checkpoint saves on the way, and --keep-checkpoints says how many earlier ones stay" {
  "$JATO" minimize rosenbrock --dim 5 --particles 50 --seconds 600 --seed 1 --no-converge --save run.h5 \
    --checkpoint 50ms --keep-checkpoints 3 3>&- &
  pid=$!
  wait_for_file run.h5.3 $pid
  kill -TERM $pid
  wait $pid || same $? 143
  same "$(echo run.h5*)" "run.h5 run.h5.1 run.h5.2 run.h5.3"
  iterations() { "$JATO" show "$1" --json | jq .iterations; }
  [ "$(iterations run.h5)" -gt "$(iterations run.h5.1)" ]
  [ "$(iterations run.h5.1)" -gt "$(iterations run.h5.2)" ]
  [ "$(iterations run.h5.2)" -gt "$(iterations run.h5.3)" ]
}

# Where files cannot grow beyond 1 KiB: without_room COMMAND...
without_room() { (trap '' XFSZ && ulimit -f 1 && "$@"); }

@test "a run that cannot be saved goes on, says so once, and ends with its result and code 4" {
  run --separate-stderr without_room "$JATO" minimize sphere --dim 3 --particles 20 --seconds 0.5 \
    --seed 1 --save run.h5 --checkpoint 50ms --json
  same "$status" 4
  jq -e '.stop == "time" and .saved == null' <<<"$output"
  # shellcheck disable=SC2154 # set by run
  same "$(grep -c '^jato: note: ' <<<"$stderr")" 1
  contains "$stderr" "jato: the end of the run could not be saved: "
  contains "$stderr" "run.h5"
  [ ! -e run.h5 ]
}

@test "with --must-save it ends there" {
  run --separate-stderr without_room "$JATO" minimize sphere --dim 3 --particles 20 --seconds 3600 \
    --seed 1 --save run.h5 --checkpoint 50ms --must-save --json
  same "$status" 4
  same "$output" ""
  contains "$stderr" "run.h5: the run file cannot be written"
}

@test "a second run on the same file is refused at once, by any name of it, and the first one goes on" {
  mkdir folder
  ln -s folder other
  "$JATO" minimize sphere --dim 5 --particles 50 --seconds 600 --no-converge \
    --save folder/run.h5 --checkpoint 100ms --json >out 3>&- &
  pid=$!
  wait_for_file folder/run.h5 "$pid"
  contains "$(cat folder/run.h5.lock)" "pid $pid on host $(uname -n) since "
  words="run.h5: another run saves to it (pid $pid on host"
  complains 4 "$words" "$JATO" resume other/run.h5 --seconds 60
  contains "$stderr" "wait until it has ended, or save to another file"
  complains 4 "$words" quick sphere --save ./folder/../other/run.h5 --resume --seed "$("$JATO" show \
    folder/run.h5 --json | jq .seed)" --dim 5 --particles 50
  "$JATO" export folder/run.h5 --csv --output rows.csv # a reader is not refused
  "$JATO" resume folder/run.h5 --iterations 1 --save elsewhere.h5
  kill -TERM "$pid"
  wait "$pid" || same $? 143
  same "$(jq -r .digest out)" "$(digest_of show folder/run.h5)"
  [ ! -e folder/run.h5.lock ]
  [ ! -e elsewhere.h5.lock ]
}

@test "what a killed run leaves is in no later run's way" {
  "$JATO" minimize sphere --dim 5 --particles 50 --seconds 60 --save run.h5 >/dev/null 3>&- &
  pid=$!
  wait_for_file run.h5.lock "$pid"
  kill -KILL "$pid"
  code=0
  wait "$pid" || code=$?
  same "$code" 137
  [ -e run.h5.lock ]
  quick sphere --save run.h5
  [ ! -e run.h5.lock ]
}

@test "a file by the name of the lock is left alone" {
  echo "my notes" >run.h5.lock
  complains 4 "run.h5.lock, which would keep other runs from it, is something else" \
    quick sphere --save run.h5
  same "$(cat run.h5.lock)" "my notes"
}

# A run that is killed before its first checkpoint, which comes after a second; a machine that is too busy for twelve
# evaluations in that time gets more tries: killed_early FILE [OPTIONS].
killed_early() {
  local pid code _
  for _ in {1..50}; do
    rm -f "$1"* starts
    "$JATO" "${slow[@]}" --save "$@" >/dev/null 2>&1 3>&- &
    pid=$! code=0
    wait_for_lines starts 12 $pid
    kill -KILL $pid
    wait $pid || code=$?
    same "$code" 137
    if [ ! -e "$1" ]; then return; fi
  done
  echo "$1 was there each time"
  return 1
}

# A program that takes a while, and notes each start of it.
slow_program() {
  need_programs
  cat >slow.sh <<'TEXT'
#!/bin/sh
echo "$1" >>starts
sleep 0.02
echo "$1"
TEXT
  chmod +x slow.sh
  slow=(minimize --command './slow.sh {x}' --var x=0:1 --particles 8 --iterations 5 --algorithm pso
    --quiet --json)
}

@test "a journal whose run was killed before its first checkpoint is taken up by --resume, seed and all" {
  slow_program
  killed_early run.h5 --seed 9
  before=$(cksum run.h5.journal)
  kept=$(($(stat -c %s run.h5.journal) / 72)) # a row has 72 bytes here, and the header fewer
  complains 4 "run.h5.journal has " "$JATO" "${slow[@]}" --save run.h5 --seed 9
  contains "$stderr" "--resume"
  complains 4 "run.h5.journal has evaluations of it: begin the run again with the same command and --resume" \
    "$JATO" resume run.h5
  complains 4 "evaluations of another run (seed 9)" "$JATO" "${slow[@]}" --save run.h5 --seed 8 --resume
  same "$(cksum run.h5.journal)" "$before"
  began=$(wc -l <starts)
  resumed=$("$JATO" "${slow[@]}" --save run.h5 --resume 2>words)
  contains "$(cat words)" "evaluations of this run, which had no checkpoint; they are not made again"
  same "$(jq .seed <<<"$resumed")" 9
  [ "$(jq .reused <<<"$resumed")" -ge 10 ]
  same "$(jq .reused <<<"$resumed")" "$kept"
  same "$(($(wc -l <starts) - began))" $((48 - kept))
  same "$(jq -r .digest <<<"$resumed")" "$("$JATO" "${slow[@]}" --seed 9 | jq -r .digest)"
  "$JATO" verify run.h5 --quiet
}

@test "a study that was killed before its first checkpoint is taken up by --resume" {
  slow_program
  cat >study.yaml <<'TEXT'
variables: {x: {range: [0, 1]}}
objective: {command: "./slow.sh {x}"}
algorithm: pso
particles: 8
limits: {iterations: 5}
TEXT
  whole=$(digest_of run study.yaml)
  rm starts
  slow=(run study.yaml --quiet --json)
  killed_early run.h5
  complains 4 "run.h5.journal has " "$JATO" run study.yaml --save run.h5
  resumed=$("$JATO" run study.yaml --save run.h5 --resume --json 2>/dev/null)
  same "$(jq -r .digest <<<"$resumed")" "$whole"
  [ "$(jq .reused <<<"$resumed")" -ge 10 ]
}

@test "a stranger's file by a name that a run would take stays, and the run says which it is" {
  need_programs
  program=(minimize --command 'echo {a}' --var a=0:1 --particles 4 --iterations 3 --seed 1)
  for text in "my notes" "pid" "jato evil"; do
    echo "$text" >res.journal
    for resume in '' --resume; do
      # shellcheck disable=SC2086 # one word or none
      complains 4 "res.journal, where the evaluations of the run would be kept, is something else" \
        "$JATO" "${program[@]}" --save res $resume
      same "$(cat res.journal)" "$text"
    done
  done
  rm res.journal
  echo "my notes" >res.new
  complains 2 "res.new already exists" quick sphere --save res
  complains 4 "res.new: it neither begins nor ends as a run file does" quick sphere --save res --resume
  same "$(cat res.new)" "my notes"
  rm res.new
  first=$("$JATO" "${program[@]}" --save res --json)
  echo "my notes" >res.new
  complains 4 "res.new is no file of this run; move it away" "$JATO" resume res --iterations 9
  same "$(cat res.new)" "my notes"
  rm res.new
  echo "my notes" >res.1
  complains 4 "res.1 is no file of this run; move it away" "$JATO" resume res --iterations 9
  same "$(cat res.1)" "my notes"
  same "$(digest_of show res)" "$(jq -r .digest <<<"$first")"
  "$JATO" resume res --iterations 9 --save other
}

@test "an empty file by the name of the lock is somebody's: it stays" {
  : >run.h5.lock
  quick sphere --save run.h5
  [ -e run.h5.lock ]
  [ ! -s run.h5.lock ]
}
