#!/usr/bin/env bash
# tools/check_abi passes what programs compiled before can live with, and refuses the rest.
# usage: tests/tools/test_abi.sh
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
header=$tree/include/jato/jato.h
failures=0

fresh_tree() {
  rm -rf "${tree:?}"/*
  mkdir -p "$tree/tools" "$tree/include/jato"
  cp "$root/tools/check_abi" "$tree/tools/"
  cat >"$header" <<'TEXT'
#include <stddef.h>
#define JATO_API __attribute__((visibility("default")))
typedef enum jato_stop { JATO_STOP_NONE = 0, JATO_STOP_TIME } jato_stop;
typedef struct jato_options {
  size_t size; /* of this struct */
  double seconds;
} jato_options;
typedef struct jato_point {
  double x;
  const jato_options *options;
} jato_point;
JATO_API int jato_run(const jato_options *options, const jato_point *from, jato_stop *stop);
JATO_API int jato_look(void);
TEXT
  "$tree/tools/check_abi" --break >"$tree/log"
}

# expect STATUS TEXT NAME EDIT [ARGUMENT]: after sed has edited the header
expect() {
  local out status=0
  fresh_tree
  sed -i "$4" "$header"
  out=$("$tree/tools/check_abi" "${@:5}" 2>&1) || status=$?
  if [ "$status" -eq "$1" ] && grep -qF -- "$2" <<<"$out"; then
    echo "ok - $3"
  else
    failures=$((failures + 1))
    echo "not ok - $3: status $status, wanted $1 and: $2"
    echo "$out"
  fi
}

expect 0 '2 functions, as in' "nothing has changed" ''
expect 0 '2 functions, as in' "a comment" '/seconds/s|$| /* a limit */|'
grown='the interface has grown'
function='/jato_look/aJATO_API int jato_more(void);'
member='/double seconds/a\  double target;'
enumerator='s/JATO_STOP_TIME }/JATO_STOP_TIME, JATO_STOP_MORE }/'
expect 1 "$grown" "a function is new" "$function"
expect 1 "$grown" "a member is new" "$member"
expect 1 "$grown" "an enumerator is new" "$enumerator"
expect 0 'wrote' "a new function is accepted" "$function" --accept
expect 0 'wrote' "a new member is accepted" "$member" --accept
expect 0 'wrote' "a new enumerator is accepted" "$enumerator" --accept
for argument in '' --accept; do
  broken='programs compiled before would break'
  expect 1 "$broken" "a function is gone${argument:+, $argument}" '/jato_look/d' $argument
  expect 1 "$broken" "a function takes more${argument:+, $argument}" 's/jato_look(void)/jato_look(int n)/' $argument
  expect 1 "$broken" "a member is gone${argument:+, $argument}" '/double seconds/d' $argument
  expect 1 "$broken" "a member has another type${argument:+, $argument}" 's/double seconds/float seconds/' $argument
  expect 1 "$broken" "a member in the middle${argument:+, $argument}" '/size_t size/a\  double target;' $argument
  expect 1 "$broken" "a member of a struct without a size${argument:+, $argument}" '/double x/a\  double y;' $argument
  expect 1 "$broken" "an enumerator has another value${argument:+, $argument}" \
    's/JATO_STOP_NONE = 0/JATO_STOP_NONE = 3/' $argument
done
[ "$failures" -eq 0 ]
