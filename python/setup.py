"""Puts libjato.so, libjato_sim.so and the program, built by CMake from the repository around this folder, and the binding
into the package. Everything else about the package is in pyproject.toml.

CMAKE_ARGS are more arguments for CMake. JATO_LIBRARY=/path/of/libjato.so makes a package for the library of the system: the binding is made with
this one, nothing is built and nothing put in, and libjato.so.0.2 and libjato_sim.so.0.2 are what is loaded later."""
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # before setuptools 70
    from wheel.bdist_wheel import bdist_wheel

HERE = Path(__file__).resolve().parent
INSIDE = HERE / "library"  # of an archive of the package's source, which has what CMake needs there
REPOSITORY = INSIDE if INSIDE.exists() else HERE.parent
BUILD = REPOSITORY / "build" / "wheel-library"
SYSTEM_LIBRARY = os.environ.get("JATO_LIBRARY", "")
sys.path.insert(0, str(HERE))
import make_binding  # noqa: E402
import make_settings  # noqa: E402


def build_library(into: Path) -> None:
    """A release build of the library and the program, copied to the folder `into`."""
    programs = [BUILD / "jato", BUILD / "jato-mpi"]  # the second where it is built with MPI
    for program in programs:
        program.unlink(missing_ok=True)
    subprocess.run(
        ["cmake", "--fresh", "-S", str(REPOSITORY), "-B", str(BUILD), "-DCMAKE_BUILD_TYPE=Release",
         "-DJATO_INSTALL=OFF", "-DCMAKE_SKIP_RPATH=ON", *shlex.split(os.environ.get("CMAKE_ARGS", ""))],
        check=True,
    )
    subprocess.run(
        ["cmake", "--build", str(BUILD), "--target", "jato_shared", "jato_sim_shared", "jato_program",
         "-j", str(os.cpu_count() or 1)],
        check=True,
    )
    (into / "bin").mkdir(exist_ok=True)
    program = next(program for program in programs if program.exists())
    for built, name in ((BUILD / "src" / "libjato.so", "libjato.so"),
                        (BUILD / "sim" / "libjato_sim.so", "libjato_sim.so"), (program, "bin/jato")):
        shutil.copy(built, into / name)


class SourceWithLibrary(sdist):
    """The archive has the repository's part that CMake builds, in the folder library."""

    def make_release_tree(self, base_dir: str, files: "list[str]") -> None:
        super().make_release_tree(base_dir, files)
        inside = Path(base_dir) / "library"
        for name in ("cmake", "src", "sim", "cli", "include"):
            shutil.copytree(REPOSITORY / name, inside / name, dirs_exist_ok=True)
        for name in ("CMakeLists.txt", "LICENSE"):
            shutil.copy(REPOSITORY / name, inside / name)


class BuildWithLibrary(build_py):
    def run(self) -> None:
        super().run()
        package = Path(self.build_lib) / "jato"
        package.mkdir(parents=True, exist_ok=True)
        if not SYSTEM_LIBRARY:
            build_library(package)
        binding = package / "_binding.py"
        make_binding.make(binding, REPOSITORY)
        library = Path(SYSTEM_LIBRARY) if SYSTEM_LIBRARY else package / "libjato.so"
        make_settings.make(library, binding, package / "_settings.py")


class WheelOfAnyPython(bdist_wheel):
    """The library is of one platform, and of every Python 3: no compiled code knows Python."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.root_is_pure = bool(SYSTEM_LIBRARY)

    def get_tag(self) -> "tuple[str, str, str]":
        return "py3", "none", "any" if SYSTEM_LIBRARY else super().get_tag()[2]


class DistributionOfOnePlatform(Distribution):
    def has_ext_modules(self) -> bool:
        return not SYSTEM_LIBRARY


setup(
    cmdclass={
        "build_py": BuildWithLibrary,
        "bdist_wheel": WheelOfAnyPython,
        "sdist": SourceWithLibrary,
    },
    distclass=DistributionOfOnePlatform,
)
