#!/usr/bin/env bats
# jato bench step and memory, on sizes small enough to be quick.

setup() { load helper; }

@test "json has exactly the named fields, for each precision and way of drawing" {
  run "$JATO" bench step --particles 3k --dim 4 --repeat 1 --device cpu:threads=1 --json
  same "$status" 0
  names='bare_ms dim draws gb_per_s jato_ms ns particles precision ratio threads'
  same "$(jq -r 'map(keys | join(" ")) | unique | join("|")' <<<"$output")" "$names"
  rows='float coordinate,double coordinate,float particle,double particle'
  same "$(jq -r 'map(.precision + " " + .draws) | join(",")' <<<"$output")" "$rows"
  jq -e 'all(.particles == 3000 and .dim == 4 and .bare_ms > 0 and .jato_ms > 0)' <<<"$output"
}

@test "the derived figures follow from the times" {
  run "$JATO" bench step --particles 3k --dim 4 --repeat 1 --device cpu:threads=1 \
    --precision float --json
  jq -e 'all((.bare_ms / .jato_ms / .ratio - 1 | fabs) < 1e-9)' <<<"$output"
  # A step and a pass over the same memory are within the same order of magnitude or two.
  jq -e 'all(.ratio > 0.01 and .ratio < 20)' <<<"$output"
  jq -e 'all((.jato_ms * 1e6 / (3000 * 4) / .ns - 1 | fabs) < 1e-9)' <<<"$output"
  # Three arrays are read and two written: 5 numbers of 4 bytes a coordinate, and some padding.
  jq -e 'all(.gb_per_s * .jato_ms * 1e6 / (3000 * 4 * 20) | . >= 1 and . < 1.5)' <<<"$output"
}

@test "a swarm that is timed step by step, with one thread and an algorithm" {
  run "$JATO" bench step --particles 30k --dim 16 --precision double --repeat 2 \
    --algorithm pso:topology=ring --device cpu:threads=1 --json
  same "$status" 0
  jq -e 'length == 1 and .[0].threads == 1 and .[0].precision == "double"' <<<"$output"
}

@test "the table has the same rows" {
  run "$JATO" bench step --particles 1k --dim 4 --repeat 1 --device cpu:threads=1
  same "$status" 0
  contains "$output" "bare_ms"
  same "$(awk '$1 == 1000 { print $2, $3, $4 }' <<<"$output" | sort | tr '\n' ',')" \
    "4 double coordinate,4 double particle,4 float coordinate,4 float particle,"
}

@test "memory: every ready device, each element checked, and figures that follow from the times" {
  run --separate-stderr "$JATO" bench memory --dim 17 --repeat 2 --json
  same "$status" 0
  same "$(jq -r '.[].spec' <<<"$output")" \
    "$("$JATO" list devices --json | jq -r '.[] | select(.ready).spec')"
  names='bare_gb_per_s bare_ms bytes dim error gb_per_s in_ms kernel_ms name out_ms ratio spec threads wrong'
  same "$(jq -r 'map(keys | join(" ")) | unique | join("|")' <<<"$output")" "$names"
  jq -e 'all(.dim == 17 and .bytes == 12 * 17 * 17 and .wrong == 0 and .error == null)' <<<"$output"
  jq -e 'all(.in_ms > 0 and .kernel_ms > 0 and .out_ms > 0 and .bare_ms > 0 and .threads >= 1)' \
    <<<"$output"
  jq -e 'all((.bytes * 1e-6 / .kernel_ms / .gb_per_s - 1 | fabs) < 1e-9)' <<<"$output"
  jq -e 'all((.bytes * 1e-6 / .bare_ms / .bare_gb_per_s - 1 | fabs) < 1e-9)' <<<"$output"
  jq -e 'all((.bare_ms / .kernel_ms / .ratio - 1 | fabs) < 1e-9)' <<<"$output"
}

@test "memory: any side and several devices; a device that is not there has a row" {
  for side in 1 17 1000; do
    run "$JATO" bench memory --dim "$side" --repeat 1 --device cpu:threads=1 --device cpu
    same "$status" 0
    contains "$output" "$side x $side floats, 12 bytes an element"
    same "$(grep -c 'all right' <<<"$output")" 2
    same "$(awk '$1 == "cpu:threads=1" { print $6 }' <<<"$output")" 1
  done
  run "$JATO" bench memory --dim 3 --repeat 1 --device cpu --device cpu:threads=none
  same "$status" 1
  contains "$output" "failed: "
  contains "$output" "all right"
  run "$JATO" bench memory --dim 3 --repeat 1 --device cpu:threads=none --json
  jq -e '.[0] | .kernel_ms == null and .wrong == null and (.error | length > 10)' <<<"$output"
  for option in '--particles 5' '--algorithm pso' '--precision float' '--every 5s'; do
    # shellcheck disable=SC2086 # an option and its value
    complains 2 "bench memory takes no ${option%% *}" "$JATO" bench memory $option
  done
}

@test "what cannot be measured is refused" {
  complains 2 "bench settled has moved to the source tree: build/dev/bench/settled" "$JATO" bench settled
  run "$JATO" bench step --particles 1k --dim 4 --algorithm random
  same "$status" 2
  run "$JATO" bench step --repeat 51
  same "$status" 2
  contains "$output" "must be 50 or less"
}
