"""Tells a simulated evening line by line, as it would be read from the journal."""

from typing import TextIO

from companion.facts import Kind
from companion.game import AnyGame
from companion.rulings import Importance, Verdict
from companion.words import game_words
from ui.twin.evening import Told

MARKS = {Verdict.ACCEPTED: "+", Verdict.REFUSED: "-", Verdict.UNSURE: "?"}


class Teller:
    """Writes what happens to *out* in *language*."""

    def __init__(self, game: AnyGame, language: str, out: TextIO) -> None:
        self._words, self._language, self._out = game_words(game), language, out

    def tell(self, told: Told) -> None:
        happening, ruling = told.happening, told.ruling
        what = happening.move if happening.move is not None else happening.value
        quiet = happening.kind is Kind.CONFIRM and ruling.verdict is Verdict.ACCEPTED and not ruling.notes
        if not quiet:
            cheat = f"  [cheat: {happening.cheat}]" if happening.cheat else ""
            line = f"{MARKS[ruling.verdict]} {happening.seat:8} {happening.kind:8} {_short(what)}{cheat}"
            print(line.rstrip(), file=self._out)
        if ruling.why is not None and ruling.verdict is not Verdict.ACCEPTED:
            print(f"    {self._words.say(ruling.why, self._language)} ({ruling.rule})", file=self._out)
        for note in ruling.notes:
            if note.importance is not Importance.PRIVATE:
                print(f"    {self._words.say(note.says, self._language)}", file=self._out)


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 90 else f"{text[:87]}..."
