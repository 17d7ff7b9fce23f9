"""The methods of this folder on problems with other boxes, as functions that jato.compare takes."""
import jato
import numpy as np
import ours
import peers
from trial import LOWER, UPPER, Over


class Boxed:
    """An objective of any box as bench/bbob/peers.py wants it: over the box of BBOB, and with Over,
    which they know to convert for libraries of C, at its end."""

    def __init__(self, objective, lower, upper, budget):
        self.dim, self.budget, self.starts, self.evals, self.over = len(lower), budget, 0, 0, False
        self.lower, self.upper = np.full(self.dim, LOWER), np.full(self.dim, UPPER)
        self.integers = 0
        self._objective, self._lower, self._scale = objective, lower, (upper - lower) / (UPPER - LOWER)

    @property
    def left(self):
        return self.budget - self.evals

    def __call__(self, z):
        try:
            value = self._objective(self._lower + (np.asarray(z) - LOWER) * self._scale)
        except jato.EndOfRun:
            self.over = True
            raise Over from None
        self.evals += 1
        return value

    def table(self, points):
        return np.array([self(z) for z in points])


def foreign(name):
    """A peer, or else a method of jato that is started again until its budget ends."""
    solve = (peers if name in peers.PEERS else ours).solver(name)

    def method(objective, lower, upper, budget, seed):
        try:
            solve(Boxed(objective, lower, upper, budget), seed)
        except Over:
            pass

    return method
