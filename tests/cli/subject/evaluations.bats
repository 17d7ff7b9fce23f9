#!/usr/bin/env bats
# Every evaluation of a program is kept, and no point is run twice.

setup() {
  load ../helper
  need_run_files
  need_programs
  cat >count.sh <<'TEXT'
#!/bin/sh
echo "$1" >>starts
echo $((($1 - 3) * ($1 - 3)))
TEXT
  chmod +x count.sh
}

integers=(minimize --command './count.sh {n}' --var n=1:5:int --particles 10 --iterations 20
  --algorithm pso --seed 1)

# How often the point that was run most often was run.
most_starts() {
  sort starts | uniq -c | sort -rn | awk 'NR == 1 { print $1 }'
}

@test "evaluations: each point of a program is run once, for any number of workers" {
  whole=$(digest_of "${integers[@]}" --repeat-points)
  [ "$(most_starts)" -gt 50 ]
  for workers in 1 2 7; do
    for order in iteration particle; do
      [ "$order" = iteration ] || whole=$(digest_of "${integers[@]}" --repeat-points --order particle)
      rm -f starts
      same "$(digest_of "${integers[@]}" --workers $workers --order $order)" "$whole"
      same "$(most_starts)" 1
      same "$(sort -u starts | wc -l)" "$(wc -l <starts)"
    done
    whole=$(digest_of "${integers[@]}" --repeat-points)
  done
}

@test "evaluations: those answered by an earlier one are counted, and kept with the run" {
  run "$JATO" "${integers[@]}" --save run.h5 --json
  same "$status" 0
  starts=$(wc -l <starts)
  same "$(jq .reused <<<"$output")" $((210 - starts))
  same "$("$JATO" show run.h5 --json | jq .reused)" $((210 - starts))
  "$JATO" resume run.h5 --iterations 40
  same "$(most_starts)" 1
}

@test "evaluations: a run that is killed does not run a point again" {
  cat >slow.sh <<'TEXT'
#!/bin/sh
echo "$1" >>starts
sleep 0.02
echo "$1"
TEXT
  chmod +x slow.sh
  slow=(minimize --command './slow.sh {x}' --var x=0:1 --particles 8 --iterations 6
    --algorithm pso --seed 2 --workers 2)
  whole=$(digest_of "${slow[@]}")
  rm starts
  "$JATO" "${slow[@]}" --save run.h5 --checkpoint 50ms &
  wait_for_lines starts 20 $!
  kill -9 $!
  wait $! || true
  same "$(digest_of "${slow[@]}" --save run.h5 --resume)" "$whole"
  # At most those that were under way when it was killed.
  twice=$(sort starts | uniq -d | wc -l)
  [ "$twice" -le 2 ]
}

@test "evaluations: export has a row for each, in the user's units" {
  cat >beam.sh <<'TEXT'
#!/bin/sh
[ "$2" = oak ] || [ "$1" != 2 ] || exit 3
echo "value $1"
echo "sag $(($1 * 10))"
TEXT
  chmod +x beam.sh
  "$JATO" minimize --command './beam.sh {n} {wood}' --var n=1:4:int --var wood=oak,ash \
    --constraint 'sag<=30' --particles 6 --iterations 10 --algorithm pso --seed 1 --save run.h5
  run "$JATO" export run.h5 --what evaluations
  same "$status" 0
  same "${lines[0]}" "number,attempt,worker,status,start,seconds,value,n,wood,sag"
  rows=$((${#lines[@]} - 1))
  # Each distinct point once, but for one that failed, which is tried each time.
  [ "$rows" -ge 7 ]
  printf '%s\n' "${lines[@]:1}" | awk -F, '
    $4 == "ok" && ($7 != $8 || $10 != 10 * $8) { print; bad = 1 }
    $4 == "exit" && ($7 != "" || $8 != 2 || $9 != "ash" || $10 != "") { print; bad = 1 }
    $4 == "ok" && seen[$8 $9]++ { print "twice: " $0; bad = 1 }
    END { exit bad }'
  run "$JATO" export run.h5 --what evaluations --jsonl
  contains "${lines[0]}" '"status": '
  contains "${lines[0]}" '"constraints": {"sag": '
  run "$JATO" show run.h5 --top 2
  same "${#lines[@]}" 3
  contains "${lines[1]}" "1            n=1 wood="
  contains "${lines[1]}" "sag=10"
}

@test "evaluations: a column named like one of the table begins with values" {
  "$JATO" minimize --command 'echo {best} 2' --var best=0:1 --constraint 'value<=3' --evaluations 9 --seed 1 \
    --algorithm pso --particles 3 --save named.h5
  same "$("$JATO" export named.h5 --what evaluations | head -n 1)" \
    "number,attempt,worker,status,start,seconds,value,values.best,values.value"
  same "$("$JATO" export named.h5 | head -n 1)" "iteration,evaluations,nonfinite,best,seconds,diversity,values.best"
  same "$("$JATO" export named.h5 --what swarm | head -n 1)" "particle,value,position.best,velocity.best,own.best"
}

@test "evaluations: a swarm on devices has none, and the words say so" {
  "$JATO" minimize sphere --dim 2 --iterations 5 --algorithm pso --save run.h5
  [ ! -e run.h5.journal ]
  run "$JATO" export run.h5 --what evaluations
  same "$status" 4
  contains "$output" "those of a swarm on devices are not kept"
}

@test "evaluations: the journal of another run is not read as this one's" {
  "$JATO" "${integers[@]}" --save run.h5
  "$JATO" minimize --command 'echo {a} {b}' --var a=0:1 --var b=0:1 --evaluations 20 --save other.h5
  cp other.h5.journal run.h5.journal
  for look in "export run.h5 --what evaluations" "show run.h5 --top 3"; do
    # shellcheck disable=SC2086 # several words
    run "$JATO" $look
    same "$status" 4
    contains "$output" "run.h5.journal belongs to another run"
  done
  run "$JATO" resume run.h5 --iterations 30
  same "$status" 4
  contains "$output" "has evaluations of other variables"
}

@test "evaluations: a value that is not finite is retried before it is known" {
  cat >moody.sh <<'TEXT'
#!/bin/sh
echo "$1" >>starts
[ "$1" = 2 ] && echo inf || echo "$1"
TEXT
  chmod +x moody.sh
  "$JATO" minimize --command './moody.sh {n}' --var n=1:3:int --particles 6 --iterations 5 \
    --algorithm pso --seed 1 --retries 2 --save run.h5
  same "$(grep -cx 2 starts)" 3
  same "$(grep -cx 1 starts)" 1
  "$JATO" resume run.h5 --iterations 9
  same "$(grep -cx 2 starts)" 3
}

@test "evaluations: those of a function have what its file does not know: fixed values, constraints" {
  printf '%s\n' '{"op":"create","variables":[{"name":"a","range":[0,1]},{"name":"b","fixed":3}],
    "constraints":[{"name":"g","at_most":2}],"options":{"particles":4,"iterations":5}}' | tr -d '\n' >lines
  printf '\n%s\n' '{"op":"ask","count":1}' '{"op":"tell","results":[{"id":0,"value":1.5,"constraints":{"g":1}}]}' >>lines
  "$JATO" serve --save run.h5 <lines
  run "$JATO" export run.h5 --what evaluations
  same "${lines[0]}" "number,attempt,worker,status,start,seconds,value,x0,x1,c0"
  contains "${lines[1]}" ",1.5,"
  run "$JATO" show run.h5 --top 1
  contains "${lines[1]}" " 3; c0=1"
}

@test "evaluations: --no-journal keeps none" {
  "$JATO" "${integers[@]}" --save run.h5 --no-journal
  [ ! -e run.h5.journal ]
}
