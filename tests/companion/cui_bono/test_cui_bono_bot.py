"""What a bot does in Cui bono?: what it takes, where it puts it back, and what it would rather not keep."""

from random import Random

import pytest

from companion.bots import LEVELS
from companion.games.cui_bono import GAME
from companion.games.cui_bono import moves as m
from companion.games.cui_bono.bot import Position, Turn, Turns, choose
from companion.games.cui_bono.handling import fitting, take, takeable
from companion.games.cui_bono.state import CuiBonoOptions, fingerprint
from companion.lab.short_pyramid import read_position
from companion.pyramid.notation import cell_named, name_of
from companion.pyramid.positions import mixed
from tests.companion.cui_bono.pyramids import CORNERS, SEATS, at
from tests.companion.luck import HIGH, LOW, Luck
from tests.tables import cases

SKILLED = ("easy", "medium", "strong")


def opened(number):
    """A pyramid of all colours whose three uppermost layers are gone; its corners are of one colour each."""
    return {name: lying for name, lying in mixed(number).items() if sum(cell_named(name)) > 2}


MIXED, PICKY = opened(12), opened(124)  # in the latter one corner die fits nowhere


def turns(players=3, seen=(), **options):
    return Turns(CuiBonoOptions(**options), players, dict.fromkeys(seen, 1))


def table(**given):
    """Ann's turn at a pyramid of all colours."""
    position = {"seats": SEATS, "phase": "take", "on_turn": "Ann", "turns": 1, "pyramid": MIXED}
    return read_position(GAME, {**position, **given})


def in_hand(colour, **given):
    """Ann holds a die of *colour*, which came from a corner."""
    taken = take(MIXED, CORNERS[2])
    given = {"vacated": list(taken.vacated), "took": list(CORNERS[2]), **given}
    return table(phase="put", die=f"{colour}???", pyramid=taken.pyramid, **given)


# --- how it looks at a position ---


@cases(
    "kept, player, worth",
    {
        "nobody has kept anything": (("", "", ""), 0, 0),
        "a red die costs 1, and a little for the die": (("r", "", ""), 0, -1.1),
        "one of pearl costs 3": (("m", "", ""), 0, -3.1),
        "good for each other: half of it, for three play": (("m", "", ""), 1, 1.5),
        "the others on average": (("", "yy", "r"), 0, 2.5),
        "more dice lose a tie": (("rr", "y", "y"), 0, -0.2),
    },
)
def test_cb13_who_has_fewer_points_stands_better(kept, player, worth):
    assert turns().worth(Position({}, 0, kept), player) == pytest.approx(worth)


def test_cb13_with_two_there_is_one_other():
    assert turns(players=2).worth(Position({}, 0, ("r", "m")), 0) == pytest.approx(3 - 1 - 0.1)


def test_a_cb1_other_colours_may_be_dear():
    assert turns(points="mry").worth(Position({}, 0, ("m", "", "")), 0) == pytest.approx(-1.1)


def test_cb12_winning_is_worth_more_than_any_points():
    """The tenth die of anybody ends the game."""
    over = Position({}, 0, ("r" * 10, "rr", "rr"))

    assert turns().worth(over, 1) == pytest.approx((10 + 2) / 2 - 2 - 0.2 + 20)
    assert turns().worth(over, 2) == pytest.approx((10 + 2) / 2 - 2 - 0.2 + 20)
    assert turns().worth(over, 0) == pytest.approx(2 - 10 - 1 - 20)
    assert turns().worth(Position({}, 0, ("r" * 9, "rr", "rr")), 1) < 6


@pytest.mark.parametrize(("players", "last"), [(3, 10), (4, 10), (5, 7), (6, 7)])
def test_cb12_when_it_is_over_there_is_nothing_to_do(players, last):
    def actions(dice):
        others = ("",) * (players - 1)
        return turns(players).actions(Position(MIXED, 0, ("r" * dice, *others)))

    assert actions(last - 1)
    assert not actions(last)


def test_cb3_to_cb7_all_turns_that_there_are():
    """Every die that may be taken, put wherever it fits or kept; keeping last, the cheapest first."""
    position = Position(MIXED, 0, ("", "", ""))
    found = turns().actions(position)

    wanted = []
    for cell in takeable(MIXED):
        taken = take(MIXED, cell)
        wanted += [Turn(cell, place) for place in (*fitting(taken.pyramid, taken.die[0]), None)]
    assert sorted(found, key=str) == sorted(wanted, key=str)
    costs = [0 if turn.put else "rym".index(MIXED[name_of(turn.take)][0]) + 1 for turn in found]
    assert costs == sorted(costs)
    assert len(set(costs)) == 4


def test_a_cb4_where_a_die_must_be_put_back_it_is_kept_only_if_it_fits_nowhere():
    found = turns(voluntary=False).actions(Position(PICKY, 0, ("", "", "")))

    fits = {turn.take for turn in found if turn.put}
    kept = {turn.take for turn in found if not turn.put}
    assert fits
    assert kept
    assert not fits & kept
    assert fits | kept == set(takeable(PICKY))


@pytest.mark.parametrize("put", [True, False])
def test_cb6_cb10_what_a_turn_leads_to(put):
    """It is the next seat's turn; the die lies where it was put, or its colour is kept."""
    turn = next(t for t in turns().actions(Position(MIXED, 2, ("r", "y", "m"))) if bool(t.put) == put)
    taken = take(MIXED, turn.take)
    colour = taken.die[0]

    after = turns().after(Position(MIXED, 2, ("r", "y", "m")), turn)

    assert after.turn == 0
    if put:
        assert after.pyramid == {**taken.pyramid, name_of(turn.put): f"{colour}???"}
        assert after.kept == ("r", "y", "m")
    else:
        assert after.pyramid == taken.pyramid
        assert after.kept == ("r", "y", "m" + colour)


def test_cb10_kept_dice_are_those_of_who_is_on_turn():
    turn = next(t for t in turns().actions(Position(MIXED, 1, ("r", "y", "m"))) if not t.put)
    after = turns().after(Position(MIXED, 1, ("r", "y", "m")), turn)

    assert after.kept == ("r", "y" + MIXED[name_of(turn.take)][0], "m")
    assert after.turn == 2


def test_an_unread_die_is_reckoned_as_the_middle_one():
    unread = dict.fromkeys(MIXED, "????")
    turn = next(t for t in turns().actions(Position(unread, 0, ("", "", ""))) if not t.put)

    assert turns().after(Position(unread, 0, ("", "", "")), turn).kept == ("y", "", "")


def test_a_cb6_it_does_not_go_round_in_a_circle():
    """A turn that leads to where the table has stood before is left out, unless all of them do."""
    position = Position(MIXED, 0, ("", "", ""))
    every = turns().actions(position)
    led_to = [turns().after(position, turn) for turn in every]
    names = [fingerprint(after.pyramid, after.turn) for after in led_to]

    left = turns(seen=names[:1]).first_actions(position)

    assert every[0] not in left
    assert left == [turn for turn, name in zip(every, names, strict=True) if name != names[0]]
    assert turns(seen=names).first_actions(position) == every


# --- taking ---


@pytest.mark.parametrize("level", SKILLED)
def test_it_takes_what_it_can_put_back(level):
    """Rather than keep a die."""
    state = table()
    cell = choose(state, "Ann", level, Random(1)).cell
    taken = take(MIXED, cell)

    assert fitting(taken.pyramid, taken.die[0])


@pytest.mark.parametrize("level", SKILLED)
@pytest.mark.parametrize(("cheap", "points"), [("r", "rym"), ("m", "myr"), ("y", "yrm")])
def test_cb13_where_all_must_be_kept_it_takes_the_cheapest(level, cheap, points):
    """In a pyramid of one colour nothing may be put back; one corner has a cheaper die."""
    dear = next(colour for colour in "rym" if colour == points[2])
    state = at(fill=dear, col={name_of(CORNERS[1]): cheap}, options={"points": points})

    assert choose(state, "Ann", level, Random(1)) == m.Take(seat="Ann", cell=CORNERS[1])


@pytest.mark.parametrize("level", SKILLED)
def test_a_cb6_it_takes_another_one_where_the_table_stood_like_that(level):
    state = table()
    first = choose(state, "Ann", level, Random(1))
    search = turns()
    position = Position(state.pyramid, 0, ("", "", ""))
    led_to = [search.after(position, turn) for turn in search.actions(position) if turn.take == first.cell]
    again = table(repeats={fingerprint(after.pyramid, after.turn): 1 for after in led_to})

    second = choose(again, "Ann", level, Random(1))
    assert second.cell != first.cell
    taken = take(MIXED, second.cell)
    assert fitting(taken.pyramid, taken.die[0]), "still nothing that would have to be kept"


def test_the_strong_one_looks_further_than_the_easy_one():
    """So many positions: the more there are the later it makes up its mind."""
    looked = {level: [] for level in SKILLED}
    for level, positions in looked.items():
        original = Turns.after

        def counting(self, position, action, original=original, positions=positions):
            positions.append(action)
            return original(self, position, action)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Turns, "after", counting)
            choose(table(), "Ann", level, Random(1), nodes=400)
    counts = [len(looked[level]) for level in SKILLED]
    first = len(turns().actions(Position(MIXED, 0, ("", "", ""))))
    assert [count - first for count in counts] == [8 + 1, 100 + 1, 400 + 1]


# --- putting back or keeping ---


@pytest.mark.parametrize("level", SKILLED)
@pytest.mark.parametrize("colour", ["r", "y", "m"])
def test_cb6_it_puts_back_what_fits(level, colour):
    state = in_hand(colour)
    move = choose(state, "Ann", level, Random(1))

    assert isinstance(move, m.Put)
    assert move.cell in fitting(state.pyramid, colour)


@pytest.mark.parametrize("level", LEVELS)
def test_cb10_it_keeps_what_fits_nowhere(level):
    taken = take(at().pyramid, CORNERS[0])
    state = at("put", die="y???", took=list(CORNERS[0]), vacated=list(taken.vacated), minus=[taken.vacated])

    assert not fitting(state.pyramid, "y")
    assert choose(state, "Ann", level, HIGH) == m.Keep(seat="Ann")


@pytest.mark.parametrize("level", SKILLED)
def test_a_cb6_it_puts_it_elsewhere_where_the_table_stood_like_that(level):
    state = in_hand("r")
    first = choose(state, "Ann", level, Random(1)).cell
    stood = fingerprint({**state.pyramid, name_of(first): "r???"}, 1)

    second = choose(in_hand("r", repeats={stood: 1}), "Ann", level, Random(1))

    assert isinstance(second, m.Put)
    assert second.cell != first


def test_cb12_it_keeps_the_die_that_ends_the_game_only_if_it_wins():
    """With nine dice in front of it the tenth ends the game."""
    behind = in_hand("m", kept={"Ann": "r" * 9, "Ben": "r", "Cleo": "r"})
    ahead = in_hand("r", kept={"Ann": "r" * 9, "Ben": "m" * 9, "Cleo": "m" * 9})

    assert isinstance(choose(behind, "Ann", "strong", Random(1)), m.Put)
    assert isinstance(choose(ahead, "Ann", "strong", Random(1)), m.Keep)
    assert isinstance(
        choose(in_hand("r", kept=ahead.kept, options={"voluntary": False}), "Ann", "strong", LOW), m.Put
    )


# --- the random one ---


def test_a_random_one_takes_and_puts_anything():
    assert choose(table(), "Ann", "random", LOW).cell == takeable(MIXED)[0]
    assert choose(table(), "Ann", "random", HIGH).cell == takeable(MIXED)[-1]
    state = in_hand("r")
    places = fitting(state.pyramid, "r")
    assert choose(state, "Ann", "random", LOW) == m.Put(seat="Ann", cell=places[0])
    assert choose(state, "Ann", "random", Luck(0.49)) == m.Put(
        seat="Ann", cell=places[int(0.49 * len(places))]
    )
    assert choose(state, "Ann", "random", Luck(0.5)) == m.Keep(seat="Ann")


def test_a_cb4_a_random_one_puts_back_what_must_be():
    state = in_hand("r", options={"voluntary": False})
    assert choose(state, "Ann", "random", HIGH).cell == fitting(state.pyramid, "r")[-1]


# --- waiting ---


@pytest.mark.parametrize("level", LEVELS)
@cases(
    "given, seat",
    {
        "CB2 somebody else is on turn": ({}, "Ben"),
        "CB1 people build": ({"phase": "build"}, "Ann"),
        "CB6 people tell the colour": ({"phase": "tell"}, "Ann"),
        "CB12 it is over": ({"phase": "over"}, "Ann"),
    },
)
def test_when_a_bot_waits(level, given, seat):
    assert choose(table(**given), seat, level, Random(1)) is None
