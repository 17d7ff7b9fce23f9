"""jato: finds the best parameters of a function without using its derivatives."""
from ._catalogue import algorithms, devices, problems, simulators, walls
from ._compare import EndOfRun, compare
from ._comparison import ComparedRun, Comparison, Standing
from ._engine import Progress
from ._library import Failed, FileError, InputError, JatoError, OutOfMemory, TrustError, __version__
from ._many import minimize_many
from ._method import Method, MethodSetup, Parameter
from ._minimize import maximize, minimize
from ._problem import Problem, command, problem, problem_from_c, problem_from_residuals, shared_object
from ._ranks import ranks
from ._record import RunFile, open_run
from ._result import OptimizeResult
from ._run import Run, Trial
from ._scipy import scipy_method
from ._simulate import Simulation, simulate
from ._space import Category, Constraint, Fixed, Integer, Real
from ._workers import RemoteTraceback, WorkerError

for _public in (
    EndOfRun, Failed, FileError, InputError, JatoError, OutOfMemory, RemoteTraceback,
    TrustError, WorkerError
):
    _public.__module__ = "jato"  # what a traceback calls them

__all__ = [
    "Category",
    "ComparedRun",
    "Comparison",
    "Constraint",
    "EndOfRun",
    "Failed",
    "FileError",
    "Fixed",
    "InputError",
    "Integer",
    "JatoError",
    "Method",
    "MethodSetup",
    "OptimizeResult",
    "OutOfMemory",
    "Parameter",
    "Problem",
    "Progress",
    "Real",
    "RemoteTraceback",
    "Run",
    "RunFile",
    "Simulation",
    "Standing",
    "Trial",
    "TrustError",
    "WorkerError",
    "__version__",
    "algorithms",
    "command",
    "compare",
    "devices",
    "maximize",
    "minimize",
    "minimize_many",
    "open_run",
    "problem",
    "problem_from_c",
    "problem_from_residuals",
    "problems",
    "ranks",
    "scipy_method",
    "shared_object",
    "simulate",
    "simulators",
    "walls",
]
