"""Eyes that see every drawn scene as it is: what they tell, and what is told by hand, without any pixels."""

import numpy as np

from companion.pyramid.cells import ALL_CELLS
from companion.sightings import DieSeen, PyramidDieSeen, PyramidSeen, Seen, Sighting
from vision.pyramid.lattice import CELLS, numbers, seen_faces
from vision.scene.pyramid import PyramidWatch
from vision.scene.tray import Watch


class FaultlessEyes:
    """Takes a scene for a frame's picture."""

    def __init__(self, calibration):
        self.calibration, self._watch, self._pyramid = calibration, Watch(), PyramidWatch()

    def see(self, frame, wanted):
        scene = frame.picture
        state = Seen.HAND if scene.hands else Seen.SETTLED
        pyramid = pyramid_in(scene) if wanted.pyramid and not scene.hands else None
        dice = () if scene.hands else tuple(_die(die) for die in scene.dice)
        if any(die.drift != (0.0, 0.0) for die in scene.dice):
            state = Seen.MOVING
        sighting = Sighting(frame.t, state, dice, pyramid=pyramid)
        self._watch, events = self._watch.after(sighting, wanted.dice)
        self._pyramid, rebuilt = self._pyramid.after(sighting)
        return sighting, events + rebuilt


def _die(die):
    return DieSeen(die.look.type, die.value, (die.x * 2, die.y * 2, 32.0, 32.0), 1.0)


def pyramid_in(scene):
    """What can be seen of the pyramid from above; None without a die."""
    dice = {die.cell: die for die in scene.pyramid.dice} if scene.pyramid else {}
    if not dice:
        return None
    occupied = np.zeros(len(CELLS), bool)
    occupied[[numbers()[cell] for cell in dice]] = True
    told = []
    for number in np.flatnonzero(seen_faces(occupied).any(axis=1)):
        seen = tuple(map(bool, seen_faces(occupied)[number]))
        die = dice[ALL_CELLS[number]]
        faces = tuple(face if see else None for face, see in zip(die.faces, seen, strict=True))
        told.append(PyramidDieSeen(die.cell, die.colour, faces, 1.0, seen))
    return PyramidSeen(tuple(told), tuple(sorted(dice)))
