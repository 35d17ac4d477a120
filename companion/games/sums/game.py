"""Sums as a game of the house. The drawn pyramid has no numbers: adding up is the game."""

from collections.abc import Sequence

from companion.asks import JSON, Say
from companion.game import Game, Outcome, by_seat, shared
from companion.games.sums import moves as m
from companion.games.sums.asks import HEARS, asks
from companion.games.sums.rules import RULES, tie_order, without_dice
from companion.games.sums.state import SumsOptions, SumsState, checked, dice_left, fair_share
from companion.layout import Die, Row, SeatPanel, Stat, View, counted
from companion.pyramid.cells import BASE
from companion.pyramid.notation import colour_of, name_of, open_funnels
from companion.pyramid.positions import Examples


class Sums(Game[SumsState, m.SumsMove, SumsOptions]):
    """Everybody searches at once for a funnel with the rolled sum; right calls get rid of dice."""

    examples = Examples(4, BASE, {"m": 45})
    rules = RULES
    hears = HEARS
    scores = by_seat(dice_left)  # that are still to be placed: the fewer, the better
    asks = staticmethod(asks)
    checked = staticmethod(checked)

    def start(self, seats: tuple[str, ...], options: SumsOptions) -> SumsState:
        supply = dict.fromkeys(seats, fair_share(len(seats)))
        return SumsState(seats=seats, options=options, supply=supply, roller=seats[0])

    def outcome(self, state: SumsState) -> Outcome | None:
        """SU1, SU9: who has no dice left wins; several at once share."""
        if state.phase != "over":
            return None
        return shared(without_dice(state.supply, state.seats), self.scores(state), "SU9")

    def break_tie(self, state: SumsState, call: str, seats: Sequence[str]) -> tuple[str, ...]:
        """A-SU5: round the table from the roller's left; as a house rule who has most dice comes first."""
        order = tie_order(state.seats, state.roller, seats)
        if state.options.tie == "left":
            return order
        return tuple(sorted(order, key=lambda seat: -dice_left(state, seat)))

    def view(self, state: SumsState) -> View:
        """All that a public screen may show."""
        rolled = state.roll if state.phase not in ("build", "roll") else ()
        return View(
            phase=Say(f"phase.{state.phase}", {"seat": state.caller or state.roller}),
            panels=tuple(_panel(state, seat) for seat in state.seats),
            dice=tuple(Die("pips", str(number)) for number in rolled),
            sheet=_sheet(state) if state.phase == "over" else (),
            detail=_detail(state),
        )


def _panel(state: SumsState, seat: str) -> SeatPanel:
    stats = (Stat(Say("stat.left"), str(dice_left(state, seat))),)
    on_turn = seat == (state.caller or state.roller)
    return SeatPanel(seat, dice_left(state, seat), stats, turn=on_turn and state.phase != "over")


def _sheet(state: SumsState) -> tuple[Row, ...]:
    return (
        counted(Say("row.left"), state.supply, state.seats),
        counted(Say("row.right"), state.right, state.seats),
        counted(Say("row.wrong"), state.wrong, state.seats),
        Row(Say("row.reaction"), tuple(_mean_reaction(state, seat) for seat in state.seats)),
    )


def _mean_reaction(state: SumsState, seat: str) -> str:
    calls = state.right.get(seat, 0)
    return f"{state.reaction_ms.get(seat, 0) / calls / 1000:.1f} s" if calls else "-"


def _detail(state: SumsState) -> JSON:
    return {
        "pyramid": {name: f"{colour_of(die)}???" for name, die in state.pyramid.items()},
        "offered": [name_of(cell) for cell in open_funnels(state.pyramid)],
        "shown": name_of(state.shown) if state.shown else None,
    }
