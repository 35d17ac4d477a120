"""What the eye for the pyramid knows of the look before: where the form lies on its mat, if that was sure."""

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from ui.lab.laboratory_stage import LaboratoryStage
from vision.calibration import calibrate
from vision.drawn import draw
from vision.pyramid import eye as eye_module
from vision.pyramid.eye import PyramidEye
from vision.pyramid.read_on_mat import read_on_mat

LYING = dict.fromkeys(((8, 0, 0), (7, 1, 0), (7, 0, 1), (7, 0, 0)), "r236")


class Watched:
    """A pyramid on a simulated table, an eye, and the poses from which its looks began."""

    def __init__(self, monkeypatch):
        self.stage, self.eye, self.begun, self.doubted = (
            LaboratoryStage(("Ada",), Random(3), pyramid=True),
            PyramidEye(),
            [],
            False,
        )
        for _ in self.stage.rebuild(LYING):
            pass
        monkeypatch.setattr(eye_module, "read_on_mat", self._read)

    def _read(self, picture, calibration, zone, before):
        self.begun.append(before)
        read = read_on_mat(picture, calibration, zone, before)
        return replace(read, doubtful=tuple(sorted(read.occupied))) if self.doubted else read

    def look(self):
        picture = draw(self.stage.scene)
        return self.eye.see(picture, calibrate(picture, self.stage.mat))


@pytest.fixture
def at(monkeypatch):
    return Watched(monkeypatch)


def test_on_a_table_that_was_pushed_the_form_lies_where_it_lay_on_its_mat(at):
    before = at.look()
    at.stage.bump(5, -4, 1)
    after = at.look()

    assert at.begun[0] is None and at.begun[1] is not None
    assert after.occupied == before.occupied == tuple(sorted(LYING))
    assert np.abs(at.eye._before - at.begun[1])[:3].max() < 1


def test_where_nobody_is_sure_how_it_stands_the_next_look_begins_afresh_and_is_as_unsure(at):
    at.doubted = True
    at.look()
    at.doubted = False
    at.look()
    at.look()

    assert [before is None for before in at.begun] == [True, True, False]
