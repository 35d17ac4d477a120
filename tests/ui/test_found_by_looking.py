"""What somebody new saw too small, cut, hidden or looking like something else: each stays mended."""

from random import Random
from types import SimpleNamespace
from typing import Any

import evenings
import numpy as np
import pytest
import screen_scenes
from kivy.uix.scrollview import ScrollView
from msgspec.structs import replace
from screen_audit import complaints
from screen_finger import _above, named
from screen_hand import Hand

from companion.asks import MS, Ask, Choice, Kind, Say
from companion.bot_seat import Advice
from companion.games import all_games
from companion.games.dice_march.moves import Tip
from companion.lab.candidates import legal
from companion.pyramid.agree import cell_says
from companion.pyramid.questions import one_of
from companion.rulings import Verdict
from companion.sightings import Frame, Seen, Sighting
from tests.at_first import quick
from ui.screen.language import Speaker
from ui.screen.offers import Offer, Offers
from ui.screen.pages.table.asking import Touchables, offers_region
from ui.screen.pages.table.pyramid import side_below
from ui.screen.parts.camera_view import CameraView
from ui.screen.parts.cards import CardFace, CardFan
from ui.screen.parts.chart import Chart
from ui.screen.parts.dice import DieFace
from ui.screen.parts.layout import Panel, Text
from ui.screen.parts.pads import DicePad
from ui.screen.parts.pyramid import TouchedPyramid
from ui.screen.parts.touch import Badge, Touchable
from ui.screen.ports import Look
from ui.screen.scene import Banner
from ui.screen.theme import PIP, TOUCH_LEAST
from ui.screen.tutorial import parts

pytestmark = pytest.mark.screens


@pytest.mark.parametrize("name", sorted(all_games()))
def test_the_points_beside_a_name_are_those_of_the_pause_and_the_sheet(rooms: Any, name: str) -> None:
    scenes = [making for title, making in screen_scenes.SCENES.items() if title.startswith(name)]
    table = (scenes[0](rooms) if scenes else screen_scenes.sit(rooms, 2, name)).table
    scores = table.game.scores(table.state)
    assert {panel.seat: panel.score for panel in table.view.panels} == scores
    assert any(scores.values()) or name != "sums", "there is something to compare"


def test_at_every_size_all_places_of_a_short_ranking_are_in_sight(at: Any, screen: Any) -> None:
    finger = at(lambda rooms: ended(rooms, "dice_march", 3), size=(1280, 800))
    finger.app.go("end")
    finger.step(4)
    shown = [text for text in finger.page.walk(restrict=True) if isinstance(text, Text)]
    for name in evenings.NAMES[:3]:
        text = next(text for text in shown if text.text == name)
        assert not any(isinstance(above, ScrollView) for above in _above(text))
    assert complaints(finger.page) == []


def ended(rooms: Any, name: str, people: int) -> Any:
    """The same game each time, until it is over."""
    sitting = screen_scenes.sit(rooms, people, name)
    screen_scenes.play_until(sitting, rooms, Random(0), lambda _state: False, longest=3000)
    assert sitting.table.outcome is not None
    return sitting


def won(rooms: Any, *totals: int) -> Any:
    """ABspecken ends with these minus points."""
    sitting = evenings.sit(rooms, len(totals))
    players = {
        name: {"hand": [], "own": [], "total": total}
        for name, total in zip(evenings.NAMES, totals, strict=False)
    }
    sitting.agree_on({"phase": "score", "out": ["Anna"], "players": players}, "for the test")
    evenings.touch(sitting, Kind.CONFIRM, True, "Anna", "close")
    assert sitting.table.outcome is not None
    return sitting


@pytest.mark.parametrize("size", quick([pytest.param((800, 480)), pytest.param((720, 1280))]), ids=str)
@pytest.mark.parametrize("totals", quick(["3 33 3 44 3", "3 40 3", "3 40"], 1, more=2))
def test_at_the_end_every_name_is_as_large_as_it_is_meant_to_be(
    at: Any, totals: str, size: tuple[int, int]
) -> None:
    finger = at(lambda rooms: won(rooms, *map(int, totals.split())), size=size)
    finger.app.go("end")
    finger.step(4)
    texts = [text for text in finger.page.walk(restrict=True) if isinstance(text, Text)]
    names = [text for text in texts if text.text in evenings.NAMES]
    assert len(names) == len(totals.split()) and all(text.font_size > 0.85 * text.wanted for text in names)
    assert complaints(finger.page) == []


def test_the_score_sheets_labels_stand_inside_and_a_quiz_has_a_chart_of_its_points(at: Any) -> None:
    def quiz(rooms: Any) -> Any:
        sitting = screen_scenes.sit(rooms, 3, "buzzer", rounds=4)
        for seat in ("Anna", "Ben", "Anna"):
            for move in ({"move": "go"}, {"move": "buzz", "seat": seat}, {"move": "judge", "right": True}):
                assert sitting.table.propose(move).verdict is Verdict.ACCEPTED
        return sitting

    finger = at(quiz)
    finger.app.go("sheet", chart=True)
    chart = next(thing for thing in finger.page.walk(restrict=True) if isinstance(thing, Chart))
    assert chart._course == ((0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0))
    finger.app.go("sheet")
    finger.step(4)
    line = next(thing for thing in finger.seen() if thing.called == "Punkte")
    label = next(text for text in line.walk(restrict=True) if isinstance(text, Text))
    assert label.to_window(*label.pos)[0] >= line.to_window(*line.pos)[0] + finger.page.sizes.mm(1)


def test_in_the_pause_the_line_above_says_the_same_of_the_table(at: Any) -> None:
    finger = at(evenings.abspecken_here)
    played = finger.app.table_now.line.text
    finger.app.go("pause")
    assert finger.app.table_now.line.text == played
    finger.app.go("home")
    assert finger.app.table_now.line.text != played


@pytest.mark.parametrize("scene", quick(["abspecken piggy", "wobble turn"], 1, more=1))
def test_what_colour_counts_is_written_as_large_as_its_plate_allows(at: Any, scene: str) -> None:
    finger = at(screen_scenes.SCENES[scene])
    texts = [text for text in finger.page.walk(restrict=True) if isinstance(text, Text)]
    plate = next(text for text in texts if text.ink == PIP)
    assert plate.align == "center" and plate.font_size > plate.sizes.text("large")


@pytest.mark.parametrize("size", [(1024, 600), (800, 480)], ids=str)
def test_the_pad_of_wobble_keeps_its_cards_to_itself_and_a_card_is_drawn_at_once(at: Any, size: Any) -> None:
    finger = at(screen_scenes.SCENES["wobble turn"], size=size)
    finger.find("Karte ziehen")
    finger.tap("Karte auf den Stapel legen")
    finger.step(3)
    panel = next(thing for thing in finger.top.walk(restrict=True) if isinstance(thing, Panel))
    cards = [thing for thing in panel.walk(restrict=True) if isinstance(thing, CardFace)]
    assert len(cards) > 15 and all(panel.y <= card.y and card.top <= panel.top for card in cards)
    assert complaints(finger.page) == []


def test_two_lines_of_choices_beside_a_pyramid_are_seen_whole(at: Any) -> None:
    """Who begins, of three people: the last one's button was cut at the lower edge."""
    finger = at(lambda rooms: evenings.sit(rooms, 3, "dice_march"))
    assert finger.app.stage.sitting.table.asks[0].choices
    scrolled = [w for w in finger.page._offers.walk(restrict=True) if isinstance(w, ScrollView)]
    assert [scroll for scroll in scrolled if scroll.children[0].height > scroll.height + 1] == []


def test_whoever_was_first_stays_large_below_words_and_a_tie_is_no_minus(at: Any, monkeypatch: Any) -> None:
    """ "first" was as small as a full stop beside a refusal, and whoever lost a tie came "+-25 ms" later."""
    finger = at(screen_scenes.SCENES["buzzer answer"], "en")
    sitting = finger.app.stage.sitting
    pressed = sitting.table.state.pressed
    tied = replace(pressed[1], t=pressed[0].t - 25 * MS)
    state = replace(sitting.table.state, pressed=(pressed[0], tied, *pressed[2:]))
    monkeypatch.setattr(type(sitting.table), "view", sitting.game.view(state))
    sitting.banner = Banner(Say("refused.twice", {"seat": pressed[0].seat}), "BZ4")
    sitting.changed()
    finger.step(5)
    first = next(w for w in finger.page._felt.walk() if isinstance(w, Text) and w.text == "first")
    assert first.font_size >= finger.page.sizes.text("body")
    said = [w.text for w in finger.page._felt.walk() if isinstance(w, Text)]
    assert "2. ±25 ms" in said and not any("-" in text for text in said)


def test_who_is_waited_for_is_told_by_name_and_no_sign_looks_like_a_button(at: Any) -> None:
    finger = at(evenings.sit)
    felt = finger.page._felt
    badges = [thing for thing in felt.walk(restrict=True) if isinstance(thing, Badge)]
    assert badges and all(min(badge.size) < finger.page.sizes.mm(TOUCH_LEAST) for badge in badges)
    assert {"Anna", "Ben"} <= {*finger.texts()}


def test_a_lesson_points_to_the_drawing_where_the_answers_are_places() -> None:
    game = all_games()["dice_march"]
    asks = [
        Ask(key, Kind.CHOICE, ("Ada",), Say("who_begins"), "DM2", choices=choices)
        for key, choices in (("place", one_of([(4, 2, 2)])), ("word", (Choice("draw", Say("draw_choice")),)))
    ]
    told = [parts(Speaker("en"), game, game.options(), [ask], None)[0].how for ask in asks]
    assert told == ["Tap the place in the drawing.", "Tap one of the answers."]


@pytest.mark.parametrize(("nearest", "side"), [("", 2), ("Ada", 0)], ids=["whoever is on turn", "one alone"])
def test_the_drawing_does_not_turn_away_from_who_plays_against_bots(nearest: str, side: int) -> None:
    felt: Any = SimpleNamespace(nearest=nearest, waited_for=[SimpleNamespace(name="Cem")])
    sides = {"Ada": "A", "Ben": "B", "Cem": "C"}
    spread: Any = SimpleNamespace(felt=felt, kept={}, details={"sides": sides})
    assert side_below(spread) == side


def test_in_a_race_the_badge_of_whoever_has_called_is_grey(at: Any) -> None:
    finger = at(evenings.called)
    buttons = (thing for thing in finger.page._offers.walk(restrict=True) if isinstance(thing, Touchable))
    grey = {b.called: w.opacity < 1 for b in buttons for w in b.children if isinstance(w, Badge)}
    assert {name for name, is_grey in grey.items() if is_grey} >= {"Ben", "Clara"}
    assert not grey[next(name for name in grey if name.startswith("Dennis"))]


@pytest.mark.parametrize(("laid", "look"), [(True, "plain"), (False, "main")])
def test_where_cards_can_be_laid_drawing_one_is_not_what_is_to_be_done(
    at: Any, laid: bool, look: str
) -> None:
    desk = at(evenings.abspecken_here).page.desk
    draw = Offer(Ask("draw:Mia", Kind.CONFIRM, ("Mia",), Say("ask.draw", {"seat": "Mia"}), "W11"), "Mia")
    region = offers_region(desk, Touchables(Offers((draw,)), alone="Mia", bright=not laid), 60.0)
    (button,) = [thing for thing in region.walk(restrict=True) if isinstance(thing, Touchable)]
    assert button.look == look


@pytest.mark.parametrize("name", ["dice_march", "squeeze_play"])
def test_whoever_owns_dice_of_a_colour_wears_it(rooms: Any, name: str) -> None:
    faces = screen_scenes.sit(rooms, 3, name).faces
    assert [face.colour for face in faces] == ["red", "yellow", "white"]
    assert len({face.shape for face in faces}) == 3


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)], ids=str)
@pytest.mark.parametrize("refused", [False, True])
def test_what_is_to_be_done_on_the_pyramid_has_an_arrow_there_and_in_the_picture(
    at: Any, size: Any, refused: bool
) -> None:
    finger = at(screen_scenes.SCENES["dice_march asked"], size=size)
    sitting = finger.app.stage.sitting
    moves = [move for seat in sitting.seats for move in legal(sitting.game, sitting.table.state, seat.name)]
    tip = next(move for move in moves if isinstance(move, Tip))
    says = Say("bot.tip", {"from": cell_says(tip.cell), "to": cell_says(tip.to)})
    if refused:
        sitting.banner = Banner(says, "DM3")
    else:
        bots = SimpleNamespace(look=lambda: None, stop=lambda: None)
        bots.advice = (Advice("Ben", says, sitting.game.write_move(tip)),)
        sitting.bots = bots
    frame = Frame(np.full((360, 640, 3), 90, np.uint8), 1)
    where = {tip.cell: (300.0, 200.0, 30.0, 30.0), tip.to: (340.0, 180.0, 30.0, 30.0)}.get
    sitting.looked(Look(Sighting(1, Seen.SETTLED), frame, where=where))
    finger.step(4)
    things = list(finger.page.walk(restrict=True))
    drawn = next(thing for thing in things if isinstance(thing, TouchedPyramid))
    assert drawn.shown.arrows == ((tip.cell, tip.to),)
    assert set(drawn.shown.outlined) == {tip.cell, tip.to}
    picture = next(thing for thing in things if isinstance(thing, CameraView) and thing._arrows)
    assert picture._arrows == [(where(tip.cell), where(tip.to))]
    assert complaints(finger.page) == []


def test_in_a_quiz_nothing_moves_or_hides_when_somebody_presses(at: Any) -> None:
    """A verdict is one tap; nothing comes or goes where others press in the same instant."""
    finger = at(screen_scenes.SCENES["buzzer answer"])
    assert {"Richtig", "Falsch"} <= {*named(finger)}
    desk, sitting = finger.page.desk, finger.app.stage.sitting
    seats = tuple(desk.faces)
    call = Ask("buzz:1", Kind.CALL, seats, Say("ask.buzz.quiz", {"n": 1}), "BZ4", call="buzz")
    close = Ask("close:1", Kind.CONFIRM, seats, Say("ask.close.quiz"), "BZ10", optional=True)
    now = [Offer(call, seat) for seat in seats]
    places = []
    for by_touch in ((), (Offer(close, ""),)):
        shown = offers_region(desk, Touchables(Offers(tuple(now), by_touch)), 60)
        shown.size_hint, shown.size = (None, None), (500, 100)
        finger.app.page.add_widget(shown)
        finger.step(3)
        places.append([w.pos for w in shown.walk(restrict=True) if isinstance(w, Touchable)][: len(now)])
        finger.app.page.remove_widget(shown)
    assert places[0] == places[1]
    finger.app.rooms.preferences.put("tutorial", "on")
    tutor = finger.app.stage.tutor
    tutor.understood(tutor.lesson(sitting.game, [call]))
    tutor.understood(tutor.lesson(sitting.game, [call]))
    assert tutor.lesson(sitting.game, [call, close]) is None


@pytest.mark.parametrize("name", ["ten_thousand", "yacht"])
def test_dice_that_may_be_kept_are_seen_in_place_of_the_faces_of_the_next_roll(at: Any, name: str) -> None:
    finger = at(screen_scenes.SCENES[f"{name} keep"])
    lying = finger.app.stage.sitting.table.state.dice
    shown = [die.value for die in finger.page.walk(restrict=True) if isinstance(die, DieFace)]
    assert shown == [str(die) for die in lying]


@pytest.mark.parametrize("size", [(800, 480), (720, 1280), (1280, 800)], ids=str)
def test_however_many_games_there_are_each_is_a_fingertip_high_and_can_be_reached(rooms, screen, size):
    rooms.preferences.put("language", "de")
    thrice = {f"{name}{n}": game for name, game in rooms.games.items() for n in range(3)}
    finger = screen.in_rooms(replace(rooms, games=thrice), size)
    for page in ("rules", "choose"):
        finger.app.go(page)
        finger.step(5)
        games = [thing for thing in finger.seen() if "Zehntausend" in thing.called]
        assert len(games) == 3
        assert min(game.height for game in games) >= finger.app.stage.sizes.mm(TOUCH_LEAST)
        finger.reach(games[-1])
        assert complaints(finger.page) == []


def test_the_faces_to_enter_a_roll_are_made_once(at: Any) -> None:
    """Making them anew took half of the time from a tap to its picture."""
    finger = at(lambda rooms: evenings.sit(rooms, 2))
    hand, pads = Hand(finger, Random(3)), list[DicePad]()
    while len(pads) < 2:
        shown = [thing for thing in finger.page.walk(restrict=True) if isinstance(thing, DicePad)]
        if shown:
            pads += shown
            assert not any(shown[0]._chosen), "another roll begins with nothing chosen"
            assert not any(button._edge for line in shown[0]._lines for button in line.values())
            finger.tap("pips:2 5")
            finger.tap("colour:pink")
        hand.play_one()
        finger.step(3)
    assert pads[0] is pads[1]


@pytest.mark.parametrize("size", [(720, 1280), (800, 480)], ids=str)
def test_three_melds_are_not_drawn_smaller_than_a_fingertip(at: Any, size: Any) -> None:
    game = all_games()["abstrac"]
    melded = lambda state: any(len(own) > 2 for own in game.view(state).details.get("melds", {}).values())  # noqa: E731
    finger = at(screen_scenes.at("abstrac", melded, 2), size=size)
    panels = [thing for thing in finger.page.walk(restrict=True) if isinstance(thing, CardFan)]
    wanted = finger.page.sizes.mm(7)
    assert len(panels) > 2 and all(fan.height >= wanted <= fan.width * 0.7 for fan in panels)
