#!/usr/bin/env bats
# shift=SEED of the gallery's problems, from the command line to the run file and back.

setup() {
  load ../helper
  need_run_files
}

run_of=(minimize griewank:shift=7 --dim 4 --particles 30 --seed 5)

@test "shift: a run goes on from its file and verifies" {
  whole=$(digest_of "${run_of[@]}" --iterations 100)
  "$JATO" "${run_of[@]}" --iterations 40 --save run.h5
  same "$("$JATO" show run.h5 --json | jq -r .problem)" griewank:shift=7
  "$JATO" verify run.h5
  same "$(digest_of resume run.h5 --iterations 100)" "$whole"
  same "$(digest_of minimize griewank:shift=7 --iterations 100 --save run.h5 --resume)" "$whole"
  complains 2 "griewank:shift=7" "$JATO" minimize griewank:shift=8 --iterations 200 --save run.h5 --resume
}

@test "shift: the same on other devices" {
  whole=$(digest_of "${run_of[@]}" --iterations 100)
  for device in $(levels) cpu:threads=2; do
    same "$(digest_of "${run_of[@]}" --iterations 100 --device "$device")" "$whole"
  done
}

@test "shift: in a study" {
  whole=$(digest_of "${run_of[@]}" --iterations 50)
  printf 'objective: {problem: "griewank:shift=7", dim: 4}\nparticles: 30\nseed: 5\nlimits: {iterations: 50}\n' >study.yaml
  same "$(digest_of run study.yaml)" "$whole"
}

@test "shift: 0 is the problem as it is" {
  same "$(digest_of minimize sphere:shift=0 --seed 1)" "$(digest_of minimize sphere --seed 1)"
  same "$("$JATO" minimize sphere:shift=0 --seed 1 --json | jq -r .problem)" sphere
}
