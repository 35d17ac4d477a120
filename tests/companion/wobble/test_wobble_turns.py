"""Wobble: whose turn comes after what, and what is left of what was going on (W30 to W32, W38, W49)."""

from wobble_tables import after, lay, move, table

from companion.games.wobble import GAME
from companion.rulings import Importance
from tests.tables import cases

FOUR = ("A", "B", "C", "D")


def test_aw11_after_not_me_against_a_skip_its_player_is_on_then_the_one_aimed_at():
    """W47: A, B and D miss a turn; C lays; then B is on, not D, and play goes on from there."""
    state = after(table(seats=FOUR), lay("A", "mSK"), lay("C", "NM"))
    turns = [state.turn]
    for card in ("m1", "m2", "m3"):
        state = after(state, lay(state.turn, card))
        turns.append(state.turn)

    assert turns == ["C", "B", "C", "D"]


def test_aw11_a_toss_in_takes_that_turn_away():
    """W17: who was to come after it is forgotten; play goes on at the left of whoever tossed in."""
    state = after(table(seats=FOUR), lay("A", "mSK"), lay("C", "NM"), lay("A", "mSK"))

    assert (state.attack.target, state.resume) == ("B", "")


@cases(
    "debt, turn, left",
    {
        "W9 the next one": ({}, "B", {}),
        "W49 who owes a turn misses it": ({"B": 1}, "C", {"B": 0}),
        "W49 who owes two misses one now": ({"B": 2}, "C", {"B": 1}),
        "W49 both miss one": ({"B": 1, "C": 1}, "A", {"B": 0, "C": 0}),
        "W49 not yet": ({"C": 1}, "B", {"C": 1}),
    },
)
def test_w49_turns_that_are_owed(debt, turn, left):
    state = table(players={seat: {"debt": n} for seat, n in debt.items()})
    step = GAME.play(state, lay("A", "m1"))

    assert step.state.turn == turn
    assert {seat: step.state.players[seat].debt for seat in left} == left
    missed = [note.seat for note in step.notes if note.says.key == "note.misses_turn"]
    assert missed == [seat for seat in debt if left[seat] < debt[seat]]


def test_aw32_the_limit_in_the_round_is_said_aloud():
    options = {"mid_round_end": True, "limit": 100}
    state = after(table(options=options, players={"B": {"minus": 80}}), lay("A", "mM20"))
    step = GAME.play(state, move("accept", "B"))

    notes = {note.says.key: note.importance for note in step.notes}
    assert notes["note.limit_in_round"] is Importance.ANNOUNCE
    assert (step.state.turn, step.state.winners) == ("", ())


# --- AW-19: an empty hand that was swapped away ---


def exchanged(ce_last):
    """A's last card makes hands change: C holds none, and A what C held."""
    state = table(options={"ce_last": ce_last}, players={"A": {"hand": ["mCE"]}})
    return after(state, lay("A", "mCE"), move("exchange", "A", partner="C"))


def test_aw19_the_partner_wins():
    state = exchanged("partner_wins")

    assert (state.phase, state.winners) == ("score", ("C",))


def test_aw19_or_the_round_goes_on_until_that_hand_is_empty_again():
    state = exchanged("just_swap_and_continue")
    assert (state.phase, state.turn, state.players["C"].spared) == ("turn", "B", True)

    state = after(state, lay("B", "m1"), move("touch", "C"), move("keep", "C"))
    assert (len(state.players["C"].hand), state.players["C"].spared) == (1, False)

    state = after(state, lay("A", "m2"), lay("B", "m3"), lay("C", "m4"))
    assert (state.phase, state.winners) == ("score", ("C",))


# --- what is left of what was going on ---


def test_w30_the_next_turn_begins_with_a_clean_table():
    """Nothing of the attack, the tasks, the doubt, the closed pile and what the Magnet called is left."""
    fresh = table()
    busy = {"closed": True, "cleared": True, "doubted": "", "tried": ["T4"], "owed": 3, "name": "7"}
    state = GAME.read_position({**GAME.write_position(fresh), **busy})
    state = after(state, lay("A", "m1"))

    left = {
        key: getattr(state, key)
        for key in (*busy, "tossed", "giving", "attack", "effect", "trying", "voting")
    }
    assert left == {key: getattr(fresh, key) for key in left}
