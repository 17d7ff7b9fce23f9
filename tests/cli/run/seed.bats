#!/usr/bin/env bats
# The same seed gives the same run, and every run can be repeated.

setup() { load ../helper; }

digest() { quick rosenbrock "$@" --json | jq -r .digest; }

@test "the same seed gives the same digest, another seed another" {
  same "$(digest --seed 7)" "$(digest --seed 7)"
  differ "$(digest --seed 7)" "$(digest --seed 8)"
}

@test "threads do not change the digest" {
  same "$(digest --seed 7 --device cpu:threads=1)" "$(digest --seed 7 --device cpu:threads=2)"
}

@test "algorithm, walls and precision change the digest" {
  differ "$(digest --seed 7)" "$(digest --seed 7 --algorithm pso:topology=ring)"
  differ "$(digest --seed 7)" "$(digest --seed 7 --precision float)"
  fast=pso:vmax=1,w=1.2 # so that particles reach the walls
  differ "$(digest --seed 7 --algorithm $fast --walls clamp)" \
    "$(digest --seed 7 --algorithm $fast --walls periodic)"
}

@test "a run without a seed takes a new one each time and prints it" {
  first=$(quick sphere)
  second=$(quick sphere)
  seed=$(value_of seed <<<"$first")
  differ "$seed" "$(value_of seed <<<"$second")"
  again=$(quick sphere --seed "$seed")
  same "$(value_of digest <<<"$first")" "$(value_of digest <<<"$again")"
}

@test "the largest seed is kept exactly" {
  contains "$(quick sphere --seed 18446744073709551615 --json)" '"seed": 18446744073709551615'
}

@test "the last line repeats a run that reached its limit" {
  first=$(quick rosenbrock --algorithm pso:topology=ring --walls absorb --precision float)
  again=$(repeat <<<"$first")
  same "$(value_of digest <<<"$first")" "$(value_of digest <<<"$again")"
}

@test "the last line repeats a run without any option" {
  first=$("$JATO" minimize sphere)
  again=$(repeat <<<"$first")
  same "$(value_of digest <<<"$first")" "$(value_of digest <<<"$again")"
}

@test "the last line repeats a run that reached its target, and one that stalled" {
  for limit in '--target 0.01' '--stall 3'; do
    # shellcheck disable=SC2086 # two words
    first=$("$JATO" minimize sphere --dim 2 --particles 20 $limit)
    again=$(repeat <<<"$first")
    same "$(value_of digest <<<"$first")" "$(value_of digest <<<"$again")"
  done
}

@test "the last line repeats a run that the clock ended, also with a schedule over its iterations" {
  first=$("$JATO" minimize rosenbrock --dim 3 --particles 20 --seconds 0.1 --iterations 100M --no-converge \
    --algorithm pso:inertia=linear)
  contains "$first" "stopped by   time"
  again=$(repeat <<<"$first")
  same "$(value_of iterations <<<"$first")" "$(value_of iterations <<<"$again")"
  same "$(value_of digest <<<"$first")" "$(value_of digest <<<"$again")"
}

@test "--seeds makes each run as it is by itself" {
  many=$(quick rastrigin --seeds 5..9 --json)
  same "$(jq -c '[.runs[].seed]' <<<"$many")" "[5,6,7,8,9]"
  for seed in 5 6 7 8 9; do
    same "$(jq -r ".runs[] | select(.seed == $seed).digest" <<<"$many")" \
      "$(quick rastrigin --seed "$seed" --json | jq -r .digest)"
  done
  jq -e '.best == (.runs | map(.best) | min) and .evaluations == (.runs | map(.evaluations) | add) and
    .median == (.runs | map(.best) | sort[2]) and .worst == (.runs | map(.best) | max)' <<<"$many"
}

@test "--seeds says how to make the best run alone" {
  many=$(quick rastrigin --seeds 1..12)
  same "$(repeat <<<"$many" | value_of best)" "$(value_of best <<<"$many")"
}
