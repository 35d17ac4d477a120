"""Sets that show one deck card by card on several occasions, as their labels say (`session`).

Each occasion is read after the deck was taught from the pictures of the others, as a family's own deck is.
"""

import shutil
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ui.lab.bench.scoring import labelled
from vision.cards.taught import teach_deck

Rows = Sequence[Mapping[str, Any]]


def by_session(rows: Rows) -> dict[str, list[Mapping[str, Any]]]:
    """The rows of each occasion; none if there is but one, or if a picture shows several cards."""
    if not all(row.get("session") and len(row.get("cards") or ()) == 1 for row in rows):
        return {}
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        found.setdefault(str(row["session"]), []).append(row)
    return found if len(found) > 1 else {}


def teach_from(pictures: Path, rows: Rows, deck: str, keep_in: Path) -> tuple[int, float]:
    """Teaches *deck* from the pictures of *rows*; how many faces it has, and how many seconds that took."""
    shown = keep_in / "shown"
    shown.mkdir()
    seen: Counter[str] = Counter()
    for row in rows:
        (card,) = labelled(row, "cards")
        seen[card.name] += 1
        number = f"_{seen[card.name]}" if seen[card.name] > 1 else ""
        path = pictures / row["file"]
        shutil.copy2(path, shown / f"{card.name}{number}{path.suffix}")
    start = time.perf_counter()
    learned = teach_deck(deck, shown, keep_in)
    return len(learned.faces), round(time.perf_counter() - start, 1)
