"""The theme: every pair of ink and ground can be read, and seats differ without colour."""

from itertools import combinations

import pytest

from ui.screen import theme
from ui.screen.display import display_problem
from ui.screen.looks import COLOUR_MARKS, NUMBERED, Face, card_look, cards_of, die_value
from ui.screen.pages.agreement import changed, leaves
from ui.screen.theme import Sizes, contrast, ink_on

PAIRS = [
    (theme.TEXT, ground) for ground in (theme.GROUND, theme.SURFACE, theme.RAISED, theme.PRESSED, theme.FELT)
]
PAIRS += [(theme.MUTED, ground) for ground in (theme.GROUND, theme.SURFACE, theme.RAISED, theme.FELT)]
PAIRS += [(theme.INK, theme.ACCENT), (theme.KIND_INK, theme.KIND), (theme.KIND_INK, theme.KIND_BUTTON)]
PAIRS += [(theme.DANGER, theme.SURFACE), (theme.GOOD, theme.SURFACE), (theme.ACCENT, theme.GROUND)]


@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_words_can_be_read(ink, ground):
    assert contrast(ink, ground) >= 4.5


@pytest.mark.parametrize("colour", [*theme.SEAT_COLOURS.values()])
def test_the_letter_of_a_seat_can_be_read(colour):
    assert contrast(ink_on(colour), colour) >= 4.5


def test_contrast_is_that_of_the_guideline():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


def test_no_two_card_colours_share_a_shape():
    shapes = [shape for _number, shape in COLOUR_MARKS.values()]
    assert len(set(shapes)) == len(shapes)
    assert [number for number, _shape in COLOUR_MARKS.values()][:6] == list(NUMBERED)


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (1280, 720), (720, 1280), (1280, 800)])
def test_a_button_is_as_large_on_every_panel(size):
    sizes = Sizes(*size)
    long_side = max(size) / sizes.unit
    assert long_side == pytest.approx(theme.LONG_SIDE)
    assert sizes.mm(theme.TOUCH) / sizes.unit >= theme.TOUCH_LEAST


def test_no_line_of_a_die_or_a_card_is_drawn_where_it_is_scrolled_out_of_sight(kivy_window):
    """Kivy draws a line that can be seen through past the edge of what scrolls."""
    from kivy.graphics import Canvas, Color, Line  # noqa: PLC0415

    from ui.screen.parts.cards import draw_card  # noqa: PLC0415
    from ui.screen.parts.dice import draw_die  # noqa: PLC0415

    canvas, alpha, lines = Canvas(), 1.0, 0
    with canvas:
        draw_die("pips", "3", 0, 0, 40)
        draw_die("colour", "blue", 0, 0, 40)
        draw_card("abspecken", "5y", 0, 0, 60)
        draw_card("french", "TH", 0, 0, 60)
    for drawn in canvas.children:
        alpha = drawn.a if isinstance(drawn, Color) else alpha
        if isinstance(drawn, Line):
            lines += 1
            assert alpha == 1.0
    assert lines >= 4


def test_a_long_name_that_only_its_badge_shows_makes_no_second_row_of_buttons(kivy_window):
    from ui.screen.parts.layout import Text  # noqa: PLC0415
    from ui.screen.parts.touch import Touchable, button_grid  # noqa: PLC0415

    sizes = Sizes(800, 480)
    for name in ("Anna", "Maximiliane"):
        buttons = [Touchable(sizes, lambda: None, Text("Nothing fits? Niete!", sizes)) for _ in range(3)]
        for button in buttons:
            button.text = f"{name} Nothing fits? Niete!"
        assert button_grid(sizes, buttons).cols == 3


def test_a_card_says_what_it_is_without_its_colour():
    looks = [card_look("abspecken", card) for card in cards_of("abspecken")]
    assert len({(look.text, look.shape) for look in looks}) == 6
    assert card_look("french", "TH").text == "10"
    assert card_look("a deck of tomorrow", "Drache").text == "Drache"


@pytest.mark.parametrize(
    ("kind", "face", "value"), [("pips", "3", 3), ("colour", "blue", "blue"), ("piggy", "+-2", "+-2")]
)
def test_a_face_is_written_as_facts_are(kind, face, value):
    assert die_value(kind, face) == value


def test_letters_colours_and_shapes_of_seats_all_differ():
    for one, other in combinations(zip(theme.SEAT_COLOURS, theme.SEAT_SHAPES, strict=True), 2):
        assert one[0] != other[0]
        assert one[1] != other[1]
    assert Face("A", "red", "circle", "A") == Face("A", "red", "circle", "A")


@pytest.mark.parametrize(
    ("environment", "says"),
    [
        ({"DISPLAY": ":0"}, None),
        ({"WAYLAND_DISPLAY": "wayland-0"}, None),
        ({"SDL_VIDEODRIVER": "offscreen"}, None),
        ({"SDL_VIDEODRIVER": "dummy"}, "no display"),
    ],
)
def test_without_a_display_one_sentence_says_what_helps(environment, says):
    problem = display_problem(environment)
    if says is None:
        assert problem is None
    else:
        assert says in problem
        assert "companion demo" in problem
        assert "\n" not in problem


def test_what_a_table_can_agree_on():
    position = {
        "round": 2,
        "seats": ["Ana"],
        "players": {"Ana": {"total": 4, "hand": ["1"]}},
        "roller": "Ana",
    }
    found = {leaf.path: leaf for leaf in leaves(position, ["Ana"])}
    assert set(found) == {("round",), ("players", "Ana", "total"), ("roller",)}
    assert found["players", "Ana", "total"].seat == "Ana"
    assert found["players", "Ana", "total"].name == "total"
    after = changed(position, ("players", "Ana", "total"), 9)
    assert after["players"]["Ana"] == {"total": 9, "hand": ["1"]}
    assert position["players"]["Ana"]["total"] == 4


@pytest.mark.parametrize(("count", "hand"), [(2, ["5", "?"]), (4, ["5", "?", "?", "?"])])
def test_a_table_can_agree_on_how_many_hidden_cards_somebody_holds(count, hand):
    position = {"players": {"Ana": {"hand": ["?", "5", "?"], "pile": ["3", "4"]}}, "draw": ["?"]}
    (leaf,) = leaves(position, ["Ana"])
    assert (leaf.name, leaf.seat, leaf.value) == ("hand", "Ana", 3)
    assert changed(position, leaf.path, count)["players"]["Ana"]["hand"] == hand
