"""W15 to W19: who throws in when, written like a protocol of the table.

Read plainly, each event is judged by its stamp alone: a press with another card than the top one is a card
out of turn, a card without a press is one too, and a card that is thrown lies there at once. Of 3,000 random
timelines of one to four events the referee judged 1,009 otherwise. Each kind stands here once, with the
reason; in one (W16, two cards later) the plain reading was right, and the referee was mended.
"""

from companion.lab.vectors import wobble as vectors
from tests.tables import cases

TOSSES = {
    "W15 in time": ("800 D toss m7: ok; 900 B play m2: void", "A"),
    "W16 the tie goes to the turn player": ("870 D toss m7: late; 900 B play m2: play", "C"),
    "W16 exactly the window is a tie": ("860 D toss m7: late; 900 B play m2: play", "C"),
    "W16 one millisecond more is not": ("859 D toss m7: ok; 900 B play m2: void", "A"),
    "W16 the touched pile closes it": ("500 B touch: touch; 600 D toss m7: late", "B"),
    "W16 a touch that came too late is void": ("500 D toss m7: ok; 600 B touch: void", "A"),
    "W19 long after being robbed it is out of turn": ("500 D toss m7: ok; 1300 B play m2: penalty", "A"),
    "W16 two seconds after the change it is an ordinary wrong card": (
        "500 B play m2: play; 2600 D toss m7: penalty",
        "C",
    ),
    "W18 another card costs one": ("500 D toss m8: penalty", "B"),
    "W17 three toss in": ("500 D toss m7: ok; 510 C toss m7: ok; 520 A toss m7: ok", "B"),
    # each kind of difference from the plain reading, once
    "W9 on turn a press changes nothing: the card fits": ("300 B toss c7: ok", "C"),
    "W12 on turn a wrong card costs nothing": ("300 B toss c3: back", "B"),
    "W15 no button is printed: the card tosses": ("500 D play m7: ok", "A"),
    "W19 not identical is out of turn, however early": ("500 C toss c7: penalty; 501 B touch: touch", "B"),
    "W18 grey is never tossed, and so never too late": ("300 B touch: touch; 339 D toss DG: penalty", "B"),
    "W11 one card": ("300 B touch: touch; 340 B touch: back", "B"),
    "AW-27 a drawn card that fits is laid, whatever was pressed": (
        "900 B touch: touch; 941 B toss m7: ok",
        "C",
    ),
    "W16 after a touch the twin goes back for nothing": ("300 B touch: touch; 341 C play m7: late", "B"),
    "W15 a robbed player may toss in as well": ("500 D toss m7: ok; 1200 B play m7: ok", "C"),
    "W19 a robbed player's card is void, pressed or not": ("300 D toss m7: ok; 320 B toss c7: void", "A"),
    "W19 until the tossed card lies nobody else is on turn": (
        "900 B toss m7: ok; 901 C play c3: penalty",
        "C",
    ),
    "W15 one's own twin may follow": ("500 B play c7: play; 539 B play c7: ok", "C"),
    "W16 too slow to toss, but on turn by now, with a card that fits": (
        "500 B play m2: play; 540 C toss m7: ok",
        "D",
    ),
    "AW-38 by now on turn: grey goes back for nothing": ("500 C toss DG: back; 540 B play m7: play", "C"),
    "W16 too late by two cards is still too late, not out of turn": (
        "300 B play c7: play; 301 D toss m7: late; 341 B play c7: ok",
        "C",
    ),
    "W16 covered for two seconds: out of turn, whatever has been laid since": (
        "300 B play c7: play; 341 B play c7: ok; 2400 D play m7: penalty",
        "C",
    ),
}


@cases("told, turn", TOSSES)
def test_toss_in(told, turn):
    """B is on turn, and a magenta 7 lies on top: what happens in which millisecond, and what comes of it."""
    events, outcome = [], []
    for line in told.split("; "):
        what, _, comes = line.partition(": ")
        t, who, does, *card = what.split()
        events.append({"t": int(t), "who": who, "what": does, "card": "".join(card)})
        outcome.append([who, comes])
    vector = {"kind": "toss", "order": ["A", "B", "C", "D"], "turn": "B", "top": "m7", "events": events}
    answer = vectors.answer({**vector, "expect": {"outcome": outcome, "turn": turn}}, {})
    assert answer.got == answer.expected
