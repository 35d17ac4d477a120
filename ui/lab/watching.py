"""Pictures and clips through the path of a game, in simulated time: what is seen, told and found amiss.

The eyes are those of the app, with everything that stands between them and the referee. Nothing is ruled on:
what is asked for is asked for on and on, as if the game went on with the same roll.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.asks import MS, Ask, Fact, Kind, Say
from companion.sightings import Box, CardSeen, DieSeen, PassedOver, PyramidSeen, Seen, Sighting
from companion.words import words_of
from ui.eyes_set_up import EyesSetUp, OwnCorners, by_own_corners, calibration_for
from ui.gaze import Gaze
from ui.lab.shown import BEGIN, Sensor, Thing, card_on_mat, clip, rolled
from ui.screen.ports import Delivery, Look, Trouble
from ui.settings import place_for_data
from vision.calibration import DIE_EDGE, in_order
from vision.cards.cards_in import places_for_cards
from vision.dice.reader import dice_in
from vision.dice.unread import PLACE
from vision.dice_and_cards import edge_of
from vision.files import VIDEOS, listed, moving_pictures, open_one
from vision.look import at_rest
from vision.pictures import NotAPictureError, Picture
from vision.pyramid.output import as_json as pyramid_as_json
from vision.pyramid.output import die_in_words
from vision.pyramid.output import unsure as pyramid_unsure
from vision.read import as_json, read_picture
from vision.scene.events import Cocked, Laid, Miscounted, Nudged, Rebuilt, Rolled
from vision.teaching import TAUGHT
from vision.wanted import Wanted

Line = dict[str, Any]

UNREAD = "?"  # in what was told, a die or a card that is asked about
_BARE = 20  # looks at a table at most before the throw, if something is seen there now and then
_READS, _MORE = 7, 12  # looks that read a picture at rest, and so many more, farther apart
# looks at the table before the throw: then the eyes know that nothing lies there, though something seemed to
_EMPTY_READS, _EMPTY_AGAIN = 2, 7
_AFTER = 2  # looks after something was told: is it told once?
_FRAMES_BEFORE = 40  # at most, of what lies there when a clip begins
_FRAMES = 130  # at most, of a picture of which nothing is read
_USUAL_TRAY_MM = 250.0  # across, where no die tells it
_SLOWLY_MS = 1000  # between the looks at what has been read often enough


class Told(Struct):
    """What became of one picture or clip."""

    rolls: list[list[Any]]  # the values of each fact
    questions: int = 0
    troubles: tuple[str, ...] = ()

    def as_line(self, file: str) -> Line:
        return {
            "file": file,
            "told": self.rolls,
            "questions": self.questions,
            "troubles": list(self.troubles),
        }


class Watching:
    """The eyes of a game at one table, and what they say as lines."""

    def __init__(
        self, asks: Sequence[Ask], set_up: EyesSetUp, scale: float = 1.0, language: str = ""
    ) -> None:
        """*scale*: by what coordinates are to be multiplied, where a picture is looked at smaller."""
        kinds = {ask.kind for ask in asks}
        self._wanted = Wanted(
            tray=Kind.DICE in kinds, cards=Kind.CARD in kinds, pyramid=Kind.PYRAMID in kinds
        )
        self._scale, self._language = scale, language
        self._several = len(asks) > 1
        self._words = words_of("companion.games.sums" if Kind.PYRAMID in kinds else "companion")
        self._heard: list[Delivery] = []
        self._gaze = Gaze(self._heard.append, set_up)
        self._gaze.watch(asks, ())
        self._began = BEGIN
        self._last: Any = None  # what the last line of a sighting said
        self._dice: tuple[DieSeen, ...] = ()  # as they came to rest last
        self._sighted: tuple[DieSeen, ...] = ()  # in the last look at a table at rest
        self._empty = 0  # looks in a row in which nothing was seen
        self._enough = _EMPTY_READS  # of those
        self._leaning: tuple[DieSeen, ...] = ()
        self._hidden: tuple[PassedOver, ...] = ()  # places where light or darkness may hide dice
        self._cards: dict[str, tuple[CardSeen, ...]] = {}  # that were laid last, by place
        self._pyramid: PyramidSeen | None = None
        self.told = Told([])
        self.reads = 0  # looks at a table at rest in which something was read

    def begins(self, t: int) -> None:
        """What has been so far was before it began."""
        self._began, self._last, self.told = t, None, Told([])

    @property
    def knows_the_table(self) -> bool:
        """Whether the eyes have seen what lies there before anything happens; doubts take longer."""
        return self._empty >= self._enough or self.reads >= (_BARE if self._wanted.cards else _READS)

    def is_done(self, since: int, reads: int) -> bool:
        """Whether all is told after so many *reads*, and looks *since* something was told last."""
        return since > _AFTER and (reads >= _READS or not self._several)

    @property
    def answer(self) -> Line:
        """What came to rest last, told or not."""
        cards = tuple(card for laid in self._cards.values() for card in laid)
        return self._shown(self._dice or self._sighted, cards, self._pyramid)

    def look(self, frame: Any) -> Iterator[Line]:
        """The lines that follow from one look at *frame*."""
        self._gaze.look(frame)
        t = round((frame.t - self._began) / MS / 1000, 2)
        for thing in self._heard:
            match thing:
                case Look():
                    yield from self._look(thing, t)
                case Fact():
                    yield {"t": t, **self._fact(thing)}
                case Trouble(says=Say() as says):
                    yield from self._trouble(says, t)
        self._heard.clear()

    def _look(self, look: Look, t: float) -> Iterator[Line]:
        self._keep(look)
        sighting = look.sighting
        self._hidden = tuple(one for one in sighting.passed_over if one.what == PLACE)
        busy = sighting.state in (Seen.HAND, Seen.MOVING, Seen.BLOCKED)
        looked = not busy and bool({"dice", "cards", "pyramid"} & set(sighting.ms))
        self.reads += looked
        self._sighted = sighting.dice if not busy else self._sighted
        bare = not sighting.dice and not sighting.cards and sighting.pyramid is None
        self._empty = self._empty + 1 if looked and bare else 0
        if looked and not bare:
            self._enough = _EMPTY_AGAIN
        now = (sighting.state, sighting.why, _names_in(sighting))
        if now != self._last:
            self._last = now
            line = {"t": t, "sees": sighting.state.value}
            line |= {"why": sighting.why} if sighting.why else {}
            yield line | self._shown(sighting.dice, sighting.cards, sighting.pyramid)

    def _keep(self, look: Look) -> None:
        """What facts and troubles of this look and of later ones are about."""
        for event in look.events:
            match event:
                case Rolled() | Nudged() | Miscounted():
                    self._dice, self._leaning = event.dice, ()
                case Cocked():
                    self._dice, self._leaning = event.dice, event.again
                case Laid():
                    self._cards[event.place] = event.cards
                case Rebuilt():
                    self._pyramid = event.seen

    def _fact(self, fact: Fact) -> Line:
        match fact.kind:
            case Kind.DICE:
                kinds = list(fact.value)
                dice = [die for die in self._dice if die.type in kinds]
                dice.sort(key=lambda die: (kinds.index(die.type), die.value))
                shown = self._shown(dice, (), None)
            case Kind.CARD:
                cards = tuple(card for laid in self._cards.values() for card in laid)
                shown = self._shown((), cards, None)
            case _:
                shown = self._shown((), (), self._pyramid)
        unsure = shown.get("unsure", [])
        things = [*shown.get("dice", ()), *shown.get("cards", ())]
        values = [thing.get("value", thing.get("name")) for thing in things]
        values += [die_in_words(cell) for cell in shown.get("pyramid", {}).get("cells", ())]
        self.told.rolls.append(values + [UNREAD] * len(unsure))
        self.told.questions += len(unsure)
        return {"fact": fact.kind.value, **shown}

    def _trouble(self, says: Say, t: float) -> Iterator[Line]:
        if says.key not in self.told.troubles:
            self.told.troubles = (*self.told.troubles, says.key)
        words = self._words.say(says, self._language)
        of_dice: dict[str, tuple[DieSeen | PassedOver, ...]]
        of_dice = {"amiss.leans": self._leaning, "amiss.glare": self._hidden, "amiss.too_dark": self._hidden}
        boxes: list[Box | None] = [one.box for one in of_dice.get(says.key, ())]
        for box in boxes or [None]:
            place = {"box": [round(part * self._scale, 1) for part in box]} if box else {}
            yield {"t": t, "trouble": says.key, **place, "says": words}

    def _shown(self, dice: Sequence[DieSeen], cards: Sequence[CardSeen], pyramid: PyramidSeen | None) -> Line:
        """Things as `companion read` prints them; only those that are there."""
        line = as_json(dice, cards, self._wanted, self._scale)
        if pyramid is not None:
            line |= {"pyramid": pyramid_as_json(pyramid), "unsure": line["unsure"] + pyramid_unsure(pyramid)}
        return {name: things for name, things in line.items() if things}


def _names_in(sighting: Sighting) -> tuple[Any, ...]:
    """What is read, wherever it lies."""
    dice = sorted((die.type, die.value, die.cocked) for die in sighting.dice)
    cards = sorted((card.place, card.name, card.face_down) for card in sighting.cards)
    pyramid = () if sighting.pyramid is None else sighting.pyramid.occupied
    return tuple(dice), tuple(cards), pyramid


def watch_picture(frames: Iterable[Any], sensor: Sensor, watching: Watching) -> Iterator[Line]:
    """Lines of a picture that is shown until all is said of it."""
    since, reads = 0, 0  # looks since something was told, and at the table after the throw
    for number, frame in enumerate(frames):
        before, told = watching.reads, len(watching.told.rolls)
        yield from watching.look(frame)
        if not sensor.at_rest:
            sensor.was_read = watching.knows_the_table
            continue
        reads += watching.reads - before
        since = since + bool(watching.told.rolls) if told == len(watching.told.rolls) else 1
        if reads >= _READS:
            sensor.pace = _SLOWLY_MS
        if watching.is_done(since, reads) or reads >= _READS + _MORE or number >= _FRAMES:
            return


def _watch_clip(path: Path, first: Picture, sensor: Sensor, watching: Watching) -> Iterator[Line]:
    """Lines of a clip. What its first picture shows lay there before it begins; of that nothing is told."""
    for _ in range(_FRAMES_BEFORE):
        deque(watching.look(sensor.takes(first)), maxlen=0)
        if watching.knows_the_table:
            break
    watching.begins(sensor.now)
    for frame in clip(path, sensor):
        yield from watching.look(frame)


class Watched(Struct, frozen=True):
    """One picture or clip that was watched."""

    told: Told
    answer: Line  # what came to rest last, as `companion read` prints it


def watch_paths(
    paths: Sequence[Path],
    asks: Sequence[Ask],
    corners: Sequence[tuple[float, float]] = (),
    *,
    mat: bool = True,
    language: str = "",
) -> Iterator[Line]:
    """All lines of pictures, of folders of them and of clips; each is a table of its own.

    *corners* are those of the tray in each picture; not *mat*: there is none, and none is looked for.
    """
    for path in listed(paths):
        try:
            watching, lines = _opened(path, asks, corners, mat, language)
            yield from lines
            yield watching.told.as_line(str(path))
        except ValueError as reason:
            yield {"file": str(path), "error": str(reason)}


def watched(
    paths: Sequence[Path],
    asks: Sequence[Ask],
    corners: Sequence[tuple[float, float]] = (),
    *,
    mat: bool = True,
) -> Iterator[Watched]:
    """What became of each; raises ValueError where one cannot be read."""
    for path in listed(paths):
        watching, lines = _opened(path, asks, corners, mat, "")
        deque(lines, maxlen=0)
        yield Watched(watching.told, watching.answer)


def _first_picture(path: Path) -> Picture:
    """What a clip begins with; raises NotAPictureError if it shows nothing."""
    for seen in moving_pictures(path, 1.0):
        return seen.picture
    raise NotAPictureError("this video holds no pictures")


def _opened(
    path: Path, asks: Sequence[Ask], corners: Sequence[tuple[float, float]], mat: bool, language: str
) -> tuple[Watching, Iterator[Line]]:
    """The eyes before one picture or clip, and the lines that follow once they look; raises ValueError."""
    sensor = Sensor()
    if path.suffix.lower() in VIDEOS:
        first = _first_picture(path)
        watching = Watching(asks, set_up_for(first, corners, mat), language=language)
        return watching, _watch_clip(path, first, sensor, watching)
    opened = open_one(path)
    if opened.picture is None:
        raise NotAPictureError(opened.error)
    set_up = set_up_for(opened.picture, corners, mat)
    watching = Watching(asks, set_up, opened.scale, language)
    frames = rolled(opened.picture, things_in(opened.picture, asks, set_up), sensor)
    return watching, watch_picture(frames, sensor, watching)


def set_up_for(picture: Picture, corners: Sequence[tuple[float, float]], mat: bool) -> EyesSetUp:
    """Eyes for tables like that on *picture*; raises ValueError where the *corners* span none.

    How large the ground is between the corners is taken from the dice that lie there.
    """
    if not corners:
        return EyesSetUp(mat=mat)
    size = picture.shape[1], picture.shape[0]
    across, down = sides(corners)
    edges = [edge_of(die.box) for die in dice_in(picture, Wanted())[0]]
    lens = EyesSetUp().lens
    if edges:  # of top faces, which are nearer than the ground
        edge, focal = float(np.median(edges)), float(lens.inner(size)[0, 0])
        per_mm = edge * focal / (edge + focal) / DIE_EDGE
    else:
        per_mm = across / _USUAL_TRAY_MM
    one, two, three, four = corners
    own = OwnCorners((one, two, three, four), size, (across / per_mm, down / per_mm))
    by_own_corners(own, lens.view)
    return EyesSetUp(corners=own, mat=False)


def sides(corners: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """How long the sides of a ground are in the picture, across and down."""
    a, b, c, d = in_order(corners)
    return (
        float(np.hypot(*(b - a)) + np.hypot(*(c - d))) / 2,
        float(np.hypot(*(d - a)) + np.hypot(*(c - b))) / 2,
    )


def things_in(picture: Picture, asks: Sequence[Ask], set_up: EyesSetUp) -> list[Thing]:
    """What lies on the table and is asked for, as well as can be seen at once."""
    calibration = calibration_for(picture, 4, set_up)
    things: list[Thing] = []
    for ask in asks:
        if ask.kind is Kind.DICE:
            dice = at_rest(picture, Wanted(dice=ask.dice), calibration).dice
            things += [Thing(_corners_of(die.box)) for die in dice]
    thing = card_on_mat if places_for_cards(calibration) else Thing
    for deck in {ask.deck for ask in asks if ask.kind is Kind.CARD}:
        wanted = Wanted(tray=False, cards=True, deck=deck, taught_in=str(place_for_data() / TAUGHT))
        _, cards, _ = read_picture(picture, wanted, calibration)
        things += [thing(np.array(card.corners, np.float32)) for card in cards]
    return things


def _corners_of(box: Box) -> NDArray[np.float32]:
    x, y, wide, high = box
    return np.array([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], np.float32)
