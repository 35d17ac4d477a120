"""Tells a simulated evening: line by line, as it would be read from the journal, or in one that goes on."""

import shutil
import time
from typing import TextIO

from companion.asks import Say
from companion.facts import Kind
from companion.game import AnyGame
from companion.rulings import Importance, Ruling, Verdict
from companion.words import game_words, words_of
from ui.twin.evening import Judged

MARKS = {Verdict.ACCEPTED: "+", Verdict.REFUSED: "-", Verdict.UNSURE: "?"}
SELDOM = 2.0  # seconds between two lines where none can be written over


class Teller:
    """Writes what happens to *out* in *language*: everything."""

    def __init__(self, game: AnyGame, language: str, out: TextIO) -> None:
        self._words, self._language, self._out = game_words(game), language, out

    def tell(self, judged: Judged) -> None:
        happening, ruling = judged.happening, judged.ruling
        what = happening.move if happening.move is not None else happening.value
        quiet = happening.kind is Kind.CONFIRM and ruling.verdict is Verdict.ACCEPTED and not ruling.notes
        if not quiet:
            cheat = f"  [cheat: {happening.cheat}]" if happening.cheat else ""
            line = f"{MARKS[ruling.verdict]} {happening.seat:8} {happening.kind:8} {_short(what)}{cheat}"
            print(line.rstrip(), file=self._out)
        for said in self._said(ruling):
            print(f"    {said}", file=self._out)

    def close(self) -> None:
        """The evening is over."""

    def _said(self, ruling: Ruling) -> list[str]:
        """What the companion says to all."""
        said = [note.says for note in ruling.notes if note.importance is not Importance.PRIVATE]
        sentences = [self._words.say(says, self._language) for says in said]
        if ruling.why is not None and ruling.verdict is not Verdict.ACCEPTED:
            sentences.insert(0, f"{self._words.say(ruling.why, self._language)} ({ruling.rule})")
        return sentences


class ProgressLine(Teller):
    """How long, how much, and what was said last: in one line of a terminal, else in a line now and then."""

    def __init__(self, game: AnyGame, language: str, out: TextIO) -> None:
        super().__init__(game, language, out)
        self._common, self._began, self._n, self._last = words_of("ui.twin"), time.monotonic(), 0, 0.0
        self._over = out.isatty()
        says = self._common.say(Say("demo_begins", {"game": game.about.title}), language)
        print(says, file=out, flush=True)

    def tell(self, judged: Judged) -> None:
        self._n += 1
        said, now = self._said(judged.ruling), time.monotonic()
        if not said or (not self._over and now - self._last < SELDOM):
            return
        self._last = now
        args = {"seconds": round(now - self._began), "n": self._n, "said": said[-1]}
        line = self._common.say(Say("demo_goes_on", args), self._language)
        if self._over:
            short = f"\r\x1b[K{line[: shutil.get_terminal_size().columns - 1]}"
            print(short, end="", file=self._out, flush=True)
        else:
            print(line, file=self._out, flush=True)

    def close(self) -> None:
        if self._over:
            print("\r\x1b[K", end="", file=self._out, flush=True)


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 90 else f"{text[:87]}..."
