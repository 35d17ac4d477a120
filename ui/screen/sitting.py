"""A table that is being played, as the screen sees it: one value to draw, and what was touched as facts.

The table decides everything; this keeps only what was announced since the page was opened, so that it can be
shown, and it lives on the main thread like the table itself.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice

from msgspec import Struct, ValidationError, convert
from msgspec.structs import replace

from companion.asks import JSON, Ask, Choice, Fact, Kind, Say, Source, sets_aside
from companion.calls.buttons import Edge, Pressed
from companion.game import AnyGame, Options
from companion.pyramid.chain import stays_for
from companion.rulings import Importance, Note, Ruling, Verdict
from companion.seats import Seat
from companion.sightings import Seen
from companion.table import Announcement, Running, Table, UndoLevel
from companion.table.changes import Slip
from companion.table.line import open_game
from companion.words import game_words
from ui.bot_player import ActingBots, BotPlayer, on_kivys_thread
from ui.screen.guests import learnt_key
from ui.screen.looks import Face, face_of
from ui.screen.offers import laid_from_hand, offers, offers_ahead, offers_beside, offers_here
from ui.screen.ports import CallPictures, Look, Trouble
from ui.screen.rooms import Rooms
from ui.screen.scene import Banner, Caption, OwnHand, Scene, ranked
from ui.screen.standing import Counting, Standing
from ui.screen.wishes import wished
from vision.report.discrepancy import Discrepancy

KEPT = 40  # captions
NEWS = 3  # entries: what was announced before them was long ago
NOBODYS_HAND = (Source.SIMULATED, Source.CLOCK, Source.IMPLIED)
KEPT_PICTURES = 8  # calls of which the pictures are kept
TABLE_IS_RIGHT = (Choice("table", Say("amiss.table_is_right")),)
LOOKED_AT = 200  # games: whoever has left one behind so many others does not miss it


class Unfinished(Struct, frozen=True):
    """A game that can be resumed, for the first page."""

    game: int  # its number in the journal
    of: AnyGame
    faces: tuple[Face, ...]


def unfinished(rooms: Rooms) -> Iterator[Unfinished]:
    """What `Sitting.resume` would go on with, the newest first."""
    for row in islice(rooms.journal.each_game(), LOOKED_AT):
        game = rooms.games.get(str(row.start.get("game", "")))
        if not row.finished and game is not None:
            with suppress(ValidationError):  # a foreign hand has written it: nobody can go on with that
                seats = convert(row.start.get("seats", ()), tuple[Seat, ...])
                yield Unfinished(row.id, game, tuple(face_of(seat) for seat in seats))


def with_keys(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """*seats*, where whoever has no button gets the number of the place, the key that calls."""
    taken = {seat.button for seat in seats}
    numbered = [(seat, str(number)) for number, seat in enumerate(seats, start=1)]
    return tuple(
        seat if seat.button or number in taken else replace(seat, button=number) for seat, number in numbered
    )


def in_own_colours(game: AnyGame, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """*seats* in the colours of the dice that they own in *game*: one person has one colour at a table."""
    if not game.own_dice:
        return tuple(seats)
    return tuple(replace(seat, colour=colour) for seat, colour in zip(seats, game.own_dice, strict=False))


class Sitting:
    """The table, what was said at it, and where the fingers go."""

    def __init__(self, table: Table, rooms: Rooms) -> None:
        self.table, self._rooms = table, rooms
        self.journal, self.since = rooms.journal, rooms.clock.now()
        self.game: AnyGame = table.game
        self.seats: tuple[Seat, ...] = tuple(table.seats)
        self.faces = tuple(face_of(seat) for seat in self.seats)
        self.by_name = {face.name: face for face in self.faces}
        self.changed: Callable[[], None] = lambda: None  # the page listens here
        self.moved: Callable[[], None] = lambda: None  # and here whoever wakes the table in time
        self.pictures: tuple[CallPictures, ...] = ()  # what the camera saw around the last calls
        self.last_look: Look | None = None  # the picture in which the dice of now were read
        self.captions: tuple[Caption, ...] = ()  # what was announced last
        self._latest: tuple[int, ...] = ()  # the entries that were accepted last
        self._calls: tuple[Fact, ...] = ()
        # without dice whatever is done next ends a race
        self._rolls = not {"dice", "pyramid"}.isdisjoint(self.game.about.things)
        self.banner: Banner | None = None  # what does not stand, or is asked
        self._troubles: dict[str, Say] = {}
        self._looks = 0
        self._standing = Standing(table)
        self._can_undo = self._anything_stands()
        self.bots = self._seated_bots()
        if rooms.stream is not None:
            table.wait_for_phones(rooms.stream.phones.delays)
        table.listen(self._heard)
        table.listen(lambda ruled: rooms.board.announced(ruled, table.game))
        if (others := rooms.listener) is not None:
            others(None, table)
            table.listen(lambda ruled: others(ruled, table))

    def _seated_bots(self) -> BotPlayer | None:
        """Whoever thinks for the seats that a bot plays, if there are any."""
        if not any(seat.bot for seat in self.seats):
            return None
        if any(seat.acts for seat in self.seats):
            acting = ActingBots(self.table, self._rooms.clock, *on_kivys_thread())
            acting.called = self.wake
            return acting
        bots = BotPlayer(self.table, self._rooms.clock, *on_kivys_thread())
        bots.changed = lambda: self.changed()  # noqa: PLW0108 (each page puts in another one)
        bots.called = self.wake
        return bots

    @property
    def here(self) -> ActingBots | None:
        """The bots that act by themselves, where the table is only on the screen."""
        return self.bots if isinstance(self.bots, ActingBots) else None

    @classmethod
    def begin(
        cls, game: AnyGame, seats: Sequence[Seat], options: Options, rooms: Rooms, before: Table | None = None
    ) -> "Sitting":
        """A new game, perhaps the next of a match in which *before* was the last one.

        Raises `companion.table.CannotStart`, in words, where it cannot be played like this.
        """
        seated, after = in_own_colours(game, with_keys(seats)), 0 if before is None else before.game_id
        started = open_game(game, seated, options, rooms.fairness, after)
        table = Table.open(game, started, rooms.journal, rooms.clock)
        if before is not None and stays_for(before.game.about.name, game.about.name):
            lies = {"move": "agree", "pyramid": dict(before.state.pyramid)}  # what stands there is known
            table.propose(lies, Source.AGREEMENT, rooms.clock.now())
        return cls(table, rooms)

    @classmethod
    def resume(cls, rooms: Rooms, game: int | None = None) -> "Sitting | None":
        """The game that was interrupted last, or that with the number *game*, at the same ask."""
        table = Table.resume(rooms.journal, rooms.clock, game, lambda name: rooms.games[name])
        return None if table is None else cls(table, rooms)

    # --- facts on their way in ---

    def answer(self, ask: Ask, value: JSON, seat: str = "", waited_ns: int = 0) -> Ruling | None:
        """A finger answers *ask*; the touch itself was *waited_ns* ago."""
        t = self._rooms.clock.now() - waited_ns
        return self.hear(Fact(ask.kind, value, t, Source.TOUCH, seat, ask.id))

    def hear(self, fact: Fact) -> Ruling | None:
        """A fact from anywhere."""
        ruling = self.table.hear(fact)
        self.wake()
        return ruling

    def feel(self, edge: Edge | Pressed) -> None:
        """A button went down or up, or a phone was pressed: the table makes calls of it."""
        self.table.feel(edge)
        self.wake()

    def correct_die(self, number: int, face: JSON) -> None:
        """Die *number* of those on the table was read wrongly: it shows *face*."""
        if (last := self._standing.dice) is not None:
            value = self._standing.with_die(number, face)
            self._show_ruling(self.table.correct(last.entry, value), None)

    def repair(self, slip: Slip, ask: Ask, number: int, seat: str) -> None:
        """The reading of *slip* was wrong; with what it should have been *number* answers *ask*."""
        ruling = self.table.correct(slip.entry, slip.value)
        self._show_ruling(ruling, None)
        if ruling.verdict is Verdict.ACCEPTED:
            self.answer(ask, number, seat)
        self.wake()

    def _table_is_right(self, found: Discrepancy, counting: Counting) -> None:
        """What lies there counts from now on, if what came after it can still stand."""
        if found.at:  # a row is no reading any more: cards have been taken from it since
            language = wished(self._rooms.preferences, "language")
            says = game_words(self.game).say(TABLE_IS_RIGHT[0].says, language)
            ruling = self.table.override(self._standing.row_as_it_lies(found), says)
        else:
            ruling = self.table.correct(counting.entry, self._standing.as_it_lies(counting, found))
        self._show_ruling(ruling, None)
        self.wake()

    def choose(self, banner: Banner, choice: Choice) -> None:
        """The table has answered the companion's question."""
        self.banner = None
        found = banner.discrepancy
        if found is not None and (counting := self._standing.against(found)) is not None:
            self._table_is_right(found, counting)
        if banner.fact is not None:
            seat = choice.seat or banner.fact.seat
            certain = replace(banner.fact, value=choice.value, seat=seat, sure=1.0, choices=())
            self.hear(replace(certain, source=Source.TOUCH))

    def undo(self, agreed: bool = False) -> Ruling:
        return self._done(self.table.undo(self._steps_back(), agreed=agreed or self.here is not None))

    def _steps_back(self) -> int:
        """How many moves a step back takes: bots would only do theirs again, so one's own goes with them."""
        if self.here is None:
            return 1
        facts = (frame.fact for frame in reversed(self.table.history[1:]))
        own = (n for n, fact in enumerate(facts, 1) if fact is None or fact.source not in NOBODYS_HAND)
        return next(own, 0)

    def undo_to(self, entry: int, agreed: bool = False) -> Ruling:
        return self._done(self.table.undo_to(entry, agreed=agreed))

    def agree_on(self, position: JSON, says: str) -> Ruling:
        """The whole table has agreed that it stands like this."""
        return self._done(self.table.override(position, says))

    def _done(self, ruling: Ruling) -> Ruling:
        self.wake()
        return ruling

    @property
    def undo_level(self) -> UndoLevel | None:
        """What the next step back would be, to bots at most a move; None where nothing can be taken back."""
        steps = self._steps_back() if self._can_undo else 0
        level = self.table.undo_level(steps) if steps else None
        return level if level is None or self.here is None else min(level, UndoLevel.MIS_PLAY)

    def _anything_stands(self) -> bool:
        return any(entry.stands and entry.by != "start" for entry in self.table.log())

    def dismiss(self) -> None:
        """The banner has been read."""
        self.banner = None
        self.changed()

    # --- what the board tells besides facts ---

    def looked(self, look: Look) -> None:
        """Several times a second."""
        if look.sighting.state is Seen.SETTLED and look.frame is not None:
            self.last_look, self._looks = look, self._looks + 1
            self.changed()
        if self.table.looked(look.reported_until):
            self.tick()

    def troubled(self, trouble: Trouble) -> None:
        if self.banner is not None and self.banner.discrepancy is not None:
            self.banner = None  # it is put right, or is something else now
        if trouble.says is None:
            self._troubles.pop(trouble.what, None)
        else:
            self._troubles[trouble.what] = trouble.says
        if trouble.what == "camera" and trouble.says is not None:
            self.table.looked(None)  # no time waits for eyes that see nothing
        if trouble.says is not None and trouble.discrepancy is not None and self.banner is None:
            choices = TABLE_IS_RIGHT if self._standing.against(trouble.discrepancy) else ()
            self.banner = Banner(trouble.says, "T12", choices, discrepancy=trouble.discrepancy)
        self.changed()

    def pictured(self, pictures: CallPictures) -> None:
        """The camera was a witness of a call; only the calls of now are kept, and only in memory."""
        # one that says the same later, or names a die where only a change was known, comes in its place
        same = [old for old in self.pictures if (old.seat, old.t) == (pictures.seat, pictures.t)]
        kept = [old for old in self.pictures if old not in same or old.die not in ("", pictures.die)]
        self.pictures = (*kept, pictures)[-KEPT_PICTURES:]
        self.changed()

    def tick(self) -> None:
        """Let the table decide what time has decided."""
        self.table.tick()
        self.wake()

    # --- what comes back ---

    def _heard(self, announced: Announcement) -> None:
        """Called by the table once the ruling is on disk."""
        ruling, fact = announced.ruling, announced.fact
        of_a_bot = self.here is not None and fact is not None and fact.source is Source.SIMULATED
        if of_a_bot and ruling.verdict is not Verdict.ACCEPTED:
            return  # it was too late, and the person has done nothing wrong
        apart = announced.secret and self.here is None  # whoever plays alone hides nothing from anybody
        if apart and fact is not None and ruling.verdict is not Verdict.ACCEPTED:
            self._tell_alone(ruling, fact.seat, announced.entry)
            return
        self._show_ruling(ruling, fact)
        if ruling.verdict is not Verdict.ACCEPTED:
            return
        self._keep_learnt()
        self._latest = (*self._latest, announced.entry)[-NEWS:]
        self.captions = (*self.captions, *(Caption(note, announced.entry) for note in ruling.notes))[-KEPT:]
        if fact is not None:
            self._standing.heard(announced.entry, fact, announced.by)
        if fact is not None and (fact.kind is Kind.DICE or not (self._rolls or fact.kind is Kind.CALL)):
            self._calls = ()
        if fact is not None and fact.kind is Kind.CALL and self._is_raced(fact):
            self._calls = (*(call for call in self._calls if call.seat != fact.seat), fact)
        if announced.goes_back:
            self._calls = ()
        self._can_undo = announced.by != "undo" or self._anything_stands()

    def _is_raced(self, call: Fact) -> bool:
        """Nobody is the first where nobody else may call, nor who has pressed too early."""
        before = self.game.asks(self.table.history[-2:][0].state)
        able = {seat for ask in before if ask.call == call.value for seat in ask.seats}
        out = any(panel.out for panel in self.table.view.panels if panel.seat == call.seat)
        return not out and (len(able) > 1 or bool(self._calls))

    def _tell_alone(self, ruling: Ruling, seat: str, entry: int) -> None:
        """What somebody has shown in private did not do: all read only that, and the seat alone reads why."""
        if ruling.why is not None:
            note = Note(ruling.why, ruling.rule, Importance.PRIVATE, seat)
            self.captions = (*self.captions, Caption(note, entry))[-KEPT:]
        self.banner = Banner(Say("table.shown_alone", {"seat": seat}), ruling.rule)
        self.changed()

    def _show_ruling(self, ruling: Ruling, fact: Fact | None) -> None:
        if ruling.verdict is Verdict.ACCEPTED:
            self.banner = None
        elif ruling.why is not None:
            self.banner = Banner(ruling.why, ruling.rule, ruling.choices, fact)
        self.changed()

    def _keep_learnt(self) -> None:
        """What the table has said about its own things, for the next game."""
        learnt, key = self.game.learnt(self.table.state), learnt_key(self.game)
        if learnt and learnt != self._rooms.preferences.get(key):
            self._rooms.preferences.put(key, learnt)

    def wake(self) -> None:
        """Tell bots, eyes and lamps what is waited for."""
        self.moved()
        if self.bots is not None:
            self.bots.look()
        board = self._rooms.board
        asks = () if self.here is not None else self.table.asks  # nothing of it lies before a camera
        board.watch(asks, [seat.name for seat in self.seats], self.game.lies(self.table.state))
        board.light(self.lamps(), self.turns())
        self.changed()

    def lamps(self) -> tuple[str, ...]:
        """The buttons that may call now."""
        callers = {seat for ask in self.table.asks if ask.kind is Kind.CALL for seat in ask.seats}
        return tuple(seat.button for seat in self.seats if seat.name in callers and seat.button)

    def turns(self) -> tuple[str, ...]:
        """The buttons of those whose turn it is to do something else than to call."""
        asked = {ask.seats[0] for ask in self.table.asks if not ask.optional and len(ask.seats) == 1}
        buttons = [seat.button for seat in self.seats if seat.name in asked and seat.button]
        return tuple(button for button in buttons if button not in self.lamps())

    # --- the one value to draw ---

    def scene(self) -> Scene:
        table, board = self.table, self._rooms.board
        with_buttons = [seat.name for seat in self.seats if seat.button in board.buttons]
        asks = tuple(table.asks)
        eyes = board.eyes and "camera" not in self._troubles
        offered, hand, view = offers(asks, eyes, with_buttons), None, table.view
        if (here := self.here) is not None:
            laid = laid_from_hand(asks, here.person, here.hand, here.by_itself)
            hand = OwnHand(here.person, here.hand, laid, self.game.lies(table.state).deck)
            offered, view = offers_here(asks, here.person, hand.laid, here.by_itself), here.view
        else:
            offered = offers_ahead(offered, table.beyond(), eyes)
        advice = self.bots.advice if self.bots is not None else ()
        offered = offers_beside(offered, {one.seat for one in advice if one.move is not None})
        return Scene(
            view=view,
            faces=self.faces,
            asks=asks,
            offers=offered,
            banner=self.banner,
            captions=self.captions,
            news=min(self._latest, default=0),
            calls=ranked(self._calls) if view.dice or "dice" not in self.game.about.things else (),
            trouble=next(iter(self._troubles.values()), None) if hand is None else None,
            look=self._looks,
            tappable=self._standing.dice is not None if hand is None else any(map(sets_aside, asks)),
            undo_level=self.undo_level,
            outcome=table.outcome,
            advice=advice,
            running=self._running(asks),
            hand=hand,
        )

    def _running(self, asks: Sequence[Ask]) -> Running | None:
        """The time of what all are asked to do; how long a call may take is seen by nobody."""
        awaited = (ask for ask in asks if ask.spoken and not ask.optional and ask.kind is not Kind.CALL)
        return next((time for ask in awaited if (time := self.table.running(ask)) is not None), None)
