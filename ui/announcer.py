"""What the loudspeaker says of a ruling: what all should hear, and of a correction only what has changed."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from companion.asks import Fact, Say
from companion.game import AnyGame
from companion.rulings import Importance, Ruling, Verdict
from companion.table import Announcement
from companion.words import game_words
from hardware.sound.speaker import Sound
from hardware.sound.speech import only_what_changed

LOUD = (Importance.ANNOUNCE, Importance.WARN)
KEPT = 32  # announcements that a correction may still be compared with
TIE = "call.tie"  # the note that several were first
Reading = tuple[str, str, str, int]  # what a fact and its correction have in common


class Announcer:
    """Says rulings aloud, in the language that is spoken at the moment."""

    def __init__(self, sound: Sound, language: Callable[[], str]) -> None:
        self._sound, self._language = sound, language
        self._said: OrderedDict[Reading, str] = OrderedDict()

    def announced(self, announcement: Announcement, game: AnyGame) -> None:
        """The table has ruled. What somebody has shown in private is secret, what it leads to is not."""
        verdict = announcement.ruling.verdict
        if announcement.secret and verdict is not Verdict.ACCEPTED:
            return
        if verdict is not Verdict.ACCEPTED:
            self._sound.signal("refused" if verdict is Verdict.REFUSED else "question")
        else:
            self._signal(announcement.ruling)
        if news := self._news(announcement, self._sentences(announcement, game)):
            self._sound.say(news, self._language())

    def _signal(self, ruling: Ruling) -> None:
        """A short sound for what somebody at the table has to look up for."""
        if any(note.says.key == TIE for note in ruling.notes):
            self._sound.signal("tie")
        elif any(note.points for note in ruling.notes):
            self._sound.signal("points")

    def _sentences(self, announcement: Announcement, game: AnyGame) -> list[str]:
        words, language = game_words(game), self._language()
        loud = [note for note in announcement.ruling.notes if note.importance in LOUD]
        return [words.say(for_ears(note.says), language) for note in loud]

    def _news(self, announcement: Announcement, sentences: Sequence[str]) -> str:
        """What nobody has heard yet, in one go: a later sentence would take the place of an earlier one."""
        now = " ".join(sentences)
        if announcement.fact is None or announcement.ruling.verdict is not Verdict.ACCEPTED:
            return now
        reading = _reading(announcement.fact)
        before = self._said.pop(reading, "")
        self._said[reading] = now
        if len(self._said) > KEPT:
            self._said.popitem(last=False)
        return only_what_changed(before, now) if announcement.by == "correction" else now


def for_ears(says: Say) -> Say:
    """*says* without the names of places, like A7-B0-C1: the drawing shows them, and no ear can follow."""
    return Say(says.key, {name: _for_ears(part) for name, part in says.args.items()})


def _for_ears(part: Any) -> Any:
    if isinstance(part, Say):
        return Say("cell_aloud") if part.key == "cell" else for_ears(part)
    if not isinstance(part, list | tuple):
        return part
    cells = [one for one in part if isinstance(one, Say) and one.key == "cell"]
    others = [_for_ears(one) for one in part if one not in cells]
    return [Say("cell_aloud" if len(cells) == 1 else "cells_aloud"), *others] if cells else others


def _reading(fact: Fact) -> Reading:
    return fact.kind.value, fact.seat, fact.ask, fact.t
