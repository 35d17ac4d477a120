"""What every page has at hand: the rooms of the house, the language, the sizes, the way to other pages."""

import logging
from collections.abc import Callable, Iterator
from threading import Thread
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from msgspec.structs import replace

from companion.game import AnyGame, certain
from companion.journal import Journal, NotWritten
from companion.people.forgetting import Removed
from companion.people.past import Known, Match, PastGame, each_past_game, match_up_to, past_games
from companion.people.profiles import keep, profiles
from companion.table import Table
from ui.exporting import forget
from ui.screen.guests import (
    Guest,
    Guests,
    Wanted,
    guest_of,
    join,
    join_bot,
    join_known,
    learnt_key,
    written_options,
)
from ui.screen.language import Speaker
from ui.screen.ports import Trouble
from ui.screen.rooms import Rooms
from ui.screen.sitting import Sitting
from ui.screen.tutorial import Tutor
from ui.screen.wishes import sizes_for, wished

if TYPE_CHECKING:
    from ui.twin.show import FamilyShow

log = logging.getLogger(__name__)

Go = Callable[..., None]
COMPANY = 3  # people at a table where one plays against bots
ALONE = "alone"  # the preference: the number of whoever plays here alone
BOT_NAMES = ("Ada", "Ben", "Cem", "Dora", "Elif")


class Stage:
    """The evening as the pages share it. Pages read it and change it; none of them keeps a copy."""

    def __init__(self, rooms: Rooms, go: Go, moved: Callable[[], None]) -> None:
        """*go* shows another page; *moved* is called whenever the table may have another deadline."""
        self.rooms, self.go, self._moved = rooms, go, moved
        self.lock: Callable[[], None] = lambda: None  # the app puts in what only the whole window can do
        self.switch_off: Callable[[], None] = lambda: None
        self.start_again: Callable[[], None] = lambda: None
        self.watch: Callable[..., None] | None = None  # a simulated family plays; None: it cannot
        self.family: FamilyShow | None = None  # that sat down last
        self.shown_at = self.seen_at = 0.0  # since when what can be touched is there, and drawn
        self.is_read_elsewhere: Callable[[], bool] = lambda: False  # something else than the table is read
        self.wished: Callable[[str], None] = lambda name: None  # another wish is in force
        self.say = Speaker(wished(rooms.preferences, "language"))
        self.sizes = sizes_for(rooms.preferences, 800, 480)
        self.game: AnyGame | None = None
        self._before: Table | None = None  # the game before the next one in a match
        self.guests: Guests = ()
        self.options: dict[str, Any] = {}
        self.wanted = Wanted()
        self._known_games: Known = {}
        self.tutor = Tutor(rooms.preferences)
        self.sitting: Sitting | None = None
        self.paused: Sitting | None = None  # whose pause is shown
        self.troubles: dict[str, Trouble] = {}  # what the board has reported last, by what it is about

    def shown(self) -> None:
        """A page, or what can be touched in the same place, is another one now."""
        self.shown_at = self.seen_at = Clock.get_time()
        Clock.schedule_once(lambda _laid_out: Clock.schedule_once(self._seen))

    def _seen(self, _passed: float) -> None:
        self.seen_at = Clock.get_time()

    @property
    def table(self) -> Sitting:
        """The table of a page that is only shown while somebody sits there."""
        return certain(self.sitting)

    @property
    def watching(self) -> bool:
        """Whether it is a simulated family's table: their games are not among the family's own."""
        return self.sitting is not None and self.sitting.journal is not self.rooms.journal

    # --- the family's wishes ---

    def speak(self, language: str) -> None:
        """From now on everything is said in *language*."""
        self.say = self.say.speaking(language)
        self.rooms.preferences.put("language", language)

    def speaker_for(self, name: str) -> Speaker:
        """Says what is only for the seat *name*: in the person's own language, if they have chosen one."""
        seats = self.sitting.seats if self.sitting is not None else ()
        person = next((seat.person for seat in seats if seat.name == name), 0)
        own = next((p.language for p in profiles(self.rooms.journal) if person and p.id == person), "")
        return self.say.speaking(own) if own else self.say

    def wish(self, name: str, choice: str) -> None:
        """From now on it is as the family wishes: see `wishes`."""
        if name == "language":
            self.speak(choice)
        else:
            self.rooms.preferences.put(name, choice)
            self.resize(self.sizes.width, self.sizes.height)
        self.wished(name)

    def resize(self, width: float, height: float) -> None:
        self.sizes = sizes_for(self.rooms.preferences, width, height)

    # --- the game ---

    def choose(self, game: AnyGame) -> None:
        if game is not self.game:
            self.options = {}
        self.game, self._before = game, None

    def come_as_guest(self, button: str = "") -> None:
        """Somebody new joins; the name is asked for."""
        number = len(self.guests) + 1
        self.guests = join(self.guests, self.say("players.guest", number=number), button)
        self.go("guest", guest=self.guests[-1])

    def begin(self) -> None:
        """Seat everybody at a new table."""
        game = certain(self.game)
        self.guests = tuple(self._known(guest, self.guests) for guest in self.guests)
        seats = [guest.seat(self.say.language) for guest in self.guests]
        options = written_options(game, self.options, self.rooms.preferences.get(learnt_key(game)))
        self.sit(Sitting.begin(game, seats, options, self.rooms, self._before))

    def begin_here(self, game: AnyGame, level: str) -> None:
        """One person against bots that act by themselves, at a table that is only on the screen."""
        self.choose(game)
        low, high = game.about.seats
        guests: Guests = (self.alone,)
        names = (name for name in BOT_NAMES if name != guests[0].name)
        while len(guests) < min(max(low, COMPANY), high):
            guests = join_bot(guests, next(names), level)
        seats = tuple(guest.seat(self.say.language) for guest in guests)
        acting = tuple(replace(seat, acts=bool(seat.bot)) for seat in seats)
        options = game.read_options(game.about.here)
        self.sit(Sitting.begin(game, acting, options, self.rooms))

    @property
    def alone(self) -> Guest:
        """Whoever plays alone here, as they were called last."""
        kept = self.rooms.preferences.get(ALONE)
        known = next((profile for profile in profiles(self.rooms.journal) if profile.id == kept), None)
        return (join((), self.say("who.guest")) if known is None else join_known((), known))[0]

    def call_alone(self, name: str) -> None:
        """From now on whoever plays alone here is called *name*."""
        guest = self._known(replace(join((), name)[0], named=True))
        self.rooms.preferences.put(ALONE, guest.person)

    def _known(self, guest: Guest, here: Guests = ()) -> Guest:
        """*guest*, kept for other evenings if they have given a name."""
        if not guest.named or guest.bot:
            return guest
        if not guest.person:
            guest = replace(guest, person=self._namesake(guest.name, here))
        try:
            return replace(guest, person=keep(self.rooms.journal, guest.profile).id)
        except NotWritten as error:
            log.warning("%s is not kept for another evening: %s", guest.name, error)
            return guest

    def _namesake(self, name: str, here: Guests) -> int:
        """Who is called *name* already and is not *here*: a name stands for one person of the house."""
        sitting = {guest.person for guest in here}
        same = (p for p in profiles(self.rooms.journal) if p.name.casefold() == name.casefold())
        return next((profile.id for profile in same if profile.id not in sitting), 0)

    def resume(self, game: int | None = None) -> bool:
        """Sit down at the table that was left last, or at that of *game*; False if there is none."""
        sitting = Sitting.resume(self.rooms, game)
        if sitting is None:
            return False
        self.game = sitting.game
        self.sit(sitting)
        return True

    def rest(self) -> Sitting | None:
        """Get up from the table: from now on nothing that happens counts, until `resume`."""
        sitting = self.sitting
        if sitting is not None:
            sitting.changed = lambda: None
            self.sit(None)
            self.rooms.board.watch((), [seat.name for seat in sitting.seats])
            self.rooms.board.light((), ())
            self._moved()
        return sitting

    def again(self) -> None:
        """The same people at the same game with the same house rules."""
        table = self.table.table
        self.sit(Sitting.begin(table.game, table.seats, table.options, self.rooms))

    def stay_for(self, game: AnyGame) -> None:
        """Another game of the match for those who sit at the table now."""
        before = self.table.table
        self.guests = tuple(guest_of(seat, self.say.language) for seat in before.seats)
        self.sit(None)
        self.choose(game)
        self._before = before

    def match(self) -> Match:
        """The games of the match that is played at this table, up to this one."""
        return match_up_to(each_past_game(self.table.journal), self.table.table.game_id)

    def journal_of(self, game: int) -> Journal:
        """Where *game* stands: a simulated family's games are not among the family's own."""
        here = self.sitting is not None and self.sitting.table.game_id == game
        return self.sitting.journal if here and self.sitting is not None else self.rooms.journal

    def each_past_game(self) -> Iterator[PastGame]:
        """The same one by one, for pages that must not block while they read."""
        return each_past_game(self.rooms.journal, deep=True, known=self._known_games)

    def past_games(self) -> tuple[PastGame, ...]:
        """All that was played, newest first; each game is read from the journal once."""
        return past_games(self.rooms.journal, deep=True, known=self._known_games)

    def reread(self) -> None:
        """The journal is another one now."""
        self._known_games.clear()

    def forget(self, name: str = "") -> Removed:
        """Take the person called *name*, or everything, out of all that lies on the disk."""
        self.rest()
        self.guests = ()
        self._known_games.clear()
        return forget(self.rooms.journal, name, nobody=self.say("who.guest"))

    def sit(self, sitting: Sitting | None) -> None:
        if self.sitting is not None and self.sitting is not sitting and self.sitting.bots is not None:
            self.sitting.bots.stop()  # nobody thinks about a table that nobody sits at
        self.sitting = sitting
        if sitting is not None:
            sitting.moved = self._moved
            if sitting.here is not None:
                sitting.here.waits = self.is_read_elsewhere
            for trouble in self.troubles.values():  # reported before anybody sat down
                sitting.troubled(trouble)
            sitting.wake()


# --- work that takes a moment, done beside the screen so that it goes on answering fingers ---


def aside(work: Callable[[], Any], then: Callable[[Any], None]) -> None:
    """Do *work* on a thread of its own; *then* hears on Kivy's what came of it."""

    def run() -> None:
        done = work()
        Clock.schedule_once(lambda _passed: then(done))

    Thread(target=run, name="aside", daemon=True).start()
