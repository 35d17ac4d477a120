"""Dice March: the set-up, tips and turns, the competitions they bring about, and positions."""

import pytest
from march_positions import BOOKLET, SEATS, TIP, hear, play, position, refusal

from companion.asks import Fact, Kind, Source
from companion.games.dice_march import GAME
from companion.games.dice_march.competition import funnels_made, goal, tips_from
from companion.games.dice_march.state import distance, start_cells, start_faces, start_pyramid
from companion.lab.candidates import legal
from companion.lab.short_pyramid import read_position
from companion.lab.vectors.dice_march import HANDLES, answer
from companion.pyramid.cells import SADDLES
from companion.pyramid.dice import is_right_handed
from companion.pyramid.notation import COLOURS, cell_named, name_of, shape
from companion.table.judge import judge
from tests.tables import cases

# --- set-up ---


@cases(
    "axis, faces, corner",
    {
        "A-DM10 side A": (0, (3, 2, 1), (8, 0, 0)),
        "A-DM10 side B": (1, (1, 3, 2), (0, 8, 0)),
        "A-DM10 side C": (2, (2, 1, 3), (0, 0, 8)),
    },
)
def test_set_up(axis, faces, corner):
    """The middle five edge funnels; 3 to oneself, 2 to the left, 1 to the right; right-handed dice can."""
    assert start_faces(axis) == faces
    assert is_right_handed(faces)
    assert goal(axis) == corner
    cells = start_cells(axis)
    assert [cell[axis] for cell in cells] == [0] * 5
    assert all(min(n for at, n in enumerate(cell) if at != axis) >= 2 for cell in cells)


def test_every_die_starts_eight_tips_away():
    """DM15: one step along the own axis a tip; sideways tips never shorten the way."""
    for axis in range(3):
        assert {distance(axis, cell) for cell in start_cells(axis)} == {8}
    paths = [ways_to_goal(cell) for cell in start_cells(0)]
    assert paths == [28, 56, 70, 56, 28]


def ways_to_goal(cell):
    """In how many ways eight forward tips of side A lead to its goal."""
    i, j, k = cell
    if i == 8:
        return 1
    return (ways_to_goal((i + 1, j - 1, k)) if j else 0) + (ways_to_goal((i + 1, j, k - 1)) if k else 0)


def test_left_handed_dice_are_noticed_at_the_set_up():
    """A-DM10, G16: with them 3, 2 and 1 cannot lie as the game needs it."""
    state = GAME.start(SEATS, GAME.options())
    mirrored = {name: lying[:3] + str(7 - int(lying[3])) for name, lying in start_pyramid().items()}
    told = hear(state, "set-up", {"dice": mirrored})
    assert (told.ruling.rule, told.ruling.why.key) == ("A-DM10", "left_handed")
    agreed = Fact(Kind.PYRAMID, {"agreed": {"dice": mirrored}}, 1, Source.TOUCH)
    told = judge(GAME, state, GAME.asks(state), agreed)
    assert (told.ruling.rule, told.ruling.why.key) == ("A-DM10", "left_handed")
    assert hear(state, "set-up", {"dice": start_pyramid()}).ruling.verdict == "accepted"


def test_somebody_begins():
    """DM2: one touch says who, and that the dice stand ready."""
    state = GAME.start(SEATS, GAME.options())
    assert refusal(state, "tip", "Elfi", cell=(0, 4, 4), to=(1, 3, 4)) == "DM2 begin_first"
    begun = play(state, "begin", "Uli").state
    assert (begun.phase, begun.on_turn) == ("play", "Uli")
    assert refusal(begun, "begin", "Tom") == "DM2 begun"
    assert refusal(state, "begin", "Nobody") == "DM2 who_begins"


# --- tips and turns ---


@cases(
    "args, refused",
    {
        "DM3 forward left": (("Elfi", (0, 4, 4), (1, 3, 4)), None),
        "A-DM9 forward right": (("Elfi", (0, 4, 4), (1, 4, 3)), None),
        "DM3 sideways": (("Elfi", (0, 2, 6), (0, 1, 7)), None),
        "DM3 only into an empty funnel": (("Elfi", (0, 4, 4), (0, 3, 5)), "DM3 funnel_taken"),
        "DM3 only to a neighbour": (("Elfi", (0, 4, 4), (2, 3, 3)), "DM3 no_neighbour"),
        "DM3 not out of the base": (("Elfi", (0, 4, 4), (1, 4, 4)), "DM3 no_neighbour"),
        "DM3 not over the rim": (("Elfi", (0, 4, 4), (-1, 5, 4)), "DM3 off_the_base"),
        "DM2 another's die": (("Elfi", (2, 0, 6), (3, 0, 5)), "DM2 not_your_die"),
        "DM2 no die at all": (("Elfi", (4, 2, 2), (5, 1, 2)), "DM2 not_your_die"),
        "DM2 another's turn": (("Tom", (2, 0, 6), (3, 0, 5)), "DM2 not_your_turn"),
    },
)
def test_tip(args, refused):
    seat, cell, to = args
    assert refusal(position(), "tip", seat, cell=cell, to=to) == refused


def test_never_back():
    """DM3."""
    state = position({"3,3,2": "r321"})
    assert refusal(state, "tip", "Elfi", cell=(3, 3, 2), to=(2, 4, 2)) == "DM3 never_back"
    assert refusal(state, "tip", "Elfi", cell=(3, 3, 2), to=(2, 3, 3)) == "DM3 never_back"


def test_a_tip_is_a_quarter_turn():
    """DM4: the note says what the die shows now; one that was rolled over the ridge is noticed."""
    state = position()
    step = play(state, "tip", "Elfi", cell=(0, 4, 4), to=(1, 4, 3), faces=(6, 2, 3))
    assert step.state.pyramid["1,4,3"] == "r623"
    assert step.notes[0].rule == "DM4"
    assert refusal(state, "tip", "Elfi", cell=(0, 4, 4), to=(1, 4, 3), faces=(5, 4, 1)) == "DM4 one_face_over"


@cases(
    "faces, options, refused",
    {
        "DM13 any other way to lie": ((6, 2, 3), {}, None),
        "A-DM4 the same as before": ((3, 2, 1), {}, "A-DM4 must_change"),
        "A-DM4 where the table allows it": ((3, 2, 1), {"nullTurn": "allow"}, None),
        "G16 a left-handed die": ((3, 1, 2), {}, "G16 impossible_faces"),
    },
)
def test_turn(faces, options, refused):
    assert refusal(position(options=options), "turn", "Elfi", cell=(0, 4, 4), faces=faces) == refused


def test_turning_starts_no_competition():
    """DM5, DM13: even in the middle of a funnel."""
    state = position({"3,3,2": "r321", "4,3,1": "y213", "3,4,1": "m321"})
    after = play(state, "turn", "Elfi", cell=(3, 3, 2), faces=(6, 2, 3)).state
    assert len(after.pyramid) == 3
    assert after.on_turn == "Tom"


def test_first_turn_has_127_actions():
    """DM2: 12 tips and 23 turns for each of the five dice."""
    state = position()
    kinds = [type(made).__name__ for made in legal(GAME, state, "Elfi")]
    assert (kinds.count("Tip"), kinds.count("Turn")) == (12, 115)


# --- competitions ---


def test_the_booklet_s_example():
    """DM5, DM6, DM7, DM8, DM12: in one funnel 6 beats 5, in the other two 5s are highest; all at once."""
    step = play(position(BOOKLET), "tip", "Elfi", **TIP)
    assert step.state.pyramid == {"4,3,1": "r213"}  # DM7: the own smaller die stays
    assert step.state.won == {"Elfi": 1}
    assert step.state.captured == {"Tom": 1}
    assert step.state.removed == {"Elfi": 1, "Tom": 1, "Uli": 1}  # DM17: who has lost what
    assert [note.rule for note in step.notes][:3] == ["DM4", "DM8", "DM7"]


@pytest.mark.parametrize(
    ("dice", "options", "left", "won", "removed"),
    [
        pytest.param(
            {"2,3,3": "r241", "4,3,1": "y213", "3,4,1": "m321"}, {}, [], {}, {"Elfi": 1, "Tom": 1, "Uli": 1},
            id="DM8 all three equal",
        ),
        pytest.param(
            {"2,3,3": "r241", "4,3,1": "r623", "3,4,1": "r356"}, {}, ["3,3,2", "3,4,1", "4,3,1"], {}, {},
            id="DM9 three dice of one player",
        ),
        pytest.param(
            {"2,3,3": "r654", "4,3,1": "y213", "3,4,1": "m321"}, {}, ["3,3,2"], {"Elfi": 2}, {},
            id="DM7 the tipped die is highest",
        ),
        pytest.param(
            {"2,3,3": "r241", "4,3,1": "y623", "3,4,1": "m321"}, {}, ["4,3,1"], {"Tom": 2}, {},
            id="DM7 the highest takes, no matter who tipped",
        ),
        pytest.param(
            {"2,3,3": "r654", "4,3,1": "r635", "3,4,1": "y356"}, {}, ["3,3,2", "4,3,1"], {"Elfi": 1}, {},
            id="A-DM1 two highest of one player take the third",
        ),
        pytest.param(
            {"2,3,3": "r654", "4,3,1": "r635", "3,4,1": "y356"}, {"ownTie": "literal"}, [], {},
            {"Elfi": 2, "Tom": 1}, id="A-DM1 by the letter all three are out",
        ),
        pytest.param(
            {"2,3,3": "r654", "4,3,1": "y213", "5,2,1": "m635"}, {}, ["3,3,2", "4,3,1", "5,2,1"], {}, {},
            id="DM10 a neighbour outside the funnel only watches",
        ),
    ],
)  # fmt: skip
def test_competition(dice, options, left, won, removed):
    after = play(position(dice, options=options), "tip", "Elfi", **TIP).state
    assert sorted(after.pyramid) == left
    assert after.won == won
    assert after.removed == removed


# In the right funnel (3,3,1) Tom's 6 beats the tipped 2, in the left one (3,2,2) Uli's number decides
BOTH = {"2,3,3": "r241", "4,3,1": "y623", "3,4,1": "y356"}


@cases(
    "left_funnel, gone, won",
    {
        "A-DM2 the higher winner gets it": ({"4,2,2": "m546", "3,2,3": "m213"}, {"3,3,2"}, {"Tom": 1}),
        "A-DM2 equal winners: it is removed": ({"4,2,2": "m635", "3,2,3": "m213"}, {"3,3,2"}, {}),
        "A-DM2 one winner in both": ({"4,2,2": "y635", "3,2,3": "y213"}, {"3,3,2"}, {"Tom": 1}),
    },
)
def test_the_tipped_die_loses_in_both_funnels(left_funnel, gone, won):
    """DM11, DM12: it is the only die in both, and it can be lost once."""
    dice = {**BOTH, **left_funnel}
    after = play(position(dice), "tip", "Elfi", **TIP).state
    assert set(dice) - {"2,3,3"} | {"3,3,2"} == set(after.pyramid) | gone
    assert after.won == won
    assert after.removed.get("Elfi", 0) == (0 if won else 1)


def test_the_mover_s_order():
    """A-DM2: the mover says which funnel goes first, and the second may find no die."""
    dice = {**BOTH, "4,2,2": "m546", "3,2,3": "m213"}
    state = position(dice, options={"multi": "order"})
    for first, winner in (((3, 3, 1), "Tom"), ((3, 2, 2), "Uli")):
        after = play(state, "tip", "Elfi", **TIP, first=first).state
        assert after.won == {winner: 1}
        assert len(after.pyramid) == 4
    assert refusal(state, "tip", "Elfi", **TIP, first=(0, 0, 7)) == "A-DM2 no_such_funnel"
    assert refusal(position(dice), "tip", "Elfi", **TIP, first=(3, 3, 1)) == "A-DM2 no_such_funnel"
    booklet = play(position(BOOKLET, options={"multi": "order"}), "tip", "Elfi", **TIP, first=(3, 3, 1)).state
    assert (booklet.won, booklet.pyramid) == ({"Elfi": 1}, {"4,3,1": "r213"})


def test_the_mover_is_asked_where_the_order_matters():
    """A-DM2: only then, and nothing else goes on before."""
    state = position({**BOTH, "4,2,2": "m546", "3,2,3": "m213"}, options={"multi": "order"})
    tipped = play(state, "tip", "Elfi", **TIP).state
    _, touched = GAME.asks(tipped)

    assert (tipped.phase, len(tipped.pyramid), tipped.won) == ("order", 5, {})
    assert (touched.seats, len(touched.choices), touched.rule) == (("Elfi",), 2, "A-DM2")
    assert refusal(tipped, "turn", "Elfi", cell=(3, 3, 2), faces=(1, 2, 3)) == "A-DM2 order_first"
    assert refusal(tipped, "first", "Tom", funnel=(3, 3, 1)) == "DM2 not_your_turn"
    assert refusal(tipped, "first", "Elfi", funnel=(0, 0, 7)) == "A-DM2 no_such_funnel"
    assert refusal(state, "first", "Elfi", funnel=(3, 3, 1)) == "A-DM2 nothing_to_order"
    for choice, winner in zip(touched.choices, ("Uli", "Tom"), strict=True):
        after = hear(tipped, "order:touch", choice.value, "Elfi").state
        assert (after.phase, after.on_turn, after.won) == ("play", "Tom", {winner: 1})
        assert after == play(state, "tip", "Elfi", **TIP, first=tuple(choice.value["cells"][0])).state


def test_dice_that_are_gone_tell_which_funnel_was_first():
    """A-DM2: both ways are tried; where both leave the same dice, the mover is asked."""
    state = position({**BOTH, "4,2,2": "m546", "3,2,3": "r213"}, options={"multi": "order"})
    by_first = {f: play(state, "tip", "Elfi", **TIP, first=f).state for f in ((3, 3, 1), (3, 2, 2))}
    standing = play(state, "tip", "Elfi", **TIP).state
    for after in by_first.values():
        value = {"dice": after.pyramid}
        assert hear(state, "move", value).state == after
        assert hear(standing, "order", value).state == after


def test_nobody_is_asked_where_the_order_does_not_matter():
    """A-DM2."""
    state = position(BOOKLET, options={"multi": "simultaneous"})
    assert play(state, "tip", "Elfi", **TIP).state.phase == "play"
    alike = position({**BOTH, "4,2,2": "y546", "3,2,3": "y213"}, options={"multi": "order"})
    assert play(alike, "tip", "Elfi", **TIP).state.phase == "play"


@pytest.mark.parametrize("expected", ("blocked",))
def test_a_vector_that_tips_into_an_occupied_funnel(expected):
    """DM3."""
    board = {"2,3,3": ["A", [6, 5, 4]], "3,3,2": ["B", [3, 5, 6]]}
    given = {"seat": "A", "cell": [2, 3, 3], "dir": "forward-right", "board": board}
    assert answer({"op": "dm_tip", "in": given, "expect": expected}, {}).got == expected


def test_at_most_two_funnels():
    """DM11: the origin of the tip belongs to the third saddle, and it is empty now."""
    assert HANDLES["dm_maxfunnels"]({}) == 2


def test_no_competition_before_the_fourth_turn():
    """DM16: whatever is tipped or turned in three turns leads to none, some fourth tip does."""
    after = [dict(start_pyramid())]
    for ply in range(3):
        assert not any(competes(dice, end) for dice, end in tipped_by(after, ply % 3))
        after += [dice for dice, _ in tipped_by(after, ply % 3)]
    assert any(competes(dice, end) for dice, end in tipped_by(after, 0))


def tipped_by(positions, axis):
    """Each of *positions* after each tip of a side, and where the die went; numbers do not matter here."""
    for dice in positions:
        occupied = shape(dice)
        for name, lying in dice.items():
            if lying[0] == COLOURS[axis]:
                for end in tips_from(occupied, cell_named(name), axis).values():
                    yield {**{n: d for n, d in dice.items() if n != name}, name_of(end): lying}, end


def competes(dice, end):
    """Whether the die at *end* makes a funnel with dice of another side."""
    return any(len({dice[name_of(c)][0] for c in SADDLES[top]}) > 1 for top in funnels_made(dice, end))


# --- positions ---


def test_a_partial_position_takes_defaults():
    state = read_position(GAME, {"seats": SEATS, "phase": "play"})
    assert (state.on_turn, state.pyramid) == ("Elfi", start_pyramid())
    assert read_position(GAME, GAME.write_position(state)) == state


def test_the_screen_shows_both_ways_to_count():
    """A-DM3, DM15: points by ties and by all losses; how far the nearest die has to go."""
    state = position(won={"Elfi": 3}, removed={"Elfi": 1}, captured={"Elfi": 2})
    shown = GAME.view(state)
    rows = {row.label.key: row.cells for row in shown.sheet}
    assert (rows["sheet.score"][0], rows["sheet.score_all"][0]) == ("2", "0")
    assert [panel.stats[1].value for panel in shown.panels] == ["8", "8", "8"]
