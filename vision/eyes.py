"""The eyes as one thing with a memory: frames in, sightings and events out."""

from collections import Counter
from typing import Any

import cv2
import numpy as np
from msgspec.structs import replace

from companion.sightings import STILL, Box, Frame, Seen, Sighting
from vision.calibration import Calibration
from vision.dice_and_cards import corners_of
from vision.health import BLACK, is_dark
from vision.look import Readers, at_rest, look
from vision.mat import SCAN
from vision.pictures import Mask, NotAPictureError, Picture, as_picture
from vision.pyramid.eye import PyramidEye
from vision.scene.events import Event
from vision.scene.hidden_cards import HiddenCards
from vision.scene.lain_upon import LainUpon
from vision.scene.motion import Memory, Small, camera_moved, hand_in_view, remember, small
from vision.scene.moved import elsewhere
from vision.scene.scene import Scene
from vision.scene.still import CardEye, DiceEye
from vision.wanted import EVERYTHING, Wanted

_SHADOWED = 1.15  # times as large: a card with its shadow
_WITH_SIDES, _A_DIE = 2.0, 0.5  # the same of a top face: a die; and from when on something is likely one


class Eyes:
    """Looks at one frame after the other. The only thing in this package that changes.

    *empty* is a picture of the table with nothing on it.
    """

    def __init__(self, calibration: Calibration | None, *, empty: Picture | None = None) -> None:
        self.calibration = calibration
        self.scene = Scene()
        self._memory = Memory(empty=empty, held=calibration is None)
        self._pyramid = PyramidEye()
        self._dice = DiceEye()
        self._readers = Readers(self._dice.see, CardEye().see, self._pyramid)
        self._lain_upon, self._hidden_cards = LainUpon(), HiddenCards()

    def look_from(self, calibration: Calibration | None) -> None:
        """The camera or the mat has moved: what is known of the table stays, the pictures of it do not."""
        moved = elsewhere(self.calibration, calibration)
        if moved is not None:
            self.scene = self.scene.seen_from(moved)
        self.calibration = calibration
        self._memory = Memory(empty=self._memory.empty, held=calibration is None)
        self._lain_upon.forget()
        self._hidden_cards.look_from(moved)

    def see(self, frame: Frame, wanted: Wanted = EVERYTHING) -> tuple[Sighting, tuple[Event, ...]]:
        """What *frame* shows, with the state of the table as known from all frames so far, and what
        happened."""
        now = _small(frame.picture)
        sighting = look(frame.picture, wanted, self.calibration, self._memory, readers=self._readers, now=now)
        if sighting.state is Seen.HAND and sighting.why == STILL:
            sighting = self._but_for_what_lies(frame, sighting, wanted, now)
        sighting = replace(sighting, t=frame.t)
        if sighting.state in (Seen.HAND, Seen.MOVING):
            lying = [die for die in self.scene.tray.before or () if die not in self.scene.tray.lifted]
            picture = as_picture(frame.picture)
            self.scene = self.scene.lifted(self._dice.stirred(picture, self.calibration, lying))
        self._follow_the_camera(frame.picture, sighting, now)
        self._notice_dark_table(frame.picture, sighting)
        in_places = tuple(replace(card, place=card.place or SCAN) for card in sighting.cards)
        if in_places:  # without places they may be shown anywhere
            in_places = self._lain_upon.known_again(as_picture(frame.picture), in_places)
        sighting = replace(sighting, cards=in_places)
        self._remember(frame.picture, sighting, now)
        self.scene, events = self.scene.after(sighting, wanted.dice)
        if "cards" in sighting.ms:
            picture = as_picture(frame.picture)
            events = self._lain_upon.mark(picture, events)
            self._lain_upon.keep(picture, self.scene.spots.of)
            events = self._hidden_cards.mark(picture, events, frame.t, rows=wanted.rows)
        known = self.scene
        why, reported_until = sighting.why or known.blind, known.spots.reported_until
        return replace(sighting, state=known.state, why=why, reported_until=reported_until), events

    def where(self, cell: tuple[int, int, int]) -> Box | None:
        """Where in the last picture a cell of the pyramid is; None if no pyramid was seen."""
        return self._pyramid.where(cell)

    def _notice_dark_table(self, picture: Any, sighting: Sighting) -> None:
        """What comes to be seen in the dark was laid; where a light is lit it may have lain there."""
        lit = self.scene.blind == BLACK and sighting.state is not Seen.BLOCKED
        if lit and is_dark(as_picture(picture)):
            self.scene = replace(self.scene, spots=replace(self.scene.spots, open=True))

    def _but_for_what_lies(
        self, frame: Frame, sighting: Sighting, wanted: Wanted, now: Small | None
    ) -> Sighting:
        """What is read where all that reaches in is cards and dice over the border; beside a hand at rest the
        dice, if those are all that are waited for."""
        awaits_dice = wanted.tray and bool(wanted.dice)
        marked = self.calibration is not None and bool(self.calibration.mat.markers)
        if now is None or marked or not (wanted.cards or awaits_dice):
            return sighting  # a mat that was pushed looks like one large hand
        picture = as_picture(frame.picture)
        wanted = replace(wanted, pyramid=False)
        seen = at_rest(picture, wanted, self.calibration, self._memory.empty, readers=self._readers)
        cards = [np.array(card.corners) for card in seen.cards if card.name or card.face_down]
        dice = [corners_of(die.box) for die in seen.dice if die.value or die.confidence > _A_DIE]
        others: Mask = np.ones(now.shape[:2], np.uint8)
        for quads, larger in ((cards, _SHADOWED), (dice, _WITH_SIDES)):
            for quad in quads:
                middle = quad.mean(axis=0)
                about = (middle + (quad - middle) * larger) * now.shape[1] / picture.shape[1]
                cv2.fillConvexPoly(others, about.round().astype(np.int32), (0,))
        if cards + dice and not hand_in_view(self._memory, now, others):
            return seen
        if self.calibration is not None:
            return sighting
        complete = Counter(die.type for die in seen.dice) == Counter(wanted.dice)
        sure = all(die.value for die in seen.dice)
        return replace(sighting, dice=seen.dice) if awaits_dice and complete and sure else sighting

    def _follow_the_camera(self, picture: Any, sighting: Sighting, now: Small | None) -> None:
        """A camera in somebody's hand: what is known lies elsewhere in the picture now."""
        if now is None or sighting.state == Seen.BLOCKED or not self._memory.held:
            return
        shake = camera_moved(self._memory, now)
        if shake is not None:
            self.scene = self.scene.seen_from(shake.larger(picture.shape[1] / now.shape[1]))

    def _remember(self, picture: Any, sighting: Sighting, now: Small | None) -> None:
        if now is not None:  # else it is said in the sighting already that this is no picture
            self._memory = remember(self._memory, as_picture(picture), sighting, now)


def _small(picture: Any) -> Small | None:
    """*picture* as the memory keeps it; None if it is none."""
    try:
        return small(as_picture(picture))
    except NotAPictureError:
        return None
