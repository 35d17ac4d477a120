"""Forced Memory as a game of the house. No sum under a red die is shown, seen before or not."""

from collections.abc import Callable

from msgspec.structs import replace

from companion.asks import JSON, Say
from companion.cards import UNKNOWN
from companion.game import Game, by_seat, most_points
from companion.games.forced_memory import moves as m
from companion.games.forced_memory import state as s
from companion.games.forced_memory.asks import HEARS, asks
from companion.games.forced_memory.rules import RULES
from companion.layout import Die, Layout, Row, SeatPanel, Stat, View
from companion.pyramid.cells import BASE
from companion.pyramid.notation import name_of
from companion.pyramid.positions import Examples


class ForcedMemory(Game[s.ForcedMemoryState, m.ForcedMemoryMove, s.ForcedMemoryOptions]):
    """Remember which sums lie under the red dice, and lift the one that matches the roll."""

    examples = Examples(4, BASE, {"y": 45})
    rules = RULES
    hears = HEARS
    scores = by_seat(s.won_by)
    outcome = most_points("FM8")  # with eight players when all funnels are gone (A-FM2)
    asks = staticmethod(asks)
    checked = staticmethod(s.checked)

    def start(self, seats: tuple[str, ...], options: s.ForcedMemoryOptions) -> s.ForcedMemoryState:
        won = dict.fromkeys(seats, 0)
        return s.ForcedMemoryState(seats=seats, options=options, won=won, on_turn=seats[0])

    def seat_range(self, options: s.ForcedMemoryOptions) -> tuple[int, int]:
        """A-FM2: up to six, or seven or eight by house rule."""
        return self.about.seats[0], options.max_players

    def lies(self, state: s.ForcedMemoryState) -> Layout:
        """FM3, FM5: of the die that was lifted, or belongs back, nobody knows whether it lies there."""
        loose = {name_of(cell): UNKNOWN for cell in (state.lifted, state.back) if cell}
        return super().lies(state).with_cells(loose)

    def public(self, state: s.ForcedMemoryState) -> s.ForcedMemoryState:
        """No number of a yellow die and no sum: remembering them is the game (FM10)."""
        hidden = {name: f"{die[0]}???" for name, die in state.pyramid.items()}
        return replace(state, pyramid=hidden, shown={})

    def view(self, state: s.ForcedMemoryState) -> View:
        """All that a public screen may show."""
        return View(
            phase=Say(f"phase.{state.phase}", {"seat": state.on_turn, "sum": sum(state.roll)}),
            panels=tuple(_panel(state, seat) for seat in state.seats),
            dice=tuple(Die("pips", str(number)) for number in state.roll),
            sheet=_sheet(state) if state.phase == "over" else (),
            detail=_detail(state),
        )


def _panel(state: s.ForcedMemoryState, seat: str) -> SeatPanel:
    stats = (Stat(Say("stat.won"), f"{s.won_by(state, seat)}/{s.goal(len(state.seats))}"),)
    return SeatPanel(seat, s.won_by(state, seat), stats, turn=seat == state.on_turn and state.phase != "over")


_ROWS: tuple[tuple[str, Callable[[s.Memory], str]], ...] = (
    ("row.lifts", lambda memory: str(memory.lifts)),
    ("row.remembered", lambda memory: str(memory.remembered)),
    ("row.lucky", lambda memory: str(memory.lucky)),
    ("row.lag", lambda memory: f"{memory.lag / memory.remembered:.1f}" if memory.remembered else "-"),
    ("row.missed", lambda memory: str(memory.missed)),
    ("row.near", lambda memory: str(memory.near)),
    ("row.kept", lambda memory: f"{memory.kept_paid}/{memory.kept}"),
)


def _sheet(state: s.ForcedMemoryState) -> tuple[Row, ...]:
    return tuple(
        Row(Say(key), tuple(args(s.memory_of(state, seat)) for seat in state.seats)) for key, args in _ROWS
    )


def _detail(state: s.ForcedMemoryState) -> JSON:
    lifting = state.phase in ("choose", "lift")
    return {
        "pyramid": {name: f"{die[0]}???" for name, die in state.pyramid.items()},
        "offered": [name_of(cell) for cell in s.covered(state)] if lifting else [],
        "lifted": name_of(state.lifted) if state.lifted else None,
        "back": name_of(state.back) if state.back else None,
    }
