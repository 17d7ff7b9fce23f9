#compdef jato
# Completion of the jato program for zsh. It asks the program itself, so it knows what is built. Installed
# as _jato in a folder of $fpath.

# Adds the lines that a command prints: _jato_add COMMAND...
_jato_add() {
  local -a lines
  lines=(${(f)"$("$@" 2>/dev/null)"})
  # A name that goes on, such as "radius=", has no space behind it.
  compadd -Q -S '' -- ${(M)lines:#*=}
  compadd -Q -- ${lines:#*=}
}

# The commands with what they do, from the program's own help.
_jato_commands() {
  local -a commands
  commands=(${(f)"$("$1" help 2>/dev/null | sed -n '/^commands/,/^$/s/^  \([a-z]*\) *\(.*\)/\1:\2/p')"})
  _describe command commands
}

# The options of a command with what they do, from its own help.
_jato_options() {
  local -a options
  options=(${(f)"$("$1" help "$2" 2>/dev/null |
    sed -n '/^options/,/^examples/s/^ .*\(--[a-z][a-z-]*\)[^ ]*\( [^ ]*\)\{0,1\}  *\(.*\)/\1:\3/p')"})
  _describe option options
}

# "name", or "name:parameter=choice" once the name has its colon. $1 program, $2 kind.
_jato_specs() {
  local typed=$PREFIX
  if [[ $typed == *:* ]]; then
    compset -P '*[:,]'
    _jato_add "$1" list "$2" "${typed%%:*}" --names
  else
    _jato_add "$1" list "$2" --names
  fi
}

# What may stand behind an option; fails where the option takes no value that is known.
_jato_value() {
  local program=$1 command=$2 option=$3 name=${3#--}
  case $option in
    --algorithm | -a) _jato_specs "$program" algorithms ;;
    --device) _jato_specs "$program" devices ;;
    --walls | -w) _jato_add "$program" list walls --names ;;
    --kind | -k) compadd all convergence diversity parallel slice ;;
    --keep-folders) compadd none failed all ;;
    --what) compadd trace swarm frames evaluations ;;
    --precision)
      _jato_add "$program" list settings precision --names
      if [[ $command == bench ]]; then compadd both; fi
      ;;
    --on-failure | --order) _jato_add "$program" list settings "${name//-/_}" --names ;;
    --data | --save | --plot | --output | -o | --object | --template | --result-file) _files ;;
    --cache | --scratch | --temporary | --folder) _files -/ ;;
    *) return 1 ;;
  esac
}

_jato() {
  local program=$words[1] command=$words[2] before=$words[CURRENT-1]
  if ((CURRENT == 2)); then
    if [[ $PREFIX == -* ]]; then compadd -- --help --version; else _jato_commands "$program"; fi
    return
  fi
  if _jato_value "$program" "$command" "$before"; then return; fi
  if [[ $PREFIX == -* ]]; then _jato_options "$program" "$command" && return; fi
  case $command in
    minimize) _jato_specs "$program" problems; _files -g '*.c' ;;
    compare) _jato_specs "$program" problems; _files -g '*.(c|yaml|yml)' ;;
    check) _files -g '*.(c|yaml|yml)' ;;
    run | init) _files -g '*.(yaml|yml)' ;;
    resume | show | verify | export | plot | movie | report) _files -g '*.h5' ;;
    simulate) _jato_add "$program" list simulators --names ;;
    bench) compadd step devices memory save ;;
    list)
      case $before in
        algorithms | problems | devices | walls | simulators | settings) _jato_add "$program" list "$before" --names ;;
        *) compadd algorithms problems devices walls simulators settings ;;
      esac
      ;;
    help) _jato_commands "$program" ;;
  esac
}

# As a file of $fpath it is the function's own body; sourced, it has to be announced.
if [[ $funcstack[1] == _jato ]]; then _jato "$@"; else compdef _jato jato; fi
