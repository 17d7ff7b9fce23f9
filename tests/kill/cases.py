"""The runs that are killed: what is minimised, how, and what happens to it, from a seed alone."""
import random
import signal

# Name, and whether --dim may be chosen. Between them all elementary functions of the kernels.
PROBLEMS = ("sphere", "rosenbrock", "rastrigin", "ackley", "griewank", "schwefel", "levy",
            "zakharov", "michalewicz", "schaffer_f7", "target")
INERTIAS = ("constant", "linear", "random", "constriction,c1=2.05,c2=2.05")
WALLS = ("clamp", "reflect", "periodic", "absorb", "resample", "none")
SIGNALS = (signal.SIGTERM, signal.SIGUSR1, signal.SIGINT, signal.SIGHUP)

# A fit with numbers of its own: y = a exp(-b t) + c at 20 places.
SOURCE = """JATO_RESIDUALS(x, n, k, data_count / 2)
{
  return data[2 * k + 1] - (x(0) * exp(-x(1) * data[2 * k]) + x(2));
}
"""
DATA = "\n".join(f"{k / 4} {3 * 0.7 ** k + 0.5 + (k * 37 % 11 - 5) / 100}" for k in range(20)) + "\n"

# Methods that give few points, or end soon, are given something that takes its time: each value waits
# for data[0] steps of arithmetic that come to nothing. A valley, or ripples in a bowl.
SLOW = """JATO_OBJECTIVE(x, n)
{
  real idle = x(0), sum = 0;
  for (int k = 0; k < (int)data[0]; k++) idle = idle * (real)0.5 + (real)0.25;
  for (int i = 0; i < n; i++)
    sum += (int)data[1] == 0 ? sq(x(i) - 1) + 100 * sq(x((i + 1) % n) - sq(x(i)))
                             : sq(x(i) - 1) + 2 * (1 - cos(6 * (x(i) - 1)));
  return sum + idle * 0;
}
"""
# The same for methods that want residuals.
SLOW_RESIDUALS = """JATO_RESIDUALS(x, n, k, data_count / 2 - 1)
{
  real idle = x(0);
  for (int i = 0; i < (int)data[0]; i++) idle = idle * (real)0.5 + (real)0.25;
  return data[2 * k + 3] - (x(0) * exp(-x(1) * data[2 * k + 2]) + x(2)) + idle * 0;
}
"""

# Seconds that one coordinate of one particle, and one iteration of the swarm, take on one thread;
# roughly, so that a run lasts some tenths of a second.
COORDINATE = {"global": 4e-9, "ring": 1e-8, "vonneumann": 1e-8, "random": 4e-9, "de": 1e-8,
              "cmaes": 1.2e-7}
ITERATION = 2e-6


class Strike:
    """What ends an attempt: `at` is the part of the run's measured length after which it comes."""

    def __init__(self, draw):
        kind = draw.random()
        self.at = draw.random()
        self.signal = signal.SIGKILL
        self.writing = kind < 0.35  # waits for a checkpoint that is being written
        self.delay = draw.choice((0, 0, draw.uniform(0, 0.004)))  # s, after it was seen
        if kind > 0.85:
            self.signal = draw.choice(SIGNALS)

    def __str__(self):
        name = self.signal.name
        return f"{name} while writing" if self.writing else f"{name} at {self.at:.2f}"


def methods_of(rows):
    """{name: whether it wants residuals} of the methods that `jato list algorithms --json` shows."""
    return {row["name"]: "residuals" in row["traits"] for row in rows if row["state"] == "built"}


class Case:
    """One run. Devices are drawn by `device`, so that the choices do not depend on the machine.

    `methods` is what methods_of gives, and a case draws one of them: pso in every second case, the
    others equally often. Those that COORDINATE does not know get an objective that is slow."""

    def __init__(self, seed, number, methods):
        draw = random.Random(f"{seed}:{number}")
        self.number = number
        self.steps = 0  # of arithmetic that come to nothing, in each value
        self.residuals = False
        self.source = draw.random() < 0.08
        self.device_draws = [draw.random() for _ in range(8)]
        self.topology = draw.choice(("global", "ring", "vonneumann"))
        self.algorithm = f"pso:topology={self.topology},inertia={draw.choice(INERTIAS)}"
        others = sorted(set(methods) - {"pso"})
        kind = draw.random()
        if others and (kind < 0.5 or "pso" not in methods):
            self.algorithm = self.topology = others[int(draw.random() * len(others))]
        if self.topology == "auto":
            self.algorithm = "auto:batch=1"  # alone, it takes walls and particles for the wish for a swarm
        if self.topology == "de":
            self.algorithm = f"de:cr={draw.choice(('0.9', '0.2'))}"
        self.particles = round(10 * 500 ** draw.random())
        self.dim = 3 if self.source else round(30 ** draw.random())
        if self.topology == "cmaes":  # which ends by itself, soon where there is little to learn
            self.algorithm = "cmaes:tolx=0,tolfun=0"
            self.source, self.dim = False, 20 + self.dim // 3
        self.problem = draw.choice(PROBLEMS)
        if self.problem in ("rosenbrock", "schaffer_f7") and not self.source:
            self.dim = max(self.dim, 2)
        self.walls = draw.choice(WALLS)
        self.precision = draw.choice(("float", "double"))
        self.seed = draw.randrange(2 ** 40)
        if self.topology in COORDINATE:
            self.limits = self._limits(draw)
        else:
            self._take_time(draw, methods[self.topology])
        self.saving = self._saving(draw)
        self.strikes = [Strike(draw) for _ in range(draw.choice((1, 1, 1, 2, 2, 3)))]
        self.by_minimize = [draw.random() < 0.5 for _ in range(8)]
        self.verified = draw.random() < 0.12

    def _take_time(self, draw, residuals):
        """Few evaluations, each of which is slow: how slow is found out when the case is run."""
        self.source, self.steps = True, 1000
        if self.walls == "none":  # these methods stay in the box, and some refuse to do without walls
            self.walls = "reflect"
        if residuals:  # which are passed in double, by the cpu device
            self.residuals, self.precision = True, "double"
        self.dim = 3 if residuals else 2 + self.dim // 3
        self.ripples = draw.randrange(2)
        self.particles = draw.choice((None, None, 10 + self.particles // 100))
        self.limits = ["--evaluations", str(round(200 * 10 ** draw.random()))]

    def files(self):
        """{name: text} of what a case of a source reads."""
        if not self.steps:
            return {"fit.c": SOURCE, "fit.txt": DATA} if self.source else {}
        first = f"{self.steps} 0\n" if self.residuals else f"{self.steps} {self.ripples}\n"
        return {"fit.c": SLOW_RESIDUALS if self.residuals else SLOW,
                "fit.txt": first + DATA if self.residuals else first}

    def __str__(self):
        size = f"{self.particles or 'own'}x{self.dim}"
        return f"{self.algorithm} {size} " + ", ".join(map(str, self.strikes))

    def _limits(self, draw):
        once = self.particles * self.dim * COORDINATE[self.topology] + ITERATION
        if self.source:
            once += self.particles * 20 * 6e-9
        iterations = max(20, int(draw.uniform(0.1, 0.5) / once))
        kind = draw.random()
        if kind < 0.1 and "linear" not in self.algorithm:  # which falls over iterations
            return ["--evaluations", str(iterations * self.particles + draw.randrange(100))]
        if kind < 0.2:
            return ["--iterations", str(iterations), "--stall", str(max(2, iterations // 3))]
        return ["--iterations", str(iterations)]

    @staticmethod
    def _saving(draw):
        words = ["--checkpoint", f"{draw.randrange(10, 101)}ms"]
        if draw.random() < 0.5:
            words += ["--keep-checkpoints", str(draw.choice((1, 2, 9)))]
        if draw.random() < 0.2:
            words += ["--record-frames", "50"]
        return words

    def minimize(self, folder):
        """Arguments of the run, but for its device and its saving."""
        subject = [self.problem, "--dim", str(self.dim)]
        if self.source:
            fit = "0:10,0:2,-1:1" if not self.steps or self.residuals else "-4:6"
            subject = [f"{folder}/fit.c", "--dim", str(self.dim), "--bounds=" + fit,
                       "--data", f"{folder}/fit.txt"]
        if self.particles:
            subject += ["--particles", str(self.particles)]
        return ["minimize", *subject, "--algorithm", self.algorithm, "--walls", self.walls,
                "--precision", self.precision, "--seed", str(self.seed), *self.limits]

    def device(self, attempt, devices):
        if self.residuals:
            devices = [spec for spec in devices if spec.startswith("cpu")]
        return devices[int(self.device_draws[attempt % 8] * len(devices))]
