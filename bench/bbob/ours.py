"""jato's methods, named on the command line: nothing here knows any of them."""
import warnings

NEXT = 1_000_000  # added to the seed for every further start


def read_spec(text):
    """"cmaes:restarts=bipop particles=40" -> ("cmaes:restarts=bipop", {"particles": "40"}): the
    algorithm, and any other settings of jato.minimize."""
    algorithm, *words = text.split()
    settings = dict(word.split("=", 1) for word in words)
    return algorithm, settings


def variables(f):
    """The space of f as jato takes it: a list, or names where some are whole numbers."""
    import jato

    if not f.integers:
        return list(zip(f.lower, f.upper))
    return {f"x{i + 1}": jato.Integer(int(low), int(high)) if i < f.integers else (low, high)
            for i, (low, high) in enumerate(zip(f.lower, f.upper))}


def columns(f):
    """f.table for a dict of columns."""
    import numpy

    return lambda named: f.table(numpy.column_stack(list(named.values())))


def solver(text):
    algorithm, settings = read_spec(text)

    def solve(f, seed):
        import jato

        warnings.simplefilter("ignore")
        box = variables(f)
        table = columns(f) if f.integers else f.table
        # A method that ends by itself is started again, with another seed.
        while not f.over:
            options = {"algorithm": algorithm, "seed": seed + NEXT * f.starts, **settings}
            f.starts += 1
            before = f.evals
            try:
                jato.minimize(table, box, vectorized=True, evaluations=f.left, **options)
            except jato.InputError:
                if f.starts == 1:
                    raise
                # Too few are left for its first points: the budget cuts it off in the midst of them.
                jato.minimize(table, box, vectorized=True, evaluations=f.budget, **options)
            if f.evals == before:
                raise RuntimeError(f"{text} ended without an evaluation")

    return solve
