"""The house rules on the screen: every switch of every game is set by finger and goes into the game."""

from typing import Any

import evenings
import pytest
from screen_audit import complaints
from screen_finger import Finger, Opened

from companion.asks import Say
from companion.games import all_games
from companion.games.abi94.scoring import proposed
from companion.rulebook import Switch, switches
from tests.at_first import quick
from ui.screen.guests import join
from ui.screen.pages.rules import choice_words
from ui.screen.parts.layout import Panel, Text
from ui.screen.parts.touch import Touchable

pytestmark = pytest.mark.screens
GAMES = all_games()
LEARNT = {"census", "printed"}  # told by laying the box on the table
ROUNDS = 3
SHORT_FIRST = sorted(GAMES, key=lambda name: len(switches(GAMES[name])))


def at_options(screen: Opened, name: str, size: tuple[int, int] = (800, 480)) -> Finger:
    game = GAMES[name]
    finger = screen({name: game}, size=size)
    finger.app.stage.choose(game)
    for guest in evenings.NAMES[: max(2, game.about.seats[0])]:
        finger.app.stage.guests = join(finger.app.stage.guests, guest)
    finger.app.go("options")
    finger.step()
    return finger


def touchables(finger: Finger, switch: Switch) -> list[Touchable]:
    """What can be touched beside the words of *switch*."""
    words = finger.app.stage.say.game(finger.app.stage.game, Say(f"option.{switch.name}"))
    panels = [
        widget
        for widget in finger.page.walk(restrict=True)
        if isinstance(widget, Panel)
        and any(type(one) is Text and one.text == words for one in widget.walk(restrict=True))
    ]
    assert len(panels) == 1, (switch.name, words)
    return [one for one in panels[0].walk(restrict=True) if isinstance(one, Touchable)]


def choose(finger: Finger, switch: Switch, number: int) -> Any:
    """Set *switch* to its choice *number*, or a figure one step up or down; what it should be then."""
    buttons = touchables(finger, switch)
    if switch.choices:
        value = switch.choices[number % len(switch.choices)]
        words = choice_words(finger.app.stage.say, finger.app.stage.game, switch.name, value)
        finger.tap(next(b for b in buttons if b.called in (words, f"{words} (üblich)")))
        return value
    by = 1 if number % 2 or switch.default == switch.low else -1
    finger.tap(buttons[by > 0])
    return finger.app.stage.options[switch.name]


CHOICES = [pytest.param(name, n, id=f"{name} {n}") for n in (1, 0, *range(2, ROUNDS)) for name in SHORT_FIRST]


@pytest.mark.parametrize(("name", "number"), quick(CHOICES, 1, more=2))
def test_every_choice_made_by_finger_goes_into_the_game(screen: Opened, name: str, number: int):
    finger = at_options(screen, name)
    wanted = {
        switch.name: choose(finger, switch, number)
        for switch in switches(GAMES[name])
        if switch.choices or isinstance(switch.default, int)
    }
    finger.tap("Los geht's")

    options = finger.app.stage.sitting.table.options
    assert {switch: getattr(options, switch) for switch in wanted} == wanted


@pytest.mark.parametrize("name", quick(SHORT_FIRST, 4))
def test_every_switch_has_a_control_or_is_told_by_the_table(screen: Opened, name: str):
    finger = at_options(screen, name)

    for switch in switches(GAMES[name]):
        assert switch.name in LEARNT or touchables(finger, switch), switch.name
    assert complaints(finger.page) == []


def typed(finger: Finger, text: str) -> None:
    for letter in text:
        finger.tap("Leerzeichen" if letter == " " else letter.upper())


@pytest.mark.parametrize("switch", quick(["own_tasks", "afk_tasks"], 0, more=1))
def test_w50_tasks_in_the_familys_own_words(screen: Opened, switch: str):
    finger = at_options(screen, "wobble")
    finger.app.go("own", switch=switch)
    assert finger.app.stage.say("own.empty") in finger.texts()
    for task in ("singen", "hüpfen"):
        finger.tap("Zeile dazu")
        typed(finger, task)
        finger.tap("OK")
    finger.tap("Singen wegnehmen", "Zurück", "Los geht's")

    assert getattr(finger.app.stage.sitting.table.options, switch) == ("Hüpfen",)


@pytest.mark.parametrize(
    "size", quick([*map(pytest.param, [(800, 480), (720, 1280)])]), ids="{0[0]}x{0[1]}".format
)
def test_a21_the_familys_own_table_of_grades(screen: Opened, size: tuple[int, int]):
    finger = at_options(screen, "abi94", size)
    finger.app.go("own", switch="grades")
    finger.step(4)
    assert complaints(finger.page) == []
    finger.tap("1.1 wegnehmen", "69")
    for key in ("7", "2", "OK"):
        finger.tap(key)
    finger.tap("Zurück", "Los geht's")

    own = {**proposed(), "1.0": 72}
    del own["1.1"]
    assert finger.app.stage.sitting.table.options.grades == own


def test_a22_the_familys_own_deck_has_to_have_92_cards(screen: Opened):
    finger = at_options(screen, "abi94")
    stage = finger.app.stage

    def set_to(card: str, *keys: str) -> None:
        finger.app.go("own", switch="cards")
        finger.app.page.ask_for_figure(card)
        for key in (*keys, "OK"):
            finger.tap(key)

    set_to("+1", "9")
    assert any("91 Karten" in text for text in finger.texts())
    finger.app.go("options")
    finger.tap("Los geht's")
    assert stage.sitting is None and finger.page.covered
    finger.page.clear_over()
    set_to("+2", "1", "1")
    finger.app.go("options")
    finger.tap("Los geht's")
    kinds = {kind.id: kind.count for kind in stage.sitting.table.options.cards}
    assert (kinds["+1"], kinds["+2"], sum(kinds.values())) == (9, 11, 92)


def test_a_card_that_no_deck_has_is_told_and_nothing_is_kept(screen: Opened):
    finger = at_options(screen, "abi94")
    finger.app.go("own", switch="cards")
    finger.app.page.ask_for_figure("Latein")
    for key in ("4", "OK"):
        finger.tap(key)

    assert finger.page.covered and finger.app.stage.options == {}
    assert any("Latein" in text for text in finger.texts())


def test_as_usual_takes_everything_of_ones_own_away(screen: Opened):
    finger = at_options(screen, "abi94")
    finger.app.stage.options = {"grades": {"gut": 5}}
    finger.app.go("own", switch="grades")
    finger.tap("Wie üblich")

    assert finger.app.stage.options == {}
