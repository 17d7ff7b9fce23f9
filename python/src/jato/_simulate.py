"""Simulators: automata, maps and bodies on the devices that swarms use, as numpy arrays."""
from __future__ import annotations

from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from ._library import (InputError, call, doubles, encode, ffi, kernels_of, made, new_sized,
                       simulators_library, text)
from ._options import Path

Picture = npt.NDArray[np.uint8]


def _image(start: Any) -> tuple[Any, Any]:
    """A jato_image of an array, and what keeps its bytes."""
    array = np.asarray(start)
    if array.dtype == np.bool_:
        bits = 1
    elif array.dtype == np.uint8:
        bits = 8
    else:
        raise InputError(f"start has dtype {array.dtype}; give an array of bool, or of uint8 greys")
    if array.ndim not in (2, 3) or (array.ndim == 3 and array.shape[2] != 3):
        raise InputError(f"start has shape {array.shape}; give [height][width], or [height][width][3]")
    keep = np.ascontiguousarray(array, dtype=np.uint8)
    image = ffi.new("jato_image *")
    image.height, image.width = keep.shape[:2]
    image.channels, image.bits = (3 if array.ndim == 3 else 1), bits
    image.data = ffi.cast("unsigned char *", keep.ctypes.data)
    return image, keep


class Simulation:
    """A simulation that goes on step by step; close it, or use it in a ``with``.

    Parameters
    ----------
    spec : str
        Such as ``"totalistic"`` or ``"elementary:rule=30"``; `jato.simulators` lists them.
    device : str, optional
        Where it runs; `jato.devices` lists them.
    seed : int
        The seed of whatever is random in it.
    start : array of bool or uint8, optional
        The picture that it begins with: ``[height][width]``, or ``[height][width][3]``.
    timed : bool
        Measure the kernels.
    cache, temporary : path, optional
        Where compiled code is kept, and where it is made.
    compiler : str, optional
        The C compiler.

    Attributes
    ----------
    spec, device : str
        What it is, and where it runs.
    shape : tuple of int
        The picture's shape: (height, width), or (height, width, 3).

    Examples
    --------
    >>> with jato.Simulation("totalistic", seed=1) as cells:
    ...     cells.step(10)
    ...     cells.steps, cells.picture().shape == cells.shape
    (10, True)
    """

    def __init__(
        self,
        spec: str,
        *,
        device: Optional[str] = None,
        seed: int = 1,
        start: Any = None,
        timed: bool = False,
        cache: Optional[Path] = None,
        compiler: Optional[str] = None,
        temporary: Optional[Path] = None,
    ) -> None:
        self._library = simulators_library()
        options = new_sized("jato_simulation_options")
        keep = [ffi.new("char[]", encode(word)) if word is not None else ffi.NULL
                for word in (device, cache, compiler, temporary)]
        options.device, options.cache, options.compiler, options.temporary = keep
        options.seed, options.timed = seed, int(timed)
        image, pixels = _image(start) if start is not None else (ffi.NULL, None)
        options.start = image
        create, library = self._library.jato_simulation_create, self._library
        self._handle = made("jato_simulation_destroy", create, encode(spec), options, library=library)
        del pixels
        facts = self._look()
        self.spec, self.device = spec, text(facts.device)
        self.shape: tuple[int, ...] = (int(facts.height), int(facts.width))
        if facts.channels == 3:
            self.shape += (3,)
        self._bits = int(facts.bits)

    def _look(self) -> Any:
        if not self._handle.is_open:
            raise InputError("the simulation is closed")
        return self._library.jato_simulation_get_info(self._handle.pointer)

    @property
    def steps(self) -> int:
        """Made so far."""
        return int(self._look().steps)

    @property
    def seconds(self) -> float:
        """What its steps took."""
        return float(self._look().seconds)

    def step(self, count: int = 1) -> None:
        """Goes on.

        Parameters
        ----------
        count : int
            By so many steps.

        Examples
        --------
        >>> with jato.Simulation("totalistic") as cells:
        ...     cells.step(3)
        """
        self._look()
        call(self._library.jato_simulation_step, self._handle.pointer, count)

    def picture(self) -> npt.NDArray[Any]:
        """The picture of now.

        Returns
        -------
        ndarray
            Booleans, or greys or colours from 0 to 255.

        Examples
        --------
        >>> with jato.Simulation("totalistic") as cells:
        ...     cells.picture().dtype
        dtype('bool')
        """
        self._look()
        out = np.empty(self.shape, dtype=np.uint8)
        data = ffi.cast("unsigned char *", out.ctypes.data)
        call(self._library.jato_simulation_draw, self._handle.pointer, data)
        return out.astype(np.bool_) if self._bits == 1 else out

    @property
    def digest(self) -> str:
        """The hash of its picture and arrays: the same on every device."""
        self._look()
        digest = ffi.new("uint64_t *")
        call(self._library.jato_simulation_digest, self._handle.pointer, digest)
        return f"{digest[0]:016x}"

    def arrays(self) -> dict[str, npt.NDArray[np.float64]]:
        """Its numbers by name, such as positions and velocities of bodies.

        Returns
        -------
        dict of str to ndarray
            ``[rows][columns]`` each; automata have none.

        Examples
        --------
        >>> with jato.Simulation("totalistic") as cells:
        ...     cells.arrays()
        {}
        """
        self._look()
        array, out, index = new_sized("jato_simulation_array"), {}, 0
        while self._library.jato_simulation_array_find_sized(self._handle.pointer, index, array):
            data = np.empty((int(array.rows), int(array.columns)))
            call(self._library.jato_simulation_read, self._handle.pointer, array.name, doubles(data))
            out[text(array.name)] = data
            index += 1
        return out

    def kernels(self) -> dict[str, dict[str, float]]:
        """What each kernel that was launched has cost.

        Returns
        -------
        dict of str to dict
            ``calls``, and the seconds ``total``, ``least`` and ``most``, measured with ``timed``
            only.

        Examples
        --------
        >>> with jato.Simulation("totalistic", timed=True) as cells:
        ...     cells.step(5)
        ...     all(cost["calls"] > 0 for cost in cells.kernels().values())
        True
        """
        self._look()
        return kernels_of(self._library.jato_simulation_kernel_sized, self._handle.pointer)

    def close(self) -> None:
        """Ends it, as the end of a ``with`` does.

        Examples
        --------
        >>> jato.Simulation("totalistic").close()
        """
        self._handle.close()

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def simulate(spec: str, iterations: int = 100, **options: Any) -> npt.NDArray[Any]:
    """Runs a simulator and returns its picture as an array.

    Parameters
    ----------
    spec : str
        Such as ``"totalistic"``; `jato.simulators` lists them.
    iterations : int
        Steps.
    **options
        Those of `jato.Simulation`.

    Returns
    -------
    ndarray
        The last picture. One that is a row, such as that of ``"elementary:rule=30"``, gives a diagram
        of space and time: a row for the start, and one for each iteration.

    Examples
    --------
    >>> jato.simulate("elementary:rule=30", iterations=8).shape[0]
    9
    """
    with Simulation(spec, **options) as simulation:
        if simulation.shape[0] > 1:
            simulation.step(iterations)
            return simulation.picture()
        rows = [simulation.picture()]
        for _ in range(iterations):
            simulation.step()
            rows.append(simulation.picture())
        return np.concatenate(rows)
