"""The trials: short forms of the soak and the doubts, and that each of them can fail at all."""

import msgspec
import pytest

from companion.games import all_games, find_game
from ui.trials import mishaps
from ui.trials.doubts import doubts
from ui.trials.soak import soak

GAMES = all_games()
QUICK = [GAMES[name] for name in ("abspecken", "sums", "abi94")]


# --- soak ---


def test_an_hour_of_family_play_is_borne(folder):
    result = soak(folder, 0.6, 3, QUICK)

    assert result.wrong == ()
    assert result.work_ms_p99 < 50
    assert len(result.mishaps) >= 4 and result.calls > 0


def test_the_soak_notices_a_companion_that_forgets(folder, monkeypatch):
    monkeypatch.setattr("ui.trials.mishaps.Table.resume", lambda *_: None)
    result = soak(folder, 1.0, 3, QUICK)

    assert any("no game to go on with" in wrong for wrong in result.wrong)
    assert not result.held


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_day_of_family_play_is_borne(folder):
    result = soak(folder, 24.0, 1, list(GAMES.values()))

    assert result.held, msgspec.to_builtins(result)


# --- mishaps ---


def test_no_file_grows_on_a_full_disk(tmp_path):
    with mishaps.no_room(), pytest.raises(OSError), (tmp_path / "file").open("wb", buffering=0) as file:
        file.write(b"x")
    (tmp_path / "file").write_bytes(b"there is room again")


# --- doubts ---


@pytest.mark.parametrize("name", ["abi94", "dice_march", "abstrac", "cui_bono"])
def test_nobody_is_asked_in_vain_and_nothing_is_silently_wrong(name):
    result = doubts(find_game(name), seed=2)

    assert result.held
    assert result.questions <= result.doubtful


def test_whoever_is_never_asked_gets_wrong_states():
    result = doubts(find_game("abstrac"), seed=1, share=0.9)

    assert result.never_ask_wrong > 0 and result.silently_wrong == 0
    assert 2 <= result.choices <= 3


@pytest.mark.long
@pytest.mark.parametrize("name", list(GAMES))
def test_nothing_is_silently_wrong_in_any_game(name):
    assert all(doubts(find_game(name), seed).held for seed in range(10, 16))
