"""What can be known of hidden hands, and what comes to light late.

A "cannot" is usually unseen. When the caller later lays or shows cards that must have been in the hand
already then, and a discard would have been possible with them, the table hears of it gently: nothing is taken
back. A card that came to the hand in between could be any of those seen, so a finding is only made if
it holds whichever cards are left out.
"""

from functools import cache
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from companion import cards
from companion.cards import Cards
from companion.games.abspecken.fitting import cap_of, possible_sets
from companion.games.abspecken.state import NUMBERS, SET, AbspeckenState, Doubt, Player
from companion.rulings import Note, tell


class Findings(Struct, frozen=True):
    """The doubts that turned out to be right, and what the table hears of them."""

    proved: tuple[Doubt, ...] = ()
    notes: tuple[Note, ...] = ()


def late_findings(state: AbspeckenState, seat: str, seen: Cards, *, before_last: bool = False) -> Findings:
    """What the *seen* hand cards prove about earlier calls of *seat*.

    With *before_last* the last call is left out: it is still being judged.
    """
    doubts = state.player(seat).doubts
    earlier = doubts[:-1] if before_last else doubts
    proved = tuple(doubt for doubt in earlier if _proves(state, doubt, seen))
    if not proved:
        return Findings()
    return Findings(proved, (tell("A13", "could_have_discarded", seat),))


def without_proved(player: Player, found: Findings) -> Player:
    """What has been announced once is not announced again."""
    if not found.proved:
        return player
    return replace(player, doubts=tuple(d for d in player.doubts if d not in found.proved))


def _proves(state: AbspeckenState, doubt: Doubt, seen: Cards) -> bool:
    certain = len(seen) - doubt.came
    if certain < 1:
        return False
    return all(
        possible_sets(kept, kept, doubt.rolled, doubt.shift, cap_of(state.options))
        for kept in set(combinations(sorted(seen), certain))
    )


def places(state: AbspeckenState) -> dict[str, Cards]:
    """All cards of the table: of each seat those owned and those on the discard pile."""
    return {
        **{f"own:{seat}": player.own for seat, player in state.players.items()},
        **{f"discard:{seat}": player.pile for seat, player in state.players.items()},
    }


def census(state: AbspeckenState) -> dict[str, int]:
    """A3: four of each number for everybody who plays."""
    return _census(len(state.seats))


@cache
def _census(seats: int) -> dict[str, int]:
    return {number: copies * seats for number, copies in SET.census.items()}


def can_be_there(state: AbspeckenState, seat: str, named: Cards) -> bool:
    """Whether *seat* can own these cards: the own set allows it, and there are still so many in the game."""
    own = state.player(seat).own
    if not cards.may_hold(own, named):
        return False
    new = tuple([c for c in named if c != cards.UNKNOWN and named.count(c) > own.count(c)])
    if not new:
        return True
    others = (player.own for other, player in state.players.items() if other != seat)
    piles = (player.pile for player in state.players.values())
    return not cards.one_too_many(census(state), (*others, *piles), new)


def piles_of(state: AbspeckenState, seat: str) -> Cards:
    """What lies in the draw piles of *seat*, as far as it is known."""
    own, hand = state.player(seat).own, cards.shown(state.player(seat).hand)
    return cards.shown(cards.without(own, hand)) if cards.surely_holds(own, hand) else ()


def holdings(state: AbspeckenState, seat: str) -> dict[str, tuple[int, int]]:
    """The fewest and the most cards of each number that *seat* can own, hand and draw piles together."""
    bounds = cards.could_hold_at(census(state), places(state), f"own:{seat}")
    return {number: bounds[number] for number in NUMBERS}


def point_bounds(state: AbspeckenState, seat: str) -> tuple[int, int]:
    """The fewest and the most points that the cards of *seat* can make together.

    Where the table has agreed on what cannot be as far as is known, only the number of cards counts.
    """
    own, bounds = state.player(seat).own, holdings(state, seat)
    free = len(own) - sum(fewest for fewest, _ in bounds.values())
    rooms = [int(n) for n, (fewest, most) in bounds.items() for _ in range(most - fewest)]
    if not 0 <= free <= len(rooms):
        known, hidden = sum(map(int, cards.shown(own))), own.count(cards.UNKNOWN)
        return known + hidden * int(NUMBERS[0]), known + hidden * int(NUMBERS[-1])
    low = sum(int(n) * fewest for n, (fewest, _) in bounds.items())
    return low + sum(rooms[:free]), low + sum(sorted(rooms, reverse=True)[:free])
