"""The "cannot", its order, its doubts, and the takes that follow."""

import pytest

from companion.asks import MS
from companion.games.abspecken import GAME
from companion.games.abspecken import moves as m
from companion.games.abspecken.state import AbspeckenOptions
from companion.games.abspecken.turn import take_order
from companion.lab.candidates import legal
from tests.tables import cases

UNABLE = "55566"  # nothing of it fits the dice 1 and 1, nor 1 and 2


def called(table, *calls):
    for seat, ms in calls:
        table.play("cannot", seat=seat, t=ms * MS)
    return table


@cases(
    "calls, source, tie_ms, order",
    {
        "A24 who called first takes first": ([("C", 500), ("B", 900)], "button", 1, "CB"),
        "A24 however they arrive": ([("B", 900), ("C", 500)], "button", 1, "CB"),
        "AM-8 a tie: clockwise": ([("C", 1000), ("B", 1010)], "button", 30, "BC"),
        "AM-8 no tie of buttons": ([("C", 1000), ("B", 1010)], "button", 1, "CB"),
        "AM-8 a tie of touches": ([("C", 1000), ("B", 1010)], "touch", 1, "BC"),
        "AM-8 the roller first": ([("A", 505), ("C", 500)], "button", 30, "AC"),
    },
)
def test_the_order_of_takes(referee, calls, source, tie_ms, order):
    hands = {"A": UNABLE, "B": UNABLE, "C": UNABLE, "D": "12345"}
    table = referee(hands, roll=((1, 1), "2"), options={"tie_ms": tie_ms})
    for seat, ms in calls:
        table.play("cannot", seat=seat, t=ms * MS, source=source)

    assert "".join(take_order(table.state)) == order


def test_the_table_asks_the_game_about_ties(referee):
    """AM-8: clockwise from the roller, not from the first seat."""
    table = referee({"A": UNABLE, "B": UNABLE, "C": UNABLE}, roller="B", roll=((1, 1), "2"))

    assert GAME.break_tie(table.state, "cannot", ("A", "C", "B")) == ("B", "C", "A")


def test_a_call_before_the_dice_were_read_does_not_count(referee):
    """A21: the time of the call counts, not when we hear of it."""
    table = referee({"A": UNABLE, "B": UNABLE}, roll=((1, 1), "2"), read_at=1000 * MS)

    assert table.refused("cannot", seat="A", t=999 * MS) == "A21"
    assert table.refused("cannot", seat="A", t=1000 * MS) == ""


def test_before_the_roll_nobody_acts(new_game):
    """A12: discarding and calling wait for the dice."""
    table = new_game("AB").play("ready", youngest="A").play("pick", seat="A").play("pick", seat="B")

    assert table.refused("cannot", seat="B", t=5) == "A12"
    assert table.refused("lay", seat="B", cards=["1"]) == "A12"


def test_everybody_does_one_thing(referee):
    """A12: who has discarded cannot call, who has called cannot discard."""
    table = referee({"A": "12456", "B": UNABLE, "C": "12345"}, roll=((1, 1), "3"))
    table.play("lay", seat="A", cards=["2"])
    called(table, ("B", 10))

    assert table.refused("cannot", seat="A", t=20 * MS) == "A12"
    assert table.refused("lay", seat="A", cards=["1"]) == "A12"
    assert table.reason("lay", seat="B", cards=["5"]) == "has_called"


def test_a_call_may_be_taken_back_until_cards_are_taken(referee):
    """A24: the place in the order is lost."""
    table = referee({"A": UNABLE, "B": UNABLE, "C": "12345"}, roll=((1, 1), "6"))
    called(table, ("A", 100), ("B", 200)).play("withdraw", seat="A")
    called(table, ("A", 300))

    assert take_order(table.state) == ("B", "A")
    assert table.refused("withdraw", seat="C") == "A21"
    table.play("lay", seat="C", cards=["1"])
    assert table.refused("withdraw", seat="A") == table.refused("withdraw", seat="B") == ""
    table.play("take", seat="B", victim="C", card="2")
    assert table.refused("withdraw", seat="A") == "A24"


def test_after_everybody_has_acted_a_call_may_still_be_taken_back(referee):
    """A24: whoever was first takes first again when the other discards after all."""
    table = referee(
        {"A": UNABLE, "B": "12345", "C": "12345"}, roll=((1, 1), "6"), options={"hands": "hidden"}
    )
    called(table, ("A", 100), ("B", 200)).play("lay", seat="C", cards=["1"])
    table.play("withdraw", seat="B")
    assert table.state.phase == "act"

    table.play("lay", seat="B", cards=["1"])
    assert table.state.phase == "take"
    assert table.refused("take", seat="A", victim="B", card="2") == ""


def test_the_place_in_the_order_is_told(referee):
    """A21, A24: who pressed first is first, even if that is heard later."""
    table = referee({"A": UNABLE, "B": UNABLE, "C": UNABLE, "D": "12345"}, roll=((1, 1), "2"))
    places = []
    for seat, ms in (("B", 900), ("C", 500), ("A", 700)):
        table.play("cannot", seat=seat, t=ms * MS)
        places.append(table.notes[0].says.args["place"])

    assert places == [1, 1, 2]


@cases("withdrawn, still", {"AM-7 the doubted call is gone": ("A", ""), "AM-7 another one": ("B", "A")})
def test_a_call_taken_back_while_one_is_doubted(referee, withdrawn, still):
    unseen = {"hand": "?????", "draw": 19}
    table = referee({"A": unseen, "B": unseen, "C": "12345"}, roll=((1, 1), "2"), options={"hands": "hidden"})
    called(table, ("A", 100), ("B", 300)).play("challenge", of="A").play("withdraw", seat=withdrawn)

    assert table.state.challenged == still


def test_only_the_call_of_this_roll_is_taken_back(referee):
    """A13, AM-7: what was said to an earlier roll may still come to light."""
    rolled = {"pips": [2, 3], "ban": "1"}
    hands = {"A": {"hand": "?????", "draw": 19, "doubts": [{"rolled": rolled}]}, "B": "12345"}
    table = referee(hands, roll=((1, 1), "2"), options={"hands": "hidden"})
    called(table, ("A", 100)).play("withdraw", seat="A")

    assert [doubt.rolled.pips for doubt in table.state.player("A").doubts] == [(2, 3)]


# --- A13, AM-7: calling although something fits ---


@cases(
    "options, rule",
    {
        "A13 open hands show it at once": ({"hands": "open"}, "A13"),
        "AM-7 on one's honour": ({"hands": "open", "challenge": False}, ""),
        "AM-7 what only the camera saw is not told aloud": ({"hands": "ledger"}, ""),
        "A13 nobody can know": ({"hands": "hidden"}, ""),
    },
)
def test_a_call_although_something_fits(referee, options, rule):
    table = referee({"A": "23456", "B": "13344"}, roll=((1, 5), "5"), options=options)

    assert table.refused("cannot", seat="A", t=1) == rule


@pytest.mark.parametrize(("hand", "line"), [("23456", "look_again"), ("34444", "call_is_noted")])
def test_every_caller_gets_a_private_line(referee, hand, line):
    """AM-7: so that nobody learns anything from somebody getting one."""
    table = referee({"A": hand, "B": "13344"}, roll=((1, 5), "5"), options={"hands": "ledger"})
    table.play("cannot", seat="A", t=1)
    (private,) = [note for note in table.notes if note.importance == "private"]

    assert (private.says.key, private.seat) == (line, "A")
    assert set(private.says.args) == {"seat"}


def doubted(referee, hand, shown):
    table = referee(
        {"A": {"hand": "?????", "draw": 19}, "B": "13344"}, roll=((1, 5), "5"), options={"hands": "hidden"}
    )
    table.play("cannot", seat="A", t=1).play("challenge", seat="B", of="A")
    return table.play("show", seat="A", cards=list(shown))


def test_a_wrong_call_is_void_without_penalty(referee):
    """AM-7: the hand is shown to the camera; then there is a discard to make."""
    table = doubted(referee, "?????", "23456")

    assert table.told() == ["call_was_wrong"]
    assert not table.state.calls
    assert table.refused("lay", seat="A", cards=["6"]) == ""


def test_a_shown_hand_may_prove_an_earlier_call_wrong(referee):
    """A13, AM-7: this call was right; but all five were there at the roll of 2 and 3, and the 3 fitted."""
    before = {"rolled": {"pips": [2, 3], "ban": "1"}}
    hands = {"A": {"hand": "?????", "draw": 19, "doubts": [before]}, "B": "13344"}
    table = referee(hands, roll=((1, 5), "5"), options={"hands": "hidden"})
    table.play("cannot", seat="A", t=1).play("challenge", seat="B", of="A").play(
        "show", seat="A", cards=list("34444")
    )

    assert table.told() == ["call_was_right", "could_have_discarded"]


def test_a_right_call_stands_and_the_hand_stays_the_companions_secret(referee):
    """AM-7, AM-15: the public position and the view do not have it."""
    table = doubted(referee, "?????", "34444")

    assert table.told() == ["call_was_right"]
    assert take_order(table.state) == ("A",)
    assert table.hand("A") == "34444"
    assert set(GAME.public(table.state).player("A").hand) == {"?"}
    assert "34444" not in repr(GAME.view(table.state))
    assert all(pile.place.startswith("discard:") for pile in GAME.view(table.state).piles)


def test_a_call_whose_hand_was_shown_is_not_doubted_again(referee):
    """AM-7: nothing more could come to light; another call of the same person may be doubted."""
    table = doubted(referee, "?????", "34444")
    assert table.refused("challenge", seat="B", of="A") == "AM-7"
    assert table.reason("challenge", seat="B", of="A") == "shown_already"
    assert not any(ask.id == "doubt:A" for ask in GAME.asks(table.state))

    table.play("withdraw", seat="A").play("cannot", seat="A", t=2)
    assert any(ask.id == "doubt:A" for ask in GAME.asks(table.state))


def test_what_a_doubt_needs(referee):
    """AM-7: an open call, somebody else who doubts, a whole hand that can be there; and it may be dropped."""
    hands = {"A": {"hand": "?????", "draw": 19}, "B": "13344"}
    table = referee(hands, roll=((1, 5), "5"), options={"hands": "hidden"})

    assert table.refused("challenge", seat="B", of="A") == "AM-7"
    table.play("cannot", seat="A", t=1)
    assert table.refused("challenge", seat="A", of="A") == "AM-7"
    table.play("challenge", of="A")
    assert table.reason("challenge", seat="B", of="A") == "nothing_to_doubt"  # it is doubted already
    assert table.reason("show", seat="A", cards=["1"]) == "show_all"
    assert table.refused("show", seat="B", cards=list("13344")) == "AM-7"
    assert table.play("drop").told() == ["doubt_dropped"]
    assert table.refused("drop") == "AM-7"


def test_a_doubt_holds_up_the_takes(referee):
    hands = {"A": {"hand": "?????", "draw": 19}, "B": "13344"}
    table = referee(hands, roll=((1, 5), "5"), options={"hands": "hidden"})
    table.play("cannot", seat="A", t=1).play("lay", seat="B", cards=["1"]).play("challenge", seat="B", of="A")

    assert table.refused("take", seat="A", victim="B") == "AM-7"
    table.play("show", seat="A", cards=list("34444"))
    assert table.refused("take", seat="A", victim="B") == ""


@cases(
    "cards, served, refused",
    {
        "AM-7 a call that is open": ({"hand": "??", "draw": 3}, False, ""),
        "AM-7 not after a card was taken for it": ({"hand": "??", "draw": 3}, True, "AM-7"),
        "AM-7 nor with nothing to show": ({"hand": "", "draw": 3}, False, "AM-7"),
    },
)
def test_which_calls_may_be_doubted(referee, cards, served, refused):
    others = {seat: {"hand": "??", "draw": 9, "laid": "1"} for seat in "CD"}
    calls = [{"seat": "A", "t": 1, "served": served}, {"seat": "B", "t": 10**9}]
    players = {"A": cards, "B": {"hand": "??", "draw": 9}, **others}
    table = referee(players, phase="take", calls=calls, options={"hands": "hidden"})

    assert table.refused("challenge", seat="C", of="A") == refused


def test_no_doubts_where_everybody_believes_each_other(referee):
    table = referee(
        {"A": "23456", "B": "13344"}, roll=((1, 5), "5"), options={"hands": "hidden", "challenge": False}
    )
    table.play("cannot", seat="A", t=1)

    assert table.reason("challenge", seat="B", of="A") == "no_challenges_here"


def test_a_wrong_call_that_comes_to_light_later_is_told_gently(referee):
    """A13: two cards of six are laid next time; whichever was taken, the other one would have fitted."""
    hands = {"A": {"hand": "?????", "draw": 19}, "B": {"hand": "?????", "draw": 19}}
    table = referee(hands, roll=((1, 5), "6"), options={"hands": "hidden"})
    table.play("cannot", seat="A", t=1).play("lay", seat="B", cards=["5"]).play("take", seat="A", victim="B")
    table.play("refill").play("roll", pips=[1, 5], ban="6")
    table.play("lay", seat="A", cards=["5", "1"])

    assert "could_have_discarded" in table.told()
    assert table.state.player("A").doubts == ()


def test_nobody_is_suspected_of_a_card_that_came_later(referee):
    """The single 5 may be the one that was taken."""
    hands = {"A": {"hand": "?????", "draw": 19}, "B": {"hand": "?????", "draw": 19}}
    table = referee(hands, roll=((1, 5), "6"), options={"hands": "hidden"})
    table.play("cannot", seat="A", t=1).play("lay", seat="B", cards=["5"]).play("take", seat="A", victim="B")
    table.play("refill").play("roll", pips=[5, 5], ban="6").play("lay", seat="A", cards=["5"])

    assert "could_have_discarded" not in table.told()


# --- A22, A23, A25, AM-1, AM-2: taking ---


def taking(referee, **options):
    """A and B could not, C has discarded and holds four."""
    hands = {"A": UNABLE, "B": UNABLE, "C": "12345"}
    table = referee(hands, roll=((1, 1), "6"), options=options)
    return called(table, ("B", 100), ("A", 200)).play("lay", seat="C", cards=["1"])


def test_takes_go_one_by_one(referee):
    """A23, A24, A25: the earlier caller first; each holds a card more and does not refill."""
    table = taking(referee)

    assert table.refused("take", seat="A", victim="C", card="2") == "A24"
    table.play("take", seat="B", victim="C", card="2").play("take", seat="A", victim="C", card="3")
    assert (table.hand("A"), table.hand("B"), table.hand("C")) == ("355566", "255566", "45")
    assert table.refused("refill", seat="A") == "A25"


@cases(
    "sources, victim, rule",
    {
        "AM-1 from who has discarded": ("discarders", "C", ""),
        "AM-1 not from another caller": ("discarders", "A", "AM-1"),
        "AM-1 callers only if there is nobody else": ("fallback", "A", "AM-1"),
        "AM-1 from anybody": ("anyone", "A", ""),
        "AM-1 never from oneself": ("anyone", "B", "AM-1"),
    },
)
def test_from_whom_a_card_may_be_taken(referee, sources, victim, rule):
    table = taking(referee, take_sources=sources)
    card = "2" if victim == "C" else "5"

    assert table.refused("take", seat="B", victim=victim, card=card) == rule


def test_who_can_choose_nobody_takes_nothing(referee):
    """AM-1: all of them could not; the next roll follows when the table goes on (A24)."""
    table = called(referee({"A": UNABLE, "B": UNABLE}, roll=((1, 1), "2")), ("A", 1), ("B", 200))
    assert (table.told()[-1], table.state.phase) == ("nobody_takes", "take")
    assert table.refused("take", seat="A", victim="B") == "AM-1"
    assert table.refused("roll", seat="A", pips=[1, 1], ban="2") == "A11"

    table.play("agree")
    assert table.told().count("nobody_to_take_from") == 2
    assert (table.state.phase, table.state.roller) == ("rolling", "B")


def test_an_all_called_roll_may_be_doubted_and_taken_back(referee):
    """A24, AM-7: until the table goes on."""
    table = referee({"A": "12345", "B": UNABLE}, roll=((1, 1), "2"), options={"hands": "hidden"})
    called(table, ("A", 1), ("B", 200))

    assert legal(GAME, table.state, "B")
    table.play("challenge", seat="B", of="A")
    assert table.refused("agree") == "A12"
    table.play("show", seat="A", cards=list("12345"))
    assert (table.state.phase, table.told()[0]) == ("act", "call_was_wrong")
    called(table, ("A", 300)).play("withdraw", seat="A")
    assert (table.state.phase, [call.seat for call in table.state.calls]) == ("act", ["B"])


def test_a_place_that_a_tie_has_changed_is_told_once_more(referee):
    """AM-8, A24: B pressed first, but within the tie window of A, who sits nearer to the roller."""
    table = referee({"A": UNABLE, "B": UNABLE, "C": "12345"}, roll=((1, 1), "2"), options={"tie_ms": 50})
    called(table, ("B", 100))
    assert table.notes[0].says.args == {"seat": "B", "place": 1}
    called(table, ("A", 120))

    assert [(n.says.key, n.says.args, n.rule) for n in table.notes[:2]] == [
        ("called", {"seat": "A", "place": 1}, "A21"),
        ("place_changed", {"seat": "B", "place": 2}, "AM-8"),
    ]


def test_an_empty_hand_cannot_be_chosen(referee):
    """AM-1, A30: B has laid everything but still has piles; nobody is out."""
    table = referee({"A": UNABLE, "B": ("11123", 10)}, roll=((4, 4), "6"))
    called(table, ("A", 1)).play("lay", seat="B", cards=list("32111"))

    assert table.told()[-1] == "nobody_takes"
    table.play("agree")
    assert "nobody_to_take_from" in table.told()
    assert (table.state.phase, table.state.out) == ("refill", ())


def test_a_card_that_the_victim_cannot_hold(referee):
    assert taking(referee).refused("take", seat="B", victim="C", card="6") == "A23"


def test_takes_wait_until_everybody_has_acted(referee):
    """A22: and nobody refills before (AM-17: it is simply put back)."""
    table = called(referee({"A": UNABLE, "B": "12345"}, roll=((1, 1), "6")), ("A", 1))

    assert table.refused("take", seat="A", victim="B") == "A22"
    assert table.refused("refill", seat="B") == "A22"


def test_what_lies_in_the_piles_stays_known_when_a_card_is_taken_unseen(referee):
    """A23: it was the 2 or the 5 of the hand; two 1s, a 2 and a 5 are still in the piles."""
    players = {"A": UNABLE, "B": {"hand": "25", "draw": "1125", "laid": "2"}}
    table = referee(players, phase="take", calls=[{"seat": "A", "t": 1}], options={"hands": "hidden"})
    table.play("take", seat="A", victim="B")

    assert (table.hand("B"), "".join(table.state.player("B").own)) == ("?", "1125?")


@pytest.mark.parametrize("mode", ["blind", "open", "victim"])
def test_how_the_card_is_chosen_changes_only_what_is_asked(referee, mode):
    """AM-2: which card it is, is the table's business."""
    table = taking(referee, take_mode=mode)
    (ask,) = [ask for ask in GAME.asks(table.state) if ask.id == "take"]

    assert ask.prompt.key == f"ask_take.{mode}"
    table.play("choose", seat="B", whom="C")
    assert f"ask_take_card.{mode}" in [ask.prompt.key for ask in GAME.asks(table.state)]


@pytest.mark.parametrize("move", [m.Ready, m.Agree, m.Drop, m.Close])
def test_a1_what_the_table_says_anybody_may_say(move):
    refusal = GAME.refuse(GAME.start(("Ana", "Ben"), AbspeckenOptions()), move(seat="Nobody"))

    assert refusal is None or refusal.rule != "A1"


@pytest.mark.parametrize(
    "move", [m.Pick(seat="Nobody"), m.Offer(seat="", piggy=False), m.Challenge(seat="Nobody", of="Ana")]
)
def test_a1_what_players_do_no_stranger_does(move):
    assert GAME.refuse(GAME.start(("Ana", "Ben"), AbspeckenOptions()), move).rule == "A1"
