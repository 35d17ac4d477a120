"""Abi '94: what the screens show: the panels, the mats, the sheet, and what everybody may know besides."""

import pytest
from abi94_evenings import SEATS
from test_abi94_prompts import FRONTS, GOT, at, pending, window

from companion.games.abi94 import GAME
from tests.companion.in_short import panels, sentence, sheet
from tests.tables import cases

# --- panels ---


@cases(
    "state, phase, turn",
    {
        "AB9": (at(round=3), "phase.turn seat=Ada project=project.klausur:number=1 round=3", ["Ada"]),
        "AB22 who has to settle something": (
            pending("cover"),
            "phase.turn seat=Ben project=project.klausur:number=1 round=1",
            ["Ben"],
        ),
        "AB38 nobody": (window(), "phase.window seat= project=project.klausur:number=1 round=1", []),
        "AB4": (at(phase="over", project=4), "phase.over seat= project=project.exam round=1", []),
    },
)
def test_whose_turn_is_shown(state, phase, turn):
    view = GAME.view(state)

    assert sentence(view.phase) == phase
    assert [panel.seat for panel in view.panels if panel.turn] == turn


def test_ab35_the_panels_of_a_klausur():
    """AB35, AB39, AB41: chips, pills, cards, points, and the risk of the stress test."""
    state = at({**FRONTS, "Dora": {"standing": "handed_in", "klausuren": [9]}})

    assert panels(GAME.view(state)) == [
        "Ada 0 stat.chips=3 stat.pills=0 stat.hand=7 stat.points=4 stat.pill_risk=30 % turn",
        "Ben 0 stat.chips=0 stat.pills=1 stat.hand=7 stat.points=-4 stat.pill_risk=0 %",
        "Cleo 0 stat.chips=0 stat.pills=0 stat.hand=7 stat.points=2 stat.pill_risk=0 %",
        "Dora 9 stat.chips=0 stat.pills=0",
    ]


def test_ab43_the_panels_of_the_exam():
    """AB43: of three types; who is out sees nothing more of it."""
    pupils = {**FRONTS, "Ada": {"before": ["+5", "+3", "-1", "+5"]}, "Dora": {"standing": "out"}}

    assert panels(GAME.view(at(pupils, project=4))) == [
        "Ada 0 stat.chips=0 stat.pills=0 stat.hand=7 stat.points=12 stat.types=2/3 turn",
        "Ben 0 stat.chips=0 stat.pills=1 stat.hand=7 stat.points=-4 stat.types=1/3",
        "Cleo 0 stat.chips=0 stat.pills=0 stat.hand=7 stat.points=2 stat.types=1/3",
        "Dora 0 stat.chips=0 stat.pills=0 out",
    ]


@pytest.mark.parametrize("phase", ["swap", "lead", "stress", "over"])
def test_ab6_between_projects_there_are_chips_and_pills(phase):
    """AB6, AB39."""
    assert panels(GAME.view(at(phase=phase, starters=SEATS)))[1:2] == ["Ben 0 stat.chips=0 stat.pills=1"]


# --- mats ---


def test_ab11_this_rounds_card_lies_apart():
    """AB11, AB14: only before those who have not handed in; the pack and what was thrown away beside them."""
    pupils = {**FRONTS, "Ben": {"before": ["+3"], **GOT}, "Cleo": {"standing": "handed_in"}}
    piles = GAME.view(at(pupils, discard=["?", "ME"], draw=9)).piles

    assert [(pile.place, pile.cards, pile.count) for pile in piles] == [
        ("now:Ada", (), 0),
        ("before:Ada", ("+5", "-1"), 2),
        ("now:Ben", ("+1",), 1),
        ("before:Ben", ("+3",), 1),
        ("now:Dora", (), 0),
        ("before:Dora", (), 0),
        ("draw", (), 9),
        ("discard", ("?", "ME"), 2),
    ]


@pytest.mark.parametrize(
    ("phase", "shown"),
    [("deal", False), ("swap", True), ("lead", True), ("turn", True), ("window", True), ("stress", False)],
)
def test_ab5_cards_lie_there_from_the_deal_to_the_end_of_a_project(phase, shown):
    """AB5, AB38."""
    assert bool(GAME.view(at(phase=phase, starters=SEATS)).piles) is shown


# --- the sheet ---


def test_ab44_the_sheet_is_the_one_on_paper():
    """AB44 to AB46: points, pills as strokes, the exam with its pills, doubled, the sum, and the grade."""
    pupils = {
        "Ada": {"klausuren": [9, 5, 12], "pills": 1, "exam": {"raw": 12, "pills": 1, "types": 3}},
        "Ben": {"klausuren": [5, 5, 5], "exam": {"raw": 12, "ejected": True, "types": 3}},
        "Cleo": {"klausuren": [5, 5, 5], "exam": {"raw": 17, "types": 3}},
        "Dora": {"standing": "out", "klausuren": [1, 2], "pills": 3},
    }

    assert sheet(GAME.view(at(pupils, phase="over", project=4))) == [
        "project.klausur number=1: 9 5 5 1",
        "project.klausur number=2: 5 5 5 2",
        "project.klausur number=3: 12 5 5 ",
        "sheet.sum: 26 15 15 3",
        "sheet.pills: I   III",
        "sheet.exam: 12 − 1 = 11 – 15 ",
        "sheet.doubled: 22  30 ",
        "sheet.total: 48 15 45 3",
        "sheet.grade: 2.4  2.6 ",
    ]


def test_ab46_an_exam_that_was_not_passed_is_not_doubled():
    """AB43, AB46."""
    failed = {"klausuren": [5, 5, 5], "pills": 2, "exam": {"raw": 6, "pills": 2, "types": 3}}
    rows = {row.label.key: row.cells for row in GAME.view(at({"Ada": failed}, phase="over", project=4)).sheet}

    assert [rows[f"sheet.{key}"][0] for key in ("exam", "doubled", "total", "grade")] == [
        "6 − 2 = 4",
        "",
        "15",
        "",
    ]


# --- besides ---


@cases(
    "pupil, project, needs",
    {
        "AB2 five points pass": ({}, 1, 5),
        "AB2 pills cost nothing in a Klausur": ({"before": ["+2"], "pills": 2}, 1, 3),
        "AB44 but in the exam": ({"before": ["+2"], "pills": 2}, 4, 5),
        "AB2 enough": ({"before": ["+5", "+1"]}, 1, 0),
    },
)
def test_how_many_points_are_missing(pupil, project, needs):
    assert GAME.view(at({"Ada": pupil}, project=project)).detail["needs"]["Ada"] == needs


def test_ab16_what_everybody_may_know():
    """AB22, AB23."""
    pupils = {
        **FRONTS,
        "Ada": {"before": ["-5"] * 4, "covered": ["-5"], "copied": [2], **GOT},
        "Dora": {"standing": "handed_in"},
    }
    detail = GAME.view(at(pupils, turn="Ben")).detail

    assert detail["covered"] == {"Ada": ["-5"], "Ben": [], "Cleo": []}
    assert detail["copied"] == {"Ada": [2], "Ben": [], "Cleo": []}
    assert set(detail["needs"]) == {"Ada", "Ben", "Cleo"}


def test_what_the_cards_are_called():
    """AB19, AB22: by effect, by subject, or by nothing but the value."""
    called = GAME.view(at()).detail["deck"]

    assert (called["MP"], called["+5"], called["-5"]) == ("effect.mamapapa", "subject.physics", "")


@pytest.mark.parametrize("phase", ["deal", "swap", "lead", "stress", "over"])
def test_between_projects_there_is_nothing_to_know(phase):
    """AB2: but how many points pass, and what the cards are called."""
    assert GAME.view(at(phase=phase, starters=SEATS)).detail.keys() == {"pass", "deck"}
