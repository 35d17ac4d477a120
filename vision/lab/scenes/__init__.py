"""Drawn tables with random light, surfaces and things, and what lies there, for learning and measuring.

`any_scene` and `any_pyramid_scene` invent scenes, `truth` says what lies there in the form of labels.json;
`write_labelled` fills a folder, and so does `python -m vision.lab.scenes FOLDER --count 100`.
"""

from vision.lab.scenes.any_pyramid import any_pyramid_scene as any_pyramid_scene
from vision.lab.scenes.invent import Variety as Variety
from vision.lab.scenes.invent import any_dice as any_dice
from vision.lab.scenes.invent import any_look as any_look
from vision.lab.scenes.invent import any_pile as any_pile
from vision.lab.scenes.invent import any_scene as any_scene
from vision.lab.scenes.labelled import write_labelled as write_labelled
from vision.lab.scenes.truth import truth as truth
