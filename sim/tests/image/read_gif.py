#!/usr/bin/env python3
"""A reader of animated GIF by its specification (CompuServe 1990), for tests: writes each frame of
FILE, all of which are whole and share one palette of greys, as PREFIX-<number>.pgm, and prints how
many frames there are, width, height and the hundredths of a second of a frame.

usage: read_gif.py FILE PREFIX
"""
import sys


def unpack(codes, least):
    """The values of a frame, from its codes of variable length."""
    clear, end = 1 << least, (1 << least) + 1
    table, width, before, out = {}, least + 1, None, bytearray()
    bits = count = 0
    for byte in codes:
        bits |= byte << count
        count += 8
        while count >= width:
            code, bits, count = bits & ((1 << width) - 1), bits >> width, count - width
            if code == end:
                return bytes(out)
            if code == clear:
                table, width, before = {i: bytes([i]) for i in range(clear)}, least + 1, None
                continue
            entry = table[code] if code in table else before + before[:1]
            out += entry
            if before is not None and len(table) + 2 < 4096:
                table[len(table) + 2] = before + entry[:1]
            if len(table) + 2 == 1 << width and width < 12:
                width += 1
            before = entry
    raise SystemExit("the codes end before their end")


def blocks(data, at):
    """(what the sub-blocks from `at` on hold, where they end)"""
    out = bytearray()
    while data[at] > 0:
        out += data[at + 1:at + 1 + data[at]]
        at += 1 + data[at]
    return bytes(out), at + 1


def frames(data):
    """Yields (width, height, hundredths, greys) of each frame."""
    assert data[:6] == b"GIF89a", data[:6]
    width, height = int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    assert data[10] & 0x80, "no palette for all"
    colours = 2 << (data[10] & 7)
    palette = [data[13 + 3 * i:16 + 3 * i] for i in range(colours)]
    assert all(len(set(colour)) == 1 for colour in palette), "not grey"
    at, hundredths, repeats = 13 + 3 * colours, None, False
    while data[at] != 0x3B:
        if data[at] == 0x21:
            kind = data[at + 1]
            held, at = blocks(data, at + 2)
            if kind == 0xF9:
                hundredths = int.from_bytes(held[1:3], "little")
            repeats = repeats or (kind == 0xFF and held == b"NETSCAPE2.0\1\0\0")
            continue
        assert data[at] == 0x2C, hex(data[at])
        place = [int.from_bytes(data[at + i:at + i + 2], "little") for i in (1, 3, 5, 7)]
        assert place == [0, 0, width, height] and data[at + 9] == 0, (place, data[at + 9])
        codes, end = blocks(data, at + 11)
        values = unpack(codes, data[at + 10])
        assert len(values) == width * height, len(values)
        yield width, height, hundredths, bytes(palette[value][0] for value in values)
        at = end
    assert repeats and at == len(data) - 1


def main():
    path, prefix = sys.argv[1:]
    with open(path, "rb") as file:
        found = list(frames(file.read()))
    for number, (width, height, _, greys) in enumerate(found):
        with open(f"{prefix}-{number}.pgm", "wb") as file:
            file.write(b"P5\n%d %d\n255\n" % (width, height) + greys)
    print(len(found), *found[0][:3])


if __name__ == "__main__":
    main()
