"""Pairs of presses of which at least one is made by phone, over a bad link: is anybody first who was not?

The table, what the server does with phones, and the mapping of their clocks are the real ones; time, link
and fingers are made up. Each message takes 1 to 200 ms in either direction, in order, as TCP delivers it. A
phone's clock runs up to 100 millionths too fast or too slow and shows tenths of a millisecond; a touch panel
notices a finger up to 16 ms late. Every so often a phone sleeps, and its clock stands still meanwhile.
"""

import heapq
import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from msgspec import Struct

from companion.asks import MS, Fact, Kind, Source
from companion.calls.buttons import Edge, Fairness, Pressed
from companion.clock import HandClock
from companion.games import find_game
from companion.journal import Journal
from companion.seats import seats_named
from companion.table import Announcement, Table
from ui.screen.ports import Delivery
from ui.stream.phones import Phone, Phones

LINK_MS = (1, 200)
PANEL_MS = 16
PPM = 100
GRAIN_MS = 0.1
GAPS_MS = (0.5, 5, 10, 20, 30, 50, 80, 120, 200, 300)
WIRE_UNSURE = round(0.05 * MS)
ROUNDS = 100  # at one table
SLEEPS = 0.02  # of the pairs come after a phone has slept
NAMES = ("Ada", "Ben")


class PhonePairs(Struct, frozen=True):
    """All that happened."""

    pairs: int
    right: int
    ties: int
    wrong: int  # somebody was first who was not, and it was no tie
    mistimed: int  # presses that were further off than was stated
    tied_outside: int  # ties whose true gap was wider than the stated window can explain
    unheard: int  # neither first nor a tie
    unsure_ms: tuple[
        float, float, float
    ]  # what presses by phone were unsure of: the median, nine tenths, the most
    seconds_waited: float  # the longest from the first press to the decision

    @property
    def held(self) -> bool:
        return self.wrong == self.mistimed == self.tied_outside == self.unheard == 0


class World:
    """Time that is made up, and what happens in it."""

    def __init__(self) -> None:
        self.clock = HandClock(1_000_000 * MS)
        self._due: list[tuple[int, int, Callable[[], None]]] = []
        self._numbers = itertools.count()

    def at(self, t: int, does: Callable[[], None]) -> None:
        heapq.heappush(self._due, (t, next(self._numbers), does))

    def until(self, t: int) -> None:
        while self._due and self._due[0][0] <= t:
            now, _, does = heapq.heappop(self._due)
            self.clock.move_to(now)
            does()
        self.clock.move_to(t)


class FarPhone:
    """A phone and its page: what `phone.js` does, with a clock and a link of its own."""

    def __init__(self, world: World, phones: Phones, seat: str, random: Random) -> None:
        self._world, self._random = world, random
        self._rate = 1 + random.uniform(-PPM, PPM) / 1e6
        self._begun, self._slept = world.clock.now() - random.randrange(10**12), 0
        self._phones, self._token, self._next = phones, "", 0
        self._come()
        self.say({"seat": seat})

    def _come(self) -> None:
        """A new connection, with the token of the one before."""
        self._last = {"up": 0, "down": 0}
        self._phone = Phone(self._phones, "en", lambda: self._world.at(self._world.clock.now(), self._serve))
        self._phones.join(self._token, self._phone)
        self._token = self._phone.token
        self.say({"grain": True, "at": GRAIN_MS})
        self._serve()

    def shows(self, t: int) -> float:
        """What its clock shows at *t*, in milliseconds."""
        ms = (t - self._begun - self._slept) * self._rate / MS
        return int(ms / GRAIN_MS) * GRAIN_MS

    def say(self, message: dict[str, Any]) -> None:
        text, phone = json.dumps(message), self._phone
        self._world.at(self._arrives("up"), lambda: self._take(phone, text))

    def sleep(self, ns: int) -> None:
        """It sleeps from now on for so long."""
        self._phones.leave(self._phone)
        self._slept += ns
        self._world.at(self._world.clock.now() + ns, self._come)

    def press(self, t: int) -> None:
        """A finger comes at *t*, and the panel notices."""
        noticed = t + round(self._random.uniform(0, PANEL_MS) * MS)
        self._world.at(noticed, lambda: self.say({"press": True, "at": self.shows(noticed)}))

    def _arrives(self, way: str) -> int:
        """When a message that is sent now arrives: after all that were sent before it."""
        takes = round(self._random.uniform(*LINK_MS) * MS)
        self._last[way] = max(self._last[way] + 1, self._world.clock.now() + takes)
        return self._last[way]

    def _take(self, phone: Phone, text: str) -> None:
        if phone is self._phone:
            phone.take(text, self._world.clock.now())
            self._serve()

    def _serve(self) -> None:
        now = self._world.clock.now()
        rest = self._phone.beat(now)
        self._next = now + round(rest * 1e9)
        self._world.at(self._next, self._serve_once)
        while self._phone.outbox:
            message = self._phone.outbox.popleft()
            if "clock" in message:
                number = message["clock"]
                self._world.at(self._arrives("down"), partial(self._answer, self._phone, number))

    def _serve_once(self) -> None:
        """The rest is over; of several that were waited for only what is due counts."""
        if self._world.clock.now() >= self._next:
            self._serve()

    def _answer(self, phone: Phone, number: int) -> None:
        if phone is self._phone:
            self.say({"clock": number, "at": self.shows(self._world.clock.now())})


class Evening:
    """Two people at a buzzer, one or both of them with a phone."""

    def __init__(self, random: Random) -> None:
        self.random, self.world = random, World()
        self.presses: dict[str, tuple[int, int]] = {}  # of each seat: when it was measured, and how unsure
        self.order: list[str] = []
        self.tie = False
        self.phones = Phones(self.world.clock.now, self._delivered)
        self._sit_down()
        self.far = [FarPhone(self.world, self.phones, name, random) for name in NAMES]
        self._pass_ms(5_000)

    def _sit_down(self) -> None:
        journal = Journal.open(":memory:", self.world.clock)
        options = {"rounds": ROUNDS, "answer_s": 0, "after_wrong": "over"}
        self.table = Table.start(find_game("buzzer"), seats_named(NAMES), options, journal, self.world.clock)
        self.table.wait_for_phones(self.phones.delays)
        self.table.listen(self._announced)
        self.phones.heard(None, self.table)

    def _announced(self, announced: Announcement) -> None:
        if announced.fact is not None and announced.fact.kind is Kind.CALL:
            self.order.append(announced.fact.seat)
            self.tie = self.tie or any(note.says.key == "call.tie" for note in announced.ruling.notes)
        self.phones.heard(announced, self.table)

    def _delivered(self, thing: Delivery) -> None:
        seat = NAMES[int(getattr(thing, "line", 0)) - 1]
        if isinstance(thing, Pressed):
            self.presses[seat] = (thing.t, thing.uncertainty)
            self.table.feel(thing)

    def _pass_ms(self, ms: float) -> None:
        """The table decides in time what time decides."""
        end = self.world.clock.now() + round(ms * MS)
        while True:
            due = self.table.next_tick()
            now = self.world.clock.now()
            self.world.until(min(end, now + MS if due is None else max(now + 1, min(due, now + MS))))
            if due is not None and self.world.clock.now() >= due:
                self.table.tick()
            if self.world.clock.now() >= end:
                return

    def _answer(self, kind: Kind, value: Any) -> None:
        ask = next(ask for ask in self.table.asks if ask.kind is kind)
        self.table.hear(Fact(kind, value, self.world.clock.now(), Source.TOUCH, ask.seats[0], ask.id))

    def pair(self, gap_ms: float) -> tuple[str, float]:
        """Somebody presses, and the other one *gap_ms* later; who was truly first, and how long it took."""
        if self.table.over:
            self._sit_down()
        if self.random.random() < SLEEPS:
            self.random.choice(self.far).sleep(3_000 * MS)
            self._pass_ms(9_000)
        self.presses.clear()
        self.order.clear()
        self.tie = False
        self._answer(Kind.CONFIRM, True)
        begun = self.world.clock.now()
        first = self.random.randrange(2)
        wired = self.random.choice((None, None, 0, 1))
        start = begun + round(self.random.uniform(100, 400) * MS)
        for number, t in ((first, start), (1 - first, start + round(gap_ms * MS))):
            self._press(number, t, wired == number)
        while not self.order and self.world.clock.now() < start + 4_000 * MS:
            self._pass_ms(10)
        took = (self.world.clock.now() - start) / 1e9
        self._pass_ms(450)
        return NAMES[first], took

    def _press(self, number: int, t: int, wired: bool) -> None:
        if not wired:
            self.far[number].press(t)
            return
        line = str(number + 1)
        self.presses[NAMES[number]] = (t, WIRE_UNSURE)
        for after, down in ((0, True), (60 * MS, False)):
            edge = Edge(line, t + after, down, 0, Source.BUTTON, WIRE_UNSURE)
            self.world.at(t + after, partial(self.table.feel, edge))

    def next_round(self) -> None:
        if any(ask.id.startswith("judge") for ask in self.table.asks):
            self._answer(Kind.CHOICE, "right")
        else:
            close = next((ask for ask in self.table.asks if ask.id.startswith("close")), None)
            if close is not None:
                self._answer(close.kind, True)


def phone_pairs(count: int, seed: int = 1) -> PhonePairs:
    """*count* pairs. Deterministic for a *seed*."""
    random = Random(seed)
    evening, told = Evening(random), Counter[str]()
    unsure: list[float] = []
    longest = 0.0
    for gap in itertools.islice(_gaps(random), count):
        first, took = evening.pair(gap)
        longest = max(longest, took)
        told.update(_verdicts(evening, first, gap))
        unsure += [off / MS for _, off in evening.presses.values() if off != WIRE_UNSURE]
        evening.next_round()
    unsure.sort()
    shares = (unsure[len(unsure) // 2], unsure[len(unsure) * 9 // 10], unsure[-1])
    return PhonePairs(
        count, told["right"], told["tie"], told["wrong"], told["mistimed"], told["tied outside"],
        told["unheard"], (round(shares[0], 1), round(shares[1], 1), round(shares[2], 1)), round(longest, 2),
    )  # fmt: skip


def _gaps(random: Random) -> Iterator[float]:
    while True:
        yield random.choice(GAPS_MS) * random.uniform(0.8, 1.2)


def _verdicts(evening: Evening, first: str, gap_ms: float) -> Iterator[str]:
    if len(evening.presses) < 2 or not evening.order:
        yield "unheard"
        return
    (one, off), (other, off_too) = evening.presses.values()
    window = Fairness().window(Source.PHONE, Source.BUTTON) + off + off_too
    other_first = NAMES[1 - NAMES.index(first)]
    apart = evening.presses[other_first][0] - evening.presses[first][0] - round(gap_ms * MS)
    if abs(apart) > off + off_too + PANEL_MS * MS:
        yield "mistimed"
    if evening.tie:
        yield "tie"
        if abs(one - other) > window:
            yield "tied outside"
    else:
        yield "right" if evening.order[0] == first else "wrong"


def phones_table(done: PhonePairs) -> str:
    middle, most, worst = done.unsure_ms
    lines = (
        f"{done.pairs} pairs by phone, links of {LINK_MS[0]} to {LINK_MS[1]} ms: {done.right} right, "
        f"{done.ties} ties, {done.wrong} wrong winners",
        f"{done.mistimed} presses timed worse than stated, {done.unheard} not heard",
        f"a press is unsure of ±{middle} ms (median), {most} (nine of ten), {worst} (most)",
        f"the longest wait for a decision took {done.seconds_waited} s",
    )
    return "\n".join(lines)
