"""Pads, keys and buttons by themselves: what a tap on each of them tells, and how they are set out."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.asks import Ask, Kind, Say
from tests.at_first import quick
from ui.screen.language import Speaker
from ui.screen.parts.blocks import question
from ui.screen.parts.keyboard import ENTER, ERASES, Keyboard, NumberPad, Typing
from ui.screen.parts.layout import Grid, Text
from ui.screen.parts.pads import CardPad, Pack, dice_pad, dice_pad_needs, face_pad
from ui.screen.parts.stopwatch import written
from ui.screen.parts.touch import Touchable, grid_columns, stepper
from ui.screen.theme import ACCENT, TOUCH_LEAST, Sizes

pytestmark = pytest.mark.screens

WIDE, TALL = Sizes(800, 480), Sizes(720, 1280)
SAY = Speaker("de")
Tell = Callable[[Any], None]


@pytest.fixture(autouse=True)
def _window(kivy_window: None) -> None:
    """What is drawn here needs one."""


def asked(low: int, high: int, place: str = "table", among: str = "") -> Ask:
    return Ask("cards", Kind.CARD, (), Say("cards"), "", place=place, cards=(low, high), among=tuple(among))


def a_pad(ask: Ask, told: Tell = print, cards: str = "ABCD", sizes: Sizes = WIDE) -> CardPad:
    return CardPad(sizes, SAY, ask, told, Pack(tuple(cards)))


def button(thing: Any, name: str) -> Touchable:
    return next(one for one in thing.walk() if isinstance(one, Touchable) and one.text == name)


def tap(thing: Any, *names: str) -> None:
    for name in names:
        button(thing, name).on_release()


def words_on(thing: Any) -> str:
    return " ".join(one.text for one in thing.walk() if isinstance(one, Text))


@pytest.mark.parametrize(
    ("cards", "wide", "tall"),
    quick([(5, 5, 3), (8, 8, 3), (20, 5, 5), (24, 6, 6), (28, 7, 6), (33, 13, 6), (52, 13, 6), (9, 5, 3)], 4),
)
def test_suits_stand_in_lines_and_no_line_is_too_long(cards: int, wide: int, tall: int) -> None:
    for sizes, columns in ((WIDE, wide), (TALL, tall)):
        pack = "".join(chr(0x100 + n) for n in range(cards))
        grid = next(
            one for one in a_pad(asked(1, 1), cards=pack, sizes=sizes).walk() if isinstance(one, Grid)
        )
        assert grid.cols == columns


def test_cards_are_told_in_the_order_of_the_taps_and_no_more_than_are_wanted() -> None:
    told: list[Any] = []
    pad = a_pad(asked(1, 2), told.append)
    ready = SAY("common.ok")
    assert button(pad, ready).disabled
    tap(pad, "B")
    assert not button(pad, ready).disabled
    tap(pad, "A", "C", ready)
    tap(pad, SAY("common.erase"), "D", ready)
    assert [one["cards"] for one in told] == [["B", "A"], ["B", "D"]]


def test_a_single_card_is_told_at_once() -> None:
    told: list[Any] = []
    pad = a_pad(asked(1, 1), told.append)
    tap(pad, "C", "A")
    assert [one["cards"] for one in told] == [["C"], ["A"]]


def test_the_last_card_of_a_whole_pack_is_no_question() -> None:
    told: list[Any] = []
    whole = a_pad(asked(4, 4, among="ABCD"), told.append)
    tap(whole, "D", "B", "A", SAY("common.ok"))
    part = a_pad(asked(1, 3, among="ABCD"), told.append)
    tap(part, "D", "B", SAY("common.ok"))
    assert [one["cards"] for one in told] == [["D", "B", "A", "C"], ["D", "B"]]


@pytest.mark.parametrize(
    ("low", "high", "place", "key", "top"),
    [
        (1, 1, "discard", "pads.one_card", False),
        (2, 2, "discard", "pads.so_many_cards", True),
        (2, 3, "hand:Anna", "pads.cards", False),
    ],
)
def test_how_many_cards_are_wanted_is_said_and_which_comes_to_lie_on_top(low, high, place, key, top) -> None:
    words = words_on(a_pad(asked(low, high, place)))
    assert SAY(key, low=low, high=high) in words
    assert (SAY("pads.top_last") in words) is top


def test_the_face_that_was_read_is_marked_among_all_that_may_be_meant() -> None:
    told: list[Any] = []
    pad = face_pad(TALL, "pips", "4", told.append)
    assert [one.text for one in pad.children[::-1]] == [f"pips:{n}" for n in range(1, 7)]
    assert [one.text for one in pad.children if one._edge == ACCENT] == ["pips:4"]
    assert pad.cols == 3
    tap(pad, "pips:6")
    assert told == [6]


def test_a_question_stands_beside_its_answers_upright_above_them() -> None:
    for sizes, fixed in ((WIDE, False), (TALL, True)):
        words, control = Text("", sizes), Text("", sizes, **sizes.high(11))
        assert question(sizes, words, control).height > control.height
        assert (words.size_hint_y is None) == fixed


def test_a_stepper_stops_at_both_ends() -> None:
    told: list[int] = []
    for value, ends in ((0, (True, False)), (50, (False, False)), (100, (False, True))):
        row = stepper(WIDE, ("less", "", "more"), told.append, value, range(0, 101, 50))
        more, _, less = row.children
        assert (less.disabled, more.disabled) == ends
        if not any(ends):
            less.on_release(), more.on_release()
    assert told == [0, 100]


@pytest.mark.parametrize(
    ("letters", "wide", "tall"),
    [(26, 3, 2), (27, 2, 2), (44, 2, 2), (45, 2, 1), (66, 2, 1), (67, 1, 1)],
)
def test_long_words_stand_in_fewer_columns(letters: int, wide: int, tall: int) -> None:
    assert (grid_columns(5, portrait=False, longest=letters), grid_columns(5, True, letters)) == (wide, tall)


def test_a_keyboard_has_the_keys_that_are_wanted_and_one_to_erase() -> None:
    typed: list[str] = []
    name = Keyboard(WIDE, SAY, typed.append, "Anna", Typing(5))
    tap(name, "ß", "M", "M", SAY("common.space"), "M", "M", SAY("common.erase"))
    assert typed == ["ß", "ßm", "ßmm", "ßmm ", "ßmm M", "ßmm M", "ßmm "]
    address = Keyboard(WIDE, SAY, typed.append, "", Typing(20, "12 :/", name=False))
    shown = [one.text for one in address.walk() if isinstance(one, Touchable)]
    assert shown[:4] == ["1", "2", ":", "/"]
    assert (shown.count(SAY("common.erase")), SAY("common.space") in shown) == (1, False)


def test_a_watch_shows_minutes_from_a_minute_on() -> None:
    assert [written(ms) for ms in (0, 59_990, 60_000, 119_999, 120_000)] == [
        "0.0",
        "59.9",
        "1:00",
        "1:59",
        "2:00",
    ]
    assert [written(ms, up=True) for ms in (1, 59_001, 60_001)] == ["1", "1:00", "1:01"]


def test_a_real_keyboard_types_only_what_has_a_key_here() -> None:
    typed: list[str] = []
    name = Keyboard(WIDE, SAY, typed.append, "", Typing(3))
    done: list[str] = []
    for key in ("a", "1", "-", "B", "c", ERASES, " ", ENTER):
        name.press(key)
    name.done = lambda: done.append(name.typed_text)
    name.press(ENTER)
    assert typed == ["A", "A-", "A-B", "A-B", "A-", "A- "]
    assert done == ["A- "]


@pytest.mark.parametrize(
    ("low", "high", "anything", "keys", "told"),
    [
        (1, 20, False, "20", 20),
        (1, 20, False, "21", None),
        (1, 20, False, "0", None),
        (1, 20, True, "21", 21),
        (-5, 5, False, "5-", -5),
        (-5, 5, False, "-5-", 5),
        (0, 9, False, "", None),
        (0, 9, False, "1234", None),
    ],
)
def test_a_number_that_does_not_fit_cannot_be_told(low, high, anything, keys, told) -> None:
    numbers: list[int] = []
    pad = NumberPad(WIDE, SAY, low, high, numbers.append, anything)
    assert SAY("pads.from_to", low=low, high=high) in words_on(pad)
    tap(pad, *keys)
    ready = button(pad, SAY("common.ok"))
    assert ready.disabled is (told is None)
    ready.on_release()
    assert numbers == ([] if told is None else [told])
    assert ("-" in [one.text for one in pad.walk() if isinstance(one, Touchable)]) is (low < 0)


@pytest.mark.parametrize(
    ("dice", "wide", "tall"),
    [
        ({"pips": 1}, (6, 1), (6, 1)),  # faces beside each other, and lines of them
        ({"pips": 2}, (7, 3), (7, 3)),
        ({"pips": 6}, (6, 2), (6, 2)),
        ({"pips": 2, "colour": 1}, (9, 3), (7, 4)),
        ({"pips": 1, "colour": 1}, (6, 2), (6, 2)),
    ],
)
def test_a_pad_for_dice_says_how_much_room_its_faces_need(dice, wide, tall) -> None:
    for sizes, faces in ((WIDE, wide), (TALL, tall)):
        room = dice_pad_needs(sizes, dice)
        assert room == pytest.approx(tuple(count * (TOUCH_LEAST + 1.2) for count in faces))


@pytest.mark.parametrize(
    ("dice", "taps", "told"),
    [
        ({"pips": 1}, ["pips:3", "pips:5"], [{"pips": [3]}, {"pips": [5]}]),
        ({"pips": 2}, ["pips:3 5"], [{"pips": [3, 5]}]),
        ({"pips": 3}, ["pips:1", "pips:6", "told pips:1", "pips:2", "pips:2"], [{"pips": [6, 2, 2]}]),
        (
            {"pips": 1, "colour": 1},
            ["colour:blue", "colour:pink", "pips:4"],
            [{"pips": [4], "colour": ["pink"]}],
        ),
    ],
)
def test_the_last_tap_tells_all_dice(dice, taps, told) -> None:
    heard: list[Any] = []
    pad = dice_pad(WIDE, dice, heard.append)
    tap(pad, *taps)
    assert heard == told
