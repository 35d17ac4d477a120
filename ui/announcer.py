"""What the loudspeaker says of a ruling: what all should hear, and of a correction only what has changed."""

from collections import OrderedDict
from collections.abc import Callable, Sequence

from companion.facts import Fact
from companion.game import AnyGame
from companion.rulings import Importance, Verdict
from companion.table import Announcement
from companion.words import game_words
from hardware.sound import Sound, only_what_changed

LOUD = (Importance.ANNOUNCE, Importance.WARN)
KEPT = 32  # announcements that a correction may still be compared with
Reading = tuple[str, str, str, int]  # what a fact and its correction have in common


class Announcer:
    """Says rulings aloud, in the language that is spoken at the moment."""

    def __init__(self, sound: Sound, language: Callable[[], str]) -> None:
        self._sound, self._language = sound, language
        self._said: OrderedDict[Reading, str] = OrderedDict()

    def announced(self, announcement: Announcement, game: AnyGame) -> None:
        """The table has ruled."""
        if announcement.secret:
            return
        verdict = announcement.ruling.verdict
        if verdict is not Verdict.ACCEPTED:
            self._sound.signal("refused" if verdict is Verdict.REFUSED else "question")
        for sentence in self._news(announcement, self._sentences(announcement, game)):
            self._sound.say(sentence, self._language())

    def _sentences(self, announcement: Announcement, game: AnyGame) -> list[str]:
        words, language = game_words(game), self._language()
        loud = [note for note in announcement.ruling.notes if note.importance in LOUD]
        return [words.say(note.says, language) for note in loud]

    def _news(self, announcement: Announcement, sentences: Sequence[str]) -> list[str]:
        """Of *sentences* what nobody has heard yet."""
        if announcement.fact is None or announcement.ruling.verdict is not Verdict.ACCEPTED:
            return list(sentences)
        reading, now = _reading(announcement.fact), " ".join(sentences)
        before = self._said.pop(reading, "")
        self._said[reading] = now
        if len(self._said) > KEPT:
            self._said.popitem(last=False)
        if announcement.by != "correction":
            return list(sentences)
        changed = only_what_changed(before, now)
        return [changed] if changed else []


def _reading(fact: Fact) -> Reading:
    return fact.kind.value, fact.seat, fact.ask, fact.t
