"""The last stage: the networks that find a pyramid's base and its faces and judge them reckon in bytes.

    python -m vision.lab.pyramid_quick FOLDER

What they are asked while some drawn pyramids are read tells how far their numbers reach.
"""

import argparse
from pathlib import Path
from unittest.mock import patch

import numpy as np
import onnx
from numpy.typing import NDArray

from vision.drawn.picture import draw
from vision.lab.halved import OF_BYTES
from vision.lab.in_bytes import in_bytes
from vision.lab.pyramid_samples import as_stored
from vision.lab.scenes.any_pyramid import any_pyramid_scene
from vision.network import Network
from vision.pyramid.read_faces import SIDE
from vision.pyramid.read_pyramid import read_pyramid

Floats = NDArray[np.float32]

_SEEDS = range(7000, 7010)
_EVERY, _TOGETHER = 5, 256  # one patch of so many is kept, and so many are shown at once
_EXACT = ("/out/",)
_REACH = 99.999  # percent of the numbers met that are told apart


def quickened(folder: Path) -> None:
    """The networks in *folder*, in place of those that reckon with 32 bits."""
    patches, fields, forms = _asked()
    together = np.concatenate(patches)
    whole = len(together) // _TOGETHER * _TOGETHER
    largest = max(field.shape[2] for field in fields)
    seen = {
        "faces": np.split(together[:whole], whole // _TOGETHER),
        "field": [field for field in fields if field.shape[2] == largest],
        "form": forms,
    }
    for name, pictures in seen.items():
        file = folder / f"{name}.onnx"
        model = onnx.load(file)
        if not any(node.op_type in OF_BYTES for node in model.graph.node):
            onnx.save(in_bytes(model, pictures, _EXACT, _REACH), file)


def _asked() -> tuple[list[Floats], list[Floats], list[Floats]]:
    """What is asked about faces, where they are looked for, and where the base is."""
    patches: list[Floats] = []
    fields: list[Floats] = []
    forms: list[Floats] = []
    answer = Network.said_of

    def listening(network: Network, pictures: Floats) -> Floats:
        if pictures.shape[2] == SIDE:
            patches.append(pictures[::_EVERY].copy())
        elif pictures.shape[2] == pictures.shape[3]:
            fields.append(pictures.copy())
        else:
            forms.append(pictures.copy())
        return answer(network, pictures)

    with patch.object(Network, "said_of", listening):
        for seed in _SEEDS:
            read_pyramid(as_stored(seed, draw(any_pyramid_scene(seed))))
    return patches, fields, forms


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    quickened(parser.parse_args().folder)


if __name__ == "__main__":
    main()
