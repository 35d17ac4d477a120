"""What is counted over several games of Abi '94: passes, copies that nobody noticed, pills."""

from companion.lab.deeds import Deed, Mean, Share

CAUGHT = ("note.caught", "note.caught_twice", "note.ejected")

DEEDS: tuple[Deed, ...] = (
    Share("deed.klausuren", ("note.klausur_passed",), ("note.klausur_failed", "note.caught_twice")),
    Share("deed.exams", ("note.exam_passed",), ("note.exam_failed", "note.ejected")),
    Share("deed.copies", ("note.copied",), CAUGHT),
    Share("deed.pills", ("note.pill",), ("note.no_pill",)),
    Mean("deed.points", ("note.klausur_passed", "note.klausur_failed"), "n"),
)
