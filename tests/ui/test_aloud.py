"""Somebody who never looks at the screen hears what it shows, and by holding a button how they stand."""

import threading
import time
from random import Random

import pytest
from msgspec.structs import replace

from companion.asks import Kind, Say
from companion.calls.buttons import Edge
from companion.lab.family import family_class
from companion.rulings import Importance
from companion.seats import seats_named
from hardware.sound.devices import SoundSettings
from hardware.sound.speaker import Speaker
from tests.at_first import quick
from tests.ui.evenings import rolled, touch
from ui.announcer import Announcer, for_ears
from ui.lab.compared import ComparedEvening, PlainSenses
from ui.screen.aloud import Aloud, how_it_stands, what_may_be_done
from ui.screen.ports import NoBoard
from ui.screen.sitting import Sitting
from ui.screen.stage import Stage
from ui.settings import Forgetful

NAMES = ("Ada", BLIND := "Ben", "Cem")


class Heard(NoBoard):
    """A board of which only the loudspeaker is there, and what was heard from it."""

    def __init__(self):
        self.said = []
        self._announcer = Announcer(self, lambda: "en")

    def signal(self, name): ...

    def say(self, sentence, language, after=False):
        self.said.append(sentence)

    def announced(self, announcement, game):
        self._announcer.announced(announcement, game)


def sit_down(rooms, name):
    rooms = replace(rooms, board=Heard(), preferences=Forgetful(sound="every", language="en"))
    game = rooms.games[name]
    sitting = Sitting.begin(game, seats_named(NAMES, "en"), game.options(), rooms)
    stage = Stage(rooms, lambda *_: None, lambda: None)
    stage.sitting = sitting
    aloud = Aloud(stage)
    sitting.table.listen(lambda _announcement: aloud.turned())
    aloud.turned()
    return stage, aloud


@pytest.mark.parametrize("name", quick(["abspecken", "sums", "abi94"], 0))
def test_a_whole_game_is_played_by_ear(rooms, name):
    stage, _ = sit_down(rooms, name)
    sitting, said = stage.sitting, stage.rooms.board.said
    game, say = sitting.game, stage.say
    family = family_class(game)(game, NAMES, sitting.table.options, Random(1), 0.0)
    acts, notes, unheard = family.act, [], []
    sitting.table.listen(lambda announced: notes.extend(announced.ruling.notes))

    def act(asks):
        for ask in asks:
            if BLIND in ask.seats and not (ask.optional or ask.secret) and ask.kind is not Kind.TIME:
                own = say.game(game, for_ears(ask.prompt))
                together = say.game(game, Say(f"{ask.prompt.key}.all", for_ears(ask.prompt).args))
                if not any(
                    own in one or together in one for one in (*said, how_it_stands(say, sitting, BLIND))
                ):
                    unheard.append(own)
        return acts(asks)

    family.act = act
    report = ComparedEvening(sitting.table, family, rooms.clock, PlainSenses(rooms.clock)).play(2_000)

    assert report.agreed and sitting.table.outcome is not None
    heard = " ".join(said)
    open_to_all = [note.says for note in notes if note.importance is not Importance.PRIVATE]
    assert not unheard and len(open_to_all) > 20
    assert [one for one in open_to_all if say.game(game, for_ears(one)) not in heard] == []
    assert say.game(game, for_ears(sitting.table.outcome.says)) in said[-1]


def test_what_lies_in_the_middle_and_what_does_not_stand_is_said(rooms):
    rooms = replace(rooms, board=Heard(), preferences=Forgetful(sound="every", language="en"))
    sitting, said = rolled(rooms), rooms.board.said
    stage = Stage(rooms, lambda *_: None, lambda: None)
    stage.sitting = sitting
    Aloud(stage).turned()
    assert "On the dice: 3 and 5." in said[-1]

    touch(sitting, Kind.CARD, {"place": "discard:Anna", "cards": ["4"]}, "Anna")
    Aloud(stage).turned()
    assert sitting.banner is not None
    assert stage.say.game(sitting.game, sitting.banner.says) in said[-1]


def test_only_who_wishes_it_hears_what_is_asked(rooms):
    stage, aloud = sit_down(rooms, "abspecken")
    assert "Who is the youngest?" in stage.rooms.board.said[-1]
    before = len(stage.rooms.board.said)
    aloud.turned()
    assert len(stage.rooms.board.said) == before, "nothing is said twice"
    for wish in ("all", "tones", "off"):
        stage.rooms.preferences.put("sound", wish)
        Aloud(stage).turned()
    assert len(stage.rooms.board.said) == before


def test_whoever_holds_a_button_hears_how_they_stand_and_then_what_they_may_do(rooms, open_in, monkeypatch):
    monkeypatch.setattr("ui.screen.aloud.HELD", 0.02)
    monkeypatch.setattr("ui.screen.aloud.HELD_LONG", 0.06)
    rooms = replace(rooms, board=Heard(), preferences=Forgetful(language="en"))
    finger, said = open_in(rooms), rooms.board.said
    stage = finger.app.stage
    sitting = stage.sitting = rolled(rooms)
    clara = sitting.seats[2]
    finger.app.go("table")

    said.clear()
    finger.app.deliver(Edge(clara.button, rooms.clock.now(), True))
    finger.wait(lambda: len(said) == 2)
    say = stage.speaker_for(clara.name)
    assert said == [how_it_stands(say, sitting, "Clara"), what_may_be_done(say, sitting, "Clara")]
    assert "Clara: 0 points. hand 5, piles" in said[0] and "cannot" in said[1]
    finger.pass_ms(200)
    assert [call.seat for call in sitting.scene().calls] == ["Clara"], "it was a call all the same"

    said.clear()
    for down in (False, True, False):
        finger.app.deliver(Edge(clara.button, rooms.clock.now(), down))
    finger.step(40)
    assert not [one for one in said if one.startswith("Clara")], "a press is no holding"


@pytest.mark.parametrize(
    ("first", "then", "left"),
    [
        pytest.param(
            ("news", False), ("ask", True), ["news", "ask"], id="what is asked comes after the news"
        ),
        pytest.param(("ask", True), ("other ask", True), ["other ask"], id="an old ask is said no more"),
        pytest.param(("news", False), ("other news", False), ["other news"], id="nor are old news"),
    ],
)
def test_what_waits_to_be_said(first, then, left):
    held, said = threading.Event(), []

    def run(_command, given):
        held.wait(5)
        return given

    class Voice:
        name = "voice"

        def wav(self, sentence, *_):
            said.append(sentence)
            return b""

    speaker = Speaker(SoundSettings(), ("play",), Voice(), lambda: 12, run)
    speaker.say("being said", "en")
    while not said:
        time.sleep(0.001)
    for sentence, after in (first, then):
        speaker.say(sentence, "en", after)
    held.set()
    assert speaker.wait(5)
    speaker.close()
    assert said == ["being said", *left]
