"""Any game at a real table: a journal in memory, a clock moved by hand, and verbs for what people do."""

from companion.asks import MS, Fact, Kind, Source
from companion.calls.buttons import Edge, Fairness
from companion.clock import HandClock
from companion.journal import Journal
from companion.rulings import Verdict
from companion.seats import seats_named
from companion.table import Table
from companion.table.line import replay
from companion.words import game_words, languages


class AtTheTable:
    """People with a button each, and everything that the table has told them."""

    def __init__(self, game, names, *, journal=None, seats=None, **options):
        self.game = game
        self.clock = HandClock(now=1_000 * MS)
        self.journal = journal or Journal.open(":memory:", self.clock)
        people = seats or seats_named(names)
        self.table = Table.start(game, people, options, self.journal, self.clock, Fairness())
        self.told = []
        self.table.listen(self.told.append)
        self._seq = 0

    @property
    def state(self):
        return self.table.state

    @property
    def line(self):
        """What stands, as the journal tells it."""
        return replay(self.game, self.journal.entries(self.table.game_id)).line

    # --- time ---

    def wait(self, ms):
        """Time passes, and whatever is due in it is decided on time."""
        until = self.clock.now() + round(ms * MS)
        while (due := self.table.next_tick()) is not None and due <= until:
            self.clock.move_to(due)
            self.table.tick()
        self.clock.move_to(until)

    # --- what people do ---

    def propose(self, **move):
        """A move in the game's own notation, a second after the last one; the rules must take it."""
        ruling = self.table.propose(move)
        assert ruling.verdict is Verdict.ACCEPTED, ruling
        self.wait(1_000)
        return ruling

    def move(self, *moves):
        for move in moves:
            self.propose(**self.game.write_move(move))

    def hear(self, kind, value, seat="", source=Source.TOUCH, **more):
        t = self.clock.now() + round(more.pop("after_ms", 0) * MS)
        return self.table.hear(Fact(kind, value, t, source, seat, **more))

    def see(self, value, **more):
        """What the eyes tell of the pyramid, as an answer to whatever asks for it."""
        ask = next(one for one in self.table.asks if one.kind is Kind.PYRAMID)
        return self.hear(Kind.PYRAMID, value, source=Source.CAMERA, ask=ask.id, **more)

    def press(self, seat, after_ms=0.0, hold_ms=80.0, lose=0):
        """A button goes down, and up again later; *lose* edges are lost before it."""
        line = next(s.button for s in self.table.seats if s.name == seat)
        self._seq += 1 + lose
        self.table.feel(Edge(line, self.clock.now() + round(after_ms * MS), True, self._seq))
        if hold_ms:
            self._seq += 1
            self.table.feel(Edge(line, self.clock.now() + round((after_ms + hold_ms) * MS), False, self._seq))

    # --- what was told ---

    def said(self, ruling):
        """The sentences of *ruling* in every language; each must be whole and end like a sentence."""
        spoken = self.in_words(ruling.why)
        assert all(sentence[-1] in ".!?" for sentence in spoken.values()), spoken
        return spoken

    def in_words(self, says):
        """*says* in every language; nothing may be left untranslated or unfilled."""
        words = game_words(self.game)
        spoken = {language: words.say(says, language) for language in languages()}
        assert all(said != says.key and "{" not in said for said in spoken.values()), spoken
        assert len(set(spoken.values())) == len(languages()), spoken
        return spoken

    @property
    def rulings(self):
        """What was told, as (verdict, rule, key of the reason)."""
        return [
            (a.ruling.verdict, a.ruling.rule, a.ruling.why.key if a.ruling.why else "") for a in self.told
        ]

    @property
    def refusals(self):
        return [(rule, key) for verdict, rule, key in self.rulings if verdict is Verdict.REFUSED]

    @property
    def notes(self):
        return [(n.rule, n.says.key) for a in self.told for n in a.ruling.notes]
