"""`companion bench` as people call it: figures, the machine they are of, and exit codes."""

import json

import cv2
import pytest
from command_line import said

from tests.at_first import more
from tests.tables import cases
from ui.lab.bench.engines import engines_table
from ui.lab.bench.scoring import Score, score

pytestmark = pytest.mark.usefixtures("home")


@more
def test_bench_calls_says_that_it_is_a_model_and_holds(capsys):
    code, out, err = said(capsys, "bench", "calls", "--pairs", "220", "--lang", "en")

    assert code == 0
    assert "a model and not a measurement" in out and "Everything that is promised held." in out
    assert "gap 50 ms" in err


def fair(_count, _seed):
    """Ties as they are when a hundred thousand have been counted."""
    return {"the lower pin": 0.5, "the earlier press": 0.5}


def test_bench_calls_speaks_the_language_of_the_settings(capsys, monkeypatch):
    monkeypatch.setattr("hardware.lab.report.tie_shares", fair)
    code, out, err = said(capsys, "bench", "calls", "--pairs", "22", "--set", "table.language=de")

    assert code == 0
    assert "ein Modell und keine Messung" in out and "Alles Versprochene wurde eingehalten." in out
    assert "Abstand 50 ms" in err


def test_bench_calls_ends_with_1_if_it_does_not_hold(capsys, monkeypatch):
    monkeypatch.setattr("hardware.lab.report.permutation_faults", lambda _count, _seed: 1)
    monkeypatch.setattr("hardware.lab.report.tie_shares", fair)
    code, out, _ = said(capsys, "bench", "calls", "--pairs", "22", "--json")

    assert code == 1 and json.loads(out)["calls"]["held"] is False


def test_bench_rules_counts_moves_and_names_the_machine(capsys):
    code, out, _ = said(capsys, "bench", "rules", "--game", "abstrac", "--seconds", "0.05", "--json")
    told = json.loads(out)

    assert code == 0 and told["machine"]["name"] and told["machine"]["python"].startswith("3.")
    (row,) = told["rules"]["one_core"]
    assert row["game"] == "abstrac" and row["moves_per_second"] > 0 < row["listed_per_second"]


@more
def test_bench_vision_times_each_stage_and_scores_labelled_sets(capsys, home):
    from vision.lab.scenes import any_scene, write_labelled  # noqa: PLC0415

    folder = home / "sets" / "two_dice"
    assert len(list(write_labelled(folder, [any_scene(7, {"pips": 2})]))) == 1
    code, out, _ = said(
        capsys, "bench", "vision", "--frames", "1", "--pictures", str(home / "sets"), "--json"
    )
    told = json.loads(out)["vision"]

    assert code == 0 and {"find the mat (once)", "a look", "a look: dice"} <= told["ms"].keys()
    assert told["drawn_cards"]["right"] == told["drawn_cards"]["objects"] > 0
    assert told["drawn_dice"]["objects"] == 3 and told["sets"]["two_dice (dice)"]["objects"] == 2


def cards_on_cloth(folder, deck, spots, named):
    """One picture with cards and its label, which names the deck if *named*."""
    from tests.vision.cards_laid import table  # noqa: PLC0415
    from vision.lab.printed import faces  # noqa: PLC0415

    shown = faces(deck)
    folder.mkdir(parents=True)
    cv2.imwrite(str(folder / "a.png"), table(shown, spots))
    corners = [(x - 75, y - 116, x + 75, y + 116) for _, x, y, _ in spots]
    cards = [
        {"name": name, "corners": [[a, b], [c, b], [c, d], [a, d]], **({"deck": "ours"} if named else {})}
        for (name, *_), (a, b, c, d) in zip(spots, corners, strict=True)
    ]
    (folder / "labels.json").write_text(json.dumps([{"file": "a.png", "cards": cards}]))
    return shown


@more
def test_bench_vision_reads_cards_of_any_deck_beside_public_readers(capsys, home):
    spots = (("7S", 220, 300, 0), ("QH", 640, 300, 0), ("4C", 1000, 300, 0))
    cards_on_cloth(home / "sets" / "french", "french", spots, named=False)
    code, out, _ = said(capsys, "bench", "vision", "--frames", "1", "--pictures", str(home / "sets"))

    line = next(line for line in out.splitlines() if line.startswith("french (cards)"))
    assert code == 0 and "100.0 %" in line and " 3 " in line
    assert "public readers of cards" in out and "public readers of dice" not in out
    assert "a look: cards" in out and "memory at most" in out


@more
def test_bench_vision_teaches_a_deck_that_a_set_is_of(capsys, home):
    spots = (("CSmc", 220, 300, 0), ("y7", 640, 300, 0), ("DG", 1000, 300, 0))
    shown = cards_on_cloth(home / "sets" / "wild", "wobble", spots, named=True)
    flat = home / "sets" / "wild" / "faces_ours"
    flat.mkdir()
    for name, _, _, _ in spots:
        cv2.imwrite(str(flat / f"{name}.png"), shown[name])
    code, out, _ = said(
        capsys, "bench", "vision", "--frames", "1", "--pictures", str(home / "sets"), "--json"
    )
    told = json.loads(out)["vision"]

    assert code == 0 and told["taught"]["wild ours"]["faces"] == 3
    assert told["sets"]["wild ours (cards)"]["right"] == 3
    assert not list(home.rglob("ours.deck")), "the family's own decks stay as they are"


@more
def test_bench_vision_teaches_a_deck_from_the_pictures_of_other_occasions(capsys, home):
    from tests.vision.cards_laid import table  # noqa: PLC0415
    from vision.lab.printed import faces  # noqa: PLC0415

    shown, rows, folder = faces("wobble"), [], home / "sets" / "ours"
    folder.mkdir(parents=True)
    for session, angle in (("monday", 0), ("friday", 25)):
        for name in ("CSmc", "y7", "DG"):
            file = f"{session}_{name}.png"
            cv2.imwrite(str(folder / file), table(shown, [(name, 640, 360, angle)], wide=260))
            rows.append({"file": file, "session": session, "cards": [{"name": name}]})
    (folder / "labels.json").write_text(json.dumps(rows))
    code, out, _ = said(
        capsys, "bench", "vision", "--frames", "1", "--pictures", str(home / "sets"), "--json"
    )
    told = json.loads(out)["vision"]

    assert code == 0 and {taught["faces"] for taught in told["taught"].values()} == {3}
    for session in ("monday", "friday"):
        assert told["sets"][f"ours {session} (cards)"]["objects"] == 3
        assert told["sets"][f"ours {session} (cards)"]["right"] == 3
    assert not list(home.rglob("ours.deck")), "the family's own decks stay as they are"


def test_engines_are_compared_game_by_game_and_in_the_middle():
    ours, listed = {"sums": 60.0, "wobble": 20.0}, {"sums": 6.0, "wobble": 10.0}
    table = engines_table({"rlcard uno": 80.0, "rlcard bridge": 40.0}, ours, listed)
    lines = [line.split() for line in table.splitlines()[1:]]

    assert lines[:-1] == [
        ["rlcard", "bridge", "40", "1.00x", "0.50x", "0.20x"],
        ["rlcard", "uno", "80", "0.50x", "0.25x", "0.10x"],
        ["rlcard,", "median", "60", "0.67x", "0.33x", "0.13x"],
    ]
    assert "They always list the legal moves" in table
    assert "none here" in engines_table({}, ours, listed)


TEN = {"name": "10H", "corners": [[10, 10], [30, 10], [30, 40], [10, 40]]}


@cases(
    "label, answer, expected",
    {
        "a ten by either name": (TEN, {**TEN, "name": "TH"}, Score(1, 1, right=1)),
        "another card": (TEN, {**TEN, "name": "9H"}, Score(1, 1, wrong=1)),
        "burnt out: left open": ({**TEN, "print_contrast": 0.1}, TEN, Score(1, 0)),
        "no index seen": ({**TEN, "overlapped": True, "index_visible": [False, False]}, TEN, Score(1, 0)),
        "one seen": ({**TEN, "overlapped": True, "index_visible": [False, True]}, TEN, Score(1, 1, right=1)),
        "back": ({**TEN, "face_down": True}, {**TEN, "face_down": True}, Score(1, 1, right=1)),
        "nowhere said, right": ({"name": "10H"}, TEN, Score(1, 1, right=1)),
        "nowhere said, wrong": ({"name": "9H"}, TEN, Score(1, 1, wrong=1)),
    },
)
def test_what_becomes_of_a_labelled_card(label, answer, expected):
    assert score({"cards": [label]}, {"cards": [answer]}, "cards") == expected


def test_a_question_about_a_card_of_which_no_place_is_told_is_no_card_missed():
    answer = {"cards": [TEN], "unsure": [{"what": "card", "corners": TEN["corners"]}]}
    assert score({"cards": [{"name": "9H"}]}, answer, "cards") == Score(1, 1, asked=1, wrong=1)


DIE = {"type": "pips", "value": 4, "box": [10, 10, 20, 20]}


@cases(
    "label, answer, expected",
    {
        "right": ({"dice": [DIE]}, {"dice": [DIE]}, Score(1, 1, right=1)),
        "wrong": ({"dice": [DIE]}, {"dice": [{**DIE, "value": 5}]}, Score(1, 1, wrong=1)),
        "asked": ({"dice": [DIE]}, {"unsure": [{"what": "die", "box": DIE["box"]}]}, Score(1, 1, asked=1)),
        "missed": ({"dice": [DIE]}, {"dice": []}, Score(1, 1, missed=1)),
        "nothing was there": ({"dice": []}, {"dice": [DIE]}, Score(1, 0, wrong=1)),
        "elsewhere": (
            {"dice": [DIE]},
            {"dice": [{**DIE, "box": [200, 10, 20, 20]}]},
            Score(1, 1, wrong=1, missed=1),
        ),
        "askew": ({"dice": [{**DIE, "value": None, "cocked": True}]}, {"dice": [DIE]}, Score(1, 0, wrong=1)),
        "left open": ({"dice": [{**DIE, "ignore": True}]}, {"dice": [DIE]}, Score(1, 0)),
        "not all labelled": ({"dice": [], "complete": False}, {"dice": [DIE]}, Score(1, 0)),
        "said to be askew": ({"dice": []}, {"dice": [{**DIE, "value": None, "cocked": True}]}, Score(1, 0)),
        "±": (
            {"dice": [{**DIE, "type": "piggy", "value": "±2"}]},
            {"dice": [{**DIE, "type": "piggy", "value": "+-2"}]},
            Score(1, 1, right=1),
        ),
    },
)
def test_a_reading_is_compared_with_its_label(label, answer, expected):
    assert score(label, answer, "dice") == expected


@pytest.mark.long
@pytest.mark.screens
def test_bench_app_starts_the_app_and_watches_it(capsys, monkeypatch):
    monkeypatch.setattr("ui.lab.bench.app.RUNS", 1)
    monkeypatch.setattr("ui.lab.bench.app.SETTLE_S", 0.1)
    monkeypatch.setattr("ui.lab.bench.app.LEAST_PLAYED_S", 1.0)
    code, out, _ = said(capsys, "bench", "app", "--seconds", "0.2", "--game", "sums", "--json")
    told = json.loads(out)["app"]

    assert code == 0 and 0 < told["start_s"] < 60 and told["memory_mb"] > 30 and told["redraw_ms"] > 0
    (sums,) = told["redraws"]
    assert sums["redraws"] > 0 and 0 < sums["median_ms"] <= sums["p90_ms"] <= sums["worst_ms"]
    assert 0 < sums["worst_cpu_ms"] <= sums["worst_ms"] + 1
