"""Ten Thousand as a game of the house: what it asks, what an answer means, and what the screen shows."""

from collections.abc import Iterator

from companion.asks import Ask, Choice, Fact, Kind, Say
from companion.game import Game, by_seat, most_points
from companion.games.ten_thousand.rules import RULES, dice_to_roll, spelled
from companion.games.ten_thousand.scoring import at_stake, settable, worth
from companion.games.ten_thousand.state import ALL, Bank, Keep, Roll, TenMove, TenOptions, TenState
from companion.layout import Die, SeatPanel, Stat, View, counted


class TenThousand(Game[TenState, TenMove, TenOptions]):
    """Who dares to roll once more."""

    rules = RULES
    scores = by_seat(lambda state, seat: state.points.get(seat, 0))
    outcome = most_points("TT13")

    def start(self, seats: tuple[str, ...], options: TenOptions) -> TenState:
        return TenState(seats=seats, options=options, turn=seats[0], points=dict.fromkeys(seats, 0))

    def asks(self, state: TenState) -> tuple[Ask, ...]:
        return tuple(_asks(state)) if state.phase != "over" else ()

    def understand(self, state: TenState, ask: Ask, fact: Fact) -> TenMove:
        seat = fact.seat or state.turn  # eyes see dice, and not whose hand it was
        if fact.kind is Kind.DICE:
            return Roll(seat=seat, dice=tuple(fact.value["pips"]))
        if fact.kind is Kind.CHOICE:
            return Keep(seat=seat, dice=tuple(fact.value))
        return Bank(seat=seat)

    def view(self, state: TenState) -> View:
        says = {"seat": state.turn, "n": at_stake(state)}
        dice = tuple(Die("pips", str(face)) for face in state.dice)
        panels = tuple(_panel(state, seat) for seat in state.seats)
        sheet = (counted(Say("row.points"), state.points, state.seats),)
        return View(Say(f"phase.{state.phase}", says), panels, dice, sheet=sheet)


def _panel(state: TenState, seat: str) -> SeatPanel:
    """Whoever's turn it is sees what is at stake."""
    turn = seat == state.turn and state.phase != "over"
    stats = (Stat(Say("stat.stake"), str(at_stake(state))),) if turn and state.phase == "keep" else ()
    return SeatPanel(seat, state.points.get(seat, 0), stats, turn=turn)


def _asks(state: TenState) -> Iterator[Ask]:
    """TT2: setting aside, and then also rolling the rest, or writing the points down."""
    seats, says = (state.turn,), {"seat": state.turn, "n": at_stake(state)}
    if state.phase == "roll" or state.aside:
        dice = dice_to_roll(state)
        prompt = Say("ask.roll" if state.phase == "roll" else "ask.again", says | {"dice": dice})
        yield Ask(f"roll:{state.rolls}", Kind.DICE, seats, prompt, "TT2", dice={"pips": dice})
    if state.phase == "keep":
        yield from _keeping(state)
    if RULES.refuse(state, Bank(seat=state.turn)) is None:
        yield Ask("bank", Kind.CALL, seats, Say("ask.bank", says), "TT11", call="bank", optional=True)


def _keeping(state: TenState) -> Iterator[Ask]:
    """TT8: what may be set aside; whoever slides it out of the tray need not tap."""
    choices = tuple(_choice(state, dice) for dice, _ in settable(state.dice, state.aside, state.options))
    lies = tuple(map(str, state.dice))
    name = f"keep:{state.rolls}:{ALL - len(lies)}"
    if choices:
        prompt = Say("ask.more" if state.aside else "ask.keep", {"seat": state.turn})
        yield Ask(
            name, Kind.CHOICE, (state.turn,), prompt, "TT8", choices,
            dice={"pips": len(lies)}, lies=lies, optional=bool(state.aside),
        )  # fmt: skip


def _choice(state: TenState, dice: tuple[int, ...]) -> Choice:
    """With what is set aside already it may be worth more than alone."""
    points = worth(tuple(sorted((*state.aside, *dice))), state.options)
    return Choice(list(dice), Say("choice.keep", {"dice": spelled(dice), "n": state.earned + points}))
