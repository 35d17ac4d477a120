"""The pyramid as `companion read` writes it: visible dice with what is sure, and what is not as questions."""

from collections.abc import Mapping
from typing import Any

from companion.pyramid.dice import completed
from companion.sightings import PyramidDieSeen, PyramidSeen

AXES = ("-i", "-j", "-k")


def as_json(seen: PyramidSeen | None) -> dict[str, Any]:
    """The cells; the third face follows from two that are sure, covered or not."""
    return {"cells": [_cell(die) for die in seen.dice] if seen else []}


def _cell(die: PyramidDieSeen) -> dict[str, Any]:
    known = die.faces if die.crooked else completed(die.faces)
    faces = {
        name: face
        for name, face, read, see in zip(AXES, known, die.faces, die.seen, strict=True)
        if face is not None and (read is not None or not see)
    }
    return {"ijk": list(die.cell), "colour": die.colour or None, "faces": faces, "confidence": die.confidence}


def die_in_words(cell: Mapping[str, Any]) -> str:
    """A die of the pyramid as it is written everywhere, like 8,0,0 r62?."""
    faces = "".join(str(cell["faces"].get(name, "?")) for name in AXES)
    letter = {"red": "r", "yellow": "y", "white": "m"}.get(cell["colour"] or "", "?")
    return f"{','.join(map(str, cell['ijk']))} {letter}{faces}"


def unsure(seen: PyramidSeen | None) -> list[dict[str, Any]]:
    """What is to be asked: faces, colours, crooked dice, and cells that may be otherwise."""
    if seen is None:
        return []
    out: list[dict[str, Any]] = []
    for die in seen.dice:
        for name, face, see, choices in zip(AXES, die.faces, die.seen, die.choices, strict=True):
            if see and face is None:
                out.append(
                    {"what": "pyramid face", "ijk": list(die.cell), "face": name, "choices": list(choices)}
                )
        if not die.colour:
            out.append({"what": "pyramid colour", "ijk": list(die.cell), "choices": []})
        if die.crooked:
            out.append({"what": "crooked pyramid die", "ijk": list(die.cell), "choices": []})
    out += [{"what": "pyramid cell", "ijk": list(cell), "choices": []} for cell in seen.doubtful]
    return out
