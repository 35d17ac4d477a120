"""The same network in steps that onnxruntime takes more quickly; its answers stay the same to the last bit.

What is made twice as large is repeated by rows of bytes, not looked up byte by byte, and added in that order,
in which the layers around it reckon. And what is weighed at the end is a product of matrices, for which
nothing has to be put in another order first.
"""

from collections.abc import Sequence
from itertools import count

import numpy as np
import onnx
from onnx import helper, numpy_helper

_ROWS_FIRST, _CHANNELS_FIRST = (0, 2, 3, 1), (0, 3, 1, 2)


def quick_graph(model: onnx.ModelProto) -> onnx.ModelProto:
    """*model*, which is in bytes, with quicker steps for what it makes larger and for its last layer."""
    numbers = count()
    for node in [node for node in model.graph.node if node.op_type == "Resize"]:
        _sum_in_rows(model.graph, _repeat_instead(model, node, f"larger {next(numbers)} "))
    _product_instead(model, model.graph.node[-1])
    _without_what_nobody_needs(model.graph)
    return model


def _repeat_instead(model: onnx.ModelProto, node: onnx.NodeProto, name: str) -> onnx.NodeProto:
    """In place of a step that makes a map of bytes twice as large; gives the last one of the new steps."""
    packed = _made_by(model, node.input[0]).input[0]
    after = next(one for one in model.graph.node if node.output[0] in one.input)  # puts it in bytes again
    steps = [
        helper.make_node("Transpose", [packed], [name + "rows"], perm=_ROWS_FIRST),
        helper.make_node("Shape", [name + "rows"], [name + "size"]),
        helper.make_node(
            "Mul", [name + "size", _kept(model, name + "by", (1, 2, 2, 1))], [name + "new size"]
        ),
        helper.make_node("Unsqueeze", [name + "rows", _kept(model, name + "at", (2, 4))], [name + "wide"]),
        helper.make_node(
            "Expand", [name + "wide", _kept(model, name + "twice", (1, 1, 2, 1, 2, 1))], [name + "all"]
        ),
        helper.make_node("Reshape", [name + "all", name + "new size"], [name + "large"]),
        helper.make_node("Transpose", [name + "large"], [after.output[0]], perm=_CHANNELS_FIRST),
    ]
    _replace(model.graph, after, steps)
    return steps[-1]


def _sum_in_rows(graph: onnx.GraphProto, turned: onnx.NodeProto) -> None:
    """The sum of what is *turned* to channels first and something else is taken in rows, and turned then."""
    larger = next(node for node in graph.node if turned.output[0] in node.input)
    total = next(node for node in graph.node if larger.output[0] in node.input)
    packed = next(node for node in graph.node if total.output[0] in node.input)
    if (total.op_type, packed.op_type) != ("Add", "QuantizeLinear"):
        return
    at = 1 - list(total.input).index(larger.output[0])
    beside = next(node for node in graph.node if total.input[at] in node.output)
    rows, plain, said = (turned.output[0] + more for more in (" beside", " beside plain", " sum"))
    done = packed.output[0]
    larger.input[0], total.input[at], packed.output[0] = turned.input[0], plain, said
    steps = [
        helper.make_node("Transpose", [beside.input[0]], [rows], perm=_ROWS_FIRST),
        helper.make_node("DequantizeLinear", [rows, *beside.input[1:]], [plain]),
        total,
    ]
    _replace(graph, total, steps)
    back = helper.make_node("Transpose", [said], [done], perm=_CHANNELS_FIRST)
    packed = next(node for node in graph.node if said in node.output)
    _replace(graph, packed, [packed, back])
    graph.node.remove(turned)


def _product_instead(model: onnx.ModelProto, node: onnx.NodeProto) -> None:
    """In place of a convolution that looks at single places; its tables stay as they are."""
    there, weights, offset = node.input
    table = next(one for one in model.graph.initializer if one.name == weights)
    outputs, inputs = table.dims[:2]
    packed = _made_by(model, there).input[0]

    def step(kind: str, out: str, given: str, *values: int) -> onnx.NodeProto:
        return helper.make_node(kind, [given, _kept(model, f"{out} by", values)], [out])

    steps = [
        helper.make_node("Shape", [packed], ["last size"]),
        step("Mul", "last without", "last size", 1, 0, 1, 1),
        step("Add", "last new", "last without", 0, outputs, 0, 0),
        step("Reshape", "last places", there, 0, inputs, -1),
        step("Reshape", "last weights", weights, outputs, inputs),
        step("Reshape", "last offset", offset, outputs, 1),
        helper.make_node("MatMul", ["last weights", "last places"], ["last sums"]),
        helper.make_node("Add", ["last sums", "last offset"], ["last said"]),
        helper.make_node("Reshape", ["last said", "last new"], list(node.output)),
    ]
    _replace(model.graph, node, steps)


def _kept(model: onnx.ModelProto, name: str, values: Sequence[int]) -> str:
    """The *name* of a table with these *values*."""
    model.graph.initializer.append(numpy_helper.from_array(np.array(values, np.int64), name))
    return name


def _made_by(model: onnx.ModelProto, name: str) -> onnx.NodeProto:
    return next(node for node in model.graph.node if name in node.output)


def _replace(graph: onnx.GraphProto, old: onnx.NodeProto, steps: list[onnx.NodeProto]) -> None:
    nodes = list(graph.node)
    at = nodes.index(old)
    del graph.node[:]
    graph.node.extend([*nodes[:at], *steps, *nodes[at + 1 :]])


def _without_what_nobody_needs(graph: onnx.GraphProto) -> None:
    unused: list[onnx.NodeProto] | None = None
    while unused is None or unused:
        needed = {name for node in graph.node for name in node.input} | {one.name for one in graph.output}
        unused = [node for node in graph.node if needed.isdisjoint(node.output)]
        for node in unused:
            graph.node.remove(node)
    needed = {name for node in graph.node for name in node.input}
    for table in [table for table in graph.initializer if table.name not in needed]:
        graph.initializer.remove(table)
