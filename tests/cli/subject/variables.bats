#!/usr/bin/env bats
# Variables, constraints and programs on the command line: a message about a mistake says what to type.

setup() { load ../helper; }

# refused TEXT OPTIONS...: a program with these options is wrong usage, and the message has TEXT.
refused() {
  complains 2 "$1" "$JATO" minimize --command 'echo {a}' "${@:2}"
}

@test "a variable: its forms" {
  forms="must be NAME=LOW:HIGH (then :int, :log, @START), NAME=a,b,c or NAME=VALUE"
  for text in a a= =1:2 a=1..2 a=-; do refused "variable $text: $forms" --var "$text"; done
  refused 'variables.a: range: has no value' --var a=1:
  refused 'variables.a: range: "x" is not a number' --var a=x:2
  refused 'variables.a: initial: "x" is not a number' --var a=1:2@x
  refused "variable a=1:2:lgo: behind an interval there may be :int, :log and @START" --var a=1:2:lgo
  refused "a choice between the commas is empty" --var a=x,,y
  refused "a choice between the commas is empty" --var a=x,y,
  refused 'initial: "bdff" is not one of the choices; did you mean "bdf"?' --var a=adams,bdf@bdff
  refused "@ goes with an interval or choices" --var a=1@2
}

@test "a variable: what the library finds is said with its name" {
  refused "variables.a: range: [2, 1] is not a lower and a higher number" --var a=2:1
  refused "a has a logarithmic scale: its lower bound must be above 0" --var a=0:1:log
  refused "bounds of a are 0.5 and 3: those of an integer must be whole" --var a=0.5:3:int
  refused "the initial value of a is 3: not within 1 and 2" --var a=1:2@3
  refused 'a has the choice "x" twice' --var a=x,x
  refused "variable a=3:4: another one has this name" --var a=1:2 --var a=3:4
  refused "the name a occurs twice" --var a=1:2 --constraint 'a<=1'
  refused 'is called "2a"' --var 2a=1:2
}

@test "a constraint: its forms, and the shell that takes its signs" {
  for text in lift 'lift<3' '<=3' 'lift~3'; do
    refused "constraint $text: must be NAME<=BOUND, NAME>=BOUND or NAME=BOUND~TOLERANCE, in quotes" \
      --var a=0:1 --constraint "$text"
  done
  for text in 'lift<=x' 'lift<=1%2' 'lift<=inf' 'lift<=1 2'; do
    refused "constraints.lift: at_most: \"${text#lift<=}\" is not a number" --var a=0:1 --constraint "$text"
  done
  refused "constraints.lift: at_most: has no value" --var a=0:1 --constraint 'lift<='
  refused "constraints.lift: tolerance: has no value" --var a=0:1 --constraint 'lift<=1~'
  refused "constraint lift<=1~2~x: has two tolerances" --var a=0:1 --constraint 'lift<=1~2~x'
  refused "constraints.lift: its scale must be above 0" --var a=0:1 --constraint 'lift<=1/0'
}

@test "what is needed, and what does not go together" {
  complains 2 "--var is needed: where may kappa lie, as in --var kappa=1e-3:1:log?" \
    "$JATO" minimize --command './sim {kappa}'
  complains 2 "give one of them" "$JATO" minimize --command a --shell b --var x=0:1
  complains 2 "--command is empty" "$JATO" minimize --command ' ' --var x=0:1
  refused 'the program is the problem already; what is "sphere"?' --var a=0:1 sphere
  refused "--dim works only with other problems" --var a=0:1 --dim 3
  refused "--data works only with a C file" --var a=0:1 --data numbers
  refused "--penalty works only with --constraint" --var a=0:1 --penalty 10
  refused "--template f.in works only with --scratch FOLDER" --var a=0:1 --template f.in
  refused "--keep-folders works only with --scratch FOLDER" --var a=0:1 --keep-folders all
  refused "--isolate works only with --object" --var a=0:1 --isolate
  refused "--on-failure stopp: not a choice; did you mean stop?" --var a=0:1 --on-failure stopp
  refused "unknown option --timout; did you mean --timeout?" --var a=0:1 --timout 3
}

@test "a shared object needs variables or a box, and is called, not started" {
  complains 2 "lib.so needs variables: --var NAME=LOW:HIGH for each, or --dim N --bounds LOW:HIGH" \
    "$JATO" minimize --object lib.so --dim 3
  complains 2 "--var or --dim with --bounds, not both" \
    "$JATO" minimize --object lib.so --dim 3 --bounds 0:1 --var a=0:1
  complains 2 "--stdin works only with --command or --shell" "$JATO" minimize --object lib.so --stdin
  complains 2 "add --isolate to call lib.so in processes of its own" \
    "$JATO" minimize --object lib.so --dim 3 --bounds 0:1 --timeout 3
  complains 2 "./lib.so is a shared object, not C source: jato minimize --object ./lib.so" "$JATO" minimize ./lib.so
}

@test "options of programs do not go with other problems" {
  for option in "--workers 2" "--timeout 3" "--retries 0" "--on-failure stop" "--var a=0:1" \
    "--constraint c=1" "--scratch ." "--env" "--result-field f" "--order particle"; do
    # shellcheck disable=SC2086 # two words
    complains 2 "${option%% *} works only with a program as the objective" "$JATO" minimize sphere $option
  done
}

@test "a command: names in braces, quotes; orders" {
  need_programs
  refused 'did you mean particle?' --var a=0:1 --order particel
  refused "kapa" --var a=0:1 --command './sim {kapa}'
  complains 2 'did you mean' "$JATO" minimize --command './sim {kapa}' --var kappa=0:1
  complains 2 "'" "$JATO" minimize --command "./sim '{a}" --var a=0:1
}

@test "a variable that the program never gets, and braces without a variable, are refused before it starts" {
  need_programs
  complains 2 "the program never gets the variable b: write {b} where its value belongs" \
    "$JATO" minimize --command 'touch {a}' --var a=0:1 --var b=0:1
  complains 2 "is not a variable" "$JATO" minimize --command 'touch {a} {c}' --var a=0:1
  complains 2 "the program never gets the variable a" "$JATO" minimize --command 'touch {id}' --var a=0:1
  same "$(find . -name '0*')" ""
  "$JATO" minimize --command 'echo {a}' --var a=0:1 --var b=3 --evaluations 3 # a fixed one may stay
  "$JATO" minimize --command "sh -c 'echo \$JATO_a'" --env --var a=0:1 --var b=0:1 --evaluations 3
}
