"""What `companion watch` tells of a picture is what `companion read` says of it: anything else is a fault."""

import os
from pathlib import Path

import pytest

from tests.at_first import quick
from ui.lab.bench.watch import bench_watch

NOT_YET = "cards of decks that are only asked about are told by `read` and not by the watch"


@pytest.fixture(scope="module")
def pictures():
    folder = os.environ.get("COMPANION_PICTURES")
    if not folder:
        pytest.skip("COMPANION_PICTURES is not set: no pictures to look at that nobody here drew")
    return Path(folder)


WHOLE = (
    *("photos/cards_navil", "photos/cards_rdpong", "photos/dice_damian", "photos/dice_misc"),
    *("photos/dice_wiktoria", "photos/dice_nell", "renders/R2"),
)


def whole(folder, *marks):
    """All pictures of a folder: minutes each."""
    return pytest.param(folder, None, marks=(pytest.mark.long, *marks))


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("folder", "most"),
    [
        *quick([("photos/cards_navil", 2), ("photos/cards_rdpong", 2), ("renders/R2", 1)], 2),
        *map(whole, WHOLE),
        whole("photos/uno_hemant", pytest.mark.xfail(reason=NOT_YET, strict=True)),
        whole("renders/R3", pytest.mark.xfail(reason=NOT_YET, strict=True)),
        whole("photos/uno_aiswarya", pytest.mark.xfail(reason=NOT_YET, strict=False)),
    ],
)
def test_the_watch_tells_what_read_says(pictures, tmp_path, folder, most):
    (seen,) = bench_watch(pictures / folder, most, "none", lambda _: None, tmp_path, with_read=True).values()

    assert seen.pictures
    assert {one.file: one.differs for one in seen.pictures if one.differs} == {}
