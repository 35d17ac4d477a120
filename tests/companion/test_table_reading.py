"""A time that runs out while the eyes still read what was laid in it: Minus 20 in Wobble (AW-4, W39, AW-38).

The one who is hit has three seconds. Eyes need one or two to read a card, so the time waits for them.
"""

import pytest

from companion.asks import MS, Fact, Kind, Source
from companion.games.wobble import GAME
from companion.rulings import Verdict
from companion.table import Running
from companion.table.callers import ANSWERING_MS, READING_MS
from tests.companion.at_the_table import AtTheTable
from tests.tables import cases

WINDOW = 3_000  # milliseconds
UNSEEN = 400 * MS  # between the last look at the pile without the card and the first one with it


@pytest.fixture
def at():
    """Ada has laid Minus 20 on a magenta 5; Ben has three seconds."""
    at = AtTheTable(GAME, ("Ada", "Ben"))
    position = {"phase": "turn", "turn": "Ada", "discard": ["m5"], "active": ["m"]}
    at.table.override(position, "as laid")
    ruling = at.table.propose({"move": "lay", "seat": "Ada", "cards": ["mM20"]})
    assert ruling.verdict is Verdict.ACCEPTED
    return at


def minus(at):
    return at.state.players["Ben"].minus


def eyes_lay(at, card, laid_ms_ago, **more):
    """The eyes tell now of a card that came to lie there before."""
    value = {"place": "discard", "cards": [card]}
    return at.hear(Kind.CARD, value, "Ben", Source.CAMERA, after_ms=-laid_ms_ago, uncertainty=UNSEEN, **more)


def looked(at, untold_ms_ago):
    """The eyes have told of everything that was laid so long ago."""
    if at.table.looked(at.clock.now() - untold_ms_ago * MS):
        at.table.tick()


def test_aw4_without_eyes_the_time_is_over_when_it_is(at):
    at.wait(WINDOW - 1)
    assert minus(at) == 0
    at.wait(1)
    assert minus(at) == 20


def test_aw4_with_eyes_that_have_read_everything_too(at):
    at.wait(WINDOW - 50)
    looked(at, 0)
    at.wait(50)
    assert minus(at) == 0, "what was laid since the last look is not known yet"
    at.wait(50)
    looked(at, 0)
    assert minus(at) == 20


def test_aw4_a_card_laid_in_time_counts_when_the_eyes_tell_of_it_later(at):
    at.wait(2_800)
    looked(at, 0)
    at.wait(1_500)  # the card lies there and is being read
    assert minus(at) == 0

    ruling = eyes_lay(at, "DG", 1_400)

    assert ruling.verdict is Verdict.ACCEPTED
    looked(at, 0)
    at.wait(WINDOW)
    assert minus(at) == 0


@cases(
    "laid_after, counts",
    {
        "AW-4 first seen as the time was over, so laid before": (WINDOW, True),
        "AW-4 it may have been laid in the last moment": (WINDOW + 400, True),
        "AW-4 AW-38 the pile was seen without it after the time": (WINDOW + 401, False),
        "AW-38 a second later": (WINDOW + 1_000, False),
    },
)
def test_aw4_a_card_counts_where_it_may_have_been_laid_in_time(laid_after, counts, at):
    at.wait(2_900)
    looked(at, 0)
    at.wait(laid_after - 2_900 + 1_300)

    ruling = eyes_lay(at, "DG", 1_300)

    assert (ruling.verdict is Verdict.ACCEPTED) is counts
    assert minus(at) == (0 if counts else 20)
    assert counts or ruling.rule == "AW-38"


def test_aw4_a_nanosecond_decides(at):
    """The last look without the card was at the very end, or just after it."""
    end = at.clock.now() + WINDOW * MS
    at.wait(2_900)
    looked(at, 0)
    at.wait(1_000)
    card = {"place": "discard", "cards": ["DG"]}

    late = Fact(Kind.CARD, card, end + UNSEEN + 1, Source.CAMERA, "Ben", uncertainty=UNSEEN)

    assert at.table.hear(late).rule == "AW-38"
    assert minus(at) == 20


def test_aw4_what_the_eyes_have_told_up_to_the_very_end_is_all(at):
    end = at.clock.now() + WINDOW * MS
    at.wait(2_900)
    looked(at, 0)
    at.wait(200)
    assert minus(at) == 0
    assert at.table.looked(end)
    at.table.tick()
    assert minus(at) == 20
    (over,) = [a.fact for a in at.told if a.fact is not None and a.fact.kind is Kind.TIME]
    assert over.t == end, "whenever it is told"


def test_aw4_since_and_until_when_the_time_runs(at):
    answer, lay = (
        next(ask for ask in at.table.asks if ask.id.startswith(name)) for name in ("answer", "lay")
    )
    now = at.clock.now()
    at.wait(1_000)

    assert at.table.running(answer) == Running(now, now + WINDOW * MS)
    assert at.table.running(lay) is None, "what has as much time as it takes"
    at.wait(WINDOW)
    assert at.table.running(answer) is None, "what is over"


def test_aw4_what_others_do_meanwhile_gives_no_more_time(at):
    at.wait(2_000)
    before = at.state
    at.hear(Kind.CALL, "toss", "Ada")
    at.wait(WINDOW - 2_000 - 1)
    assert at.state != before
    assert minus(at) == 0
    at.wait(1)
    assert minus(at) == 20


def test_aw4_eyes_that_never_come_to_an_end_hold_the_time_for_so_long_and_no_longer(at):
    """A hand that stays over the pile wins nothing."""
    at.wait(WINDOW - 200)
    looked(at, 0)
    at.wait(200 + READING_MS - 1)
    assert minus(at) == 0
    at.wait(1)
    assert minus(at) == 20


def test_aw4_eyes_that_see_no_table_any_more_hold_no_time(at):
    at.wait(WINDOW - 200)
    looked(at, 0)
    at.wait(700)
    assert minus(at) == 0
    if at.table.looked(None):
        at.table.tick()
    assert minus(at) == 20


def test_t14_while_it_is_asked_which_card_it_is_the_time_waits(at):
    """T14: two cards against it look alike to the eyes, and whoever sits there says which one it is."""
    at.wait(2_000)
    looked(at, 0)
    other = {"place": "discard", "cards": ["m5"]}
    ruling = eyes_lay(at, "DG", 300, sure=0.5, choices=(other,))
    assert ruling.verdict is Verdict.UNSURE
    looked(at, 0)
    at.wait(WINDOW)
    looked(at, 0)
    assert minus(at) == 0

    assert at.hear(Kind.CARD, {"place": "discard", "cards": ["DG"]}, "Ben").verdict is Verdict.ACCEPTED
    at.wait(WINDOW)
    assert minus(at) == 0


def test_t14_a_question_that_nobody_answers_does_not_hold_the_time_for_ever(at):
    at.wait(2_000)
    other = {"place": "discard", "cards": ["m5"]}
    assert eyes_lay(at, "DG", 300, sure=0.5, choices=(other,)).verdict is Verdict.UNSURE
    at.wait(1_000 + ANSWERING_MS)
    assert minus(at) == 20


def test_a_time_that_no_card_can_answer_waits_for_no_eyes(at, monkeypatch):
    asks = tuple(ask for ask in at.table.asks if ask.kind is not Kind.CARD)
    monkeypatch.setattr(type(GAME), "asks", lambda self, state: asks)
    at.table.override({}, "only what is tapped is asked for")
    assert not at.table.looked(at.clock.now())
    assert at.table.next_tick() == at.clock.now() + WINDOW * MS
