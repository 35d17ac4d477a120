"""Setting up, the Piggy Die, the end of a round, scoring and the end of the game."""

import msgspec
import pytest

from companion.asks import MS, Fact, Kind, Source
from companion.games.abspecken import GAME, scoring
from companion.games.abspecken.knowledge import census, places, point_bounds
from companion.games.abspecken.state import COLOURS, PIGGY_FACES, SET, number_of, points_of
from companion.games.abspecken.turn import take_order
from companion.lab.audit import audit
from tests.tables import cases

ABLE, UNABLE = "12345", "55566"  # nothing of it fits the dice 1 and 1


# --- A1 to A11, A36: setting up ---


def test_the_box():
    """A1, A2, A3, A4, P6: seats, cards, colours and faces."""
    assert GAME.about.seats == (2, 5)
    assert 5 * SET.size == 120
    assert points_of(SET.cards()) == 84
    assert COLOURS == {"green": "1", "pink": "2", "blue": "4", "yellow": "5", "purple": "6"}
    assert sorted(PIGGY_FACES) == ["+-1", "+-2", "+-3", "grim", "grim", "smile"]


def test_the_youngest_rolls_first(new_game):
    """A5, A6, A11: the sets are laid out and the youngest is named."""
    table = new_game()

    assert table.refused("ready") == "A11"
    assert table.play("ready", youngest="B").state.roller == "B"
    assert table.refused("ready") == "A5"


@cases(
    "cards, rule",
    {
        "A9 five cards that nobody saw": ("", ""),
        "A9 any five": ("12456", ""),
        "A9 four are too few": ("1234", "A9"),
        "A3 there are only four of each": ("11111", "A3"),
    },
)
def test_picking(new_game, cards, rule):
    table = new_game().play("ready", youngest="A")

    assert table.refused("pick", seat="A", cards=list(cards)) == rule


def test_a_hand_is_fixed_once_it_is_picked(new_game):
    """A10: no card goes back to the piles; A1: and only who sits here picks."""
    table = new_game().play("ready", youngest="A").play("pick", seat="A")

    assert table.refused("pick", seat="A") == "A10"
    assert table.refused("pick", seat="Nobody") == "A1"


def test_the_roll_follows_when_all_have_picked(new_game):
    """A8, A12: setup, pick, roll, act."""
    table = new_game("AB").play("ready", youngest="B")
    phases = [table.state.phase]
    for seat in "AB":
        phases.append(table.play("pick", seat=seat).state.phase)
    table.play("roll", seat="B", pips=[1, 1], ban="2")
    phases.append(table.state.phase)
    phases.append(table.play("agree").state.phase)

    assert phases == ["pick", "pick", "rolling", "read", "act"]
    assert table.refused("agree") == "A12"


def test_the_dice_may_be_corrected_until_somebody_acts(referee, new_game):
    """A11: a correction changes no time; AM-14 is a matter of the roll itself."""
    table = new_game("AB").play("ready", youngest="A").play("pick", seat="A").play("pick", seat="B")
    table.play("roll", pips=[1, 1], ban="2", t=5).play("roll", pips=[1, 2], ban="2", t=9)

    assert (table.state.rolled.pips, table.state.read_at) == ((1, 2), 5)
    assert table.play("roll", pips=[1, 2], ban="2", t=11).told() == []
    table.play("lay", seat="A", cards=["3"])
    assert table.reason("roll", pips=[1, 1], ban="2") == "dice_are_settled"


def test_only_the_roller_rolls(new_game):
    """P2, A37: the dice go round in the base game too."""
    table = new_game("AB").play("ready", youngest="A").play("pick", seat="A").play("pick", seat="B")

    assert table.refused("roll", seat="B", pips=[1, 1], ban="2") == "A37"


@pytest.mark.parametrize(("die", "value"), [("colour", {"colour": ["blue"]}), ("number", {"number": ["4"]})])
def test_one_die_bars_a_card(new_game, die, value):
    """AM-16: the colour die or the number die, never both; A19."""
    table = new_game("AB", ban_die=die).play("ready", youngest="A")
    table.play("pick", seat="A").play("pick", seat="B")
    (ask,) = GAME.asks(table.state)
    move = GAME.understand(table.state, ask, Fact(Kind.DICE, {"pips": [2, 4], **value}, 0, Source.CAMERA))

    assert ask.dice == {"pips": 2, die: 1}
    assert move.ban == "4"


def test_a_colour_that_no_card_has(new_game):
    """A4: is said by its name."""
    table = new_game("AB").play("ready", youngest="A").play("pick", seat="A").play("pick", seat="B")
    (ask,) = GAME.asks(table.state)

    with pytest.raises(msgspec.ValidationError, match="gold"):
        GAME.understand(
            table.state, ask, Fact(Kind.DICE, {"pips": [2, 4], "colour": ["gold"]}, 0, Source.CAMERA)
        )


@pytest.mark.parametrize("colour", ["orange", "red", "white"])
def test_the_sixth_colour_is_that_of_the_threes(new_game, colour):
    """A4: the booklet does not name it."""
    assert number_of(colour) == "3"
    assert number_of("gold") == ""


# --- P1 to P14, AM-6, AM-10, AM-18: the Piggy Die ---


def piggy(referee, pig, *, pile="1", hand="12456", other="23345", phase="read", **more):
    players = {"A": {"hand": hand, "draw": 10, "pile": pile}, "B": (other, 10), "C": ("12345", 10)}
    return referee(players, roll=((1, 4), "6", pig), phase=phase, options={"piggy": True}, **more)


@cases(
    "options, pile, rule",
    {
        "P3 with a discard pile": ({"piggy": True}, "3", ""),
        "P3 AM-10 not without one": ({"piggy": True}, "", "P3"),
        "P1 only with the extension": ({"piggy": False}, "3", "P1"),
    },
)
def test_who_may_use_the_piggy(referee, options, pile, rule):
    players = {"A": {"hand": "12456", "draw": 10, "pile": pile}, "B": ("12345", 10)}
    table = referee(players, phase="roll_offer", options=options)

    assert table.refused("offer", seat="A", piggy=True) == rule
    assert table.refused("roll", pips=[1, 1], ban="2", pig="grim") == rule
    assert table.refused("offer", seat="A", piggy=False) == ""
    assert table.refused("offer", seat="B", piggy=True) == "P5"


def test_the_piggy_is_decided_on_before_the_roll(referee):
    """P4: then it is rolled along, or it stays aside."""
    players = {"A": {"hand": "12456", "draw": 10, "pile": "3"}, "B": ("12345", 10)}
    for piggy, wrong in ((True, ""), (False, "smile")):
        table = referee(players, phase="roll_offer", options={"piggy": True})
        table.play("offer", seat="A", piggy=piggy)
        assert table.refused("roll", pips=[1, 1], ban="2", pig=wrong) == "P4"


def test_the_piggy_is_offered_in_every_playthrough(referee):
    """P12, P2: it is never used up, and the next person clockwise is asked."""
    players = {"A": ("12456", 10), "B": {"hand": "12345", "draw": 10, "pile": "3"}}
    table = referee(players, options={"piggy": True})
    table.play("lay", seat="A", cards=["2"]).play("lay", seat="B", cards=["2"]).play("refill")

    assert (table.state.phase, table.state.roller) == ("roll_offer", "B")


def test_after_a_smile_nobody_acts_before_the_gift(referee):
    """P8, AM-6: the receiver may want to use it."""
    table = piggy(referee, "smile")

    assert table.refused("lay", seat="B", cards=["5"]) == "AM-6"
    assert table.refused("give", seat="B", to="A", card="2") == "P5"
    assert table.refused("give", seat="A", to="A", card="2") == "P8"
    assert table.refused("give", seat="A", to="B", card="3") == "P8"
    assert table.refused("pick_up", seat="A") == "P11"


def test_a_gift_may_have_the_barred_colour_and_be_used_at_once(referee):
    """P9, P14: the 6 is barred and given all the same; a 4 could be laid by the receiver."""
    table = piggy(referee, "smile").play("give", seat="A", to="B", card="6")
    assert (table.hand("B"), table.told()) == ("233456", ["gave"])

    table = piggy(referee, "smile", other="22333").play("give", seat="A", to="B", card="4")
    assert table.play("lay", seat="B", cards=["4"]).hand("B") == "22333"


def test_a_receiver_with_five_left_draws_nothing(referee):
    """P10, A28: six cards, one laid, five left."""
    table = piggy(referee, "smile").play("give", seat="A", to="B", card="6")
    table.play("lay", seat="A", cards=["4", "1"]).play("lay", seat="B", cards=["5"])
    table.play("lay", seat="C", cards=["4"])

    assert table.refused("refill", seat="B") == "A28"
    assert table.refused("refill", seat="A") == ""


def test_an_empty_hand_gives_nothing(referee):
    """AM-18: the gift lapses, and everybody may act."""
    players = {"A": {"hand": "", "draw": 0, "pile": "1"}, "B": ("12345", 10)}
    table = referee(players, phase="rolling", options={"piggy": True}, piggy=True)
    table.play("roll", pips=[1, 4], ban="6", pig="smile")

    assert "gift_lapses" in table.told()
    assert table.refused("lay", seat="B", cards=["1"]) == ""


def test_without_the_agreement_nobody_waits_for_a_gift(referee):
    """AM-6 as a house rule: whoever got rid of the last card before the gift comes has not finished."""
    players = {"A": {"hand": ABLE, "draw": 10, "pile": "1"}, "B": ("5", 0), "C": (ABLE, 10)}
    options = {"piggy": True, "gift_first": False}
    table = referee(players, roll=((1, 4), "3", "smile"), phase="read", options=options)

    assert table.refused("lay", seat="A", cards=["1"]) == "AM-6"
    table.play("lay", seat="B", cards=["5"])
    assert table.state.phase == "pig"
    assert table.play("give", seat="A", to="B", card="5").told() == ["gave_meanwhile"]
    table.play("lay", seat="A", cards=["1"]).play("lay", seat="C", cards=["1"])
    assert table.state.out == ()


def test_nobody_else_waits_for_a_grim_piggy(referee):
    """P5, P11: a call at 50 ms keeps its place before the roller's, who has to pick up first."""
    players = {"A": {"hand": "3333", "draw": 10, "pile": "3"}, "B": "33333", "C": (ABLE, 10)}
    table = referee(players, roll=((1, 1), "2", "grim"), phase="read", options={"piggy": True})

    assert table.refused("cannot", seat="A", t=10 * MS) == "P11"
    table.play("cannot", seat="B", t=50 * MS)
    assert table.refused("roll", pips=[1, 2], ban="2", pig="grim") == "A11"
    table.play("pick_up", seat="A").play("cannot", seat="A", t=60 * MS)
    assert take_order(table.state) == ("B", "A")


@pytest.mark.parametrize(("pile", "rule"), [("now", "P3"), ("once", "")])
def test_a_pile_that_is_empty_again(referee, pile, rule):
    """AM-10: the grim piggy took the only card; in other houses it is enough to have discarded once."""
    options = {"piggy": True, "piggy_pile": pile}
    players = {"A": {"hand": "12456", "draw": 10, "pile": "", "has_laid": True}, "B": (ABLE, 10)}
    table = referee(players, phase="rolling", options=options, piggy=pile == "once")

    assert table.refused("roll", pips=[1, 1], ban="2", pig="grim") == rule


def test_who_has_laid_may_use_the_piggy_again(referee):
    """AM-10: that is remembered only where it counts."""
    for pile in ("now", "once"):
        table = referee({"A": ABLE, "B": ABLE}, roll=((1, 1), "2"), options={"piggy_pile": pile})
        assert table.play("lay", seat="A", cards=["1"]).state.player("A").has_laid is (pile == "once")


def test_a_grim_piggy_gives_the_top_card_back(referee):
    """P11, P13: the last card laid; it may go again at once."""
    table = piggy(referee, "grim", pile="14")

    assert table.refused("lay", seat="A", cards=["1"]) == "P11"
    assert table.refused("pick_up", seat="B") == "P5"
    table.play("pick_up", seat="A")
    assert (table.hand("A"), table.state.player("A").pile) == ("124456", ("1",))
    assert table.refused("lay", seat="A", cards=["4"]) == ""


# --- A26, A30, A31, AM-4: the end of a round ---


def last_cards(referee, stripped="out"):
    """B could not and takes A's very last card."""
    table = referee({"A": ("35", 0), "B": ("66", 0)}, roll=((1, 3), "4"), options={"stripped": stripped})
    table.play("lay", seat="A", cards=["3"]).play("cannot", seat="B", t=1)
    return table.play("take", seat="B", victim="A", card="5")


def test_whose_last_card_is_taken_is_out(referee):
    """AM-4, A30: and the playthrough was complete (A26)."""
    table = last_cards(referee)

    assert (table.state.phase, table.state.out) == ("score", ("A",))
    assert "out_by_take" in table.told()


def test_or_is_not_where_that_was_agreed(referee):
    table = last_cards(referee, "not_out")

    assert (table.state.phase, table.state.out) == ("rolling", ())


def test_two_finish_together(referee):
    """A31: both win the round and write nothing."""
    table = referee({"A": ("6", 0), "B": ("15", 0), "C": ("344", 0)}, roll=((2, 4), "3"))
    table.play("lay", seat="A", cards=["6"]).play("lay", seat="B", cards=["5", "1"])
    table.play("lay", seat="C", cards=["4"])

    assert table.state.out == ("A", "B")
    assert scoring.round_points(table.state) == {"A": 0, "B": 0, "C": 7}


def test_the_last_card_given_away_is_no_end(referee):
    """AM-4: whoever gave it away cannot discard and has to take one."""
    players = {"A": {"hand": "6", "draw": 0, "pile": "1"}, "B": ("26", 0)}
    table = referee(players, roll=((6, 1), "3", "smile"), phase="read", options={"piggy": True})
    table.play("give", seat="A", to="B", card="6").play("lay", seat="B", cards=["6"])
    table.play("cannot", seat="A", t=1).play("take", seat="A", victim="B", card="2")

    assert table.state.out == ()
    assert (table.hand("A"), table.hand("B")) == ("2", "6")


# --- A7, A32 to A35, AM-12, AM-13: scoring ---


def scoring_table(referee, left, total=None, youngest="C", **options):
    players = {s: {"hand": cards, "draw": 0, "total": (total or {}).get(s, 0)} for s, cards in left.items()}
    out = [s for s, cards in left.items() if not cards]
    return referee(players, phase="score", out=out, options=options, youngest=youngest)


def test_the_points_of_a_round(referee):
    """A32, A33, A7: what is left counts against its owner, and nothing counts for anybody."""
    table = scoring_table(referee, {"A": "", "B": "1622", "C": "555"}).play("close")

    assert table.state.sheet == ({"A": 0, "B": 11, "C": 15},)
    assert GAME.scores(table.state) == {"A": 0, "B": -11, "C": -15}


@cases(
    "total, left, options, winners",
    {
        "A34 A35 the limit is reached": ((20, 30, 32), ("661", "", "1"), {}, "B"),
        "A35 not the winner of the round": ((32, 5, 6), ("", "66655", "1"), {}, "C"),
        "AM-13 32 are not 33": ((31, 0, 0), ("1", "", ""), {}, ""),
        "AM-12 a shared win": ((32, 0, 0), ("1", "", ""), {}, "BC"),
        "AM-12 one more round": ((32, 0, 0), ("1", "", ""), {"ties": "extra_round"}, ""),
        "A34 a smaller limit": ((9, 0, 4), ("1", "", "1"), {"limit": 10}, "B"),
    },
)
def test_the_end_of_the_game(referee, total, left, options, winners):
    before, cards = dict(zip("ABC", total, strict=True)), dict(zip("ABC", left, strict=True))
    table = scoring_table(referee, cards, before, **options)
    outcome = GAME.outcome(table.play("close").state)

    assert "".join(outcome.winners if outcome else ()) == winners


def test_a_finished_game_waits_for_nothing(referee):
    """A34: and what comes now is refused in words."""
    table = scoring_table(referee, {"A": "", "B": "6", "C": "6"}, {"B": 30}).play("close")

    assert GAME.asks(table.state) == ()
    assert table.refused("ready") == "A34"


@cases(
    "first, youngest, roller",
    {
        "AM-9 on clockwise": ("continue", "C", "B"),
        "AM-9 the youngest": ("youngest", "C", "C"),
        "AM-9 nobody knows who is youngest: the first": ("youngest", "", "A"),
        "AM-9 the winner": ("winner", "C", "A"),
    },
)
def test_who_rolls_first_in_the_next_round(referee, first, youngest, roller):
    """A36, A37: everybody has a whole set again."""
    left = {"A": "", "B": "6", "C": "6"}
    table = scoring_table(referee, left, youngest=youngest, first_roller=first).play("close")

    assert (table.state.roller, table.state.phase, table.state.round) == (roller, "setup", 2)
    assert all(player.own == SET.cards() for player in table.state.players.values())
    assert table.refused("ready") == ("" if youngest else "A11")


def counting(referee):
    """A is out; nobody has seen the cards of B and C, but the discards tell what they make together."""
    pile = "".join(n * 4 for n in "123456")
    players = {
        "A": {"hand": "", "draw": 0, "pile": pile},
        "B": {"hand": "??", "draw": 0, "pile": pile[:-2]},
        "C": {"hand": "??", "draw": 0, "pile": pile[2:]},
    }
    return referee(players, phase="score", out=["A"], options={"hands": "hidden"})


def test_what_one_has_counted_tells_the_others_points(referee):
    """A32: 6, 6, 1 and 1 are left; who holds two of them for seven leaves seven."""
    table = counting(referee)

    assert scoring.round_points(table.state) is None
    assert table.reason("close") == "count_first"
    assert point_bounds(table.state, "B") == (2, 12)
    table.play("count", seat="B", points=7)
    assert scoring.round_points(table.state) == {"A": 0, "B": 7, "C": 7}


def test_a_count_that_cannot_be_is_refused(referee):
    """A32, A33: with what is still to be had."""
    table = counting(referee)

    assert table.refused("count", seat="B", points=13) == "A32"
    assert table.refused("count", seat="B", points=-1) == "A33"
    assert table.refused("show", seat="B", cards=["6"]) == "A32"
    assert table.refused("show", seat="B", cards=["6", "5"]) == "A3"


def test_cards_shown_at_the_end_count_themselves(referee):
    table = counting(referee).play("count", seat="B", points=7).play("show", seat="B", cards=["6", "6"])

    assert scoring.round_points(table.state) == {"A": 0, "B": 12, "C": 2}
    assert audit(census(table.state), places(table.state)).ok
