"""Counting at the end of a round: what is asked, what cannot be, and who has won (A32 to A35)."""

from companion.games.abspecken import GAME
from tests.tables import cases


def all_but(left):
    """The own pile, with everything on it but what is *left*."""
    return "".join(number * (4 - left.count(number)) for number in "123456")


def hidden(referee, *, own="??"):
    """Everybody has two cards left; of a 1, a 1, a 3, a 4, a 6 and a 6 nobody has seen who has which."""
    players = {
        "A": {"hand": "??", "own": "??", "pile": all_but("16")},
        "B": {"hand": own, "own": own, "pile": all_but("16")},
        "C": {"hand": "??", "own": "??", "pile": all_but("34")},
    }
    return referee(players, phase="score", options={"hands": "hidden"})


def test_nothing_is_said_against_a_count_while_others_are_still_to_count(referee):
    """A32: only when everybody has counted it can be too much or too little."""
    table = hidden(referee).play("count", seat="B", points=8)

    assert table.told() == ["counted"]


def test_who_has_still_to_count_is_named(referee):
    """A32."""
    table = hidden(referee).play("count", seat="B", points=8)

    refusal = GAME.refuse(table.state, GAME.read_move({"move": "close"}))

    assert (refusal.rule, refusal.says.key, refusal.says.args["seats"]) == ("A32", "count_first", ["A", "C"])


@cases(
    "own, points, rule",
    {
        "A32 two ones": ("??", 2, ""),
        "A32 two sixes": ("??", 12, ""),
        "A32 two cards make more than one point": ("??", 1, "A32"),
        "A32 nor none": ("??", 0, "A32"),
        "A33 and never less than none": ("??", -1, "A33"),
        "A32 nor thirteen": ("??", 13, "A32"),
        "A32 a one, and the other one": ("1?", 2, ""),
        "A32 a one and a six": ("1?", 7, ""),
        "A32 a one and no seven": ("1?", 8, "A32"),
    },
)
def test_what_two_cards_can_make(referee, own, points, rule):
    table = hidden(referee, own=own)

    assert table.refused("count", seat="B", points=points) == rule


@cases(
    "own, shown, rule, named",
    {
        "A32 a one and what nobody knew": ("1?", "16", "", []),
        "A3 a three that cannot be there": ("12", "13", "A3", ["3"]),
        "A3 the fives all lie elsewhere": ("1?", "15", "A3", ["5"]),
        "A32 not all of them": ("1?", "1", "A32", []),
    },
)
def test_showing_instead_of_counting(referee, own, shown, rule, named):
    """A32: A's pile has all fives of the table but one, and B's has that."""
    players = {"A": {"hand": "", "own": "", "pile": "5555555"}, "B": {"hand": own, "own": own, "pile": "5"}}
    table = referee(players, phase="score", options={"hands": "hidden"})

    refusal = GAME.refuse(table.state, GAME.read_move({"move": "show", "seat": "B", "cards": list(shown)}))

    assert (refusal.rule if refusal else "") == rule
    assert not named or refusal.says.args["cards"] == named


@cases(
    "totals, key, winners",
    {
        "A35 one has fewest": ((40, 3, 5), "won", ["B"]),
        "AM-12 two have fewest": ((40, 3, 3), "won_together", ["B", "C"]),
        "AM-12 all have the same": ((40, 40, 40), "won_together", ["A", "B", "C"]),
    },
)
def test_who_has_won_is_told(referee, totals, key, winners):
    players = {s: {"hand": "", "own": "", "total": n} for s, n in zip("ABC", totals, strict=True)}
    table = referee(players, phase="score").play("close")

    outcome = GAME.outcome(table.state)

    assert table.told() == ["round_scored", key]
    assert table.notes[1].says == outcome.says
    assert (outcome.says.key, outcome.says.args["seats"]) == (key, winners)


def test_what_was_agreed_against_all_that_is_known_can_be_counted_all_the_same(referee):
    """A32: 24 cards should be left, the table says four: they make four to 24, the others are not missed."""
    players = {"A": {"hand": "", "own": "", "pile": all_but("")}, "B": {"hand": "????", "own": "????"}}
    table = referee(players, phase="score", out=["A"], options={"hands": "hidden"})

    asked = next(ask for ask in GAME.asks(table.state) if ask.id == "count:B")
    assert (asked.low, asked.high) == (4, 24)
    assert table.refused("count", seat="B", points=25) == "A32"
    assert table.play("count", seat="B", points=14).told() == ["counted"]
    assert [ask.prompt.key for ask in GAME.asks(table.state)][:1] == ["ask_close"]
