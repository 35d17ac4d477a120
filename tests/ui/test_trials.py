"""The trials: short forms of the soak, the torture and the doubts, and that each of them can fail at all."""

from random import Random

import msgspec
import pytest

from companion.clock import HandClock
from companion.games import all_games, find_game
from companion.journal import Journal
from ui.command.soak_command import memory_folder
from ui.trials import breaks, cuts, mishaps, torn
from ui.trials.doubts import doubts
from ui.trials.player import play
from ui.trials.soak import soak
from ui.trials.torture import Progress, Torture

GAMES = all_games()
QUICK = [GAMES[name] for name in ("abspecken", "sums", "abi94")]


@pytest.fixture
def folder(tmp_path_factory):
    """Where no disk is waited for, if there is such a place."""
    place = memory_folder()
    if place is None:
        yield tmp_path_factory.mktemp("trial")
        return
    import tempfile  # noqa: PLC0415
    from pathlib import Path  # noqa: PLC0415

    with tempfile.TemporaryDirectory(dir=place) as made:
        yield Path(made)


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


# --- torture ---


def test_a_hundred_cuts_lose_nothing_and_invent_nothing(folder):
    progress = Torture(folder, GAMES, seed=5).run(100)

    assert progress.wrong == []
    assert progress.told > 100
    assert {"killed", "torn log", "damaged"} <= progress.kinds.keys()
    assert progress.slowest_back_s < cuts.BACK_WITHIN_S


def test_a_run_is_gone_on_with_where_it_stopped(folder):
    kept = Progress(seed=9, done=200, kinds={"killed": 200})
    (folder / "torture.json").write_bytes(msgspec.json.encode(kept))

    assert Torture(folder, GAMES, seed=1).run(200) == kept


@pytest.fixture
def photos(folder):
    return torn.photographs(folder, {"sums": GAMES["sums"]}, 4)


def test_between_two_commits_only_the_one_or_the_other_can_be_found(folder, photos):
    random = Random(2)
    torn_ones = [torn.tear(folder, photos[n], photos[n + 1], GAMES, random) for n in range(12)]

    assert [one.wrong for one in torn_ones] == [""] * 12


def test_a_lost_commit_would_be_noticed(folder, photos):
    before, after = photos[8], photos[9]
    forgetful = msgspec.structs.replace(after, entries=(*after.entries, (10**6, "told, and never written")))
    lying = msgspec.structs.replace(forgetful, main=photos[3].main, log=photos[3].log)

    assert "lost" in torn.tear(folder, lying, lying, GAMES, Random(1)).wrong
    assert before.entries != after.entries


@pytest.mark.parametrize("how", breaks.HOW)
def test_a_damaged_file_is_told_of_or_read_as_it_was(folder, photos, how, monkeypatch):
    monkeypatch.setattr("ui.trials.breaks.HOW", (how,))

    assert breaks.damage(folder, photos[-1], Random(how)).wrong == ""


def test_an_invented_entry_would_be_noticed(folder):
    journal = Journal.open(folder / "journal.sqlite", HandClock())
    playing = play(folder / "journal.sqlite", HandClock(), {"sums": GAMES["sums"]}, Random(1), lambda _: None)
    for _ in zip(range(5), playing, strict=False):
        pass
    entries = {entry.id: entry for entry in journal.entries()}
    first = min(n for n, entry in entries.items() if entry.kind == "fact")
    playing.close()
    journal.close()

    assert "nobody has told" in cuts._invented(entries, [["told", str(first), "0", "-"]])


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_ten_thousand_cuts_lose_nothing_and_invent_nothing(folder):
    assert Torture(folder, GAMES, seed=7).run(10_000).wrong == []


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
