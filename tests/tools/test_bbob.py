#!/usr/bin/env python3
"""bench/bbob counts and scores as it says: the score against an integral of the ECDF made in small
steps, the count against a problem that counts its own calls, and bench/bbob/compare_stored against
tables with a known difference. Needs nothing but Python.

usage: tests/tools/test_bbob.py
"""
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, "bench", "bbob")
sys.dont_write_bytecode = True
sys.path.insert(0, FOLDER)
import score  # noqa: E402
import trial  # noqa: E402


class Falling:
    """A problem whose n-th value is 3 + values[n]; it counts its calls."""

    def __init__(self, values, dim=2):
        self.values, self.dim, self.calls = values, dim, 0
        self.lower, self.upper, self.integers = [0] * dim, [1] * dim, 0

    def __call__(self, x):
        self.calls += 1
        return 3 + self.values[min(self.calls, len(self.values)) - 1]

    def gap(self, x, value):
        return value - 3


def call_to_the_end(counted):
    try:
        while True:
            counted(None)
    except trial.Over:
        return


class Score(unittest.TestCase):
    def integral(self, hits, dim, per_dim):
        """The mean over a fine grid of log10(evaluations / dim) of the share of targets reached."""
        steps = 20000
        total = 0
        for step in range(steps):
            evals = dim * per_dim ** ((step + 0.5) / steps)
            total += sum(h <= evals for h in hits) / 51
        return total / steps

    def test_is_the_area_under_the_ecdf(self):
        draw = random.Random(1)
        for dim, per_dim, count in ((5, 2000, 51), (20, 2000, 17), (2, 100, 1)):
            hits = sorted(draw.randint(1, dim * per_dim) for _ in range(count))
            self.assertAlmostEqual(score.score({"hits": hits}, dim, per_dim),
                                   self.integral(hits, dim, per_dim), places=3)

    def test_ends(self):
        self.assertEqual(score.score({"hits": []}, 5, 2000), 0)
        self.assertEqual(score.score({"hits": [1] * 51}, 5, 2000), 1)
        self.assertAlmostEqual(score.score({"hits": [10000] * 51}, 5, 2000), 0)

    def test_functions_weigh_the_same(self):
        def made(hits):
            return {"hits": hits, "evals": 10, "starts": 1, "cpu": 0.0}

        trials = {"5/1/1": made([1] * 51), "5/2/1": made([]), "5/2/2": made([])}
        found = score.summarise(trials, 5, 2000)
        self.assertAlmostEqual(found["score"], 0.5)
        self.assertAlmostEqual(found["solved"], 0.5)
        self.assertAlmostEqual(found["final"], 1 / 3)
        self.assertIsNone(score.summarise(trials, 20, 2000))


class Count(unittest.TestCase):
    def test_targets_are_five_per_decade(self):
        self.assertEqual(len(score.TARGETS), 51)
        for target, exponent in ((0, 2), (10, 0), (50, -8)):
            self.assertAlmostEqual(math.log10(score.TARGETS[target]), exponent, places=12)

    def test_no_evaluation_beyond_the_budget(self):
        problem = Falling([1e3])
        counted = trial.Counted(problem, 10)
        call_to_the_end(counted)
        for _ in range(5):
            self.assertRaises(trial.Over, counted, None)
        self.assertEqual((problem.calls, counted.evals, counted.left), (10, 10, 0))
        self.assertEqual(counted.hits, [])

    def test_hits_are_at_the_evaluation_that_reaches_them(self):
        counted = trial.Counted(Falling([1e3, 1e2, 1e3, 0.9, 5.0]), 5)
        call_to_the_end(counted)
        self.assertEqual(counted.hits, [2] + [4] * 10)  # 1e2; then all down to 1

    def test_ends_at_the_last_target(self):
        problem = Falling([1.0, 1e-9])
        counted = trial.Counted(problem, 1000)
        call_to_the_end(counted)
        self.assertEqual((problem.calls, len(counted.hits), counted.over), (2, 51, True))


class Compare(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.stored = os.path.join(self.folder.name, "stored.json")

    def tearDown(self):
        self.folder.cleanup()

    def compare(self, hits, *more):
        results = os.path.join(self.folder.name, "results.json")
        trials = {f"5/{f}/{i}": {"hits": hits} for f in (1, 2) for i in (1, 2)}
        with open(results, "w") as file:
            json.dump({"budget": 2000, "seed": 0, "methods": {"some:a=1,b=2": trials}}, file)
        return subprocess.run([sys.executable, os.path.join(FOLDER, "compare_stored"), results, "--stored",
                               self.stored, *more], capture_output=True, text=True)

    def test_tells_worse_from_better(self):
        self.assertEqual(self.compare([10] * 40, "--store").returncode, 0)
        with open(self.stored) as file:
            self.assertEqual(set(json.load(file)["methods"]), {"some:a=1,b=2"})
        same, worse, better = (self.compare([10] * n) for n in (40, 38, 42))
        self.assertEqual((same.returncode, worse.returncode, better.returncode), (0, 1, 0))
        self.assertIn("0 of 4 trials differ: same", same.stdout)
        self.assertIn("4 of 4 trials differ: WORSE", worse.stdout)
        self.assertIn("4 of 4 trials differ: better", better.stdout)


if __name__ == "__main__":
    unittest.main()
