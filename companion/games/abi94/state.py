"""What the table knows in Abi '94: what lies open, how many cards are hidden, and what the sheet says."""

from typing import Any, Literal

import msgspec

from companion.cards import Cards, hidden
from companion.game import State, clockwise_from
from companion.games.abi94.deck import AbiDeck, AbiOptions, deck_of
from companion.games.abi94.scoring import Exam, raw_points, values_of

Phase = Literal["deal", "swap", "lead", "turn", "window", "stress", "over"]
Standing = Literal["in", "handed_in", "failed", "out"]

EXAM = 4  # the project after three Klausuren
BOX = 30  # AB41: chips

replace = msgspec.structs.replace


class Pupil(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player."""

    standing: Standing = "in"  # in the project; handed in; failed by cheating twice; out of the game
    hand: Cards = ()  # "?" for each hidden card
    before: Cards = ()  # lies open from earlier rounds
    now: str = ""  # the card of this round, kept apart (AB11)
    received: bool = False  # has got a card this round (AB10)
    played: bool = False  # has laid a card this round
    covered: Cards = ()  # minus cards under a MamaPapa
    copied: tuple[int, ...] = ()  # points of copied answers
    caught: int = 0  # how often in this project
    victim: bool = False  # has to change the hand when on turn (AB29)
    denied: Cards = ()  # minus cards that cannot be in the hand, for they were not followed (AB16)
    swapped: int = -1  # cards changed before this project; -1: not said yet
    ready: bool = False  # will not hand in this round
    tested: bool = False  # has rolled in this stress test
    chips: int = 0
    pills: int = 0
    result: int | None = None  # of the project that goes on, once it is handed in
    klausuren: tuple[int, ...] = ()
    exam: Exam | None = None

    @property
    def front(self) -> Cards:
        """All that lies open before this player."""
        return (*self.before, self.now) if self.now else self.before

    def open_minus(self, deck: AbiDeck) -> Cards:
        """The minus cards that no MamaPapa covers."""
        left = [card for card in self.front if deck.is_minus(card)]
        for card in self.covered:
            left.remove(card)
        return tuple(left)

    def raw(self, deck: AbiDeck) -> int:
        """What the project would come to now, before the cap."""
        return raw_points(values_of(self.front, deck), values_of(self.covered, deck), self.copied)


class Pending(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What has to be settled before the next card.

    cover: `seat` chooses a minus card for the MamaPapa; copy: `seat` may cheat; roll: and has named `card`
    before `neighbour`; sure: `seat` wants to hand in an exam that cannot be passed.
    """

    what: Literal["cover", "copy", "roll", "sure"]
    seat: str
    neighbour: str = ""
    card: str = ""


class Flag(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A late proof (AB16): `seat` had `card` all the time and did not follow."""

    seat: str
    card: str
    project: int
    round: int


class AbiState(State, frozen=True):
    options: AbiOptions = AbiOptions()
    phase: Phase = "deal"
    project: int = 1  # 1 to 3 are Klausuren, 4 is the exam
    round: int = 1
    leader: str = ""
    turn: str = ""
    pupils: dict[str, Pupil] = msgspec.field(default_factory=dict)
    starters: tuple[str, ...] = ()  # who began this project
    pending: Pending | None = None
    minus: Cards = ()  # the minus cards played this round, in order
    draw: int = 0  # hidden cards to draw from
    discard: Cards = ()  # what was thrown away; "?" where nobody saw it
    box: int = BOX  # chips left; below zero where the table helped itself out
    flags: tuple[Flag, ...] = ()


# --- reading ---


def deck(state: AbiState) -> AbiDeck:
    return deck_of(state.options)


def is_exam(state: AbiState) -> bool:
    return state.project == EXAM


def active(state: AbiState) -> tuple[str, ...]:
    """Who has not handed in yet, clockwise."""
    return tuple([seat for seat in state.seats if state.pupils[seat].standing == "in"])


def in_game(state: AbiState) -> tuple[str, ...]:
    return tuple(seat for seat in state.seats if state.pupils[seat].standing != "out")


def owing(state: AbiState) -> tuple[str, ...]:
    """Who still has to lay a card this round, in the order of turns (AB9, AB34)."""
    if not state.leader:
        return ()
    return tuple(seat for seat in clockwise_from(state.seats, state.leader) if _owes(state, seat))


def _owes(state: AbiState, seat: str) -> bool:
    pupil = state.pupils[seat]
    stays = pupil.standing == "handed_in" and state.options.handin_before_play == "owes_card"  # A12
    return (pupil.standing == "in" or stays) and not pupil.played and bool(pupil.hand)


def next_after(state: AbiState, seat: str, among: tuple[str, ...]) -> str:
    """AB12: the next clockwise after *seat* who is one of *among*."""
    return next(s for s in (*clockwise_from(state.seats, seat)[1:], seat) if s in among)


def open_slots(state: AbiState) -> tuple[str, ...]:
    """Before whom a card may be laid now (AB10, AB14)."""
    return tuple(seat for seat in active(state) if not state.pupils[seat].received)


def neighbours(state: AbiState, seat: str) -> tuple[str, ...]:
    """AB24: the next one on either side who is still in the project; nobody twice."""
    others = [other for other in clockwise_from(state.seats, seat)[1:] if other in active(state)]
    return tuple(dict.fromkeys((*others[:1], *others[-1:])))


def answers(state: AbiState, seat: str) -> tuple[tuple[str, str], ...]:
    """AB23: what *seat* could copy, as (neighbour, card)."""
    box = deck(state)
    return tuple(
        (other, card)
        for other in neighbours(state, seat)
        for card in dict.fromkeys(state.pupils[other].front)
        if box.is_plus(card)
    )


def places(state: AbiState) -> dict[str, Cards]:
    """Where all cards of the deck are; what was handed in is back in the pack."""
    here = active(state)
    return {
        "draw": hidden(state.draw),
        "discard": state.discard,
        **{f"hand:{seat}": pupil.hand for seat, pupil in state.pupils.items()},
        **{f"front:{seat}": state.pupils[seat].front for seat in here},
    }


def in_sight(state: AbiState) -> list[Cards]:
    """All cards of which some may be known, wherever they are; the pack is not among them."""
    hands = [pupil.hand for pupil in state.pupils.values()]
    return [state.discard, *hands, *(state.pupils[seat].front for seat in active(state))]


# --- changing ---


def with_pupil(state: AbiState, seat: str, **changes: Any) -> AbiState:
    """*state* with something else about the player at *seat*."""
    return replace(state, pupils={**state.pupils, seat: replace(state.pupils[seat], **changes)})


def with_each(state: AbiState, seats: tuple[str, ...], **changes: Any) -> AbiState:
    """*state* with something else about all players at *seats*."""
    changed = {seat: replace(state.pupils[seat], **changes) for seat in seats}
    return replace(state, pupils={**state.pupils, **changed})


def draw_cards(state: AbiState, count: int) -> AbiState:
    """*state* after *count* cards were drawn: AB7: an empty pile is filled from what was thrown away."""
    if count > state.draw:
        state = replace(state, draw=state.draw + len(state.discard), discard=())
    return replace(state, draw=max(0, state.draw - count))


def can_draw(state: AbiState, count: int) -> bool:
    spare = len(state.discard) if state.options.deck_empty == "reshuffle" else 0
    return count <= state.draw + spare


def take_chips(state: AbiState, seat: str, count: int) -> AbiState:
    """AB19, AB41: chips from the box; A9: no more than there are, if the box is the limit."""
    taken = min(count, max(0, state.box)) if state.options.chips == "hard_limit" else count
    changed = with_pupil(state, seat, chips=state.pupils[seat].chips + taken)
    return replace(changed, box=state.box - taken)


def return_chip(state: AbiState, seat: str) -> AbiState:
    """AB20, AB21: one chip back, if there is one; nothing is owed."""
    if not state.pupils[seat].chips:
        return state
    changed = with_pupil(state, seat, chips=state.pupils[seat].chips - 1)
    return replace(changed, box=state.box + 1)
