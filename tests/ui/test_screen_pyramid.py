"""The drawn pyramid: what may be tapped answers the table, and any side can lie below."""

import importlib
import re
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from evenings import NAMES, sit
from kivy.tests.common import UnitTestTouch
from screen_audit import complaints
from screen_finger import Finger, Opened

from companion.asks import MS, Say, Source
from companion.lab.candidates import legal
from companion.pyramid.agree import cell_says
from companion.pyramid.cells import Cell
from companion.pyramid.notation import cell_named
from companion.pyramid.plan import middle
from tests.at_first import quick
from ui.screen.pages.table.pyramid import cells_meant
from ui.screen.parts.pyramid import PyramidDrawing, TouchedPyramid
from ui.screen.ports import Trouble

pytestmark = pytest.mark.screens

PYRAMID_GAMES = ("sums", "pack_rat", "cui_bono", "squeeze_play", "dice_march", "forced_memory")
SIZES = [(800, 480), (720, 1280)]
LOOKED_AT = [(name, SIZES[(n + turn) % 2]) for turn in (0, 1) for n, name in enumerate(PYRAMID_GAMES)]
LOOKED_AT += [("squeeze_play", (1024, 600)), ("cui_bono", (1280, 720))]


def opened(screen: Any, name: str, size: tuple[int, int] = (800, 480)) -> Finger:
    game = importlib.import_module(f"companion.games.{name}").GAME
    finger = screen({name: game}, size=size)
    finger.app.stage.sit(sit(finger.app.rooms, min(3, game.about.seats[1]), name))
    finger.app.stage.game = game
    finger.app.go("table")
    finger.step()
    return finger


def play(finger: Finger, random: Random) -> None:
    """One random move that the rules allow."""
    sitting = finger.app.stage.sitting
    table, game = sitting.table, sitting.game
    moves = [move for seat in table.state.seats for move in legal(game, table.state, seat)]
    finger.clock.advance(900 * MS)
    table.propose(game.write_move(random.choice(moves)), Source.SIMULATED)
    finger.step(4)


def asked_for_cells(screen: Any, name: str, size: tuple[int, int] = (800, 480)) -> Finger:
    """A table that asks for a place on the pyramid."""
    finger, random = opened(screen, name, size), Random(5)
    for _ in range(30):
        if drawn(finger) and pyramid(finger).shown.offered:
            return finger
        play(finger, random)
    raise AssertionError("no place was asked for")


def drawn(finger: Finger) -> list[TouchedPyramid]:
    return [widget for widget in finger.page.walk(restrict=True) if isinstance(widget, TouchedPyramid)]


def pyramid(finger: Finger) -> TouchedPyramid:
    """The one in front."""
    front = finger.page.overlay if finger.page.covered else finger.page
    return next(widget for widget in front.walk(restrict=True) if isinstance(widget, TouchedPyramid))


def tap(finger: Finger, widget: TouchedPyramid, spot: tuple[float, float]) -> None:
    x, y = widget.to_window(*widget.at(spot))
    finger.app.stage.seen_at = 0.0  # people look before they tap
    touch = UnitTestTouch(x, y)
    touch.touch_down()
    touch.touch_up()
    finger.step(2)


def answers(finger: Finger) -> int:
    """How much the table has heard, whether the rules could take it or not."""
    return len(finger.app.stage.sitting.table.log())


def single(finger: Finger) -> Cell:
    """An offered cell that stands for one choice."""
    asks = finger.app.stage.sitting.table.asks
    values = [cells_meant(choice.value) for ask in asks for choice in ask.choices]
    return next(cell for cell in pyramid(finger).shown.offered if sum(cell in cells for cells in values) == 1)


def test_an_explanation_names_places_by_the_numbers_on_the_drawing(screen: Opened):
    finger, random = opened(screen, "sums"), Random(5)
    while finger.app.stage.sitting.table.state.shown is None:
        play(finger, random)
    over = finger.page.over
    (number,) = {*finger.page._lying.numbers.values()}
    said = [part.prompt for part in over.explained(over.open_asks())]
    assert any(f"Nr. {number}" in prompt for prompt in said) and not re.search(r"A\d-B\d", str(said))


@pytest.mark.parametrize(("name", "size"), quick(LOOKED_AT, 3, more=len(PYRAMID_GAMES)), ids=str)
def test_the_pyramid_is_drawn_in_every_game(
    screen: Opened, shots_folder: Any, name: str, size: tuple[int, int]
):
    finger = asked_for_cells(screen, name, size)
    found = [f"asked: {complaint}" for complaint in complaints(finger.page)]
    picture = finger.shot(shots_folder / f"pyramid-{name}_{size[0]}x{size[1]}_de.png")
    widget = pyramid(finger)
    for cell in set(widget.shown.offered) - set(widget.shown.numbers):
        x, y = widget.to_window(*widget.at(middle(cell)))
        blue, green, red = (int(part) for part in picture[picture.shape[0] - round(y), round(x)])
        assert red > 200 and green > 150 and blue < 160, f"no mark at {cell}"
    assert widget.edge >= finger.page.sizes.mm(3.6 if size[1] > size[0] else 4.4), "large without another tap"
    assert not found, "\n".join(found)


def lists(finger: Finger) -> list[Callable[[], None]]:
    """What opens each list from which a place can be chosen."""
    offers = finger.page.sitting.scene().offers
    long = [offer for offer in (*offers.now, *offers.by_touch) if len(offer.ask.choices) > 3]
    return [partial(finger.page.over.pad, offer) for offer in long]


@pytest.mark.parametrize("name", quick(PYRAMID_GAMES, 0, more=1))
def test_no_sentence_names_a_place_by_its_distances(screen: Opened, name: str):
    """Whoever reads "Nr. 1" finds the 1 on the drawing."""
    finger, random = opened(screen, name), Random(8)
    numbers = 0
    for _ in range(14):
        play(finger, random)
        if finger.app.stage.sitting.table.outcome is not None:
            break
        texts = finger.texts()
        assert [text for text in texts if re.search(r"A\d-B\d-C\d", text)] == []
        told = {int(n) for text in texts for n in re.findall(r"Nr\. (\d+)", text)}
        if drawn(finger):
            assert told <= set(pyramid(finger).shown.numbers.values())
            numbers += len(told)
        for over in (finger.page.over.by_touch, finger.page.over.log, *lists(finger)):
            over()
            finger.step(1)
            texts = [button.called for button in finger.seen()]
            assert [text for text in texts if re.search(r"A\d-B\d-C\d", text)] == []
            told = {int(n) for text in texts for n in re.findall(r"Nr\. (\d+)", text)}
            beside = [w for w in finger.top.walk(restrict=True) if isinstance(w, PyramidDrawing)]
            assert told <= {number for each in beside for number in each.shown.numbers.values()}
            finger.page.clear_over()
    assert numbers or name not in ("cui_bono", "pack_rat", "dice_march")


def test_a_refused_die_has_its_number_on_the_drawing(screen: Opened, shots_folder: Any):
    finger, random = opened(screen, "cui_bono"), Random(5)
    while "take" not in finger.app.stage.sitting.table.state.phase:
        play(finger, random)
    sitting = finger.app.stage.sitting
    assert sitting.table.propose({"move": "take", "seat": NAMES[0], "cell": [4, 4, 0]}).rule == "CB3"
    finger.step(4)

    assert pyramid(finger).shown.numbers[4, 4, 0] == 1
    assert any("bei Nr. 1" in text for text in finger.texts())
    assert complaints(finger.page) == []
    finger.shot(shots_folder / "pyramid-numbered.png")


def test_what_is_to_be_put_right_has_its_number_on_the_drawing(screen: Opened):
    finger = asked_for_cells(screen, "cui_bono")
    step = Say("take_away", {"cell": cell_says((4, 4, 0))})
    finger.app.stage.sitting.troubled(Trouble("pyramid", Say("amiss.pyramid", {"repairs": [step]})))
    finger.step(4)

    number = pyramid(finger).shown.numbers[4, 4, 0]
    assert any(f"bei Nr. {number} weg" in text for text in finger.texts())


@pytest.mark.parametrize("name", quick(PYRAMID_GAMES))
def test_a_tap_on_an_offered_cell_answers_the_ask(screen: Opened, name: str):
    finger = asked_for_cells(screen, name)
    cell, before = single(finger), answers(finger)
    finger.clock.advance(900 * MS)
    assert pyramid(finger).certain == (name != "squeeze_play"), "half a die apart: a second tap"
    for _ in range(1 if pyramid(finger).certain else 2):
        tap(finger, pyramid(finger), middle(cell))
    assert answers(finger) == before + 1


@pytest.mark.parametrize("again", [True, False])
def test_where_places_are_closer_than_fingers_a_second_tap_or_the_button_tells(
    screen: Opened, monkeypatch: Any, again: bool
):
    monkeypatch.setattr("ui.screen.parts.pyramid.APART", 40.0)
    finger = asked_for_cells(screen, "cui_bono")
    cell, before, drawing = single(finger), answers(finger), pyramid(finger)
    finger.clock.advance(900 * MS)
    drawn = list(drawing.canvas.children)
    tap(finger, drawing, middle(cell))
    assert answers(finger) == before and drawing.picked == cell, "the first tap only shows what is meant"
    assert list(drawing.canvas.children) == drawn and drawing.canvas.after.children
    if again:
        tap(finger, drawing, middle(cell))
    else:
        finger.tap("Ja, hier")
    assert answers(finger) == before + 1


def test_a_tap_where_nothing_is_offered_does_nothing(screen: Opened):
    finger = opened(screen, "squeeze_play")
    finger.step(4)
    widget, before = pyramid(finger), answers(finger)
    assert not widget.shown.offered
    for _ in range(2):
        tap(finger, widget, middle((8, 0, 0)))
    assert (answers(finger), widget.picked) == (before, None)
    assert finger.app.stage.sitting.scene().banner is None


def test_a_cell_of_several_choices_lets_the_hand_choose(screen: Opened):
    finger, random = opened(screen, "dice_march"), Random(2)
    play(finger, random)
    cell, before = pyramid(finger).shown.offered[0], answers(finger)
    tap(finger, pyramid(finger), middle(cell))
    assert answers(finger) == before + 1, "the die is picked"
    finger.clock.advance(900 * MS)
    assert cell in pyramid(finger).shown.offered, "it can be turned where it lies"
    tap(finger, pyramid(finger), middle(cell))
    assert finger.page.covered, "to which number is asked"
    assert answers(finger) == before + 1


def test_the_side_of_the_one_who_plays_lies_below(screen: Opened):
    finger, random = opened(screen, "dice_march"), Random(3)
    play(finger, random)
    for _ in range(4):
        state = finger.app.stage.sitting.table.state
        assert pyramid(finger).below == state.seats.index(state.on_turn)
        play(finger, random)


def test_a_tapped_side_lies_below_and_stays_there(screen: Opened):
    finger = asked_for_cells(screen, "sums")
    widget = pyramid(finger)
    tap(finger, widget, widget.side_spot(1))
    assert widget.below == 1
    low, others = widget.at(widget.side_spot(1))[1], [widget.at(widget.side_spot(axis))[1] for axis in (0, 2)]
    assert low < min(others)
    finger.tap("Bild drehen")
    assert pyramid(finger).below == 2
    tap(finger, pyramid(finger), middle(single(finger)))
    assert pyramid(finger).below == 2


@pytest.mark.parametrize("below", [0, 1, 2])
def test_every_place_of_the_drawing_is_found_again(kivy_window: None, below: int):
    from ui.screen.parts.pyramid import PyramidDrawing, Shown  # noqa: PLC0415

    drawing = PyramidDrawing(Shown({}), below, size=(400, 300), pos=(30, 20))
    for cell in ((8, 0, 0), (0, 8, 0), (3, 3, 2), (0, 0, 0)):
        assert drawing.spot_at(*drawing.at(middle(cell))) == pytest.approx(middle(cell))


@pytest.mark.parametrize("name", quick(["sums", "pack_rat", "cui_bono", "forced_memory"], 2))
def test_no_number_is_drawn_where_the_game_hides_it(screen: Opened, name: str):
    finger = asked_for_cells(screen, name)
    assert all(face.number is None for face in pyramid(finger)._seen)
    assert {cell_named(key) for key in pyramid(finger).shown.pyramid}
