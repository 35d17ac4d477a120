"""The drawing, the pin table and the parts list say what the configuration says."""

import re
from xml.etree import ElementTree as Tree

import pytest

from hardware.drawing import GPIO_AT, GROUNDS, POWER, drawing, parts_list, pin_table
from hardware.wiring import PHYSICAL, Wiring, usable

SVG = "{http://www.w3.org/2000/svg}"
WIRINGS = [
    pytest.param(Wiring(), id="default"),
    pytest.param(Wiring(buttons=(21, 0, 4), lamps=(0, 18)), id="with holes"),
    pytest.param(Wiring(buttons=(), lamps=()), id="nothing"),
    pytest.param(
        Wiring(buttons=(2, 3, 4, 5, 6, 7, 8, 9), lamps=(10, 11, 12, 13, 14, 15, 16, 17)), id="eight seats"
    ),
]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("wiring", WIRINGS)
def test_the_drawing_is_svg_with_a_wire_for_each_part(wiring, language):
    root = Tree.fromstring(drawing(wiring, language))
    texts = [text.text or "" for text in root.iter(f"{SVG}text")]

    for wire in usable(wiring):
        assert any(f"GPIO {wire.pin}, " in text and f" {PHYSICAL[wire.pin]};" in text for text in texts)
    wires = [path for path in root.iter(f"{SVG}path") if path.get("fill") == "none"]
    assert len(wires) == len(usable(wiring))
    assert not any("{" in text or "_" in text for text in texts)


def test_wires_begin_at_their_place_on_the_header_and_none_runs_on_another():
    root = Tree.fromstring(drawing(Wiring()))
    paths = [path.get("d") for path in root.iter(f"{SVG}path") if path.get("fill") == "none"]
    bends = [re.search(r"H(\d+) V", path).group(1) for path in paths]

    assert len(set(bends)) == len(bends)


def test_nothing_is_drawn_outside_of_the_paper():
    for param in WIRINGS:
        root = Tree.fromstring(drawing(param.values[0]))
        _, _, width, height = map(int, root.get("viewBox").split())
        for text in root.iter(f"{SVG}text"):
            assert 0 < int(text.get("x")) < width and 0 < int(text.get("y")) < height


def test_every_place_of_the_header_is_known_once():
    places = [*GROUNDS, *POWER, *GPIO_AT]

    assert sorted(places) == list(range(1, 41))


def test_the_pin_table_has_a_row_for_each_wire():
    table = pin_table(Wiring(buttons=(5,), lamps=(17,)))

    assert "| Button 1 | GPIO 5 | 29 | 30 |" in table
    assert "| Lamp 1 | GPIO 17 | 11 | 9 |" in table
    assert len(table.splitlines()) == 4


@pytest.mark.parametrize(
    ("language", "resistor"), [("en", "330 Ω, one for each LED"), ("de", "einer für jede LED")]
)
def test_the_parts_list_counts_what_is_wired(language, resistor):
    parts = parts_list(Wiring(buttons=(5, 6), lamps=(17,)), language)

    assert re.search(r"\| 2 \| (push button|Drucktaster)", parts)
    assert re.search(rf"\| 1 \| .*{resistor}", parts)
    assert "LED" not in parts_list(Wiring(lamps=()), language).replace("LED ", "")
    assert ".instead" not in parts
    assert re.search(r"20\d\d", parts.splitlines()[-1]), "of when the prices are"
