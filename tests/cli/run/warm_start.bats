#!/usr/bin/env bats
# A run that begins with what earlier ones have found.

setup() {
  load ../helper
  need_run_files
  need_programs
  cat >bowl.sh <<'TEXT'
#!/bin/sh
echo "$1 $2" >>starts
awk "BEGIN { printf \"%.17g\n\", ($1 - 0.3) ^ 2 + ($2 - 2) ^ 2 }"
TEXT
  chmod +x bowl.sh
  "$JATO" "${bowl[@]}" --algorithm pso --particles 8 --iterations 4 --seed 1 --save old.h5
  mv starts old_starts
}

bowl=(minimize --command './bowl.sh {x} {k}' --var x=0:1 --var k=1e-3:100:log)
again=("${bowl[@]}" --particles 8 --iterations 3 --seed 5)

# How many points of the earlier run were started once more.
started_again() {
  sort -u starts | cat - old_starts | sort | uniq -d | wc -l
}

@test "warm start: no point of the earlier run is started again, and its best is the first" {
  best=$("$JATO" show old.h5 --json | jq .best)
  for algorithm in pso de spso2011; do
    rm -f starts
    run "$JATO" "${bowl[@]}" --algorithm $algorithm --particles 8 --evaluations 8 --seed 5 \
      --warm-start old.h5 --json
    same "$status" 0
    same "$(jq -c '[.given, .reused, .evaluations]' <<<"$output")" "[40,4,8]"
    same "$(wc -l <starts)" 4
    same "$(started_again)" 0
    jq -e ".best <= $best" <<<"$output"
  done
  run "$JATO" "${again[@]}" --algorithm pso --warm-start old.h5
  contains "$output" "given        40 known points"
}

@test "warm start: every point of a small space is known" {
  cat >count.sh <<'TEXT'
#!/bin/sh
echo "$1" >>starts
echo $((($1 - 3) * ($1 - 3)))
TEXT
  chmod +x count.sh
  small=(minimize --command './count.sh {n}' --var n=1:5:int --particles 40 --iterations 2)
  "$JATO" "${small[@]}" --algorithm random --seed 1 --save small.h5
  rm starts
  run "$JATO" "${small[@]}" --algorithm de --seed 2 --warm-start small.h5 --json
  same "$(jq -c '[.best, .given]' <<<"$output")" "[0,5]"
  [ ! -e starts ]
}

@test "warm start: the same bits for any number of workers, from a run file and from a table" {
  "$JATO" export old.h5 --what evaluations >points.csv
  for order in iteration particle; do
    whole=$(digest_of "${again[@]}" --algorithm pso --order $order --warm-start old.h5)
    [ "$whole" != "$(digest_of "${again[@]}" --algorithm pso --order $order)" ]
    sed '1s/status/fate/' points.csv >before.csv # as 0.1.0 exported it
    same "$(digest_of "${again[@]}" --algorithm pso --order $order --warm-start before.csv)" "$whole"
    for workers in 1 2 7; do
      rm -f starts
      same "$(digest_of "${again[@]}" --algorithm pso --order $order --workers $workers \
        --warm-start points.csv)" "$whole"
      same "$(started_again)" 0
    done
  done
}

@test "warm start: a run that is killed and resumed has its points, without the earlier file" {
  sed -i '2a sleep 0.03' bowl.sh
  whole=$(digest_of "${again[@]}" --algorithm de --warm-start old.h5 --workers 2)
  rm -f starts
  "$JATO" "${again[@]}" --algorithm de --warm-start old.h5 --save run.h5 --checkpoint 50ms &
  wait_for_file run.h5 $!
  kill -9 $!
  wait $! || true
  rm old.h5 old.h5.journal
  same "$(digest_of "${again[@]}" --algorithm de --warm-start old.h5 --save run.h5 --resume)" "$whole"
  same "$(started_again)" 0
  same "$("$JATO" export run.h5 --what evaluations | grep -c ',given,')" 40
  same "$("$JATO" show run.h5 --json | jq .given)" 40
  # Into another file, and computed again.
  "$JATO" resume run.h5 --iterations 5 --save more.h5
  same "$("$JATO" show more.h5 --json | jq .given)" 40
  "$JATO" verify more.h5
  rm more.h5.journal
  run "$JATO" resume more.h5 --iterations 7
  same "$status" 4
  contains "$output" "more.h5.journal: No such file"
}

@test "warm start: constraints, choices and fixed values come from a table" {
  cat >beam.sh <<'TEXT'
#!/bin/sh
echo "$1 $2" >>starts
echo "value $1"
echo "sag $(($1 * 10))"
TEXT
  chmod +x beam.sh
  printf '%s\n' 'wood,"n",sag,value' 'oak,1,40,1' '"ash",2,20,2' 'ash,3,,3' >points.csv
  run "$JATO" minimize --command './beam.sh {n} {wood} {k}' --var n=1:9:int --var wood=oak,ash \
    --var k=4 --constraint 'sag<=30' --particles 4 --evaluations 4 --algorithm de \
    --warm-start points.csv --save run.h5 --seed 1 --json
  same "$status" 0
  # The one that meets the constraint is better; the one without a constraint is none.
  same "$(jq -c '[.given, .values.n, .values.wood]' <<<"$output")" '[2,2,"ash"]'
  same "$(grep -cx "2 ash" starts)" 0
}

refused() {
  local words=$1 code=0
  shift
  "$JATO" "$@" >said 2>&1 || code=$?
  [ "$code" -ne 0 ]
  contains "$(cat said)" "$words"
  [ ! -e starts ]
}

@test "warm start: what does not fit is refused, with what is wrong and where" {
  other=(minimize --command './bowl.sh {x} {k}' --evaluations 70 --warm-start)
  refused "x is 0 to 1 there, and 0 to 2 here" "${other[@]}" old.h5 --var x=0:2 --var k=1e-3:100:log
  refused "k is searched by its logarithm there" "${other[@]}" old.h5 --var x=0:1 --var k=1e-3:100
  refused "it has 0 constraints, and this run 1" "${again[@]}" --warm-start old.h5 --constraint 'c<=1'
  refused "other variables, ranges" "${other[@]}" old.h5.journal --var x=0:2 --var k=1e-3:100:log
  echo 'x,value' >t.csv
  refused "t.csv has no column for the variable k" "${again[@]}" --warm-start t.csv
  echo 'x,kk,value' >t.csv
  refused 'did you mean "k"?' "${again[@]}" --warm-start t.csv
  echo 'x,k' >t.csv
  refused 'has no column "value"' "${again[@]}" --warm-start t.csv
  printf '%s\n' x,k,value 0.5,1,2 0.5,one,2 >t.csv
  refused 't.csv, row 2: k is "one", which is not a number' "${again[@]}" --warm-start t.csv
  printf '%s\n' x,k,value 0.5,1 >t.csv
  refused 't.csv, row 1: has 2 cells, not 3' "${again[@]}" --warm-start t.csv
  printf '%s\n' x,k,value 0.5,1,nan >t.csv
  refused "t.csv has no point with a finite value" "${again[@]}" --warm-start t.csv
  refused "omit one of the two" "${again[@]}" --warm-start old.h5 --repeat-points
  refused "omit no_journal" "${again[@]}" --warm-start old.h5 --save new.h5 --no-journal
  refused "nothing.csv: No such file" "${again[@]}" --warm-start nothing.csv
}

@test "warm start: points outside of their ranges are left out, and the first is named" {
  printf '%s\n' x,k,value 0.5,1,2 1.5,1,0 0.5,200,0 >t.csv
  same "$("$JATO" "${again[@]}" --warm-start t.csv --json 2>notes | jq .given)" 1
  contains "$(cat notes)" "t.csv: 2 points are outside of the space and left out; the first is row 2"
}
