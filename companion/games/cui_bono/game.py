"""Cui bono? as a game of the house: the pyramid, the kept dice, the minus points."""

from msgspec.structs import replace

from companion.asks import JSON, Say
from companion.game import Game, Outcome, shared
from companion.games.cui_bono import moves as m
from companion.games.cui_bono import state as s
from companion.games.cui_bono.asks import HEARS, asks
from companion.games.cui_bono.handling import takeable
from companion.games.cui_bono.rules import RULES
from companion.layout import Layout, Row, SeatPanel, Stat, View
from companion.pyramid.agree import colour_says
from companion.pyramid.notation import COLOURS, name_of, open_funnels
from companion.pyramid.positions import Examples


class CuiBono(Game[s.CuiBonoState, m.CuiBonoMove, s.CuiBonoOptions]):
    """Take a die from the lowest layer and find it a new place, or it costs points."""

    examples = Examples(6)
    rules = RULES
    hears = HEARS
    asks = staticmethod(asks)
    checked = staticmethod(s.checked)

    def start(self, seats: tuple[str, ...], options: s.CuiBonoOptions) -> s.CuiBonoState:
        """A-CB5: nobody has a supply here."""
        return s.CuiBonoState(seats=seats, options=options, kept=dict.fromkeys(seats, ""), on_turn=seats[0])

    def scores(self, state: s.CuiBonoState) -> dict[str, int]:
        """Minus points, as negative numbers."""
        cost = s.costs(state.options.points)
        return {seat: -s.minus_points(s.kept_by(state, seat), cost) for seat in state.seats}

    def outcome(self, state: s.CuiBonoState) -> Outcome | None:
        """CB1, CB14: the fewest minus points, then the fewest dice, then shared."""
        if state.phase != "over":
            return None
        best, scores = s.winners(state.kept, state.seats, s.costs(state.options.points)), self.scores(state)
        won = shared(best, scores, "CB14", n=-scores[best[0]])
        if len(best) == 1 and list(scores.values()).count(scores[best[0]]) > 1:
            return replace(won, says=Say("outcome.fewest_dice", won.says.args))
        return won

    def lies(self, state: s.CuiBonoState) -> Layout:
        """CB7: the die that is tried out lies there while the table judges."""
        trying = {name_of(state.trying): f"{state.die[0]}???"} if state.trying else {}
        return super().lies(state).with_cells(trying)

    def view(self, state: s.CuiBonoState) -> View:
        """All that a public screen may show."""
        return View(
            phase=Say(f"phase.{state.phase}", {"seat": state.on_turn, "colour": colour_says(state.die[0])}),
            panels=tuple(_panel(state, seat) for seat in state.seats),
            sheet=tuple(_row(state, colour) for colour in COLOURS),
            detail=_detail(state),
        )


def _panel(state: s.CuiBonoState, seat: str) -> SeatPanel:
    kept = s.kept_by(state, seat)
    stats = (
        Stat(Say("stat.kept"), f"{len(kept)}/{s.limit(len(state.seats))}"),
        Stat(Say("stat.put_back"), str(state.put_back.get(seat, 0))),
    )
    points = s.minus_points(kept, s.costs(state.options.points))
    return SeatPanel(seat, -points, stats, turn=seat == state.on_turn and state.phase != "over")


def _row(state: s.CuiBonoState, colour: str) -> Row:
    counts = (s.kept_by(state, seat).count(colour) for seat in state.seats)
    return Row(colour_says(colour), tuple(str(count) for count in counts))


def _detail(state: s.CuiBonoState) -> JSON:
    offered = takeable(state.pyramid) if state.phase == "take" else open_funnels(state.pyramid)
    return {
        "pyramid": {name: f"{die[0]}???" for name, die in state.pyramid.items()},
        "offered": [name_of(cell) for cell in offered] if state.phase in ("take", "put") else [],
        "took": name_of(state.took) if state.took else None,
        "vacated": name_of(state.vacated) if state.vacated else None,
    }
