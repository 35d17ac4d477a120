"""A league of several tables: what counts of a game, the standing, and who plays next."""

from itertools import combinations
from random import Random

import msgspec
import pytest

from companion.people.league import Record, draw, latest, plan, rounds, standings
from tests.tables import cases


def game(number, *seats, won="", state="over", begun=None, mark=""):
    scores = {seat: 10 if seat == won else 5 for seat in seats} if state == "over" else {}
    winners = (won,) if won else ()
    mark, begun = mark or f"g{number}", number if begun is None else begun
    return Record("t", "T", mark, f"e{number}", number, begun, "yacht", seats, state, winners, scores)


def names(count):
    return [f"p{n:02}" for n in range(count)]


def season(people, size, count, seed=1):
    """So many rounds, played as they are drawn."""
    random, played = Random(seed), []
    for number in range(count):
        for place, group in enumerate(plan(played, people, size).next):
            if len(group) > 1:
                mark = 100 * number + place
                played.append(game(mark, *group, won=random.choice(group)))
    return played


def met(played):
    return [frozenset(pair) for one in played for pair in combinations(one.seats, 2)]


def test_a_game_gives_a_point_for_everybody_who_has_finished_behind():
    """A-G21, and nothing for a game that goes on or was given up."""
    played = [
        game(1, "Ada", "Ben", "Cem", won="Ada"),
        game(2, "Ben", "Cem", won="Ben"),
        game(3, "Ada", "Cem", state="left"),
        game(4, "Ada", "Ben", state="playing"),
    ]
    found = {one.name: (one.games, one.wins, one.points) for one in standings(played, ["Dora"])}
    assert found == {"Ada": (1, 1, 2), "Ben": (2, 1, 1), "Cem": (2, 0, 0), "Dora": (0, 0, 0)}
    assert [one.name for one in standings(played)] == ["Ada", "Ben", "Cem"]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_what_is_told_last_of_a_game_counts_in_whatever_order_it_comes(order):
    told = [
        game(1, "Ada", "Ben", state="playing", mark="g"),
        game(5, "Ada", "Ben", won="Ada", mark="g"),
        game(9, "Ada", "Ben", won="Ben", mark="g"),
    ]
    assert [one.winners for one in latest([told[n] for n in order])] == [("Ben",)]


def test_a_game_belongs_to_the_first_round_in_which_none_of_its_people_has_played():
    played = [
        game(1, "Ada", "Ben", won="Ada"),
        game(2, "Cem", "Dora", state="left"),
        game(3, "Cem", "Dora", won="Cem"),
        game(4, "Ada", "Cem", state="playing"),
        game(5, "Elif", "Finn", won="Elif"),
        game(6, "Elif", "Ada", won="Ada"),
    ]
    assert [[one.number for one in each] for each in rounds(reversed(played))] == [[1, 3, 5], [4], [6]]


@cases("size, people, count", {
    "pairs": (2, 8, 7),
    "a full hall of pairs": (2, 40, 12),
    "tables of three": (3, 9, 3),
    "tables of four": (4, 32, 4),
})  # fmt: skip
def test_nobody_meets_anybody_twice_as_long_as_that_can_be(size, people, count):
    played = season(names(people), size, count)
    assert len(met(played)) == len(set(met(played)))
    assert {one.games for one in standings(played)} == {count}, "and all play in every round"


@cases("people, size, sizes", {
    "nobody": (0, 4, []),
    "one alone": (1, 4, [1]),
    "fewer than a table has": (3, 4, [3]),
    "five": (5, 4, [2, 3]),
    "thirteen": (13, 4, [3, 3, 3, 4]),
    "pairs and somebody who pauses": (5, 2, [1, 2, 2]),
})  # fmt: skip
def test_tables_are_about_as_full_as_each_other(people, size, sizes):
    drawn = draw([], names(people), size)
    assert sorted(map(len, drawn)) == sizes
    assert sorted(name for group in drawn for name in group) == names(people)


def test_whoever_has_played_most_pauses():
    played = season(names(5), 2, 5)
    assert [one.games for one in standings(played)] == [4] * 5


def test_those_who_stand_alike_play_each_other():
    played = [game(n, f"w{n}", f"l{n}", won=f"w{n}") for n in range(4)]
    assert all(len({name[0] for name in group}) == 1 for group in draw(played, [], 2))


def test_who_is_still_to_sit_down_stays_while_others_begin():
    people = names(8)
    first = plan([], people, 4)
    one, other = first.next
    begun = [game(1, *one, state="playing")]
    now = plan(begun, people, 4)
    assert (first.round, now.round) == (0, 1) and now.waiting == (other,)
    assert plan([*begun, game(2, *other, state="playing")], people, 4).waiting == ()


@cases("changed", {
    "no seats": {"seats": []},
    "endless seats": {"seats": ["x"] * 9},
    "an endless name": {"seats": ["x" * 41]},
    "another state": {"state": "won"},
    "a number that is none": {"number": "7"},
    "points that are none": {"scores": {"Ada": "many"}},
})  # fmt: skip
def test_what_is_no_record_is_none(changed):
    told = {**msgspec.to_builtins(game(1, "Ada", "Ben", won="Ada")), **changed}
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(told), type=Record)
