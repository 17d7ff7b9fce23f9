#!/usr/bin/env python3
"""PNG as jato reads and writes it against a reader and a writer of PNG written here, from the PNG
specification (ISO/IEC 15948) and zlib alone: every colour type and depth of up to 8 bits, with and
without transparency, in one pass and interlaced, with every filter.

usage: test_png.py --convert PROGRAM      sim/tests/image/convert.c
"""
import itertools
import os
import random
import struct
import subprocess
import sys
import tempfile
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GREY, COLOUR, PALETTE, GREY_ALPHA, COLOUR_ALPHA = 0, 2, 3, 4, 6
CHANNELS = {GREY: 1, COLOUR: 3, PALETTE: 1, GREY_ALPHA: 2, COLOUR_ALPHA: 4}
DEPTHS = {GREY: (1, 2, 4, 8), COLOUR: (8,), PALETTE: (1, 2, 4, 8), GREY_ALPHA: (8,), COLOUR_ALPHA: (8,)}
ADAM7 = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))


# ---- The format -----------------------------------------------------------------------------

def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def paeth(a, b, c):
    """The one of left, above and above left that is nearest to left + above - above left."""
    return min((a, b, c), key=lambda x: abs(a + b - c - x))


def predicted(kind, row, above, i, step):
    a = row[i - step] if i >= step else 0
    b = above[i]
    c = above[i - step] if i >= step else 0
    return (0, a, b, (a + b) // 2, paeth(a, b, c))[kind]


def filtered(rows, step, kinds):
    out, above = bytearray(), None
    for row, kind in zip(rows, kinds):
        above = above or bytes(len(row))
        out.append(kind)
        out += bytes((row[i] - predicted(kind, row, above, i, step)) % 256 for i in range(len(row)))
        above = row
    return bytes(out)


def unfiltered(data, height, row_bytes, step):
    rows, above, at = [], bytes(row_bytes), 0
    for _ in range(height):
        kind, row = data[at], bytearray(data[at + 1:at + 1 + row_bytes])
        for i in range(row_bytes):
            row[i] = (row[i] + predicted(kind, row, above, i, step)) % 256
        rows.append(bytes(row))
        above, at = row, at + 1 + row_bytes
    assert at == len(data), "bytes behind the last row"
    return rows


def packed(samples, depth):
    bits = "".join(f"{value:0{depth}b}" for value in samples)
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))


def write_png(path, picture, interlaced):
    """picture: type, depth, rows[y][x] of tuples of samples, and palette and key, or None."""
    kind, depth, rows = picture["type"], picture["depth"], picture["rows"]
    height, width = len(rows), len(rows[0])
    step, data = max(1, CHANNELS[kind] * depth // 8), b""
    for x0, y0, dx, dy in ADAM7 if interlaced else ((0, 0, 1, 1),):
        lines = [packed(itertools.chain(*row[x0::dx]), depth) for row in rows[y0::dy] if row[x0::dx]]
        data += filtered(lines, step, [random.randrange(5) for _ in lines])
    out = SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlaced))
    out += chunk(b"gAMA", struct.pack(">I", 22000)) + chunk(b"tEXt", b"Title\0ignored")
    if picture["palette"]:
        out += chunk(b"PLTE", bytes(itertools.chain(*picture["palette"])))
    if picture["key"] is not None:
        out += chunk(b"tRNS", picture["key"])
    whole = zlib.compress(data)
    half = len(whole) // 2
    out += chunk(b"IDAT", whole[:half]) + chunk(b"IDAT", whole[half:]) + chunk(b"IEND", b"")
    with open(path, "wb") as file:
        file.write(out)


def read_png(path):
    """(type, depth, rows[y] of samples) of a file in one pass."""
    with open(path, "rb") as file:
        data = file.read()
    assert data.startswith(SIGNATURE)
    at, header, body = len(SIGNATURE), None, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        content = data[at + 8:at + 8 + length]
        assert chunk(kind, content) == data[at:at + 12 + length], "a checksum is wrong"
        header = struct.unpack(">IIBBBBB", content) if kind == b"IHDR" else header
        body += content if kind == b"IDAT" else b""
        at += 12 + length
    width, height, depth, kind, _, _, interlaced = header
    assert not interlaced
    bits = width * CHANNELS[kind] * depth
    rows = unfiltered(zlib.decompress(body), height, (bits + 7) // 8, max(1, CHANNELS[kind] * depth // 8))
    each = [[row[i * depth // 8] >> (8 - depth - i * depth % 8) & (1 << depth) - 1
             for i in range(bits // depth)] for row in rows]
    return kind, depth, each


# ---- What jato is to make of it -------------------------------------------------------------

def over_white(value, alpha):
    """To the nearest; halves do not occur, for 255 is odd."""
    return (2 * (value * alpha + 255 * (255 - alpha)) + 255) // 510


def meaning(picture):
    """(magic of the plain file, samples in a row)."""
    kind, depth, key = picture["type"], picture["depth"], picture["key"]
    out = []
    for pixel in itertools.chain(*picture["rows"]):
        alpha, values = 255, pixel
        if kind == PALETTE:
            values = picture["palette"][pixel[0]]
            alpha = key[pixel[0]] if key is not None and pixel[0] < len(key) else 255
        elif kind in (GREY_ALPHA, COLOUR_ALPHA):
            *values, alpha = pixel
        elif key is not None and struct.unpack(f">{len(pixel)}H", key) == tuple(pixel):
            alpha = 0
        if kind == GREY:
            values = [value * 255 // ((1 << depth) - 1) for value in values]
        out += [over_white(value, alpha) for value in values]
    if kind == GREY and depth == 1 and key is None:
        return "P1", [int(value == 0) for value in out]
    return ("P2" if kind in (GREY, GREY_ALPHA) else "P3"), out


def read_plain(path):
    """(magic, width, height, samples)."""
    with open(path, encoding="ascii") as file:
        magic, width, height, *rest = file.read().split()
    values = [int(c) for c in "".join(rest)] if magic == "P1" else [int(word) for word in rest[1:]]
    return magic, int(width), int(height), values


# ---- The comparison -------------------------------------------------------------------------

def draw(kind, depth, keyed, width, height):
    values = range(1 << depth)
    palette = [tuple(random.choices(range(256), k=3)) for _ in values] if kind == PALETTE else None
    rows = [[tuple(random.choices(values, k=CHANNELS[kind])) for _ in range(width)] for _ in range(height)]
    key = None
    if keyed:
        key = bytes(random.choices(range(256), k=max(1, len(palette) // 2))) if palette else struct.pack(
            f">{CHANNELS[kind]}H", *rows[0][0])
    return {"type": kind, "depth": depth, "rows": rows, "palette": palette, "key": key}


def pictures():
    """Each kind, in sizes with and without bits left over, down to passes without a column."""
    for kind, depths in DEPTHS.items():
        for depth, keyed in itertools.product(depths, (False, True)):
            if keyed and kind in (GREY_ALPHA, COLOUR_ALPHA):
                continue
            for width, height in ((1, 1), (3, 2), (13, 9), (16, 8)):
                yield draw(kind, depth, keyed, width, height)


def check(number, picture, folder):
    """Read by jato it means what it means here; written by jato it is read here as the same."""
    magic, wanted = meaning(picture)
    height, width = len(picture["rows"]), len(picture["rows"][0])
    read = read_plain(os.path.join(folder, f"{number}.pnm"))
    assert read == (magic, width, height, wanted), f"{picture} was read as {read}, wanted {magic} {wanted}"
    kind, depth, rows = read_png(os.path.join(folder, f"{number}-again.png"))
    assert (kind, depth) == {"P1": (GREY, 1), "P2": (GREY, 8), "P3": (COLOUR, 8)}[magic]
    written = [1 - value if magic == "P1" else value for value in itertools.chain(*rows)]
    assert written == wanted, f"{wanted} was written as {written}"


def main(arguments):
    if len(arguments) != 2 or arguments[0] != "--convert":
        print(__doc__)
        return 2
    random.seed(1)
    cases = [(picture, interlaced) for picture in pictures() for interlaced in (0, 1)]
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for number, (picture, interlaced) in enumerate(cases):
            path = os.path.join(folder, str(number))
            write_png(path + ".png", picture, interlaced)
            names += [path + ".png", path + ".pnm", path + ".pnm", path + "-again.png"]
        subprocess.run([arguments[1], *names], check=True)
        for number, (picture, _) in enumerate(cases):
            check(number, picture, folder)
    print(f"{len(cases)} images agree")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
