"""The table as the camera sees it, drawn: for the simulated family, for tests and for teaching the eyes.

    scene = TableScene(dice=(DieOnTable(DieLook(), "5", 300, 120, yaw=20),))
    picture = draw(scene)   # what the camera takes

A scene is a frozen value in millimetres on the mat (`vision.mat`); the same scene gives the same picture.
`vision.lab.scenes` invents such scenes and says what lies there.
"""

from vision.drawn.picture import draw as draw
from vision.drawn.scene import COCKED_FROM as COCKED_FROM
from vision.drawn.scene import CardOnTable as CardOnTable
from vision.drawn.scene import DieLook as DieLook
from vision.drawn.scene import DieOnTable as DieOnTable
from vision.drawn.scene import Hand as Hand
from vision.drawn.scene import Lens as Lens
from vision.drawn.scene import Light as Light
from vision.drawn.scene import Surface as Surface
from vision.drawn.scene import TableScene as TableScene
from vision.kit.camera import Camera as Camera
