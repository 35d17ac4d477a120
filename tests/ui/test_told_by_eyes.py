"""What eyes tell of the pyramid games needs no touch: whole games before faultless eyes, without pixels."""

import pytest

from companion.asks import Kind, Source
from tests.at_first import quick
from tests.ui.faultless_eyes import an_evening, without_pixels
from ui.lab.senses import TwinSenses

SEEN = (Kind.PYRAMID, Kind.DICE)
MOST = 260  # happenings: more than most of these games have


class Counting(TwinSenses):
    """Counts who told of dice."""

    def perceive(self, happening, asks):
        for perceived in super().perceive(happening, asks):
            if getattr(perceived, "kind", None) in SEEN:
                self.told = [*getattr(self, "told", ()), perceived.source]
            yield perceived


@pytest.mark.parametrize("seed", quick([1, 3]))
@pytest.mark.parametrize(
    "name", quick(["dice_march", "sums", "squeeze_play", "pack_rat", "cui_bono", "forced_memory"])
)
def test_nearly_nothing_that_eyes_tell_is_told_by_hand(name, seed, monkeypatch):
    without_pixels(monkeypatch)
    report, senses = an_evening(name, (seed, seed + 1), most=MOST, senses=Counting)
    told = getattr(senses, "told", [])
    assert report.disagreements == ()
    assert told.count(Source.CAMERA) >= 0.96 * len(told)
