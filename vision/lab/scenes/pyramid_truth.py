"""What a drawn pyramid shows, in the form of labels.json: cells, colours, faces, how much of each is seen."""

from typing import Any

import numpy as np

from vision.drawn.pyramid import occupied_by
from vision.drawn.scene import PyramidOnTable, TableScene
from vision.kit.camera import Camera, camera_matrix, rotation
from vision.pyramid.lattice import CELLS, OUTER_CORNERS, Floats, face_corners, numbers, seen_faces
from vision.pyramid.pose import Pose
from vision.pyramid.read_at import visible_shares

_NAMES = ("-i", "-j", "-k")


def pose_of(camera: Camera, pyramid: PyramidOnTable) -> Pose:
    """How the lattice of *pyramid* lies before *camera*, exactly."""
    put = np.eye(4)
    put[:3, :3] = pyramid.edge * rotation(2, pyramid.turn)
    put[:3, 3] = pyramid.x, pyramid.y, pyramid.look.floor
    return Pose(camera_matrix(camera) @ put)


def pyramid_truth(scene: TableScene, pyramid: PyramidOnTable) -> dict[str, Any]:
    """The part of the label row about the pyramid; i, j and k run clockwise in the picture."""
    pose = pose_of(scene.camera, pyramid)
    occupied = occupied_by(pyramid)
    quads = pose.project(face_corners().reshape(-1, 3)).reshape(len(CELLS), 3, 4, 2)
    seen = seen_faces(occupied)
    shares = visible_shares(pose, quads, seen, (scene.camera.width, scene.camera.height))
    shown = [die for die in pyramid.dice if seen[numbers()[die.cell]].any()]
    return {
        "kind": "pyramid",
        "cells": [
            {
                "ijk": list(die.cell),
                "layer": sum(die.cell),
                "colour": die.colour,
                "faces": dict(zip(_NAMES, die.faces, strict=True)),
                "visible_faces": [n for n, see in zip(_NAMES, seen[numbers()[die.cell]], strict=True) if see],
                "face_visibility": _by_name(shares[numbers()[die.cell]]),
                "face_px": {
                    name: _rounded(quads[numbers()[die.cell], axis].mean(axis=0))
                    for axis, name in enumerate(_NAMES)
                },
            }
            for die in shown
        ],
        "occupied": [list(die.cell) for die in pyramid.dice],
        "outer_corners_px": dict(zip("ijk", map(_rounded, pose.project(OUTER_CORNERS)), strict=True)),
    }


def _by_name(shares: Floats) -> dict[str, float]:
    return {name: round(float(share), 2) for name, share in zip(_NAMES, shares, strict=True)}


def _rounded(point: Floats) -> list[float]:
    return [round(float(v), 1) for v in point]
