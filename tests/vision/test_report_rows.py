"""A row that lies out: its cards are told in their order, and after that what is left of it."""

from random import Random

import pytest
from msgspec.structs import replace

from companion.asks import MS, Ask, Fact, Kind, Say, Source
from companion.games import find_game
from companion.layout import Layout
from companion.rulings import Ruling, Verdict
from companion.sightings import CardSeen, Seen, Sighting
from companion.words import game_words, languages
from tests.at_first import more
from tests.tables import cases
from tests.ui.test_twin import Played
from tests.vision.reports import looking
from ui.twin.drawn_table import DrawnTable, brought_to, is_left_of
from vision.mat import mat_for
from vision.report.facts import DOUBTED
from vision.report.report import PAUSE
from vision.scene.events import Laid

MAT = mat_for(("Ada", "Ben"))
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
ROW = Ask("row:1", Kind.CARD, ("Ada", "Ben"), Say("row"), "AS1", place="row", cards=(24, 24))
LEFT = Ask("left", Kind.CARD, ("Ada",), Say("left"), "AS6", place="row", cards=(0, 24), optional=True)
MATS = tuple(
    Ask(
        f"mat:{seat}", Kind.CARD, (seat,), Say("mat"), "AS7", place=f"mat:{seat}", cards=(0, 6), optional=True
    )
    for seat in ("Ada", "Ben")
)
HANDS = tuple(
    Ask(f"show:{seat}", Kind.CARD, (seat,), Say("show"), "W8", place=f"hand:{seat}", cards=(1, 9))
    for seat in ("Ada", "Ben")
)
NAMES = tuple(rank + suit for rank in "9TJQKA" for suit in "SHDC")


def card(name, number, *choices):
    return CardSeen("french", name, CORNERS, 0.99, "scan", choices=choices, in_row=number)


def lying(*names):
    return tuple(
        card("" if name == "?" else name, n, *(("9S", "9C") if name == "?" else ()))
        for n, name in enumerate(names, 1)
    )


def told(lookout, cards, t=0):
    """What follows when *cards* come to lie in the scan place and stay there."""
    facts = list(lookout.see(Sighting(t, Seen.WAITING, cards=cards), (Laid(t, "scan", cards),)))
    facts += lookout.see(Sighting(t + PAUSE, Seen.WAITING, cards=cards), ())
    return facts


def accepted(lookout, *names, t=0):
    """The row was told and taken for what lies there; now somebody takes from it."""
    lookout.expect((ROW,))
    (fact,) = told(lookout, lying(*names), t)
    lookout.ruled(fact, Ruling(Verdict.ACCEPTED))
    lookout.expect((LEFT, *MATS))
    return lookout


@cases(
    "lies, key",
    {
        "as it counts": (("9S", "TS", "JS", "QS"), ""),
        "two swapped": (("TS", "9S", "JS", "QS"), "amiss.row"),
        "one gone": (("9S", "JS", "QS"), "amiss.row_missing"),
        "one gone, two swapped": (("JS", "9S", "QS"), "amiss.row_missing"),
        "one gone, one in doubt": (("9S", "?", "QS"), "amiss.row_missing"),
    },
)
def test_a_row_that_nobody_is_asked_about_is_compared_all_the_same(lies, key):
    lookout = looking()
    accepted(lookout, "9S", "TS", "JS", "QS")
    who = Ask("choose", Kind.CHOICE, ("Ada",), Say("choose"), "AS2")
    lookout.expect((who,), rows={"row": ("9S", "TS", "JS", "QS")})
    assert told(lookout, lying(*lies), 9 * PAUSE) == []
    lookout.see(Sighting(12 * PAUSE, Seen.WAITING, cards=lying(*lies)), ())
    assert (lookout.trouble.key if lookout.trouble else "") == key


def test_a_row_is_told_with_the_cards_that_cannot_be_read_left_open():
    lookout = looking()
    lookout.expect((ROW,))
    (fact,) = told(lookout, lying(*NAMES[:5], "?", *NAMES[6:]))

    assert (fact.ask, fact.source) == ("row:1", Source.CAMERA)
    assert fact.value == {"place": "row", "cards": [*NAMES[:5], "?", *NAMES[6:]]}
    perhaps = [choice["cards"][5] for choice in fact.choices]
    assert (perhaps, fact.sure) == (["9S", "9C"], 1.0), "what it may be is for the game to weigh"


def test_rows_are_wanted_where_more_than_one_card_is_asked_for():
    lookout = looking()
    lookout.expect((ROW,))
    assert lookout.wanted(MAT).rows
    lookout.expect((Ask("lay", Kind.CARD, ("Ada",), Say("lay"), "W9", place="discard:Ada"),))
    assert not lookout.wanted(MAT).rows


@pytest.mark.parametrize("left", [NAMES[:-1], NAMES[:-2], NAMES[:-3], (*NAMES[:3], "?")], ids=len)
def test_what_is_left_of_the_row_is_told_for_the_row_and_for_nobodys_mat(left):
    """Of an unread card no reading is offered: its place says which card it is."""
    lookout = accepted(looking(), *NAMES)
    (fact,) = told(lookout, lying(*left), t=9_000 * MS)

    assert (fact.ask, fact.seat, fact.choices, fact.sure) == ("left", "Ada", (), 1.0)
    assert fact.value == {"place": "row", "cards": list(left)}


def test_a_row_told_by_touch_is_looked_at_as_well():
    lookout = looking()
    by_touch = Fact(Kind.CARD, {"place": "row", "cards": list(NAMES)}, 0, Source.TOUCH)
    lookout.ruled(by_touch, Ruling(Verdict.ACCEPTED))
    lookout.expect((LEFT, *MATS))

    assert lookout.sees("row", MAT)
    assert not lookout.sees("mat:Ada", MAT)


@pytest.mark.parametrize("over", ["forgotten", "taken away"])
def test_once_the_row_is_gone_nobody_can_tell_whose_cards_are_shown(over):
    lookout = accepted(looking(), *NAMES)
    if over == "forgotten":
        lookout.forget()
    else:
        lookout.see(Sighting(9_000 * MS, Seen.WAITING), (Laid(9_000 * MS, "scan"),))

    assert told(lookout, lying(*NAMES[:4]), t=20_000 * MS) == []


def test_of_two_who_show_their_hands_a_row_that_lay_there_is_nobodys():
    lookout = accepted(looking(), *NAMES)
    lookout.expect(HANDS)
    assert lookout.see(Sighting(9_000 * MS, Seen.WAITING, cards=lying(*NAMES)), ()) == ()

    (fact,) = told(lookout, lying(*NAMES[:3]), 20_000 * MS)
    assert [value["place"] for value in (fact.value, *fact.choices)] == ["hand:Ada", "hand:Ben"]


# --- on the simulated table ---


@pytest.mark.parametrize(
    ("lying_there", "cards", "left"),
    [
        (NAMES, NAMES[:-2], True),
        (NAMES, (), True),
        (NAMES, (*NAMES[:3], *NAMES[4:]), True),
        (NAMES, NAMES, False),
        (NAMES, (*NAMES[:2], NAMES[4], NAMES[3]), False),
        (NAMES[:-2], NAMES, False),
    ],
)
def test_what_is_left_of_a_row(lying_there, cards, left):
    assert is_left_of(lying_there, cards) is left


@pytest.mark.parametrize(
    "now", [NAMES[:-3], NAMES[3:], NAMES[::-1]], ids=("taken", "from inside", "laid anew")
)
def test_the_row_is_brought_to_what_the_family_says(now):
    stage = DrawnTable(("Ada", "Ben"), Random(1))
    stage.deck = "french"
    list(stage.spread("scan", NAMES))
    list(brought_to(stage, Layout(rows={"row": tuple(now)})))

    assert stage.cards_at("scan") == tuple(now)


@more
def test_a_deal_is_read_and_taken_from_before_the_camera():
    report = Played("abstrac", frames=True, seed=1).play(6).report

    assert report.disagreements == ()
    assert (report.by_hand, report.questions) == (0, 0)


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("seed", "cheats"), [(1, 0.0), (2, 0.15), (3, 0.0)])
def test_a_whole_match_before_the_camera_is_told_by_the_eyes(seed, cheats):
    report = Played("abstrac", frames=True, seed=seed, cheats=cheats).play().report

    assert report.agreed
    assert report.by_hand <= 1
    assert report.caught == report.cheats - report.hidden_cheats


# --- a card of the row that was exchanged ---


def lying_out(*names):
    """A row that was told, and of which somebody may take now; what lies there is known."""
    lookout = accepted(looking(), *names)
    lookout.expect((replace(LEFT, lies=names), *MATS))
    return lookout


@cases(
    "now, at",
    {
        "a card from a mat lies there instead": ((*NAMES[:5], "TC", *NAMES[6:]), (5,)),
        "two have changed places": ((NAMES[1], NAMES[0], *NAMES[2:]), (0, 1)),
        "another one cannot be read besides": ((*NAMES[:3], "?", "9H", *NAMES[5:]), (4,)),
    },
)
def test_an_exchanged_card_of_the_row_is_told_and_the_eyes_pause(now, at):
    names = NAMES[:12]
    lookout = lying_out(*names)
    assert told(lookout, lying(*now[:12]), 9_000 * MS) == []

    found = lookout.discrepancy
    assert found.at == at and [name for _, name in found.things] == [names[n] for n in at]
    words = game_words(find_game("abstrac"))
    for language in languages():
        sentence = words.say(lookout.trouble, language)
        assert all(str(n + 1) in sentence for n in at) and "{" not in sentence

    assert told(lookout, lying(*names[:-2]), 20_000 * MS) != [], "swapped back, and two were taken"
    assert lookout.trouble is None


@cases(
    "now",
    {"one was taken": NAMES[:11], "one cannot be read": ("?", *NAMES[1:12]), "another row": NAMES[12:24]},
)
def test_what_is_no_exchange_is_not_told_as_one(now):
    lookout = lying_out(*NAMES[:12])
    told(lookout, lying(*now), 9_000 * MS)

    assert lookout.trouble is None


@pytest.mark.parametrize("by_touch", [0, 2], ids=["all seen", "two were taken by touch before"])
def test_a_row_that_was_put_back_after_a_refusal_is_no_move_and_the_next_one_is(by_touch):
    lookout = lying_out(*NAMES[: 12 + by_touch])
    names = NAMES[:12]
    lookout.expect((replace(LEFT, lies=names), *MATS))
    (wrong,) = told(lookout, lying(*names[:5], *names[6:]), 9_000 * MS)
    lookout.ruled(wrong, Ruling(Verdict.REFUSED))
    assert told(lookout, lying(*names), 20_000 * MS) == []

    (fact,) = told(lookout, lying(*names[:-1]), 30_000 * MS)
    lookout.ruled(fact, Ruling(Verdict.ACCEPTED))
    lookout.expect((replace(LEFT, lies=names[:-1]), *MATS))
    (back,) = told(lookout, lying(*names), 40_000 * MS)
    assert (fact.value["cards"], back.value["cards"]) == (list(names[:-1]), list(names))


@cases(
    "now, sure",
    {
        "two from the end": (NAMES[:10], 1.0),
        "more, and one unread": ((*NAMES[:3], "?"), 1.0),
        "one from inside, or one was missed": ((*NAMES[:5], *NAMES[6:12]), DOUBTED),
        "one more": ((*NAMES[:12], NAMES[12]), DOUBTED),
        "others": (NAMES[12:20], DOUBTED),
    },
)
def test_a_row_from_which_more_went_than_its_end_is_asked_about(now, sure):
    lookout = lying_out(*NAMES[:12])
    (fact,) = told(lookout, lying(*now), 9_000 * MS)

    assert fact.sure == sure


def test_a_card_that_was_not_seen_where_it_lay_is_not_known_to_be_taken():
    names = NAMES[:12]
    lookout = lying_out(*names)
    (fact,) = told(lookout, lying(*names[:9], names[10]), 9_000 * MS)
    all_but_one = {"place": "row", "cards": list(names[:11])}
    lookout.ruled(replace(fact, value=all_but_one, source=Source.TOUCH), Ruling(Verdict.ACCEPTED))
    lookout.expect((replace(LEFT, lies=names[:11]), *MATS))
    (fact,) = told(lookout, lying(*names[:9]), 20_000 * MS)
    assert fact.sure == DOUBTED


def test_that_nothing_is_left_of_a_row_is_told_and_a_row_put_back_is_known_again():
    names = NAMES[:3]
    lookout = lying_out(*names)
    lookout.expect((replace(LEFT, lies=names), *MATS), rows={"row": names})
    assert lookout.see(Sighting(9_000 * MS, Seen.WAITING), (Laid(9_000 * MS, "scan"),)) == ()
    (gone,) = lookout.see(Sighting(9_000 * MS + PAUSE, Seen.WAITING), ())
    assert (gone.ask, gone.value["cards"]) == ("left", [])

    lookout.ruled(gone, Ruling(Verdict.REFUSED))
    assert told(lookout, lying(*names), 20_000 * MS) == []
    (fact,) = told(lookout, lying(*names[:-1]), 30_000 * MS)
    assert (fact.ask, fact.value["cards"]) == ("left", list(names[:-1]))


def test_a_row_is_watched_as_a_row_while_nobody_is_asked_for_cards():
    lookout = lying_out(*NAMES[:12])
    lookout.expect(())
    wanted = lookout.wanted(MAT)
    assert (wanted.cards, wanted.rows) == (True, True)


def test_a_row_that_was_picked_up_is_no_exchange_any_more():
    names = NAMES[:12]
    lookout = lying_out(*names)
    told(lookout, lying(*names[:5], "TC", *names[6:]), 9_000 * MS)
    assert lookout.trouble is not None

    lookout.see(Sighting(20_000 * MS, Seen.WAITING), (Laid(20_000 * MS, "scan"),))
    assert lookout.trouble is None
