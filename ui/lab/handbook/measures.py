"""The numbers of the kit: the drawings read them here, OpenSCAD in docs/kit/measures.scad."""

import tomllib
from functools import cache
from importlib import resources
from types import SimpleNamespace
from typing import Any

from vision.mat import SIZES


@cache
def numbers() -> dict[str, dict[str, Any]]:
    """Every number, section by section."""
    return tomllib.loads((resources.files("ui.lab.handbook") / "measures.toml").read_text("utf-8"))


def section(name: str) -> SimpleNamespace:
    return SimpleNamespace(**numbers()[name])


def scad() -> str:
    """The same numbers in OpenSCAD's words, like ``box_width = 110.0;``."""
    lines = ["// Written by `python -m ui.lab.handbook docs` from its measures.toml. Millimetres."]
    lines += [f"{group}_{name} = {value};" for group, of in numbers().items() for name, value in of.items()]
    mats = ", ".join(f"[{cm}, {wide:g}, {deep:g}]" for cm, (wide, deep) in SIZES.items())
    return "\n".join([*lines, f"mats = [{mats}]; // height of the camera in cm, width, depth", ""])
