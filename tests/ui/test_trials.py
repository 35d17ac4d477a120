"""The trials: short forms of the soak and the doubts, and that each of them can fail at all."""

from random import Random

import msgspec
import numpy as np
import pytest

from companion.games import all_games, find_game
from tests.at_first import more, quick
from ui.lab.trials import mishaps
from ui.lab.trials.camera_loss import FailingCamera
from ui.lab.trials.doubts import doubts
from ui.lab.trials.soak import memory_mb, soak

GAMES = all_games()
QUICK = [GAMES[name] for name in ("abspecken", "sums", "abi94")]


# --- soak ---


@pytest.mark.parametrize("hours", quick([0.3, 0.6], 0, 1))
def test_family_play_is_borne(folder, monkeypatch, hours):
    monkeypatch.setattr("ui.lab.trials.soak.SEEN_FIRST", 6)
    result = soak(folder, hours, 3, QUICK)

    assert result.wrong == ()
    assert result.work_ms_p99 < 50
    assert len(result.mishaps) >= 4 and result.calls > 0
    assert 0 < result.seen < result.happenings, "the first game begins before the drawn camera"


@pytest.mark.long
@pytest.mark.parametrize(("fewest", "hours", "known"), [(1, 0.3, True), (99, 0.1, False)])
def test_memory_is_told_only_when_caches_had_time_to_fill(folder, monkeypatch, fewest, hours, known):
    monkeypatch.setattr("ui.lab.trials.soak.SEEN_FIRST", 1)
    monkeypatch.setattr("ui.lab.trials.soak.FEWEST", fewest)
    result = soak(folder, hours, 3, [GAMES["sums"]])

    assert (result.memory_mb is not None) is known
    assert result.wrong == ()


def test_room_that_a_long_game_has_left_empty_is_not_memory_that_grows():
    before = memory_mb()
    objects = [bytes(bytearray(100)) for _ in range(400_000)]
    during = memory_mb()
    objects = objects[::1000]  # some in each megabyte stay
    after = memory_mb()

    assert during - before > 40
    assert abs(after - before) < 5, f"{len(objects)} objects were kept"


@pytest.mark.long
def test_a_game_without_end_is_given_up_at_bedtime(folder, monkeypatch):
    monkeypatch.setattr("ui.lab.trials.soak.SEEN_FIRST", 2)
    monkeypatch.setattr("ui.lab.trials.soak.BEDTIME", 20)
    result = soak(folder, 0.3, 3, [GAMES["dice_march"], GAMES["sums"]])

    assert result.wrong == () and result.mishaps["given up"] >= 1


@more
def test_the_soak_notices_a_companion_that_forgets(folder, monkeypatch):
    monkeypatch.setattr("ui.lab.trials.soak.SEEN_FIRST", 2)
    monkeypatch.setattr("ui.lab.trials.mishaps.Table.resume", lambda *_: None)
    result = soak(folder, 1.0, 3, QUICK)

    assert any("no game to go on with" in wrong for wrong in result.wrong)
    assert not result.held


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_day_of_family_play_is_borne(folder):
    result = soak(folder, 24.0, 1, list(GAMES.values()))

    assert result.held, msgspec.to_builtins(result)


# --- mishaps ---


def test_a_camera_is_lost_now_and_then_and_comes_back():
    losses, picture = [], np.full((40, 60, 3), 200, np.uint8)
    camera = FailingCamera(Random(1), lambda: losses.append(1))
    spoilt = [not np.array_equal(camera(picture + n % 2, n), picture + n % 2) for n in range(1000)]

    assert 0.03 < sum(spoilt) / 1000 < 0.4
    assert len(losses) > 3 and spoilt.index(True) > 20


def test_no_file_grows_on_a_full_disk(tmp_path):
    with mishaps.no_room(), pytest.raises(OSError), (tmp_path / "file").open("wb", buffering=0) as file:
        file.write(b"x")
    (tmp_path / "file").write_bytes(b"there is room again")


# --- doubts ---


@pytest.mark.parametrize("name", quick(["abi94", "buzzer", "dice_march", "abstrac", "cui_bono"], 2, 1))
def test_nobody_is_asked_in_vain_and_nothing_is_silently_wrong(name):
    result = doubts(find_game(name), seed=2)

    assert result.held
    assert result.questions <= result.doubtful


@more
def test_whoever_is_never_asked_gets_wrong_states():
    result = doubts(find_game("abstrac"), seed=1, share=0.9)

    assert result.never_ask_wrong > 0 and result.silently_wrong == 0
    assert 2 <= result.choices <= 3


@pytest.mark.long
@pytest.mark.parametrize("name", list(GAMES))
def test_nothing_is_silently_wrong_in_any_game(name):
    assert all(doubts(find_game(name), seed).held for seed in range(10, 16))
