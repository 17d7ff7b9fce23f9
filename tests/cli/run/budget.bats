#!/usr/bin/env bats
# How much a run does where its user says little: particles by the budget, default limits.

setup() {
  load ../helper
  cd "$BATS_TEST_TMPDIR" || return 1
}

# particles_of OPTIONS...: of a run on an ellipsoid in 6 dimensions.
particles_of() {
  "$JATO" minimize ellipsoid:shift=1 --dim 6 --seed 1 --json "$@" | jq .particles
}

@test "a small budget of evaluations takes a small swarm, and finds more by it" {
  same "$(particles_of -a pso --evaluations 500)" 10
  same "$(particles_of -a pso --evaluations 10k)" 58
  same "$(particles_of -a pso --evaluations 50k)" 64
  same "$(particles_of -a shade --evaluations 500)" 10
  same "$(particles_of -a pso --evaluations 5)" 5
  same "$(particles_of -a random --evaluations 30)" 30
  same "$(particles_of -a random --evaluations 100)" 64
  few=$("$JATO" minimize ellipsoid:shift=1 --dim 6 -a pso --evaluations 500 --seeds 1..15 --json | jq .median)
  many=$("$JATO" minimize ellipsoid:shift=1 --dim 6 -a pso --evaluations 500 --seeds 1..15 --particles 64 --json |
    jq .median)
  awk -v few="$few" -v many="$many" 'BEGIN { exit !(few * 10 < many) }'
}

@test "without a limit, or with one of iterations, a swarm has its usual size" {
  same "$(particles_of -a pso --iterations 10)" 64
  same "$(particles_of -a pso --iterations 10 --evaluations 400)" 64
  same "$(particles_of -a pso)" 64
  same "$(particles_of -a pso --seconds 0.01)" 64
}

@test "neighbours that were asked for are there" {
  same "$(particles_of -a pso:topology=ring,radius=12 --evaluations 500)" 27
  same "$(particles_of -a pso:topology=vonneumann,columns=7 --evaluations 200)" 15
}

@test "too few evaluations for the particles asked for are refused" {
  complains 2 "9 evaluations are too few to evaluate 10 particles once" \
    "$JATO" minimize sphere -a pso --evaluations 9 --particles 10
}

@test "the last line repeats a run whose size followed limits that it does not repeat" {
  first=$("$JATO" minimize rosenbrock --dim 3 -a pso --evaluations 10k --seconds 0.0001)
  contains "$first" "stopped by   time"
  contains "$first" "--particles 58"
  again=$(repeat <<<"$first")
  same "$(value_of digest <<<"$first")" "$(value_of digest <<<"$again")"
}

@test "workers that have no particle to evaluate are reported" {
  need_programs
  idle() { { "$JATO" minimize --command 'echo {x}' --var x=0:1 --seed 1 --evaluations 30 "$@" >result.txt; } 2>&1; }
  same "$(idle -a pso --workers 12)" \
    "jato: note: 12 workers, 8 particles: 4 workers are idle; --particles 12 gives each of them work"
  same "$(idle -a pso --workers 9)" \
    "jato: note: 9 workers, 8 particles: 1 worker is idle; --particles 9 gives each of them work"
  same "$(idle -a pso --workers 8)" ""
  same "$(idle -a pso --workers 12 --quiet)" ""
  same "$(idle --workers 40 | grep -c idle)" 0
}

@test "a program without a limit gets 500 evaluations for each variable, at least 1000" {
  need_programs
  unlimited() { "$JATO" minimize --shell "$1" --seed 1 --workers 2 --quiet --json "${@:2}"; }
  three=('echo {a} {b} {c}' --var a=0:1 --var b=0:1 --var c=0:1)
  jq -e '.stop == "evaluations" and .evaluations == 1500' <<<"$(unlimited "${three[@]}" -a cmaes:restarts=ipop)"
  jq -e '.stop == "iterations" and .evaluations == 1500 and .particles == 15' \
    <<<"$(unlimited "${three[@]}" -a pso:inertia=linear)"
  jq -e '.stop == "iterations" and .evaluations == 960' \
    <<<"$(unlimited 'echo {a}' --var a=0:1 -a random)"
}
