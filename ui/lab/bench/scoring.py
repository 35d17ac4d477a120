"""Compares what the eyes say of a picture with its label: right, asked, wrong, missed."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from vision.pyramid.output import AXES, die_in_words

Row = Mapping[str, Any]
RANKS = {"10": "T"}
TEN = 3  # letters of a ten that is written with its number, like 10H
PYRAMID = "pyramid"
WELL_SEEN = 0.6  # of a face of a pyramid's die; of less nobody has to tell the number
LEAST_CONTRAST = 0.15  # of a card's print, as labels tell it: less is not to be read


class Thing(Struct, frozen=True):
    """A die or a card, as labelled or as said. `name` is "" if the eyes ask about it."""

    name: str
    box: tuple[float, float, float, float] | None
    counts: bool = True  # a die that lies askew, or one that the label leaves open, does not


class Score(Struct, frozen=True):
    """What became of the objects of some pictures."""

    pictures: int = 0
    objects: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0  # named for sure, but not what it is, or not there at all
    missed: int = 0

    def __add__(self, other: "Score") -> "Score":
        fields = self.__struct_fields__
        return Score(**{name: getattr(self, name) + getattr(other, name) for name in fields})

    def share(self, what: str) -> float:
        number: int = getattr(self, what)
        return round(number / max(1, self.objects), 4)


def score(label: Row, answer: Row, want: str) -> Score:
    """One picture; *want* is "dice", "cards" or "pyramid"."""
    if want == PYRAMID:
        return max((_faces_right(label, answer, turn) for turn in range(3)), key=lambda done: done.right)
    truth, said = labelled(label, want), answered(answer, want)
    found = pairs(truth, said)
    counts = Counter(_verdict(truth[i], said[j]) for i, j in found)
    found_truth, found_said = {i for i, _ in found}, {j for _, j in found}
    counts["missed"] += sum(thing.counts for i, thing in enumerate(truth) if i not in found_truth)
    if label.get("complete", True):
        counts["wrong"] += sum(is_named(thing) for j, thing in enumerate(said) if j not in found_said)
    objects = sum(thing.counts for thing in truth)
    return Score(1, objects, *(counts[name] for name in ("right", "asked", "wrong", "missed")))


def _faces_right(label: Row, answer: Row, turn: int) -> Score:
    """The well seen faces of a pyramid, called from one of its corners; a die where none lies is wrong."""

    def turned(values: Any) -> tuple[Any, ...]:
        return (*values[turn:], *values[:turn])

    said = {
        turned(cell["ijk"]): turned(_faces_of(cell)) for cell in (answer.get(PYRAMID) or {}).get("cells", ())
    }
    doubts = {turned(one["ijk"]) for one in answer.get("unsure", ()) if one["what"] == "pyramid cell"}
    counts: Counter[str] = Counter()
    for cell in label["cells"]:
        seen = [cell["face_visibility"].get(name, 0.0) >= WELL_SEEN for name in AXES]
        for face, truth in enumerate(_faces_of(cell)):
            told = said.get(tuple(cell["ijk"]))
            if seen[face]:
                counts[_told_of(told, face, truth, tuple(cell["ijk"]) in doubts)] += 1
    there = {tuple(cell) for cell in label["occupied"]}
    counts["wrong"] += sum(face is not None for cell in said.keys() - there - doubts for face in said[cell])
    objects = sum(counts[name] for name in ("right", "asked", "missed")) + counts["other"]
    wrong = counts["wrong"] + counts["other"]
    return Score(1, objects, counts["right"], counts["asked"], wrong, counts["missed"])


def _told_of(told: tuple[Any, ...] | None, face: int, truth: Any, doubtful: bool) -> str:
    if told is None:
        return "missed"
    if doubtful or told[face] is None:
        return "asked"
    return "right" if told[face] == truth else "other"


def _faces_of(cell: Row) -> tuple[Any, ...]:
    return tuple(cell["faces"].get(name) for name in AXES)


def all_right(label: Row, answer: Row, want: str) -> bool:
    """Is every object of the picture named rightly, and nothing else named?"""
    done = score(label, answer, want)
    if want == PYRAMID:  # of a hundred dice a face or two are asked about
        return not done.wrong and not done.missed
    return done.right == done.objects and not done.wrong


def beliefs(label: Row, answer: Row) -> list[tuple[float, bool]]:
    """For every die that was found and counts: how sure the eyes were of its likeliest value, and whether it
    is that."""
    lines = [*(answer.get("dice") or ()), *(u for u in answer.get("unsure") or () if u["what"] == "die")]
    said = [Thing(_likeliest(line), _box(line)) for line in lines]
    truth = labelled(label, "dice")
    return [
        (float(lines[j].get("confidence", 0.0)), said[j].name == truth[i].name)
        for i, j in pairs(truth, said)
        if truth[i].counts and not lines[j].get("cocked")
    ]


def _likeliest(line: Row) -> str:
    """The name of what is said, or of the first choice of what is asked."""
    if "choices" not in line:
        return _die_name(line)
    return f"{line.get('type', 'pips')} {line['choices'][0]}" if line["choices"] else ""


def _verdict(truth: Thing, said: Thing) -> str:
    if not truth.counts:
        return "wrong" if truth.name == "cocked" and is_named(said) else "left open"
    if not is_named(said):
        return "asked"
    return "right" if said.name == truth.name else "wrong"


def is_named(said: Thing) -> bool:
    """Is a value said for sure?"""
    return said.name not in ("", "cocked")


def labelled(row: Row, want: str) -> list[Thing]:
    """The objects of a row of labels.json."""
    if want == PYRAMID:
        return [Thing(die_in_words(cell), None) for cell in row["cells"]]
    name = _die_name if want == "dice" else _card_name
    return [Thing(name(thing), _box(thing), _counts(thing)) for thing in row.get(want) or ()]


def answered(line: Row, want: str) -> list[Thing]:
    """The objects of a line of `companion read --json`."""
    if want == PYRAMID:
        things = [Thing(die_in_words(cell), None) for cell in (line.get(PYRAMID) or {}).get("cells", ())]
        return things + [Thing("", None) for doubt in line.get("unsure") or () if "pyramid" in doubt["what"]]
    name, kind = (_die_name, "die") if want == "dice" else (_card_name, "card")
    sure = [Thing(name(thing), _box(thing)) for thing in line.get(want) or ()]
    return sure + [Thing("", _box(doubt)) for doubt in line.get("unsure") or () if doubt["what"] == kind]


def _die_name(die: Row) -> str:
    value = str(die.get("value")).replace("±", "+-")  # labels write either
    return "cocked" if die.get("cocked") else f"{die.get('type', 'pips')} {value}"


def _card_name(card: Row) -> str:
    if card.get("face_down"):
        return "face down"
    if "rank" not in card:
        name = str(card.get("name", "?"))
        return f"T{name[2]}" if name[:2] == "10" and len(name) == TEN else name
    rank = RANKS.get(str(card["rank"]), str(card["rank"]))
    if card.get("colour"):
        return f"{card['colour']}_{rank}".lower()
    return f"{rank}{card.get('suit') or ''}"


def _counts(thing: Row) -> bool:
    left_open = any(thing.get(mark) for mark in ("skip", "ignore", "unsure", "cocked"))
    return not (left_open or _unreadable(thing) or ("value" in thing and thing["value"] is None))


def _unreadable(card: Row) -> bool:
    """Burnt out by glare, or covered so that no index of it is left to read."""
    covered = card.get("overlapped") and not any(card.get("index_visible", (True,)))
    return bool(covered) or card.get("print_contrast", 1.0) < LEAST_CONTRAST


def _box(thing: Row) -> tuple[float, float, float, float] | None:
    corners = thing.get("quad_top") or thing.get("corners")
    if corners:
        xs, ys = zip(*corners, strict=True)
        return (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    return tuple(map(float, thing["box"])) if thing.get("box") else None  # type: ignore[return-value]


def pairs(truth: list[Thing], said: list[Thing]) -> list[tuple[int, int]]:
    """Who is who: the nearest first; what has no place is found by its name."""
    near = sorted(
        (apart, i, j)
        for i, one in enumerate(truth)
        for j, other in enumerate(said)
        if (apart := _apart(one, other)) is not None
    )
    found: list[tuple[int, int]] = []
    for _, i, j in near:
        if all(i != a and j != b for a, b in found):
            found.append((i, j))
    return found + _without_place(truth, said, found)


def _without_place(
    truth: list[Thing], said: list[Thing], found: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Labels that tell no place, and what else is said: that is what they were taken for, doubts first."""
    left = [i for i, one in enumerate(truth) if one.box is None and all(i != a for a, _ in found)]
    others = [j for j in range(len(said)) if all(j != b for _, b in found)]
    left.sort(key=lambda i: not truth[i].counts)
    others.sort(key=lambda j: is_named(said[j]))
    return list(zip(left, others, strict=False))


def _apart(one: Thing, other: Thing) -> float | None:
    """How far apart, if they can be the same object."""
    if one.box is None or other.box is None:
        return 0.0 if one.name == other.name else None
    (ax, ay, aw, ah), (bx, by, bw, bh) = one.box, other.box
    apart = math.hypot(ax + aw / 2 - bx - bw / 2, ay + ah / 2 - by - bh / 2)
    return apart if apart <= 0.75 * max(8.0, min(max(aw, ah), max(bw, bh))) else None


def total(scores: Iterable[Score]) -> Score:
    return sum(scores, Score())
