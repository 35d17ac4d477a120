"""What lies on the simulated table and how it gets there: hands reach in, dice tumble, cards are laid.

Every movement is a handful of scenes with the time until the next one, as a camera would see them.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from companion.layout import Layout, Tray, tray
from companion.pyramid.cells import Cell
from ui.twin.drawn_pyramid import by_layers, drawn, written
from vision.drawn import CardOnTable, DieLook, DieOnTable, Hand, Lens, Light, Surface, TableScene
from vision.drawn.scene import PyramidOnTable
from vision.kit.camera import Camera
from vision.mat import COMMON_PILE, PYRAMID, SCAN, Mat, Zone, mat_for, pile_of, pyramid_mat

CARD_PITCH = 62.0  # millimetres from one card to the next beside it
OVERLAPPED_PITCH = 14.0  # the same where cards lie upon each other, and an edge of each can be seen
CARD_WIDTH = 56.0
PILE_WIDTH = 80.0  # of the pile of all, with room for cards that lie askew
TOP_OF_A_PILE = 3  # cards of a pile that are partly visible
A_HANDFUL = 20  # more dice than this nobody lays at once
LOOKS = 3  # pictures of a card before the next one covers it
PYRAMID_CAMERA_CM = 50  # lower than for cards: pips of 12 mm dice are small
CLEAR_OF_EACH_OTHER = 30.0  # millimetres between two dice: touching dice are a harder picture


class Shown(Struct, frozen=True):
    """A scene and how long it stays, in milliseconds."""

    scene: TableScene
    ms: int = 60


def a_room(random: Random, seats: Sequence[str]) -> TableScene:
    """An empty table in some living room: light, cloth and lens differ from evening to evening."""
    light = Light(
        azimuth=random.uniform(0, 360),
        elevation=random.uniform(40, 75),
        hardness=random.uniform(0.2, 0.7),
        level=random.uniform(0.8, 1.1),
        slope=random.uniform(0, 0.15),
    )
    cloth = random.choice([(70, 90, 40), (60, 60, 66), (110, 70, 45), (80, 100, 150)])
    glass = Lens(blur=random.uniform(0.4, 0.9), noise=random.uniform(1.0, 3.0))
    return TableScene(
        mat=mat_for(seats), light=light, lens=glass, tray=Surface("felt", cloth, seed=random.randrange(1000))
    )


def with_pyramid(scene: TableScene, random: Random) -> TableScene:
    """The same room with the mat of the pyramid games, and on it the empty base form about in its place."""
    mat = pyramid_mat(PYRAMID_CAMERA_CM)
    x, y = mat.zone(PYRAMID).centre
    form = PyramidOnTable(
        x=x + random.uniform(-5, 5), y=y + 12 + random.uniform(-4, 4), turn=random.uniform(-12, 12)
    )
    camera = Camera(x=mat.width / 2, y=mat.height / 2, distance=10.0 * PYRAMID_CAMERA_CM)
    return replace(scene, mat=mat, camera=camera, pyramid=form)


def _in_sight(cards: Sequence[CardOnTable]) -> tuple[CardOnTable, ...]:
    """*cards* without those deep in a pile: nothing of them can be seen, and drawing them takes time."""
    above: Counter[str] = Counter()
    seen: list[CardOnTable] = []
    for card in reversed(cards):
        above[card.place] += 1
        if card.place == SCAN or above[card.place] <= TOP_OF_A_PILE:
            seen.append(card)
    return tuple(reversed(seen))


def brought_to(stage: "DrawnTable", lies: Layout) -> Iterator[Shown]:
    """Hands bring everything to how it *lies*: cards go back, up or away, dice are turned, taken and laid."""
    if lies.dice is not None and lies.dice != tray(stage.dice):
        yield from stage.turn_dice(lies.dice)
    yield from _tidied(stage, lies)
    dice = written(lies.pyramid)
    if dice is not None and stage.pyramid and dice != stage.pyramid:
        yield from stage.rebuild(dice)


def _tidied(stage: "DrawnTable", lies: Layout) -> Iterator[Shown]:
    row = next(iter(lies.rows.values()), ())
    piles = {pile_of(name): tuple(cards) for name, cards in lies.piles.items()}
    for place, wanted in {SCAN: row, **piles}.items():
        lying = stage.cards_at(place)
        if place == COMMON_PILE:
            wanted = _with_top(lying, wanted)  # noqa: PLW2901 - what lies further down nobody sees
        if lying == tuple(wanted):
            continue
        if place == SCAN and wanted:
            yield from _row_restored(stage, lying, wanted)
            continue
        same = 0
        while same < min(len(lying), len(wanted)) and lying[same] == wanted[same]:
            same += 1
        if same == len(lying) - 1 == len(wanted) - 1:  # only the top card is another one
            yield from stage.exchange(place, wanted[same])
            continue
        yield from stage.take_off(place, len(lying) - same)
        yield from stage.lay(place, wanted[same:])
        for _ in range(LOOKS):
            yield stage.still(100)


def _with_top(lying: Sequence[str], wanted: Sequence[str]) -> tuple[str, ...]:
    """What lies on a pile once the last of *wanted* is on top of those that are *lying* there."""
    top, below = tuple(wanted[-1:]), tuple(lying[:-1])
    if not top or tuple(lying[-1:]) == top:
        return tuple(lying) if top else ()
    return below if below[-1:] == top else (*below, *top)


def _row_restored(stage: "DrawnTable", lying: Sequence[str], wanted: Sequence[str]) -> Iterator[Shown]:
    """A row that lies out: cards leave it, or all of it is laid out anew."""
    if is_left_of(lying, wanted):
        yield from stage.leave(SCAN, wanted)
    else:
        yield from stage.take_off(SCAN)
        yield from stage.spread(SCAN, wanted)
    for _ in range(LOOKS):
        yield stage.still(100)


def is_left_of(lying: Sequence[str], cards: Sequence[str]) -> bool:
    """Whether *cards* are what is left of those that lie there when some are taken away."""
    rest = iter(lying)
    return len(cards) < len(lying) and all(card in rest for card in cards)


class DrawnTable:
    """The things on one simulated table."""

    def __init__(self, seats: Sequence[str], random: Random, pyramid: bool = False) -> None:
        self._random = random
        room = a_room(random, seats)
        self._scene = with_pyramid(room, random) if pyramid else room
        self.seen_mat: Mat | None = self._scene.mat  # as far as the eyes know it
        self.pyramid: dict[Cell, str] = {}  # the dice on the base form by their cells, like "r623"
        self._askew = -1
        self.deck = "abspecken"  # of the cards that are laid from now on
        self._body = random.choice([(225, 238, 242), (245, 245, 245), (40, 40, 190), (60, 130, 60)])

    @property
    def scene(self) -> TableScene:
        """The table at rest; the sensor's noise is new each time."""
        seed = self._random.randrange(1 << 30)
        return replace(self._scene, cards=_in_sight(self._scene.cards), seed=seed)

    @property
    def mat(self) -> Mat:
        return self._scene.mat

    def cards_at(self, place: str) -> tuple[str, ...]:
        """The cards that lie at *place*, the last on top."""
        return tuple(card.name for card in self._scene.cards if card.place == place)

    def still(self, ms: int = 60) -> Shown:
        return Shown(self.scene, ms)

    def roll(self, dice: Mapping[str, Sequence[object]]) -> Iterator[Shown]:
        """A hand takes all dice out of the tray and rolls *dice*."""
        tray = self.mat.zone("tray")
        yield self._with_hand(tray)
        self._scene = replace(self._scene, dice=())
        yield self._with_hand(tray)
        yield self.still(80)
        landed = self._thrown(dice, tray, ())
        for share in (0.35, 0.75):
            rolling = tuple(self._rolling(die, tray, share) for die in landed)
            yield Shown(replace(self.scene, dice=rolling), 60)
        self._scene = replace(self._scene, dice=landed)

    @property
    def dice(self) -> Mapping[str, Sequence[str]]:
        """The values of the dice in the tray, by their kinds."""
        values: dict[str, list[str]] = {}
        for die in self._scene.dice:
            values.setdefault(die.look.type, []).append(die.value)
        return values

    def turn_dice(self, dice: Tray) -> Iterator[Shown]:
        """A hand brushes over the tray: *dice* lie there now; what is turned lies about where it lay."""
        zone = self.mat.zone("tray")
        yield self._with_hand(zone)
        missing = {kind: list(faces) for kind, faces in dice.items()}
        lying: list[DieOnTable] = []
        turned: list[DieOnTable] = []
        for die in self._scene.dice:
            faces = missing.get(die.look.type, [])
            stays = die.value in faces
            if stays:
                faces.remove(die.value)
            (lying if stays else turned).append(die)
        pushed = self._random.uniform(6, 9)  # millimetres: a die on another face lies a little elsewhere
        for die in turned:
            if faces := missing.get(die.look.type, []):
                lying.append(replace(die, value=faces.pop(), x=die.x + pushed))
        self._scene = replace(self._scene, dice=(*lying, *self._thrown(missing, zone, lying)))
        yield self._with_hand(zone)

    def exchange(self, place: str, name: str) -> Iterator[Shown]:
        """A hand takes the top card of *place* away and leaves *name* instead, about where it lay."""
        zone = self._spot(place)
        yield self._with_hand(zone)
        at = max(n for n, card in enumerate(self._scene.cards) if card.place == place)
        cards = list(self._scene.cards)
        self._askew = -self._askew  # to the right, and whoever puts it back lays it about where it lay
        aside = self._askew * self._random.uniform(3, 5)  # millimetres: never exactly where another one lay
        cards[at] = replace(cards[at], name=name, x=cards[at].x + aside)
        self._scene = replace(self._scene, cards=tuple(cards))
        yield self._with_hand(zone)

    def lay(self, place: str, cards: Sequence[str]) -> Iterator[Shown]:
        """A hand lays *cards* on top of each other and goes away after each, so that each can be seen."""
        zone = self._spot(place)
        for name in cards:
            yield self._with_hand(zone)
            self._put(name, place, self._beside_the_last(place, zone), askew=6)
            yield self._with_hand(zone)
            for _ in range(LOOKS):
                yield self.still(100)

    def _put(self, name: str, place: str, at: tuple[float, float], askew: float) -> None:
        """Lays one more card *at* a point of the mat, rotated by a limited random angle."""
        angle = self._random.uniform(-askew, askew)
        card = CardOnTable(name, *at, angle=angle, deck=self.deck, place=place)
        self._scene = replace(self._scene, cards=(*self._scene.cards, card))

    def spread(self, place: str, cards: Sequence[str]) -> Iterator[Shown]:
        """A hand lays *cards* out beside each other, as when a whole hand is shown."""
        zone = self._beside_the_pile(self._spot(place))
        yield self._with_hand(zone)
        pitch = min(CARD_PITCH, (zone.width - CARD_WIDTH) / max(1, len(cards) - 1))
        start = zone.centre[0] - pitch * (len(cards) - 1) / 2
        for number, name in enumerate(cards):
            y = zone.centre[1] + self._random.uniform(-1.5, 1.5)
            self._put(name, place, (start + number * pitch, y), askew=2)
        yield self._with_hand(zone)

    def leave(self, place: str, cards: Sequence[str]) -> Iterator[Shown]:
        """A hand takes away what lies in *place* and is none of *cards*."""
        zone = self._spot(place)
        yield self._with_hand(zone)
        kept = tuple(card for card in self._scene.cards if card.place != place or card.name in cards)
        self._scene = replace(self._scene, cards=kept)
        yield self._with_hand(zone)

    def room_for(self, place: str) -> int:
        """How many cards fit into *place*: overlapping in a row if their edges name them."""
        width = self._beside_the_pile(self._spot(place)).width
        if self.deck == "abspecken":
            return int(width // CARD_PITCH)
        return int((width - CARD_WIDTH) // OVERLAPPED_PITCH) + 1

    def _spot(self, place: str) -> Zone:
        """Where *place* is on the mat; the pile of all lies at the left end of the long place."""
        if place != COMMON_PILE:
            return self.mat.zone(place)
        scan = self.mat.zone(SCAN)
        return replace(scan, name=place, width=PILE_WIDTH)

    def _beside_the_pile(self, zone: Zone) -> Zone:
        """The rest of *zone* if a pile lies at its left end."""
        if zone.name != SCAN or not self.cards_at(COMMON_PILE):
            return zone
        return replace(zone, x=zone.x + PILE_WIDTH, width=zone.width - PILE_WIDTH)

    def _beside_the_last(self, place: str, zone: Zone) -> tuple[float, float]:
        """Where a hand puts a card: near the middle, and never exactly on the card below."""
        below = next((card for card in reversed(self._scene.cards) if card.place == place), None)
        side = -1 if below is not None and below.x > zone.centre[0] else 1
        x = zone.centre[0] + side * self._random.uniform(2.5, 5)
        return x, zone.centre[1] + self._random.uniform(-2, 2)

    def take_off(self, place: str, count: int | None = None) -> Iterator[Shown]:
        """A hand takes *count* cards (all, if none is named) off the top of *place*."""
        lying = [card for card in self._scene.cards if card.place == place]
        leaving = lying if count is None else lying[len(lying) - count :]
        if leaving:
            yield self._with_hand(self._spot(place))
            kept = tuple(card for card in self._scene.cards if card not in leaving)
            self._scene = replace(self._scene, cards=kept)
            yield self._with_hand(self._spot(place))

    def rebuild(self, dice: Mapping[Cell, str]) -> Iterator[Shown]:
        """A hand takes, turns and lays until *dice* stand there; a whole pyramid grows layer by layer."""
        zone = self.mat.zone(PYRAMID)
        many = len(dice.keys() - self.pyramid.keys()) > A_HANDFUL
        for stage in by_layers(dice) if many else (dict(dice),):
            yield self._with_hand(zone)
            self.pyramid = dict(stage)
            assert self._scene.pyramid is not None
            self._scene = replace(self._scene, pyramid=drawn(self._scene.pyramid, stage))
            yield self._with_hand(zone)
            for _ in range(LOOKS if many else 0):
                yield self.still(100)

    def _with_hand(self, zone: Zone) -> Shown:
        x, y = zone.centre
        side = 180.0 if x < self.mat.width / 3 else 0.0 if x > self.mat.width * 2 / 3 else 90.0
        hand = Hand(x + self._random.uniform(-8, 8), y + self._random.uniform(-8, 8), side)
        return Shown(replace(self.scene, hands=(hand,)), 120)

    def _thrown(
        self, dice: Mapping[str, Sequence[object]], tray: Zone, lying: Sequence[DieOnTable]
    ) -> tuple[DieOnTable, ...]:
        spots = iter(self._spots(tray, sum(len(values) for values in dice.values()), lying))
        return tuple(
            DieOnTable(self._look(kind), str(value), *next(spots), yaw=self._random.uniform(0, 360))
            for kind, values in dice.items()
            for value in values
        )

    def _spots(self, tray: Zone, count: int, lying: Sequence[DieOnTable]) -> list[tuple[float, float]]:
        """Free places for *count* more dice."""
        spots = [(die.x, die.y) for die in lying]
        while len(spots) < count + len(lying):
            x = self._random.uniform(tray.x + 24, tray.x + tray.width - 24)
            y = self._random.uniform(tray.y + 24, tray.y + tray.height - 24)
            if all(math.dist((x, y), spot) > CLEAR_OF_EACH_OTHER for spot in spots):
                spots.append((x, y))
        return spots[len(lying) :]

    def _look(self, kind: str) -> DieLook:
        if kind == "pips":
            light = sum(self._body) > 500
            return DieLook("pips", body=self._body, mark=(28, 24, 24) if light else (240, 244, 246))
        return DieLook(kind)  # type: ignore[arg-type]  # the asks name only kinds that the eyes know

    def _rolling(self, die: DieOnTable, tray: Zone, share: float) -> DieOnTable:
        x, y = tray.x + tray.width / 2, tray.y + tray.height - 30
        away = (die.x - x) * (1 - share), (die.y - y) * (1 - share)
        drift, spin = (away[0] / 4 + 6, away[1] / 4 + 6), 120.0 * (1 - share)
        return replace(die, x=die.x - away[0], y=die.y - away[1], drift=drift, spin=spin)
