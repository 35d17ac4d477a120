"""Results as tables that other programs read."""

import json
import time

import pytest

from companion.games import find_game
from companion.people.past import Roll
from companion.people.standings import persons
from companion.people.tables import Sheet, as_json, games_csv, sheet_csv
from companion.seats import Seat
from tests.companion.people.games_played import called, game
from tests.tables import cases

PIG = find_game("cui_bono")


@pytest.fixture(autouse=True)
def in_greenwich(monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def evening():
    people = (Seat("Ann", person=7), Seat("Robo", bot="easy"), Seat("Ben", handicap_ms=200))
    won = game(["Ann"], {"Ann": 9, "Robo": -4}, 12, people, minutes=12.34)
    return won, game([], {}, 13, (Seat("Ann"),), left=True, name="wobble")


def test_a_line_for_every_seat_of_every_game():
    assert games_csv(evening()).split("\r\n") == [
        "game_id,date,game,seat,person,bot,score,won,finished,minutes",
        "12,1970-01-01 00:00:00+00:00,abspecken,Ann,7,,9,1,1,12.3",
        "12,1970-01-01 00:00:00+00:00,abspecken,Robo,,easy,-4,0,1,12.3",
        "12,1970-01-01 00:00:00+00:00,abspecken,Ben,,,,0,1,12.3",
        "13,1970-01-01 00:00:00+00:00,wobble,Ann,,,,0,0,1.0",
        "",
    ]


@cases(
    "name, cell",
    {
        "a name": ("Elfi", "Elfi"),
        "a formula": ("=1+1", "'=1+1"),
        "a plus": ("+49", "'+49"),
        "an at sign": ("@Ann", "'@Ann"),
        "a tabulator": ("\tAnn", "'\tAnn"),
        "a minus": ("-Ann", "'-Ann"),
        "a number below zero": ("-5", "-5"),
        "a lone minus": ("-", "'-"),
        "the sign before the points": ("=", "="),
        "a sign inside": ("A=1", "A=1"),
    },
)
def test_a_name_is_never_a_formula(name, cell):
    line = games_csv([game([], {}, 1, (Seat(name),))]).split("\r\n")[1]

    assert line.split(",")[3] == cell


def sheet():
    state = PIG.read_position({"seats": ["Ann", "Ben"], "kept": {"Ann": "rm"}})
    people = (Seat("Ann"), Seat("Ben"))
    return Sheet(PIG, people, PIG.options(), state, PIG.view(state), over=False)


def test_the_score_sheet_of_a_game():
    assert sheet_csv(sheet(), "de").split("\r\n") == [
        ",Ann,Ben",
        "rot,1,0",
        "gelb,0,0",
        "perlmutt,1,0",
        "=,-4,0",
        "",
    ]


def test_everything_that_is_known_of_a_game():
    people = (Seat("Ann", person=7), Seat("Robo", bot="easy"), Seat("Ben", handicap_ms=200))
    rolls = (Roll("Ann", {"pips": ("3", "5")}),)
    calls = called("Ben", "Ann", took_ms=300.0)
    (told,) = json.loads(
        as_json([game(["Ann"], {"Ann": 9}, 12, people, minutes=12.34, versions=2, rolls=rolls, calls=calls)])
    )["games"]

    assert told == {
        "id": 12,
        "date": "1970-01-01 00:00:00+00:00",
        "game": "abspecken",
        "seats": [
            {"name": "Ann", "person": "person:7", "handicap_ms": 0},
            {"name": "Robo", "person": "bot:robo", "handicap_ms": 0},
            {"name": "Ben", "person": "name:ben", "handicap_ms": 200},
        ],
        "scores": {"Ann": 9},
        "winners": ["Ann"],
        "finished": True,
        "minutes": 12.3,
        "versions": 2,
        "rolls": [{"seat": "Ann", "pips": ["3", "5"]}],
        "calls": [
            {"seat": "Ben", "call": "cannot", "place": 1, "behind_ms": 0.0, "took_ms": 300.0},
            {"seat": "Ann", "call": "cannot", "place": 2, "behind_ms": 10.0, "took_ms": 300.0},
        ],
    }


def test_the_rounds_of_a_game_whose_sheet_is_found():
    games = [game(["Ann"], {"Ann": 9}, 12), game(["Ann"], {"Ann": 9}, 13)]
    found = json.loads(as_json(games, sheet=lambda number: sheet() if number == 12 else None))["games"]

    assert found[0]["rounds"][:2] == [
        {"label": "colour.red", "cells": ["1", "0"]},
        {"label": "colour.yellow", "cells": ["0", "0"]},
    ]
    assert "rounds" not in found[1]


def test_everything_that_is_known_of_a_person():
    games = [game(["Käthe"], {"Käthe": 9, "Ben": 1}, calls=called("Käthe", "Ben", took_ms=300.0))]
    written = as_json([], persons(games))

    assert "Käthe" in written and '\n "games": [],' in written
    assert json.loads(written)["persons"][0] == {
        "person": "name:käthe",
        "name": "Käthe",
        "games": 1,
        "wins": 1,
        "wins_by_equal_luck": 0.5,
        "by_game": {"abspecken": {"games": 1, "wins": 1}},
        "called_first": 1,
        "called_against_others": 1,
        "called_first_by_equal_luck": 0.5,
        "usual_lead_ms": 10.0,
        "usual_time_to_call_ms": 300.0,
        "longest_row_of_wins": 1,
    }
