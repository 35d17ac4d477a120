"""Phones as they are: pages in a real browser, over a link with 1 to 200 ms of jitter, at the real server."""

import itertools
import os
import time
from collections import defaultdict
from pathlib import Path
from random import Random

import pytest
from bad_link import BadLink
from chromium import PROGRAM, Chromium
from screen_audit import complaints

from companion.calls.buttons import Press, Pressed
from companion.calls.evidence import rank
from companion.clock import SystemClock
from companion.games import find_game
from companion.journal import Journal
from companion.seats import seats_named
from companion.table import Table
from tests.at_first import quick
from ui.house import open_house
from ui.settings import settings_in_force
from ui.stream.server import Stream
from ui.stream.settings import StreamSettings

JITTER_MS = (1, 200)
PEOPLE = ("Ada", "Ben", "Cem", "Dora")
PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "phone.png"
STAMPS = """
window.stamps = [];
const button = document.getElementById("press");
button.addEventListener("pointerdown", (event) => stamps.push(event.timeStamp), true);
"""

pytestmark = [
    pytest.mark.skipif(PROGRAM is None, reason="no Chromium here: phones were not tried in a real browser"),
    pytest.mark.timeout(150),
]


@pytest.fixture
def browser(tmp_path):
    browser = Chromium(tmp_path / "browser")
    yield browser
    browser.close()


@pytest.fixture
def links():
    opened = []

    def link(port, late_ms=JITTER_MS, seed=1):
        opened.append(BadLink(port, late_ms, seed))
        return opened[-1]

    yield link
    for one in opened:
        one.close()


def on_the_table_clock(phone):
    """The nanoseconds of CLOCK_MONOTONIC at which the page's own clock began: the browser knows both."""
    phone.do("Performance.enable", timeDomain="timeTicks")
    metrics = {one["name"]: one["value"] for one in phone.do("Performance.getMetrics")["metrics"]}
    return round(metrics["NavigationStart"] * 1e9)


# --- who was first ---


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("pairs", quick([30, 10_000], more=0))
def test_a_press_is_timed_as_well_as_is_stated_and_nobody_is_first_who_was_not(browser, links, pairs):
    """The browser's own account says when each press was made: within what the table states of it."""
    clock, came, random = SystemClock(), list[Pressed](), Random(pairs)
    stream = Stream(StreamSettings(listen="phones", port=free_port()), lambda: "en", clock.now, came.append)
    stream.open()
    journal = Journal.open(":memory:", clock)
    stream.phones.heard(None, Table.start(find_game("abspecken"), seats_named(PEOPLE), {}, journal, clock))
    phones, begun = {}, {}
    for number, name in enumerate(PEOPLE if pairs > 100 else PEOPLE[:2], 1):
        link = links(stream.port, seed=number)
        phone = phones[str(number)] = browser.phone(f"http://127.0.0.1:{link.port}/phone#{stream.code}")
        button = f"[...document.querySelectorAll('#free button')].find((b) => b.innerText.includes('{name}'))"
        phone.wait(button)
        phone.js(f"{button}.click(); true")
        phone.wait("!document.getElementById('table').hidden")
        begun[str(number)] = on_the_table_clock(phone)
        phone.js(STAMPS + "true")
    time.sleep(1)
    for _ in range(pairs):
        time.sleep(max(0.0, random.uniform(-0.03, 0.14)))
        phones[random.choice(list(phones))].touch("#press")
    time.sleep(1)
    stream.close()

    truth = {line: phone.js("stamps") for line, phone in phones.items()}
    judged(truth, begun, [thing for thing in came if isinstance(thing, Pressed)])


def judged(truth, begun, presses):
    measured = defaultdict(list)
    for press in presses:
        measured[press.line].append(press)
    both = []
    for line, stamps in truth.items():
        assert len(measured[line]) == len(stamps), "every press was heard, and once"
        for stamp, press in zip(stamps, measured[line], strict=True):
            true = begun[line] + round(stamp * 1e6)
            assert abs(true - press.t) <= press.uncertainty, "timed worse than stated"
            both.append((true, press))
    both.sort(key=lambda pair: pair[0])
    for (_, first), (_, second) in itertools.pairwise(both):
        if first.line != second.line:
            groups = rank([Press(p.line, p.t, p.source, p.uncertainty) for p in (first, second)])
            assert len(groups) == 1 or groups[0].seats == (first.line,), "the wrong one was first"
    unsure = sorted(press.uncertainty for press in presses)
    ties = sum(
        abs(one.t - two.t) <= 20e6 + one.uncertainty + two.uncertainty
        for (_, one), (_, two) in itertools.pairwise(both)
    )
    print(
        f"{len(both)} presses, ±{unsure[len(unsure) // 2] / 1e6:.1f} ms in the median, {ties} next ones tie"
    )


def free_port():
    import socket  # noqa: PLC0415

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


# --- a whole table ---


@pytest.fixture
def house(screen, tmp_path, monkeypatch):
    """The house as the command opens it, with phones let in by touch."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "config.toml"))
    flags = ["table.language=en", "sound.volume=0", "camera.kind=none", f"stream.port={free_port()}"]
    with open_house(settings_in_force(flags)) as opened:
        yield opened


@pytest.mark.screens
def test_an_evening_with_phones(house, screen, browser, links, tmp_path, shots_folder):  # noqa: PLR0915
    house.rooms.preferences.put("tutorial", "off")
    finger = screen.in_rooms(house.rooms)
    finger.app.go("phones")
    finger.tap("Press too")
    finger.wait(lambda: finger.page._door.listen == "phones" and finger.page._door.address)
    finger.wait((tmp_path / "config.toml").is_file)
    assert 'listen = "phones"' in (tmp_path / "config.toml").read_text("utf-8")
    door = house.rooms.stream
    link = links(house._stream.port, (1, 40))
    address = f"http://127.0.0.1:{link.port}/phone"

    ada = browser.phone(address)
    ada.wait("!document.getElementById('code').hidden")
    ada.shot(shots_folder / "phone-code.png")
    ada.js("document.getElementById('digits').value = '000000'; true")
    ada.touch("#entry button")
    ada.says("This is not the code")
    ada.js(f"document.getElementById('digits').value = '{door.code}'; true")
    ada.touch("#entry button")
    ada.says("No seat is free")

    game = find_game("buzzer")
    finger.app.seat(game, seats_named(("Ada", "Ben", "Cem")), game.read_options({"answer_s": 0}))
    ada.wait("document.querySelectorAll('#free button').length === 3")
    ada.shot(shots_folder / "phone-seats.png")
    ada.touch("#free button")
    ada.says("Give the seat back")
    finger.wait(lambda: any("A phone is here for Ada" in text for text in finger.texts()))
    ben = browser.phone(f"{address}#{door.code}", language="de")
    ben.wait("document.querySelectorAll('#free button').length === 2")
    ben.touch("#free button")
    ben.says("Platz zurückgeben")

    finger.app.stage.table.answer(finger.app.stage.table.table.asks[0], True)
    ada.wait("document.getElementById('press').classList.contains('may')")
    ada.shot(shots_folder / "phone-may.png")
    if os.environ.get("COMPANION_HANDBOOK_PICTURES"):
        keep(shots_folder / "phone-may.png")
    time.sleep(0.6)
    ada.touch("#press")
    time.sleep(0.4)
    ben.touch("#press")
    sitting = finger.app.stage.table
    finger.wait(lambda: len(sitting.table.state.pressed) == 2)
    assert [press.seat for press in sitting.table.state.pressed] == ["Ada", "Ben"]
    ben.says("Ada")

    ada.sleep()
    finger.wait(lambda: any("Ada's phone sleeps or is gone" in text for text in finger.texts()))
    finger.shot(shots_folder / "table-phone-asleep.png")
    assert complaints(finger.page) == []
    ada.sleep(False)
    finger.wait(lambda: not any("phone sleeps" in text for text in finger.texts()))

    link.tear()
    ben.says("Der Tisch antwortet nicht")
    finger.wait(lambda: any("phone sleeps or is gone" in text for text in finger.texts()))
    finger.shot(shots_folder / "table-phone-gone.png")
    assert complaints(finger.page) == []
    finger.wait(lambda: not house._stream.phones.delays())
    assert sitting.table.next_tick() is None, "nobody is waited for"
    link.mend()
    for phone in (ada, ben):
        phone.wait("document.getElementById('trouble').hidden && !document.getElementById('table').hidden")
    finger.wait(lambda: None not in door.phones.here().values())
    assert set(door.phones.here()) == {"Ada", "Ben"}, "nothing was lost"

    aloud = "document.getElementById('aloud').innerText"
    assert ada.js(aloud) == "", "a short press tells nothing"
    ada.touch("#press", held_s=1.3)
    assert ada.js(aloud).startswith("Ada: 0 points"), ada.js(aloud)
    ada.touch("#press", held_s=3.3)
    assert ada.js(aloud).startswith(("This is what you may do:", "Nothing is waited for")), ada.js(aloud)
    ada.shot(shots_folder / "phone-held.png")

    finger.app.go("phones")
    finger.tap("Nobody")
    finger.wait(lambda: door.listen == "off")
    ada.says("switched off")


def keep(file):
    """The picture of the handbook."""
    from PIL import Image  # noqa: PLC0415

    Image.open(file).convert("RGB").resize((360, 740)).quantize(64).save(PICTURE, optimize=True)
