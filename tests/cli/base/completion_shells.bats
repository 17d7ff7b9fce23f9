#!/usr/bin/env bats
# The completion for fish and zsh, asked by these shells themselves.

setup() {
  load ../helper
  folder=$(cd "$BATS_TEST_DIRNAME/../../../cli/completion" && pwd)
  PATH=$(dirname "$JATO"):$PATH
  cd "$BATS_TEST_TMPDIR" || return
}

# What fish offers behind the text, as one line without the descriptions.
fish_line() {
  HOME=$BATS_TEST_TMPDIR fish --no-config -c "source $folder/jato.fish; complete -C \"jato $1\"" |
    cut -f 1 | tr '\n' ' '
}

# Whether zsh makes the second text of the first.
zsh_line() {
  expect "$BATS_TEST_DIRNAME/completion.exp" zsh "$folder/jato.zsh" "jato $1" "jato $2"
}

@test "fish: commands and options, with what they do" {
  same "$(fish_line mi)" "minimize "
  same "$(fish_line 'help ver')" "verify "
  same "$(fish_line 'minimize sphere --par')" "--particles "
  same "$(fish_line 'list --nam')" "--names "
  run fish --no-config -c "source $folder/jato.fish; complete -C 'jato verif'"
  contains "$output" "compare it with its file"
}

@test "fish: every command is offered" {
  for name in $("$JATO" help | sed -n '/^commands/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    contains "$(fish_line '')" "$name "
  done
}

@test "fish: names, their parameters and their choices" {
  same "$(fish_line 'minimize spher')" "sphere "
  same "$(fish_line 'minimize sphere --walls refl')" "reflect "
  same "$(fish_line 'minimize sphere -a pso:topology=r')" "pso:topology=ring "
  same "$(fish_line 'minimize sphere -a pso:topology=ring,rad')" "pso:topology=ring,radius= "
  same "$(fish_line 'minimize --on-failure s')" "stop "
  same "$(fish_line 'bench step --precision b')" "both "
  same "$(fish_line 'list problems rosenb')" "rosenbrock "
}

@test "fish: files" {
  touch my_run.h5 my_notes.txt
  contains "$(fish_line 'show my_r')" "my_run.h5"
  same "$(fish_line 'minimize sphere --data my_n')" "my_notes.txt "
}

@test "zsh: commands and options" {
  zsh_line mini "minimize "
  zsh_line 'minimize sphere --partic' "minimize sphere --particles "
}

@test "zsh: names, their parameters and their choices" {
  zsh_line 'minimize sphere --walls refl' "minimize sphere --walls reflect "
  zsh_line 'minimize sphere -a pso:topology=vonn' "minimize sphere -a pso:topology=vonneumann "
  zsh_line 'list problems rosenb' "list problems rosenbrock "
}

@test "zsh: files" {
  touch my_run.h5 my_notes.txt
  zsh_line 'show my_' "show my_run.h5 "
}
