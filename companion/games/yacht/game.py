"""Yacht as a game of the house: what it asks, what an answer means, and what the screen shows."""

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from companion.asks import Ask, Choice, Fact, Kind, Say
from companion.game import Game, by_seat, most_points
from companion.games.yacht import state as s
from companion.games.yacht.rules import RULES, dice_to_roll, spelled
from companion.games.yacht.scoring import bonus_of, choices_of, sheet_of, total, worth
from companion.layout import Die, Row, SeatPanel, Stat, View


class Yacht(Game[s.YachtState, s.YachtMove, s.YachtOptions]):
    """YT1: thirteen turns, and a box for each."""

    rules = RULES
    scores = by_seat(total)
    outcome = most_points("YT9")

    def start(self, seats: tuple[str, ...], options: s.YachtOptions) -> s.YachtState:
        return s.YachtState(seats=seats, options=options, turn=seats[0])

    def asks(self, state: s.YachtState) -> tuple[Ask, ...]:
        return tuple(_asks(state)) if state.phase != "over" else ()

    def understand(self, state: s.YachtState, ask: Ask, fact: Fact) -> s.YachtMove:
        seat = fact.seat or state.turn  # eyes see dice, and not whose hand it was
        if fact.kind is Kind.DICE:
            return s.Roll(seat=seat, dice=tuple(fact.value["pips"]))
        if ask.dice:
            return s.Keep(seat=seat, dice=tuple(fact.value))
        return s.Write(seat=seat, box=fact.value)

    def view(self, state: s.YachtState) -> View:
        says = {"seat": state.turn, "n": state.throws}
        dice = tuple(Die("pips", str(face)) for face in state.dice)
        panels = tuple(_panel(state, seat) for seat in state.seats)
        return View(Say(f"phase.{state.phase}", says), panels, dice, sheet=tuple(_sheet(state)))


def _panel(state: s.YachtState, seat: str) -> SeatPanel:
    """Whoever's turn it is sees what is kept."""
    turn = seat == state.turn and state.phase != "over"
    stats = (Stat(Say("stat.kept"), spelled(state.kept)),) if turn and state.kept else ()
    return SeatPanel(seat, total(state, seat), stats, turn=turn)


def _sheet(state: s.YachtState) -> Iterator[Row]:
    """The thirteen boxes, and what comes on top."""
    sheets = [sheet_of(state, seat) for seat in state.seats]
    for box in s.BOXES:
        yield Row(Say(f"box.{box}"), tuple(str(sheet.get(box, "")) for sheet in sheets))
    yield Row(Say("row.bonus"), tuple(str(bonus_of(state, seat)) for seat in state.seats))
    extras = (state.options.extra * state.extras.get(seat, 0) for seat in state.seats)
    yield Row(Say("row.extra"), tuple(map(str, extras)))
    yield Row(Say("row.total"), tuple(str(total(state, seat)) for seat in state.seats), sums=True)


def _asks(state: s.YachtState) -> Iterator[Ask]:
    """YT2: rolling, up to three times; between them keeping; and the box, at any time after a roll."""
    seats, says = (
        (state.turn,),
        {"seat": state.turn, "n": s.THROWS - state.throws, "dice": dice_to_roll(state)},
    )
    may_roll = state.throws < s.THROWS and dice_to_roll(state) > 0
    if may_roll:
        prompt = Say("ask.roll" if state.phase == "roll" else "ask.again", says)
        yield Ask(f"roll:{state.rolls}", Kind.DICE, seats, prompt, "YT2", dice={"pips": dice_to_roll(state)})
    if state.phase == "keep" and may_roll:
        name = f"keep:{state.rolls}:{len(state.kept)}"
        kept = tuple(Choice(list(d), Say("choice.keep", {"dice": spelled(d)})) for d in parts(state.dice))
        lies = tuple(map(str, state.dice))
        keep = Ask(name, Kind.CHOICE, seats, Say("ask.keep", says), "YT3", kept, optional=True, lies=lies)
        yield replace(keep, dice={"pips": len(lies)})
    if state.phase == "keep":
        prompt, boxes = Say("ask.write", says), tuple(_box(state, box) for box in choices_of(state))
        yield Ask(f"write:{state.rolls}", Kind.CHOICE, seats, prompt, "YT4", boxes, optional=may_roll)


def _box(state: s.YachtState, box: s.Box) -> Choice:
    return Choice(box, Say("choice.box", {"box": Say(f"box.{box}"), "n": worth(state, box)}))


def parts(dice: s.Dice) -> list[s.Dice]:
    """All that can be kept of *dice*, one die first."""
    parts = {part for n in range(1, len(dice) + 1) for part in combinations(dice, n)}
    return sorted(parts, key=lambda part: (len(part), part))
