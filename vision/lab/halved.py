"""Weights in half their bytes, written so that every engine reads them: each is told to be widened first."""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

_SMALL = 64  # numbers: so few are not worth it
_WIDE = " widened"
OF_BYTES = "QuantizeLinear", "DequantizeLinear"  # what a step of a byte means is told exactly


def halved(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same network with 16 bits for each of its weights, but for those of very small tables."""
    widened: dict[str, str] = {}
    steps = {name for node in model.graph.node if node.op_type in OF_BYTES for name in node.input}
    for weights in model.graph.initializer:
        if weights.name in steps:
            continue
        values = numpy_helper.to_array(weights)
        if values.dtype == np.float32 and values.size > _SMALL:
            weights.CopyFrom(numpy_helper.from_array(values.astype(np.float16), weights.name))
        if weights.data_type == TensorProto.FLOAT16:
            widened[weights.name] = weights.name + _WIDE
    nodes = [node for node in model.graph.node if node.op_type != "Cast" or node.input[0] not in widened]
    for node in nodes:
        for n, name in enumerate(node.input):
            node.input[n] = widened.get(name, name)
    casts = [helper.make_node("Cast", [old], [new], to=TensorProto.FLOAT) for old, new in widened.items()]
    del model.graph.node[:]
    model.graph.node.extend([*casts, *nodes])
    return model
