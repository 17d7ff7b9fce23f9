#!/usr/bin/env bats
# The completion for bash, asked as bash asks it.

setup() {
  load ../helper
  # shellcheck disable=SC1091 # checked by itself
  source "$BATS_TEST_DIRNAME/../../../cli/completion/jato.bash"
}

# What follows the text, as one line: complete_line "minimize sph" prints "sphere".
complete_line() {
  COMP_LINE="$JATO $1"
  COMP_POINT=${#COMP_LINE}
  COMPREPLY=()
  _jato
  echo "${COMPREPLY[*]}"
}

@test "commands" {
  same "$(complete_line mi)" minimize
  same "$(complete_line '')" "minimize run init resume compare simulate show verify export plot movie report serve check list bench doctor worker help --help --version"
}

@test "options of the command" {
  same "$(complete_line 'minimize sphere --par')" --particles
  same "$(complete_line 'list --na')" --names
  same "$(complete_line 'list --par')" ""
  same "$(complete_line 'minimize sphere --no-ca')" --no-cache
}

@test "problems, walls, devices, precisions, kinds" {
  same "$(complete_line 'minimize spher')" sphere
  same "$(complete_line 'compare spher')" sphere
  same "$(complete_line 'compare sphere -a shad')" shade
  same "$(complete_line 'minimize sphere --walls refl')" reflect
  same "$(complete_line 'minimize sphere --device cp')" cpu
  same "$(complete_line 'bench step --precision b')" both
  same "$(complete_line 'bench de')" devices
  same "$(complete_line 'list al')" algorithms
  same "$(complete_line 'list problems rosenb')" rosenbrock
  same "$(complete_line 'list settings on_')" on_failure
}

@test "algorithms, their parameters and their choices, without what bash believes to be other words" {
  same "$(complete_line 'minimize sphere --algorithm ps')" pso
  same "$(complete_line 'minimize sphere --algorithm pso:topology=r')" ring
  same "$(complete_line 'minimize sphere --algorithm pso:topo')" \
    "topology=global topology=ring topology=vonneumann"
  same "$(complete_line 'minimize sphere --algorithm pso:topology=ring,rad')" "ring,radius="
}

@test "run files and folders, and what is exported" {
  cd "$BATS_TEST_TMPDIR"
  mkdir runs
  touch run.h5 run.txt runs/other.h5
  for command in resume show verify export; do
    same "$(complete_line "$command ru")" "run.h5 runs/"
    same "$(complete_line "$command runs/")" runs/other.h5
  done
  same "$(complete_line 'export run.h5 --what s')" swarm
  same "$(complete_line 'help res')" resume
  same "$(complete_line 'minimize sphere --save run.t')" run.txt
}

@test "C files and folders, and any file for --data" {
  cd "$BATS_TEST_TMPDIR"
  mkdir sub
  touch my_objective.c my_notes.txt sub/other.c
  same "$(complete_line 'minimize my_')" my_objective.c
  same "$(complete_line 'check my_')" my_objective.c
  same "$(complete_line 'check su')" sub/
  same "$(complete_line 'check sub/')" sub/other.c
  same "$(complete_line 'minimize my_objective.c --data my_n')" my_notes.txt
  same "$(complete_line 'minimize my_objective.c --cache su')" sub
}

@test "options of programs" {
  cd "$BATS_TEST_TMPDIR"
  mkdir work
  touch libsim.so deck.in
  same "$(complete_line 'minimize --object libs')" libsim.so
  same "$(complete_line 'minimize --template de')" deck.in
  same "$(complete_line 'minimize --scratch wo')" work
  same "$(complete_line 'minimize --order pa')" particle
  same "$(complete_line 'minimize --on-failure s')" stop
  same "$(complete_line 'resume run.h5 --work')" --workers
}

@test "run files, and kinds of pictures" {
  cd "$BATS_TEST_TMPDIR"
  touch my_run.h5 my_run.svg
  same "$(complete_line 'plot my_')" my_run.h5
  same "$(complete_line 'movie my_')" my_run.h5
  same "$(complete_line 'report my_')" my_run.h5
  same "$(complete_line 'plot my_run.h5 --kind di')" diversity
  same "$(complete_line 'plot my_run.h5 --ax')" --axes
}

@test "bash itself completes a spec" {
  expect "$BATS_TEST_DIRNAME/completion.exp" bash "$BATS_TEST_DIRNAME/../../../cli/completion/jato.bash" \
    'jato minimize sphere --algorithm pso:topology=vonn' 'pso:topology=vonneumann '
}

@test "simulators" {
  same "$(complete_line 'simulate cat')" catmap
}
