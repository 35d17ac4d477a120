"""Figures over many games: of each person, and the hall of fame."""

import pytest

from companion.people.standings import high_is_good, moments, persons, records
from companion.seats import Seat
from tests.companion.people.games_played import called, game
from tests.tables import cases


def of(name, games):
    return next(person for person in persons(games) if person.seat.name == name)


def test_games_and_wins_are_counted_for_each_game():
    games = [
        game("A", {"A": 5, "B": 1}),
        game("B", {"A": 0, "B": 1}, name="wobble"),
        game("AB", {"A": 1, "B": 1, "C": 0}),
        game("A", {"A": 5, "B": 1}, finished=False),
        game("A", {"A": 5, "B": 1}, left=True),
    ]
    ann = of("A", games)

    assert (ann.games, ann.wins, ann.share, ann.telling) == (3, 2, 2 / 3, True)
    assert ann.by_game == {"abspecken": (2, 2), "wobble": (1, 0)}
    assert ann.expected == round(1 / 2 + 1 / 2 + 1 / 3, 2)
    assert not of("C", games).telling
    assert of("A", games[3:]).share == 0.0


@pytest.mark.parametrize(
    ("won", "streak"), [("", 0), ("-", 0), ("w", 1), ("ww-w", 2), ("w-www-", 3), ("--ww", 2)], ids=str
)
def test_the_longest_row_of_wins(won, streak):
    games = [game("A" if each == "w" else "B", {"A": 1, "B": 1}) for each in won]

    assert [person.streak for person in persons(games) if person.seat.name == "A"] == [streak] * bool(won)


def test_who_called_first_how_often_and_how_quickly():
    """Moments in which somebody was alone tell how quick they are, and nothing about who was first."""
    calls = (
        *called("A", "B", lead_ms=20.0, took_ms=300.0),
        *called("A", "B", "C", lead_ms=40.26, took_ms=500.0),
        *called("B", "A", took_ms=900.0),
        *called("A", took_ms=100.04),
    )
    games = [game("A", {"A": 1, "B": 0, "C": 0}, calls=calls)]
    ann = of("A", games)

    assert [[call.seat for call in moment] for moment in moments(games[0])] == [
        ["A", "B"],
        ["A", "B", "C"],
        ["B", "A"],
        ["A"],
    ]
    assert (ann.firsts, ann.contests, ann.fair_firsts) == (2, 3, round(1 / 2 + 1 / 3 + 1 / 2, 2))
    assert (ann.ahead_ms, ann.took_ms) == (30.1, 400.0)
    assert (of("C", games).firsts, of("C", games).contests, of("C", games).ahead_ms) == (0, 1, None)
    assert of("A", [game("A", {"A": 1, "B": 0})]).took_ms is None


def test_a_call_without_a_first_one_is_a_moment_of_its_own():
    later = called("A", "B", "C")[1:]

    assert [len(moment) for moment in moments(game("A", {"A": 1}, calls=later))] == [2]


def test_the_order_of_people():
    """The most wins; then the greater share; then more games; then the name."""
    games = [
        *[game("D", {"A": 0, "D": 1})] * 2,
        game("A", {"A": 1, "C": 0}),
        game("B", {"B": 1, "C": 0}),
        game("E", {"E": 1, "f": 0}),
    ]

    assert [person.seat.name for person in persons(games)] == ["D", "B", "E", "A", "C", "f"]


@cases(
    "games, high",
    {
        "many points win": ([game("A", {"A": 3, "B": 1})], True),
        "few points win": ([game("B", {"A": 3, "B": 1})], False),
        "a tie": ([game("A", {"A": 3, "B": 1})] * 2 + [game("B", {"A": 3, "B": 1})] * 2, True),
        "two of three": ([game("B", {"A": 3, "B": 1})] * 2 + [game("A", {"A": 3, "B": 1})], False),
        "equal points tell nothing": ([game("B", {"A": 1, "B": 1})], True),
        "nobody has lost": ([game("AB", {"A": 1, "B": 2})], True),
        "nobody has won": ([game("", {"A": 1, "B": 2})], True),
        "the winner has no points": ([game("C", {"A": 1, "B": 2})], True),
    },
)
def test_whether_many_points_are_good(games, high):
    assert high_is_good(games) is high


def told(games):
    return [(r.what, r.game, r.keys, r.figure, r.played) for r in records(games)]


def test_the_hall_of_fame():
    games = [
        game("A", {"A": 9, "B": 4}, 4),
        game("A", {"A": 7, "B": 6}, 3),
        game("B", {"A": 1, "B": 9}, 2),
        game("B", {"A": 0, "B": 5}, 1, name="wobble"),
        game("A", {"A": 99, "B": 0}, 9, left=True),
    ]

    assert told(games) == [
        ("wins", "", ("name:a", "name:b"), 2, 0),
        ("streak", "", ("name:a", "name:b"), 2, 0),
        ("best", "abspecken", ("name:a",), 9, 4),
        ("closest", "abspecken", ("name:a",), 1, 3),
        ("best", "wobble", ("name:b",), 5, 1),
    ]


def test_a_single_win_is_no_row_of_wins():
    assert [what for what, *_ in told([game("A", {"A": 1, "B": 0})])] == ["wins", "best"]


def test_where_few_points_are_good_the_fewest_are_the_best():
    games = [game("B", {"A": 9, "B": 4}, 2), game("A", {"A": 3, "B": 6}, 1)]

    assert told(games)[-2:] == [
        ("best", "abspecken", ("name:a",), 3, 1),
        ("closest", "abspecken", ("name:a",), 3, 1),
    ]


@cases(
    "won, calls, quickest",
    {
        "four times are too few": (4, 4, None),
        "five times out of five": (5, 5, 100),
        "five times out of eight": (5, 8, 62),
    },
)
def test_the_quickest(won, calls, quickest):
    contests = [called("A", "B")] * won + [called("B", "A")] * (calls - won)
    games = [game("A", {"A": 1, "B": 0}, calls=sum(contests, ()))]

    found = [figure for what, _, _, figure, _ in told(games) if what == "quickest"]
    assert found == ([] if quickest is None else [quickest])


def test_of_two_that_are_quick_the_one_who_is_quick_more_often():
    contests = [called("A", "B")] * 6 + [called("B", "A")] * 5 + [called("C", "A")] * 5
    games = [game("A", {"A": 1, "B": 0, "C": 0}, calls=sum(contests, ()))]

    assert [keys for what, _, keys, _, _ in told(games) if what == "quickest"] == [("name:c",)]


@cases(
    "winners, scores",
    {
        "a shared win": ("AB", {"A": 5, "B": 5, "C": 1}),
        "alone": ("A", {"A": 5}),
        "a winner without points": ("Z", {"A": 5, "B": 1}),
        "points did not decide": ("A", {"A": 5, "B": 5}),
    },
)
def test_an_end_without_a_margin_is_never_the_closest(winners, scores):
    games = [game(winners, scores, 2), game("A", {"A": 9, "B": 1}, 1)]

    assert not [what for what, *_ in told(games) if what == "closest"]


def test_the_closest_is_measured_to_the_next_one():
    games = [game("A", {"A": 9, "B": 2, "C": 7}, 2), game("A", {"A": 9, "B": 6}, 1)]

    assert [(figure, played) for what, _, _, figure, played in told(games) if what == "closest"] == [(2, 2)]


def test_bots_have_no_place_in_the_hall_of_fame():
    people = (Seat("Robo", bot="strong"), Seat("B"))
    games = [game(["Robo"], {"Robo": 9, "B": 4}, people=people)] * 2

    assert told(games) == [
        ("best", "abspecken", ("name:b",), 4, 1),
        ("closest", "abspecken", ("bot:robo",), 5, 1),
    ]
