"""`companion coach`: judged deals, the odds of a hand, and whether dice are fair."""

import json
import math
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from companion.people.luck import ODD, SHARES, chance_of, noticeable_share
from tests.at_first import more
from tests.tables import cases
from ui.command import main
from ui.lab.command.coach_command import judged

FACES = ("1", "2", "3", "4", "5", "6")


@pytest.fixture(scope="module")
def records(tmp_path_factory) -> dict[str, str]:
    """A record of each game, as a family would export it."""
    folder = tmp_path_factory.mktemp("records")
    made = {}
    for game, options in (("abstrac", ()), ("abspecken", ())):
        journal, record = folder / f"{game}.sqlite", folder / f"{game}.record"
        assert (
            main(
                [
                    "demo",
                    game,
                    "--headless",
                    "--no-frames",
                    "--seed",
                    "1",
                    "--journal",
                    str(journal),
                    *options,
                ]
            )
            == 0
        )
        assert main(["export", "--journal", str(journal), "-o", str(record)]) == 0
        made[game] = str(record)
    return made


def said(capsys, *words: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(list(words))
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return code, out, err


# --- Abstrac ---


@more
def test_every_deal_is_judged_and_drawn(capsys, records, tmp_path):
    code, out, _ = said(
        capsys, "coach", "abstrac", records["abstrac"], "--lang", "en", "--svg", str(tmp_path / "deal.svg")
    )
    drawings = sorted(tmp_path.glob("deal-*.svg"))

    assert code == 0 and out.count("Deal of ") == len(drawings) > 1
    assert all(place.read_text("utf-8").startswith("<svg") for place in drawings)


@more
def test_the_coach_speaks_german_too(capsys, records):
    assert "verschenkt" in said(capsys, "coach", "abstrac", records["abstrac"], "--lang", "de")[1]


def test_a_record_that_somebody_changed_is_not_judged(capsys, records, tmp_path):
    text = Path(records["abstrac"]).read_text("utf-8")
    changed = tmp_path / "changed.record"
    changed.write_text(text.replace("Ada", "Eda"), "utf-8")
    assert changed.read_text("utf-8") != text

    code, _, err = said(capsys, "coach", "abstrac", str(changed))

    assert code == 1 and "does not hold" in err


# --- the odds of a hand ---


@more
def test_a_hand_with_all_kinds_of_numbers_discards_more_often(capsys):
    chances = [
        json.loads(said(capsys, "coach", "odds", "abspecken", hand, "--json")[1])["chance"]
        for hand in ("6666", "1,2,3,4,5")
    ]

    assert 0 < chances[0] < chances[1] <= 1


@more
def test_odds_with_the_piggy_die_name_its_worth(capsys):
    code, out, _ = said(capsys, "coach", "odds", "abspecken", "11346", "--top", "5")

    assert code == 0 and "Piggy Die" in out and "of 216 rolls" in out


# --- dice ---


def test_the_dice_of_a_record_are_counted(capsys, records):
    code, out, _ = said(capsys, "coach", "dice", records["abspecken"], "--json")
    told = {verdict["kind"]: verdict for verdict in json.loads(out)}

    assert code in (0, 1) and told["pips"]["rolls"] == 2 * told["colour"]["rolls"] > 0


def test_two_records_have_the_rolls_of_both(capsys, records):
    one, both = (
        json.loads(said(capsys, "coach", "dice", *[records["abspecken"]] * count, "--json")[1])[0]["rolls"]
        for count in (1, 2)
    )

    assert both == 2 * one


@pytest.mark.parametrize(
    ("chi_square", "freedom", "chance"),
    [
        (11.0705, 5, 0.05),
        (15.0863, 5, 0.01),
        (9.4877, 4, 0.05),
        (3.8415, 1, 0.05),
        (5.9915, 2, 0.05),
        (0, 5, 1),
    ],
)
def test_the_chances_are_those_of_the_tables(chi_square, freedom, chance):
    assert math.isclose(chance_of(chi_square, freedom), chance, rel_tol=1e-3)


def rolled_dice(random: Random, count: int, weights: tuple[float, ...]) -> Counter[str]:
    return Counter(random.choices(FACES, weights, k=count))


def test_of_fair_dice_about_one_in_a_hundred_looks_odd():
    random = Random(7)
    odd = sum(next(judged({"pips": rolled_dice(random, 200, (1,) * 6)})).odd for _ in range(2_000))

    assert 8 <= odd <= 36


def test_a_loaded_die_is_found_as_often_as_promised():
    random, rolls = Random(8), 200
    share = noticeable_share(rolls, 5)
    weights = (*((1 - share) / 5,) * 5, share)
    found = sum(next(judged({"pips": rolled_dice(random, rolls, weights)})).odd for _ in range(500))

    assert 0.70 <= found / 500 <= 0.90


def test_the_grim_face_of_the_piggy_die_is_there_twice():
    counts = Counter({"+-1": 50, "+-2": 50, "+-3": 50, "smile": 50, "grim": 100})

    assert next(judged({"piggy": counts})).chance == 1.0


@pytest.mark.parametrize("kind", SHARES)
def test_the_shares_of_each_kind_make_a_whole_die(kind):
    assert math.isclose(sum(SHARES[kind].values()), 1)


def test_a_few_rolls_are_not_enough_to_say_anything():
    verdict = next(judged({"pips": Counter({"6": 20})}))

    assert verdict.chance < ODD and not verdict.enough and not verdict.odd


# --- what cannot be done ---


@cases(
    "words",
    {
        "no file": ("abstrac", "/no/such/record"),
        "another game": ("abstrac", "{abspecken}"),
        "two records": ("abstrac", "{abstrac}", "{abstrac}"),
        "no folder": ("abstrac", "{abstrac}", "--svg", "/no/such/folder/a.svg"),
        "no dice": ("dice", "{abstrac}"),
        "no text": ("dice", "/bin/sh"),
        "an empty file": ("dice", "/dev/null"),
        "no such card": ("odds", "abspecken", "7"),
        "too many of one": ("odds", "abspecken", "66666"),
        "no such top card": ("odds", "abspecken", "12", "--top", "9"),
        "no hand": ("odds", "abspecken"),
        "no such game": ("odds", "skat", "1"),
        "nothing to draw": ("odds", "abspecken", "12", "--svg", "a.svg"),
    },
)
def test_what_cannot_be_done_is_one_line_with_a_next_step(capsys, records, words):
    code, _, err = said(capsys, "coach", *(word.format(**records) for word in words))

    assert code in (1, 2) and len(err.splitlines()) == 1 and err.count(".") >= 2
