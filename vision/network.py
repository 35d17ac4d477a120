"""A small network of the eyes; onnxruntime runs it 1.5 to 3 times as quickly as OpenCV does."""

import gzip
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
_ONLY_ERRORS = 3
_AT_ONCE = 2**15  # pixels: what more take does not stay near the processor, and is not quicker
_NO_SPINNING = "session.intra_op.allow_spinning", "0"  # threads that wait would take time from the table


class Network:
    """What an ONNX file says of pictures; threads may ask at the same time."""

    def __init__(self, content: bytes) -> None:
        import onnxruntime as ort  # noqa: PLC0415  (only when the eyes open: the first screen need not wait for it)

        options = ort.SessionOptions()
        options.intra_op_num_threads = max(1, cv2.getNumThreads())  # one setting for everything that sees
        options.inter_op_num_threads = 1
        # else memory is kept for every number of pictures that was ever asked about
        options.enable_mem_pattern = False
        options.add_session_config_entry(*_NO_SPINNING)
        options.log_severity_level = _ONLY_ERRORS
        self._session = ort.InferenceSession(content, options, providers=["CPUExecutionProvider"])
        self._name = self._session.get_inputs()[0].name

    def said_of(self, pictures: Floats | NDArray[np.uint8]) -> Floats:
        """Its answer for pictures of shape (n, 3, rows, columns), or (n, rows, columns, 24) if of bytes."""
        some = max(1, _AT_ONCE // (pictures.shape[2] * pictures.shape[3]))
        said = [self._said_of(pictures[start : start + some]) for start in range(0, len(pictures), some)]
        return said[0] if len(said) == 1 else np.concatenate(said)

    def _said_of(self, pictures: Floats | NDArray[np.uint8]) -> Floats:
        said: Floats = self._session.run(None, {self._name: np.ascontiguousarray(pictures)})[0]
        return said


def channels_first(pictures: NDArray[np.uint8]) -> Floats:
    """Pictures (n, rows, columns, 3) as a network takes them, shape (n, 3, rows, columns)."""
    count, rows, columns, _ = pictures.shape
    out = np.empty((count, 3, rows, columns), np.float32)
    for channel, plane in enumerate(cv2.split(pictures.reshape(count * rows, columns, 3))):
        out[:, channel] = plane.reshape(count, rows, columns)
    return out


def network_in(file: Path) -> Network:
    """The network in *file*, which may be packed."""
    content = file.read_bytes()
    return Network(gzip.decompress(content) if file.suffix == ".gz" else content)


kept = cache(network_in)  # those that come with the program are read when somebody first asks them
