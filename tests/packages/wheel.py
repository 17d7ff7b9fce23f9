#!/usr/bin/env python3
"""What is inside a wheel: the libraries, the program that the command `jato` starts, no library beside those
of tools/dependencies.json, and a licence for each.

usage: tests/packages/wheel.py WHEEL
"""
import csv
import json
import os
import re
import sys
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GLIBC = (2, 36)  # docs/install.md names it


def known():
    """The beginnings of the names of the libraries that jato is linked with, such as libpng16."""
    with open(os.path.join(ROOT, "tools", "dependencies.json"), encoding="utf-8") as listed:
        return [name.removesuffix(".so") for row in json.load(listed) for name in row["libraries"]]


def wrong_with(wheel):
    """Yields what is wrong, in words."""
    names = wheel.namelist()
    info = next(name for name in names if name.endswith(".dist-info/RECORD")).rsplit("/", 1)[0]
    for name in ("jato/libjato.so", "jato/libjato_sim.so", "jato/bin/jato"):
        if name not in names:
            yield f"there is no {name}"
        elif not wheel.getinfo(name).external_attr >> 16 & 0o100 and name.endswith("bin/jato"):
            yield f"{name} cannot be run"
    points = f"{info}/entry_points.txt"
    if points not in names or "jato = jato._program:main" not in wheel.read(points).decode():
        yield "there is no command jato"
    licences = [name for name in names if name.startswith(f"{info}/licenses/")]
    for wanted in ("jato", "hdf5"):
        if f"{info}/licenses/{wanted}.txt" not in licences:
            yield f"there is no licence of {wanted}"
    bundled = [name for name in names if re.match(r"jato\.libs/.+", name)]
    for name in bundled:
        stem = re.sub(r"-[0-9a-f]{8}.*", "", os.path.basename(name))
        if stem not in known():
            yield f"{name} is not among the libraries of tools/dependencies.json"
        if not any(os.path.basename(licence).startswith(stem) for licence in licences):
            yield f"there is no licence of {name}"
    tags = re.findall(r"manylinux_(\d+)_(\d+)_", wheel.read(f"{info}/WHEEL").decode())
    if not tags or any((int(major), int(minor)) > GLIBC for major, minor in tags):
        yield f"it is for glibc {tags}, not for {GLIBC}"
    rows = csv.reader(wheel.read(f"{info}/RECORD").decode().splitlines())
    missing = {n for n in names if not n.endswith("/")} ^ {row[0] for row in rows}
    if missing:
        yield f"RECORD and the files differ by {sorted(missing)}"


def main(arguments):
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__)
        return 2
    with zipfile.ZipFile(arguments[0]) as wheel:
        wrong = list(wrong_with(wheel))
    for words in wrong:
        print(f"wheel.py: {words}")
    print(f"wheel.py: {os.path.basename(arguments[0])}: {len(wrong)} things are wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
