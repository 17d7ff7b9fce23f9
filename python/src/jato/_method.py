"""A search method of the caller's: the class to derive from, and what it gets."""
from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Mapping, Sequence, Union

import numpy as np

from ._space import Array

# What the numbers of an attribute may be: (low, high) of reals, range(least, most + 1) of whole
# numbers, "box" where column i lies between lower[i] and upper[i], "any" for reals and NaN.
Bounds = Union[tuple[float, float], range, str]


@dataclass(frozen=True)
class Parameter:
    """A parameter of a `jato.Method`.

    Parameters
    ----------
    name : str
        Small letters, digits and _.
    default : float or str
        A number, or one of the choices.
    low, high : float
        Its bounds, which belong to it.
    help : str
        A few words.
    whole : bool
        Whole numbers only.
    choices : sequence of str
        Words without blanks, instead of numbers.

    Examples
    --------
    >>> step = jato.Parameter("step", 0.3, low=1e-6, high=1, help="first step")
    >>> draw = jato.Parameter("draw", "normal", choices=["normal", "uniform"])
    """

    name: str
    default: Union[float, str]
    low: float = 0.0
    high: float = 1.0
    help: str = ""
    whole: bool = False
    choices: Sequence[str] = ()


class Draws:
    """The random numbers of ``jato/method.h``, bit for bit: functions of whole numbers, or of arrays of
    them, which broadcast."""

    def __init__(self, table: Any) -> None:
        self._table = table  # jato_draws *, which the library holds

    def uniform(self, seed: Any, generation: Any, point: Any, coordinate: Any) -> Array:
        """Uniform in [0, 1)."""
        return _draw(self._table.uniform, seed, generation, point, coordinate)

    def normal(self, seed: Any, generation: Any, point: Any, coordinate: Any) -> Array:
        """Normal, with mean 0 and variance 1."""
        return _draw(self._table.normal, seed, generation, point, coordinate)


def _draw(function: Any, *given: Any) -> Array:
    arrays = np.broadcast_arrays(*given)
    numbers = map(function, *(one.ravel().tolist() for one in arrays))
    return np.fromiter(numbers, np.float64, arrays[0].size).reshape(arrays[0].shape)


@dataclass(frozen=True)
class MethodSetup:
    """What a search of a `jato.Method` is made from; its `create` gets it.

    Attributes
    ----------
    dim : int
        Coordinates of a point.
    lower, upper : ndarray
        ``[dim]``: the box; points must lie in it. Variables that are no plain interval have
        coordinates of libjato's.
    points : int
        In a generation, as the caller wants them (``particles=``).
    seed : int
        The first argument of all draws.
    parameters : dict
        A value for each of `Method.parameters`: float, int where it is whole, str of a choice.
    initial : ndarray
        ``[count][dim]``: where the caller would begin, the best first; often none.
    draws
        Random numbers: ``draws.uniform(seed, generation, point, coordinate)``, in [0, 1), and
        ``draws.normal(...)``, with mean 0 and variance 1. Arguments are whole numbers or arrays of
        them, which broadcast; the same ones give the bits of C (``jato/method.h``) on every machine.
        Use each combination once; coordinates from ``dim`` on are further numbers.

    Examples
    --------
    >>> class Blind(jato.Method):
    ...     def create(self, setup):
    ...         self.setup = setup
    ...     def ask(self, generation):
    ...         s = self.setup
    ...         u = s.draws.uniform(s.seed, generation, np.arange(s.points)[:, None], np.arange(s.dim))
    ...         return s.lower + u * (s.upper - s.lower)
    ...     def tell(self, generation, x, ranks, best):
    ...         pass
    >>> jato.minimize(lambda x: x @ x, [(-5, 5)] * 2, algorithm=Blind(), evaluations=900).fun < 1
    True
    """

    dim: int
    lower: Array
    upper: Array
    points: int
    seed: int
    parameters: dict[str, Any]
    initial: Array
    draws: Draws


class Method(ABC):
    """A search method of your own: derive from it, and pass an object as ``algorithm=``.

    Each run works on a shallow copy of the object. What decides the next points is kept in
    attributes that `state` names; run files hold them, as numbers, and the same call with
    ``resume=True`` resumes a run to the bit. docs/your-own-method.md has the rules.

    Parameters
    ----------
    **parameters
        Values of `parameters`, by name; the others have their defaults.

    Attributes
    ----------
    name : str
        Small letters, digits and _; that of the class in small letters by default.
    parameters : sequence of Parameter
        What can be set.
    state : dict
        Names of attributes that `create` sets, each a number or an array of float64 or uint64 whose
        shape stays the same, and what their numbers may be: ``(low, high)``, ``range(least, most +
        1)`` for whole numbers, ``"box"`` for points, ``"any"`` for NaN, too.
    points : int
        In a generation, if the caller does not say; 0: 64.
    source : str
        The paper.

    Examples
    --------
    >>> class Climber(jato.Method):
    ...     parameters = [jato.Parameter("step", 0.3, low=1e-6, high=1, help="share of the box")]
    ...     state = {"centre": "box", "rank": (-np.inf, np.inf), "step": (0, np.inf)}
    ...     def create(self, setup):
    ...         self.setup, self.step = setup, setup.parameters["step"]
    ...         self.centre, self.rank = 0.5 * (setup.lower + setup.upper), np.inf
    ...     def ask(self, generation):
    ...         s = self.setup
    ...         z = s.draws.normal(s.seed, generation, np.arange(s.points)[:, None], np.arange(s.dim))
    ...         return np.clip(self.centre + self.step * (s.upper - s.lower) * z, s.lower, s.upper)
    ...     def tell(self, generation, x, ranks, best):
    ...         i = np.argmin(ranks)
    ...         self.step *= 1.25 if ranks[i] < self.rank else 0.8
    ...         if ranks[i] < self.rank:
    ...             self.centre, self.rank = x[i], ranks[i]
    >>> result = jato.minimize(
    ...     lambda x: x @ x, [(-5, 5)] * 3, algorithm=Climber(step=0.2), evaluations=4000
    ... )
    >>> result.algorithm, result.fun < 1e-2
    ('plugin:method=climber,step=0.2', True)
    """

    name: str = ""
    source: str = ""
    points: int = 0
    parameters: Sequence[Parameter] = ()
    state: Mapping[str, Bounds] = {}

    _given: Mapping[str, Any] = {}

    def __init__(self, **parameters: Any) -> None:
        self._given = parameters

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self._given.items())
        return f"{type(self).__name__}({given})"

    def _name(self) -> str:
        return self.name or type(self).__name__.lower()

    def _spec(self, name: str) -> str:
        """As libjato writes methods with parameters, with that name."""
        pairs = ",".join(f"{parameter}={value}" for parameter, value in self._given.items())
        return f"{name}:{pairs}" if pairs else name

    @abstractmethod
    def create(self, setup: MethodSetup) -> None:
        """Begins a search: sets the attributes of `state`, and whatever else it needs.

        Parameters
        ----------
        setup : MethodSetup
            The box, the parameters, the draws.

        Examples
        --------
        >>> def create(self, setup):
        ...     self.setup, self.step = setup, setup.parameters["step"]
        """

    @abstractmethod
    def ask(self, generation: int) -> Any:
        """The next points. Changes no attribute of `state`: after a resumption it is asked again.

        Parameters
        ----------
        generation : int
            0, 1, ...: the generation of draws.

        Returns
        -------
        array_like
            ``[count][dim]``, in the box; `count` may be another one each time.

        Examples
        --------
        >>> def ask(self, generation):
        ...     return np.clip(self.centre + self.offsets, self.setup.lower, self.setup.upper)
        """

    @abstractmethod
    def tell(self, generation: int, x: Array, ranks: Array, best: float) -> None:
        """Takes the ranks of the points that were asked for last.

        Parameters
        ----------
        generation : int
            Its number.
        x : ndarray
            ``[count][dim]``: the points.
        ranks : ndarray
            ``[count]``: what is to be minimised, infinity for a point without a value.
        best : float
            The smallest rank of the run so far.

        Examples
        --------
        >>> def tell(self, generation, x, ranks, best):
        ...     self.centre = x[np.argmin(ranks)]
        """
