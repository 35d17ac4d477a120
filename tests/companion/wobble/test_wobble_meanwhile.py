"""AW-45: a twin may be thrown in while a card still takes effect; W38: nobody waits for the skipped one."""

from wobble_tables import after, lay, move, rule, table

from companion.asks import MS
from companion.games.wobble import GAME
from tests.tables import cases

ABCD = ("A", "B", "C", "D")
SOON = 500 * MS
AWAY = {"seats": ABCD, "discard": ["m5"], "active": ["m"]}


@cases(
    "card, first, second, order",
    {
        "W29": ("m0", move("seats", "A"), move("seats", "C", partner="B"), "ACBD"),
        "W36": ("mHH", move("half", "A"), move("half", "C", away=False), "ABCD"),
        "W37": ("mCE", move("exchange", "A", partner="D"), move("exchange", "C", partner="B"), "ABCD"),
    },
)
def test_aw45_a_twin_half_a_second_later(card, first, second, order):
    """The first effect is asked for first, then that of the twin; play goes on behind the tosser."""
    state = after(table(**AWAY), lay("A", card))
    state = after(state, move("toss", "C", t=SOON), lay("C", card, t=SOON + MS))
    assert (state.effect.seat, state.phase, state.discard[-2:]) == ("A", "effect", (card, card))
    state = after(state, first)
    assert state.effect.seat == "C"
    state = after(state, second)
    assert (state.phase, "".join(state.order)) == ("turn", order)
    assert state.turn == state.order[(state.order.index("C") + 1) % 4]


def test_aw45_a_press_is_enough_and_the_card_may_come_after_the_effect():
    state = after(table(**AWAY), lay("A", "mHH"), move("toss", "C", t=SOON), move("half", "A"))
    assert state.turn == "B"
    state = after(state, lay("C", "mHH", t=SOON + 100 * MS))
    assert (state.effect.seat, [claim.seat for claim in state.robbed]) == ("C", ["B"])


def test_aw45_only_the_twin():
    state = after(table(**AWAY), lay("A", "m0"))
    assert rule(state, lay("C", "m1", t=SOON)) == rule(state, lay("C", "DG", t=SOON)) == "W9"


def test_aw20_a_zero_thrown_in_as_the_last_card_asks_nothing():
    state = after(table(**AWAY, players={"C": {"hand": ["m0"]}}), lay("A", "m0"), lay("C", "m0", t=SOON))
    assert after(state, move("seats", "A")).winners == ("C",)


@cases(
    "card, who",
    {
        "W44 while You! is aimed": ("YOU", "B"),
        "W48 while Capture is aimed": ("CAP", "C"),
        "W46 while all vote": ("UNL", "B"),
    },
)
def test_aw45_on_an_attack_that_is_being_turned_aside(card, who):
    state = after(table(**AWAY), lay("A", "mP3"), lay(who, card))
    state = after(state, move("toss", "D", t=SOON), lay("D", "mP3", t=SOON + MS))
    attack = state.attack
    assert (state.phase, attack.total, attack.owner, attack.target) == ("attack", 6, "D", "A")
    assert [layer.owner for layer in attack.layers] == ["C" if card == "CAP" else "A", "D"]
    assert state.pointing is state.voting is None


def test_w16_a_press_before_the_hit_is_taken_is_in_time():
    """AW-4: whoever is hit may not close the door on a card that is in the air."""
    state = after(table(**AWAY), lay("A", "mP3"), move("toss", "D", t=SOON))
    later, tie = SOON + 41 * MS, SOON + 40 * MS
    assert rule(state, move("accept", "B", t=later)) == rule(state, move("touch", "B", t=later)) == "W16"
    assert rule(state, move("accept", "B", t=tie)) is rule(state, move("touch", "B", t=tie)) is None
    assert after(state, lay("D", "mP3", t=later)).attack.total == 6


# --- a Skip waits for nobody ---


def skipped(**position):
    return after(table(**{**AWAY, **position}), lay("A", "mSK"))


def test_w38_whoever_is_on_after_a_skip_draws_without_waiting():
    state = after(skipped(), move("touch", "C", t=SOON))
    assert (state.phase, state.turn, state.attack) == ("drawn", "C", None)
    assert rule(skipped(), move("touch", "D")) == "W11"
    assert any(ask.id == "draw:C" for ask in GAME.asks(skipped()))


def test_w38_a_wrong_card_of_whoever_is_on_costs_nothing():
    """AW-28: it is their turn."""
    assert rule(skipped(), lay("C", "y9")) == "W12"
    step = GAME.play(skipped(options={"misplay_penalty": "any"}), lay("C", "y9"))
    assert [note.rule for note in step.notes] == ["AW-28"]
    assert [note.rule for note in GAME.play(skipped(), lay("D", "y9")).notes] == ["W19"]


def test_w38_a_press_before_the_draw_still_stops_it():
    state = after(skipped(), move("toss", "D", t=SOON))
    assert rule(state, move("touch", "C", t=SOON + 100 * MS)) == "W16"
    assert rule(state, lay("C", "m1", t=SOON + 100 * MS)) == "W16"


@cases("house, turns", {"AW-43 two turns": ("others_miss", "BB"), "AW-43 one": ("goes_on", "BC")})
def test_aw43_not_me_by_the_target_of_a_skip(house, turns):
    step = GAME.play(skipped(options={"not_me_skip": house}), lay("B", "NM"))
    later = after(step.state, move("touch", "B"), move("keep", "B"))
    assert step.state.turn + later.turn == turns
    assert ("AW-43" in [note.rule for note in step.notes]) is (turns == "BB")


# --- grey and brown cards out of turn ---


@cases(
    "state, seat, card, costs",
    {
        "W19 grey, out of turn": (table(**AWAY), "C", "DG", True),
        "W19 brown, out of turn": (table(**AWAY), "C", "NM", True),
        "W22 not the target": (after(table(**AWAY), lay("A", "mP3")), "C", "DG", True),
        "AW-38 in turn": (table(**AWAY), "A", "DG", False),
        "W22 on after a Skip": (after(table(**AWAY), lay("A", "mSK")), "C", "DG", False),
        "W23 on the own card": (after(table(**AWAY), lay("A", "mP3")), "A", "NM", False),
    },
)
def test_w19_a_grey_card_out_of_turn_costs_a_card(state, seat, card, costs):
    refused = rule(state, lay(seat, card))
    assert (refused is None) is costs
    if costs:
        step = GAME.play(state, lay(seat, card))
        assert len(step.state.players[seat].hand) == len(state.players[seat].hand) + 1
        assert [note.rule for note in step.notes] == ["W19"]


def test_aw28_where_no_card_is_a_penalty_the_sentence_says_what_is_wrong():
    none = table(**AWAY, options={"misplay_penalty": "none"})
    assert rule(none, lay("C", "DG")) == "AW-38"
    every = table(**AWAY, options={"misplay_penalty": "any"})
    assert [note.rule for note in GAME.play(every, lay("A", "DG")).notes] == ["AW-28"]
