"""What this build of libjato contains, and which devices the machine has."""
from __future__ import annotations

from functools import partial
from typing import Any

from ._library import lib, new_sized, new_sized_array, simulators_library, text


def _rows(find: Any) -> dict[str, str]:
    """Names and summaries, from a function of (index, entry)."""
    entry, out, index = new_sized("jato_entry"), {}, 0
    while find(index, entry):
        out[text(entry.name)] = text(entry.summary)
        index += 1
    return out


def algorithms() -> dict[str, str]:
    """The algorithms of this library.

    Returns
    -------
    dict of str to str
        Names and summaries. A name is what ``algorithm=`` takes, with parameters after a colon.

    Examples
    --------
    >>> "cmaes" in jato.algorithms()
    True
    """
    return _rows(partial(lib.jato_catalogue_sized, lib.JATO_KIND_ALGORITHM))


def problems() -> dict[str, str]:
    """The problems of the gallery.

    Returns
    -------
    dict of str to str
        Names, which `jato.problem` takes, and formulas.

    Examples
    --------
    >>> "rastrigin" in jato.problems()
    True
    """
    return _rows(partial(lib.jato_catalogue_sized, lib.JATO_KIND_PROBLEM))


def walls() -> dict[str, str]:
    """What can happen to a particle at the edge of the box.

    Returns
    -------
    dict of str to str
        Names, which ``walls=`` takes, and summaries.

    Examples
    --------
    >>> "reflect" in jato.walls()
    True
    """
    return _rows(partial(lib.jato_catalogue_sized, lib.JATO_KIND_WALLS))


def simulators() -> dict[str, str]:
    """The simulators of libjato_sim.

    Returns
    -------
    dict of str to str
        Names, which `jato.simulate` takes, and summaries.

    Examples
    --------
    >>> "elementary" in jato.simulators()
    True
    """
    return _rows(simulators_library().jato_simulator_find_sized)


def _facts(index: int) -> dict[str, Any]:
    facts = new_sized_array("jato_device_fact", lib.JATO_MOST_DEVICE_FACTS)
    count = lib.jato_device_get_info_sized(index, facts, len(facts))
    out: dict[str, Any] = {}
    for fact in facts[0:count]:
        told = text(fact.text) if text(fact.unit) == "text" else int(fact.number)
        out[text(fact.name)] = told if fact.known else None
    return out


def devices() -> list[dict[str, Any]]:
    """The devices of this machine.

    Returns
    -------
    list of dict
        For each, ``spec``: what ``device=`` takes; ``name``: the vendor's; ``state``, in words;
        ``ready``; and ``facts``: compute units, clock, memories, ..., None where it does not tell.

    Examples
    --------
    >>> jato.devices()[0]["spec"]
    'cpu'
    """
    device, out, index = new_sized("jato_device"), [], 0
    while lib.jato_device_find_sized(index, device):
        out.append(
            {
                "spec": text(device.spec),
                "name": text(device.name),
                "state": text(device.state),
                "ready": bool(device.ready),
                "facts": _facts(index),
            }
        )
        index += 1
    return out
