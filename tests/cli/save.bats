#!/usr/bin/env bats
# Keeping a run in a file: when, where, and what happens where that does not work.

setup() {
  load helper
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

@test "a folder that is not there is told of before the run, and so is a folder for a file" {
  complains 4 "no/such: No such file" "$JATO" minimize sphere --seconds 60 --save no/such/run.h5
  mkdir folder
  complains 4 "folder/run.h5" "$JATO" minimize sphere --seconds 60 --save folder
}

@test "options about saving need something that is saved" {
  for option in '--checkpoint 5s' '--keep 2' '--frames 10' --shards --must-save --resume; do
    # shellcheck disable=SC2086 # two words
    complains 2 "--save FILE" quick sphere $option
  done
  complains 2 "--keep 10: must be 9 or less" quick sphere --save run.h5 --keep 10
}

@test "--checkpoint saves on the way, and --keep says how many earlier ones stay" {
  "$JATO" minimize rosenbrock --dim 5 --particles 50 --seconds 1 --seed 1 --no-converge --save run.h5 \
    --checkpoint 50ms --keep 3
  same "$(echo run.h5*)" "run.h5 run.h5.1 run.h5.2 run.h5.3"
  iterations() { "$JATO" show "$1" --json | jq .iterations; }
  [ "$(iterations run.h5)" -gt "$(iterations run.h5.1)" ]
  [ "$(iterations run.h5.1)" -gt "$(iterations run.h5.2)" ]
  [ "$(iterations run.h5.2)" -gt "$(iterations run.h5.3)" ]
}

# Where files cannot grow beyond 1 KiB: without_room COMMAND...
without_room() { (trap '' XFSZ && ulimit -f 1 && "$@"); }

@test "a run that cannot be saved goes on, is told of once, and ends with its result and code 4" {
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
  run --separate-stderr without_room "$JATO" minimize sphere --dim 3 --particles 20 --seconds 20 \
    --seed 1 --save run.h5 --checkpoint 50ms --must-save --json
  same "$status" 4
  jq -e '.seconds < 10 and .saved == null' <<<"$output"
  contains "$stderr" "run.h5"
}

@test "a second run on the same file is refused at once, by any name of it, and the first one goes on" {
  mkdir folder
  ln -s folder other
  "$JATO" minimize sphere --dim 5 --particles 50 --seconds 4 --save folder/run.h5 --checkpoint 100ms \
    --json >out 3>&- &
  pid=$!
  for _ in $(seq 100); do
    if [ -e folder/run.h5 ]; then break; fi
    sleep 0.02
  done
  contains "$(cat folder/run.h5.lock)" "pid $pid on host $(uname -n) since "
  words="run.h5: another run saves to it (pid $pid on host"
  complains 4 "$words" "$JATO" resume other/run.h5 --seconds 60
  contains "$stderr" "wait until it has ended, or save to another file"
  complains 4 "$words" quick sphere --save ./folder/../other/run.h5 --resume --seed "$("$JATO" show \
    folder/run.h5 --json | jq .seed)" --dim 5 --particles 50
  "$JATO" export folder/run.h5 --csv --output rows.csv # who only reads is not refused
  "$JATO" resume folder/run.h5 --iterations 1 --save elsewhere.h5
  kill -0 "$pid"
  wait "$pid"
  same "$(jq -r .digest out)" "$(digest_of show folder/run.h5)"
  [ ! -e folder/run.h5.lock ]
  [ ! -e elsewhere.h5.lock ]
}

@test "what a killed run leaves is in nobody's way" {
  "$JATO" minimize sphere --dim 5 --particles 50 --seconds 60 --save run.h5 >/dev/null 3>&- &
  pid=$!
  for _ in $(seq 100); do
    if [ -s run.h5.lock ]; then break; fi
    sleep 0.02
  done
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
