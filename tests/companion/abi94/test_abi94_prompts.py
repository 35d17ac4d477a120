"""Abi '94: what is asked at each step, of whom, how loudly and in which words."""

from abi94_evenings import SEATS, after, started

from companion.games.abi94 import GAME
from companion.games.abi94 import moves as m
from companion.games.abi94.asks import at_stake
from tests.companion.in_short import asked, prompted, sentence
from tests.tables import cases

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


@cases(
    "state, asks",
    {
        "AB5 new hands": (started(), [f"deal:1, {ALL}"]),
        "AB6 up to three": (swapping(), [f"swap:{seat}, {seat}, 0/1/2/3" for seat in SEATS]),
        "A9 not more than there are chips": (
            at(phase="swap", starters=SEATS, box=2, options={"chips": "hard_limit"}),
            [f"swap:{seat}, {seat}, 0/1/2" for seat in SEATS],
        ),
        "AB6 who has not said it yet": (
            at({"Ben": {"swapped": 0}}, phase="swap", starters=SEATS),
            [f"swap:{seat}, {seat}, 0/1/2/3" for seat in ("Ada", "Cleo", "Dora")],
        ),
        "AB8 who leads": (at(phase="lead", starters=SEATS), [f"lead, {ALL}, Ada/Ben/Cleo/Dora"]),
        "AB39 one by one": (at({"Ada": {"tested": True}}, phase="stress"), dice_ask("test:Ben", "Ben")),
        "AB42 who is in": (at({"Ada": {"standing": "out"}}, phase="stress"), dice_ask("test:Ben", "Ben")),
        "AB4 nothing more": (at(phase="over"), []),
        "AB9 before anybody; only one of the places is spoken of": (
            at(),
            ["play:1:Ada:Ada, Ada, 1-1", *(f"play:1:Ada:{seat}, Ada, 1-1, silent" for seat in SEATS[1:])],
        ),
        "AB10 one card each; AB33 who has got one may hand in": (
            at({"Ada": {**GOT, "played": True}}, turn="Ben"),
            [
                "play:1:Ben:Ben, Ben, 1-1",
                "play:1:Ben:Cleo, Ben, 1-1, silent",
                "play:1:Ben:Dora, Ben, 1-1, silent",
                "handin, Ada, may, silent",
            ],
        ),
        "A5 a Manta may lie on the card of somebody who has not played yet": (
            at({"Ada": GOT, "Ben": {**GOT, "played": True}}, options={"manta_target": "played_only"}),
            [
                "play:1:Ada:Ada, Ada, 1-1",
                "play:1:Ada:Cleo, Ada, 1-1, silent",
                "play:1:Ada:Dora, Ada, 1-1, silent",
                "handin, AdaBen, may, silent",
            ],
        ),
        "AB16 who did not follow may lay the hand open": (
            at({"Ada": {"denied": ["-3"]}}),
            [
                "play:1:Ada:Ada, Ada, 1-1",
                *(f"play:1:Ada:{seat}, Ada, 1-1, silent" for seat in SEATS[1:]),
                "open:Ada, Ada, 7-7, may, silent",
            ],
        ),
        "AB22 which minus card is covered": (pending("cover"), ["cover:Ben, Ben, -2/-5"]),
        "AB23 plus cards of the neighbours, or none": (
            pending("copy"),
            ["copy:Ben, Ben, {'neighbour': 'Cleo', 'card': '+2'}/{'neighbour': 'Ada', 'card': '+5'}/no"],
        ),
        "AB23 the die": (pending("roll", neighbour="Cleo", card="+2"), dice_ask("roll:Ben", "Ben")),
        "AB43 surely?": (pending("sure", project=4), ["sure:Ben, Ben, keep/handin"]),
        "A13 ten seconds for who has not decided": (
            window("timed", "Ben"),
            ["close:1, Ada, 10000 ms", "ready:1:Ada, Ada, may, silent", "handin, AdaBen, may, silent"],
        ),
        "A13 or everybody says so": (
            window("all_confirm"),
            ["ready:1:Ada, Ada", "ready:1:Ben, Ben", "handin, AdaBen, may, silent"],
        ),
        "AB38 a moment when all have decided": (
            window("timed", "Ada", "Ben"),
            [f"close:1, {ALL}, 2000 ms", "handin, AdaBen, may, silent"],
        ),
    },
)
def test_what_is_asked_of_whom(state, asks):
    assert asked(GAME, state) == asks


@cases(
    "state, prompt",
    {
        "AB5 seven cards each for four": (
            started(),
            "AB5 ask.deal n=7 seats=Ada,Ben,Cleo,Dora project=project.klausur:number=1",
        ),
        "AB42 for the three that are left in the exam": (
            at(project=4, phase="deal", pupils={"Dora": {"standing": "out"}}),
            "AB5 ask.deal n=7 seats=Ada,Ben,Cleo project=project.exam",
        ),
        "AB6": (swapping(), "AB6 ask.swap seat=Ada"),
        "AB8": (at(phase="lead", starters=SEATS), "AB8 ask.lead"),
        "AB39": (at({"Ada": {"chips": 3}}, phase="stress"), "AB39 ask.test seat=Ada n=3 chance=30"),
        "AB39 certain from ten on": (
            at({"Ada": {"chips": 12}}, phase="stress"),
            "AB39 ask.test seat=Ada n=12 chance=100",
        ),
    },
)
def test_how_it_is_asked_between_projects(state, prompt):
    assert next(iter(prompted(GAME, state).values())) == prompt


@cases(
    "project, says",
    {
        "AB6 chips": (2, ["choice.swap_none", "choice.swap n=1", "choice.swap n=2"]),
        "A8 free": (4, ["choice.swap_none", "choice.swap_free n=1", "choice.swap_free n=2"]),
    },
)
def test_ab6_what_each_choice_costs_is_said(project, says):
    choices = GAME.asks(at(phase="swap", starters=SEATS, project=project))[0].choices

    assert [sentence(choice.says) for choice in choices][:3] == says


# --- a turn ---


@cases(
    "state, prompts",
    {
        "AB9, AB14": (
            at({**FRONTS, "Dora": {"standing": "handed_in"}}),
            {
                "play:1:Ada:Ada": "AB9 ask.play seat=Ada n=0 cards=",
                "play:1:Ada:Ben": "AB9 ask.play_before seat=Ada target=Ben",
                "play:1:Ada:Cleo": "AB9 ask.play_before seat=Ada target=Cleo",
            },
        ),
        "AB15, AB17 what must be followed": (
            at({"Ada": {**GOT, "played": True}, "Ben": GOT}, turn="Ben", minus=["-5", "-2"]),
            {
                "play:1:Ben:Cleo": "AB15 ask.follow seat=Ben n=2 "
                "cards=card.minus:value=-5,card.minus:value=-2",
                "play:1:Ben:Dora": "AB15 ask.play_before seat=Ben target=Dora",
                "handin": "AB33 ask.handin seats=Ada,Ben",
            },
        ),
        "AB22": (pending("cover"), {"cover:Ben": "AB22 ask.cover seat=Ben"}),
        "AB23": (pending("copy"), {"copy:Ben": "AB23 ask.copy seat=Ben"}),
        "AB26 again": (pending("copy", ben={"caught": 1}), {"copy:Ben": "AB23 ask.copy_again seat=Ben"}),
        "AB27 in the exam": (pending("copy", project=4), {"copy:Ben": "AB23 ask.copy_exam seat=Ben"}),
        "AB23 the odds": (
            pending("roll", neighbour="Cleo", card="+2"),
            {
                "roll:Ben": "AB23 ask.roll seat=Ben neighbour=Cleo"
                " card=card.plus:value=+2:subject=@subject.art chance=20",
                "roll:Ben:typed": "AB23 ask.typed seat=Ben",
            },
        ),
        "AB43": (pending("sure", project=4), {"sure:Ben": "AB43 ask.sure seat=Ben net=-5 types=1"}),
    },
)
def test_how_it_is_asked_in_a_turn(state, prompts):
    assert prompted(GAME, state) == prompts


def test_ab9_what_lies_before_somebody_is_known():
    """AB9, AB11."""
    asks = {ask.id: ask for ask in GAME.asks(at())}

    assert asks["play:1:Ada:Ben"].lies == ("+3", "-2", "-5")
    assert asks["play:1:Ada:Ben"].place == "now:Ben"


@cases(
    "state, says",
    {
        "AB23 half of 5 won, half of the plus points lost": (
            pending("copy"),
            "choice.copy neighbour=Ada card=card.plus:value=+5:subject=@subject.physics chance=50 gain=+1.0",
        ),
        "AB26 who has nothing left can lose nothing": (
            pending("copy", ben={"caught": 1}),
            "choice.copy neighbour=Ada card=card.plus:value=+5:subject=@subject.physics chance=50 gain=+2.5",
        ),
        "AB27 in the exam nobody can say what it brings": (
            pending("copy", project=4),
            "choice.copy_exam neighbour=Ada card=card.plus:value=+5:subject=@subject.physics chance=50",
        ),
    },
)
def test_what_cheating_brings_on_average(state, says):
    assert sentence(GAME.asks(state)[0].choices[1].says) == says


@cases(
    "ben, options, stake",
    {
        "AB25 the plus cards": ({"before": ["+3", "-2"]}, {}, 3),
        "AB25 and what was copied": ({"before": ["+3", "-2"], "copied": [4]}, {}, 7),
        "A4 all that lies there": ({"before": ["+3", "-2"]}, {"caught_resets": "everything"}, 1),
        "AB26 the whole Klausur": ({"before": ["+5", "-2"], "caught": 1}, {}, 3),
        "AB26 less than nothing is nothing": ({"before": ["+3", "-5"], "caught": 1}, {}, 0),
        "AB26 at most what a Klausur counts": ({"before": ["+5"] * 3 + ["+1"], "caught": 1}, {}, 15),
    },
)
def test_what_is_at_stake(ben, options, stake):
    assert at_stake(at({"Ben": ben}, options=options), "Ben") == stake


def test_ab16_only_who_holds_cards_can_lay_them_open():
    """AB16."""
    state = at({"Ada": {"denied": ["-3"]}, "Ben": {"denied": ["-3"], "hand": []}})

    assert prompted(GAME, state)["open:Ada"] == "AB16 ask.open seat=Ada"
    assert not any(ask.id == "open:Ben" for ask in GAME.asks(state))


# --- the time to hand in ---


def test_ab38_how_it_is_asked():
    """AB33, AB38."""
    assert prompted(GAME, window("timed", "Ben")) == {
        "close:1": "AB38 ask.window seats=Ada",
        "ready:1:Ada": "AB38 ask.ready seat=Ada",
        "handin": "AB33 ask.handin seats=Ada,Ben",
    }
    assert prompted(GAME, window("timed", "Ada", "Ben"))["close:1"] == "AB38 ask.close"
