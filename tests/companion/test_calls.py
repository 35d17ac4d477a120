"""Who called first: edges, presses, groups, and decisions that follow from their evidence (T3 to T8, T15)."""

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.calls import (
    Buttons,
    Edge,
    Evidence,
    Fairness,
    Glitch,
    Lost,
    Press,
    Pressed,
    Released,
    Verdict,
    decide,
    rank,
    tied,
    window,
)
from companion.facts import MS, Source

FAR = 10_000 * MS


@pytest.mark.parametrize(
    ("unsure", "ns"),
    [
        pytest.param((0, 0), 1 * MS, id="T4 two buttons: a millisecond"),
        pytest.param((3, 0), 1 * MS + 3, id="T4 and what the first is unsure of"),
        pytest.param((0, 5), 1 * MS + 5, id="T4 or the second"),
        pytest.param((3, 5), 1 * MS + 8, id="T4 or both"),
    ],
)
def test_t4_how_close_two_presses_tie(unsure, ns):
    first, second = (Press(seat, 0, uncertainty=n) for seat, n in zip("AB", unsure, strict=True))

    assert window(first, second, Fairness(button_ms=1)) == ns
    assert tied(first, Press("B", ns, uncertainty=unsure[1]), Fairness(button_ms=1))
    assert not tied(first, Press("B", ns + 1, uncertainty=unsure[1]), Fairness(button_ms=1))


def test_without_presses_there_is_no_order():
    assert rank([]) == ()


def edges(line, *times_ms, start_down=True, first_seq=0):
    """Edges of one line at *times_ms*, alternately down and up."""
    return [
        Edge(line, round(t * MS), (n % 2 == 0) == start_down, seq=first_seq + n if first_seq else 0)
        for n, t in enumerate(times_ms)
    ]


def felt(feed, until_ms=10_000):
    buttons = Buttons()
    events = [event for edge in feed for event in buttons.feed(edge)]
    return [*events, *buttons.pass_until(until_ms * MS)]


def presses(feed):
    return [(e.line, e.t / MS) for e in felt(feed) if isinstance(e, Pressed)]


@pytest.mark.parametrize(
    ("times", "pressed_at"),
    [
        pytest.param([100], [100], id="T3 a clean press"),
        pytest.param([100, 103], [100], id="T3 held for exactly the confirm time"),
        pytest.param([100, 102.9], [], id="T3 held for less"),
        pytest.param([100, 100.05], [], id="T3 a spark on the wire"),
        pytest.param([100, 100.2, 100.4, 101, 101.5], [100], id="T3 bouncing: the first edge counts"),
        pytest.param([100, 101, 114, 180], [100], id="T3 a worn switch that bounces for 14 ms"),
        pytest.param([100, 100.1, 120, 200], [120], id="T3 a spark, then a press: the spark wins nothing"),
        pytest.param(
            [100, 100.02, 105, 200], [105], id="T3 a pulse too short for a contact, and a press at once"
        ),
        pytest.param([100, 100.5, 101, 101.02, 102, 200], [100], id="T3 a spark among the bounces"),
        pytest.param([100, 100.04, 105, 200], [100], id="T3 a contact that is just no spark: it bounces"),
        pytest.param([100, 160, 161, 162], [100], id="T3 bouncing when let go is no second press"),
        pytest.param([100, 104, 105, 180], [100], id="T3 bouncing after it was confirmed"),
        pytest.param([100, 200, 300, 400], [100, 300], id="T3 two presses"),
        pytest.param([100, 200, 229, 300], [100], id="T3 again within the lock-out is the same press"),
        pytest.param([100, 200, 231, 300], [100, 231], id="T3 again after the lock-out is a new press"),
        pytest.param(
            [100, 102, 110, 112, 120, 122, 130, 160], [100], id="T3 held when the lock-out was just over"
        ),
        pytest.param(
            [100, 102, 110, 112, 120, 122, 131, 160], [131], id="T3 never held until the lock-out was over"
        ),
    ],
)
def test_which_edges_are_a_press(times, pressed_at):
    assert [t for _, t in presses(edges("1", *times))] == pressed_at


def test_t3_a_press_is_known_once_the_level_has_confirmed_it():
    buttons = Buttons()
    buttons.feed(Edge("1", 100 * MS, True))

    assert buttons.due() == 103 * MS
    assert buttons.pass_until(103 * MS - 1) == ()
    assert [type(event) for event in buttons.pass_until(103 * MS)] == [Pressed]


def test_t3_a_press_keeps_its_raw_edges():
    (pressed,) = [e for e in felt(edges("1", 100, 100.5, 101)) if isinstance(e, Pressed)]

    assert [edge.t / MS for edge in pressed.edges] == [100, 100.5, 101]


def test_t3_glitches_are_reported_with_their_length():
    assert felt(edges("1", 100, 100.5)) == [Glitch("1", 100 * MS, MS // 2)]


@pytest.mark.parametrize(
    ("times", "glitches"),
    [
        pytest.param([100, 100.02], [(100, 0.02)], id="T3 a spark"),
        pytest.param([100, 102, 110, 112, 131, 160], [(100, 12)], id="T3 until the level changed last"),
        pytest.param([100, 101, 105, 106], [(100, 6)], id="T3 bouncing, and never held"),
        pytest.param(
            [100, 102, 110, 112, 120, 122, 131, 160], [(100, 22)], id="T3 bouncing until a press begins"
        ),
    ],
)
def test_t3_how_long_a_glitch_was(times, glitches):
    found = [(e.t / MS, e.lasted / MS) for e in felt(edges("1", *times)) if isinstance(e, Glitch)]

    assert found == glitches


@pytest.mark.parametrize(
    ("times", "due"),
    [
        pytest.param([100], 103, id="T3 a level confirms a press"),
        pytest.param([100, 101], 101 + 16 + 1e-6, id="T3 open for longer: that was no bouncing"),
        pytest.param([100, 200], 200 + 30, id="T3 up for so long: let go"),
    ],
)
def test_when_there_is_something_to_tell(times, due):
    buttons = Buttons()
    for edge in edges("1", *times):
        buttons.feed(edge)

    assert buttons.due() == round(due * MS)
    assert buttons.pass_until(buttons.due() - 1) == ()
    assert buttons.pass_until(buttons.due()) != ()
    assert buttons.due() is None


def test_letting_go_is_told():
    assert Released("1", 200 * MS) in felt(edges("1", 100, 200))


def test_a_key_that_repeats_itself_is_one_press():
    repeated = [Edge("1", t * MS, True, source=Source.KEYBOARD) for t in (100, 600, 640, 680)]

    assert presses(repeated) == [("1", 100)]


def test_t6_lines_that_are_down_are_known():
    buttons = Buttons()
    buttons.feed(Edge("1", 100 * MS, True))
    buttons.feed(Edge("2", 110 * MS, True))
    buttons.feed(Edge("2", 150 * MS, False))

    assert buttons.held() == {"1": 100 * MS}


def test_t8_a_hole_in_the_sequence_is_told():
    feed = [Edge("1", 100 * MS, True, seq=7), Edge("2", 130 * MS, True, seq=10)]

    assert Lost(100 * MS, 130 * MS, 2) in felt(feed)


@pytest.mark.parametrize(("seq", "lost"), [(8, None), (9, 1), (12, 4), (7, 1), (3, 1)], ids=str)
def test_t8_how_many_edges_are_lost(seq, lost):
    """A counter that begins again has lost at least one."""
    feed = [Edge("1", 100 * MS, True, seq=7), Edge("2", 130 * MS, True, seq=seq)]

    found = [event.count for event in felt(feed) if isinstance(event, Lost)]

    assert found == ([] if lost is None else [lost])


def test_t8_after_a_loss_a_line_that_seemed_down_can_press_again():
    feed = [
        Edge("1", 100 * MS, True, seq=1),
        Edge("2", 500 * MS, True, seq=3),
        Edge("1", 600 * MS, True, seq=4),
    ]

    assert presses(feed) == [("1", 100), ("2", 500), ("1", 600)]


def test_sources_count_their_edges_apart():
    feed = [Edge("1", 100 * MS, True, seq=1), Edge("2", 101 * MS, True, seq=40, source=Source.KEYBOARD)]

    assert not [event for event in felt(feed) if isinstance(event, Lost)]


@given(
    st.lists(
        st.tuples(st.sampled_from("123"), st.integers(0, 400), st.booleans(), st.integers(0, 9)), max_size=60
    )
)
def test_whatever_the_edges_each_press_needs_its_line_up_and_is_confirmed(raw):
    buttons = Buttons()
    events = []
    for line, t, down, seq in sorted(raw, key=lambda edge: edge[1]):
        events += buttons.feed(Edge(line, t * MS, down, seq))
    events += buttons.pass_until(FAR)
    for line in "123":
        times = [e.t for e in events if isinstance(e, Pressed) and e.line == line]
        assert times == sorted(set(times))
    assert buttons.due() is None


# --- ranking ---


def press(seat, ms, source=Source.BUTTON, uncertainty_ms=0):
    return Press(seat, round(ms * MS), source, round(uncertainty_ms * MS))


def touch(seat, ms):
    return press(seat, ms, Source.TOUCH)


@pytest.mark.parametrize(
    ("called", "groups"),
    [
        pytest.param([], [], id="T4 nobody"),
        pytest.param([press("A", 0), press("B", 1)], ["AB"], id="T4 two buttons within 1 ms"),
        pytest.param([press("A", 0), press("B", 1.001)], ["A", "B"], id="T4 two buttons just beyond"),
        pytest.param([press("A", 0), touch("B", 20)], ["AB"], id="T4 touch makes it 20 ms"),
        pytest.param([press("A", 0), touch("B", 20.1)], ["A", "B"], id="T4 touch just beyond"),
        pytest.param([touch("A", 0), touch("B", 19)], ["AB"], id="T4 two touches"),
        pytest.param([press("A", 0), press("B", 5, Source.KEYBOARD)], ["AB"], id="T4 a keyboard"),
        pytest.param(
            [press("A", 0), press("B", 1.5, uncertainty_ms=0.5)], ["AB"], id="T4 what a source is unsure of"
        ),
        pytest.param(
            [press("A", 0), press("B", 0.9), press("C", 1.8), press("D", 2.7)],
            ["AB", "CD"],
            id="T4 no chains",
        ),
        pytest.param(
            [press("A", 0), touch("B", 15), press("C", 5)], ["ACB"], id="T4 who is between is in it"
        ),
        pytest.param(
            [press("A", 0), press("B", 5), touch("C", 30)], ["A", "B", "C"], id="T4 touch far away is no tie"
        ),
        pytest.param(
            [press("A", 5), press("A", 0), press("B", 3)], ["A", "B"], id="T3 a seat's first press counts"
        ),
        pytest.param([press("B", 7), press("A", 7)], ["AB"], id="T4 at the very same instant"),
    ],
)
def test_groups(called, groups):
    assert ["".join(group.seats) for group in rank(called)] == groups


def test_t3_the_gaps_are_told_from_the_first():
    assert [g.gap / MS for g in rank([press("A", 10), press("B", 22), press("C", 40)])] == [0, 12, 30]


seat_presses = st.lists(
    st.builds(
        press,
        st.sampled_from("ABCDEF"),
        st.floats(0, 60, allow_nan=False),
        st.sampled_from([Source.BUTTON, Source.TOUCH, Source.KEYBOARD, Source.SIMULATED]),
        st.sampled_from([0, 0, 0.2, 4]),
    ),
    max_size=8,
)


@given(seat_presses, st.randoms(use_true_random=False))
def test_the_order_of_arrival_changes_nothing(called, random: Random):
    shuffled = list(called)
    random.shuffle(shuffled)

    assert rank(shuffled) == rank(called)


@given(seat_presses, st.permutations("ABCDEF"))
def test_names_and_pins_of_seats_change_nothing(called, names):
    new_name = dict(zip("ABCDEF", names, strict=True))
    renamed = [msgspec.structs.replace(p, seat=new_name[p.seat]) for p in called]

    assert [{new_name[s] for s in g.seats} for g in rank(called)] == [set(g.seats) for g in rank(renamed)]


@given(seat_presses)
def test_groups_are_intervals_and_nobody_measured_earlier_is_behind(called):
    ranked = rank(called)
    times = [p.t for group in ranked for p in group.presses]

    assert times == sorted(times)
    assert sorted(p.seat for g in ranked for p in g.presses) == sorted({p.seat for p in called})


# --- decisions ---


def evidence(*called, **more):
    return Evidence(presses=called, fairness=Fairness(), decided=FAR, **more)


def asked(seat, ms, **more):
    return Press(seat, round(ms * MS), **more)


def fared(found):
    return [(s.seat, s.verdict, s.place, s.gap / MS) for s in decide(found).standings]


@pytest.mark.parametrize(
    ("found", "standings"),
    [
        pytest.param(
            evidence(asked("A", 7), asked("B", 3)),
            [("B", Verdict.COUNTS, 1, 0), ("A", Verdict.COUNTS, 2, 4)],
            id="T3 by the first edge",
        ),
        pytest.param(
            evidence(asked("A", 3), asked("B", 3.5), ties=(("B", "A"),)),
            [("B", Verdict.COUNTS, 1, 0.5), ("A", Verdict.COUNTS, 2, 0)],
            id="T4 a tie goes by the game's rule",
        ),
        pytest.param(
            evidence(asked("A", 3, armed=5 * MS), asked("B", 6, armed=5 * MS)),
            [("B", Verdict.COUNTS, 1, 0), ("A", Verdict.EARLY, 0, 2)],
            id="T5 too early",
        ),
        pytest.param(
            evidence(asked("A", 5, armed=5 * MS)), [("A", Verdict.COUNTS, 1, 0)], id="T5 just in time"
        ),
        pytest.param(
            evidence(asked("A", 2, armed=5 * MS, held=True)),
            [("A", Verdict.HELD, 0, 3)],
            id="T6 held since before",
        ),
        pytest.param(evidence(asked("A", 9, closed=5 * MS)), [("A", Verdict.LATE, 0, 4)], id="T7 too late"),
        pytest.param(
            evidence(asked("A", 2, closed=5 * MS)), [("A", Verdict.DELAYED, 0, 3)], id="T7 delivered too late"
        ),
        pytest.param(
            evidence(asked("A", 5, closed=5 * MS)), [("A", Verdict.LATE, 0, 0)], id="T7 at that very moment"
        ),
        pytest.param(
            evidence(asked("A", 5), lost=(Lost(5 * MS, 8 * MS, 1),)),
            [("A", Verdict.UNKNOWN, 0, 0)],
            id="T8 a loss that began at that very moment",
        ),
        pytest.param(
            evidence(asked("A", 9, armed=8 * MS), lost=(Lost(5 * MS, 8 * MS, 1),)),
            [("A", Verdict.UNKNOWN, 0, 0)],
            id="T8 a loss that ended when it was asked",
        ),
        pytest.param(
            evidence(asked("A", 9), asked("B", 3), lost=(Lost(5 * MS, 8 * MS, 1),)),
            [("B", Verdict.COUNTS, 1, 0), ("A", Verdict.UNKNOWN, 0, 0)],
            id="T8 after a loss nobody knows",
        ),
        pytest.param(
            evidence(asked("A", 9, armed=8.5 * MS), lost=(Lost(5 * MS, 8 * MS, 1),)),
            [("A", Verdict.COUNTS, 1, 0)],
            id="T8 a loss before it was asked does not matter",
        ),
        pytest.param(
            evidence(asked("A", 9), lost=(Lost(5 * MS, 8 * MS, 1),), contested=False),
            [("A", Verdict.COUNTS, 1, 0)],
            id="T8 nor where nobody else may call",
        ),
        pytest.param(
            evidence(asked("A", 1), asked("A", 4)),
            [("A", Verdict.COUNTS, 1, 0), ("A", Verdict.AGAIN, 0, 0)],
            id="T3 twice",
        ),
        pytest.param(
            evidence(asked("A", 10), asked("Kim", 100), handicaps={"Kim": 95}),
            [("Kim", Verdict.COUNTS, 1, 0), ("A", Verdict.COUNTS, 2, 5)],
            id="T15 a head start",
        ),
    ],
)
def test_what_becomes_of_a_press(found, standings):
    assert fared(found) == standings


def test_the_order_has_only_the_calls_that_count():
    found = decide(evidence(asked("A", 3, armed=5 * MS), asked("B", 9), asked("C", 6)))

    assert found.order == ("C", "B")


@given(seat_presses, st.randoms(use_true_random=False))
def test_a_decision_follows_from_its_evidence_alone(called, random):
    found = evidence(*called, lost=(Lost(20 * MS, 25 * MS, 1),))
    shuffled = list(called)
    random.shuffle(shuffled)
    kept = msgspec.json.decode(msgspec.json.encode(found), type=Evidence)

    assert decide(kept) == decide(found)
    assert decide(msgspec.structs.replace(found, presses=tuple(shuffled))) == decide(found)


@given(seat_presses)
def test_every_press_is_told_of(called):
    assert sorted(s.seat for s in decide(evidence(*called)).standings) == sorted(p.seat for p in called)
