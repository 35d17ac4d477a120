"""The last stage: the networks reckon in bytes. How far their numbers reach is looked up on the lessons."""

import gzip
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import onnx

from vision.dice.networks import DOUBTER, FINDER, GLANCE, JUDGE
from vision.lab.dice.batches import Part, finder_batches, judge_batches
from vision.lab.dice.cores import Batch
from vision.lab.dice.doubts import doubter_batches
from vision.lab.dice.nets import as_input
from vision.lab.first_in_bytes import first_in_bytes
from vision.lab.in_bytes import Floats, in_bytes
from vision.lab.quick_graph import quick_graph

_STEPS = range(0, 320, 20)  # far enough apart that most files of lessons are met
_EXACT = "/out/", "/squeeze/", "/smaller/"
_REACH = 99.999  # percent of the numbers that are told apart
_REACH_OF_HEAT = 99.9999  # few numbers of the finder's tell of a die, and those are the largest


def quickened(folder: Path, seeks: Sequence[Part], windows: Sequence[Part], doubts: Sequence[Part]) -> Path:
    """The networks of *folder* in bytes, as the eyes read them; they go to a folder in it."""
    out = folder / "quick"
    out.mkdir(exist_ok=True)
    quicken(FINDER, folder, out, finder_batches(seeks), _REACH_OF_HEAT)
    for name in (JUDGE, GLANCE):
        quicken(name, folder, out, judge_batches(windows))
    quicken(DOUBTER, folder, out, doubter_batches(doubts))
    return out


def quicken(
    name: str, folder: Path, out: Path, batches: Callable[[int], Batch], reach: float = _REACH
) -> None:
    """The network *name* of *folder* in bytes goes to *out*; the *batches* tell how far its numbers reach."""
    model = onnx.load_from_string(gzip.decompress((folder / name).read_bytes()))

    def seen() -> Iterator[Floats]:
        return (as_input(batches(step)[0]).contiguous().numpy() for step in _STEPS)

    quick = in_bytes(model, seen(), _EXACT, reach)
    quick = quick_graph(first_in_bytes(quick, seen())) if name == FINDER else quick
    (out / name).write_bytes(gzip.compress(quick.SerializeToString(), mtime=0))
