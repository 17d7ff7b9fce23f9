#!/usr/bin/env bats
# Counts, times and other numbers as people type them.

setup() { load ../helper; }

# The number of particles that --particles $1 makes.
particles() {
  "$JATO" minimize sphere --dim 1 --iterations 1 --seed 1 --particles "$1" --json | jq .particles
}

# Fails unless the option is refused as wrong usage and named in the message.
refused() {
  run quick sphere --seed 1 "$1" "$2"
  same "$status" 2
  contains "$output" "jato: $1 $2: "
}

@test "k, M and G are thousands, Ki and Mi are 1024 and its square" {
  same "$(particles 1000)" 1000
  same "$(particles 2k)" 2000
  same "$(particles 1M)" 1000000
  same "$(particles 1Ki)" 1024
  same "$(particles 1Mi)" 1048576
  iterations=$(quick sphere --seed 1 --stall 1G --json | jq .iterations)
  same "$iterations" 10
}

@test "a count may have a point or an exponent when it is whole" {
  same "$(particles 1.5k)" 1500
  same "$(particles 1.001k)" 1001
  same "$(particles 1e3)" 1000
  same "$(particles 0.5Ki)" 512
  refused --particles 1.5
  refused --particles 1.0001k
}

@test "what is no count is refused" {
  for text in x -5 +5 ' 5' 0x10 10q 10kk 1ki k inf nan 5%; do refused --particles "$text"; done
}

@test "counts out of range are refused" {
  refused --particles 0
  refused --dim 0
  refused --iterations 0
  refused --particles 18446744073709551616
  refused --particles 99999999999G
  refused --seed -1
  refused --iterations 1e300
}

@test "times take ms, s, m and h" {
  for time in 0.05 0.05s 50ms 0.001m 0.00002h; do
    run "$JATO" minimize sphere --dim 1 --particles 10 --seed 1 --seconds "$time" --json
    same "$status" 0
    jq -e '.stop == "time" and .seconds >= 0.05 and .seconds < 5' <<<"$output"
  done
}

@test "what is no time above 0 is refused" {
  for text in 0 -1 1d 1min nan inf s; do refused --seconds "$text"; done
}

@test "a target may be negative, and must be a number" {
  run quick sphere --seed 1 --target -1.5e2 --json
  same "$status" 0
  jq -e '.stop == "iterations"' <<<"$output"
  for text in low nan inf 1x; do refused --target "$text"; done
}

@test "an option takes its value after = as well" {
  same "$(quick sphere --seed=4 --json | jq .seed)" 4
}

@test "an option without its value, or with one it does not take, is refused" {
  run "$JATO" minimize sphere --seed
  same "$status" 2
  contains "$output" "--seed needs a value"
  run "$JATO" minimize sphere --json=yes
  same "$status" 2
  contains "$output" "--json takes no value"
}
