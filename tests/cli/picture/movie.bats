#!/usr/bin/env bats
# jato movie: the frames of a run file as an animated GIF.

setup_file() {
  load ../helper
  cd "$BATS_FILE_TMPDIR" || return 1
  "$JATO" minimize sphere --dim 2 --particles 20 --iterations 20 --seed 1 --record-frames 20 --save a.h5 >/dev/null ||
    [ $? -eq 3 ]
}

setup() {
  load ../helper
  cd "$BATS_FILE_TMPDIR" || return 1
  [ -f a.h5 ] || skip "this build writes no run files"
  command -v gnuplot >/dev/null || skip "there is no gnuplot"
}

# How many pictures a GIF has, which of its first bytes are the name of the format, and its size.
look_at() {
  python3 - "$1" <<'PYTHON'
import struct, sys
data = open(sys.argv[1], "rb").read()
width, height, packed = struct.unpack("<HHB", data[6:11])
at, pictures = 13 + (3 << (packed & 7) + 1 if packed & 128 else 0), 0
def skip_blocks(at):
    while data[at]: at += data[at] + 1
    return at + 1
while data[at] != 0x3B:  # the trailer
    if data[at] == 0x21: at = skip_blocks(at + 2)  # an extension
    elif data[at] == 0x2C:  # a picture, with a palette of its own or without
        packed, pictures = data[at + 9], pictures + 1
        at = skip_blocks(at + 11 + (3 << (packed & 7) + 1 if packed & 128 else 0))
    else: sys.exit("no GIF")
print(data[:6].decode(), width, height, pictures)
PYTHON
}

@test "a moving picture with a frame for every recorded one, of a moderate size" {
  run "$JATO" movie a.h5
  same "$status" 0
  same "$output" a-movie.gif
  read -r format width height pictures <<<"$(look_at a-movie.gif)"
  same "$format $width $height" "GIF89a 640 560"
  [ "$pictures" -ge 20 ]
  [ "$(stat -c %s a-movie.gif)" -lt 2000000 ]
}

@test "another name and another size" {
  run "$JATO" movie a.h5 --output small.gif --size 320x280
  same "$status" 0
  contains "$(look_at small.gif)" "GIF89a 320 280"
  run "$JATO" movie a.h5 --output small.mp4
  same "$status" 2
  contains "$output" ".gif"
}

@test "without frames it says how to record them" {
  "$JATO" minimize sphere --dim 2 --particles 20 --iterations 20 --seed 1 --save still.h5 >/dev/null
  run "$JATO" movie still.h5
  same "$status" 2
  contains "$output" "record some with --record-frames 100"
}
