"""Between the eyes and the table: events that were seen become facts that answer what the referee asks.

Bookkeeping without a camera and without a window. Cards of one set are laid one after the other, so a set is
told only when nobody has laid anything for a moment; a roll is told at once.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from companion.asks import Ask, Say
from companion.cards import UNKNOWN
from companion.facts import MS, Fact, Kind
from companion.rulings import Ruling, Verdict
from companion.sightings import OTHER_LIGHT, CardSeen, Seen, Sighting
from ui.heaps import Heap, known_on, likely, names_of
from ui.lookout_amiss import Amiss
from ui.lookout_facts import as_asked, card_fact, dice_fact, somebodys_hand
from ui.lookout_glimpsed import Glimpsed
from ui.lookout_hindered import Hindered, is_row_hidden
from ui.lookout_pile import CommonPile
from ui.lookout_pyramid import PyramidLookout
from ui.lookout_rolled import RolledUnseen
from ui.otherwise import Otherwise
from ui.places import COMMON_PILE, answers_for, is_pile, pile_of, zone_of
from vision.mat import SCAN, Mat
from vision.scene.events import Event, Laid, Moved, Nudged, Rolled, Taken
from vision.scene.moved import Elsewhere
from vision.wanted import Wanted

ABSPECKEN = "abspecken"  # the deck of asks that name none
PAUSE = 1200 * MS  # nobody has laid a card for so long: the set is complete
HAND = "hand:"  # the cards that somebody holds
HANDS_LATER = 2400 * MS  # who tells of cards by touch has laid them by then


class Lookout:
    """Keeps what was seen at each place, and says which facts follow."""

    def __init__(self) -> None:
        self._asks: tuple[Ask, ...] = ()
        self._heaps: dict[str, Heap] = {}
        self._glimpsed = Glimpsed()
        self._covered: dict[str, Heap] = {}  # what lay in each place when it was seen there last
        self._pyramid, self._amiss, self._pile = PyramidLookout(), Amiss(), CommonPile()
        self._hindered, self._unseen = Hindered(), RolledUnseen()
        self._deck = ABSPECKEN  # of the cards that were asked for last
        self._rows = False  # whether those may lie upon each other in a row
        self._out = ""  # the place for which the cards were told that lie in the scan place
        # the dice that were asked for last: they lie in the tray since then; {}: as many as anybody likes
        self._dice: dict[str, int] | None = None
        self._opened = False  # the places of cards were looked at once: what comes to lie there later is new
        self._told_until = 0

    def expect(self, asks: Sequence[Ask]) -> None:
        """What the referee waits for from now on."""
        self._asks = tuple(asks)
        if cards := [ask for ask in asks if ask.kind is Kind.CARD]:  # else what lies there lies there still
            self._deck = next((ask.deck for ask in cards if ask.deck), self._deck)
            self._rows = any(_is_of_many(ask) for ask in cards)
        self._glimpsed.expect(asks)
        self._pyramid.expect(asks)
        self._pile.expect(asks)
        self._hindered.expect(asks)
        for ask in asks:
            if is_pile(ask.place) and ask.lies:
                self._lies_there(pile_of(ask.place), ask.lies)
        dice = [ask.dice for ask in self._dice_asks()]
        if dice:
            self._dice = {kind: max(d.get(kind, 0) for d in dice) for one in dice for kind in one}

    def forget(self) -> None:
        """The table is cleared: a new round, another game."""
        self._heaps.clear()
        self._covered.clear()
        self._out, self._opened = "", False
        self._pyramid.forget()
        self._amiss, self._pile, self._unseen = Amiss(), CommonPile(), RolledUnseen()

    def wanted(self, mat: Mat | None) -> Wanted:
        """What the eyes should look for to answer what is asked.

        Dice that have been rolled are watched on: a tray that nobody looks at would seem to be empty, and
        the old roll, once looked at again, would seem to be a new one. Cards that lie there are watched, too.
        """
        cards = [ask for ask in self._asks if ask.kind is Kind.CARD]
        places = {zone for ask in cards if (zone := zone_of(ask.place, mat))}
        lying = {zone_of(place, mat) for place, heap in self._heaps.items() if heap.standing}
        used = places | lying - {""}
        return Wanted(
            dice=self._dice or {},
            tray=self._dice is not None or not places,
            cards=bool(used) or not self._opened,  # a place that is not looked at would seem to be empty
            rows=self._rows,
            deck=self._deck,
            places=(SCAN,) if used == {SCAN} else (),
            pyramid=self._pyramid.watching,
        )

    def sees(self, place: str, mat: Mat | None) -> bool:
        """Whether cards for *place* can be told from those for other places, or it can be asked whose."""
        zone = zone_of(place, mat)
        if not zone:
            return False
        ask = self._card_ask(COMMON_PILE if place == COMMON_PILE else zone)
        asks = [ask] if ask is not None else self._hands_asked(zone)
        return any(ask.place == place for ask in asks)

    def lies_out(self, place: str) -> None:
        """The cards in the scan place are those of *place*, for as long as any of them lie there."""
        self._out = place

    def see(self, sighting: Sighting, events: Sequence[Event]) -> tuple[Fact, ...]:
        """The facts that follow from one look and from what it told."""
        if sighting.state is Seen.BLOCKED or sighting.why == OTHER_LIGHT:
            self.look_away()
        self._opened = self._opened or "cards" in sighting.ms
        facts: list[Fact] = []
        sighting, events = self._pile.apart(sighting, events)
        self._hindered.see(sighting, events)
        if self._row_asked() is not None:  # what lies upon a row has taken no card from it
            events = [event for event in events if not is_row_hidden(event)]
        self._glimpsed.see(sighting, {place: heap.standing for place, heap in self._heaps.items()})
        for event in events:
            match event:
                case Rolled() | Nudged():
                    asked = any(self._dice_asks())
                    self._amiss.dice(event.dice, asked=asked)
                    if isinstance(event, Rolled) and not self._unseen.is_that(event.dice, asked=asked):
                        facts.extend(self._rolled(event))
                case Laid(_, place, seen):
                    cards = likely(seen)
                    if place == SCAN and (row := self._row_asked()) is not None:
                        self._amiss.row(row.place, row.lies, cards)
                    standing = self._heaps.get(place, Heap()).standing
                    self._amiss.pile(place, cards, standing, asked=self._card_ask(place) is not None)
                    if not (event.again and self._came_to_light(place, cards)):
                        self._lay(event, cards)
                    self._covered.pop(place, None)
                case Moved():
                    self._again(event)
                case Taken(_, place, hidden):
                    self._amiss.gone(place)
                    self._taken(place)
                    if not hidden:
                        self._glimpsed.picked_up(place)
        busy = sighting.state in (Seen.HAND, Seen.MOVING, Seen.BLOCKED)
        if not busy:
            self._arrived(sighting)
        facts.extend(self._complete(sighting.t, busy) if not self._amiss.pauses else ())
        self._told_until = min(self._untold(sighting, facts))
        facts.extend(self._pyramid.see(sighting, events))
        return tuple(facts)

    def _untold(self, sighting: Sighting, facts: Sequence[Fact]) -> Iterator[int]:
        """The earliest times of what was laid and not told before this look."""
        yield sighting.told_until
        yield from (fact.t - fact.uncertainty for fact in facts if fact.kind is Kind.CARD)
        for place, heap in self._heaps.items():
            if heap.laid and not heap.told and (self._card_ask(place) or self._hands_asked(place)):
                yield heap.not_before

    @property
    def told_until(self) -> int:
        """All cards that were laid before are told; 0: nobody has looked for any."""
        return self._told_until

    def look_from(self, elsewhere: Elsewhere) -> None:
        """The camera or the mat has moved."""
        self._pile.look_from(elsewhere)
        self._glimpsed.look_from_elsewhere()

    def look_away(self) -> None:
        """The eyes see nothing now."""
        self._glimpsed.look_away()

    def look_again(self) -> bool:
        """Somebody wants the pyramid to be looked at once more; whether anything can be told of it."""
        return self._pyramid.look_again()

    @property
    def trouble(self) -> Say | None:
        """What somebody is to put right on the table, in the words of the game; None if all is well."""
        return self._hindered.trouble or self._pyramid.trouble or self._amiss.trouble

    @property
    def otherwise(self) -> Otherwise | None:
        """What lies otherwise than it counts, if that is the trouble."""
        return self._amiss.otherwise if self.trouble == self._amiss.trouble else None

    @property
    def next_look(self) -> int | None:
        """When a set that lies there will be complete, if nobody lays anything more."""
        open_heaps = (heap.since for heap in self._heaps.values() if heap.laid and not heap.told)
        due = [since + PAUSE for since in open_heaps]
        if self._pyramid.next_look is not None:
            due.append(self._pyramid.next_look)
        return min(due, default=None)

    def ruled(self, fact: Fact, ruling: Ruling, entry: int = 0) -> None:
        """The referee has ruled on a fact in *entry*, whoever told it: eyes, or a finger that was quicker."""
        self._pyramid.ruled(fact, ruling)
        self._amiss.ruled(fact, ruling, entry)
        self._unseen.ruled(fact, ruling)
        if fact.kind is not Kind.CARD or not isinstance(fact.value, Mapping):
            return
        place = self._heap_of(pile_of(str(fact.value.get("place", ""))))
        if ruling.verdict is not Verdict.UNSURE:
            self._glimpsed.settled(place)
        heap = self._heaps.get(place, Heap())
        if ruling.verdict is Verdict.ACCEPTED:
            self._amiss.gone(place)
            cards = tuple(str(card) for card in fact.value.get("cards", ()))
            awaited = () if place == SCAN or _all_lie_there(heap, cards) else cards[len(heap.laid) :]
            if place == SCAN:
                self.lies_out(str(fact.value.get("place", "")))
            below = () if place == SCAN else heap.standing
            self._heaps[place] = Heap(standing=(*below, *cards), awaited=awaited, since=fact.t)
        elif ruling.verdict is Verdict.REFUSED and heap.told:
            self._heaps[place] = replace(heap, refused=True)

    def taken_back(self, to: int = -1) -> None:
        """The table has undone or overridden something: cards may go back, and that is no move.

        What was ruled up to entry *to* stands; without one nobody knows what does.
        """
        self._amiss.taken_back(to)
        for place, heap in self._heaps.items():
            self._heaps[place] = replace(heap, taken_back=True)

    def _lies_there(self, place: str, lies: Sequence[str]) -> None:
        """The referee says what lies in *place*: after a break nobody else knows, and some cards go under."""
        heap = self._heaps.get(place)
        if heap is None or not heap.names:
            self._heaps[place] = Heap(standing=tuple(lies))
        elif not heap.laid and place == COMMON_PILE and heap.standing[-1] != lies[-1]:
            self._heaps[place] = replace(heap, awaited=tuple(lies[-1:]))

    # --- dice ---

    def _dice_asks(self) -> Iterator[Ask]:
        """Those that a roll answers; what may be left out and is not said aloud is a correction by hand."""
        dice = (ask for ask in self._asks if ask.kind is Kind.DICE)
        return (ask for ask in dice if ask.spoken or not ask.optional)

    def _rolled(self, event: Rolled) -> Iterator[Fact]:
        for ask in self._dice_asks():
            dice = as_asked(event.dice, ask.dice)
            if dice is not None:
                yield dice_fact(ask, dice, event.t)

    # --- cards ---

    def _arrived(self, sighting: Sighting) -> None:
        """What a finger told of lies there: a card of the same name, laid later, is a new one.

        Not before the eyes have told of it themselves, if they ever do: that would seem to be such a new one.
        """
        if sighting.told_until < sighting.t:
            return
        for card in sighting.cards:
            heap = self._heaps.get(card.place)
            if heap is None or not heap.awaited or sighting.t - heap.since < HANDS_LATER:
                continue
            if heap.awaited[-1] in names_of(card):
                self._heaps[card.place] = replace(heap, awaited=())
                self._glimpsed.settled(card.place)

    def _lay(self, event: Laid, cards: Sequence[CardSeen]) -> None:
        t, place, not_before = event.t, event.place, event.since or event.t
        heap = self._heaps.get(place, Heap())
        if place == SCAN:  # cards spread out beside each other: what lies there now is all there is
            shown = tuple(names_of(card) for card in cards if not card.face_down)
            self._heaps[place] = Heap(heap.standing, shown, at=t, not_before=not_before, since=t)
            return
        if not cards or cards[-1].face_down:
            return
        top = names_of(cards[-1])
        if heap.refused or (heap.doubtful and heap.told):
            heap = Heap(standing=heap.standing)
            if heap.standing and heap.standing[-1] in top:  # taken back, and what lay below can be seen again
                self._heaps[place] = heap
                self._glimpsed.settled(place)
                return
        known = known_on(heap, top)
        if known is not None:
            self._glimpsed.settled(place)
        if known is None and self._card_ask(place) is None:  # taken off or tidied up: nobody is to lay here
            known = Heap(standing=(*heap.standing, top[0]))
        laid = (*heap.laid, top)
        self._heaps[place] = known or replace(
            heap, laid=laid, at=t, not_before=not_before, since=t, awaited=()
        )

    def _came_to_light(self, place: str, cards: Sequence[CardSeen]) -> bool:
        """Whether a pile lies there again, as it lay, from which a thing was taken that had hidden it."""
        heap = self._covered.get(place) or self._heaps.get(place, Heap())
        is_known = bool(heap.names and cards) and heap.names[-1] in names_of(cards[-1])
        if not is_pile(place) or heap.awaited or not is_known:
            return False
        self._heaps[place] = heap
        self._glimpsed.settled(place)
        return True

    def _again(self, event: Moved) -> None:
        """The top card was pushed, or one of the same name was laid on it: mostly nobody can tell."""
        t, place, cards = event.t, event.place, event.cards
        heap = self._heaps.get(place, Heap())
        if place == SCAN or heap.told or not cards:
            return
        top = names_of(cards[-1])[0]
        if top in heap.awaited:
            self._heaps[place] = known_on(heap, (top,)) or heap
            self._glimpsed.settled(place)
            return
        if self._card_ask(place) is None:
            return
        one_more = (top, "") if heap.laid and not cards[-1].upon else (top,)
        doubtful = heap.doubtful or not cards[-1].upon
        laid, not_before = (*heap.laid, one_more), event.since or t
        self._heaps[place] = replace(heap, laid=laid, at=t, not_before=not_before, since=t, doubtful=doubtful)

    def _taken(self, place: str) -> None:
        heap = self._heaps.get(place)
        self._out = "" if place == SCAN else self._out
        if heap is not None:
            self._covered[place] = heap  # or it was picked up; that is seen once anything lies there
            self._heaps[place] = Heap() if heap.refused or not heap.laid else Heap(standing=heap.standing)
            if heap.refused or heap.taken_back:
                self._glimpsed.settled(place)

    def _complete(self, now: int, busy: bool) -> Iterator[Fact]:
        for place, heap in list(self._heaps.items()):
            if not heap.laid or heap.told:
                continue
            if busy:
                self._heaps[place] = replace(heap, since=max(heap.since, now))
            elif now - heap.since >= PAUSE:
                asks = [ask] if (ask := self._card_ask(place)) else self._hands_asked(place)
                if not asks:
                    continue
                if place == SCAN and _is_as_it_counts(heap, asks[0].lies):
                    self._heaps[place] = Heap(standing=heap.standing)  # put back: nobody has taken any
                    continue
                fitting = [one for one in asks if one.cards[0] <= len(heap.laid) <= one.cards[1]]
                miscounted = place == SCAN and not fitting  # one lies covered, or no card was taken for one
                asks = fitting or asks
                doubtful = heap.doubtful or miscounted or self._glimpsed.has_missed_one(place, heap.laid)
                self._heaps[place] = replace(heap, told=len(heap.laid), doubtful=doubtful)
                facts = [card_fact(one, self._heaps[place], now) for one in asks]
                yield from facts if len(facts) == 1 else somebodys_hand(facts)

    def _card_ask(self, place: str) -> Ask | None:
        """The ask that cards in *place* answer; where several people could mean the place, none of them."""
        fitting = self._fitting(place)
        if len(fitting) > 1 and place == SCAN:  # what lies out already, of which it is asked what is left
            fitting = [ask for ask in fitting if ask.place == self._out and ask.cards[0] == 0]
        return fitting[0] if len(fitting) == 1 else None

    def _hands_asked(self, place: str) -> list[Ask]:
        """The hands that are to be shown for all to see, where cards may be any of them: then it is asked."""
        fitting = self._fitting(place)
        hands = all(ask.place.startswith(HAND) and not (ask.secret or ask.optional) for ask in fitting)
        return fitting if place == SCAN and hands else []

    def _fitting(self, place: str) -> list[Ask]:
        """The asks that cards in *place* can answer."""
        return [ask for ask in self._asks if ask.kind is Kind.CARD and answers_for(ask.place, place)]

    def _row_asked(self) -> Ask | None:
        """The ask for what is left of a row of which it is known what lies there."""
        ask = self._card_ask(SCAN)
        return ask if ask is not None and ask.lies else None

    def _heap_of(self, place: str) -> str:
        """Where cards for the *place* of an ask are laid."""
        return place if place in self._heaps or is_pile(place) else SCAN


def _all_lie_there(heap: Heap, cards: Sequence[str]) -> bool:
    """Whether the eyes told the last of *cards* as well, and it was only asked which ones lie below it."""
    return bool(heap.told and cards) and cards[-1] in heap.laid[-1]


def _is_of_many(ask: Ask) -> bool:
    """Whether cards may lie in a row for it; a whole hand is shown like that only where it has to be."""
    in_a_row = ask.cards[1] > 1 and not is_pile(ask.place)
    return in_a_row and (not ask.optional or bool(ask.lies))


def _is_as_it_counts(heap: Heap, lies: Sequence[str]) -> bool:
    """Whether a row lies out as it counts, and nobody was seen to lift cards from it that are back now."""
    same = 0 < len(heap.laid) == len(lies) <= len(heap.standing)
    return same and all(was in (UNKNOWN, *names) for was, names in zip(lies, heap.laid, strict=True))
