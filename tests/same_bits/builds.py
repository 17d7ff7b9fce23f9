"""The builds of the program whose bits are compared, and where and how they run."""
import os
import platform
import re
import shutil
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# What Linux calls the instructions that a level of the x86-64 psABI adds.
LEVEL_FLAGS = {
    "v2": "cx16 lahf_lm popcnt sse4_1 sse4_2 ssse3",
    "v3": "avx avx2 bmi1 bmi2 f16c fma abm movbe xsave",
    "v4": "avx512f avx512bw avx512cd avx512dq avx512vl",
}


class BuildFailure(Exception):
    pass


class Build:
    def __init__(self, name, settings, *, debug=False, serial=False, processor=None):
        self.name, self.settings = name, settings
        self.debug = debug          # -O0: too slow for every variant at full size
        self.serial = serial        # without OpenMP: one thread whatever is asked
        self.processor = processor  # of a cross build; None is this machine's
        self.program = []           # the command that starts it, once it is made


def toolchain(processor):
    return os.path.join(ROOT, "cmake", "toolchains", processor + ".cmake")


def all_builds(quick, cross):
    release, debug = "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_BUILD_TYPE=Debug"
    gcc, clang = "-DCMAKE_C_COMPILER=gcc", "-DCMAKE_C_COMPILER=clang-14"
    builds = [
        Build("gcc-O3", [gcc, release]),
        Build("gcc-debug", [gcc, debug], debug=True),
    ]
    if not quick:
        builds += [
            Build("gcc-O2", [gcc, release, "-DJATO_KERNEL_OPTIMIZE=-O2"]),
            Build("clang-O3", [clang, release]),
            Build("clang-debug-serial", [clang, debug, "-DJATO_OPENMP=OFF"], debug=True, serial=True),
        ]
    if cross:
        builds += [Build(p, [release, "-DCMAKE_TOOLCHAIN_FILE=" + toolchain(p)], processor=p)
                   for p in ("aarch64", "riscv64")]
    return builds


def other_processors(folder):
    """The programs that the presets aarch64 and riscv64 have built in the folder."""
    builds = [Build(p, [], processor=p) for p in ("aarch64", "riscv64")]
    for build in builds:
        program = os.path.join(folder, build.name, "jato")
        if not os.path.exists(program):
            raise BuildFailure(f"there is no {program}; cmake --build --preset {build.name} makes it")
        build.program = emulator(build.processor) + [program]
    return builds


def emulator(processor):
    """The command that runs the processor's programs, as the toolchain file has it."""
    with open(toolchain(processor), encoding="utf-8") as text:
        found = re.search(r"set\(CMAKE_CROSSCOMPILING_EMULATOR ([^)]+)\)", text.read())
    command = found.group(1).split()
    if shutil.which(command[0]) is None:
        raise BuildFailure(f"no {command[0]} here; tools/install-deps cross, or --no-cross")
    return command


def make(build, folder, jobs):
    """Configures and builds the program alone; what an earlier call has made is used again."""
    where = os.path.join(folder, build.name)
    os.makedirs(where, exist_ok=True)
    environment = dict(os.environ)
    if shutil.which("ninja"):
        environment.setdefault("CMAKE_GENERATOR", "Ninja")
    start, log = time.monotonic(), os.path.join(where, "build.log")
    with open(log, "w", encoding="utf-8") as output:
        for command in (["cmake", "-S", ROOT, "-B", where, "-DJATO_BUILD_TESTS=OFF", *build.settings],
                        ["cmake", "--build", where, "--target", "jato_program", "-j", str(jobs)]):
            done = subprocess.run(command, env=environment, stdout=output, stderr=output, check=False)
            if done.returncode != 0:
                raise BuildFailure(f"{build.name}: {' '.join(command)} fails; see {log}")
    build.program = emulator(build.processor) if build.processor else []
    build.program = build.program + [os.path.join(where, "jato")]
    print(f"built {build.name} ({time.monotonic() - start:.0f} s)", flush=True)


def levels_here():
    """(the levels of this machine's processor, {level it lacks: the instructions missing}).

    From the kernel's list, not from the library, whose own choice of a level is under test."""
    if platform.machine() not in ("x86_64", "AMD64"):
        return ["generic"], {}
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        flags = set(next(line for line in lines if line.startswith("flags")).split())
    present, lacking, missing = [], {}, []
    for level, wanted in LEVEL_FLAGS.items():
        missing += [flag for flag in wanted.split() if flag not in flags]
        if missing:
            lacking[level] = missing
        else:
            present.append(level)
    return present, lacking
