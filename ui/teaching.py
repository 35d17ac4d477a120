"""Showing the eyes something new: dice and cards that the kit does not have, and a table without its mat."""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace

from companion.index_letters import index_of
from companion.sightings import Box, Frame
from ui.eyes_set_up import EyesSetUp, OwnCorners, by_own_corners, keep_set_up, kept_set_up
from ui.screen.ports import CannotLearn, Learnt
from vision.cards.taught import ENDING, teach_deck
from vision.dice.reader import dice_in
from vision.dice.taught import SUFFIX, TYPES, known_dice, teach_dice
from vision.kit.values import DIE_VALUES
from vision.read import read_picture
from vision.teaching import TAUGHT, CannotTeachError, cut_out, newly_laid, write_by_face
from vision.wanted import Wanted

DECK = "deck"
AROUND = {DECK: 0.25}  # of a thing's size, so much of the table is shown round it
AROUND_DIE = 0.8


class EyesTeacher:
    """Shows the eyes something new; what was learnt lies in *folder*.

    `learn` and `read` take a moment and may be called by any thread. Kinds are "colour-die", "piggy-die",
    "number-die" and "deck"; pictures are as in `Frame`.
    """

    def __init__(self, folder: Path, changed: Callable[[EyesSetUp], None]) -> None:
        """*changed* hears of another table."""
        self._folder, self._taught, self._changed = folder, folder / TAUGHT, changed

    def faces_of(self, kind: str) -> tuple[str, ...]:
        """What can lie uppermost on such a die; nothing for a deck, whose cards are named by people."""
        return DIE_VALUES[TYPES[kind]] if kind in TYPES else ()

    # --- what lies there ---

    def thing_on(self, empty: Frame, now: Frame) -> Box | None:
        """Where the one thing lies that is on *now* and not on *empty*."""
        return newly_laid(empty.picture, now.picture)

    def cut_out(self, kind: str, frame: Frame, box: Box) -> Any:
        """The picture of the thing in *box*, as `learn` and `read` want it."""
        return cut_out(frame.picture, box, AROUND.get(kind, AROUND_DIE))

    # --- learning, and trying out what was learnt ---

    def learn(self, kind: str, name: str, pictures: Mapping[str, Sequence[Any]]) -> Learnt:
        """Keep what the pictures of each face show; raises `CannotLearn`."""
        with tempfile.TemporaryDirectory(prefix="companion-teaching-") as place:
            try:
                write_by_face(pictures, Path(place))
                if kind == DECK:
                    taught = teach_deck(name, Path(place), self._taught)
                else:
                    taught = teach_dice(name, Path(place), kind, self._taught)
            except (CannotTeachError, OSError) as error:
                raise CannotLearn(str(error)) from error
        index = index_of(taught.faces) if kind == DECK else None
        return Learnt(taught.name, taught.faces, taught.alike, index or "")

    def read(self, kind: str, name: str, picture: Any) -> tuple[str, ...]:
        """The face that is seen; several where the eyes are not sure, none where they see nothing."""
        if kind == DECK:
            wanted = Wanted(tray=False, cards=True, deck=name, taught_in=str(self._taught))
            _, cards, _ = read_picture(picture, wanted)
            seen = max(cards, key=lambda card: card.confidence, default=None)
            return () if seen is None else ((seen.name,) if seen.name else seen.choices)
        wanted = Wanted(dice={TYPES[kind]: 1})
        dice, _ = dice_in(picture, wanted, known_dice(self._taught))
        die = max(dice, key=lambda die: die.confidence, default=None)
        return () if die is None else ((die.value,) if die.value else die.choices)

    # --- what is known ---

    def known(self) -> Sequence[tuple[str, str]]:
        """(kind, name) of all that was taught."""
        kinds = {die_type: kind for kind, die_type in TYPES.items()}
        dice = [(kinds[die.type], die.name) for die in known_dice(self._taught) if die.type in kinds]
        return (*dice, *((DECK, path.stem) for path in sorted(self._taught.glob(f"*{ENDING}"))))

    def forget(self, kind: str, name: str) -> None:
        (self._taught / f"{name}{ENDING if kind == DECK else SUFFIX}").unlink(missing_ok=True)

    # --- a table without the mat ---

    def ground(self) -> OwnCorners | None:
        """The table as it was shown by hand; None where the eyes go by the kit's mat."""
        return kept_set_up(self._folder).corners

    def keep_ground(self, ground: OwnCorners | None) -> None:
        """From now on the table is *ground*; raises `CannotLearn` where such corners cannot be."""
        set_up = replace(kept_set_up(self._folder), corners=ground)
        try:
            if ground is not None:
                by_own_corners(ground, set_up.lens.view)
            keep_set_up(set_up, self._folder)
        except (ValueError, np.linalg.LinAlgError, OSError) as error:
            raise CannotLearn(str(error)) from error
        self._changed(set_up)
