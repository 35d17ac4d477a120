"""For people who do not look at the screen: what it shows is said, and each hears their own state on wish.

Whoever holds their button for a second hears how they stand and what is waited for; whoever holds it longer,
what else they may do. A press stays a call all the same, from its first edge on.
"""

from collections.abc import Callable

from kivy.clock import Clock
from msgspec.structs import replace

from companion.asks import Kind
from companion.calls.buttons import Edge
from companion.rulings import Importance
from ui.announcer import for_ears
from ui.screen.language import Speaker
from ui.screen.pages.table.asking import asked
from ui.screen.sitting import Sitting
from ui.screen.stage import Stage
from ui.screen.wishes import wished

HELD, HELD_LONG = 1.0, 3.0  # seconds
COUNTED = ("pips", "number")  # dice of which games announce no face
EVERYTHING = "every"  # the wish that what is asked and refused is said as well


class Aloud:
    """Says what the *stage* shows; lives on the thread of the screens."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._said, self._dice, self._entry = "", "", 0
        self._held: dict[str, list[Callable[[], None]]] = {}  # how to stop waiting, by button

    def turned(self) -> None:
        """The table may wait for something else now."""
        sitting, wish = self._stage.sitting, wished(self._stage.rooms.preferences, "sound")
        if sitting is None or wish != EVERYTHING:
            return
        say = self._stage.say
        # the loudspeaker announces all that is loud
        new = [one for one in sitting.captions if one.entry > self._entry]
        shown = [one.note for one in new if one.note.importance is Importance.TELL]
        quiet = [said for note in shown if (said := say.game(sitting.game, for_ears(note.says)))]
        before, self._dice, self._said = (self._dice, self._said), *_now(say, sitting)
        self._entry = max((caption.entry for caption in sitting.captions), default=0)
        fresh = [now for now, old in zip((self._dice, self._said), before, strict=True) if now and now != old]
        if quiet or fresh:
            self._stage.rooms.board.say(" ".join((*quiet, *fresh)), say.language)

    def felt(self, edge: Edge) -> None:
        """A button went down or up."""
        for stop in self._held.pop(edge.line, []):
            stop()
        if edge.down:
            waits = ((HELD, how_it_stands), (HELD_LONG, what_may_be_done))
            events = [Clock.schedule_once(self._say_to(edge.line, words), wait) for wait, words in waits]
            self._held[edge.line] = [event.cancel for event in events]

    def _say_to(self, line: str, words: Callable[[Speaker, Sitting, str], str]) -> Callable[[float], None]:
        def say_it(_passed: float) -> None:
            sitting = self._stage.sitting
            seat = next((s for s in sitting.seats if s.button == line), None) if sitting else None
            if sitting is not None and seat is not None:
                say = self._stage.speaker_for(seat.name)
                self._stage.rooms.board.say(words(say, sitting, seat.name), say.language)

        return say_it


def _now(say: Speaker, sitting: Sitting) -> tuple[str, str]:
    """What the dice show, and what is waited for."""
    faces = [die.value for die in sitting.table.view.dice if die.kind in COUNTED]
    return say("aloud.dice", dice=faces) if faces else "", " ".join(what_is_shown(say, sitting))


def what_is_shown(say: Speaker, sitting: Sitting) -> list[str]:
    """What does not stand, of whom something is asked and what, and what else is possible."""
    game, table = sitting.game, sitting.table
    refused = [say.game(game, for_ears(sitting.banner.says))] if sitting.banner is not None else []
    if table.outcome is not None:
        return [*refused, say.game(game, for_ears(table.outcome.says))]
    heard = [replace(ask, prompt=for_ears(ask.prompt)) for ask in table.asks]
    asking = asked(say, game, heard, say.game(game, for_ears(table.view.phase)))
    whom = [name for name in asking.seats[:1] if len(asking.seats) == 1 and name not in asking.sentence]
    return [*refused, *(f"{name}:" for name in whom), asking.sentence, *asking.more]


def how_it_stands(say: Speaker, sitting: Sitting, name: str) -> str:
    """The points and figures of *name*, and what is waited for now."""
    game, view = sitting.game, sitting.table.view
    panel = next(panel for panel in view.panels if panel.seat == name)
    figures = ", ".join(f"{say.game(game, stat.label)} {say.figure(stat.value)}" for stat in panel.stats)
    points = say("aloud.points", seat=name, n=panel.score)
    mine = [ask for ask in sitting.table.asks if name in ask.seats and not ask.optional and not ask.secret]
    asks = [say.game(game, for_ears(ask.prompt)) for ask in mine] or what_is_shown(say, sitting)
    return " ".join((f"{points}.", f"{figures}." if figures else "", *asks))


def what_may_be_done(say: Speaker, sitting: Sitting, name: str) -> str:
    """Everything that *name* may do now, the calls by button too."""
    asks = [ask for ask in sitting.table.asks if name in ask.seats and ask.kind is not Kind.TIME]
    secret = [say("aloud.secret")] if any(ask.secret for ask in asks) else []
    if not asks:
        return say("aloud.nothing", seat=name)
    said = dict.fromkeys(say.game(sitting.game, for_ears(ask.prompt)) for ask in asks if not ask.secret)
    return " ".join((say("aloud.may", seat=name), *said, *secret))
