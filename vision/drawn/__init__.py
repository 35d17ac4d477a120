"""The table as the camera sees it, drawn: for the simulated family, for tests and for teaching the eyes.

    scene = TableScene(dice=(DieOnTable(DieLook(), "5", 300, 120, yaw=20),))
    picture = draw(scene)   # what the camera takes
    row = truth(scene)      # what lies there, in the form of labels.json

A scene is a frozen value in millimetres on the mat (`vision.mat`); the same scene gives the same picture.
`any_scene` and `any_pyramid_scene` invent scenes with random light, surfaces and dice; `write_labelled` fills
a folder with them, and so does `python -m vision.drawn FOLDER --what trays cards pyramids --count 100`.

"""

from vision.drawn.any_pyramid import any_pyramid_scene as any_pyramid_scene
from vision.drawn.invent import Variety as Variety
from vision.drawn.invent import any_dice as any_dice
from vision.drawn.invent import any_look as any_look
from vision.drawn.invent import any_pile as any_pile
from vision.drawn.invent import any_scene as any_scene
from vision.drawn.labelled import write_labelled as write_labelled
from vision.drawn.picture import draw as draw
from vision.drawn.scene import COCKED_FROM as COCKED_FROM
from vision.drawn.scene import CardOnTable as CardOnTable
from vision.drawn.scene import DieLook as DieLook
from vision.drawn.scene import DieOnTable as DieOnTable
from vision.drawn.scene import Glare as Glare
from vision.drawn.scene import Hand as Hand
from vision.drawn.scene import Lens as Lens
from vision.drawn.scene import Light as Light
from vision.drawn.scene import Surface as Surface
from vision.drawn.scene import TableScene as TableScene
from vision.drawn.truth import truth as truth
from vision.kit.camera import Camera as Camera
from vision.kit.values import COLOUR_OF_NUMBER as COLOUR_OF_NUMBER
from vision.kit.values import COLOURS as COLOURS
from vision.kit.values import DIE_VALUES as DIE_VALUES
