"""ABspecken: what is asked at each step, of whom, how loudly, and for whose eyes."""

from companion.asks import Fact, Kind, Source
from companion.games.abspecken import GAME
from companion.games.abspecken.moves import Choose, Give
from tests.companion.in_short import ask_in_short, asked
from tests.tables import cases

ABLE, UNABLE = "12456", "55566"
SECOND = 1_000_000_000


def at(referee, phase, hands="open", pig="", **more):
    """A rolls at a table of three; the B's hand fits nothing, and C has only three cards."""
    players = {"A": {"hand": ABLE, "draw": 10, "pile": "3"}, "B": (UNABLE, 10), "C": ("124", 2)}
    options = {"hands": hands, "piggy": True}
    return referee(players, phase=phase, roll=((1, 1), "2", pig), options=options, **more)


# --- setting up ---


@cases(
    "youngest, expected",
    {
        "A11 who is youngest": ("", ["youngest, AB, A/B"]),
        "A36 the sets are sorted again": ("B", ["sorted, AB"]),
    },
)
def test_before_a_round(youngest, expected):
    state = GAME.read_position({"players": {"A": {}, "B": {}}, "youngest": youngest})

    assert asked(GAME, state) == expected


@cases(
    "hands, expected",
    {
        "AM-15 one tap": ("hidden", ["pick_unseen:B, B"]),
        "AM-15 shown": ("ledger", ["pick:B, B, 5-5, secret", "pick_unseen:B, B, may, silent"]),
        "AM-15 open hands": ("open", ["pick:B, B, 5-5", "pick_unseen:B, B, may, silent"]),
    },
)
def test_who_has_not_picked_yet(new_game, hands, expected):
    """A9, A10."""
    table = new_game("AB", hands=hands).play("ready", youngest="A")
    table.play("pick", seat="A", cards=list(ABLE) if hands == "open" else [])

    assert asked(GAME, table.state) == expected


# --- the roll ---


@cases(
    "options, piggy, expected",
    {
        "A6 two eye dice and the colour die": ({}, False, "2 pips 1 colour"),
        "AM-16 the number die": ({"ban_die": "number"}, False, "2 pips 1 number"),
        "P4 the Piggy Die": ({"piggy": True}, True, "2 pips 1 colour 1 piggy"),
    },
)
def test_which_dice_are_rolled(referee, options, piggy, expected):
    """AM-14: and by whom."""
    players = {"A": {"hand": ABLE, "draw": 10, "pile": "3"}, "B": (UNABLE, 10)}
    table = referee(players, phase="rolling", options=options, piggy=piggy)
    (ask,) = GAME.asks(table.state)

    assert ask_in_short(ask) == f"roll, A, {expected}"
    assert ask.prompt.key == ("ask_roll_with_piggy" if piggy else "ask_roll")


OBJECTION = ["correct, ABC, 2 pips 1 colour, may, silent", "read, ABC, 4000 ms, may, silent"]
OTHERS = ["discard:B, B, 1-5", "discard:C, C, 1-3", "cannot, BC, may"]
ACTING = ["discard:A, A, 1-5", "discard:B, B, 1-5", "discard:C, C, 1-3", "cannot, ABC, may"]


@cases(
    "phase, pig, more, expected",
    {
        "P4 with the Piggy Die or without": ("roll_offer", "", {}, ["piggy, A, True/False"]),
        "A12 act, or object to the dice": ("read", "", {}, [*ACTING, *OBJECTION]),
        "A12 act": ("act", "", {}, ACTING),
        "P11 P5 or object": ("read", "grim", {}, ["pick_up, A", *OTHERS, *OBJECTION]),
        "P11 P5 nobody else waits for it": ("pig", "grim", {}, ["pick_up, A", *OTHERS]),
        "P8 whom to give a card": ("pig", "smile", {}, ["gift, A, B/C"]),
        "P8": ("pig", "smile", {"chosen": "B"}, ["gift_card, A, 1-1", "gift_unseen, A, may, silent"]),
    },
)
def test_at_the_dice(referee, phase, pig, more, expected):
    assert asked(GAME, at(referee, phase, pig=pig, **more).state) == expected


def test_am15_a_gift_is_shown_to_the_companion_alone(referee):
    table = at(referee, "pig", "ledger", "smile", chosen="B")

    assert asked(GAME, table.state) == ["gift_card, A, 1-1, secret", "gift_unseen, A, may, silent"]


@cases("hands, move", {"AM-15 no card is named": ("hidden", Give), "AM-15 then which card": ("open", Choose)})
def test_to_whom_a_gift_goes(referee, hands, move):
    state = at(referee, "pig", hands, "smile").state
    (ask,) = GAME.asks(state)
    told = GAME.understand(state, ask, Fact(Kind.CHOICE, "B", 0, Source.TOUCH, "A", ask.id))

    assert told == (Give(seat="A", to="B") if move is Give else Choose(seat="A", whom="B"))


# --- discards, calls, doubts, takes ---


def test_what_lies_on_the_own_pile_is_known(referee):
    """A20: the eyes need not read it again."""
    asks = {ask.id: ask for ask in GAME.asks(at(referee, "act").state)}

    assert (asks["discard:A"].place, asks["discard:A"].lies) == ("discard:A", ("3",))


@cases("cap, most", {"AM-5 five": ("5", 5), "AM-5 no cap": ("none", 6)})
def test_am5_how_many_cards_may_be_laid(referee, cap, most):
    table = referee({"A": ("111122", 5), "B": UNABLE}, options={"cap": cap})

    assert f"discard:A, A, 1-{most}" in asked(GAME, table.state)


def test_who_has_no_card_can_only_call(referee):
    """A12, AM-18."""
    table = referee({"A": ("", 5), "B": UNABLE})

    assert asked(GAME, table.state) == ["discard:B, B, 1-5", "cannot, AB, may"]


@cases(
    "hands, doubts",
    {
        "AM-7 anybody else may doubt": ("hidden", ["doubt:B, AC, may, silent"]),
        "AM-7 open hands leave nothing to doubt": ("open", []),
    },
)
def test_a_call(referee, hands, doubts):
    """A12, A24: the others go on; the call may be taken back."""
    table = at(referee, "act", hands).play("cannot", seat="B", t=1)

    withdraw = ["withdraw:B, B, may, silent"]
    assert asked(GAME, table.state) == [
        "discard:A, A, 1-5",
        "discard:C, C, 1-3",
        "cannot, AC, may",
        *doubts,
        *withdraw,
    ]


def test_a_doubted_call(referee):
    """AM-7: its hand is shown to the companion alone, whatever was agreed; or the doubt is dropped."""
    table = at(referee, "act", "hidden").play("cannot", seat="B", t=1).play("challenge", of="B")

    assert asked(GAME, table.state)[3:] == [
        "show:B, B, 5-5, secret",
        "drop, AC, may",
        "withdraw:B, B, may, silent",
    ]


BACK = ["withdraw:A, A, may, silent", "withdraw:B, B, may, silent"]  # A24: nobody has taken yet


def taking(referee, hands, **more):
    """Only C has discarded; A called first, then B."""
    calls = [{"seat": "A", "t": SECOND, "served": False}, {"seat": "B", "t": 5 * SECOND}]
    players = {"A": UNABLE, "B": UNABLE, "C": {"hand": "124", "draw": 9, "laid": "1"}}
    return referee(players, phase="take", calls=calls, options={"hands": hands, "challenge": False}, **more)


@cases(
    "hands, chosen, expected",
    {
        "A24 the first caller chooses whom": ("hidden", "", ["take, A, C", *BACK]),
        "AM-2 which card": ("open", "C", ["take_card, A, 1-1", "take_unseen, A, may, silent", *BACK]),
        "AM-15 secretly": (
            "ledger",
            "C",
            ["take_card, A, 1-1, secret", "take_unseen, A, may, silent", *BACK],
        ),
    },
)
def test_a_take(referee, hands, chosen, expected):
    assert asked(GAME, taking(referee, hands, chosen=chosen).state) == expected


def test_a_doubt_holds_up_the_take(referee):
    """AM-7."""
    calls = [{"seat": "A", "t": SECOND}]
    players = {"A": UNABLE, "C": {"hand": "124", "draw": 9, "laid": "1"}}
    table = referee(players, phase="take", calls=calls, challenged="A", options={"hands": "hidden"})

    assert asked(GAME, table.state) == [
        "show:A, A, 5-5, secret",
        "drop, C, may",
        "withdraw:A, A, may, silent",
    ]


# --- refilling and counting ---


@cases(
    "hands, expected",
    {
        "A27 one tap for the table": ("hidden", ["refill, AB"]),
        "A27 two are shown": ("open", ["refill:A, A, 2-2", "refill_unseen:A, A, may, silent"]),
    },
)
def test_refilling(referee, hands, expected):
    players = {"A": {"hand": "124", "draw": 9, "laid": "12"}, "B": UNABLE}

    assert asked(GAME, referee(players, phase="refill", options={"hands": hands}).state) == expected


def all_but(left):
    return "".join(number * (4 - left.count(number)) for number in "123456")


def test_counting(referee):
    """A32: who may not be known counts, or shows all cards; when all are known the table agrees."""
    players = {
        "A": {"hand": "", "own": "", "pile": all_but("")},
        "B": {"hand": "??", "own": "??", "pile": all_but("16")},
        "C": {"hand": "??", "own": "??", "pile": all_but("16")},
    }
    table = referee(players, phase="score", out=["A"], options={"hands": "hidden"})
    shown = {seat: f"score:{seat}, {seat}, 2-2, may, silent, secret" for seat in "BC"}

    assert asked(GAME, table.state) == ["count:B, B, 2..12", shown["B"], "count:C, C, 2..12", shown["C"]]
    table.play("count", seat="B", points=7)
    assert asked(GAME, table.state) == [
        "close, ABC",
        "count:B, B, 2..12, may, silent",
        shown["B"],
        "count:C, C, 2..12, may, silent",
        shown["C"],
    ]
