"""What a screen may show: panels, dice with the barred colour, discard piles, and the sheet by rounds."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion import cards
from companion.asks import JSON, Say
from companion.games.abspecken.fitting import allowed_sets, cap_of, targets
from companion.games.abspecken.state import DECK, AbspeckenState, Phase, Player, colour_of
from companion.games.abspecken.turn import take_order
from companion.layout import Die, Pile, Row, SeatPanel, Stat, View, pile


def view(state: AbspeckenState) -> View:
    """The table as everybody may see it."""
    return View(
        phase=Say(f"phase.{state.phase.value}", {"round": state.round, "seat": state.roller}),
        panels=tuple(_panel(state, seat) for seat in state.seats),
        dice=tuple(_dice(state)),
        piles=tuple(_piles(state)),
        sheet=tuple(_sheet(state)),
        detail={"fits": _fits(state)},
    )


def _panel(state: AbspeckenState, seat: str) -> SeatPanel:
    player = state.player(seat)
    stats = [Stat(Say("stat.hand"), str(len(player.hand))), Stat(Say("stat.in_piles"), str(player.in_piles))]
    if state.called(seat):
        stats.append(Stat(Say("stat.called"), str(take_order(state).index(seat) + 1)))
    turn = seat == state.roller and state.phase is not Phase.GAME_OVER
    return SeatPanel(seat, -player.total, tuple(stats), turn, out=seat in state.out)


def _dice(state: AbspeckenState) -> Iterator[Die]:
    """A19: the die that bars a colour says so; P5: the Piggy Die names whom it concerns."""
    rolled = state.rolled
    if rolled is None:
        return
    yield from (Die("pips", str(die)) for die in rolled.pips)
    colour = colour_of(rolled.ban, state.options.three)
    number = state.options.ban_die == "number"
    value = rolled.ban if number else colour
    note = Say("die.barred", {"colour": Say(f"colour.{colour}"), "card": rolled.ban})
    yield Die("number" if number else "colour", value, barred=True, note=note)
    if rolled.pig:
        yield Die("piggy", rolled.pig, note=Say("die.for_roller", {"seat": state.roller}))


def _fits(state: AbspeckenState) -> list[dict[str, JSON]]:
    """A15 to A19, P7: which cards fit this roll, whoever may hold them; seats with the same sums together."""
    rolled = state.rolled
    if rolled is None:
        return []
    shifts = {seat: state.shift(seat) for seat in state.seats}
    return [
        {
            "seats": [seat for seat in state.seats if shifts[seat] == shift],
            "sums": list(targets(rolled.pips, shift)),
            "sets": ["".join(s) for s in allowed_sets(rolled.pips, rolled.ban, shift, cap_of(state.options))],
        }
        for shift in dict.fromkeys(shifts.values())
    ]


def _piles(state: AbspeckenState) -> Iterator[Pile]:
    for seat, player in state.players.items():
        yield pile(f"discard:{seat}", player.pile, DECK)
    if state.options.hands == "open":
        for seat, player in state.players.items():
            yield pile(f"hand:{seat}", player.hand, DECK)


def _sheet(state: AbspeckenState) -> Iterator[Row]:
    """A7: the score sheet."""
    for number, points in enumerate(state.sheet, 1):
        yield Row(Say("sheet.round", {"n": number}), tuple(str(-points[seat]) for seat in state.seats))
    yield Row(Say("sheet.total"), tuple(str(-state.player(seat).total) for seat in state.seats))


def public(state: AbspeckenState) -> AbspeckenState:
    """AM-15: what only the companion has seen stays out of everybody's sight."""
    if state.options.hands == "open":
        return state
    return replace(state, players={seat: _covered(player) for seat, player in state.players.items()})


def _covered(player: Player) -> Player:
    return replace(player, hand=cards.covered(player.hand), own=cards.covered(player.own), doubts=())
