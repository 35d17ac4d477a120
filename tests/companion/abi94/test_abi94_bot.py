"""What a bot does in Abi '94: when it hands in, what it changes, copies and lays, and before whom."""

from random import Random

import pytest
from abi94_evenings import REPLACE, SEATS, after, started, turning
from test_abi94_prompts import FRONTS, at, pending, window

from companion.games.abi94 import GAME
from companion.games.abi94 import moves as m
from companion.games.abi94.bot import LEVELS, choose, gives_up, hidden_cards, in_words, is_new_hand
from companion.lab.candidates import candidates
from tests.companion.in_short import sentence
from tests.companion.luck import HIGH, LOW, Luck
from tests.tables import cases

CLEVER = ("medium", "strong")


def chosen(state, seat, level="strong", random=None, hand=""):
    return choose(state, seat, level, random or Random(1), hand=tuple(hand.split()))


# --- handing in ---


def holding(points, project=1, **more):
    """Ada has so many points before her, the last card from this round; the others have nothing."""
    fronts = {4: ["+4"], 5: ["+5"], 6: ["+5", "+1"], 7: ["+5", "+2"], 8: ["+5", "+3"], 9: ["+5", "+3", "+1"]}
    *before, now = fronts[points]
    ada = {"before": before, "now": now, "received": True, **more.pop("ada", {})}
    return at({"Ada": ada, **more.pop("others", {})}, phase="window", project=project, **more)


@pytest.mark.parametrize(("level", "enough"), [("easy", 5), ("medium", 7), ("strong", 9)])
@pytest.mark.parametrize("points", [4, 5, 6, 7, 8, 9])
def test_ab33_with_so_many_points_it_hands_in(points, level, enough):
    hands_in = isinstance(chosen(holding(points), "Ada", level), m.HandIn)
    assert hands_in == (points >= enough)


@cases(
    "given, enough",
    {
        "AB42 one more failure may end the game": ({"ada": {"klausuren": [4]}, "project": 2}, 5),
        "AB2 it passed": ({"ada": {"klausuren": [5]}, "project": 2}, 9),
        "only two are left": ({"others": {"Ben": {"standing": "out"}, "Cleo": {"standing": "out"}}}, 5),
        "three are left": ({"others": {"Ben": {"standing": "out"}}}, 9),
    },
)
def test_ab33_when_the_strong_one_is_content_with_less(given, enough):
    content = [n for n in (4, 5, 8, 9) if isinstance(chosen(holding(n, **given), "Ada"), m.HandIn)]
    assert content == [n for n in (4, 5, 8, 9) if n >= enough]


@cases(
    "front, pills, level, hands_in",
    {
        "AB43 nine points of three types": (["+5", "+3", "+1"], 0, "strong", True),
        "AB44 a pill takes one off": (["+5", "+3", "+1"], 1, "strong", False),
        "AB43 two types": (["+5", "+5"], 0, "strong", False),
        "AB43 six are enough for the easy one": (["+3", "+2", "+1"], 0, "easy", True),
        "and not for others": (["+3", "+2", "+1"], 0, "medium", False),
    },
)
def test_ab43_it_never_hands_in_an_exam_that_fails(front, pills, level, hands_in):
    *before, now = front
    ada = {"before": before, "now": now, "received": True, "pills": pills}
    state = at({"Ada": ada}, phase="window", project=4)

    assert (chosen(state, "Ada", level) == m.HandIn(seat="Ada")) == hands_in


def test_ab33_without_a_card_of_this_round_it_does_not_hand_in():
    state = at({"Ada": {"before": ["+5", "+4"]}}, phase="window")
    assert not isinstance(chosen(state, "Ada"), m.HandIn)


# --- changing cards ---


def swapping(project=1, **options):
    state = after(started(**options), m.Deal())
    return REPLACE(state, project=project)


@pytest.mark.parametrize("level", CLEVER)
@pytest.mark.parametrize(
    ("project", "hand", "count"),
    [
        # A chip costs 0.6 at each stress test that is still to come.
        pytest.param(1, "+1 -5 -4 MP", 0, id="AB6 all of them are worth a chip"),
        pytest.param(1, "+1 -3 -5", 1, id="a -3 is not"),
        pytest.param(1, "+1 CH -5 MP", 1, id="nor cheating"),
        pytest.param(1, "-1 -2 -3 MA ME", 3, id="AB6 never more than three"),
        pytest.param(2, "+1 -2 CH -5", 1, id="before the second a -2 is not"),
        pytest.param(2, "ME MA -1", 3, id="nor what does little"),
        pytest.param(3, "-2 -3 ME", 0, id="before the third they are"),
        pytest.param(3, "-1 MA +1", 2, id="but these are not even then"),
    ],
)
def test_ab6_it_changes_what_is_worth_less_than_a_chip(project, hand, count, level):
    assert chosen(swapping(project), "Ben", level, hand=hand) == m.Swap(seat="Ben", count=count)


def test_a8_free_cards_before_the_exam_are_not_changed_where_each_is_worth_something():
    state = swapping(4, swap_when="free_in_exam")
    assert chosen(state, "Ben", hand="-1 MA ME +1") == m.Swap(seat="Ben", count=0)


def test_ab6_the_easy_one_changes_none_or_one():
    counts = [chosen(swapping(), "Ben", "easy", luck, "-1 -2 -3").count for luck in (LOW, HIGH)]
    assert counts == [0, 1]


def test_ab6_what_nobody_has_shown_it():
    """The strong one keeps a hand that it does not know; the medium one may try a card."""
    assert [chosen(swapping(), "Ben", "strong", luck).count for luck in (LOW, HIGH)] == [0, 0]
    assert [chosen(swapping(), "Ben", "medium", luck).count for luck in (LOW, HIGH)] == [0, 1]


@pytest.mark.parametrize(("count", "gone"), [(1, ("-1",)), (2, ("-1", "-2")), (3, ("-1", "-2", "MP"))])
def test_ab6_what_helps_least_goes_first(count, gone):
    """A plus card last, however small."""
    move = m.Swap(seat="Ben", count=count)
    assert gives_up(swapping(), move, ("+1", "MP", "-2", "-5", "-1")) == gone


# --- settling ---


def test_ab22_the_mamapapa_covers_the_worst_card():
    assert chosen(pending("cover"), "Ben") == m.Cover(seat="Ben", card="-5")
    covered = pending("cover", ben={"covered": ["-5"]})
    assert chosen(covered, "Ben") == m.Cover(seat="Ben", card="-2")


def daring(before, project=1, **ben):
    """Ben has got a card that lets him copy."""
    return pending("copy", project, {"before": before, "now": "CH", "received": True, **ben})


@pytest.mark.parametrize("level", CLEVER)
@pytest.mark.parametrize(
    ("before", "copies"),
    [
        # Ada has a +5 (half of all rolls catch), Cleo a +2 (one in five).
        pytest.param([], "+5", id="AB23 nothing to lose: 2.5 points against 1.6"),
        pytest.param(["+2"], "+5", id="two to lose: 1.5 against 1.2"),
        pytest.param(["+4"], "+2", id="four to lose: 0.5 against 0.8"),
        pytest.param(["+5", "+2", "-5"], "+2", id="seven: 0.2 for the small one"),
        pytest.param(["+5", "+3", "-5"], "", id="eight: nothing to be gained"),
        pytest.param(["+5", "+4", "+3", "-5", "-5"], "", id="twelve: a loss"),
    ],
)
def test_ab23_it_copies_what_brings_most(before, copies, level):
    neighbour = {"+5": "Ada", "+2": "Cleo"}
    wanted = m.Name(seat="Ben", neighbour=neighbour[copies], card=copies) if copies else m.Decline(seat="Ben")
    assert chosen(daring(before), "Ben", level) == wanted


@cases(
    "before, copies",
    {
        "AB43 two are missing": (["+3"], "+2"),
        "AB23 three are missing: +5 is noticed too often": (["+2"], ""),
        "AB43 nothing is missing": (["+5"], ""),
        "one is missing": (["+4"], "+2"),
    },
)
def test_ab27_in_the_exam_it_dares_only_what_is_needed(before, copies):
    """To be caught there ends the game: nothing is dared that more than three rolls in ten notice."""
    wanted = m.Name(seat="Ben", neighbour="Cleo", card="+2") if copies else m.Decline(seat="Ben")
    assert chosen(daring(before, project=4, pills=0), "Ben") == wanted


def test_ab23_the_easy_one_copies_anything_every_other_time():
    state = daring(["+5", "+4", "+3", "-5", "-5"])
    seen = [chosen(state, "Ben", "easy", luck) for luck in (LOW, Luck(0.499), Luck(0.5), HIGH)]

    assert [type(move) for move in seen] == [m.Name, m.Name, m.Decline, m.Decline]


# --- laying ---


def laying(hand, **given):
    """What Ada lays first, and before whom: she has 4 points and 3 chips, Ben -4, Cleo 2, Dora 0."""
    move = chosen(at(**given), "Ada", hand=hand)
    return f"{move.card} {move.target}"


@cases(
    "hand, lays",
    {
        "AB9 a -5 before whom it hurts most": ("+5 -5", "-5 Cleo"),
        "AB9 a +5 is worth more than a -4": ("+5 -4", "+5 Ada"),
        "AB9 the best for itself": ("+1 +2 +3", "+3 Ada"),
        "AB20 hard learning costs two chips": ("+4 +3", "+3 Ada"),
        "and is worth more than a +2 even so": ("+4 +2", "+4 Ada"),
        "AB19 a girl friend costs who has no chip nothing": ("-4 -3", "-4 Cleo"),
        "AB31 a chip less is worth less than a point": ("ME +1", "+1 Ada"),
        "AB23 a chance to copy is worth a point": ("CH ME", "CH Ada"),
        "AB22 to cover a -1 is worth as much": ("MP CH", "MP Ada"),
    },
)
def test_ab9_what_it_lays_before_whom(hand, lays):
    assert laying(hand) == lays


@cases(
    "hand, lays",
    {
        "the least, before who is last": ("+1 +2", "+1 Ben"),
        "the worst, before who is first": ("-1 -2", "-2 Cleo"),
        "what does nothing": ("ME +1", "ME Ben"),
        "a chance to copy rather than two points": ("CH +2", "CH Ben"),
        "AB20 with two chips": ("+4 +3", "+4 Ben"),
    },
)
def test_ab10_what_it_lays_when_it_has_its_card_already(hand, lays):
    fronts = {**FRONTS, "Ada": {"before": ["+5"], "now": "-1", "received": True}}
    assert laying(hand, pupils=fronts) == lays


def test_ab22_a_mamapapa_goes_where_it_helps_least():
    fronts = {seat: {"before": ["+5", "-5"]} for seat in ("Ben", "Cleo")}
    fronts |= {"Dora": {"before": ["+5", "-1"]}, "Ada": {"now": "+5", "received": True}}

    assert laying("MP", pupils=fronts) == "MP Dora"
    assert laying("MP +5", pupils=fronts) == "MP Dora"
    assert laying("MP", pupils={**fronts, "Ben": {"before": ["+5"]}}) == "MP Ben"


def test_ab19_ab31_chips_of_others_count():
    """A girl friend or meditation takes a chip off, which helps who has one."""
    fronts = {**FRONTS, "Ada": {"now": "+5", "received": True}, "Cleo": {"before": ["+2"], "chips": 2}}

    assert laying("-4", pupils={**fronts, "Ben": {"before": ["+2"]}}) == "-4 Ben"
    assert laying("ME", pupils={**fronts, "Ben": {"before": ["+3"]}}) == "ME Dora"


def test_ab19_in_the_exam_chips_are_nothing_any_more():
    assert laying("+4 +3", project=4) == "+4 Ada"


def test_ab15_it_follows():
    assert laying("+5 -1 -5", minus=["-1"]) == "-1 Cleo"
    assert laying("+5 -5", minus=["-1"]) == "-5 Cleo"


def test_the_easy_one_lays_anything_three_times_in_ten():
    state = at()
    plays = [move for move in candidates(GAME, state, "Ada") if move.card in ("+1", "-5")]

    assert chosen(state, "Ada", "easy", LOW, "+1 -5") == plays[0]
    assert chosen(state, "Ada", "easy", Luck(0.3), "+1 -5").card == "-5"
    assert chosen(state, "Ada", "easy", Luck(0.299), "+1 -5") == plays[int(0.299 * len(plays))]


@pytest.mark.parametrize("level", LEVELS)
def test_hidden_cards_of_others_change_nothing(level):
    """The referee may know what Ben holds, and the bot does as if it did not."""
    hidden, known = at(), at({**FRONTS, "Ben": {**FRONTS["Ben"], "hand": ["-1", "-5", "+5"]}})
    for number in range(30):
        moves = [chosen(state, "Ada", level, Random(number), "+1 -2 CH") for state in (hidden, known)]
        assert moves[0] == moves[1]


@pytest.mark.parametrize("level", LEVELS)
def test_ab9_when_it_lays_nothing(level):
    """AB9: when it is not on turn, and when nobody has shown it its hand."""
    assert chosen(at(), "Ben", level, hand="+1 -2") is None
    assert chosen(at(), "Ada", level) is None


# --- what needs no thought ---


@cases(
    "state, seat, move",
    {
        "AB5 dealing": (started(), "Ada", m.Deal(seat="Ada")),
        "AB8": (at(phase="lead", starters=SEATS), "Ben", m.Lead(seat="Ben", leader="Ada")),
        "AB38 not handing in": (window(), "Ada", m.Ready(seat="Ada")),
        "AB38 said already": (window("timed", "Ada"), "Ada", None),
        "AB6 it has changed cards already": (after(swapping(), m.Swap(seat="Ben", count=0)), "Ben", None),
        "AB22 something is settled with somebody else": (pending("cover"), "Ada", None),
        "AB23 the die decides": (pending("roll", neighbour="Cleo", card="+2"), "Ben", None),
        "AB33 with enough points it copies nothing": (daring(["+5", "+4"]), "Ben", m.HandIn(seat="Ben")),
        "AB43 a hopeless exam is gone on with": (pending("sure", project=4), "Ben", m.Keep(seat="Ben")),
        "AB39 dice are for people": (at(phase="stress"), "Ada", None),
        "AB4 it is over": (at(phase="over"), "Ada", None),
    },
)
def test_what_needs_no_thought(state, seat, move):
    assert chosen(state, seat) == move


# --- its hidden cards ---


@cases(
    "state, needed",
    {
        "AB6 to change some": (after(started(), m.Deal()), 7),
        "AB6 it has said it": (after(started(), m.Deal(), m.Swap(seat="Ada", count=0)), 0),
        "AB9 to lay one": (turning(), 7),
        "one is hidden": (at({"Ada": {"hand": ["+1", "?"]}}), 2),
        "all are known": (at({"Ada": {"hand": ["+1", "+2"]}}), 0),
        "somebody else is on turn": (at(turn="Ben"), 0),
        "something is settled first": (pending("cover"), 0),
        "AB38 the time for handing in": (window(), 0),
    },
)
def test_how_many_cards_it_has_to_be_shown(state, needed):
    assert hidden_cards(state, "Ada") == needed


@cases(
    "move, new",
    {
        "AB5 after a deal": (m.Deal(), ["Ada", "Ben"]),
        "AB6 who has changed cards": (m.Swap(seat="Ada", count=1), ["Ada"]),
        "AB6 and none if none was changed": (m.Swap(seat="Ada", count=0), []),
        "AB28 both at a Manta": (m.Play(seat="Ada", target="Ben", card="MA"), ["Ada", "Ben"]),
        "AB9 any other card": (m.Play(seat="Ada", target="Ben", card="+1"), []),
        "AB28 others' Manta": (m.Play(seat="Cleo", target="Dora", card="MA"), []),
        "AB33 handing in": (m.HandIn(seat="Ada"), []),
    },
)
def test_when_its_hand_is_a_new_one(move, new):
    assert [seat for seat in ("Ada", "Ben") if is_new_hand(turning(), move, seat)] == new


def test_what_leaves_its_hand():
    hand = ("+1", "+2")
    assert gives_up(turning(), m.Play(seat="Ada", target="Ben", card="+2"), hand) == ("+2",)
    assert gives_up(turning(), m.HandIn(seat="Ada"), hand) == ()


def test_what_a_hand_has_to_do():
    lays = in_words(turning(), m.Play(seat="Ada", target="Ben", card="+2"))

    assert sentence(lays).startswith("bot.plays")
    assert sentence(lays).endswith("target=Ben")
    assert sentence(in_words(turning(), m.Swap(seat="Ada", count=2))) == "bot.swaps n=2"
    assert in_words(turning(), m.HandIn(seat="Ada")) is None
