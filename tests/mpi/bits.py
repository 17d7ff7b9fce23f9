"""The same bits on any number of ranks, threads and devices, as those of one process without MPI."""
import itertools
import json
import pathlib
import subprocess
import tempfile

from launch import digest_of

SWARM = ["rastrigin", "--particles", "1000", "--dim", "7", "--iterations", "80"]
POINTS = ["rosenbrock", "--particles", "256", "--dim", "5", "--evaluations", "1100"]  # 16 tiles
MORE_SPECS = ("pso:topology=ring,radius=3", "pso:exchange=8", "pso:lag=1", "pso:inertia=linear,draws=particle")
PIECES = ["rastrigin", "--particles", "3000", "--dim", "1500", "--evaluations", "14017"]  # own bests are fetched in pieces
LONG = ["ackley", "--particles", "1000", "--dim", "600", "--iterations", "20"]  # in double, a position comes by itself
OPENCL = (("pso:topology=ring", "float"), ("de", "double"))  # quickly
DEVICES = ("cpu:threads=1", "cpu:threads=2", "opencl:0")


def algorithms(jato, kind):
    """Rows of those that have the same bits everywhere and `kind`, as the program lists them."""
    listed = subprocess.run([jato, "list", "algorithms", "--json"], capture_output=True, text=True, check=True).stdout
    return [row for row in json.loads(listed)
            if f"{kind}, same bits" in row["traits"]]


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
    for spec in ("pso", "de:mutation=current_to_best"):
        yield spec, [*SWARM, "--evaluations", "20123"]
    yield "de", PIECES
    yield "pso:lag=1", LONG
    for spec in [*with_topologies(jato, "gives points"), "bobyqa"]:
        yield spec, POINTS


def check_nonfinite(options, ranks, tests):
    """Values that are not numbers are counted, each once."""
    def told(done):
        result = json.loads(done.stdout) if done.returncode == 0 else {}
        return [result.get(key) for key in ("digest", "nonfinite", "evaluations", "best", "x")]

    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "root.c").write_text("JATO_OBJECTIVE(x, n) { return sqrt(x(0)) + x(1) * x(1); }\n")
        for spec in ("pso", "pso:lag=1"):
            arguments = ["minimize", "./root.c", "--dim", "2", "--bounds=-1:1", "--algorithm", spec, "--particles", "1k",
                         "--no-cache", "--iterations", "9", "--seed", "1", "--json"]
            right = told(subprocess.run([options.jato, *arguments], cwd=folder, capture_output=True, text=True,
                                        check=False))
            for count in (2, 3):
                found = told(ranks.run(count, arguments, folder=folder))
                tests.note(f"values that are not numbers, {spec}, {count} ranks",
                           "" if found == right and right[1] else f"{found} and not {right}")


def check_devices(options, ranks, tests):
    """Each rank on another device, by its number; and what the result says of it."""
    for spec, last in (("pso:topology=ring", "cpu:threads=2+opencl:0"), ("de", "cpu:threads=2")):
        arguments = ["minimize", *SWARM, "--seed", "3", "--algorithm", spec, "--json"]
        script = ('case "$LOCAL" in 0) device=cpu:threads=1 ;; 1) device=opencl:0 ;; '
                  f'*) device={last} ;; esac; exec "$JATO" "$@" --device "$device"')
        right = subprocess.run([options.jato, *arguments], capture_output=True, text=True, check=False)
        done = ranks.run(3, arguments, script)
        found = json.loads(done.stdout) if done.returncode == 0 else {}
        told = [digest_of(done), found.get("ranks"), found.get("device", "")[:13]]
        tests.note(f"devices of their own, {spec}", "" if told == [digest_of(right), 3, "cpu:threads=1"]
                   else f"status {done.returncode}, {told} and not {digest_of(right)}: {done.stderr[:400]}")


def check_bits(options, ranks, tests):
    """Quickly: each case of a swarm on two numbers of ranks, of which one has two threads, in turn, and of points on
    one; some of them all on OpenCL."""
    counts = [int(word) for word in options.ranks.split(",")]
    turn, device = itertools.cycle(counts), itertools.cycle(DEVICES[:2])
    for (spec, size), precision in itertools.product(cases(options.jato), ("double", "float")):
        if not options.quick:
            tried = itertools.product(DEVICES, counts)
        elif size is POINTS:
            tried = [(next(device), next(turn))] if precision == "double" else []
        else:
            tried = [(DEVICES[0], next(turn)), (DEVICES[1], next(turn))]
            if (spec, precision) in OPENCL:
                tried.append((DEVICES[2], 3))
        compare(options, ranks, tests, ["minimize", *size, "--seed", "3", "--algorithm", spec, "--precision", precision,
                                        "--json"], tried)
    check_nonfinite(options, ranks, tests)
    check_devices(options, ranks, tests)


LATTICES = ("totalistic:width=300,height=129", "totalistic:width=70,height=33,kernel=bytes,density=0.3",
            "totalistic:width=100,height=16,kernel=local,code=454")


def check_lattices(options, ranks, tests):
    """A torus by rows: also with as few rows as ranks, or so, and fewer than ghosts; and its picture."""
    counts = [int(word) for word in options.ranks.split(",")]
    for spec in LATTICES:
        tried = itertools.product(DEVICES[:1] if options.quick else DEVICES, counts)
        compare(options, ranks, tests, ["simulate", spec, "--iterations", "133", "--seed", "5", "--json"], tried)
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["simulate", LATTICES[0], "--iterations", "30", "--every", "10", "--output"]
        subprocess.run([options.jato, *arguments, "right.png"], cwd=folder, capture_output=True, check=False)
        ranks.run(3, [*arguments, "ranks.png"], folder=folder)
        for end in (".png", "-10.png", "-30.png"):
            pictures = [pathlib.Path(folder, name + end) for name in ("right", "ranks")]
            alike = all(one.exists() for one in pictures) and len({one.read_bytes() for one in pictures}) == 1
            tests.note(f"the picture *{end} of 3 ranks", "" if alike else "it is not that of one process")
