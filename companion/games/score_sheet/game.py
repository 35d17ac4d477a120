"""The score sheet as a game of the house: what it asks, what an answer means, and what the screen shows."""

from collections.abc import Iterator

from companion.asks import Ask, Kind, Say, aside
from companion.game import Game, Hears, Outcome, leaders, shared, whose
from companion.games.score_sheet import state as s
from companion.games.score_sheet.rules import RULES
from companion.layout import Row, SeatPanel, View

DECKS = {"french": "french", "uno": "uno-like"}
CARDS = 60  # so many can be told at once


HEARS: Hears = {
    "points": lambda _, ask, fact: s.Write(seat=whose(ask, fact), points=fact.value),
    "count": lambda _, ask, fact: s.Count(seat=whose(ask, fact)),
    "seen": lambda _, ask, fact: s.Seen(seat=whose(ask, fact), things=_things_in(fact.value)),
    "finish": lambda _, ask, fact: s.Finish(seat=fact.seat),
}


class ScoreSheet(Game[s.SheetState, s.SheetMove, s.SheetOptions]):
    """Columns and rounds for any other game."""

    rules = RULES
    hears = HEARS
    scores = staticmethod(s.totals)

    def start(self, seats: tuple[str, ...], options: s.SheetOptions) -> s.SheetState:
        return s.SheetState(seats=seats, options=options)

    def asks(self, state: s.SheetState) -> tuple[Ask, ...]:
        if state.phase == "over":
            return ()
        return tuple(_counting(state) if state.phase == "count" else _writing(state))

    def outcome(self, state: s.SheetState) -> Outcome | None:
        """SC8."""
        if state.phase != "over":
            return None
        scores, sign = s.totals(state), 1 if state.options.wins == "most" else -1
        best = leaders({seat: sign * n for seat, n in scores.items()})
        return shared(best, scores, "SC8", n=scores[best[0]])

    def view(self, state: s.SheetState) -> View:
        points, now = s.totals(state), state.counted
        panels = tuple(SeatPanel(seat, points[seat], turn=seat == now) for seat in state.seats)
        says = Say(f"phase.{state.phase}", {"seat": now, "n": len(state.rounds) + 1})
        return View(says, panels, sheet=tuple(_sheet(state)))


def _things_in(value: dict[str, list[str | int]]) -> tuple[str, ...]:
    """The cards or dice of a fact."""
    return tuple(str(one) for key, many in value.items() if key != "place" for one in many)


def _sheet(state: s.SheetState) -> Iterator[Row]:
    """A line for each round, and the sum."""
    for number, row in enumerate((*state.rounds, *([state.row] if state.row else [])), 1):
        yield Row(Say("row.round", {"n": number}), tuple(str(row.get(seat, "")) for seat in state.seats))
    yield Row(Say("row.total"), tuple(str(n) for n in s.totals(state).values()), sums=True)


def _points(state: s.SheetState, seat: str) -> Ask:
    number = len(state.rounds) + 1
    prompt = Say("ask.points", {"seat": seat, "n": number})
    return Ask(f"points:{number}:{seat}", Kind.NUMBER, (seat,), prompt, "SC1", low=s.LEAST, high=s.MOST)


def _writing(state: s.SheetState) -> Iterator[Ask]:
    """SC1: the points of everybody, in any order; SC3: perhaps counted; SC7: and a way to the end."""
    yield from (_points(state, seat) for seat in s.pending(state))
    for seat in s.pending(state) if state.options.counts != "nothing" else ():
        name, prompt = f"count:{len(state.rounds) + 1}:{seat}", Say("ask.count", {"seat": seat})
        yield Ask(name, Kind.CONFIRM, (seat,), prompt, "SC3", optional=True)
    if state.rounds and not state.row:
        yield aside(Ask("finish", Kind.CONFIRM, state.seats, Say("ask.finish"), "SC7"))


def _counting(state: s.SheetState) -> Iterator[Ask]:
    """SC3: what lies there, or a number after all."""
    seat, name = state.counted, f"seen:{len(state.rounds) + 1}:{state.counted}"
    prompt, deck = (
        Say(f"ask.seen.{state.options.counts}", {"seat": seat}),
        DECKS.get(state.options.counts, ""),
    )
    kind, place = Kind.CARD if deck else Kind.DICE, f"score:{seat}"
    yield Ask(name, kind, (seat,), prompt, "SC3", deck=deck, place=place, cards=(1, CARDS))
    yield _points(state, seat)
