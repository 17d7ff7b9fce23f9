"""Ranks, with a library that has no MPI; tests/mpi/python has the others."""
import pytest

import jato

SPHERE = jato.problem("sphere", 2)


def test_one_process_is_rank_0_of_1() -> None:
    assert jato.ranks() == (0, 1)


def test_a_library_without_mpi_says_what_to_build() -> None:
    with pytest.raises(jato.JatoError, match="CMAKE_ARGS=-DJATO_MPI=ON pip install ./python"):
        jato.minimize(SPHERE, comm=True, iterations=3)


def test_a_communicator_is_no_comm() -> None:
    with pytest.raises(jato.InputError, match="comm is 'world'; it is True"):
        jato.minimize(SPHERE, comm="world", iterations=3)  # type: ignore[call-overload]
