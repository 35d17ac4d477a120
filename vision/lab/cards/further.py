"""Both readers learn on a graphics card, in several ways side by side, from what processors draw meanwhile.

python -m vision.lab.cards.further OUT.pt [--minutes 5] [--cores 5]

Of each way OUT.pt has the averaged weights; `mix` makes a reader's file of some of them.
"""

import argparse
import copy
import io
import math
import multiprocessing as mp
import os
import queue
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from vision.lab.cards import nets
from vision.lab.cards.answers import answers, are_right, told, unlike
from vision.lab.cards.faces import some_faces
from vision.lab.cards.further_finder import Drawn, Tables, some_tables, tables_step
from vision.lab.cards.paint import Face
from vision.lab.cards.stock import READERS, Bank, Parcel, drawn

_DRAWN = 24  # cards for each parcel
_DRAWN_HERE = {"index": 2, "body": 6, "finder": 2}  # where the process that learns draws them
_OF_COLOURS = 0.35  # how many more are of games of colours where whole cards alone are learnt
_TABLES = 6  # for each parcel
_ROOM = {"index": 420_000, "body": 120_000, "finder": 16_000}
_FIRST = {"index": 3000, "body": 450, "finder": 200}  # there must be before anything is learnt
_BATCH = {"index": 1024, "body": 512, "finder": 24}  # on a graphics card; elsewhere an eighth of it
_CALM = 0.002  # of every step: the weights are averaged over some hundred of them


class Way(NamedTuple):
    """One way to learn: from the shipped weights or anew, how fast, and how much the former answers count."""

    name: str
    reader: str
    widths: tuple[int, ...] | None  # None: learns on from those that are shipped
    rate: float
    as_before: float


WAYS = (
    Way("index_on", "index", None, 6e-4, 0.7),
    Way("index_freely", "index", None, 1.5e-3, 0.2),
    Way("index_deep", "index", (16, 28, 56, 88, 128), 2.5e-3, 0.3),
    Way("body_on", "body", None, 1e-3, 1.0),
    Way("body_deep", "body", (14, 24, 48, 80, 128), 2.5e-3, 0.2),
    Way("finder_on", "finder", None, 5e-4, 0.0),
    Way("finder_freely", "finder", None, 1.5e-3, 0.0),
)


Parcels = dict[str, Parcel | Drawn]


def parcels_for(readers: Collection[str], seed: int, cards: int = _DRAWN) -> Iterator[Parcels]:
    """Cards for the *readers* and tables for the finder, for ever."""
    rng = np.random.default_rng([seed, int(os.environ.get("LESSONS", "1"))])
    faces: list[Face] = []
    for turn in count():
        new: Parcels = {}
        if "finder" in readers:
            faces = faces if turn % 8 else some_faces(int(rng.integers(1 << 30)), 36) + faces[:324]
            new["finder"] = some_tables(rng, faces, _TABLES)
        if any(reader in readers for reader in READERS):
            new |= drawn(rng, cards, _OF_COLOURS if "index" not in readers else 0.0)
        yield new


def drawer(seed: int, readers: Collection[str], out: "mp.Queue[Parcels]") -> None:
    for parcels in parcels_for(readers, seed):
        out.put(parcels)


def all_in(box: "mp.Queue[Parcels]") -> Iterator[Parcels]:
    """What has been drawn by now."""
    try:
        while True:
            yield box.get_nowait()
    except queue.Empty:
        return


def drawn_here(readers: Collection[str]) -> Callable[[], Iterable[Parcels]]:
    """A few cards whenever it is asked, drawn by the process that learns."""
    drawing = parcels_for(readers, 0, max(_DRAWN_HERE[reader] for reader in readers))
    return lambda: [next(drawing)]


class Pupil:
    """A network that learns in one way, and the average of what it has learnt."""

    def __init__(self, way: Way, device: torch.device) -> None:
        self.way, self.net = way, _begun(way).to(device, memory_format=torch.channels_last).train()
        if way.widths is None:
            for part in self.net.modules():
                part.train(not isinstance(part, nn.BatchNorm2d))  # those of the file do not change
        self.calm = copy.deepcopy(self.net)
        self.rate, on_card = torch.tensor(1e-6, device=device), device.type == "cuda"
        self.better = torch.optim.AdamW(
            self.net.parameters(), lr=self.rate, weight_decay=1e-4, capturable=on_card, foreach=on_card
        )
        self.off = torch.zeros((), device=device)
        self.right = torch.zeros((), device=device)

    def learn(self, loss: Tensor) -> None:
        """One step down the loss."""
        self.better.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0, foreach=True)
        self.better.step()
        with torch.no_grad():
            torch._foreach_lerp_(list(self.calm.parameters()), list(self.net.parameters()), _CALM)
            for mean, is_now in zip(self.calm.buffers(), self.net.buffers(), strict=True):
                mean.copy_(is_now)
            self.off.lerp_(loss.detach(), 0.02)


def _begun(way: Way) -> nn.Module:
    if way.widths is None:
        return shipped(way.reader)
    return nets.index_reader(way.widths) if way.reader == "index" else nets.body_reader(way.widths)


def lesson(bank: Bank, batch: int, before: nets.Reader, pupils: Sequence[Pupil]) -> Callable[[], None]:
    """One step of all who learn that reader."""

    def step() -> None:
        with torch.no_grad():
            seen, truth, weight = bank.some(batch)
            then = answers(before, seen)
        for pupil in pupils:
            said = answers(pupil.net, seen)
            pupil.learn(told(said, truth, weight) + pupil.way.as_before * unlike(said, then, truth, weight))
            with torch.no_grad():
                right = (are_right(said, truth) * weight).sum() / weight.sum()
                pupil.right.lerp_(right, 0.02)

    return step


def replayed(step: Callable[[], None], on_card: bool) -> Callable[[], None]:
    """The step recorded once and played again: a processor has hardly anything to do with it."""
    if not on_card:
        return step
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(4):
            step()
    torch.cuda.current_stream().wait_stream(side)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    replay: Callable[[], None] = graph.replay
    return replay


class Course:
    """All banks and pupils, and what is written of them."""

    def __init__(self, ways: Sequence[Way], out: Path, device: torch.device, recorded: bool) -> None:
        room = 1.0 if device.type == "cuda" else 0.05
        self.recorded = recorded and device.type == "cuda"
        self.out, self.device, self.started, self.log = out, device, time.monotonic(), list[str]()
        self.readers = [r for r in _BATCH if any(way.reader == r for way in ways)]
        rooms = {r: round(_ROOM[r] * room) for r in self.readers}
        self.banks: dict[str, Any] = {
            r: Tables(device, n) if r == "finder" else Bank(r, n, device) for r, n in rooms.items()
        }
        self.pupils = [Pupil(way, device) for way in ways]
        self.steps = 0

    def go_on(self, nets_before: dict[str, dict[str, Tensor]]) -> None:
        """Begins with what was learnt in an earlier run."""
        for pupil in self.pupils:
            if pupil.way.name in nets_before:
                state = {name: values.float() for name, values in nets_before[pupil.way.name].items()}
                pupil.net.load_state_dict(state)
                pupil.calm.load_state_dict(state)

    def taken_in(self, fresh: Iterable[Parcels]) -> None:
        """Puts what has been drawn into the banks."""
        for parcels in fresh:
            for reader, parcel in parcels.items():
                if reader in self.banks:
                    self.banks[reader].put(parcel)

    def is_ready(self) -> bool:
        return all(bank.drawn >= _FIRST[r] for r, bank in self.banks.items())

    def run(self, fresh: Callable[[], Iterable[Parcels]], seconds: float) -> None:
        """Learns for that long from the time it was made, with what is *fresh* each time."""
        while not self.is_ready():
            self.taken_in(fresh())
        self.say("begins")
        play = [replayed(self.lesson(reader, self._batch(reader)), self.recorded) for reader in self.readers]
        self.say("recorded")
        begin, said, saved = time.monotonic(), 0.0, False
        while (spent := time.monotonic() - self.started) < seconds:
            share = (time.monotonic() - begin) / max(1.0, seconds - (begin - self.started))
            pace = min(1.0, self.steps / 300 + 0.02) * (0.5 + 0.5 * math.cos(math.pi * min(1.0, share)))
            for pupil in self.pupils:
                pupil.rate.fill_(pupil.way.rate * pace + 1e-6)
            for _ in range(20 if self.device.type == "cuda" else 1):
                for once in play:
                    once()
                self.steps += 1
            if self.device.type == "cuda":
                torch.cuda.synchronize()
            self.taken_in(fresh())
            if spent - said > 20:
                said = spent
                self.say()
            if share > 0.5 and not saved:
                self.save()
                saved = True
        self.say("ends")
        self.save()

    def _batch(self, reader: str) -> int:
        return _BATCH[reader] // (1 if self.device.type == "cuda" else 8)

    def lesson(self, reader: str, batch: int) -> Callable[[], None]:
        """One step of all who learn that reader, or the finder."""
        mine = [p for p in self.pupils if p.way.reader == reader]
        bank = self.banks[reader]
        if isinstance(bank, Tables):
            return tables_step(bank, batch, [(pupil.net, pupil.learn) for pupil in mine])
        before = shipped(reader).to(self.device, memory_format=torch.channels_last).eval()
        return lesson(bank, batch, before, mine)

    def say(self, word: str = "") -> None:
        drawn = {r: bank.drawn for r, bank in self.banks.items()}
        each = " ".join(f"{p.way.name} {float(p.off):.3f}/{float(p.right):.3f}" for p in self.pupils)
        self.log.append(
            f"{time.monotonic() - self.started:.0f}s {word} steps {self.steps} drawn {drawn} {each}"
        )
        print(self.log[-1], flush=True)

    def save(self) -> None:
        """Writes the averaged weights with half the digits, and some crops to set the bytes by."""
        kept: dict[str, Any] = {"log": self.log, "ways": [tuple(p.way) for p in self.pupils], "seen": {}}
        kept["nets"] = {
            p.way.name: {k: v.half().cpu() for k, v in p.calm.state_dict().items()} for p in self.pupils
        }
        written = io.BytesIO()
        torch.save(kept, written)
        part = self.out.with_suffix(".part")
        part.write_bytes(written.getvalue())
        part.replace(self.out)


def shipped(reader: str) -> Any:
    """The reader, or the finder, that the eyes have."""
    path = Path(nets.__file__).parents[2] / "cards" / f"{reader}.onnx"
    if reader == "finder":
        return nets.finder_as_shipped(path)
    return nets.as_shipped(nets.index_reader() if reader == "index" else nets.body_reader(), path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--cores", type=int, default=4)
    parser.add_argument("--ways", default="")
    parser.add_argument("--begin", type=Path, help="what an earlier run wrote: ways of the same names go on")
    parser.add_argument("--plain", action="store_true", help="does not record the steps")
    args = parser.parse_args()
    started = time.monotonic()
    ways = [way for way in WAYS if not args.ways or way.name in args.ways.split(",")]
    readers = sorted({way.reader for way in ways})
    box: mp.Queue[Parcels] = mp.get_context("fork").Queue(40)
    workers = [
        mp.get_context("fork").Process(target=drawer, args=(n, readers, box), daemon=True)
        for n in range(args.cores)
    ]
    for worker in workers:
        worker.start()
    fresh = (lambda: all_in(box)) if workers else drawn_here(readers)
    torch.set_num_threads(1)
    torch.manual_seed(1)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    course = Course(ways, args.out, device, not args.plain)
    course.started = started
    if args.begin:
        course.go_on(torch.load(args.begin, weights_only=False)["nets"])
    course.run(fresh, args.minutes * 60)
    for worker in workers:
        worker.terminate()


if __name__ == "__main__":
    main()
