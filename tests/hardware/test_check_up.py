"""A check-up of a whole board: what its devices, its pictures and the machine say, in one go."""

import itertools
import threading

import numpy as np
import pytest

from companion.asks import MS
from companion.clock import HandClock
from companion.sightings import Frame
from hardware.board import Board
from hardware.doctor.examine import examine
from hardware.doctor.readings import check_up, remember, remembered, wait_for_pictures
from hardware.findings import Level

SIZE = (180, 320)


def table(seed: int = 1) -> np.ndarray:
    chance = np.random.default_rng(seed)
    mat = np.full((*SIZE, 3), 130.0)
    for _ in range(20):
        row, column = chance.integers(0, SIZE[0] - 20), chance.integers(0, SIZE[1] - 30)
        mat[row : row + 18, column : column + 25] = chance.uniform(60, 220)
    return mat


@pytest.fixture
def look():
    """Starts a pretended board that sees *picture* until it has enough, and gives the board."""
    boards = []

    def start(picture: np.ndarray) -> Board:
        clock, numbers = HandClock(10**9), itertools.count(1)
        noise = np.random.default_rng(5)

        def draw() -> Frame | None:
            number = next(numbers)
            clock.advance(66 * MS)
            seen = np.clip(picture + noise.normal(0, 2, picture.shape), 0, 255).astype(np.uint8)
            return Frame(seen, clock.now(), number) if number <= 20 else None

        board = Board.pretend(clock, draw=draw)
        boards.append(board)
        board.start()
        wait_for_pictures(board, 60, wait=lambda _: threading.Event().wait(0.002))
        return board

    yield start
    for board in boards:
        board.close()


def keys(board: Board, folder, **more) -> set[str]:
    return {f.says.key for f in examine(check_up(board, folder, **more)) if f.level is not Level.OK}


def test_a_pretended_board_is_well_apart_from_being_pretended(look, tmp_path):
    found = keys(look(table()), tmp_path)

    assert found <= {"pins_pretended", "sound_pretended", "camera_end"}


def test_what_was_remembered_tells_a_moved_camera(look, tmp_path):
    board, file = look(table()), tmp_path / "camera" / "reference.json"
    assert remember(board.camera, file) == remembered(file)

    moved = look(np.roll(table(), (14, 20), axis=(0, 1)))
    assert "mat_moved" not in keys(board, tmp_path, reference=remembered(file))
    assert "mat_moved" in keys(moved, tmp_path, reference=remembered(file))


def test_a_dim_table_is_told(look, tmp_path):
    assert "light_dim" in keys(look(table() / 5), tmp_path)


@pytest.mark.parametrize("text", ["{", '{"x":' * 5000], ids=["cut off", "deep"])
def test_a_reference_that_cannot_be_read_is_none(tmp_path, text):
    broken = tmp_path / "reference.json"
    broken.write_text(text)

    assert remembered(broken) is None
    assert remembered(tmp_path / "nothing") is None


def test_without_a_camera_nothing_is_remembered_and_nothing_waits(clock, tmp_path):
    board = Board.pretend(clock)
    wait_for_pictures(board, 60, wait=lambda _: pytest.fail("there is nothing to wait for"))

    assert {"camera_none"} <= keys(board, tmp_path)
    board.close()
