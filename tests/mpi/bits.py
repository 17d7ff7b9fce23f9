"""The same bits on any number of ranks, threads and devices, as those of one process without MPI."""
import itertools
import json
import subprocess

from launch import digest_of

SWARM = ["rastrigin", "--particles", "1000", "--dim", "7", "--iterations", "80"]
POINTS = ["rosenbrock", "--particles", "256", "--dim", "5", "--evaluations", "1100"]  # 16 tiles
MORE_SPECS = ("pso:topology=ring,radius=3", "pso:exchange=8", "pso:lag=1", "pso:inertia=linear,draws=particle")
NEEDS_WHOLE_SWARM = {"de"}  # its partners are anywhere in the swarm
DEVICES = ("cpu:threads=1", "cpu:threads=2", "opencl:0")


def algorithms(jato, kind):
    """Rows of those that have the same bits everywhere and `kind`, as the program lists them."""
    listed = subprocess.run([jato, "list", "algorithms", "--json"], capture_output=True, text=True, check=True).stdout
    return [row for row in json.loads(listed)
            if f"{kind}, same bits" in row["traits"] and row["name"] not in NEEDS_WHOLE_SWARM]


def specs_with(jato, kind):
    return [row["name"] for row in algorithms(jato, kind)]


def with_topologies(jato, kind):
    """The same, each with every topology that it has."""
    for row in algorithms(jato, kind):
        shapes = [one["choices"] for one in row["parameters"] if one["name"] == "topology"]
        yield from [f"{row['name']}:topology={shape}" for shape in shapes[0]] if shapes else [row["name"]]


def compare(options, ranks, tests, arguments, tried):
    """tried: pairs of a device and a number of ranks."""
    right = digest_of(subprocess.run([options.jato, *arguments], capture_output=True, text=True, check=False))
    for device, count in tried:
        done = ranks.run(count, [*arguments, "--device", device])
        found = digest_of(done) if done.returncode == 0 else f"status {done.returncode}: {done.stderr[:400]}"
        tests.note(f"{' '.join(arguments)}: {count} ranks x {device}",
                   "" if found == right and "no digest" not in right else f"{found} and not {right}")


def cases(jato):
    for spec in [*with_topologies(jato, "moves on devices"), *MORE_SPECS]:
        yield spec, SWARM
    yield "pso", [*SWARM, "--evaluations", "20123"]
    for spec in [*with_topologies(jato, "gives points"), "bobyqa"]:
        yield spec, POINTS


def check_bits(options, ranks, tests):
    """Quickly: each case of a swarm on two numbers of ranks, of which one has two threads, in turn, and of points on
    one; one of them all on OpenCL."""
    counts = [int(word) for word in options.ranks.split(",")]
    turn, device = itertools.cycle(counts), itertools.cycle(DEVICES[:2])
    for (spec, size), precision in itertools.product(cases(options.jato), ("double", "float")):
        if not options.quick:
            tried = itertools.product(DEVICES, counts)
        elif size is POINTS:
            tried = [(next(device), next(turn))] if precision == "double" else []
        else:
            tried = [(DEVICES[0], next(turn)), (DEVICES[1], next(turn))]
            if (spec, precision) == ("pso:topology=ring", "float"):
                tried.append((DEVICES[2], 3))
        compare(options, ranks, tests, ["minimize", *size, "--seed", "3", "--algorithm", spec, "--precision", precision,
                                        "--json"], tried)
