"""One whole game of a simulated family before the real table, reported as facts, without pictures and wires.

Time is turned by hand: a game of half an hour is over in seconds, and the same seed gives the same evening.
"""

import shutil
import time
from collections.abc import Callable
from typing import TextIO

from msgspec import Struct
from msgspec.structs import replace

from companion.asks import MS, Fact, Kind, Say, Source
from companion.clock import HandClock
from companion.family import Family, Happening
from companion.game import AnyGame
from companion.layout import Layout, Tray, tray
from companion.rulings import Importance, Ruling, Verdict
from companion.table import Announcement, Table
from companion.words import game_words, words_of

NAMES = ("Ada", "Ben", "Cem", "Dora", "Elif", "Finn", "Greta", "Hugo", "Ida", "Jon")  # of the people
PATIENCE = 20  # happenings in a row that change nothing: then the evening has got stuck
WAITING = 200  # moments in a row in which nobody does anything, or something that changes nothing


class Disagreement(Struct, frozen=True):
    """Where the companion and the truth part."""

    entry: int
    what: str


class Judged(Struct, frozen=True):
    """One happening and what became of it, for the printed record."""

    happening: Happening
    ruling: Ruling


class Report(Struct, frozen=True):
    """How an evening went."""

    happenings: int = 0
    accepted: int = 0
    refused: int = 0
    questions: int = 0  # about what is there; who began no eye can see
    by_hand: int = 0  # dice and cards that the eyes did not see and somebody entered by touch
    cheats: int = 0
    caught: int = 0
    hidden_cheats: int = 0
    disagreements: tuple[Disagreement, ...] = ()
    over: bool = False

    @property
    def agreed(self) -> bool:
        return self.over and not self.disagreements


Mark = tuple[Kind, str, int]  # by which an announcement is known to belong to a happening
COUNTS = ("happenings", "accepted", "refused", "questions", "by_hand", "cheats", "caught", "hidden_cheats")


class Evening:
    """Lets *family* play before *table* until the game is over."""

    def __init__(
        self, table: Table, family: Family, clock: HandClock, tell: Callable[[Judged], None] = lambda _: None
    ) -> None:
        self._table, self._family, self._clock, self._tell = table, family, clock, tell
        self._kept: dict[Mark, Happening] = {}  # what the table holds back until calls are decided
        self.counts = dict.fromkeys(COUNTS, 0)
        self._disagreements: list[Disagreement] = []
        self._tray: Tray | None = None  # the dice that were rolled last
        self._last = ""  # what happened last and how it was ruled
        self._idle, self._changed_at = 0, 0  # moments without a change; happenings up to the last change
        family.sees = self._sees = lambda: table.state
        table.listen(self._announced)

    def play(self, most: int = 100_000) -> Report:
        """The evening up to its end, or to *most* happenings; called again, it goes on from there."""
        while self._table.outcome is None and self.counts["happenings"] < most:
            before = self._table.state
            self._go_on()
            self._compare_tables()
            if self._table.state != before:
                self._idle, self._changed_at = 0, self.counts["happenings"]
            else:
                self._idle += 1
            happened = self.counts["happenings"] - self._changed_at
            if self._idle >= WAITING or happened >= PATIENCE:
                self._disagree(f"the game is stuck: {self._why_stuck(happened)}")
                break
        over = self._table.outcome is not None
        return Report(**self.counts, disagreements=tuple(self._disagreements), over=over)

    def _why_stuck(self, happened: int) -> str:
        waiting = ", ".join(ask.id for ask in self._table.asks) or "nothing"
        if not happened:
            return f"nobody does anything while it waits for {waiting}"
        return f"{happened} happenings changed nothing while it waits for {waiting}; the last: {self._last}"

    def _go_on(self) -> None:
        """The next thing that happens, with whatever the table has to decide before it."""
        happening = self._family.act(self._table.asks)
        if happening is None:
            self._let_time_pass(until=self._table.next_tick() or self._clock.now() + 100 * MS)
            return
        self._let_time_pass(until=self._clock.now() + happening.after_ns)
        self._happen(happening)

    def _let_time_pass(self, until: int) -> None:
        while (due := self._table.next_tick()) is not None and due <= until:
            self._clock.move_to(due)
            self._table.tick()
        self._clock.move_to(until)

    def _announced(self, announcement: Announcement) -> None:
        """Something that the table had held back is decided now."""
        if self._family.sees is not self._sees:  # it plays on in another evening, which hears it, too
            return
        if announcement.by == "clock":
            self._family.time_ran_out(announcement.ruling)
        if announcement.fact is not None:
            happening = self._kept.pop(_mark(announcement.fact), None)
            if happening is not None:
                self._judge(happening, announcement.ruling)

    def _happen(self, happening: Happening) -> None:
        self.counts["happenings"] += 1
        if happening.move is not None:
            self._judge(happening, self._table.propose(happening.move, Source.SIMULATED, self._clock.now()))
        else:
            self._comes_about(happening)

    def _comes_about(self, happening: Happening) -> None:
        """The companion hears of it."""
        self._hear(happening.told(self._clock.now(), Source.SIMULATED), happening)

    def _hear(self, fact: Fact, happening: Happening) -> None:
        ruling = self._table.hear(fact)
        if ruling is None:
            self._kept[_mark(fact)] = happening
        elif self._is_asked_back(fact, happening, ruling):
            self.counts["questions"] += not asks_only_who(ruling)
            self._judge(happening, self._answer(happening, fact))
        else:
            self._judge(happening, ruling)

    def _is_asked_back(self, fact: Fact, happening: Happening, ruling: Ruling) -> bool:
        """Whether the companion wants to know more before it rules."""
        return ruling.verdict is Verdict.UNSURE

    def _answer(self, happening: Happening, fact: Fact) -> Ruling:
        """Somebody at the table answers the companion's question with the truth."""
        # what was asked may be about something that nobody did
        asked = replace(happening, ask=happening.ask or fact.ask)
        ruling = self._table.hear(asked.told(self._clock.now(), Source.TOUCH))
        assert ruling is not None, "only calls are kept, and a call is never asked about"
        return ruling

    def _judge(self, happening: Happening, ruling: Ruling) -> None:
        """What was ruled becomes true for the family, and is compared with what a fair referee says."""
        accepted = ruling.verdict is Verdict.ACCEPTED
        done = f"{happening.seat or 'somebody'} {happening.kind} {happening.value!r}"
        self._last = f"{done} was {ruling.verdict} ({ruling.rule})"
        self.counts["accepted" if accepted else "refused"] += 1
        if not happening.either:
            self._compare_verdict(happening, ruling)
        if happening.kind is Kind.DICE:  # what was refused is taken back, and nobody knows what lies then
            self._tray = tray(happening.value) if accepted else None
        self._family.answered(happening, ruling)
        self._settle(happening, ruling)
        self._tell(Judged(happening, ruling))

    def _settle(self, happening: Happening, ruling: Ruling) -> None:
        """Of facts nothing lies on the table."""

    def _compare_verdict(self, happening: Happening, ruling: Ruling) -> None:
        if ruling.verdict is not Verdict.ACCEPTED:
            what = f"{happening.seat} {happening.kind} {happening.value!r}"
            self._disagree(f"{what} was honest and was {ruling.verdict} ({ruling.rule} {ruling.why})")

    def _compare_tables(self) -> None:
        """The real table and the referee's, whenever nothing waits to be decided."""
        if not self._kept:
            for what in self._counts_now.unlike(self._lies_now):
                self._disagree(f"on the table: {what}")

    @property
    def _counts_now(self) -> Layout:
        """What the referee says lies there; a game whose code fails at it says nothing."""
        try:
            return self._table.game.lies(self._table.state)
        except Exception as error:
            self._disagree(f"the game cannot say what lies there: {error!r}")
            return Layout()

    @property
    def _lies_now(self) -> Layout:
        lies = self._family.lies()  # with the dice, where some are set aside
        return lies if lies.dice is not None else replace(lies, dice=self._tray)

    def _disagree(self, what: str) -> None:
        self._disagreements.append(Disagreement(self.counts["happenings"], what))


def asks_only_who(ruling: Ruling) -> bool:
    """Whether all answers say the same of what is there, each for another seat."""
    values = [choice.value for choice in ruling.choices]
    return len(values) > 1 and all(value == values[0] for value in values)


def _mark(fact: Fact) -> Mark:
    return fact.kind, fact.seat, fact.t


# --- telling an evening: line by line, as it would be read from the journal, or in one that goes on ---


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
