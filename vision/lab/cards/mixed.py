"""Makes a network's file of what several ways of learning came to, and perhaps of what it was before.

python -m vision.lab.cards.mixed index OUT.pt:index_on=0.3 OUT.pt:index_freely=0.3 before=0.4 [--to FILE]
"""

import argparse
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from vision.cards.flat import BODY, INDEX
from vision.lab.cards import nets
from vision.lab.cards.train import Floats, exported, file_of, ship
from vision.lab.in_bytes import weights_of

_SIZE, _WHERE = {"index": INDEX, "body": BODY, "finder": (512, 384)}, {2: "rows", 3: "columns"}


def learnt(path: Path, way: str) -> onnx.ModelProto:
    """The network of one way of learning in a file of `vision.lab.cards.further`."""
    kept = torch.load(path, map_location="cpu", weights_only=False)
    reader, widths = next((reader, widths) for name, reader, widths, *_ in kept["ways"] if name == way)
    make = {"index": nets.index_reader, "body": nets.body_reader}
    net = nets.Finder() if reader == "finder" else make[reader](*([widths] if widths else []))
    net.load_state_dict({name: values.float() for name, values in kept["nets"][way].items()})
    return exported(net, _SIZE[reader], _WHERE if reader == "finder" else {})


def mixed(models: Mapping[str, float], reader: str) -> onnx.ModelProto:
    """The weighted sum of networks of one shape, each named by its file and way, or "before"."""
    made = {
        name: learnt(Path(name.rpartition(":")[0]), name.rpartition(":")[2])
        for name in models
        if name != "before"
    }
    out = next(iter(made.values()))
    weights: list[tuple[float, Mapping[str, Floats]]] = [
        (models[name], {table.name: numpy_helper.to_array(table) for table in model.graph.initializer})
        for name, model in made.items()
    ]
    if "before" in models:
        weights.append((models["before"], weights_of(onnx.load(str(file_of(reader))))))
    for table in out.graph.initializer:
        both = sum(share * one[table.name] for share, one in weights)
        table.CopyFrom(numpy_helper.from_array(np.asarray(both, np.float32), table.name))
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reader", choices=_SIZE)
    parser.add_argument("models", nargs="+")
    parser.add_argument("--to", type=Path)
    args = parser.parse_args()
    shares = {name: float(share) for name, _, share in (model.partition("=") for model in args.models)}
    print(ship(args.reader, mixed(shares, args.reader), args.to))


if __name__ == "__main__":
    main()
