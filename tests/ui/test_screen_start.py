"""What can be wrong before the first page: each is told in words, with a next step, and there is a way on."""

import ctypes
import json
import os
import struct
import subprocess
import sys
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from companion.words import catalogue, found_languages
from tests.at_first import more, quick
from tests.tables import cases
from ui import lifeline
from ui.screen import display, fonts, palettes, theme, window
from ui.screen.display import (
    DESKTOPS,
    NO_DISPLAY,
    NO_RIGHTS,
    POINTER,
    choose_touch,
    display_problem,
    driver_for,
    screen_of_its_own,
    touch_panels,
)
from ui.screen.language import screen_words
from ui.settings import ScreenSettings

# --- something to draw on ---


@pytest.mark.parametrize("library", ["GL", "EGL"])
def test_without_the_drawing_library_it_says_what_to_install(monkeypatch, library):
    find = display.ctypes.util.find_library
    monkeypatch.setattr(
        display.ctypes.util, "find_library", lambda name: None if name == library else find("c")
    )
    problem = display_problem({"DISPLAY": ":0"})
    assert f"lib{library}" in problem and "apt install" in problem and "companion demo" in problem


def test_a_graphics_card_that_may_not_be_used_names_the_groups(tmp_path):
    card = tmp_path / "card0"
    card.write_text("")
    assert screen_of_its_own(tmp_path) is None
    if os.geteuid() != 0:  # root may read everything
        card.chmod(0)
        assert screen_of_its_own(tmp_path) == NO_RIGHTS
    assert "video,render,input" in NO_RIGHTS
    assert screen_of_its_own(tmp_path / "nothing") == NO_DISPLAY


@cases(
    "wanted, environment, driver",
    {
        "a desktop": ("auto", {"DISPLAY": ":0"}, "x11"),
        "a newer one, through its X server": ("auto", {"WAYLAND_DISPLAY": "wayland-0"}, "x11"),
        "no desktop: straight on the card": ("auto", {}, "kmsdrm"),
        "as wished": ("x11", {}, "x11"),
        "somebody has chosen already": ("kmsdrm", {"SDL_VIDEODRIVER": "offscreen"}, ""),
    },
)
def test_how_it_draws(wanted, environment, driver):
    assert driver_for(wanted, environment) == driver


def test_nothing_plugged_into_the_card_is_no_display(tmp_path):
    (tmp_path / "card0").touch()
    for name, status in (("card0-HDMI-A-1", "disconnected"), ("card0-HDMI-A-2", "disconnected")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "status").write_text(f"{status}\n")
    assert screen_of_its_own(tmp_path, tmp_path) == NO_DISPLAY
    for status in ("connected", "unknown"):  # so the kernel says of a panel that nobody has drawn on yet
        (tmp_path / "card0-HDMI-A-2" / "status").write_text(f"{status}\n")
        assert screen_of_its_own(tmp_path, tmp_path) is None


def test_a_service_waits_for_a_screen_and_a_person_in_a_terminal_is_told(monkeypatch):
    problems = [NO_DISPLAY, NO_DISPLAY, None]
    rested: list[float] = []
    monkeypatch.setattr(lifeline, "tell", lambda state: state.startswith("EXTEND_TIMEOUT_USEC"))
    assert lifeline.wait_while(lambda: problems.pop(0), NO_DISPLAY, rested.append) is None
    assert len(rested) == 2

    assert lifeline.wait_while(lambda: NO_RIGHTS, NO_DISPLAY, rested.append) == NO_RIGHTS
    monkeypatch.setattr(lifeline, "tell", lambda state: False)
    assert lifeline.wait_while(lambda: NO_DISPLAY, NO_DISPLAY, rested.append) == NO_DISPLAY


def sdl_of_the_wheel() -> ctypes.CDLL | None:
    import kivy  # noqa: PLC0415

    found = sorted((Path(kivy.__file__).parent.parent / "Kivy.libs").glob("libSDL2-2*.so*"))
    return ctypes.CDLL(str(found[0])) if found else None


def test_every_driver_that_can_be_chosen_is_in_the_sdl_of_kivys_wheel():
    sdl = sdl_of_the_wheel()
    if sdl is None:
        pytest.skip("Kivy is not from a wheel here: its SDL was not asked")
    sdl.SDL_GetVideoDriver.restype = ctypes.c_char_p
    has = {sdl.SDL_GetVideoDriver(n).decode().lower() for n in range(sdl.SDL_GetNumVideoDrivers())}
    choices = set(get_args(get_type_hints(ScreenSettings, include_extras=True)["driver"].__args__[0]))

    assert choices - {"auto"} <= has


START = """
import json, os, sys
from ui.screen import window
from ui.screen.ports import NoBoard
from ui.settings import Forgetful
from ui.screen.rooms import Rooms
from ui.settings import ScreenSettings
from companion.clock import SystemClock
from companion.journal import Journal
from companion.games import all_games
clock = SystemClock()
rooms = Rooms(all_games(), Journal.open(":memory:", clock), clock, NoBoard(), Forgetful(language="de"))
panel = ScreenSettings(**json.loads(sys.argv[1]))

def saver():
    # asked of the very SDL that draws
    import ctypes
    mapped = [line.split()[-1] for line in open("/proc/self/maps") if "libSDL2-2" in line]
    return bool(ctypes.CDLL(mapped[0]).SDL_IsScreenSaverEnabled()) if mapped else None

def opened(app):
    from kivy.base import EventLoop
    from kivy.clock import Clock
    from kivy.core.window import Window

    def tap(_):
        # the pointer of the system is in the middle of "play", told in the pixels of the unturned panel
        from ui.screen.parts.touch import Touchable
        button = next(w for w in app.page.walk() if isinstance(w, Touchable) and w.called == "Spielen")
        x, y = button.to_window(*button.center)
        width, height = Window.system_size
        physical = {0: (x, height - y), 90: (width - y, height - x), 270: (y, x), 180: (width - x, y)}
        # dispatched like SDL does it
        px, py = physical[panel.rotation]
        Window.dispatch("on_mouse_down", px, py, "left", [])
        Window.dispatch("on_mouse_up", px, py, "left", [])
        Clock.schedule_once(tell, 0.3)

    def tell(_):
        print(json.dumps({
            "inputs": [type(p).__name__ for p in EventLoop.input_providers],
            "page": app.page.name,
            "portrait": app.stage.sizes.portrait,
            "covered": app.page.covered,
            "screensaver": saver(),
        }))
        app.stop()

    def after(pictures, do):
        # a slow machine has drawn nothing yet when some time is over, and all stands where it was made
        Clock.schedule_once(lambda _: after(pictures - 1, do) if pictures else do(_))

    after(20, lambda _: tell(_) if app.page.covered else tap(_))

try:
    window.run(rooms, panel, opened)
except window.DisplayError as error:
    print(json.dumps({"error": str(error)}))
"""


def started(tmp_path: Path, driver: str = "offscreen", desktop: dict[str, str] | None = None, **panel):
    """What a real start of the app tells, in a process of its own; *desktop*: told instead of a driver."""
    environment = {
        **{name: value for name, value in os.environ.items() if name not in DESKTOPS},
        **({"SDL_VIDEODRIVER": driver} if desktop is None else desktop),
        "KIVY_HOME": str(tmp_path / "kivy"),
        "KIVY_NO_CONSOLELOG": "1",
        "PYTHONPATH": str(Path(window.__file__).parents[2]),
    }
    done = subprocess.run(
        [sys.executable, "-c", START, json.dumps({"size": "800x480", **panel})],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return json.loads(done.stdout.strip().splitlines()[-1])


@pytest.mark.screens
@pytest.mark.parametrize("rotation", quick([90, 0, 180, 270], 0, more=1), ids=str)
def test_picture_and_touch_turn_together_and_there_is_one_input(tmp_path, rotation):
    told = started(tmp_path, rotation=rotation)
    assert told["inputs"] == ["MouseMotionEventProvider"]
    assert told["portrait"] is (rotation in (90, 270))
    assert not told["screensaver"], "nobody touches the screen for minutes of a game"
    assert told["page"] == "choose", "the tap on 'play' has reached it"


@more
@pytest.mark.screens
def test_a_wrong_touch_device_is_told_on_the_first_page_and_the_pointer_taken(tmp_path):
    told = started(tmp_path, touch=["panel=mtdev,/dev/input/event99"])
    assert told["covered"]
    assert told["inputs"] == ["MouseMotionEventProvider"]


@pytest.mark.screens
def test_a_driver_that_opens_no_window_ends_in_one_sentence(tmp_path):
    told = started(tmp_path, driver="nonsense")
    assert "companion demo" in told["error"] or "screen.driver" in told["error"]


@more
@pytest.mark.screens
@pytest.mark.parametrize("desktop", [{"DISPLAY": ":77"}, {"WAYLAND_DISPLAY": "not-there"}], ids=str)
def test_a_desktop_that_is_told_and_not_there_ends_in_one_sentence(tmp_path, monkeypatch, desktop):
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    told = started(tmp_path, desktop=desktop)
    assert "No window could be opened" in told["error"] and "companion demo" in told["error"]


@pytest.mark.screens
@pytest.mark.parametrize("words", quick([["demo", "sums"], []], 0), ids=["a demo", "the app"])
def test_the_commands_say_so_in_one_line(tmp_path, words):
    told = {"DISPLAY": ":77", "COMPANION_DATA": str(tmp_path), "KIVY_HOME": str(tmp_path / "kivy")}
    kept = {name: value for name, value in os.environ.items() if name not in (*DESKTOPS, "SDL_VIDEODRIVER")}
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from ui.command import main; sys.exit(main(sys.argv[1:]))",
            *words,
        ],
        env={**kept, **told},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    lines = [line for line in done.stderr.splitlines() if not line.startswith("Config:")]
    assert done.returncode == 1
    assert len(lines) == 1 and lines[0].startswith("No window could be opened"), done.stderr


# --- one touch input ---

PANEL = """I: Bus=0018 Vendor=0416 Product=038f Version=0100
N: Name="Goodix Capacitive TouchScreen"
H: Handlers=mouse0 event4
B: PROP=2
B: EV=b
B: KEY=400 0 0 0 0 0
B: ABS=2608000 3

I: Bus=0003 Vendor=046d Product=c31c Version=0110
N: Name="Keyboard"
H: Handlers=sysrq kbd event0
B: EV=120013
"""
SINGLE = 'N: Name="A joystick"\nH: Handlers=js0 event2\nB: ABS=3\n'


@pytest.fixture
def devices(tmp_path):
    file = tmp_path / "devices"
    file.write_text(PANEL.replace("2608000 3", "265800000000003") + "\n" + SINGLE)
    return file


def test_a_touch_panel_is_known_by_what_it_tells(devices, tmp_path):
    assert list(touch_panels(devices)) == ["event4"]
    assert list(touch_panels(tmp_path / "nothing")) == []


def test_without_a_desktop_the_panel_itself_is_asked(devices):
    choice = choose_touch((), desktop=False, devices=devices, can_read=lambda _path: True)
    assert choice.line.endswith(",/dev/input/event4")
    assert choice.line.split("=")[1].split(",")[0] in ("mtdev", "hidinput")
    assert choice.trouble is None


@pytest.mark.parametrize("desktop", [True, False])
def test_on_a_desktop_or_without_a_panel_the_pointer_is_taken(tmp_path, desktop):
    assert choose_touch((), desktop, tmp_path / "nothing").line == POINTER


@cases(
    "wanted, key",
    {
        "no such device": (("panel=hidinput,/dev/input/event99",), "window.touch_missing"),
        "no device named": (("panel=mtdev",), "window.touch_missing"),
        "no such provider": (("panel=mouce,/dev/input/event0",), "window.touch_unknown"),
        "only a device": (("/dev/input/event0",), "window.touch_unknown"),
        "empty": (("",), "window.touch_unknown"),
    },
)
def test_a_wrong_touch_setting_says_what_helps_and_falls_back(tmp_path, wanted, key):
    choice = choose_touch(wanted, desktop=True, devices=tmp_path / "nothing")
    assert (choice.line, choice.trouble.key) == (POINTER, key)
    for language in ("de", "en"):
        said = screen_words().say(choice.trouble, language)
        assert "{" not in said and said != key


def test_of_several_inputs_only_the_first_is_taken():
    choice = choose_touch((POINTER, "panel=mtdev,/dev/input/event0"), desktop=True)
    assert (choice.line, choice.trouble.key) == (POINTER, "window.touch_many")


# --- fonts ---


def test_every_sign_of_our_own_words_is_in_the_usual_font():
    said = {
        form
        for code in found_languages()
        for forms in catalogue("ui.screen", code).sentences.values()
        for form in forms
    }
    lacking = {sign for sentence in said for sign in sentence if fonts.font_for(sign) != fonts.USUAL}
    assert not lacking


def test_a_sign_that_the_usual_font_lacks_takes_another_font():
    assert fonts.font_for("Würfel") == fonts.USUAL
    assert "DejaVu" in fonts.font_for("★")


def test_a_sign_that_no_font_has_is_told_and_shown_as_a_box(monkeypatch, caplog):
    monkeypatch.setattr(fonts, "_of_the_system", lambda: ())
    fonts.font_for.cache_clear()
    fonts._tell.cache_clear()
    with caplog.at_level("WARNING"):
        assert fonts.font_for("A\U0001fbff")
    assert "U+1FBFF" in caplog.text and "install a font" in caplog.text
    fonts.font_for.cache_clear()


@pytest.mark.parametrize(
    "broken", [b"", b"no font", b"\0\1\0\0" + b"\xff" * 40, struct.pack(">IH", 0x10000, 0)]
)
def test_a_broken_font_is_passed_over(tmp_path, monkeypatch, broken):
    file = tmp_path / "broken.ttf"
    file.write_bytes(broken)
    monkeypatch.setattr(fonts, "_of_the_system", lambda: (str(file),))
    fonts.font_for.cache_clear()
    assert fonts.font_for("A\U0001fbff")
    fonts.font_for.cache_clear()


# --- colours and words ---


@pytest.fixture(autouse=True)
def usual_colours():
    yield
    theme.wear({})


def test_high_contrast_is_high():
    palettes.wear("high")
    assert (
        min(theme.contrast(getattr(theme, ink), getattr(theme, ground)) for ink, ground in palettes.PAIRS)
        >= 7
    )


def test_no_two_colours_that_may_be_changed_are_one():
    """A colour is painted by its value: two names with one value could not be told apart."""
    values = [getattr(theme, name) for name in palettes.HIGH_CONTRAST]
    assert len(set(values)) == len(values)


def test_own_colours_are_worn(tmp_path):
    file = tmp_path / "theme.toml"
    file.write_text('ground = "#000000"\n')
    assert palettes.wear("own", file) is None
    assert theme.rgb(theme.GROUND) == (0, 0, 0)


@cases(
    "written, says",
    {
        "no TOML": ("ground = ", "nicht so geschrieben, wie TOML es will"),
        "no such colour": ('grount = "#000000"', "eine Farbe „grount“, die ich nicht kenne"),
        "no colour": ('ground = "black"', "Schreibe sie wie"),
        "a number": ("ground = 7", "Schreibe sie wie"),
        "cannot be read": ('text = "#1A2433"', "kaum zu lesen"),
        "no text": ("\udcff", "nicht lesen"),
    },
)
def test_a_broken_theme_says_what_is_wrong_and_the_usual_colours_stay(tmp_path, written, says):
    file = tmp_path / "theme.toml"
    file.write_bytes(written.encode("utf-8", "surrogateescape"))
    told = palettes.wear("own", file)
    assert told is not None
    sentence = screen_words().say(told, "de")
    assert says in sentence and str(file) in sentence and "{" not in sentence
    assert "usual" in screen_words().say(told, "en")
    assert theme.rgb(theme.GROUND) == theme.rgb("#0E1620")


def test_a_theme_that_is_not_there_is_told(tmp_path):
    told = palettes.wear("own", tmp_path / "none.toml")
    assert told is not None and "nicht lesen" in screen_words().say(told, "de")


@pytest.mark.screens
def test_a_broken_words_file_is_told_and_another_language_stands_in(tmp_path, screen, languages_in):
    (tmp_path / "de").mkdir()
    (tmp_path / "de" / "ui.screen.po").write_text('msgid "home.play"\nmsgstr "Spielen\n')
    languages_in(tmp_path)
    finger = screen({})
    told = [str(widget.text) for widget in finger.top.walk() if getattr(widget, "text", "")]
    assert any("de/ui.screen.po" in text and "install me again" in text for text in told)
    finger.tap("All right")
    assert "Play" in finger.texts()
