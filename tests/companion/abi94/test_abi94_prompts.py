"""Abi '94: what is asked at each step, of whom, how loudly and in which words."""

import pytest
from abi94_evenings import SEATS, after, started

from companion.games.abi94 import GAME
from companion.games.abi94 import moves as m
from companion.games.abi94.asks import at_stake
from tests.companion.in_short import asked, prompted, sentence

ALL = "AdaBenCleoDora"
FRONTS = {
    "Ada": {"before": ["+5", "-1"], "chips": 3},
    "Ben": {"before": ["+3", "-2", "-5"], "pills": 1},
    "Cleo": {"before": ["+2"]},
}
GOT = {"now": "+1", "received": True}  # has got a card in this round


def at(pupils=None, **given):
    """The first round of the first Klausur; Ada leads."""
    plain = {"seats": SEATS, "phase": "turn", "leader": "Ada", "pupils": pupils or FRONTS}
    return GAME.read_position({**plain, **given})


def pending(what, project=1, ben=(), **more):
    """Something has to be settled with Ben before the next card."""
    pupils = {**FRONTS, "Ben": {**FRONTS["Ben"], **dict(ben)}}
    return at(pupils, project=project, pending={"what": what, "seat": "Ben", **more})


def window(how="timed", *ready):
    """Ada and Ben have got a card in this round; some of them will not hand in."""
    pupils = {seat: {**GOT, "ready": seat in ready} for seat in ("Ada", "Ben")}
    return at(pupils, phase="window", options={"window": how})


def swapping(**options):
    return after(started(**options), m.Deal())


def dice_ask(name, seat):
    return [f"{name}, {seat}, 1 d10", f"{name}:typed, {seat}, 0..9, may, silent"]


# --- between projects ---


@pytest.mark.parametrize(
    ("state", "asks"),
    [
        pytest.param(started(), [f"deal:1, {ALL}"], id="AB5 new hands"),
        pytest.param(swapping(), [f"swap:{seat}, {seat}, 0/1/2/3" for seat in SEATS], id="AB6 up to three"),
        pytest.param(
            at(phase="swap", starters=SEATS, box=2, options={"chips": "hard_limit"}),
            [f"swap:{seat}, {seat}, 0/1/2" for seat in SEATS],
            id="A9 not more than there are chips",
        ),
        pytest.param(
            at({"Ben": {"swapped": 0}}, phase="swap", starters=SEATS),
            [f"swap:{seat}, {seat}, 0/1/2/3" for seat in ("Ada", "Cleo", "Dora")],
            id="AB6 who has not said it yet",
        ),
        pytest.param(
            at(phase="lead", starters=SEATS), [f"lead, {ALL}, Ada/Ben/Cleo/Dora"], id="AB8 who leads"
        ),
        pytest.param(
            at({"Ada": {"tested": True}}, phase="stress"), dice_ask("test:Ben", "Ben"), id="AB39 one by one"
        ),
        pytest.param(
            at({"Ada": {"standing": "out"}}, phase="stress"), dice_ask("test:Ben", "Ben"), id="AB42 who is in"
        ),
        pytest.param(at(phase="over"), [], id="AB4 nothing more"),
    ],
)
def test_between_projects(state, asks):
    assert asked(GAME, state) == asks


@pytest.mark.parametrize(
    ("state", "prompt"),
    [
        pytest.param(
            started(),
            "AB5 ask.deal n=7 seats=Ada,Ben,Cleo,Dora project=project.klausur:number=1",
            id="AB5 seven cards each for four",
        ),
        pytest.param(
            at(project=4, phase="deal", pupils={"Dora": {"standing": "out"}}),
            "AB5 ask.deal n=7 seats=Ada,Ben,Cleo project=project.exam",
            id="AB42 for the three that are left in the exam",
        ),
        pytest.param(swapping(), "AB6 ask.swap seat=Ada", id="AB6"),
        pytest.param(at(phase="lead", starters=SEATS), "AB8 ask.lead", id="AB8"),
        pytest.param(
            at({"Ada": {"chips": 3}}, phase="stress"), "AB39 ask.test seat=Ada n=3 chance=30", id="AB39"
        ),
        pytest.param(
            at({"Ada": {"chips": 12}}, phase="stress"),
            "AB39 ask.test seat=Ada n=12 chance=100",
            id="AB39 certain from ten on",
        ),
    ],
)
def test_how_it_is_asked_between_projects(state, prompt):
    assert next(iter(prompted(GAME, state).values())) == prompt


@pytest.mark.parametrize(
    ("project", "says"),
    [
        pytest.param(2, ["choice.swap_none", "choice.swap n=1", "choice.swap n=2"], id="AB6 chips"),
        pytest.param(4, ["choice.swap_none", "choice.swap_free n=1", "choice.swap_free n=2"], id="A8 free"),
    ],
)
def test_ab6_what_each_choice_costs_is_said(project, says):
    choices = GAME.asks(at(phase="swap", starters=SEATS, project=project))[0].choices

    assert [sentence(choice.says) for choice in choices][:3] == says


# --- a turn ---


@pytest.mark.parametrize(
    ("state", "asks"),
    [
        pytest.param(
            at(),
            ["play:1:Ada:Ada, Ada, 1-1", *(f"play:1:Ada:{seat}, Ada, 1-1, silent" for seat in SEATS[1:])],
            id="AB9 before anybody; only one of the places is spoken of",
        ),
        pytest.param(
            at({"Ada": {**GOT, "played": True}}, turn="Ben"),
            [
                "play:1:Ben:Ben, Ben, 1-1",
                "play:1:Ben:Cleo, Ben, 1-1, silent",
                "play:1:Ben:Dora, Ben, 1-1, silent",
                "handin, Ada, may, silent",
            ],
            id="AB10 one card each; AB33 who has got one may hand in",
        ),
        pytest.param(
            at({"Ada": GOT, "Ben": {**GOT, "played": True}}, options={"manta_target": "played_only"}),
            [
                "play:1:Ada:Ada, Ada, 1-1",
                "play:1:Ada:Cleo, Ada, 1-1, silent",
                "play:1:Ada:Dora, Ada, 1-1, silent",
                "handin, AdaBen, may, silent",
            ],
            id="A5 a Manta may lie on the card of somebody who has not played yet",
        ),
        pytest.param(
            at({"Ada": {"denied": ["-3"]}}),
            [
                "play:1:Ada:Ada, Ada, 1-1",
                *(f"play:1:Ada:{seat}, Ada, 1-1, silent" for seat in SEATS[1:]),
                "open:Ada, Ada, 7-7, may, silent",
            ],
            id="AB16 who did not follow may lay the hand open",
        ),
        pytest.param(pending("cover"), ["cover:Ben, Ben, -2/-5"], id="AB22 which minus card is covered"),
        pytest.param(
            pending("copy"),
            ["copy:Ben, Ben, {'neighbour': 'Cleo', 'card': '+2'}/{'neighbour': 'Ada', 'card': '+5'}/no"],
            id="AB23 plus cards of the neighbours, or none",
        ),
        pytest.param(
            pending("roll", neighbour="Cleo", card="+2"), dice_ask("roll:Ben", "Ben"), id="AB23 the die"
        ),
        pytest.param(pending("sure", project=4), ["sure:Ben, Ben, keep/handin"], id="AB43 surely?"),
    ],
)
def test_in_a_turn(state, asks):
    assert asked(GAME, state) == asks


@pytest.mark.parametrize(
    ("state", "prompts"),
    [
        pytest.param(
            at({**FRONTS, "Dora": {"standing": "handed_in"}}),
            {
                "play:1:Ada:Ada": "AB9 ask.play seat=Ada n=0 cards=",
                "play:1:Ada:Ben": "AB9 ask.play_before seat=Ada target=Ben",
                "play:1:Ada:Cleo": "AB9 ask.play_before seat=Ada target=Cleo",
            },
            id="AB9, AB14",
        ),
        pytest.param(
            at({"Ada": {**GOT, "played": True}, "Ben": GOT}, turn="Ben", minus=["-5", "-2"]),
            {
                "play:1:Ben:Cleo": "AB15 ask.follow seat=Ben n=2 "
                "cards=card.minus:value=-5,card.minus:value=-2",
                "play:1:Ben:Dora": "AB15 ask.play_before seat=Ben target=Dora",
                "handin": "AB33 ask.handin seats=Ada,Ben",
            },
            id="AB15, AB17 what must be followed",
        ),
        pytest.param(pending("cover"), {"cover:Ben": "AB22 ask.cover seat=Ben"}, id="AB22"),
        pytest.param(pending("copy"), {"copy:Ben": "AB23 ask.copy seat=Ben"}, id="AB23"),
        pytest.param(
            pending("copy", ben={"caught": 1}), {"copy:Ben": "AB23 ask.copy_again seat=Ben"}, id="AB26 again"
        ),
        pytest.param(
            pending("copy", project=4), {"copy:Ben": "AB23 ask.copy_exam seat=Ben"}, id="AB27 in the exam"
        ),
        pytest.param(
            pending("roll", neighbour="Cleo", card="+2"),
            {
                "roll:Ben": "AB23 ask.roll seat=Ben neighbour=Cleo"
                " card=card.plus:value=+2:subject=@subject.art chance=20",
                "roll:Ben:typed": "AB23 ask.typed seat=Ben",
            },
            id="AB23 the odds",
        ),
        pytest.param(
            pending("sure", project=4), {"sure:Ben": "AB43 ask.sure seat=Ben net=-5 types=1"}, id="AB43"
        ),
    ],
)
def test_how_it_is_asked_in_a_turn(state, prompts):
    assert prompted(GAME, state) == prompts


def test_ab9_what_lies_before_somebody_is_known():
    """AB9, AB11."""
    asks = {ask.id: ask for ask in GAME.asks(at())}

    assert asks["play:1:Ada:Ben"].lies == ("+3", "-2", "-5")
    assert asks["play:1:Ada:Ben"].place == "now:Ben"


@pytest.mark.parametrize(
    ("state", "says"),
    [
        pytest.param(
            pending("copy"),
            "choice.copy neighbour=Ada card=card.plus:value=+5:subject=@subject.physics chance=50 gain=+1.0",
            id="AB23 half of 5 won, half of the plus points lost",
        ),
        pytest.param(
            pending("copy", ben={"caught": 1}),
            "choice.copy neighbour=Ada card=card.plus:value=+5:subject=@subject.physics chance=50 gain=+2.5",
            id="AB26 who has nothing left can lose nothing",
        ),
        pytest.param(
            pending("copy", project=4),
            "choice.copy_exam neighbour=Ada card=card.plus:value=+5:subject=@subject.physics chance=50",
            id="AB27 in the exam nobody can say what it brings",
        ),
    ],
)
def test_what_cheating_brings_on_average(state, says):
    assert sentence(GAME.asks(state)[0].choices[1].says) == says


@pytest.mark.parametrize(
    ("ben", "options", "stake"),
    [
        pytest.param({"before": ["+3", "-2"]}, {}, 3, id="AB25 the plus cards"),
        pytest.param({"before": ["+3", "-2"], "copied": [4]}, {}, 7, id="AB25 and what was copied"),
        pytest.param(
            {"before": ["+3", "-2"]}, {"caught_resets": "everything"}, 1, id="A4 all that lies there"
        ),
        pytest.param({"before": ["+5", "-2"], "caught": 1}, {}, 3, id="AB26 the whole Klausur"),
        pytest.param({"before": ["+3", "-5"], "caught": 1}, {}, 0, id="AB26 less than nothing is nothing"),
        pytest.param(
            {"before": ["+5"] * 3 + ["+1"], "caught": 1}, {}, 15, id="AB26 at most what a Klausur counts"
        ),
    ],
)
def test_what_is_at_stake(ben, options, stake):
    assert at_stake(at({"Ben": ben}, options=options), "Ben") == stake


def test_ab16_only_who_holds_cards_can_lay_them_open():
    """AB16."""
    state = at({"Ada": {"denied": ["-3"]}, "Ben": {"denied": ["-3"], "hand": []}})

    assert prompted(GAME, state)["open:Ada"] == "AB16 ask.open seat=Ada"
    assert not any(ask.id == "open:Ben" for ask in GAME.asks(state))


# --- the time to hand in ---


@pytest.mark.parametrize(
    ("state", "asks"),
    [
        pytest.param(
            window("timed", "Ben"),
            ["close:1, Ada, 10000 ms", "ready:1:Ada, Ada, may, silent", "handin, AdaBen, may, silent"],
            id="A13 ten seconds for who has not decided",
        ),
        pytest.param(
            window("all_confirm"),
            ["ready:1:Ada, Ada", "ready:1:Ben, Ben", "handin, AdaBen, may, silent"],
            id="A13 or everybody says so",
        ),
        pytest.param(
            window("timed", "Ada", "Ben"),
            [f"close:1, {ALL}, 2000 ms", "handin, AdaBen, may, silent"],
            id="AB38 a moment when all have decided",
        ),
    ],
)
def test_ab38_the_time_to_hand_in(state, asks):
    assert asked(GAME, state) == asks


def test_ab38_how_it_is_asked():
    """AB33, AB38."""
    assert prompted(GAME, window("timed", "Ben")) == {
        "close:1": "AB38 ask.window seats=Ada",
        "ready:1:Ada": "AB38 ask.ready seat=Ada",
        "handin": "AB33 ask.handin seats=Ada,Ben",
    }
    assert prompted(GAME, window("timed", "Ada", "Ben"))["close:1"] == "AB38 ask.close"
