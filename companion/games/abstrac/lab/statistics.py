"""What is counted over several matches of Abstrac: points of a deal, and what they were made of."""

from companion.lab.deeds import Deed, Mean

SCORED = ("note.score", "note.score_swapped")

DEEDS: tuple[Deed, ...] = (
    Mean("deed.score", SCORED, "score"),
    Mean("deed.combo", SCORED, "combo"),
    Mean("deed.cards", SCORED, "cards"),
)
