#!/usr/bin/env bats
# The completion for bash, asked as bash asks it.

setup() {
  load helper
  # shellcheck disable=SC1091 # checked by itself
  source "$BATS_TEST_DIRNAME/../../cli/completion/jato.bash"
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
  same "$(complete_line '')" "minimize check list bench doctor help --help --version"
}

@test "options of the command" {
  same "$(complete_line 'minimize sphere --par')" --particles
  same "$(complete_line 'list --na')" --names
  same "$(complete_line 'list --par')" ""
  same "$(complete_line 'minimize sphere --no')" --no-cache
}

@test "problems, walls, devices, precisions, kinds" {
  same "$(complete_line 'minimize spher')" sphere
  same "$(complete_line 'minimize sphere --walls refl')" reflect
  same "$(complete_line 'minimize sphere --device cp')" cpu
  same "$(complete_line 'bench step --precision b')" both
  same "$(complete_line 'bench de')" devices
  same "$(complete_line 'list al')" algorithms
  same "$(complete_line 'list problems rosenb')" rosenbrock
}

@test "algorithms, their parameters and their choices, without what bash believes to be other words" {
  same "$(complete_line 'minimize sphere --algorithm ps')" pso
  same "$(complete_line 'minimize sphere --algorithm pso:topology=r')" ring
  same "$(complete_line 'minimize sphere --algorithm pso:topo')" \
    "topology=global topology=ring topology=vonneumann"
  same "$(complete_line 'minimize sphere --algorithm pso:topology=ring,rad')" "ring,radius="
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

@test "bash itself completes a spec" {
  run expect "$BATS_TEST_DIRNAME/completion.exp" "$BATS_TEST_DIRNAME/../../cli/completion/jato.bash"
  same "$status" 0
}
