# Completion of the jato program for bash. It asks the program itself, so it knows what is built:
#   source jato.bash
# shellcheck shell=bash

# The commands, from the program's own help.
_jato_commands() {
  "$1" help 2>/dev/null | sed -n '/^commands/,/^$/s/^  \([a-z]*\) .*/\1/p'
}

# The options of a command, from its own help.
_jato_options() {
  "$1" help "$2" 2>/dev/null | sed -n '/^options/,/^examples/p' | grep -oE -- '--[a-z][a-z-]*'
}

# "name", or "name:parameter=choice" once the name has its colon. $1 program, $2 kind, $3 what is typed.
_jato_specs() {
  local program=$1 kind=$2 typed=$3
  case $typed in
    *:*)
      local given=${typed%"${typed##*[:,]}"} # up to the last colon or comma
      "$program" list "$kind" "${typed%%:*}" --names 2>/dev/null | sed "s|^|$given|"
      ;;
    *) "$program" list "$kind" --names 2>/dev/null ;;
  esac
}

# The choices of an option that is a setting of the run.
_jato_choices() {
  local name=${2#--}
  "$1" list settings "${name//-/_}" --names 2>/dev/null
}

# C files and folders that begin with $1.
_jato_files() {
  compgen -f -X '!*.c' -- "$1"
  compgen -d -S / -- "$1"
}

# Studies and folders that begin with $1.
_jato_studies() {
  compgen -f -X '!*.y?(a)ml' -- "$1"
  compgen -d -S / -- "$1"
}

# Run files and folders that begin with $1.
_jato_runs() {
  compgen -f -X '!*.h5' -- "$1"
  compgen -d -S / -- "$1"
}

# What may stand where `typed` stands. $1 program, $2 command, $3 the word before, $4 what is typed.
_jato_candidates() {
  local program=$1 command=$2 before=$3 typed=$4
  case $before in
    --algorithm | -a) _jato_specs "$program" algorithms "$typed" && return ;;
    --device) _jato_specs "$program" devices "$typed" && return ;;
    --kind | -k) printf '%s\n' all convergence diversity parallel slice && return ;;
    --keep-folders) printf '%s\n' none failed all && return ;;
    --on-failure | --order) _jato_choices "$program" "$before" && return ;;
    --data | --save | --plot | --output | -o | --object | --template | --result-file) compgen -f -- "$typed" && return ;;
    --cache | --scratch | --temporary) compgen -d -- "$typed" && return ;;
    --walls | -w) "$program" list walls --names 2>/dev/null && return ;;
    --precision)
      _jato_choices "$program" "$before"
      if [ "$command" = bench ]; then echo both; fi
      return
      ;;
    --what) printf '%s\n' trace swarm frames evaluations && return ;;
  esac
  case $typed in -*) _jato_options "$program" "$command" && return ;; esac
  case $command in
    minimize)
      _jato_specs "$program" problems "$typed"
      _jato_files "$typed"
      ;;
    compare)
      _jato_specs "$program" problems "$typed"
      _jato_files "$typed"
      compgen -f -X '!*.y?(a)ml' -- "$typed"
      ;;
    check)
      compgen -f -X '!*.c' -- "$typed"
      _jato_studies "$typed"
      ;;
    run | init) _jato_studies "$typed" ;;
    resume | show | verify | export | plot | movie | report) _jato_runs "$typed" ;;
    simulate) "$program" list simulators --names 2>/dev/null ;;
    bench) printf '%s\n' step devices memory save ;;
    list)
      case $before in
        algorithms | problems | devices | walls | simulators | settings) "$program" list "$before" --names 2>/dev/null ;;
        *) printf '%s\n' algorithms problems devices walls simulators settings ;;
      esac
      ;;
    help) _jato_commands "$program" ;;
  esac
}

_jato() {
  # bash cuts words at : and =, which specs are full of; so the line is cut at spaces here, and what
  # bash believes to be an earlier word is taken off the answers again.
  local line=${COMP_LINE:0:COMP_POINT} words typed candidate begun
  read -ra words <<<"$line"
  typed=${words[-1]}
  case $line in *[[:space:]]) typed='' && words+=('') ;; esac
  begun=${typed%"${typed##*[:=]}"}
  COMPREPLY=()
  if [ "${#words[@]}" -le 2 ]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_jato_commands "${words[0]}") --help --version" -- "$typed")
    return
  fi
  while IFS= read -r candidate; do
    case $candidate in "$typed"*) COMPREPLY+=("${candidate#"$begun"}") ;; esac
  done < <(_jato_candidates "${words[0]}" "${words[1]}" "${words[-2]}" "$typed")
  case ${COMPREPLY[0]-} in *= | */) compopt -o nospace 2>/dev/null ;; esac
}

complete -F _jato jato
