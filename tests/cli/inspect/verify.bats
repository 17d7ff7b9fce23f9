#!/usr/bin/env bats
# A run file is held against the run computed again.

setup() {
  load ../helper
  need_run_files
}

@test "a run of the gallery, on every level of the cpu" {
  digest=$(quick rosenbrock --seed 2 --save run.h5 --json | jq -r .digest)
  for device in cpu $(levels); do
    run "$JATO" verify run.h5 --device "$device"
    same "$status" 0
    contains "$output" "verified: digest $digest"
  done
  jq -e --arg digest "$digest" '.verified and .digest == $digest and .rows == 11 and .difference == null' \
    <<<"$("$JATO" verify run.h5 --json)"
}

@test "a run whose last iteration was cut short, and one that went on from there" {
  for algorithm in pso pso:topology=ring de cmaes quasi_newton random; do
    rm -f run.h5*
    "$JATO" minimize ackley --dim 4 --particles 30 --evaluations 1007 --seed 5 --algorithm "$algorithm" \
      --save run.h5 --quiet
    contains "$("$JATO" verify run.h5)" "verified"
    "$JATO" resume run.h5 --evaluations 1999 --quiet
    contains "$("$JATO" verify run.h5)" "verified"
    contains "$("$JATO" verify run.h5 --last 1)" "verified"
    same "$("$JATO" show run.h5 --json | jq .evaluations)" 1999
  done
}

@test "a run that went on, with a schedule, and an expression with data" {
  "$JATO" minimize rosenbrock --dim 4 --particles 30 --iterations 50 --evaluations 900 --seed 5 \
    --algorithm pso:inertia=linear --save run.h5
  "$JATO" resume run.h5 --evaluations 10k
  "$JATO" resume run.h5 --iterations 70
  "$JATO" verify run.h5
  echo 0.5 >numbers.txt
  "$JATO" minimize -e 'sq(x(0) - data[0])' --data numbers.txt --dim 1 --bounds -1:1 --iterations 5 \
    --save own.h5
  rm numbers.txt
  "$JATO" verify own.h5
}

@test "--last computes only from an earlier checkpoint on" {
  "$JATO" minimize rosenbrock --dim 4 --particles 30 --iterations 40 --seed 5 --save run.h5 --keep-checkpoints 2
  "$JATO" resume run.h5 --iterations 60 --keep-checkpoints 2
  "$JATO" resume run.h5 --iterations 90 --keep-checkpoints 2
  for last in 1 2; do "$JATO" verify run.h5 --last "$last"; done
  complains 4 "run.h5.3" "$JATO" verify run.h5 --last 3
  # Another run's checkpoint does not lead to this file.
  "$JATO" minimize rosenbrock --dim 4 --particles 30 --iterations 60 --seed 6 --save other.h5
  cp other.h5 run.h5.1
  run "$JATO" verify run.h5 --last 1
  same "$status" 1
  contains "$output" "differs"
}

# A compiler that makes another function of values below 1e-3.
make_twisted_compiler() {
  printf '#!/bin/sh\nexec cc -DTWISTED "$@"\n' >twisted
  chmod +x twisted
  cat >mine.c <<'C'
#ifdef TWISTED
#define VALUE(s) ((s) < R(1e-3) ? R(0.5) * (s) : (s))
#else
#define VALUE(s) (s)
#endif
JATO_OBJECTIVE(x, n)
{
  real s = 0;
  for (int i = 0; i < n; i++) s += x(i) * x(i);
  return VALUE(s);
}
C
}

@test "the first row that differs is named, with code 1" {
  make_twisted_compiler
  "$JATO" minimize mine.c --dim 2 --bounds -5:5 --particles 20 --iterations 60 --seed 1 --device cpu \
    --save run.h5
  first=$("$JATO" export run.h5 --jsonl | jq -s 'map(select(.best < 1e-3))[0].iteration')
  [ "$first" -gt 0 ]
  run "$JATO" verify run.h5 --compiler "$PWD/twisted" --no-cache --json
  same "$status" 1
  jq -e --argjson first "$first" '(.verified | not) and .difference.iteration == $first' <<<"$output"
  same "$(jq -r .difference.what <<<"$output")" best
  run "$JATO" verify run.h5 --compiler "$PWD/twisted" --no-cache
  same "$status" 1
  contains "$output" "at iteration $first, best is "
}

@test "a damaged file is not verified by the one before it" {
  quick sphere --seed 1 --save run.h5
  "$JATO" resume run.h5 --iterations 20
  truncate -s -100 run.h5
  complains 4 "run.h5" "$JATO" verify run.h5
}

@test "a verification that is interrupted is none" {
  "$JATO" minimize rosenbrock --dim 50 --particles 1k --seconds 1.5 --seed 1 --save run.h5
  run --separate-stderr signalled INT "$JATO" verify run.h5
  same "$status" 130
  same "$output" ""
  # shellcheck disable=SC2154 # set by run
  contains "$stderr" "interrupted; run.h5 is not verified"
}
