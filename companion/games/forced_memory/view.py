"""What a screen may show of Forced Memory: never a sum under a red die, whether it was shown or not."""

from collections.abc import Callable

from companion.asks import Say
from companion.facts import JSON
from companion.games.forced_memory.state import ForcedMemoryState, Memory, covered, goal, memory_of, won_by
from companion.pyramid.notation import name_of
from companion.view import Die, Row, SeatPanel, Stat, View


def view(state: ForcedMemoryState) -> View:
    """All that a public screen may show."""
    return View(
        phase=Say(f"phase.{state.phase}", {"seat": state.on_turn, "sum": sum(state.roll)}),
        panels=tuple(_panel(state, seat) for seat in state.seats),
        dice=tuple(Die("pips", str(number)) for number in state.roll),
        sheet=_sheet(state) if state.phase == "over" else (),
        detail=_detail(state),
    )


def _panel(state: ForcedMemoryState, seat: str) -> SeatPanel:
    stats = (Stat(Say("stat.won"), f"{won_by(state, seat)}/{goal(len(state.seats))}"),)
    return SeatPanel(seat, won_by(state, seat), stats, turn=seat == state.on_turn and state.phase != "over")


_ROWS: tuple[tuple[str, Callable[[Memory], str]], ...] = (
    ("row.lifts", lambda memory: str(memory.lifts)),
    ("row.remembered", lambda memory: str(memory.remembered)),
    ("row.lucky", lambda memory: str(memory.lucky)),
    ("row.lag", lambda memory: f"{memory.lag / memory.remembered:.1f}" if memory.remembered else "-"),
    ("row.missed", lambda memory: str(memory.missed)),
    ("row.near", lambda memory: str(memory.near)),
    ("row.kept", lambda memory: f"{memory.kept_paid}/{memory.kept}"),
)


def _sheet(state: ForcedMemoryState) -> tuple[Row, ...]:
    return tuple(
        Row(Say(key), tuple(args(memory_of(state, seat)) for seat in state.seats)) for key, args in _ROWS
    )


def _detail(state: ForcedMemoryState) -> JSON:
    lifting = state.phase in ("choose", "lift")
    return {
        "pyramid": {name: f"{die[0]}???" for name, die in state.pyramid.items()},
        "offered": [name_of(cell) for cell in covered(state)] if lifting else [],
        "lifted": name_of(state.lifted) if state.lifted else None,
        "back": name_of(state.back) if state.back else None,
    }
