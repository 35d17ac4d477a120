"""A hand that is shown to the camera alone is read; no screen, no log and no loudspeaker tells of it."""

from itertools import chain

import msgspec
import pytest
from cards_on_table import CardsOnTable
from evenings import sit
from msgspec.structs import replace
from screen_finger import furnished

from companion.asks import Kind, Say
from companion.games import find_game
from companion.games.wobble.laying import card_say
from companion.rulings import Importance, Verdict
from companion.words import game_words, languages
from hardware.board import Board as Wires
from tests.ui.test_secrets import Mouth
from ui.screen.sitting import Sitting
from ui.stream.events import event_of, snapshot
from ui.table_board import TableBoard

GAME = find_game("wobble")
HAND = ("CSmc", "m2", "y7", "gHH", "cP5", "ySK")
ASKED = "show:1:Ben"


class Doubted:
    """Ben has drawn although a card fitted, as somebody thinks; the eyes are asked to look at his hand."""

    def __init__(self):
        rooms = furnished({"wobble": GAME})
        self.sitting: Sitting = sit(rooms, name="wobble")
        self.table, self.mouth, self.events = self.sitting.table, Mouth(), []
        self.board = TableBoard(Wires.pretend(rooms.clock, sound=self.mouth), lambda: "en")
        for seat in self.table.seats:
            self.table.propose({"move": "ready", "seat": seat.name})
        self.table.propose({"move": "flip", "seat": "Anna", "cards": ["g4"]})
        self.table.propose({"move": "touch", "seat": "Ben"})
        self.table.propose({"move": "doubt", "seat": "Clara"})
        self.table.listen(self._heard)

    def _heard(self, told):
        self.board.announced(told, GAME)
        self.events.append(msgspec.json.encode(event_of(told, self.table, "en")).decode())
        self.events.append(msgspec.json.encode(snapshot(self.table, "en")).decode())

    def everywhere(self):
        """All that anybody at the table can read or hear."""
        scene, out = self.sitting.scene(), [*self.mouth.said, *self.events]
        banner = scene.banner
        public = [c.note.says for c in scene.captions if c.note.importance is not Importance.PRIVATE]
        says = [*public, *(entry.says for entry in self.table.log())]
        if banner is not None:
            says += [banner.says, *(choice.says for choice in banner.choices)]
            assert banner.fact is None
        words = game_words(GAME)
        out += [words.say(one, language) for one in says for language in languages()]
        return "\n".join([*out, str(GAME.view(self.table.state))])


@pytest.fixture
def at():
    return Doubted()


@pytest.fixture(scope="module")
def shown():
    """The fact that the eyes tell of Ben's hand, beside the pile."""
    asks = Doubted().table.asks
    assert [ask.id for ask in asks if ask.secret] == [ASKED]
    table = CardsOnTable("wobble", *asks, seats=("Anna", "Ben", "Clara"))
    count = asks[0].cards[0]
    (fact,) = table.happens(table.stage.spread("scan", (*HAND, "m9")[:count]))
    assert (fact.ask, len(fact.value["cards"])) == (ASKED, count)
    return fact


def names_in(text):
    """The cards of the hand that are named in *text*, by their short names and in words."""
    words = game_words(GAME)
    said = {language: [words.say(_say(card), language) for card in HAND] for language in languages()}
    return [name for name in chain(HAND, *said.values()) if name in text]


def _say(card):
    said = card_say(card)
    return said if isinstance(said, Say) else Say("table.reading", {"what": said})


def test_a_hand_that_is_shown_alone_is_counted_and_named_nowhere(at, shown):
    ruling = at.sitting.hear(shown)

    assert ruling.verdict is Verdict.ACCEPTED
    assert names_in(at.everywhere()) == []


def test_a_card_in_doubt_is_no_public_question(at, shown):
    _, *others = shown.value["cards"]
    doubtful = replace(shown, sure=0.5, choices=({**shown.value, "cards": ["y9", *others]},))
    ruling = at.sitting.hear(doubtful)

    assert ruling.verdict in (Verdict.ACCEPTED, Verdict.UNSURE)
    assert names_in(at.everywhere()) == []


@pytest.mark.parametrize("kept_back", [1, 2])
def test_who_shows_too_few_reads_alone_why(at, shown, kept_back):
    few = replace(shown, value={**shown.value, "cards": shown.value["cards"][kept_back:]})
    ruling = at.sitting.hear(few)

    assert ruling.verdict is Verdict.REFUSED
    scene = at.sitting.scene()
    assert scene.banner.says.key == "table.shown_alone" and scene.banner.choices == ()
    private = [c.note for c in scene.captions if c.note.importance is Importance.PRIVATE]
    assert [(note.seat, note.says) for note in private] == [("Ben", ruling.why)]
    assert names_in(at.everywhere()) == []


def test_a_question_about_the_hand_is_for_its_owner_alone(at, shown):
    unclear = replace(shown, sure=0.3)
    ruling = at.sitting.hear(unclear)

    assert ruling.verdict is Verdict.UNSURE and ruling.choices
    assert at.sitting.scene().banner.choices == ()
    assert names_in(at.everywhere()) == []
    assert any(ask.secret and ask.kind is Kind.CARD for ask in at.table.asks), "it is still waited for"
