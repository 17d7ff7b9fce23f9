#!/usr/bin/env python3
"""Reads run files that write_run made, by h5py and h5dump: every attribute and dataset is there, has
the type of docs/run-file.md, and the numbers of tests/record/sample.c. Nothing of jato reads here.

usage: check_run.py WRITE_RUN
"""
import math
import os
import subprocess
import sys
import tempfile

import h5py
import numpy as np

KINDS = ("gallery", "source", "function")
SOURCE = "JATO_OBJECTIVE(x, n)\n{ return x(0); }\n"
DATASETS = {  # name: (type, rank)
    "problem/lower": ("f8", 1), "problem/upper": ("f8", 1), "problem/source": ("u1", 1),
    "problem/data": ("f8", 1), "result/x": ("f8", 1), "trace/iteration": ("u8", 1),
    "trace/evaluations": ("u8", 1), "trace/nonfinite": ("u8", 1), "trace/best": ("f8", 1),
    "trace/seconds": ("f8", 1), "trace/diversity": ("f8", 1), "trace/finder": ("u8", 1), "trace/x": ("f8", 2),
    "frames/iteration": ("u8", 1), "frames/position": ("f4", 3), "swarm/position": ("real", 2),
    "swarm/velocity": ("real", 2), "swarm/own": ("real", 2), "swarm/value": ("real", 1),
    "state/matrix": ("f8", 2), "state/counts": ("u8", 2),
}
UNITS = {"trace/seconds": "s", "trace/diversity": "box widths", "trace/iteration": "iterations",
         "trace/evaluations": "evaluations", "trace/nonfinite": "evaluations",
         "frames/iteration": "iterations"}
ALL_ONES = 2**64 - 1


class Case:
    """What is written: the words of write_run."""

    def __init__(self, precision, particles, dim, moves, kind, rows, frames, data, state):
        self.precision, self.particles, self.dim, self.moves = precision, particles, dim, moves
        self.kind, self.rows, self.frames, self.data, self.state = kind, rows, frames, data, state
        self.real = "f4" if precision == "float" else "f8"

    def words(self):
        return [self.precision] + [str(n) for n in (self.particles, self.dim, self.moves, self.kind,
                                                    self.rows, self.frames, self.data, self.state)]


CASES = [Case("double", 1, 1, 0, 0, 1, 0, 0, 0), Case("float", 15, 3, 1, 1, 3, 2, 5, 9),
         Case("double", 16, 64, 1, 2, 9, 1, 0, 300), Case("float", 1024, 3, 0, 0, 0, 0, 7, 0),
         Case("double", 1025, 3, 1, 1, 40, 3, 1, 1), Case("float", 5000, 64, 1, 1, 200, 2, 3, 4),
         Case("double", 40, 70001, 1, 0, 2, 0, 0, 0)]


def text(attribute):
    """An attribute as text; older h5py give bytes."""
    return attribute.decode() if isinstance(attribute, bytes) else attribute


def attributes(case):
    """Every attribute of a group: its value, and so its type."""
    u, f, nan = np.uint64, np.float64, np.float64(math.nan)
    run = dict(algorithm="pso:w=0.7", device="cpu", walls="reflect", precision=case.precision,
               particles=u(case.particles), seed=u(ALL_ONES), iterations=u(1000), evaluations=u(7),
               stall=u(3), frames=u(case.frames), planned_iterations=u(1000), planned_evaluations=u(77),
               seconds=f(1.5), target=nan, memory=u(0), cpu_time=f(0), file_size=u(0),
               sandbox=np.int32(0), setuid=np.int32(0), repeat_points=np.int32(0),
               failures_in_row=u(0), goal="minimize", no_converge=np.int32(0))
    result = dict(best=f(-0.0), seconds=f(0.1), build_seconds=f(0.01),
                  iteration=u(4 * case.rows or 1), evaluations=u(ALL_ONES - 1), nonfinite=u(2),
                  improved_at=u(1), swarm_bytes=u(12345), stop="stall", digest="0123456789abcdef",
                  device="cpu:threads=2", built="")
    found = {
        "/": dict(jato_format=np.int32(2), jato_version="0.1.0", compiler="", host="h\u00f6st",
                  saved_at="2026-11-15T08:30:00Z", description="a run of jato; see docs/run-file.md"),
        "run": run, "result": result, "trace": dict(stride=u(4)),
        "problem": dict(kind=KINDS[case.kind], name="made-up", dim=u(case.dim)),
        "algorithm": dict(state_version=np.int32(-3)),
    }
    if case.frames:
        found["frames"] = dict(stride=u(8))
    if case.state:
        found["trace"]["finders"] = "one,two words"
        found["state"] = dict(arrays="matrix,counts")
    return found


def datasets(case):
    """Every dataset's numbers, by the formulas of sample.c."""
    p = np.arange(case.particles, dtype="f8")[:, None]
    d = np.arange(case.dim, dtype="f8")[None, :]
    r, n = np.arange(case.rows), np.arange(case.particles)
    value = np.where(n % 11 == 5, math.nan, n / 8 - 3)
    found = {
        "problem/lower": -2 - 0.5 * d[0], "problem/upper": 1e300 + 0.5 * d[0],
        "result/x": 0.1 + 0.1 * d[0], "trace/iteration": 4 * r,
        "trace/evaluations": 4 * r * case.particles, "trace/nonfinite": r // 2,
        "trace/best": np.array([100.0 / k if k else math.inf for k in range(case.rows)]),
        "trace/seconds": 0.25 * r, "trace/diversity": np.where(r == 1, math.nan, 0.25),
        "trace/x": (5 + 0.125 * np.arange(case.rows * case.dim)).reshape(case.rows, case.dim),
        "swarm/position": p + d / 64, "swarm/value": np.where(n % 7 == 3, math.inf, value),
    }
    if case.moves:
        found["swarm/velocity"] = d / 2 - p
        found["swarm/own"] = p / 4 - d
    if case.kind == 1:
        found["problem/source"] = np.frombuffer(SOURCE.encode(), "u1")
    if case.data:
        found["problem/data"] = 3.0 - np.arange(case.data)
    if case.state:
        found["trace/finder"] = r % 3
        found["state/matrix"] = (1 + 0.25 * np.arange(3 * case.state)).reshape(3, case.state)
        found["state/counts"] = 7 * np.arange(case.state).reshape(case.state, 1)
    if case.frames:
        shape = (case.frames, case.particles, 2)
        found["frames/iteration"] = 8 * np.arange(case.frames)
        found["frames/position"] = -1 + 0.5 * np.arange(np.prod(shape)).reshape(shape)
    return found


def check_attributes(file, case):
    for group, wanted in attributes(case).items():
        assert set(file[group].attrs) == set(wanted), (group, set(file[group].attrs))
        for name, value in wanted.items():
            found = file[group].attrs[name]
            if isinstance(value, str):
                kind = file[group].attrs.get_id(name).get_type()
                assert not kind.is_variable_str() and kind.get_cset() == h5py.h5t.CSET_UTF8, name
                assert text(found) == value, (group, name, found)
            else:
                same = found.tobytes() == value.tobytes() or (np.isnan(value) and np.isnan(found))
                assert same and found.dtype == value.dtype, (group, name, found)


def check_datasets(file, case):
    wanted, found = datasets(case), []
    file.visititems(lambda name, item: found.append(name) if isinstance(item, h5py.Dataset) else None)
    assert set(found) == set(wanted), set(found) ^ set(wanted)
    for name, numbers in wanted.items():
        kind, rank = DATASETS[name]
        item, kind = file[name], case.real if kind == "real" else kind
        assert item.dtype == np.dtype("<" + kind) and item.ndim == rank, (name, item.dtype)
        assert item.chunks and item.fletcher32 and item.compression is None, name
        assert np.prod(item.chunks) * item.dtype.itemsize <= 16 << 20, (name, item.chunks)
        assert item.attrs["description"], name
        assert text(item.attrs.get("unit")) == UNITS.get(name), name
        np.testing.assert_array_equal(item[...], numbers.astype(kind), name)
    assert file["swarm"].attrs["tile"] == file["swarm/position"].chunks[0]


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            path = os.path.join(folder, "run")
            subprocess.run([program, path] + case.words(), check=True)
            with h5py.File(path, "r") as file:
                assert set(file) == {"run", "problem", "result", "trace", "swarm", "algorithm"} | (
                    {"frames"} if case.frames else set()) | ({"state"} if case.state else set())
                check_attributes(file, case)
                check_datasets(file, case)
            only_heads = ["-H"] if case.dim > 100 else []  # its numbers take half a minute to print
            subprocess.run(["h5dump", *only_heads, path], stdout=subprocess.DEVNULL, check=True)
            print("ok:", *case.words())
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
