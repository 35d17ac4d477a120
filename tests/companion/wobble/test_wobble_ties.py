"""T4, W16 at a real table: two who toss in 15 ms apart, and one who does so 15 ms before a card is laid."""

import pytest

from companion.asks import Kind, Source
from companion.games.wobble import GAME
from companion.rulings import Verdict
from tests.companion.at_the_table import AtTheTable

SEATS = ("Ada", "Ben", "Cleo")
CLOSE = 15.0  # milliseconds


@pytest.fixture
def at():
    """A green 1 lies on top, and whoever is left of the dealer is on turn."""
    at = AtTheTable(GAME, SEATS)
    for seat in SEATS:
        at.propose(move="ready", seat=seat)
    at.hear(Kind.CARD, {"place": "discard", "cards": ["g1"]}, at.state.dealer, Source.CAMERA)
    at.wait(1_000)
    assert at.state.phase == "turn"
    return at


def others(at):
    """Those who are not on turn, clockwise from the one who is."""
    turn = SEATS.index(at.state.turn)
    return SEATS[(turn + 1) % 3], SEATS[(turn + 2) % 3]


def touch_toss(at, seat, after_ms):
    at.hear(Kind.CALL, "toss", seat, after_ms=after_ms)


def claims(at):
    return tuple(claim.seat for claim in at.state.claims)


def ties(at):
    """What was said of ties, in both languages."""
    said = [n.says for a in at.told for n in a.ruling.notes if n.says.key in ("call.tie", "note.tie")]
    return [at.in_words(says) for says in said]


@pytest.mark.parametrize("first", [0, 1], ids=("the nearer one first", "the farther one first"))
def test_t4_two_fingers_15_ms_apart_are_a_tie_and_go_clockwise_from_the_one_on_turn(at, first):
    near, far = others(at)
    quick, slow = (near, far) if first == 0 else (far, near)
    touch_toss(at, quick, 0)
    touch_toss(at, slow, CLOSE)
    at.wait(200)

    assert claims(at) == (near, far)
    (said,) = ties(at)
    assert all(near in sentence and far in sentence for sentence in said.values())


@pytest.mark.parametrize("first", [0, 1], ids=("the nearer one first", "the farther one first"))
def test_t3_two_buttons_15_ms_apart_are_none(at, first):
    near, far = others(at)
    quick, slow = (near, far) if first == 0 else (far, near)
    at.press(quick, 0)
    at.press(slow, CLOSE)
    at.wait(200)

    assert claims(at) == (quick, slow)
    assert not ties(at)


def lay_beside_a_toss_in(at, ahead_ms):
    """Somebody presses to toss in so long before the one on turn lays a green 5."""
    tosser, _ = others(at)
    lay = {"place": "discard", "cards": ["g5"]}
    at.press(tosser, max(0.0, -ahead_ms))
    at.hear(Kind.CARD, lay, at.state.turn, Source.CAMERA, after_ms=max(0.0, ahead_ms))
    at.wait(200)
    return tosser


@pytest.mark.parametrize("ahead_ms", [CLOSE, -CLOSE], ids=("15 ms before", "15 ms after"))
def test_w16_beside_a_card_of_the_one_on_turn_a_toss_in_is_no_faster(at, ahead_ms):
    """The burden is on who tosses in: within 40 ms, one picture of the camera, the other goes first."""
    turn = at.state.turn
    tosser = lay_beside_a_toss_in(at, ahead_ms)

    assert at.state.discard[-1] == "g5"
    assert at.refusals == []
    if ahead_ms > 0:
        (said,) = ties(at)
        assert all(tosser in sentence and turn in sentence for sentence in said.values())


def test_w16_well_before_the_card_the_toss_in_goes_first(at):
    lay_beside_a_toss_in(at, 60.0)

    assert at.state.discard[-1] == "g1"
    assert at.refusals == [("W16", "refused.toss_first")]
    at.said(next(a.ruling for a in at.told if a.ruling.verdict is Verdict.REFUSED))
