"""The buzzer's rules at the table: real edges, a clock moved by hand, and what the table says."""

from random import Random

import pytest
from msgspec.structs import replace

from companion.asks import MS, Kind
from companion.calls.buttons import Press
from companion.games.buzzer import GAME
from companion.games.buzzer import state as m
from companion.games.buzzer.lab.family import Family
from companion.games.buzzer.rules import LONGEST_MS, SHORTEST_MS, tie_order
from companion.opponents import Opponents
from companion.rulings import Verdict
from tests.companion.at_the_table import AtTheTable
from tests.companion.buzzer.claims import SEATS, go, judge, played, press

NAMES = ("Ada", "Ben", "Cem", "Dora")


def table(**options):
    return AtTheTable(GAME, NAMES, **options)


def ready(at):
    ask = next(ask.id for ask in at.table.asks if ask.id.startswith("go:"))
    at.hear(Kind.CONFIRM, True, "Ada", ask=ask)


def judged(at, right):
    ask = next(ask.id for ask in at.table.asks if ask.id.startswith("judge:"))
    return at.hear(Kind.CHOICE, "right" if right else "wrong", "Dora", ask=ask)


def options(**wanted):
    return GAME.read_options(wanted)


# --- a quiz ---


def test_bz4_the_first_edge_may_answer_and_the_next_stand_behind_it():
    at = table()
    ready(at)
    at.press("Ben", after_ms=300)
    at.press("Cem", after_ms=303)
    at.wait(500)

    assert [p.seat for p in at.state.pressed] == ["Ben", "Cem"]
    assert at.notes == [("BZ4", "note.first"), ("T3", "call.after")]


def test_bz5_whoever_presses_before_the_question_is_read_is_out_with_the_team():
    at = table(teams=2)
    at.press("Ben", after_ms=10)
    at.wait(200)
    ready(at)
    at.press("Dora", after_ms=10)  # in Ben's team
    at.press("Ada", after_ms=90)
    at.wait(500)

    assert at.state.out == ("Ben", "Dora") and [p.seat for p in at.state.pressed] == ["Ada"]


def test_bz6_without_an_answer_in_time_it_was_wrong():
    at = table(answer_s=5, wrong=2)
    ready(at)
    at.press("Ben", after_ms=10)
    at.wait(4_900)
    assert at.state.phase == "answer"
    at.wait(300)

    assert at.state.points["Ben"] == -2 and ("BZ8", "note.late") in at.notes


def test_bz7_to_bz9_a_wrong_answer_passes_on_until_one_is_right():
    at = table(right=3, wrong=1)
    ready(at)
    for seat, ms in (("Ben", 10), ("Cem", 20)):
        at.press(seat, after_ms=ms)
    at.wait(300)
    judged(at, right=False)
    assert at.state.phase == "answer" and at.state.pressed[0].seat == "Cem"
    judged(at, right=True)

    assert at.table.game.scores(at.state) == {"Ada": 0, "Ben": -1, "Cem": 3, "Dora": 0}
    assert (at.state.rounds_over, at.state.phase) == (1, "ready")


WRONG = [  # (after_wrong, who presses while Ben answers, what is open afterwards)
    ("next", True, "answer"),
    ("again", False, "go"),
    ("over", False, "ready"),
]


@pytest.mark.parametrize(("way", "queues", "phase"), WRONG)
def test_bz9_what_comes_after_a_wrong_answer(way, queues, phase):
    state = played(options(after_wrong=way), go(), press("Ben", 1))
    refusal = GAME.refuse(state, press("Cem", 2))
    assert (refusal is None) is queues and (queues or refusal.rule == "BZ9")
    if queues:
        state = GAME.play(state, press("Cem", 2)).state

    assert GAME.play(state, judge(False)).state.phase == phase


def test_bz10_once_all_were_wrong_or_nobody_knows_it_the_round_brings_nothing():
    all_wrong = [move for seat in SEATS for move in (press(seat, 1), judge(False))]
    for moves in ([go(), m.Close()], [go(), *all_wrong]):
        state = played(options(), *moves)
        assert state.rounds_over == 1 and set(GAME.scores(state).values()) == {0}


def test_bz2_the_most_points_win_and_the_same_share():
    state = played(options(), go(), press("Ben", 1), judge(True), m.Finish())
    assert GAME.outcome(state).winners == ("Ben",) and GAME.outcome(state).rule == "BZ2"
    assert GAME.outcome(played(options(), m.Finish())).says.key == "outcome.shared"


def test_bz3_the_points_of_a_team_are_added_up():
    moves = [go(), press("Ada", 1), judge(True), go(), press("Cem", 1), judge(True)]
    scores = GAME.scores(played(options(teams=2), *moves))
    assert {scores[seat] for seat in SEATS[::2]} == {2} and {scores[seat] for seat in SEATS[1::2]} == {0}


def test_bz5_bz9_with_whoever_erred_all_of_the_team_are_named():
    quiz = options(teams=2)
    early = GAME.play(GAME.start(SEATS, quiz), press("Ada", 1))
    wrong = GAME.play(played(quiz, go(), press("Ada", 1)), judge(False))
    for step, rule in ((early, "BZ5"), (wrong, "BZ9")):
        told = {note.says.key: note for note in step.notes}["note.team_out"]
        assert (told.rule, told.says.args["seats"]) == (rule, list(SEATS[::2]))
        assert set(step.state.out) == set(SEATS[::2])
    alone = GAME.play(GAME.start(NAMES, options()), press("Ada", 1))
    assert "note.team_out" not in {note.says.key for note in alone.notes}


# --- reactions and the watch ---


@pytest.mark.parametrize("t", [0, 1, 999, 123_456_789, 2**62])
def test_bz11_the_wait_before_the_signal_follows_from_the_time_alone(t):
    state = GAME.play(GAME.start(NAMES, options(mode="reflex")), m.Go(seat="Ada", t=t)).state
    assert SHORTEST_MS <= state.wait_ms < LONGEST_MS
    assert state.wait_ms == SHORTEST_MS + t // 1000 % (LONGEST_MS - SHORTEST_MS)


def test_bz11_before_the_signal_all_are_asked_to_wait_and_no_clock_gives_it_away():
    at = table(mode="reflex")
    ready(at)
    asks = {ask.id.partition(":")[0]: ask for ask in at.table.asks}
    assert asks["buzz"].prompt.key == "ask.wait"
    assert not asks["signal"].spoken


def test_bz12_after_the_signal_the_first_edge_wins_and_a_false_start_is_out():
    at = table(mode="reflex", right=5)
    ready(at)
    at.press("Ada", after_ms=100)  # too early
    at.wait(SHORTEST_MS - 100)
    assert at.state.out == ("Ada",) and at.state.phase == "wait"
    at.wait(LONGEST_MS)  # whoever waits for too long is told that nobody pressed
    assert at.state.rounds_over == 1 and ("BZ10", "note.nobody") in at.notes

    ready(at)
    at.wait(at.state.wait_ms)
    at.press("Cem", after_ms=200)
    at.press("Ben", after_ms=240)
    at.wait(3_500)
    assert at.table.game.scores(at.state)["Cem"] == 5 and ("BZ12", "note.best") in at.notes


TIMES = [  # (the time to be hit, presses in ms, who has the best one)
    (0, {"Ada": 900, "Ben": 700}, {"Ben"}),
    (10, {"Ada": 9_800, "Ben": 10_300}, {"Ada"}),
    (10, {"Ada": 9_900, "Ben": 10_100}, {"Ada", "Ben"}),  # as near before as after
    (0, {"Ada": 700, "Ben": 700.5}, {"Ada", "Ben"}),  # BZ12: nobody can tell them apart
]


@pytest.mark.parametrize(("target", "times", "best"), TIMES)
def test_bz13_the_nearest_time_wins(target, times, best):
    presses = [m.Buzz(seat=seat, t=round(ms * MS)) for seat, ms in times.items()]
    state = played(options(mode="stopwatch", target_s=target), go(), *presses, m.Close())
    assert {seat for seat, n in state.points.items() if n} == best


# --- ties and refusals ---


def test_in_a_tie_fewer_points_come_first_and_then_another_seat_in_every_round():
    """BZ14"""
    state = GAME.start(NAMES, options())
    assert tie_order(state, ("Cem", "Ben")) == ("Ben", "Cem")
    assert tie_order(played(options(), go(), m.Close(), go(), m.Close()), ("Ben", "Cem")) == ("Cem", "Ben")
    ahead = played(options(), go(), press("Ben", 1), judge(True))
    assert tie_order(ahead, ("Ben", "Cem")) == ("Cem", "Ben")

    at = table()
    ready(at)
    at.press("Cem", after_ms=10)
    at.press("Ben", after_ms=10.4)
    at.wait(300)
    assert [p.seat for p in at.state.pressed] == ["Ben", "Cem"]


REFUSED = [  # (options, moves before, the move, rule, reason)
    ({}, [], m.Close(), "BZ10", "refuse.ready"),
    ({}, [], judge(True), "BZ7", "refuse.ready"),
    ({}, [go()], go(), "BZ4", "refuse.go"),
    ({}, [go(), press("Ben", 1)], m.Close(), "BZ10", "refuse.answer"),
    ({}, [go(), press("Ben", 1)], press("Ben", 2), "BZ4", "refuse.again"),
    ({}, [go(), press("Ben", 1), judge(False)], press("Ben", 9), "BZ9", "refuse.out"),
    ({}, [press("Ben", 1)], press("Ben", 2), "BZ5", "refuse.out"),
    ({}, [go()], press("Zoe", 1), "BZ4", "refuse.stranger"),
    ({"mode": "reflex"}, [], m.Signal(), "BZ11", "refuse.ready"),
    ({"mode": "reflex"}, [go()], go(), "BZ4", "refuse.wait"),
    ({"mode": "reflex"}, [go(), press("Ben", 1)], press("Ben", 2), "BZ12", "refuse.out"),
    ({"mode": "stopwatch"}, [], press("Ben", 1), "BZ13", "refuse.not_running"),
    ({}, [m.Finish()], go(), "BZ2", "refuse.over"),
]


@pytest.mark.parametrize(("house", "before", "move", "rule", "why"), REFUSED)
def test_what_does_not_stand_names_its_rule_and_says_what_to_do(house, before, move, rule, why):
    refusal = GAME.refuse(played(options(**house), *before), move)
    assert (refusal.rule, refusal.says.key) == (rule, why)
    table().in_words(refusal.says)


def test_bz1_every_way_of_playing_says_what_it_asks_for():
    for mode in ("quiz", "reflex", "stopwatch"):
        at = table(mode=mode)
        ready(at)
        at.wait(7_000 if mode == "reflex" else 100)
        for ask in at.table.asks:
            at.in_words(ask.prompt)
        assert all(r[0] is Verdict.ACCEPTED for r in at.rulings)


@pytest.mark.parametrize("mode", ["quiz", "reflex", "stopwatch"])
def test_a_bot_presses_like_anybody_and_the_table_takes_the_time(mode):
    at = table(mode=mode)
    ready(at)
    at.wait(at.state.wait_ms + 1)
    bots = Opponents(GAME, {"Ada": "", "Ben": "easy", "Cem": "", "Dora": ""}, options(mode=mode), 1)
    [deed] = bots.decide(at.state, at.table.asks)
    assert (deed.kind, deed.value, deed.seat, deed.move) == (Kind.CALL, "buzz", "Ben", None)


def test_the_family_notices_an_order_that_is_not_true():
    family = Family(GAME, NAMES, options(), Random(1))
    asks = GAME.asks(played(options(), go()))
    while len(family.pressed_at) < 2:
        family.act(asks)
    true = sorted(family.pressed_at, key=family.pressed_at.get)
    state = GAME.start(NAMES, options())
    for order, wrong in ((true, 0), (true[::-1], len(true) - 1)):
        pressed = tuple(Press(seat, n) for n, seat in enumerate(order))
        assert len(family.disagreements(replace(state, pressed=pressed))) == wrong
