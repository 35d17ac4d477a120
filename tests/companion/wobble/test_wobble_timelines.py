"""Toss-ins by their times: every kind of difference between the time stamps read plainly and the referee.

Read plainly, each event is judged by its stamp alone: a press with another card than the top one is a card
out of turn, a card without a press is one too, and a card that is thrown lies there at once. Of 3,000 random
timelines of one to four events the referee judged 1,009 otherwise. Each kind stands here once, with the
reason; in one (W16, two cards later) the plain reading was right, and the referee was mended.
"""

import pytest

from companion.lab.vectors import wobble as vectors


def e(t, who, what, card=""):
    return {"t": t, "who": who, "what": what, **({"card": card} if card else {})}


KINDS = [
    pytest.param(
        [e(300, "B", "toss", "c7")], ["ok"], "C", id="W9 on turn a press changes nothing: the card fits"
    ),
    pytest.param([e(300, "B", "toss", "c3")], ["back"], "B", id="W12 on turn a wrong card costs nothing"),
    pytest.param([e(500, "D", "play", "m7")], ["ok"], "A", id="W15 no button is printed: the card tosses"),
    pytest.param(
        [e(500, "C", "toss", "c7"), e(501, "B", "touch")], ["penalty", "touch"], "B",
        id="W19 not identical is out of turn, however early",
    ),
    pytest.param(
        [e(300, "B", "touch"), e(339, "D", "toss", "DG")], ["touch", "penalty"], "B",
        id="W18 grey is never tossed, and so never too late",
    ),
    pytest.param([e(300, "B", "touch"), e(340, "B", "touch")], ["touch", "back"], "B", id="W11 one card"),
    pytest.param(
        [e(900, "B", "touch"), e(941, "B", "toss", "m7")], ["touch", "ok"], "C",
        id="AW-27 a drawn card that fits is laid, whatever was pressed",
    ),
    pytest.param(
        [e(300, "B", "touch"), e(341, "C", "play", "m7")], ["touch", "late"], "B",
        id="W16 after a touch the twin goes back for nothing",
    ),
    pytest.param(
        [e(500, "D", "toss", "m7"), e(1200, "B", "play", "m7")], ["ok", "ok"], "C",
        id="W15 a robbed player may toss in as well",
    ),
    pytest.param(
        [e(300, "D", "toss", "m7"), e(320, "B", "toss", "c7")], ["ok", "void"], "A",
        id="W19 a robbed player's card is void, pressed or not",
    ),
    pytest.param(
        [e(900, "B", "toss", "m7"), e(901, "C", "play", "c3")], ["ok", "penalty"], "C",
        id="W19 until the tossed card lies nobody else is on turn",
    ),
    pytest.param(
        [e(500, "B", "play", "c7"), e(539, "B", "play", "c7")], ["play", "ok"], "C",
        id="W15 one's own twin may follow",
    ),
    pytest.param(
        [e(500, "B", "play", "m2"), e(540, "C", "toss", "m7")], ["play", "ok"], "D",
        id="W16 too slow to toss, but on turn by now, with a card that fits",
    ),
    pytest.param(
        [e(500, "C", "toss", "DG"), e(540, "B", "play", "m7")], ["back", "play"], "C",
        id="AW-38 by now on turn: grey goes back for nothing",
    ),
    pytest.param(
        [e(300, "B", "play", "c7"), e(301, "D", "toss", "m7"), e(341, "B", "play", "c7")],
        ["play", "late", "ok"], "C", id="W16 too late by two cards is still too late, not out of turn",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("events", "outcome", "turn"), KINDS)
def test_each_kind_of_difference_once(events, outcome, turn):
    expect = {"outcome": [[one["who"], o] for one, o in zip(events, outcome, strict=True)], "turn": turn}
    situation = {"kind": "toss", "order": ["A", "B", "C", "D"], "turn": "B", "top": "m7"}
    answer = vectors.answer({**situation, "events": events, "expect": expect}, {})

    assert answer.got == answer.expected


def test_w16_what_was_covered_long_ago_is_out_of_turn():
    """Two seconds after it was covered, whatever has been laid since."""
    events = [e(300, "B", "play", "c7"), e(341, "B", "play", "c7"), e(2400, "D", "play", "m7")]
    expect = {"outcome": [["B", "play"], ["B", "ok"], ["D", "penalty"]]}
    situation = {"kind": "toss", "order": ["A", "B", "C", "D"], "turn": "B", "top": "m7"}

    answer = vectors.answer({**situation, "events": events, "expect": expect}, {})

    assert answer.got == answer.expected
