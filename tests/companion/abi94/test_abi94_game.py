"""AB1 to AB8, AB38 to AB46 and their switches: from the first deal to the grade."""

import pytest
from abi94_evenings import (
    REPLACE,
    SEATS,
    after,
    before_the_exam,
    calm,
    next_turn,
    position,
    refused,
    scored,
    started,
    turning,
)

from companion.asks import Fact, Kind, Source
from companion.games.abi94 import GAME
from companion.games.abi94 import moves as m
from companion.games.abi94.state import deck
from companion.seats import seats_named
from companion.table.line import CannotStart, open_game
from tests.tables import cases

# --- before the first card ---


@pytest.mark.parametrize(
    ("players", "cards"), [(3, 7), (5, 7), (6, 6), (7, 6), (8, 5), (11, 5)], ids="AB5 {}".format
)
def test_hands_by_the_number_of_players(players, cards):
    state = after(started(tuple("ABCDEFGHIJK"[:players])), m.Deal())
    assert {len(pupil.hand) for pupil in state.pupils.values()} == {cards}
    assert state.draw == 92 - players * cards
    assert refused(state, m.Deal()) == ("AB5", "dealt_already")


@pytest.mark.parametrize("players", [1, 2, 12])
def test_ab5_too_few_or_too_many(players):
    with pytest.raises(CannotStart):
        open_game(GAME, seats_named("ABCDEFGHIJKL"[:players]), {})


@cases(
    "options, project, count, ruling",
    {
        "AB6 up to three": ({}, 1, 3, None),
        "AB6 never four": ({}, 1, 4, ("AB6", "swap_count")),
        "AB6 fewer than none": ({}, 1, -1, ("AB6", "swap_count")),
        "A8 before each Klausur": ({}, 2, 3, None),
        "A8 not before the exam": ({}, 4, 1, ("A8", "no_swap_now")),
        "A8 only once": ({"swap_when": "first_only"}, 2, 1, ("AB6", "no_swap_now")),
        "A8 free before the exam": ({"swap_when": "free_in_exam"}, 4, 3, None),
    },
)
def test_changing_cards(options, project, count, ruling):
    state = REPLACE(started(**options), project=project, leader="Dora" if project > 1 else "")
    assert refused(after(state, m.Deal()), m.Swap(seat="Ben", count=count)) == ruling


def test_ab6_a_chip_for_each_card_and_ab7_the_cards_lie_aside():
    state = after(started(), m.Deal(), m.Swap(seat="Ben", count=3))
    assert (state.pupils["Ben"].chips, state.box, state.draw, len(state.discard)) == (3, 27, 61, 3)
    assert refused(state, m.Swap(seat="Ben", count=0)) == ("AB6", "swapped_already")


def test_a9_no_chips_no_change():
    state = REPLACE(after(started(chips="hard_limit"), m.Deal()), box=1)
    assert refused(state, m.Swap(seat="Ben", count=2)) == ("A9", "box_empty")
    state = after(state, m.Swap(seat="Ben", count=1))
    assert refused(state, m.Swap(seat="Ada", count=1)) == ("A9", "box_empty")


def test_ab8_the_table_chooses_the_leader():
    state = after(started(), m.Deal(), *(m.Swap(seat=seat, count=0) for seat in SEATS))
    assert state.phase == "lead"
    assert refused(state, m.Lead(leader="Nobody")) == ("AB8", "no_such_seat")
    assert after(state, m.Lead(leader="Cleo")).turn == "Cleo"
    assert refused(after(state, m.Lead(leader="Cleo")), m.Lead(leader="Ada")) == ("AB8", "leader_known")


@cases(
    "mode, phase, leader",
    {"A18 round the table": ("rotate", "turn", "Ben"), "A18": ("choose", "lead", "Ada")},
)
def test_leader_of_the_second_klausur(mode, phase, leader):
    state = next_turn(calm(scored(turning(leader_next=mode), 5, 5, 5, 5)))
    assert (state.phase, state.leader) == (phase, leader)


# --- the end of a round ---


def in_the_window(**options):
    state = turning(**options)
    for seat in SEATS:
        state = after(state, m.Play(seat=seat, target=seat, card="+1"))
    return state


def test_a13_ten_seconds_or_until_all_confirm():
    state = in_the_window()
    window = next(ask for ask in GAME.asks(state) if ask.within_ms)
    assert window.within_ms == 10_000
    fact = Fact(Kind.TIME, window.id, 0, Source.CLOCK)
    assert after(state, GAME.understand(state, window, fact)).round == 2
    assert after(state, *(m.Ready(seat=seat) for seat in SEATS)).round == 2
    assert refused(after(state, m.Ready(seat="Ada")), m.Ready(seat="Ada")) == ("AB38", "ready_already")


def test_a13_only_when_all_confirm():
    state = in_the_window(window="all_confirm")
    assert not any(ask.within_ms for ask in GAME.asks(state))
    assert refused(state, m.Close()) == ("A13", "not_all_confirmed")
    assert after(state, *(m.Ready(seat=seat) for seat in SEATS)).round == 2


def test_a13_no_time_at_all():
    assert in_the_window(window="none").round == 2


def test_ab38_nobody_left_to_press():
    state = in_the_window()
    state = after(state, *(m.HandIn(seat=seat) for seat in SEATS))
    (ask,) = [ask for ask in GAME.asks(state) if ask.kind is Kind.CONFIRM]
    fact = Fact(Kind.CONFIRM, True, 0, Source.TOUCH, "Ada", ask.id)
    assert after(state, GAME.understand(state, ask, fact)).phase == "stress"
    assert refused(state, m.Ready(seat="Ada")) == ("AB38", "nothing_to_confirm")


@cases(
    "mode, phase",
    {
        "A16 what was thrown away is shuffled in": ("reshuffle", "turn"),
        "A16 the project ends": ("end", "stress"),
    },
)
def test_an_empty_pack(mode, phase):
    state = in_the_window(deck_empty=mode)
    pupils = {seat: REPLACE(pupil, hand=()) for seat, pupil in state.pupils.items()}
    state = REPLACE(state, pupils=pupils, draw=20, discard=("?",) * 68)
    assert after(state, m.Close()).phase == phase


def test_ab32_no_manta_where_no_other_card_is_left_to_draw():
    """Every other card of the pack lies open: a new hand could only be Mantas again."""
    open_cards = [card for card in deck(started()).cards.cards() if card != "MA"]
    state = position(
        Ada={"hand": ["?", "?"]},
        Ben={"hand": [], "before": open_cards},
        Cleo={"hand": ["?"]},
        Dora={"hand": ["?", "?"]},
    )
    assert state.draw == 0
    assert refused(state, m.Play(seat="Ada", target="Ada", card="+1")) == ("AB9", "all_copies_seen")
    state = after(state, m.Play(seat="Ada", target="Ada", card="MA"))
    assert (state.turn, state.discard, state.pupils["Ada"].received) == ("Cleo", ("MA",), False)


def test_a6_a_full_hand_takes_no_more_than_there_is():
    state = position(Ada={"hand": ["?"] * 4}, Ben={"hand": ["?"] * 2})
    state = REPLACE(state, options=GAME.options(manta_draw="full"), draw=1)
    state = after(state, m.Play(seat="Ada", target="Ada", card="MA"))
    assert len(state.pupils["Ada"].hand) == 4 and state.draw == 0


def test_a16_not_even_enough_for_a_refill():
    state = in_the_window()
    pupils = {seat: REPLACE(pupil, hand=(), before=("?",) * 20) for seat, pupil in state.pupils.items()}
    pupils = {seat: REPLACE(pupil, before=("-1",)) for seat, pupil in pupils.items()}
    step = GAME.play(REPLACE(state, pupils=pupils, draw=3, discard=()), m.Close())
    assert step.state.phase == "stress"
    assert any(note.rule == "A16" for note in step.notes)
    assert {pupil.klausuren for pupil in step.state.pupils.values()} == {(0,)}


# --- late proofs ---


def test_ab16_an_opened_hand_proves_a_revoke_gently():
    state = after(turning(), m.Play(seat="Ada", target="Ada", card="-2"))
    state = after(state, m.Play(seat="Ben", target="Ben", card="+1"))
    assert any(ask.id == "open:Ben" for ask in GAME.asks(state))
    hand = ("-2", "+1", "+1", "+2", "+3", "ME")
    step = GAME.play(state, m.Open(seat="Ben", cards=hand))
    assert [flag.card for flag in step.state.flags] == ["-2"]
    assert any(note.rule == "AB16" and note.says.key == "note.late_proof" for note in step.notes)
    again = GAME.play(step.state, m.Open(seat="Ben", cards=hand)).state
    assert len(again.flags) == 1


@cases(
    "cards, key",
    {
        "AB16 too few": (("+1",), "other_hand"),
        "AB16 a foreign card": (("+1", "+1", "+1", "+1", "+1", "+1", "XX"), "unknown_card"),
        "AB16 five of four": (("-5",) * 5 + ("+1",) * 2, "all_copies_seen"),
    },
)
def test_hands_that_cannot_be(cards, key):
    assert refused(turning(), m.Open(seat="Ben", cards=cards)) == ("AB16", key)
    assert refused(started(), m.Open(seat="Ben", cards=cards)) == ("AB16", "no_hand")


# --- stress, elimination, exam ---


def test_ab39_up_to_the_chips_is_a_pill_and_the_chips_stay():
    state = scored(turning(), 5, 5, 5, 5)
    state = REPLACE(state, pupils={s: REPLACE(p, chips=4) for s, p in state.pupils.items()})
    state = after(state, m.Test(seat="Ada", face=4), m.Test(seat="Ben", face=5), m.Test(seat="Cleo", face=0))
    assert [state.pupils[seat].pills for seat in SEATS[:3]] == [1, 0, 0]
    assert state.pupils["Ada"].chips == 4
    assert after(state, m.Test(seat="Dora", face=10)).pupils["Dora"].pills == 0  # A1: a ten is the face 0
    assert refused(state, m.Test(seat="Ada", face=1)) == ("AB39", "tested_already")
    assert refused(state, m.Test(seat="Dora", face=11)) == ("AB39", "no_face")
    assert refused(turning(), m.Test(seat="Ada", face=1)) == ("AB39", "no_test_now")


def test_ab42_the_second_fail_is_the_end_and_no_test_follows():
    state = scored(next_turn(calm(scored(turning(), 5, 4, 5, 5))), 5, 4, 5, 5)
    assert state.pupils["Ben"].standing == "out"
    assert refused(state, m.Test(seat="Ben", face=1)) == ("AB39", "tested_already")
    state = next_turn(calm(state))
    assert state.starters == ("Ada", "Cleo", "Dora") and state.project == 3


def test_a15_or_only_after_the_third():
    """A15: whoever cannot reach the exam any more plays the third Klausur all the same."""
    state = scored(next_turn(calm(scored(turning(elimination="later"), 5, 4, 5, 5))), 5, 4, 5, 5)
    assert state.pupils["Ben"].standing == "handed_in"
    state = scored(next_turn(calm(state)), 5, 5, 5, 5)
    assert state.pupils["Ben"].standing == "out"


def test_a17_three_passes():
    state = scored(turning(pass_count=3), 5, 4, 5, 5)
    assert state.pupils["Ben"].standing == "out"


def test_ab1_ab3_three_klausuren_and_then_the_exam_for_the_qualified():
    state = before_the_exam()
    assert state.project == 4
    state = after(state, m.Deal())
    assert state.phase == "turn" and state.starters == ("Ada", "Ben", "Cleo")
    assert refused(state, m.Test(seat="Ada", face=1)) == ("AB40", "no_test_now")


def test_ab45_ab4_the_best_grade_wins():
    state = scored(after(before_the_exam(), m.Deal()), 12, 9, 12)
    outcome = GAME.outcome(state)
    assert outcome.winners == ("Ada",) and outcome.rule == "AB4"
    assert outcome.scores == {"Ada": 60, "Ben": 27, "Cleo": 39, "Dora": 13}
    grades = GAME.view(state).sheet[-1].cells
    assert grades == ("1.6", "", "3.0", "")
    assert GAME.asks(state) == () and refused(state, m.Deal()) == ("AB46", "over")


def test_ab46_nobody_has_passed():
    state = scored(after(before_the_exam(), m.Deal()), 4, 9, 0)
    assert GAME.outcome(state).winners == () and GAME.outcome(state).rule == "AB46"


def test_ab44_pills_cost_points_of_the_exam():
    state = before_the_exam()
    state = REPLACE(state, pupils={**state.pupils, "Ada": REPLACE(state.pupils["Ada"], pills=2)})
    state = scored(after(state, m.Deal()), 12, 9, 12)
    assert state.pupils["Ada"].exam.net == 10
    assert GAME.outcome(state).scores["Ada"] == 56


@cases(
    "mode, phase",
    {"A10 the only one left wins": ("wins", "over"), "A10 or plays alone": ("plays_solo", "deal")},
)
def test_only_one_is_left(mode, phase):
    state = scored(next_turn(calm(scored(turning(sole_qualifier=mode), 5, 4, 4, 4))), 5, 4, 4, 4)
    state = calm(state)
    assert state.phase == phase
    if mode == "wins":
        assert GAME.outcome(state).winners == ("Ada",) and GAME.outcome(state).rule == "A10"
    else:
        state = next_turn(state)
        state = after(state, m.Play(seat="Ada", target="Ada", card="+5"), m.Close())
        assert state.round == 2  # alone, the project lasts until the one hands in
        state = after(state, m.Play(seat="Ada", target="Ada", card="+5"), m.HandIn(seat="Ada"), m.Close())
        assert state.phase == "stress"


def test_ab42_nobody_is_left():
    state = scored(next_turn(calm(scored(turning(), 4, 4, 4, 4))), 4, 4, 4, 4)
    assert GAME.outcome(state).winners == ()


def test_ab43_a_hopeless_exam_is_asked_about():
    state = position(project=4, Ben={"before": ["+5", "+4"]})
    state = after(state, m.Play(seat="Ada", target="Ben", card="+4"), m.HandIn(seat="Ben"))
    assert state.pending.what == "sure"
    assert refused(state, m.Play(seat="Ben", target="Ada", card="+1")) == ("AB43", "pending.sure")
    kept = after(state, m.Keep(seat="Ben"))
    assert kept.pupils["Ben"].standing == "in" and kept.turn == "Ben"
    assert refused(kept, m.Keep(seat="Ben")) == ("AB43", "not_asked")
    given = after(state, m.HandIn(seat="Ben", sure=True))
    assert given.pupils["Ben"].exam.missing == ("types",)


def test_ab43_a_good_exam_is_taken_at_once():
    state = position(project=4, Ben={"before": ["+5", "+4"]})
    state = after(state, m.Play(seat="Ada", target="Ben", card="+3"), m.HandIn(seat="Ben"))
    assert state.pupils["Ben"].exam.passed and state.pending is None


def test_ab23_while_the_die_rolls_the_copied_one_waits():
    state = position(Ada={"before": ["+5"]}, Cleo={"before": ["+2"]})
    state = after(state, m.Play(seat="Ada", target="Ada", card="+1"))
    state = after(state, m.Play(seat="Ben", target="Ben", card="CH"))
    state = after(state, m.Name(seat="Ben", neighbour="Ada", card="+5"))
    assert refused(state, m.HandIn(seat="Ada")) == ("AB23", "pending.roll")
    assert refused(state, m.Decline(seat="Ben")) == ("AB23", "answer_named")
    assert refused(state, m.Roll(seat="Ada", face=3)) == ("AB23", "no_roll")
    assert refused(state, m.Roll(seat="Ben", face=12)) == ("AB23", "no_face")


def test_ab23_a_copied_answer_that_is_handed_in_is_gone():
    state = position(Ada={"before": ["+5"]})
    state = after(state, m.Play(seat="Ada", target="Ada", card="-1"))
    state = after(state, m.Play(seat="Ben", target="Ben", card="CH"), m.HandIn(seat="Ada"))
    assert state.pending is None and state.turn == "Cleo"
