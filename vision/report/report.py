"""What lies there, compared with what counts: facts for what is asked, and what is to be put right.

    report.expect(asks, layout)                # what the referee waits for, and what lies there as it knows
    facts = report.see(sighting, events)       # every look
    report.trouble                             # what differs and no ask explains

Nothing is reported twice, and nothing is lost because nobody waited for it when it appeared: a difference
stays until a move explains it, somebody puts it right, or the table agrees on it. Cards of one set are laid
one after the other, so a set is reported once nobody has laid anything for a moment; a roll at once.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from companion.asks import MS, Ask, Fact, Kind, Say, Source
from companion.layout import Layout, is_pile
from companion.rulings import Ruling, Verdict
from companion.sightings import OTHER_LIGHT, CardSeen, Seen, Sighting
from vision.mat import COMMON_PILE, SCAN, Mat, pile_of, zone_of
from vision.report import discrepancy as differing
from vision.report import piles
from vision.report.dice import DiceCount, DiceReport
from vision.report.discrepancy import Discrepancy
from vision.report.facts import card_ask, card_fact, fitting_asks, hands_asked, is_of_many, somebodys_hand
from vision.report.hindered import Hindered
from vision.report.piles import Pile
from vision.report.pyramid import WHILE, PyramidReport
from vision.scene.common_pile import CommonPile
from vision.scene.events import Event, Laid, Miscounted, Nudged, Rolled
from vision.scene.glimpsed import Glimpsed
from vision.scene.moved import Elsewhere
from vision.scene.spots import Names, lies_like, likely, names_of
from vision.wanted import Wanted

ABSPECKEN = "abspecken"  # the deck of asks that name none
PAUSE = 1200 * MS  # nobody has laid a card for so long: the set is complete


class Report:
    """Keeps what was reported of each place, and says which facts follow from what is seen there."""

    def __init__(self) -> None:
        self._asks: tuple[Ask, ...] = ()
        self._layout = Layout()
        self._piles: dict[str, Pile] = {}
        self._decks: dict[str, str] = {}  # of the cards that were seen in each place
        self._dice, self._count = DiceReport(), DiceCount()
        self._gone_on: Discrepancy | None = None  # what somebody saw, and went on by touch nevertheless
        self._glimpsed, self._pyramid, self._hindered = Glimpsed(), PyramidReport(), Hindered()
        self._common = CommonPile()
        self._deck = ABSPECKEN  # of the cards that were asked for last
        self._rows = False  # whether those may lie upon each other in a row
        self._spread: tuple[CardSeen, ...] = ()  # the cards that lie out, or seem to, as they came last
        self._no_cards: tuple[CardSeen, ...] = ()  # of these what somebody said is none, while it lies there
        self._out = ""  # the place for which the cards were reported that lie in the scan place
        self._opened = False  # the places of cards were looked at once: what comes to lie there later is new
        self._now = self.reported_until = 0

    def expect(self, asks: Sequence[Ask], layout: Layout | None = None) -> None:
        """What the referee waits for from now on, and what lies on the table as far as it knows."""
        self._asks = tuple(asks)
        if cards := [ask for ask in asks if ask.kind is Kind.CARD]:  # else what lies there lies there still
            self._deck = next((ask.deck for ask in cards if ask.deck), self._deck)
            self._rows = any(is_of_many(ask) for ask in cards)
        for part in (self._glimpsed, self._common, self._hindered, self._count):
            part.expect(asks)
        for report in (self._dice, self._pyramid):
            report.expect(asks, layout)
        if layout is not None:
            self._know(layout)

    def _know(self, layout: Layout) -> None:
        """*layout* counts from now on."""
        for place, counts in layout.piles.items():
            before = self._piles.get(pile_of(place), Pile())
            now = piles.counting(before, tuple(counts), self._now)
            if before.came and not now.came:
                self._glimpsed.settled(pile_of(place))
            self._piles[pile_of(place)] = now
        self._common.know(layout.piles.get(COMMON_PILE, ()))
        self._layout = layout

    def forget(self) -> None:
        """The table is cleared: a new round, another game."""
        self._piles.clear()
        self._out, self._opened = "", False
        self._spread = self._no_cards = ()
        self._layout, self._gone_on, self._common = Layout(), None, CommonPile()
        self._dice.forget()
        self._pyramid.forget()

    def wanted(self, mat: Mat | None) -> Wanted:
        """What the eyes should look for to answer what is asked.

        Dice that have been rolled are watched on: a tray that nobody looks at would seem to be empty, and
        the old roll, once looked at again, would seem to be a new one. Cards that lie there are watched, too.
        """
        cards = [ask for ask in self._asks if ask.kind is Kind.CARD]
        places = {zone for ask in cards if (zone := zone_of(ask.place, mat))}
        lying = {zone_of(place, mat) for place, pile in self._piles.items() if pile.whole}
        used = places | lying - {""}
        if mat is None and self._pyramid.watching:  # the dice of one that stands anywhere are none of a roll
            return Wanted(tray=False, cards=False, pyramid=True)
        return Wanted(
            dice=self._dice.wanted or {},
            tray=self._dice.wanted is not None or not places,
            cards=bool(used) or not self._opened,  # a place that is not looked at would seem to be empty
            rows=self._rows,
            deck=self._deck,
            places=(SCAN,) if used == {SCAN} else (),
            pyramid=self._pyramid.watching,
        )

    def sees(self, place: str, mat: Mat | None) -> bool:
        """Whether cards for *place* are distinct from those for other places, or it can be asked whose."""
        zone = zone_of(place, mat)
        if not zone:
            return False
        ask = self._card_ask(COMMON_PILE if place == COMMON_PILE else zone)
        asks = [ask] if ask is not None else hands_asked(self._asks, zone)
        return any(ask.place == place for ask in asks)

    def lies_out(self, place: str) -> None:
        """The cards in the scan place are those of *place*, for as long as any of them lie there."""
        self._out = place

    # --- a look ---

    def see(self, sighting: Sighting, events: Sequence[Event]) -> tuple[Fact, ...]:
        """The facts that follow from one look and from what was new in it."""
        self._now = sighting.t
        if sighting.state is Seen.BLOCKED or sighting.why == OTHER_LIGHT:
            self.look_away()
        self._opened = self._opened or "cards" in sighting.ms
        facts: list[Fact] = []
        sighting, events = self._common.apart(sighting, events)
        self._hindered.see(sighting, events)
        if self._row_asked() is not None:  # what lies upon a row has taken no card from it
            events = [e for e in events if not (isinstance(e, Laid) and e.hidden and e.place == SCAN)]
        self._glimpsed.see(sighting, {place: pile.counts for place, pile in self._piles.items()})
        for event in events:
            match event:
                case Miscounted() | Rolled() | Nudged():
                    facts.extend(self._dice.see(event))
                case Laid(t, place, cards=()):
                    self._taken(place, 0 if event.hidden else t)
                    if not event.hidden:
                        self._glimpsed.picked_up(place)
                case Laid(place=place) if place != SCAN:
                    self._lay(event)
                case Laid(moved=False):
                    self._lie_out(event)
        busy = sighting.state in (Seen.HAND, Seen.MOVING, Seen.BLOCKED)
        if not busy:
            self._rests(sighting)
        facts.extend(self._count.see(sighting, busy))
        facts.extend(self._complete(sighting.t, busy) if not self._pauses else ())
        self.reported_until = min(self._unreported(sighting, facts))
        facts.extend(self._pyramid.see(sighting, events))
        return tuple(facts)

    def _unreported(self, sighting: Sighting, facts: Sequence[Fact]) -> Iterator[int]:
        """The earliest times of what was laid and not reported before this look."""
        yield sighting.reported_until
        yield from (fact.t - fact.uncertainty for fact in facts if fact.kind is Kind.CARD)
        for place, pile in self._piles.items():
            if pile.unreported and (self._card_ask(place) or hands_asked(self._asks, place)):
                yield pile.not_before

    @property
    def next_look(self) -> int | None:
        """When a set that lies there will be complete, if nobody lays anything more."""
        due = [pile.since + PAUSE for pile in self._piles.values() if pile.unreported]
        due += [part.next_look for part in (self._pyramid, self._count) if part.next_look is not None]
        return min(due, default=None)

    def look_from(self, elsewhere: Elsewhere) -> None:
        """The camera or the mat has moved."""
        self._common.look_from(elsewhere)
        self._glimpsed.look_from_elsewhere()

    def look_away(self) -> None:
        """The eyes see nothing now."""
        self._glimpsed.look_away()

    # --- what is to be put right ---

    @property
    def trouble(self) -> Say | None:
        """What somebody is to put right on the table, in the words of the game; None if all is well."""
        found = self.differs
        says = found.says if found else next(self._missing(), None)
        return self._hindered.trouble or self._pyramid.trouble or says

    @property
    def discrepancy(self) -> Discrepancy | None:
        """What lies otherwise than it counts, if that is the trouble."""
        found = self.differs
        return found if found is not None and self.trouble == found.says else None

    @property
    def differs(self) -> Discrepancy | None:
        """What lies otherwise than it counts though nobody was asked to change it; None if all is well."""
        return next(self._discrepancies(), None)

    def _discrepancies(self) -> Iterator[Discrepancy]:
        if self._dice.differs is not None:
            yield self._dice.differs
        for place, pile in self._piles.items():
            deck = self._decks.get(place, "")
            if place == SCAN:
                row, lies = self._row
                found = differing.of_row(row, lies, pile.came, deck) if lies else None
            elif pile.awaited or pile.reported or self._card_ask(place) is not None:
                continue
            else:
                found = differing.of_pile(place, pile.counts, pile.top, deck)
            if found is not None:
                yield found

    def _missing(self) -> Iterator[Say]:
        """What went though nobody was asked. Who takes all dice may be about to roll; the game goes on."""
        long_ago = self._now - WHILE
        if self._dice.has_lost_one(long_ago):
            yield differing.missing(Kind.DICE, self._layout.dice or {})
        seen = self._piles.get(SCAN, Pile())
        lost = differing.missing_in_row(self._row[1], seen.came) if self._row_asked() is None else ()
        if lost and seen.since < long_ago:
            yield differing.missing(Kind.CARD, lost, "amiss.row_missing")
        for place in map(pile_of, self._layout.piles):
            pile = self._piles[place]
            is_gone = 0 < pile.bare < long_ago and not (pile.awaited or pile.reported)
            if is_gone and pile.counts and self._card_ask(place) is None:
                yield differing.missing(Kind.CARD, pile.counts[-1:])

    @property
    def _pauses(self) -> bool:
        """Whether it is to be put right before the eyes tell anything else."""
        found = self.differs
        return found is not None and found != self._gone_on

    # --- rulings ---

    def ruled(self, fact: Fact, ruling: Ruling) -> None:
        """The referee has ruled on a fact, whoever reported it: eyes, or a finger that was quicker."""
        self._pyramid.ruled(fact, ruling)
        if ruling.verdict is Verdict.ACCEPTED and fact.source is Source.TOUCH:
            self._gone_on = self.differs  # who goes on by touch has seen what is amiss
            if fact.kind is Kind.DICE:
                self._dice.entered(fact.value)
        if fact.kind is not Kind.CARD or not isinstance(fact.value, Mapping):
            return
        place = pile_of(str(fact.value.get("place", "")))
        if ruling.verdict is not Verdict.UNSURE:
            self._glimpsed.settled(place if is_pile(place) else SCAN)
        if ruling.verdict is Verdict.ACCEPTED and not is_pile(place):
            cards, before = [str(card) for card in fact.value.get("cards", ())], self._piles.get(SCAN, Pile())
            unseen = piles.without(cards, before.came) if before.came else ()
            came = tuple((card,) for card in cards)
            self._dismiss(cards)
            self._piles[SCAN] = Pile(came=came, reported=True, since=fact.t, unseen=unseen)
            self.lies_out(place)

    def taken_back(self) -> None:
        """The table has undone or overridden something: cards may go back, and that is no move."""
        self._gone_on = None

    # --- cards ---

    def _rests(self, sighting: Sighting) -> None:
        """What a finger entered lies there at rest, and the eyes have nothing more to tell of it."""
        for card in sighting.cards:
            pile = self._piles.get(card.place, Pile())
            sure = sighting.reported_until >= sighting.t
            now = piles.resting(pile, names_of(card), sighting.t, sure=sure)
            if now is not pile:
                self._piles[card.place] = now
            if now.awaited != pile.awaited:
                self._glimpsed.settled(card.place)

    def _lie_out(self, event: Laid) -> None:
        """Cards spread out beside each other: what lies there now is all there is."""
        self._no_cards = tuple(one for one in self._no_cards if _lies_among(one, event.cards))
        cards = tuple(card for card in likely(event.cards) if not _lies_among(card, self._no_cards))
        self._spread = tuple(card for card in cards if not card.face_down)
        shown = tuple(names_of(card) for card in self._spread)
        before = self._piles.get(SCAN, Pile())
        if before.gone:  # it is back, or something else is shown
            rows = self._layout.rows.items()
            self._out = next((place for place, row in rows if _is_as_it_counts(shown, row)), "")
        self._decks[SCAN] = cards[-1].deck if cards else ""
        not_before = event.since or event.t
        unseen = piles.without(before.unseen, shown)
        self._piles[SCAN] = Pile(came=shown, at=event.t, not_before=not_before, since=event.t, unseen=unseen)

    def _dismiss(self, cards: Sequence[str]) -> None:
        """Only *cards* lie out: what was asked about besides is none, and stays so."""
        others = [card for card in self._spread if set(names_of(card)).isdisjoint(cards)]
        if len(others) == len(self._spread) - len(cards):  # else nobody knows which of them it is
            self._no_cards += tuple(card for card in others if not card.name)

    def _lay(self, event: Laid) -> None:
        """A card on top, or the top card was pushed, or one of the same name was laid on it."""
        cards = event.cards if event.moved else likely(event.cards)
        if not cards or (cards[-1].face_down and not event.moved):
            return
        place, before, top = event.place, self._piles.get(event.place, Pile()), names_of(cards[-1])
        asked = self._card_ask(place) is not None
        if event.moved:
            now = piles.again(before, top, asked=asked, upon=cards[-1].upon)
        else:
            now = piles.laid(before, top, event.since or event.t, asked=asked, again=event.again)
        if len(now.came) > len(before.came) or (now.came and before.reported):
            now = replace(now, at=event.t, not_before=event.since or event.t, since=event.t)
        elif now.awaited != before.awaited or not now.came:
            self._glimpsed.settled(place)
        self._piles[place], self._decks[place] = now, cards[-1].deck

    def _taken(self, place: str, bare: int) -> None:
        row = self._row_asked() if place == SCAN and bare else None
        if row is not None and row.cards[0] == 0:
            self._piles[SCAN] = Pile(at=bare, not_before=bare, since=bare, gone=True)
        elif place == SCAN:
            self._out = ""
            self._piles.pop(SCAN, None)
        elif place in self._piles:
            if self._piles[place].reported:
                self._glimpsed.settled(place)
            self._piles[place] = piles.lifted(self._piles[place], bare)

    def _complete(self, now: int, busy: bool) -> Iterator[Fact]:
        for place, pile in list(self._piles.items()):
            if not pile.unreported:
                continue
            if busy:
                self._piles[place] = replace(pile, since=max(pile.since, now))
            elif now - pile.since >= PAUSE:
                asks = [ask] if (ask := self._card_ask(place)) else hands_asked(self._asks, place)
                if not asks:
                    continue
                left = place != SCAN or not asks[0].lies or _is_head_of(pile.came, asks[0].lies)
                if place == SCAN and _is_as_it_counts(pile.came, asks[0].lies):
                    self._piles[place] = replace(pile, reported=True)  # put back: nobody has taken any
                    continue
                fitting = [one for one in asks if one.cards[0] <= len(pile.came) <= one.cards[1]]
                # one lies covered, no card was taken for one, one went from inside of the row, or one is not
                # seen that was not seen while it lay there either
                miscounted = place == SCAN and not (fitting and left and not pile.unseen)
                asks = fitting or asks
                doubtful = pile.doubtful or miscounted or self._glimpsed.has_missed_one(place, pile.came)
                self._piles[place] = replace(pile, reported=True, doubtful=doubtful)
                facts = [card_fact(one, self._piles[place], now) for one in asks]
                yield from facts if len(facts) == 1 else somebodys_hand(facts)

    def _card_ask(self, place: str) -> Ask | None:
        return card_ask(self._asks, place, self._out)

    @property
    def _row(self) -> tuple[str, Sequence[str]]:
        """The place and the cards of the row that lies out, as the ask for it says, or as they count."""
        ask = self._row_asked()
        if ask is not None:
            return ask.place, ask.lies
        rows = self._layout.rows if not fitting_asks(self._asks, SCAN) else {}
        return next(iter(rows.items())) if len(rows) == 1 else ("", ())

    def _row_asked(self) -> Ask | None:
        """The ask for what is left of a row of which it is known what lies there."""
        ask = self._card_ask(SCAN)
        return ask if ask is not None and ask.lies else None


def _lies_among(card: CardSeen, others: Sequence[CardSeen]) -> bool:
    return any(lies_like(other, card) for other in others)


def _is_as_it_counts(came: Sequence[Names], lies: Sequence[str]) -> bool:
    """Whether a row lies out as it counts."""
    return 0 < len(came) == len(lies) and _is_head_of(came, lies)


def _is_head_of(came: Sequence[Names], lies: Sequence[str]) -> bool:
    """Whether a row lies out as it counts but for cards that its end lacks."""
    may_be = all(differing.may_be(names, was) for was, names in zip(lies, came, strict=False))
    return len(came) <= len(lies) and may_be
