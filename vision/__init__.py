"""The eyes: pictures in, sightings out. Pure functions over arrays; nothing here knows a rule.

    calibration = calibrate(picture, mat)                 # once: where the mat lies
    sighting = look(picture, wanted, calibration, memory)  # one look
    sighting, events = Eyes(calibration).see(frame, wanted)  # a camera's frames, one after the other

Rooms: `dice` and `cards` (locate → rectify → read), `scene` (what lies there from look to look, and what is
new), `read` (picture files), `drawn` (the table drawn, for the simulated family, tests and teaching).
"""

from vision import one_thread as one_thread  # first of all: it must come before numpy
from vision.calibration import Calibration as Calibration
from vision.calibration import calibrate as calibrate
from vision.calibration import calibration_of as calibration_of
from vision.eyes import Eyes as Eyes
from vision.look import look as look
from vision.mat import Mat as Mat
from vision.mat import table_mat as table_mat
from vision.scene.motion import remember as remember
from vision.scene.scene import Scene as Scene
from vision.wanted import EVERYTHING as EVERYTHING
from vision.wanted import Wanted as Wanted
