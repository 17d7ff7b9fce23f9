#!/usr/bin/env bats
# Help, version and what happens without arguments.

setup() { load ../helper; }

commands='minimize run init resume compare show verify export plot movie report serve check list bench doctor worker'

@test "every command's help has a usage, options and an example that begins with the command" {
  for command in $commands; do
    run "$JATO" "$command" --help
    same "$status" 0
    contains "$output" "usage: jato $command"
    contains "$output" "--help"
    examples=${output#*examples}
    contains "$examples" "  jato $command"
  done
}

@test "help CMD, CMD --help and CMD -h are the same text" {
  for command in $commands; do
    same "$("$JATO" help "$command")" "$("$JATO" "$command" --help)"
    same "$("$JATO" help "$command")" "$("$JATO" "$command" -h)"
  done
}

@test "the general help names every command and has an example" {
  run "$JATO" --help
  same "$status" 0
  for command in $commands help; do contains "$output" "  $command "; done
  contains "$output" "  jato minimize "
  same "$("$JATO" help)" "$output"
  same "$("$JATO" -h)" "$output"
}

@test "the version is the header's" {
  header=$BATS_TEST_DIRNAME/../../../include/jato/base.h
  version=$(awk '/define JATO_VERSION_/ { printf "%s%s", dot, $3; dot = "." }' "$header")
  run "$JATO" --version
  same "$status" 0
  same "$output" "jato $version"
}

@test "without a command the help goes to standard error, with code 2" {
  run --separate-stderr "$JATO"
  same "$status" 2
  same "$output" ""
  # shellcheck disable=SC2154 # set by run
  contains "$stderr" "usage: jato COMMAND"
}

@test "help of an unknown command is refused with the nearest one" {
  run "$JATO" help minimise
  same "$status" 2
  contains "$output" "did you mean minimize?"
}

@test "no help asks for a terminal wider than 100 columns" {
  for command in $commands; do
    widest=$("$JATO" help "$command" | awk '{ if (length > w) w = length } END { print w }')
    [ "$widest" -le 100 ] || { echo "$command: $widest columns" && return 1; }
  done
}
