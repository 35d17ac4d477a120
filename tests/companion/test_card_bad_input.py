"""Cards and calls that cannot be, told to a real table of Abi '94, Abstrac and Wobble.

Each is refused or asked about in one plain sentence with its rule, in both languages; the state stays as it
was, and the game goes on.
"""

import msgspec
import pytest

from companion.asks import Kind, Source
from companion.games.abi94 import GAME as ABI
from companion.games.abi94 import moves as abi
from companion.games.abi94.deck import shipped
from companion.games.abstrac import GAME as ABSTRAC
from companion.games.abstrac.melds import DECK as PIQUET
from companion.games.wobble import GAME as WOBBLE
from companion.rulings import Verdict
from companion.table import CannotStart
from tests.companion.at_the_table import AtTheTable
from tests.tables import cases

FOUR = ("Ada", "Ben", "Cleo", "Dora")
THREE = FOUR[:3]
ROW = PIQUET.cards()


class CardTable(AtTheTable):
    """A table at which cards are laid in places."""

    def lay(self, place, *cards, seat="", source=Source.CAMERA, **more):
        return self.hear(Kind.CARD, {"place": place, "cards": list(cards)}, seat, source, **more)

    def stays_as_it_is(self, ruling, rule, verdict=Verdict.REFUSED):
        assert (ruling.verdict, ruling.rule) == (verdict, rule)
        sentences = self.said(ruling)
        assert self.state == self.before
        return sentences

    def settled(self):
        self.before = self.state
        return self


def abi_class(**options):
    """The first project has begun, and Ada leads."""
    at = CardTable(ABI, FOUR, **options)
    at.move(abi.Deal(), *(abi.Swap(seat=seat, count=0) for seat in FOUR), abi.Lead(leader="Ada"))
    return at.settled()


def wobble_round(first="g1"):
    """The first card is turned over, and whoever is left of the dealer begins."""
    at = CardTable(WOBBLE, THREE)
    for seat in THREE:
        at.propose(move="ready", seat=seat)
    at.lay("discard", first, seat=at.state.dealer)
    at.wait(1_000)
    assert at.state.phase == "turn"
    return at.settled()


def abstrac_deal():
    at = CardTable(ABSTRAC, FOUR[:2])
    at.propose(move="lots", dealer="Ada")
    return at.settled()


# --- a card that cannot exist any more ---


def test_w1_one_card_more_than_the_family_has_counted_lies_there_all_the_same():
    box = {"g1": 3, "g2": 135}
    at = CardTable(WOBBLE, THREE, deck="unknown", census=box)
    for seat in THREE:
        at.propose(move="ready", seat=seat)
    at.lay("discard", "g1", seat=at.state.dealer)
    for _ in range(3):
        at.wait(1_000)
        assert at.lay("discard", "g1", seat=at.state.turn).verdict is Verdict.ACCEPTED
    assert at.state.discard.count("g1") == 4


def test_ab9_one_card_more_than_the_deck_has():
    """The shipped deck has so many +5; one after the other is laid until the next cannot be."""
    at = abi_class()
    copies = next(kind.count for kind in shipped("a") if kind.id == "+5")
    laid = 0
    while laid < copies:
        seat = at.state.turn
        free = [s for s in FOUR if not at.state.pupils[s].received]
        if not seat or not free:
            at.wait(11_000)
            continue
        at.propose(move="play", seat=seat, target=free[0], card="+5")
        laid += 1
    if not at.state.turn:
        at.wait(11_000)
    at.settled()
    seat = at.state.turn
    free = next(s for s in FOUR if not at.state.pupils[s].received)
    at.stays_as_it_is(at.lay(f"now:{free}", "+5", seat=seat), "AB9")


def test_as1_the_same_card_twice_in_the_row():
    at = abstrac_deal()
    row = (*ROW[:-1], ROW[0])
    told = at.stays_as_it_is(at.lay("row", *row), "AS1")
    assert at.lay("row", *ROW).verdict is Verdict.ACCEPTED
    assert told


# --- a card laid by the wrong seat, an unknown card ---


@pytest.mark.parametrize("source", (Source.CAMERA, Source.TOUCH), ids=("seen", "tapped"))
def test_a_card_laid_by_the_wrong_seat(source):
    at = abi_class()
    told = at.lay("now:Ben", "+5", seat="Cleo", source=source)
    sentences = at.stays_as_it_is(told, told.rule)
    assert told.rule in ("AB9", "T16")
    assert "Ada" in sentences["en"] and "Ada" in sentences["de"]


def test_w18_a_card_laid_out_of_turn():
    """AW-28: it is taken back and costs a card; nothing else is lost."""
    at = wobble_round("g1")
    other = next(seat for seat in THREE if seat != at.state.turn)
    ruling = at.lay("discard", "m7", seat=other)
    assert ruling.verdict is Verdict.ACCEPTED and ruling.notes
    for note in ruling.notes:
        at.in_words(note.says)
    assert (at.state.turn, at.state.discard) == (at.before.turn, at.before.discard)


@pytest.mark.parametrize("card", ("zz", "pikachu", ""))
def test_an_unknown_card(card):
    for at, place, rule in ((abi_class(), "now:Ben", "AB9"), (wobble_round(), "discard", "W1")):
        at.stays_as_it_is(at.lay(place, card, seat=at.state.turn), rule)
    at = abstrac_deal()
    at.stays_as_it_is(at.lay("row", *ROW[:-1], card), "AS1")


# --- a deck with 91 cards ---


def abi_deck_of_91():
    kinds = shipped("a")
    fewer = next(kind for kind in kinds if kind.count > 2)
    return tuple(msgspec.structs.replace(k, count=k.count - 1) if k is fewer else k for k in kinds)


@cases(
    "game, seats, options",
    {
        "AB5 91 of 92 cards": (ABI, FOUR, {"cards": msgspec.to_builtins(abi_deck_of_91())}),
        "W1 91 of 138 cards": (WOBBLE, THREE, {"census": {"g1": 91}}),
    },
)
def test_a_deck_with_91_cards_does_not_begin(game, seats, options):
    with pytest.raises(CannotStart) as refused:
        AtTheTable(game, seats, **options)
    said = AtTheTable(game, seats).in_words(refused.value.says)
    assert all("91" in sentence for sentence in said.values())


def test_w1_a_box_of_91_shown_to_the_camera():
    at = CardTable(WOBBLE, THREE, deck="unknown").settled()
    told = at.stays_as_it_is(at.lay("box", *["g1"] * 91), "W1")
    assert "91" in told["de"] and "138" in told["de"]


def test_as1_a_row_of_23():
    at = abstrac_deal()
    at.stays_as_it_is(at.lay("row", *ROW[:-1]), "AS1")


# --- two toss-ins within the tie window ---


@pytest.mark.parametrize(
    ("later_ms", "tied"), [(0, True), (0.4, True), (0.9, True), (15, False)], ids="{} ms later".format
)
def test_w15_two_toss_ins_within_the_tie_window(later_ms, tied):
    """A tie is decided by the published rule, clockwise from who is on turn; never by pin or arrival."""
    at = wobble_round("g1")
    turn = THREE.index(at.state.turn)
    near, far = (THREE[(turn + step) % 3] for step in (1, 2))
    at.press(far)
    at.press(near, after_ms=later_ms)
    at.wait(300)
    assert [claim.seat for claim in at.state.claims] == ([near, far] if tied else [far, near])
    assert at.refusals == []
    for announced in at.told:
        for note in announced.ruling.notes:
            at.in_words(note.says)

    first = at.state.claims[0].seat
    laid = at.lay("discard", "g1", seat=first)
    assert laid.verdict is Verdict.ACCEPTED
    assert at.state.discard[-1] == "g1" and len(at.state.discard) == len(at.before.discard) + 1
    assert [claim.seat for claim in at.state.claims] == [near if first == far else far]
