#!/usr/bin/env bats
# Run files whose /state somebody has changed, with the digest and the seal that belong to it: nothing
# is asked before a run of a problem of the gallery goes on, so nothing of the state may be believed.

setup() {
  load ../helper
  need_run_files
  cd "$BATS_TEST_TMPDIR" || return
}

forge() {
  "$BATS_TEST_DIRNAME/../../trust/forge_state" "$@"
}

# refuses WORDS ARRAY INDEX NUMBER: the run file good.h5, with that number.
# shellcheck disable=SC2154 # complains sets stderr
refuses() {
  cp good.h5 forged.h5
  forge forged.h5 "${@:2}"
  complains 4 "$1" "$JATO" resume forged.h5 --iterations 400
  contains "$stderr" "forged.h5: /state"
  contains "$stderr" "the run file was changed or is damaged"
  complains 4 "$1" "$JATO" minimize rosenbrock --dim 5 --save forged.h5 --resume
}

# Fails if $1 contains $2.
lacks() {
  case $1 in
    *"$2"*) printf 'not expected: %s\nin: %s\n' "$2" "$1" && return 1 ;;
  esac
}

begin() {
  "$JATO" minimize rosenbrock --dim 5 --seed 1 --save good.h5 "$@"
}

@test "forged: what was not changed goes on, by the forger's own digest, too" {
  begin -a cmaes:restarts=bipop --iterations 20
  cp good.h5 forged.h5
  forge forged.h5 large 0 0
  "$JATO" resume forged.h5 --iterations 400
  "$JATO" resume good.h5 --iterations 400
  same "$(digest_of show forged.h5)" "$(digest_of show good.h5)"
}

@test "forged: a history that ends behind its memory, a division by 0, another generation" {
  begin -a cmaes:restarts=bipop --iterations 20
  refuses '/state/kept holds 1048576' kept 0 1048576
  refuses '/state/kept holds 65536' kept 0 65536
  refuses '/state/stride holds 0' stride 0 0
  refuses '/state/lambda holds 2' lambda 0 2
}

@test "forged: more points than there are" {
  begin -a kriging --evaluations 40
  refuses 'another size' counts 1 1000000000
  refuses 'contradict' counts 0 1000000000
  refuses '/state/rank holds nan' rank 3 nan
}

@test "forged: whose turn it is, which swarm is refined, which differences" {
  begin -a lines:force=yes --evaluations 60
  refuses 'axes_counts' axes_counts 1 1000000
  rm good.h5
  begin -a dmspso --evaluations 400
  refuses "/state/best holds 1000000000" best 0 1000000000
  rm good.h5
  begin -a quasi_newton --evaluations 40
  refuses '/state/gradient_central holds 4294967296' gradient_central 0 4294967296
}

@test "forged: a phase of auto, an empty generation inside of noisy" {
  begin --evaluations 60
  refuses '/state/counts holds 99' counts 0 99
  rm good.h5
  begin -a noisy --evaluations 200
  refuses '/state/inside_lambda holds 0' inside_lambda 0 0
}

# shellcheck disable=SC2154
@test "forged: a digest that is wrong is refused, and the one that is right is not told" {
  begin -a jde --evaluations 400
  right=$("$JATO" show good.h5 --json | jq -r .digest)
  cp good.h5 forged.h5
  forge forged.h5 f 0 0.25
  differ "$("$JATO" show forged.h5 --json | jq -r .digest)" "$right"
  cp good.h5 wrong.h5
  /usr/bin/python3 - wrong.h5 "$BATS_TEST_DIRNAME/../../trust" <<'TEXT'
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[2])
import h5py, hostile
with h5py.File(sys.argv[1], "r+") as file:
    numbers = file["state"]["f"][:]
    numbers.flat[0] = 0.25
    file["state"]["f"][...] = numbers
hostile.seal(sys.argv[1])
TEXT
  complains 4 "wrong.h5: its state is not the one whose digest it holds" "$JATO" resume wrong.h5
  lacks "$stderr" "$("$JATO" show forged.h5 --json | jq -r .digest)"
  lacks "$stderr" "$right"
}
