"""One person plays against bots that act by themselves, through the window of the assembled house."""

import time
from random import Random
from types import SimpleNamespace

import pytest
from screen_audit import complaints
from screen_shots import kept
from test_screen_pyramid import pyramid, tap

from companion.asks import Fact, Kind, Say, Source, by_cards
from companion.bot_seat import BotSeat, advise
from companion.games import all_games, find_game
from companion.pyramid.plan import middle
from companion.rulings import Ruling, Verdict
from tests.at_first import more, quick
from ui.house import open_house
from ui.screen.pages.table.lines import HandStrip
from ui.settings import settings_in_force

pytestmark = pytest.mark.screens
PATIENCE_S = 60.0
SIZES = {"wide": (800, 480), "tall": (720, 1280)}
GAMES = sorted(all_games())
RANDOM = Random(1)


@pytest.fixture(autouse=True)
def hurried(monkeypatch):
    """People can follow what bots do; a test need not."""
    from ui import bot_player  # noqa: PLC0415

    usual = bot_player.on_kivys_thread()
    monkeypatch.setattr(bot_player, "on_kivys_thread", lambda: usual)
    monkeypatch.setattr(
        "ui.screen.sitting.on_kivys_thread", lambda: (usual[0], lambda do, s: usual[1](do, s / 50))
    )


def until(finger, done, what="what was waited for"):
    over = time.monotonic() + PATIENCE_S
    while not done():
        finger.step()
        assert time.monotonic() < over, f"{what} did not come"


def at_home(screen, house, size, language):
    house.rooms.preferences.put("tutorial", "off")
    return screen.in_rooms(house.rooms, size)


def sat_down(finger, title, level, language):
    finger.tap({"de": "Hier spielen", "en": "Play here now"}[language])
    finger.tap(title)
    kept(finger.picture(), f"here_how_{title}_{language}")
    assert complaints(finger.page) == []
    finger.tap(level)
    for letter in "mia":
        finger.key(letter)
    kept(finger.picture(), f"here_name_{title}_{language}")
    assert complaints(finger.page) == []
    finger.tap("OK")
    assert finger.app.page_name == "table"
    assert finger.app.stage.sitting.here.person == "Mia"
    return finger.app.stage.sitting


def a_while(screen, house, name, size, language, level, turns, enough=1_000):
    """At most so many turns of one game, until the person has done *enough*; every fourth is looked at."""
    finger = at_home(screen, house, SIZES[size], language)
    sitting = sat_down(finger, finger.app.stage.say.title(find_game(name)), level, language)
    mine = 0
    for turn in range(turns):
        mine += my_move(finger, sitting)
        if turn % 4 == 2 and finger.app.page_name == "table":
            assert complaints(finger.page) == []
            kept(finger.picture(), f"here_{name}_{size}_{language}_{turn:02}")
        if mine >= enough:
            break
    return finger, sitting, mine


def test_abspecken_is_played_against_bots_that_act_by_themselves_and_gone_on_with(screen, home):
    settings = settings_in_force(["camera.kind=simulated", "sound.volume=0", "table.language=de"])
    with open_house(settings) as house:
        finger, sitting, mine = a_while(screen, house, "abspecken", "wide", "de", "leicht", 60, enough=4)
        assert mine >= 3, "picked, rolled or laid"
        done = {entry.seat for entry in sitting.table.log() if entry.stands}
        assert done >= {seat.name for seat in sitting.seats if seat.bot}
        fact = Fact(Kind.CARD, {"place": "", "cards": ["5"]}, 0, Source.TOUCH, sitting.here.person, "refill")
        ruling = Ruling(Verdict.REFUSED, "A29", Say("not_in_piles"))
        sitting._heard(SimpleNamespace(ruling=ruling, fact=fact, secret=True, entry=0))
        assert sitting.scene().banner.says.key == "not_in_piles", "nobody else is there to hide it from"
        hand, state = sitting.here.hand, sitting.table.state
        assert hand and hand == state.player(sitting.here.person).hand
        finger.app.stage.rest()
        assert finger.app.stage.resume()
        assert finger.app.stage.sitting.here.hand == hand, "the same cards after a break"
        screen.close()


@pytest.mark.timeout(400)
@pytest.mark.parametrize("size", quick([*SIZES], 0, more=1))
@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_here(screen, home, name, size):
    language, level = ("de", "mittel") if size == "wide" else ("en", "medium")
    settings = settings_in_force(["camera.kind=simulated", "sound.volume=0", f"table.language={language}"])
    with open_house(settings) as house:
        finger, sitting, mine = a_while(screen, house, name, size, language, level, 24)
        assert mine
        bots = {seat.name for seat in sitting.seats if seat.bot}

        def bots_as_well():
            acted = bots & {entry.seat for entry in sitting.table.log() if entry.stands}
            return acted or (
                my_move(finger, sitting) and False
            )  # they think as long as the machine lets them

        if name != "buzzer":  # there whoever presses at once is first
            until(finger, bots_as_well, "a move of a bot")
        screen.close()


def my_move(finger, sitting):
    """What a bot would do there, rolled and laid by touch; False if there is nothing to do."""
    finger.step(6)
    scene, table, here = sitting.scene(), sitting.table, sitting.here
    for offer in scene.offers.now:
        if offer.rolls and not offer.ask.optional:
            finger.tap(finger.page.say("table.roll"))
            return True
    asks = [*scene.hand.laid, *(offer.ask for offer in scene.offers.now)]
    row = here.hand
    advice = advise(table.game, table.state, asks, BotSeat(here.person, "medium", row), RANDOM)
    if advice is None or advice.move is None:
        kinds = (Kind.CONFIRM, Kind.CHOICE)  # like who begins
        asked = (o.ask for o in scene.offers.now if o.ask.kind in kinds and not o.ask.optional)
        ask = next(asked, None)
        if ask is None:
            return False
        sitting.answer(ask, ask.choices[0].value if ask.choices else True, here.person)
        return True
    move = table.game.read_move(advice.move)
    found = next(here._world._answers(table.state, asks, move), None)
    if found is None:
        sitting.table.propose(advice.move)
        sitting.wake()
        return True
    ask, value = found
    if by_cards(ask):
        value = {"cards": scene.hand.cards[:value]}
    if ask in scene.hand.laid and not value.get("only"):
        strip = next(w for w in finger.page.walk() if isinstance(w, HandStrip))
        free = list(enumerate(scene.hand.cards))
        for card in value["cards"]:
            place = next(p for p, held in free if held == card)
            free.remove((place, card))
            finger.tap(strip._buttons[place])
        finger.tap(next(button for target, button in strip._targets if target.id == ask.id))
    else:
        sitting.answer(ask, value, here.person)
    return True


def test_whoever_plays_alone_reads_the_dice_and_has_buttons_of_their_own_only(screen, home, monkeypatch):
    """Sums: at a real table people read the numbers there; in a race nobody presses for a bot."""
    settings = settings_in_force(["camera.kind=simulated", "sound.volume=0", "table.language=de"])
    with open_house(settings) as house:
        finger = at_home(screen, house, SIZES["wide"], "de")
        sitting = sat_down(finger, "Sums", "leicht", "de")
        until(finger, lambda: sitting.table.state.phase == "roll", "the base")
        assert sitting.undo_level is None, "nothing was done yet but what came about by itself"
        dice = sitting.scene().view.detail["pyramid"].values()
        assert dice and all(die[1:].isdigit() for die in dice)
        finger.tap("Würfeln")
        assert finger.app._touched(None, finger.tapped), "Stop is there now: not meant"
        until(finger, lambda: finger.page.say("table.roll") not in str(finger.texts()), "the search")
        offered = [widget.called for widget in finger.seen()]
        assert any("Gefunden: Stopp!" in words for words in offered)
        assert not {"Ada", "Ben"} & {
            words.split()[0] for words in offered if "Stopp" in words or "Niete" in words
        }
        monkeypatch.setattr("companion.table.changes.MIS_TAP_WITHIN", -1)  # as if the roll was long ago
        assert sitting.table.undo_level().needs_agreement
        finger.page.over.ask_undo()
        assert sitting.table.state.phase == "roll", "no bot has to agree"
        screen.close()


def test_dice_are_kept_by_tapping_them_and_then_the_button_for_them(screen, home):
    settings = settings_in_force(["camera.kind=simulated", "sound.volume=0", "table.language=en"])
    with open_house(settings) as house:
        finger = at_home(screen, house, SIZES["wide"], "en")
        sitting = sat_down(finger, "Yacht", "easy", "en")
        finger.tap("Roll the dice", "Die 2")
        two = " ".join(map(str, sitting.table.state.dice[1:3]))
        lying = [thing for thing in finger.seen() if thing.called.startswith("pips:")]
        finger.tap(lying[2])
        kept(finger.picture(), "here_yacht_keep")
        assert complaints(finger.page) == []
        first = next(thing for thing in finger.seen() if thing.called[0].isdigit())
        assert (first.called, first.look) == (two, "main"), "just those come first"
        finger.tap(first)
        assert " ".join(map(str, sitting.table.state.kept)) == two
        screen.close()


@more
def test_a_bot_that_called_too_late_covers_nothing_and_nobody_complains_or_agrees_alone(screen, home):
    settings = settings_in_force(["camera.kind=simulated", "sound.volume=0", "table.language=de"])
    with open_house(settings) as house:
        finger = at_home(screen, house, SIZES["wide"], "de")
        sitting = sat_down(finger, "Pack Rat", "leicht", "de")
        until(finger, lambda: sitting.table.state.phase == "roll", "the pyramid")
        finger.tap("Würfeln")
        until(finger, lambda: sitting.table.state.phase == "hunt", "the hunt")
        late = Fact(Kind.CALL, "stop", house.rooms.clock.now(), Source.SIMULATED, "Ben", "stop")
        assert sitting.hear(late).why is not None and sitting.scene().banner is None
        assert "complain" in {ask.id for ask in sitting.table.asks}
        assert "complain" not in {offer.ask.id for offer in sitting.scene().offers.now}
        stop = Fact(Kind.CALL, "stop", house.rooms.clock.now(), Source.TOUCH, "Mia", "stop")
        sitting.hear(stop)  # at once: after a tap a bot might have rolled already
        assert "tap" in {ask.id for ask in sitting.table.asks}, "at a real table it tells of what was taken"
        assert "tap" not in {offer.ask.id for offer in sitting.scene().offers.now}
        until(finger, lambda: sitting.table.state.phase == "hunt", "the roll of a bot")
        finger.page.over.ask_undo()
        assert (sitting.table.state.phase, sitting.table.state.roller) == ("hunt", "Mia"), "one's own Stop"
        screen.close()


@more
def test_a_place_is_tapped_on_the_drawing_and_no_list_takes_its_room(screen, home):
    settings = settings_in_force(["camera.kind=simulated", "sound.volume=0", "table.language=en"])
    with open_house(settings) as house:
        finger = at_home(screen, house, SIZES["wide"], "en")
        sitting = sat_down(finger, "Forced Memory", "easy", "en")
        until(finger, lambda: sitting.table.state.phase == "roll", "the pyramid")
        finger.tap(finger.page.say("table.roll"))
        until(finger, lambda: sitting.table.state.phase == "lift", "the sum")
        finger.step(4)
        assert not any(offer.ask.choices for offer in finger.page._on_buttons(sitting.scene(), True))
        drawing = pyramid(finger)
        tap(finger, drawing, middle(drawing.shown.offered[0]))
        until(finger, lambda: sitting.table.state.phase != "lift", "what lies below")
        screen.close()
