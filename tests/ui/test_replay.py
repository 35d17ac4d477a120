"""Shown again: the last seconds before a call or a ruling, in memory alone, and with each press marked."""

from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from msgspec.structs import replace
from screen_audit import complaints
from test_photo_finish_live import GONE, live  # noqa: F401  (the table that is played live)

from companion.asks import MS, Ask, Fact, Kind, Say, Source
from companion.rulings import Note, Ruling, Verdict
from companion.sightings import Frame
from companion.table import Announcement
from hardware.camera.eye import Camera
from tests.tables import cases
from ui.replay import Replay
from ui.screen.pages.replay import TimeLine
from vision.clip import packed, unpacked

SECOND = 1000 * MS
OPEN = SimpleNamespace(asks=())
SECRET = SimpleNamespace(asks=(Ask("show", Kind.CARD, ("Ada",), Say("ask.show"), "W10", secret=True),))


class Table:
    """A camera with 30 pictures a second, what is wished, and who is told of rulings."""

    def __init__(self, wished=True):
        self.now, self.wished = 0, wished
        self.camera = Camera(lambda: None, lambda: self.now)
        self.replay = Replay(self.camera, lambda: self.wished, lambda: self.now)
        self.picture = np.random.default_rng(1).integers(0, 255, (720, 1280, 3)).astype(np.uint8)
        self.picture = cv2.GaussianBlur(self.picture, (9, 9), 0)  # about as hard to pack as a table

    def look(self, seconds):
        for _ in range(round(seconds * 30)):
            self.now += SECOND // 30
            for heard in self.camera._listeners:
                heard(Frame(self.picture, self.now, 0))

    def announce(self, kind, seat, ago=0.0, table=OPEN, secret=False):
        fact = Fact(kind, "stop", self.now - round(ago * SECOND), Source.BUTTON, seat)
        ruling = Ruling(Verdict.ACCEPTED, "A1", notes=(Note(Say("told")),))
        self.replay.heard(Announcement(1, fact, ruling, "fact", secret), table)


def spans(table):
    return [tuple(round(abs(t - clip.t) / SECOND) for t in clip.span) for clip in table.replay.clips()]


def test_ten_seconds_before_a_call_and_one_after_it():
    table = Table()
    table.look(25)
    table.announce(Kind.CALL, "Ada", ago=0.05)
    table.look(5)
    table.announce(Kind.DICE, "Ben")
    table.look(5)
    call, ruling = table.replay.clips()
    assert spans(table) == [(10, 1), (10, 1)]
    assert [press.seat for press in call.presses] == ["Ada"] and not ruling.presses
    assert call.pressed(call.t - 1) is None and call.pressed(call.t).seat == "Ada"


def test_calls_that_were_close_to_each_other_are_marked_in_one_clip_in_their_order():
    table = Table()
    table.look(3)
    table.announce(Kind.CALL, "Ben")
    table.announce(Kind.CALL, "Ada", ago=0.2)
    (clip,) = table.replay.clips()
    assert [press.seat for press in clip.presses] == ["Ada", "Ben"]
    table.look(4)
    table.announce(Kind.CALL, "Cem")
    (clip,) = table.replay.clips()
    assert [press.seat for press in clip.presses] == ["Cem"]


@cases("does", {"never": lambda t: None, "not any more": lambda t: t.look(20)})
def test_nothing_is_kept_that_is_not_wished(does):
    table = Table(wished=True)
    does(table)
    table.wished = False
    table.look(1)
    table.announce(Kind.CALL, "Ada")
    table.look(1)
    assert table.replay.clips() == () and not table.replay._frames


def test_what_is_shown_in_private_is_in_no_clip():
    table = Table()
    table.look(12)
    table.announce(Kind.CALL, "Ben", table=SECRET)
    begins = table.now
    table.look(4)
    table.announce(Kind.CARD, "Ada", secret=True)
    ends = table.now
    table.look(4)
    table.announce(Kind.CALL, "Ben")
    table.look(12)
    table.announce(Kind.CALL, "Cem")
    seen = [frame.t for frame in (*table.replay.clips()[0].frames, *table.replay._frames)]
    assert seen and not [t for t in seen if begins < t < ends + 4 * SECOND]


def test_who_sits_down_next_sees_nothing_of_the_game_before():
    table = Table()
    table.look(3)
    table.announce(Kind.CALL, "Ada")
    table.replay.heard(None, OPEN)
    assert table.replay.clips() == ()


def test_memory_has_a_bound():
    """Both clips and what is seen now, however long it runs: of this picture 12 MB."""
    table = Table()
    for _ in range(6):
        table.look(13)
        table.announce(Kind.CALL, "Ada")
        table.announce(Kind.DICE, "Ada")
    kept = {id(f.picture): len(f.picture) for c in table.replay.clips() for f in c.frames}
    kept |= {id(f.picture): len(f.picture) for f in table.replay._frames}
    assert len(kept) <= 3 * 112 and sum(kept.values()) < 30_000_000


def test_a_film_to_take_along_is_twice_as_long_and_marks_the_press(tmp_path):
    table = Table()
    table.look(12)
    table.announce(Kind.CALL, "Ada")
    table.look(2)
    (clip,) = table.replay.clips()
    (tmp_path / "film.webm").write_bytes(clip.as_film())
    film = cv2.VideoCapture(str(tmp_path / "film.webm"))
    assert film.get(cv2.CAP_PROP_FPS) == pytest.approx(5, rel=0.01)
    marked = []
    while (read := film.read())[0]:
        blue, _green, red = read[1][2, 300]
        marked.append(int(red) - int(blue) > 80)
    assert len(marked) in range(108, 112) and marked.index(True) in range(98, 102) and sum(marked) == 3


def test_a_packed_picture_shows_what_the_picture_shows():
    picture = np.full((720, 1280, 3), 40, np.uint8)
    cv2.circle(picture, (640, 360), 60, (255, 255, 255), -1)
    small = unpacked(packed(picture))
    assert small.shape == (360, 640, 3) and small[180, 320].min() > 240 and small[20, 20].max() < 60


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)], ids=str)
def test_a_live_game_is_shown_again_and_taken_along(live, shots_folder, tmp_path, size):  # noqa: F811
    """From drawn frames and the edge of a pin to the menu, the page and a file."""
    table = live(size)
    finger, exports = table.finger, tmp_path / "exports"
    finger.app.stage.rooms = replace(finger.app.stage.rooms, exports=exports)
    table.build()
    table.roll()
    table.hunt(GONE - 0.5)
    finger.tap("Menü")
    finger.tap("Noch einmal zeigen")
    page = finger.page
    (line,) = [thing for thing in page.walk(restrict=True) if isinstance(thing, TimeLine)]
    finger.wait(lambda: "Ada drückt" in finger.texts(), 20_000)
    finger.shot(shots_folder / f"replay-{size[0]}.png")
    assert complaints(page) == []
    assert page.t < page.clip.span[1]
    page.look_at(page.clip.span[0], held=True)
    finger.step(20)
    assert page.t == page.clip.span[0] == line.at, "a finger holds it"

    assert not exports.exists(), "nothing is kept by itself"
    finger.tap("Mitnehmen")
    finger.wait(lambda: any(text.startswith("Gespeichert") for text in finger.texts()), 20_000)
    (file,) = exports.glob("*.webm")
    assert cv2.VideoCapture(str(file)).read()[0]

    finger.tap("Die Entscheidung")
    assert finger.page.number == 1 and not finger.page.clip.presses
