# shellcheck shell=bash
# What the tests of the checkers share: a small tree in which a checker of tools runs by itself.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tree=$scratch/tree
cases=0
failures=0

fresh_tree() {
  rm -rf "$tree"
  mkdir -p "$tree"/{tools,include/jato,cli,tests/unit} \
    "$tree"/src/{base,kernel/objective,contract,algorithm,device/cpu,device/opencl,registry,run}
  cp "$root"/tools/{arrows.conf,check_arrows,check_sizes,check_changelog,check_words,count_lines} "$tree/tools/"
  write include/jato/jato.h '#include <stdint.h>'
  write src/base/status.h '#include "jato/jato.h"'
  write src/kernel/portable.h '#include <stdint.h>'
  write src/kernel/objective/sphere.h '#include "../portable.h"'
  write src/contract/device.h '#include "base/status.h"'
  write src/device/cpu/cpu.h '#include "contract/device.h"'
  write src/device/opencl/cl.h '#include "contract/device.h"'
  write src/registry/registry.c '#include "device/cpu/cpu.h"'
}

write() { # write FILE TEXT...: one line for each TEXT
  local file=$tree/$1
  shift
  printf '%s\n' "$@" >"$file"
}

lines() { # lines COUNT TEXT: a file's worth of equal lines
  local i
  for ((i = 0; i < $1; i++)); do echo "$2"; done
}

report() { # report OK-OR-NOT NAME OUTPUT
  cases=$((cases + 1))
  if [ "$1" = ok ]; then
    echo "ok $cases - $2"
  else
    failures=$((failures + 1))
    echo "not ok $cases - $2"
    printf '    %s\n' "${3//$'\n'/$'\n    '}"
  fi
}

tool() { # tool "TOOL ARGUMENTS"
  local words
  read -ra words <<<"$1"
  "$tree/tools/${words[0]}" "${words[@]:1}" 2>&1
}

expect_pass() { # expect_pass "TOOL ARGUMENTS" NAME
  local out verdict=ok
  out=$(tool "$1") || verdict=bad
  report "$verdict" "$1 accepts $2" "$out"
}

expect_fail() { # expect_fail "TOOL ARGUMENTS" NAME TEXT: fails with status 1 and says TEXT
  local out verdict=ok status=0
  out=$(tool "$1") || status=$?
  if [ "$status" -ne 1 ] || ! grep -qF -- "$3" <<<"$out"; then verdict=bad; fi
  report "$verdict" "$1 refuses $2" "status $status, wanted 1 and: $3
$out"
}

commit_all() {
  git -C "$tree" add -A
  git -C "$tree" -c user.name=test -c user.email=test@example.org -c commit.gpgsign=false commit -qm "$@"
}

conclude() {
  echo "$cases cases, $failures failed"
  [ "$failures" -eq 0 ]
}
