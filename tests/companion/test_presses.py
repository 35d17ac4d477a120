"""From the edges of a wire to presses of a button, and what else a wire tells (T3, T6, T8)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.asks import MS, Source
from companion.calls.buttons import Buttons, Edge, Glitch, Lost, Pressed, Released
from tests.tables import cases

FAR = 10_000 * MS


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


@cases(
    "times, pressed_at",
    {
        "T3 a clean press": ([100], [100]),
        "T3 held for exactly the confirm time": ([100, 103], [100]),
        "T3 held for less": ([100, 102.9], []),
        "T3 a spark on the wire": ([100, 100.05], []),
        "T3 bouncing: the first edge counts": ([100, 100.2, 100.4, 101, 101.5], [100]),
        "T3 a worn switch that bounces for 14 ms": ([100, 101, 114, 180], [100]),
        "T3 a spark, then a press: the spark wins nothing": ([100, 100.1, 120, 200], [120]),
        "T3 a pulse too short for a contact, and a press at once": ([100, 100.02, 105, 200], [105]),
        "T3 a spark among the bounces": ([100, 100.5, 101, 101.02, 102, 200], [100]),
        "T3 a contact that is just no spark: it bounces": ([100, 100.04, 105, 200], [100]),
        "T3 bouncing when let go is no second press": ([100, 160, 161, 162], [100]),
        "T3 bouncing after it was confirmed": ([100, 104, 105, 180], [100]),
        "T3 two presses": ([100, 200, 300, 400], [100, 300]),
        "T3 again within the lock-out is the same press": ([100, 200, 229, 300], [100]),
        "T3 again after the lock-out is a new press": ([100, 200, 231, 300], [100, 231]),
        "T3 held when the lock-out was just over": ([100, 102, 110, 112, 120, 122, 130, 160], [100]),
        "T3 never held until the lock-out was over": ([100, 102, 110, 112, 120, 122, 131, 160], [131]),
    },
)
def test_which_edges_are_a_press(times, pressed_at):
    assert [t for _, t in presses(edges("1", *times))] == pressed_at


@pytest.mark.parametrize("source", [Source.KEYBOARD, Source.USB])
@cases(
    "times, pressed_at",
    {
        "T3 a key that came and went while the screen was busy": ([100, 100], [100]),
        "T3 a presenter that sends both at once": ([100, 100.01], [100]),
        "T3 a key that chatters is one press": ([100, 101, 105, 106], [100]),
        "T3 two quick keys": ([100, 100, 200, 200], [100, 200]),
        "T3 again within the lock-out is the same press": ([100, 100, 125, 125], [100]),
    },
)
def test_a_key_makes_no_sparks(source, times, pressed_at):
    keys = [Edge(e.line, e.t, e.down, source=source) for e in edges("1", *times)]
    assert [t for _, t in presses(keys)] == pressed_at
    assert not [event for event in felt(keys) if isinstance(event, Glitch)]


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


@cases(
    "times, glitches",
    {
        "T3 a spark": ([100, 100.02], [(100, 0.02)]),
        "T3 until the level changed last": ([100, 102, 110, 112, 131, 160], [(100, 12)]),
        "T3 bouncing, and never held": ([100, 101, 105, 106], [(100, 6)]),
        "T3 bouncing until a press begins": ([100, 102, 110, 112, 120, 122, 131, 160], [(100, 22)]),
    },
)
def test_t3_how_long_a_glitch_was(times, glitches):
    found = [(e.t / MS, e.lasted / MS) for e in felt(edges("1", *times)) if isinstance(e, Glitch)]

    assert found == glitches


@cases(
    "times, due",
    {
        "T3 a level confirms a press": ([100], 103),
        "T3 open for longer: that was no bouncing": ([100, 101], 101 + 16 + 1e-6),
        "T3 up for so long: let go": ([100, 200], 200 + 30),
    },
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
