"""A simulated table with which more can be done than at a family's: it is pushed, or has no mat."""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from companion.layout import Layout, tray
from companion.pyramid.notation import name_of
from ui.twin.drawn_table import DrawnTable
from vision.drawn import TableScene
from vision.mat import SCAN


class LaboratoryStage(DrawnTable):
    """Without a mat things lie where it would have places for them; the eyes know nothing of those."""

    def __init__(
        self, seats: Sequence[str], random: Random, pyramid: bool = False, *, on_mat: bool = True
    ) -> None:
        super().__init__(seats, random, pyramid)
        if not on_mat:
            self.seen_mat = None

    @property
    def scene(self) -> TableScene:
        if self.seen_mat is not None:
            return super().scene
        return replace(super().scene, mat=replace(self.mat, zones=(), markers=()))

    @property
    def lies(self) -> Layout:
        """Everything as it lies now; cards by the places of the mat."""
        places = {card.place: self.cards_at(card.place) for card in self._scene.cards}
        row = places.pop(SCAN, ())
        standing = {name_of(cell): die for cell, die in self.pyramid.items()}
        return Layout(tray(self.dice), places, {SCAN: row}, standing or None)

    def bump(self, right: float, down: float, turn: float) -> None:
        """The table is pushed under the camera by so many millimetres, and turned by so many degrees."""
        camera = self._scene.camera
        moved = replace(camera, x=camera.x - right, y=camera.y - down, roll=camera.roll + turn)
        self._scene = replace(self._scene, camera=moved)
