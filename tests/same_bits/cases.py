"""The commands whose digests are compared, and the variants that must agree on each."""

PRECISIONS = ("float", "double")
TOPOLOGIES = ("global", "ring", "vonneumann")
THREADS = (1, 2, 3, 8)

# Between them: exp, log, cosine and division; exp, sqrt, cosine and division; sine, sqrt, division.
PROBLEMS = ("schaffer_f7", "ackley", "schwefel")

DEAR = ("two_stream", "two_stream_fit", "density_rule")  # each evaluation runs a simulation


class Case:
    """One command of the program, without the device it is to run on."""

    def __init__(self, size, problem, options, precision):
        self.size, self.problem, self.precision = size, problem, precision
        self.options = " ".join(options).replace("--algorithm ", "").replace("--walls ", "walls=")
        names = ("--particles", "--dim", "--iterations")
        numbers = [word for pair in zip(names, size.split("x")) for word in pair if pair[1] != "own"]
        self.arguments = ["minimize", problem, *numbers, "--seed", "1", "--precision", precision,
                          *options, "--json", "--quiet"]
        self.variants = []

    def __str__(self):
        return f"{self.size:13} {self.problem:16} {self.options:40} {self.precision:7}"


class Variant:
    def __init__(self, build, threads, level):
        self.build = build
        self.device = f"cpu:threads={threads},level={level}"

    def __str__(self):
        return f"{self.build.name} {self.device}"


def in_both(size, problem, *options):
    return [Case(size, problem, options, precision) for precision in PRECISIONS]


def topologies(size):
    return [case for problem in PROBLEMS for topology in TOPOLOGIES
            for case in in_both(size, problem, "--algorithm", "pso:topology=" + topology)]


def extras(names):
    """Everything a kernel is compiled for, at sizes that leave lanes and registers partly filled.

    names(kind) gives the rows of the catalogue, so that a new row is compared without a word here."""
    cases = []
    for problem in names("problems"):
        cases += in_both("19xownx2" if problem in DEAR else "203xownx30", problem)
    cases += in_both("203x7x30", "griewank:shift=7")  # a box whose coordinates differ
    for wall in names("walls"):
        # The gallery has run reflect; the velocity is large so that particles do meet the walls.
        cases += in_both("203x7x30", "schwefel", "--algorithm", "pso:vmax=1,w=0.9", "--walls", wall)
    for mutation in ("best", "current_to_best"):
        cases += in_both("203x7x30", "ackley", "--algorithm", "de:mutation=" + mutation)
    for algorithm in names("algorithms"):
        if algorithm != "pso":
            cases += in_both("203x7x30", "ackley", "--algorithm", algorithm)
    for parameters in ("draws=particle", "topology=ring,draws=particle", "inertia=linear",
                       "inertia=random", "inertia=constriction,c1=2.05,c2=2.05",
                       "topology=ring,radius=3", "topology=vonneumann,columns=5"):
        cases += in_both("203x7x30", "levy", "--algorithm", "pso:" + parameters)
    for wall in names("walls"):
        # A large difference leaves the box often. Without a velocity, absorb is clamp.
        if wall != "absorb":
            cases += in_both("203x7x30", "schwefel", "--algorithm", "de:f=1.5", "--walls", wall)
    cases += in_both("1000x10x50", "levy", "--algorithm", "de:f=0.7,cr=0.2")
    cases += in_both("4x1x30", "sphere", "--algorithm", "de")
    # Few points, and an eigenproblem with all its rotations; bad points left out.
    cases += in_both("ownx40x200", "rosenbrock", "--algorithm", "cmaes")
    cases += in_both("30x9x60", "ellipsoid", "--algorithm", "cmaes:active=no,sigma=0.1")
    # Hundreds of small generations: descents with restarts, line searches with several minima.
    cases += in_both("20x9x400", "rosenbrock", "--algorithm", "quasi_newton")
    cases += in_both("ownx5x400", "schwefel", "--algorithm", "lines")
    for problem in ("ackley", "rosenbrock", "levy"):  # rugged; a valley; a sum
        cases += in_both("ownx6x700", problem, "--algorithm", "auto")
    # Full models, restarts, and steps outside of the box.
    cases += in_both("ownx8x600", "rastrigin", "--algorithm", "lqcmaes")
    # A process of all the values, and several points at a time.
    cases += in_both("4x5x20", "rosenbrock", "--algorithm", "kriging")
    # What learns and shrinks; restarts of CMA-ES, and its other matrices.
    cases += in_both("60x8x40", "rastrigin", "--algorithm", "shade")
    cases += in_both("60x8x40", "ackley", "--algorithm", "jde:mutation=current_to_pbest")
    cases += in_both("ownx5x400", "rastrigin", "--algorithm", "cmaes:restarts=bipop")
    for kind in ("separable", "limited"):
        cases += in_both("ownx24x60", "ellipsoid", "--algorithm", "cmaes:covariance=" + kind)
    # Outside its box this one has logarithms of negative numbers: some values, or all, are NaN.
    cases += in_both("203xownx30", "quadrature", "--algorithm", "pso:vmax=1", "--walls", "none")
    cases += in_both("203xownx30", "quadrature", "--bounds=-2:-1")
    cases += in_both("1x1x9", "sphere")
    cases += in_both("17x1x30", "sphere", "--algorithm", "pso:topology=ring")
    cases += in_both("100x131x9", "griewank", "--algorithm", "pso:topology=vonneumann")
    return cases


def full_variants(number, builds, levels):
    """Every number of threads with every level in the first build; in the others each level once.

    A debug build is some thirty times slower: one run, at each level in turn over the cases."""
    variants = [Variant(builds[0], threads, level) for level in levels for threads in THREADS]
    for place, build in enumerate(builds[1:]):
        if build.processor or build.serial:
            continue
        if build.debug:
            variants.append(Variant(build, 2, levels[number % len(levels)]))
        else:
            variants += [Variant(build, THREADS[(number + place + k) % len(THREADS)], level)
                         for k, level in enumerate(levels)]
    return variants


def small_variants(number, builds, levels):
    """Each level of each build, with a number of threads that changes from one to the next."""
    variants = []
    for build in builds:
        for level in ["generic"] if build.processor else levels:
            threads = 1 if build.serial else THREADS[(number + len(variants)) % len(THREADS)]
            variants.append(Variant(build, threads, level))
    return variants


def all_cases(builds, levels, names, full):
    small = topologies("1000x10x50") + extras(names)
    for number, case in enumerate(small):
        case.variants = small_variants(number, builds, levels)
    if not full:
        return small
    large = topologies("10000x30x200")
    for number, case in enumerate(large):
        case.variants = full_variants(number, builds, levels)
    return large + small
