"""What the referee believes, held against what really lies on the table."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from companion.games.abspecken.real_table import RealTable

# What the referee calls the phases that people know by another name
PHASES = {
    "offer": ("roll_offer",),
    "roll": ("rolling",),
    "pig": ("read", "pig"),
    "act": ("read", "act"),
    "over": ("game_over",),
}


def differences(state: Any, table: RealTable) -> Iterator[str]:
    """Every point in which *state* is not the *table*, in words."""
    phases = PHASES.get(table.phase, (table.phase,))
    if state.phase.value not in phases:
        yield f"the phase: {state.phase.value}, not {' or '.join(phases)}"
    pairs = {
        "the round": (state.round, table.round),
        "the roller": (state.roller, table.roller),
        "who has called": ({call.seat for call in state.calls}, {seat for seat, _ in table.calls}),
        "who has taken": ({call.seat for call in state.calls if call.served}, set(table.served)),
        "who is out": (list(state.out), table.out),
    }
    yield from _unequal(pairs)
    for seat in table.seats:
        yield from _about(seat, state.players[seat], table)


def _about(seat: str, player: Any, table: RealTable) -> Iterator[str]:
    pairs = {
        f"{seat}'s hand": (len(player.hand), len(table.hands[seat])),
        f"{seat}'s cards": (len(player.own), len(table.cards_of(seat))),
        f"{seat}'s pile": ([int(card) for card in player.pile], table.piles[seat]),
        f"{seat}'s discard": ([int(card) for card in player.laid], table.laid[seat]),
        f"{seat}'s total": (player.total, table.totals[seat]),
    }
    yield from _unequal(pairs)
    if _more(player.hand, table.hands[seat]) or _more(player.own, table.cards_of(seat)):
        yield f"{seat} does not hold what the referee believes"


def _unequal(pairs: dict[str, tuple[Any, Any]]) -> Iterator[str]:
    yield from (f"{what}: {said}, not {true}" for what, (said, true) in pairs.items() if said != true)


def _more(believed: Iterable[str], real: Iterable[int]) -> bool:
    """Whether known cards are believed in that are not there."""
    known = Counter(card for card in believed if card != "?")
    return bool(known - Counter(map(str, real)))
