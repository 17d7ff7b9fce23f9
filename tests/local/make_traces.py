#!/usr/bin/env python3
"""Writes data/*.txt: the points that a second implementation evaluates, in their order.

usage: make_traces.py PROTOTYPE        PROTOTYPE: the path of auto_prototype.py

The prototype is a numpy program with which the methods were tuned before they were written in C: its
qn() is what algorithm/local/bfgs.c does, probe() and sep_arm() what probe.c and axes.c do. It is not
in this tree; the tables are made once. The functions use + - * only, with the sums in the order of
tests/local/functions.h, so that both sides see the same bits at the same point, and differences of
1.5e-8 blow up nothing but the rounding of the points themselves. The prototype keeps
values of a line relative to the start, ours to the best: bumps() ends before its last digits decide.
A table: a line "function dim lower upper method count", the start, then
a point in each line.
"""
import importlib.util
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))


class Enough(Exception):
    pass


def rosenbrock(x):
    total = 0.0
    for i in range(len(x) - 1):
        off = x[i + 1] - x[i] * x[i]
        total += 100.0 * off * off + (1.0 - x[i]) * (1.0 - x[i])
    return total


def rotated(x):
    """An ellipsoid with half lengths 1, 1/2, 1/4 ... in the basis of a Householder reflection."""
    n = len(x)
    dot = 0.0
    for i in range(n):
        dot += (i + 1.0) * (x[i] - 0.5)
    square = n * (n + 1.0) * (2.0 * n + 1.0) / 6.0
    share = 2.0 * dot / square
    total, weight = 0.0, 1.0
    for i in range(n):
        y = (x[i] - 0.5) - share * (i + 1.0)
        total += weight * y * y
        weight *= 4.0
    return total


def bounded(x):
    """A quadratic with neighbours coupled, whose minimum without bounds is outside of [0, 1]."""
    total = 0.0
    for i in range(len(x)):
        off = x[i] - (1.5 if i % 2 == 0 else 0.25)
        total += (i + 1.0) * off * off
        if i > 0:
            total += x[i] * x[i - 1]
    return total


def styblinski(x):
    total = 0.0
    for v in x:
        s = v * v
        total += s * s - 16.0 * s + 5.0 * v
    return 0.5 * total


def bumps(x):
    """Separable, three minima in each coordinate, the scales apart by 10."""
    total, weight = 0.0, 1.0
    for v in x:
        s = v * v
        total += weight * (s * (s - 4.0) * (s - 4.0) + 0.5 * v)
        weight *= 10.0
    return total


def trace(f, start, lower, upper, count, run):
    points = []

    def recorded(x):
        if len(points) == count:
            raise Enough
        points.append(np.array(x, float))
        return float(f(x))

    try:
        run(recorded, np.array(start, float), lower, upper)
    except Enough:
        pass
    return points


def main():
    spec = importlib.util.spec_from_file_location("prototype", sys.argv[1])
    prototype = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(prototype)

    def descend(f, x, lower, upper):
        for _ in prototype.qn(f, x, f(x), lower, upper, b0="ratio", tau=0.3):
            pass

    def lines(f, x, lower, upper):
        h = 0.15 * (upper - lower)
        found = prototype.probe(f, len(x), lower, upper, x, h)
        if found["sep"]:
            for _ in prototype.sep_arm(f, len(x), lower, upper, found, x, h, 10**18):
                pass

    rows = [
        (rosenbrock, 2, -5.0, 10.0, descend, 70, [-1.2, 1.0]),
        (rosenbrock, 5, -5.0, 10.0, descend, 150, [3.0, -2.0, 4.5, 0.25, 6.0]),
        (rosenbrock, 12, -5.0, 10.0, descend, 140, [1.5 + (7 * i % 12) / 4 for i in range(12)]),
        (rotated, 5, -3.0, 5.0, descend, 150, [4.0, -2.5, 0.75, 3.0, -1.0]),
        (bounded, 4, 0.0, 1.0, descend, 120, [0.5, 0.75, 0.25, 0.5]),
        (styblinski, 4, -5.0, 5.0, lines, 900, [0.3, -1.7, 2.1, 0.9]),
        (bumps, 3, -3.0, 3.0, lines, 85, [0.2, -0.7, 1.1]),
        (rosenbrock, 3, -5.0, 10.0, lines, 100, [0.5, 1.5, 2.5]),
    ]
    for f, dim, lower, upper, run, count, start in rows:
        points = trace(f, start, lower, upper, count, run)
        name = f"{run.__name__}_{f.__name__}_{dim}.txt"
        with open(os.path.join(HERE, "data", name), "w", encoding="ascii") as out:
            print(f.__name__, dim, lower, upper, run.__name__, len(points), file=out)
            for x in [start] + points:
                print(*(f"{float(v):.17g}" for v in x), file=out)


main()
