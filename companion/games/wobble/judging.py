"""What counts as done: the measures of the tasks W-T1 to W-T12, as plain arithmetic."""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

from msgspec import Struct

from companion.games.wobble.deck import BROWN, NUMBERS, kind

SPIN_MS = 7_000
CALL_MS = 90_000
WATCH_CS = (1_900, 2_100)  # hundredths of a second on the display
SLIDE_MM = ((1_000, 100), (2_000, 150))  # length of the table, width of the goal


def spins(fall_ms: int, bump_ms: int | None = None) -> bool:
    """T1: seven seconds before it falls; a bump ends it, but after seven seconds it is harmless."""
    end = fall_ms if bump_ms is None or bump_ms < 0 else min(fall_ms, bump_ms)
    return end >= SPIN_MS


def calls(ms: int, gave_away: bool = False) -> bool:
    """T2: ninety seconds from the pick-up, without saying why."""
    return ms >= CALL_MS and not gave_away


class Flipped(Struct, frozen=True):
    """T3: how many cards were turned, and what has to be drawn; None before a number has come."""

    turned: int
    draw: int | None


def flipped(cards: Sequence[str]) -> Flipped:
    """T3: the first number, and ten more for each jerk card before it."""
    jerks = 0
    for place, card in enumerate(cards, 1):
        jerks += card in BROWN
        if kind(card) in NUMBERS:
            return Flipped(place, int(kind(card)) + 10 * jerks)
    return Flipped(len(cards), None)


def estimates(estimate: int, actual: int, pop: str = "le") -> bool:
    """T8: within ten percent; AW-40: exactly ten percent counts, unless the house says less than."""
    off, bound = 10 * abs(estimate - actual), actual
    return off < bound if pop == "lt" else off <= bound


def stops(ms: int, stopped: bool = True) -> bool:
    """T9: 19.00 to 21.00 on the display, which cuts off; AW-40; the watch must be stopped."""
    return stopped and WATCH_CS[0] <= ms // 10 <= WATCH_CS[1]


def goal_mm(table_mm: int) -> float:
    """T12: how far from the far edge the whole coin may rest; between the two printed lengths linear."""
    (short, narrow), (long, wide) = SLIDE_MM
    share = min(1.0, max(0.0, (table_mm - short) / (long - short)))
    return narrow + share * (wide - narrow)


def slides(table_mm: int, rear_mm: float, fell: bool = False) -> bool:
    """T12: at rest wholly within the goal of a table of a metre or more."""
    return not fell and table_mm >= SLIDE_MM[0][0] and 0 <= rear_mm <= goal_mm(table_mm)


def breaks_even(tasks: int = 1) -> float:
    """The chance of each task from which on daring costs less than drawing: a half for one (AW-13)."""
    return float(0.5 ** (1 / tasks))


# --- how many people live where: the table that the population task W-T8 is judged by ---


@cache
def _people() -> dict[str, Any]:
    return tomllib.loads((resources.files(__package__ or "") / "countries.toml").read_text("utf-8"))


def people_by_country() -> dict[str, int]:
    """People by the country's code."""
    people: dict[str, int] = _people()["people"]
    return people


def source_of_people() -> str:
    """Where the figures come from and of which year they are."""
    return f"{_people()['source']} ({_people()['year']})"
