"""jato's methods, named on the command line: nothing here knows any of them."""
import warnings

from trial import LOWER, UPPER

NEXT = 1_000_000  # added to the seed for every further start


def read_spec(text):
    """"cmaes:restarts=bipop particles=40" -> ("cmaes:restarts=bipop", {"particles": "40"}): the
    algorithm, and any other settings of jato.minimize."""
    algorithm, *words = text.split()
    settings = dict(word.split("=", 1) for word in words)
    return algorithm, settings


def solver(text):
    algorithm, settings = read_spec(text)

    def solve(f, seed):
        import jato

        warnings.simplefilter("ignore")
        box = [(LOWER, UPPER)] * f.dim
        # A method that ends by itself is started anew, with another seed.
        while not f.over:
            options = {"algorithm": algorithm, "seed": seed + NEXT * f.starts, **settings}
            f.starts += 1
            before = f.evals
            try:
                jato.minimize(f.table, box, vectorized=True, evaluations=f.left, **options)
            except jato.InputError:
                if f.starts == 1:
                    raise
                # Too few are left for its first points: the budget cuts it off in the midst of them.
                jato.minimize(f.table, box, vectorized=True, evaluations=f.budget, **options)
            if f.evals == before:
                raise RuntimeError(f"{text} ended without an evaluation")

    return solve
