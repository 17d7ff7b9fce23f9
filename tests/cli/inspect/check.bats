#!/usr/bin/env bats
# jato check: an objective compiled for every device, compared bit for bit.

# Enough to compare with where it does not matter what: other devices compile for seconds.
two=(--device cpu --device cpu:threads=1)

setup() {
  load ../helper
  cd "$BATS_TEST_TMPDIR" || return
  cat >waves.c <<'TEXT'
JATO_OBJECTIVE(x, n)
{
  real sum = 0;
  for (int i = 0; i < n; i++) sum += exp(-x(i) * x(i)) * cos(3 * x(i)) + sqrt(fabs(x(i)));
  return sum;
}
TEXT
}

@test "all levels and devices agree, and it says so in one line" {
  run "$JATO" check waves.c --dim 3 --bounds -5:5 --points 500
  same "$status" 0
  contains "$output" "points       500 of 3 coordinates, double, seed 1"
  devices=$(awk '$2 == "-" || $2 == "yes"' <<<"$output" | wc -l)
  [ "$devices" -ge "$(levels | wc -l)" ]
  contains "$output" "all $devices devices agree bit for bit at 500 points"
}

@test "json has a row for every device, and range and count of the values" {
  run --separate-stderr "$JATO" check -e 'sq(x(0)) + 1' --dim 1 --bounds -2:2 --points 1k --precision float --json \
    "${two[@]}"
  same "$status" 0
  jq -e '.agree and .points == 1000 and .dim == 1 and .precision == "float" and .nonfinite == 0' \
    <<<"$output"
  # Between 1 and 5, and near both ends with a thousand points.
  jq -e '.smallest >= 1 and .smallest < 1.01 and .largest <= 5 and .largest > 4.9' <<<"$output"
  jq -e '.devices | all(.same and .differing == 0 and .ns_per_point > 0 and .built != "")' <<<"$output"
}

@test "chosen devices alone are compared" {
  run --separate-stderr "$JATO" check waves.c --dim 2 --bounds -1:1 --device cpu:threads=1 \
    --device cpu:threads=2 --json
  same "$(jq -r '[.devices[].spec] | join(" ")' <<<"$output")" "cpu:threads=1 cpu:threads=2"
  run "$JATO" check waves.c --dim 2 --bounds -1:1 --device cpu
  same "$status" 0
  contains "$output" "nothing to compare"
}

@test "values that are not finite are counted; none finite is a failure" {
  run --separate-stderr "$JATO" check -e 'log(x(0))' --dim 1 --bounds -1:1 --points 4k --json "${two[@]}"
  same "$status" 0
  jq -e '.nonfinite > 1800 and .nonfinite < 2200 and .largest <= 0' <<<"$output"
  run "$JATO" check -e 'log(x(0))' --dim 1 --bounds -2:-1 "${two[@]}"
  same "$status" 1
  contains "$output" "no value is finite"
}

@test "devices that differ are shown with the point and both values, code 1" {
  # A text that is another function under another level: what a careless #if does.
  cat >two.c <<'TEXT'
JATO_OBJECTIVE(x, n)
{
#ifdef __AVX2__
  return x(0) + n;
#else
  return x(0) + n + (x(0) > 0 ? 1 : 0);
#endif
}
TEXT
  if ! "$JATO" minimize sphere --iterations 1 --device cpu:level=v3 >/dev/null 2>&1; then
    skip "needs a machine with AVX2"
  fi
  compare=(check two.c --dim 1 --bounds -1:1 --device cpu:level=v3 --device cpu:level=v2)
  run "$JATO" "${compare[@]}"
  same "$status" 1
  contains "$output" "differs from cpu:level=v3"
  contains "$output" "0x1."
  run --separate-stderr "$JATO" "${compare[@]}" --json
  same "$status" 1
  jq -e '.agree == false and .first_difference.device == "cpu:level=v2"' <<<"$output"
  jq -e '.first_difference | .x[0] > 0 and .value != .other_value' <<<"$output"
  jq -e '.devices[1].differing > 1800' <<<"$output"
}

@test "numbers for it, and a problem of the gallery" {
  echo "7" >seven.txt
  run --separate-stderr "$JATO" check -e 'x(0) * 0 + data[0]' --dim 1 --bounds 0:1 --data seven.txt --json \
    "${two[@]}"
  jq -e '.smallest == 7 and .largest == 7' <<<"$output"
  run "$JATO" check rastrigin --dim 4 --points 200 "${two[@]}"
  same "$status" 0
}

@test "a mistake in the source is shown as minimize shows it, code 2" {
  echo 'JATO_OBJECTIVE(x, n) { return x(0) + }' >wrong.c
  run "$JATO" check wrong.c --dim 1 --bounds 0:1
  same "$status" 2
  contains "$output" "wrong.c:1"
  run "$JATO" check waves.c --dim 1
  same "$status" 2
  contains "$output" "--bounds is needed"
  run "$JATO" check waves.c --dim 1 --bounds 0:1 --device nothing
  same "$status" 2
}
