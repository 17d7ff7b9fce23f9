"""Scores of trials, and tables of them.

The score of a trial: every target that was reached after h evaluations earns the share of the
interval 0 ... log10(budget / dim) that lies beyond log10(h / dim), and the score is the mean over the
51 targets. Its mean over trials is the area under the ECDF of run lengths, normalised to 0 ... 1:
how much was reached, and how early. "solved" is the share of the targets reached at the end."""
import math

TARGETS = [10 ** (2 - k / 5) for k in range(51)]  # distances from the optimum, 1e2 ... 1e-8
GROUPS = {
    "separable": range(1, 6),
    "moderate": range(6, 10),
    "ill-cond": range(10, 15),
    "multimodal": range(15, 20),
    "weak": range(20, 25),
    "some noise": range(101, 107),
    "much noise": range(107, 122),
    "much, multimodal": range(122, 131),
}


def score(trial, dim, per_dim):
    span = math.log10(per_dim)
    return sum(1 - max(0.0, math.log10(h / dim)) / span for h in trial["hits"]) / len(TARGETS)


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else math.nan


def deviation(values):
    """Standard error of the mean; nan for one value."""
    if len(values) < 2:
        return math.nan
    middle = mean(values)
    return math.sqrt(sum((v - middle) ** 2 for v in values) / (len(values) - 1) / len(values))


def split(key):
    """dim, function, instance of the key of a trial."""
    return tuple(map(int, key.split("/")))


def summarise(trials, dim, per_dim):
    """The score of one method in one dimension; None if it has no trial there."""
    mine = {split(key)[1:]: trial for key, trial in trials.items() if split(key)[0] == dim}
    if not mine:
        return None
    functions = sorted({function for function, _ in mine})
    instances = sorted({instance for _, instance in mine})
    scores = {at: score(trial, dim, per_dim) for at, trial in mine.items()}
    solved = {at: len(trial["hits"]) / len(TARGETS) for at, trial in mine.items()}

    def by_function(values):
        return {f: mean(v for at, v in values.items() if at[0] == f) for f in functions}

    # If instances were cut short, by_function is still fair, but their own mean is not.
    whole = [i for i in instances if all((f, i) in mine for f in functions)]
    per_function = by_function(scores)
    evals = sum(trial["evals"] for trial in mine.values())
    return {
        "score": mean(per_function.values()),
        "error": deviation([mean(v for at, v in scores.items() if at[1] == i) for i in whole]),
        "solved": mean(by_function(solved).values()),
        "final": mean(len(trial["hits"]) == len(TARGETS) for trial in mine.values()),
        "starts": mean(trial["starts"] for trial in mine.values()),
        "cpu_us": 1e6 * sum(trial["cpu"] for trial in mine.values()) / max(evals, 1),
        "groups": {name: mean(per_function[f] for f in some if f in per_function)
                   for name, some in GROUPS.items()},
        "functions": per_function,
        "solved_functions": by_function(solved),
        "instances": len(instances),
        "trials": len(mine),
    }


def figure(value):
    return "" if math.isnan(value) else f"{value:.3f}"


def ranked(methods, dim, per_dim):
    rows = [(name, summarise(trials, dim, per_dim)) for name, trials in methods.items()]
    return sorted((row for row in rows if row[1]), key=lambda row: -row[1]["score"])


def row_of(name, found, groups):
    cells = [name, figure(found["score"]), figure(found["error"]), figure(found["solved"]),
             figure(found["final"]), *(figure(found["groups"][name]) for name in groups),
             f"{found['starts']:.1f}", f"{found['cpu_us']:.1f}",
             f"{len(found['functions'])}f x {found['instances']}i"]
    return "| " + " | ".join(cells) + " |"


def per_function_rows(rows, key):
    functions = sorted({f for _, found in rows for f in found[key]})
    yield "| " + " | ".join(["method", *(f"f{f}" for f in functions)]) + " |"
    yield "|---|" + "---:|" * len(functions)
    for name, found in rows:
        cells = [figure(found[key].get(f, math.nan)) for f in functions]
        yield "| " + " | ".join([name, *cells]) + " |"


def write_tables(methods, per_dim, detail):
    """Markdown: for each dimension a table of the methods, the best first; with `detail` also one
    of scores and one of solved targets by function."""
    dims = sorted({split(key)[0] for trials in methods.values() for key in trials})
    lines = []
    for dim in dims:
        rows = ranked(methods, dim, per_dim)
        groups = [name for name in GROUPS
                  if any(not math.isnan(found["groups"][name]) for _, found in rows)]
        lines += [f"## {dim}-D, {per_dim} x {dim} evaluations", "",
                  "| method | score | ± | solved | 1e-8 | " + " | ".join(groups)
                  + " | starts | cpu us/eval | trials |",
                  "|---|" + "---:|" * (len(groups) + 7),
                  *(row_of(name, found, groups) for name, found in rows), ""]
        if detail:
            lines += ["Scores by function:", "", *per_function_rows(rows, "functions"), "",
                      "Targets solved by function:", "",
                      *per_function_rows(rows, "solved_functions"), ""]
    return "\n".join(lines)
