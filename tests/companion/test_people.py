"""People across evenings, and what their games tell: from the journal alone, never more than it can tell."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.asks import MS, Fact, Kind, Source
from companion.calls.buttons import Edge
from companion.clock import HandClock
from companion.games import find_game
from companion.journal import Journal
from companion.lab.candidates import legal
from companion.people.luck import SHARES, chance_of, count, holm, judged
from companion.people.past import PastGame, Roll, past_game, past_games
from companion.people.profiles import Profile, keep, profiles, versions
from companion.people.standings import high_is_good, key_in, moments, persons, records
from companion.seats import Seat
from companion.table import Table
from tests.tables import cases

ABSPECKEN = find_game("abspecken")


@pytest.fixture
def clock():
    return HandClock(10**12, 10**18)


@pytest.fixture
def journal(clock):
    return Journal.open(":memory:", clock)


# --- who somebody is ---


def test_a_person_is_there_after_a_restart_and_keeps_the_number(tmp_path, clock):
    with Journal.open(tmp_path / "journal.sqlite", clock) as journal:
        elfi = keep(journal, Profile("Elfi", "red", "circle", "E", "1", "de", 200))
    with Journal.open(tmp_path / "journal.sqlite", clock) as journal:
        assert profiles(journal) == (elfi,)
        assert journal.verify().good


def test_a_change_is_a_new_version_and_the_same_person(journal):
    elfi = keep(journal, Profile("Elfi"))
    older = keep(journal, Profile("Elfi", handicap_ms=300, id=elfi.id))
    assert older.id == elfi.id
    assert [profile.handicap_ms for profile in profiles(journal)] == [300]
    assert [profile.handicap_ms for profile in versions(journal, elfi.id)] == [0, 300]


def test_what_says_nothing_new_is_not_written(journal):
    elfi = keep(journal, Profile("Elfi"))
    keep(journal, elfi)
    assert len(journal.entries()) == 1


def test_whoever_is_forgotten_is_not_offered_but_stays_in_the_journal(journal):
    elfi = keep(journal, Profile("Elfi"))
    keep(journal, replace(elfi, gone=True))
    assert profiles(journal) == ()
    assert len(versions(journal, elfi.id)) == 2


def test_an_unreadable_person_is_left_out(journal):
    keep(journal, Profile("Elfi"))
    journal.append(0, [("person", {"name": 7})])
    journal.append(0, [("person", {"name": "X", "handicap_ms": -5})])
    assert [profile.name for profile in profiles(journal)] == ["Elfi"]


def test_people_are_no_games(journal):
    keep(journal, Profile("Elfi"))
    assert journal.games() == ()
    assert list(journal.each_evening()) == []


# --- what was played ---


def seats():
    return [
        Seat("Ann", button="1", person=1),
        Seat("Ben", button="2", handicap_ms=100),
        Seat("Cem", button="3"),
    ]


def told(table, clock, kind, value, seat=""):
    clock.advance(900 * MS)
    return table.hear(Fact(kind, value, clock.now(), Source.TOUCH, seat))


@pytest.fixture
def rolled(journal, clock):
    table = Table.start(ABSPECKEN, seats(), {"limit": 60}, journal, clock)
    told(table, clock, Kind.CHOICE, "Ann")
    for seat in ("Ann", "Ben", "Cem"):
        told(table, clock, Kind.CONFIRM, True, seat)
    told(table, clock, Kind.DICE, {"pips": [3, 5], "colour": ["blue"]})
    return table


def test_a_roll_belongs_to_whoever_rolled(rolled, journal):
    assert past_game(journal, rolled.game_id).rolls == (
        Roll("Ann", {"pips": ("3", "5"), "colour": ("blue",)}),
    )


def test_a_roll_that_was_taken_back_does_not_count(rolled, journal):
    rolled.undo(agreed=True)
    assert past_game(journal, rolled.game_id).rolls == ()


def test_a_roll_that_was_corrected_counts_as_corrected(rolled, journal):
    entry = next(entry.entry for entry in reversed(rolled.log()) if entry.stands)
    rolled.correct(entry, {"pips": [6, 5], "colour": ["blue"]})
    past = past_game(journal, rolled.game_id)
    assert past.rolls[0].faces["pips"] == ("6", "5")
    assert past.versions == 1


def test_who_called_first_and_by_how_much_with_the_handicap_taken_off(rolled, journal, clock):
    told(rolled, clock, Kind.CARD, {"place": "discard:Ann", "cards": ["2", "6"]}, "Ann")
    clock.advance(2000 * MS)
    start = clock.now()
    for line, after in (("3", 0), ("2", 70)):  # Ben is 70 ms later and has 100 ms of handicap
        rolled.feel(Edge(line, start + after * MS, True))
    clock.advance(400 * MS)
    rolled.tick()
    calls = past_game(journal, rolled.game_id).calls
    assert [(call.seat, call.place, call.behind_ms) for call in calls] == [("Ben", 1, 0.0), ("Cem", 2, 30.0)]
    assert all(call.took_ms is not None and call.took_ms > 0 for call in calls)
    assert [len(moment) for moment in moments(past_game(journal, rolled.game_id))] == [2]


def play_out(journal, clock, seed=1, **options):
    table = Table.start(ABSPECKEN, seats(), {"limit": 60, **options}, journal, clock)
    random = Random(seed)
    while table.outcome is None:
        clock.advance(700 * MS)
        moves = [move for seat in table.state.seats for move in legal(ABSPECKEN, table.state, seat)]
        table.propose(ABSPECKEN.write_move(random.choice(moves)), Source.SIMULATED)
    return table


def test_a_whole_game_at_a_glance(journal, clock):
    table = play_out(journal, clock)
    (game,) = past_games(journal)
    assert game.played_out
    assert game.winners == table.outcome.winners
    assert game.scores == table.outcome.scores


def test_a_game_is_read_once_until_something_is_added(journal, clock):
    table, known = play_out(journal, clock), {}
    first = past_games(journal, deep=True, known=known)
    assert past_games(journal, deep=True, known=known)[0] is first[0]
    table.undo(agreed=True)
    assert past_games(journal, deep=True, known=known)[0] != first[0]


def test_a_game_that_was_given_up_is_nobodys_win(journal, clock):
    Table.start(ABSPECKEN, seats(), {}, journal, clock).leave()
    (game,) = past_games(journal)
    assert game.left and not game.played_out
    assert all(person.games == 0 for person in persons([game]))


def test_a_broken_start_is_left_out(journal):
    journal.append(0, [("start", {"game": "abspecken", "seats": [{"name": 1}]})])
    assert past_games(journal) == ()


# --- what it tells ---


def game(winners, scores, number=1, people=None, **more):
    seated = tuple(people or (Seat(name) for name in scores))
    return PastGame(number, 0, "abspecken", seated, scores, winners, True, False, 1.0, 0, **more)


def test_a_person_is_the_same_under_another_name():
    older = game(("Elfi",), {"Elfi": 0, "Ben": -4}, people=(Seat("Elfi", person=7), Seat("Ben")))
    newer = game(("Elfriede",), {"Elfriede": 0, "Ben": -9}, people=(Seat("Elfriede", person=7), Seat("Ben")))
    best = persons([newer, older])[0]
    assert (best.key, best.seat.name, best.games, best.wins, best.streak) == ("person:7", "Elfriede", 2, 2, 2)
    assert key_in(older, "Elfi") == key_in(newer, "Elfriede")


def test_equal_luck_would_have_won_one_over_the_number_of_people():
    games = [game(("A",), {"A": 1, "B": 0}), game(("B",), {"A": 0, "B": 1, "C": 0, "D": 0})]
    assert next(p for p in persons(games) if p.seat.name == "A").expected == 0.75


@cases(
    "scores, winners, high",
    {
        "few minus points": ({"A": -9, "B": 0}, ("B",), True),
        "few points": ({"A": 9, "B": 0}, ("B",), False),
        "nobody can tell": ({"A": 4, "B": 4}, ("A", "B"), True),
    },
)
def test_which_end_is_good_is_seen_from_the_winners(scores, winners, high):
    assert high_is_good([game(winners, scores)]) is high


def test_the_hall_of_fame_has_no_bots_and_nothing_that_never_was():
    assert records([]) == ()
    alone = records([game(("A",), {"A": 3, "B": 1})])
    assert {record.what for record in alone} == {"wins", "best"}
    assert next(record for record in alone if record.what == "best").keys == ("name:a",)


def test_the_closest_end_is_that_with_the_smallest_margin():
    games = [game(("A",), {"A": 9, "B": 1}, 2), game(("B",), {"A": 4, "B": 5}, 1)]
    closest = next(record for record in records(games) if record.what == "closest")
    assert (closest.played, closest.figure, closest.keys) == (1, 1, ("name:b",))


# --- luck ---


def counted(game):
    """How often each face was rolled in *game*."""
    counts = {}
    count(game, key_in, counts)
    return counts


def rolls(faces, kind="pips", seat="Ann"):
    return game(("Ann",), {"Ann": 1, "Ben": 0}, rolls=tuple(Roll(seat, {kind: (face,)}) for face in faces))


def test_with_few_rolls_nothing_is_said():
    luck = judged(counted(rolls("6" * 29)))
    assert all(not one.enough and not one.odd and one.adjusted == 1.0 for one in luck)
    assert {one.fewest for one in luck} == {30}


def test_a_die_that_shows_only_sixes_is_noticed():
    luck = judged(counted(rolls("6" * 60)))
    assert all(one.odd for one in luck)
    assert luck[0].counts == {**dict.fromkeys("12345", 0), "6": 60}


def test_the_piggy_die_has_two_grim_faces():
    faces = ["+-1", "+-2", "+-3", "smile", "grim", "grim"] * 20
    assert judged(counted(rolls(faces, "piggy")))[0].chi_square == 0


def test_faces_that_no_die_has_are_left_out():
    assert counted(rolls(["6", "7", "?"]))[""]["pips"] == Counter("6")


def test_fair_dice_are_called_odd_hardly_ever_however_many_are_looked_at():
    random, odd = Random(5), 0
    for _ in range(150):
        people = {
            f"p{n}": {
                kind: Counter(random.choices(list(s), list(s.values()), k=90)) for kind, s in SHARES.items()
            }
            for n in range(5)
        }
        odd += any(luck.odd for luck in judged(people))
    assert odd <= 8, "one family in a hundred is the promise; 8 of 150 has a chance below 1 in 10,000"


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_looking_at_many_never_makes_anything_odder(chances):
    adjusted = holm(chances)
    assert all(after >= before or after == 1.0 for before, after in zip(chances, adjusted, strict=True))
    assert all(0 <= after <= 1 for after in adjusted)
    assert sorted(adjusted) == [after for _, after in sorted(zip(chances, adjusted, strict=True))]


@pytest.mark.parametrize(
    ("chi", "freedom", "chance"), [(11.07, 5, 0.05), (15.09, 5, 0.01), (13.28, 4, 0.01), (0.0, 5, 1.0)]
)
def test_the_chances_are_those_of_the_tables(chi, freedom, chance):
    assert chance_of(chi, freedom) == pytest.approx(chance, abs=2e-4)
