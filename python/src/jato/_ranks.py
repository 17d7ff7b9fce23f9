"""Ranks: processes of MPI that make one run together. See docs/cluster.md."""
from __future__ import annotations

import atexit
import os
import sys
from typing import Any, Optional

from ._library import InputError, JatoError, check, ffi, lib, new_error, new_sized


def _mpi4py() -> Any:
    """The module that may have begun MPI before libjato, or may have ended it; None if it was not imported."""
    return sys.modules.get("mpi4py.MPI")


class _Membership:
    """This process as one of the ranks, until it ends."""

    def __init__(self) -> None:
        others = _mpi4py()
        self._begun_by_others = others is not None and bool(others.Is_initialized())
        self.use(None)
        self._process = os.getpid()
        self._code = 0
        if self.has_mpi:
            self._show, sys.excepthook = sys.excepthook, self._note
            atexit.register(self._leave)

    def use(self, comm: Any) -> None:
        """Makes later runs those of the ranks of a communicator of mpi4py; None: of all ranks."""
        found, error = new_sized("jato_ranks"), new_error()
        given = ffi.NULL if comm is None else ffi.cast("void *", _mpi4py()._addressof(comm))
        check(lib.jato_ranks_begin_sized(given, found, error), error)
        self.rank, self.size = int(found.rank), int(found.count)
        self.has_mpi = bool(found.has_mpi)

    def _note(self, *what: Any) -> None:
        self._code = 1
        self._show(*what)

    def _leave(self) -> None:
        """Without it, a rank that ends by an exception would wait in MPI's end for others that wait for it
        in a run."""
        others = _mpi4py()
        if os.getpid() != self._process or (others is not None and others.Is_finalized()):
            return
        if self._code == 0 and self._begun_by_others:
            return  # the module that initialised MPI finalises it
        if self._code == 0:
            self.use(None)  # the end of MPI is that of all ranks
        sys.stdout.flush()
        sys.stderr.flush()
        if not lib.jato_ranks_end(ffi.new("int *", self._code)):
            print(f"jato: rank {self.rank} has ended, and others have not; all are ended", file=sys.stderr, flush=True)
            lib.jato_ranks_abandon(1)


_membership: Optional[_Membership] = None


def _join() -> _Membership:
    global _membership
    if _membership is None:
        _membership = _Membership()
    return _membership


def ranks() -> tuple[int, int]:
    """The number of this process among those that mpirun has started together, and how many there are.

    Returns
    -------
    rank : int
        0 to size - 1.
    size : int
        1 without mpirun, and with a libjato that was built without MPI.

    Examples
    --------
    >>> rank, size = jato.ranks()
    >>> if rank == 0:
    ...     print("rank 0 reports for all of them")
    rank 0 reports for all of them
    """
    own = _join()
    return own.rank, own.size


def read_comm(comm: Any) -> bool:
    """Whether ranks make a run together; they are there then."""
    mpi = _mpi4py()
    is_communicator = mpi is not None and isinstance(comm, mpi.Comm)
    if not isinstance(comm, bool) and not is_communicator:
        raise InputError(
            f"comm is {comm!r}; it is True for a run that all ranks of mpirun make together, a communicator of "
            "mpi4py for one of its ranks, or False"
        )
    if comm is False:
        return False
    if not _join().has_mpi:
        raise JatoError(
            "comm takes a libjato that was built with MPI, and this one was not; build the package from "
            "jato's source with CMAKE_ARGS=-DJATO_MPI=ON pip install ./python (see docs/cluster.md)"
        )
    _join().use(comm if is_communicator else None)
    return True
