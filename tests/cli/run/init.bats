#!/usr/bin/env bats
# jato init: a study that runs as it is.

setup() {
  load ../helper
  need_studies
  cd "$BATS_TEST_TMPDIR" || return
}

@test "what it writes can be checked and run as it is" {
  run --separate-stderr "$JATO" init
  same "$status" 0
  same "$output" study.yaml
  # shellcheck disable=SC2154 # set by run
  contains "$stderr" "jato check study.yaml"
  # At (-1.2, 1) the valley of Rosenbrock is 24.2.
  "$JATO" check study.yaml --json | jq -e '(.value - 24.2 | fabs) < 1e-4 and .status == "ok"'
  "$JATO" run study.yaml --json | jq -e '.best < 1e-3 and .problem == "valley" and (.failures | add) == 0'
}

@test "a file that is there is not written over without --force" {
  echo mine >study.yaml
  complains 2 "study.yaml already exists; add --force" "$JATO" init
  same "$(cat study.yaml)" mine
  "$JATO" init --force
  contains "$(cat study.yaml)" "jato check study.yaml"
}

@test "--force replaces a planted link, and not what it leads to" {
  echo mine >precious
  mkdir folder
  ln -s precious study.yaml
  ln -s folder linked
  complains 2 "study.yaml already exists" "$JATO" init
  "$JATO" init --force
  same "$(cat precious)" mine
  [ ! -L study.yaml ]
  contains "$(cat study.yaml)" "jato check study.yaml"
  for name in folder linked; do complains 4 "$name is a folder" "$JATO" init --force "$name"; done
  same "$(find . -name '*.tmp')" ""
}

@test "another name, and standard output" {
  "$JATO" init filter.yaml
  contains "$(cat filter.yaml)" "jato run filter.yaml"
  same "$("$JATO" init -)" "$("$JATO" init study.yaml >/dev/null 2>&1 && cat study.yaml)"
  [ ! -e ./- ]
}

@test "a folder that is not there" {
  complains 4 "nowhere/study.yaml: No such file or directory" "$JATO" init nowhere/study.yaml
}

@test "every key that the comments show is a key" {
  # The comments that hold a key and a value, made keys again.
  "$JATO" init
  sed -E -e 's/^#   (kappa|n|solver|g):/  \1:/' -e 's/^# (constraints|save):/\1:/' -e 's/^#   stress/  stress/' \
    -e 's/^  # (by|keep|result):/  \1:/' -e 's/^  # scratch/  scratch/' study.yaml >all.yaml
  # Variables come above their heading now.
  awk '/^  (kappa|n|solver|g):/ { held = held $0 "\n"; next } { print } /^variables:/ { printf "%s", held }' all.yaml >full.yaml
  sed -i -e 's/print (1/printf "{{\\"loss\\":%g,\\"stress\\":3}}", (1/' full.yaml
  run "$JATO" check full.yaml --json
  same "$status" 0
  jq -e '.constraints.stress == 3 and .values.g == 9.81' <<<"$output"
}
