"""What can be printed, as the command and the screen order it, and the printers that the system knows."""

import importlib
import os
from pathlib import Path

from msgspec import Struct

from ui.machine import Ran, ran

# What can be printed; the values are whose pages write it.
PAGES = {"mat": "mat", "cards": "card", "dice": "die", "sheet": "sheet", "labels": "label"}
PAPERS = ("a4", "a3", "mat")  # for a mat: glued from one of the first two, or in one piece
HEIGHTS = (40, 50, 60)  # of the camera above a mat, in cm
PATIENCE_S = 20.0


class Order(Struct, frozen=True):
    """Something to print. *of* is the deck of cards, the game of a sheet, "table" or "pyramid" for a mat."""

    what: str
    of: str = ""
    languages: tuple[str, ...] = ()
    seats: int = 4
    camera_cm: int = 60
    paper: str = "a4"
    single: bool = False  # one card of each kind
    backs: bool = False
    index: str = ""  # the letters on French cards


def write(order: Order, file: Path) -> int:
    """Writes *order* as a PDF in true size and says on how many pages. What draws it is loaded only now."""
    return int(importlib.import_module(f"ui.prints.{PAGES[order.what]}_pages").write(order, file))


# --- printers ---


def printers() -> tuple[str, ...]:
    """The printers that the system (CUPS) knows, the usual one first; none where there is no CUPS."""
    known, usual = _asked("lpstat", "-e"), _asked("lpstat", "-d").said.rpartition(": ")[2].strip()
    return tuple(sorted(known.said.split() if not known.trouble else (), key=lambda name: name != usual))


def send(file: Path, printer: str, paper: str) -> str:
    """*file* goes to *printer* in true size; "" if that takes it, else why not."""
    size = ("-o", f"media={paper.upper()}", "-o", "print-scaling=none")
    return _asked("lp", "-d", printer, *size, str(file)).trouble


def _asked(*words: str) -> Ran:
    """The answers are read, so they are not to be in the family's language."""
    return ran(words, PATIENCE_S, env={**os.environ, "LC_ALL": "C"})
