"""Dice March: how it ends, what eyes and fingers tell, how many moves there are, opponents."""

from random import Random

import pytest
from march_positions import BOOKLET, RED, SEATS, TIP, hear, move, play, position, refusal

from companion.bots import LEVELS
from companion.games.dice_march import GAME
from companion.games.dice_march.bot import choose
from companion.games.dice_march.state import own_cells, start_faces, start_pyramid
from companion.lab.candidates import legal
from companion.lab.short_pyramid import read_position
from companion.pyramid.cells import BASE, bit, cells_of
from companion.pyramid.dice import ORIENTATIONS
from companion.pyramid.notation import cell_named, name_of
from tests.at_first import quick
from tests.companion.referee_of import RefereeOf
from tests.tables import cases

# --- the ends ---


def test_the_goal_wins_at_once():
    """DM1, A-DM6: before anybody competes there."""
    state = position({"7,0,1": "r321", "7,1,0": "y356", "0,0,8": "m213"})
    step = play(state, "tip", "Elfi", cell=(7, 0, 1), to=(8, 0, 0))
    assert GAME.outcome(step.state).winners == ("Elfi",)
    assert GAME.outcome(step.state).rule == "DM1"
    assert refusal(step.state, "tip", "Tom", cell=(7, 1, 0), to=(8, 0, 0)) == "DM1 over"


@pytest.mark.parametrize("goal_first", [True, False])
def test_nobody_ever_competes_in_the_goal_on_arrival(goal_first):
    """A-DM6: the corner has one saddle, and the arriving die has just left one of its places."""
    for start in ((7, 1, 0), (7, 0, 1)):
        crowd = {name_of(cell): "y321" for cell in cells_of(BASE) if cell not in (start, (8, 0, 0))}
        state = position({**crowd, name_of(start): "r321"}, options={"goalFirst": goal_first})
        after = play(state, "tip", "Elfi", cell=start, to=(8, 0, 0)).state
        assert GAME.outcome(after).winners == ("Elfi",)


def test_parking_in_another_s_goal():
    """A-DM7: legal and no win; the owner of the goal attacks it with two dice beside it."""
    state = position({"7,1,0": "m124", "0,4,4": "r321"}, on_turn="Uli")
    parked = play(state, "tip", "Uli", cell=(7, 1, 0), to=(8, 0, 0))
    assert GAME.outcome(parked.state) is None
    beside = position({"8,0,0": "m124", "7,1,0": "r465", "6,1,1": "r654"})
    attack = play(beside, "tip", "Elfi", cell=(6, 1, 1), to=(7, 0, 1)).state
    assert attack.won == {"Elfi": 1}


def test_who_has_no_dice_is_skipped():
    """A-DM8: and keeps the dice won."""
    state = position({"0,4,4": "r321", "4,4,0": "m213"}, won={"Tom": 3})
    after = play(state, "turn", "Elfi", cell=(0, 4, 4), faces=(6, 2, 3)).state
    assert after.on_turn == "Uli"
    assert GAME.scores(after)["Tom"] == 3


@cases(
    "counting, scores, winner",
    {
        "DM14 among equals the latest turn": ("literal", {"Elfi": -1, "Tom": -1, "Uli": -3}, "Elfi"),
        "A-DM3 all losses count": ("all", {"Elfi": -1, "Tom": -4, "Uli": -5}, "Elfi"),
    },
)
def test_an_empty_base_form(counting, scores, winner):
    """DM14: the last three dice go in a tie, and then dice won less dice removed are counted."""
    state = position(
        {"2,3,3": "r241", "4,3,1": "y213", "3,4,1": "m321"},
        won={"Elfi": 4, "Tom": 1},
        removed={"Elfi": 4, "Tom": 1, "Uli": 2},
        captured={"Tom": 3, "Uli": 2},
        recent=["Uli", "Tom"],
        options={"score": counting},
    )
    step = play(state, "tip", "Elfi", **TIP)
    assert step.state.pyramid == {}
    assert GAME.outcome(step.state).scores == scores
    assert GAME.outcome(step.state).winners == (winner,)


def test_three_times_the_same_position():
    """A-DM5: a draw, unless the table plays without."""
    for repetition, drawn in (("threefold", True), ("agreed", False), ("none", False)):
        state = play(GAME.start(SEATS, GAME.options(repetition=repetition)), "begin", "Elfi").state
        for n in range(12):
            seat = state.on_turn
            if GAME.outcome(state):
                break
            cell = own_cells(state, seat)[2]
            home = start_faces(SEATS.index(seat))
            other = next(faces for faces in ORIENTATIONS if faces != home)
            state = play(state, "turn", seat, cell=cell, faces=other if (n // 3) % 2 == 0 else home).state
        assert (GAME.outcome(state) is not None) == drawn
        assert not drawn or GAME.outcome(state).rule == "A-DM5"


def test_how_often_a_position_was_there_is_written_down_and_read_again():
    """A-DM5: a record of today names its positions as it always will, or a third time would be missed."""
    begun = play(GAME.start(SEATS, GAME.options()), "begin", "Elfi").state

    assert begun.repeated == {"f50fa43a8194c855": 1}
    assert read_position(GAME, GAME.write_position(begun)).repeated == begun.repeated


def test_a_draw_by_agreement():
    """A-DM5: all who still have dice want it."""
    state = position({"0,4,4": "r321", "4,4,0": "m213"})
    offered = play(state, "draw", "Uli").state
    assert GAME.outcome(offered) is None
    assert refusal(offered, "draw", "Uli") == "A-DM5 draw_wanted"
    assert GAME.outcome(play(offered, "draw", "Elfi").state).rule == "A-DM5"
    moved = play(offered, "turn", "Elfi", cell=(0, 4, 4), faces=(6, 2, 3)).state
    assert moved.draw == ()  # whoever plays on has declined
    assert refusal(position(options={"repetition": "none"}), "draw", "Elfi") == "A-DM5 no_draws"


# --- what the eyes and fingers tell ---


@cases(
    "change, kind",
    {
        "DM3 a tip": ({"taken": ["0,4,4"], "placed": {"1,4,3": "r623"}}, "tip"),
        "DM3 a tip, faces not seen": ({"taken": ["0,4,4"], "placed": {"1,4,3": "????"}}, "tip"),
        "DM13 a turn": ({"turned": {"0,4,4": "r623"}}, "turn"),
        "G17 two faces are enough": ({"turned": {"0,4,4": "r62?"}}, "turn"),
    },
)
def test_the_eyes_see_a_move(change, kind):
    told = hear(position(), "move", change)
    assert told.ruling.verdict == "accepted"
    assert told.ruling.move["move"] == kind


@cases(
    "change, verdict, key",
    {
        "DM4 rolled over": ({"taken": ["0,4,4"], "placed": {"1,4,3": "r541"}}, "refused", "one_face_over"),
        "DM3 two steps": ({"taken": ["0,4,4"], "placed": {"2,4,2": "r321"}}, "refused", "no_neighbour"),
        "DM2 Tom's die": ({"taken": ["2,0,6"], "placed": {"1,0,7": "y???"}}, "refused", "not_your_die"),
        "DM2 a die has vanished": ({"taken": ["0,4,4"]}, "unsure", "differs"),
        "DM2 two dice": ({"turned": {"0,4,4": "r623", "0,3,5": "r623"}}, "unsure", "differs"),
    },
)
def test_what_the_eyes_may_say(change, verdict, key):
    told = hear(position(), "move", change)
    assert (told.ruling.verdict, told.ruling.why.key) == (verdict, key)


def test_beaten_dice_may_be_gone_already():
    """DM17: the eyes may look before or after the competition was settled."""
    state = position(BOOKLET)
    before = {"taken": ["2,3,3"], "placed": {"3,3,2": "r356"}}
    after = {"taken": ["2,3,3", "3,4,1", "4,2,2", "3,2,3"]}
    assert hear(state, "move", before).state == hear(state, "move", after).state


def test_a_vanished_die_is_agreed_on_without_losing_scores():
    state = position(won={"Tom": 2})
    told = hear(state, "move", {"taken": ["0,4,4"]})
    restored, agreed = (hear(state, "move", choice.value) for choice in told.ruling.choices)
    assert restored.state.pyramid == state.pyramid
    assert len(agreed.state.pyramid) == 14
    assert agreed.state.won == {"Tom": 2}


def test_an_agreement_may_take_the_last_dice():
    """DM14, A-DM8: the game goes on with whoever has dice, or is counted when nobody has."""
    state = position(won={"Tom": 2})
    without_red = {n: d for n, d in start_pyramid().items() if d[0] != RED}
    assert play(state, "agree", "", pyramid=without_red).state.on_turn == "Tom"
    assert GAME.outcome(play(state, "agree", "", pyramid={}).state).winners == ("Tom",)


@cases(
    "pyramid, refused",
    {
        "DM6 numbers are needed": ({"8,0,0": "r32?"}, "DM6"),
        "A-DM10 left-handed": ({"8,0,0": "r312"}, "A-DM10"),
        "DM3 above the base": ({"8,0,0": "r321", "7,1,0": "r321", "7,0,1": "r321", "7,0,0": "r321"}, "DM3"),
        "G1 six red dice": ({f"{i},{8 - i},0": "r321" for i in range(6)}, "G1"),
    },
)
def test_impossible_agreements(pyramid, refused):
    assert GAME.refuse(position(), move("agree", "", pyramid=pyramid)).rule == refused


def test_by_touch():
    """DM2: two touches for a tip, three for a turn; one can start over."""
    state = position()
    dice = GAME.asks(state)[1].choices
    assert len(dice) == 5
    picked = hear(state, "move:touch", {"die": [0, 4, 4]}, "Elfi").state
    offered = [choice.value for choice in GAME.asks(picked)[1].choices]
    assert {"tip": [[0, 4, 4], [1, 3, 4]]} in offered
    assert hear(picked, "move:touch", {"tip": [[0, 4, 4], [1, 3, 4]]}, "Elfi").state.on_turn == "Tom"
    front = hear(picked, "move:touch", {"die": [0, 4, 4], "front": 3}, "Elfi").state
    ways = [choice.value for choice in GAME.asks(front)[1].choices]
    assert len(ways) == 4  # the three other ways with a 3 in front, and starting over
    assert hear(front, "move:touch", {}, "Elfi").state == state
    turned = hear(front, "move:touch", ways[0], "Elfi").state
    assert turned.pyramid["0,4,4"] != "r321"
    assert refusal(state, "pick", "Elfi", cell=(2, 0, 6)) == "DM2 not_your_die"
    assert refusal(state, "pick", "Tom", cell=(2, 0, 6)) == "DM2 not_your_turn"


# --- dice are conserved, and move counts from a fixed start ---


@pytest.mark.parametrize("seed", range(3))
def test_no_die_is_lost(seed):
    """DM17: on the base, won from somebody, or out; always fifteen."""
    random, state = Random(seed), play(GAME.start(SEATS, GAME.options()), "begin", "Elfi").state
    for _ in range(250):
        if GAME.outcome(state):
            break
        tips = [m for m in legal(GAME, state, state.on_turn) if type(m).__name__ == "Tip"]
        moves = tips or legal(GAME, state, state.on_turn)
        state = GAME.play(state, random.choice(moves)).state
        assert all(bit(cell_named(name)) & BASE for name in state.pyramid)
        assert sum(state.won.values()) == sum(state.captured.values())
        assert len(state.pyramid) + sum(state.won.values()) + sum(state.removed.values()) == 15


def test_tip_counts():
    """How many tips there are one, two and three deep from the start."""
    state = play(GAME.start(SEATS, GAME.options()), "begin", "Elfi").state
    assert [count_tips(state, depth) for depth in (1, 2, 3)] == [12, 143, 1692]


def count_tips(state, depth):
    tips = [m for m in legal(GAME, state, state.on_turn) if type(m).__name__ == "Tip"]
    if depth == 1:
        return len(tips)
    return sum(count_tips(GAME.play(state, tip).state, depth - 1) for tip in tips)


# --- opponents ---


@pytest.mark.parametrize("level", quick([*LEVELS], 2))
def test_opponents_play_by_the_rules(level):
    state = play(GAME.start(SEATS, GAME.options()), "begin", "Elfi").state
    RefereeOf(GAME).lets_play(choose, state, level, Random(3), moves=15, nodes=300)


def test_a_strong_opponent_takes_a_win_and_stops_one():
    state = position({"7,1,0": "r321", "0,4,4": "r321", "2,0,6": "y132", "4,4,0": "m213"})
    assert choose(state, "Elfi", "strong", Random(1), 500).to == (8, 0, 0)
