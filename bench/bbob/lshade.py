"""L-SHADE, Tanabe and Fukunaga, "Improving the search performance of SHADE using linear population
size reduction", CEC 2014, written plainly after the paper, with its settings: one run, whose
population shrinks from 18 dim to 4 while the budget is used up."""
import numpy as np

from trial import LOWER, UPPER

FIRST, LAST = 18, 4  # individuals: per dimension at the start, in all at the end
MEMORY, ARCHIVE, BEST = 6, 2.6, 0.11
TERMINAL = -1.0  # a crossover rate in the memory that means 0 for good


def draw_rates(rng, memory_f, memory_cr, size):
    """F and CR of every individual, around a random entry of the memory."""
    at = rng.integers(MEMORY, size=size)
    cr = np.clip(memory_cr[at] + 0.1 * rng.standard_normal(size), 0, 1)
    cr[memory_cr[at] == TERMINAL] = 0
    f = memory_f[at] + 0.1 * rng.standard_cauchy(size)
    while (low := f <= 0).any():
        f[low] = memory_f[at[low]] + 0.1 * rng.standard_cauchy(low.sum())
    return np.minimum(f, 1), cr


def others(rng, size, pool):
    """For every individual a second one, and a third from the pool; all three differ."""
    own = np.arange(size)
    second = (own + rng.integers(1, size, size)) % size
    third = rng.integers(pool, size=size)
    while (same := (third == own) | (third == second)).any():
        third[same] = rng.integers(pool, size=same.sum())
    return second, third


def make_trials(rng, x, values, archive, f, cr):
    """current-to-pbest/1 with archive, binomial crossover; walls halve the way to them."""
    size, dim = x.shape
    leaders = np.argsort(values, kind="stable")[:max(2, round(BEST * size))]
    best = x[rng.choice(leaders, size)]
    pool = np.vstack([x, archive])
    second, third = others(rng, size, len(pool))
    mutant = x + f[:, None] * (best - x) + f[:, None] * (x[second] - pool[third])
    mutant = np.where(mutant < LOWER, (LOWER + x) / 2, mutant)
    mutant = np.where(mutant > UPPER, (UPPER + x) / 2, mutant)
    take = rng.random((size, dim)) <= cr[:, None]
    take[np.arange(size), rng.integers(dim, size=size)] = True
    return np.where(take, mutant, x)


def lehmer(weights, values):
    return (weights * values**2).sum() / (weights * values).sum()


def remember(memory_f, memory_cr, slot, f, cr, gains):
    """One entry of the memory, from the rates that brought an improvement."""
    weights = gains / gains.sum()
    memory_f[slot] = lehmer(weights, f)
    if memory_cr[slot] == TERMINAL or cr.max() == 0:
        memory_cr[slot] = TERMINAL
    else:
        memory_cr[slot] = lehmer(weights, cr)
    return (slot + 1) % MEMORY


def solve(counted, seed):
    rng = np.random.default_rng(seed)
    counted.starts = 1
    dim, budget = counted.dim, counted.budget
    first = FIRST * dim
    x = rng.uniform(LOWER, UPPER, (first, dim))
    values, archive = counted.table(x), np.empty((0, dim))
    memory_f, memory_cr, slot = np.full(MEMORY, 0.5), np.full(MEMORY, 0.5), 0
    while True:
        f, cr = draw_rates(rng, memory_f, memory_cr, len(x))
        trials = make_trials(rng, x, values, archive, f, cr)
        found = counted.table(trials)
        better, kept = found < values, found <= values
        archive = np.vstack([archive, x[better]])
        if better.any():
            gains = (values - found)[better]
            slot = remember(memory_f, memory_cr, slot, f[better], cr[better], gains)
        x, values = np.where(kept[:, None], trials, x), np.where(kept, found, values)
        size = max(LAST, round(first + (LAST - first) * counted.evals / budget))
        keep = np.argsort(values, kind="stable")[:size]
        x, values = x[keep], values[keep]
        archive = archive[rng.permutation(len(archive))[:round(ARCHIVE * size)]]
