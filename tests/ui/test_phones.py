"""Phones as buttons: who comes in, who holds which seat, what each is shown, and when a press was made."""

import contextlib
import json
import socket

import pytest
from msgspec.structs import replace
from screen_audit import complaints
from screen_finger import furnished

from companion.asks import MS, Fact, Kind, Say, Source
from companion.calls.buttons import Pressed
from companion.clock import HandClock
from companion.games import find_game
from companion.journal import Journal
from companion.rulings import Importance, Note, Ruling, Verdict
from companion.seats import seats_named
from companion.table import Announcement, Table
from tests.at_first import quick
from tests.tables import cases
from ui.lab.trials.phones import phone_pairs
from ui.screen.ports import Trouble
from ui.stream import phones as module
from ui.stream.phones import EVERY, SILENT, Phone, Phones
from ui.stream.server import WRONG_CODES, Stream
from ui.stream.settings import StreamSettings
from ui.stream.websocket import LONGEST, TEXT

PEOPLE = ("Ada", "Ben", "Cem")


class Room:
    """A table with phones; each phone's clock is the table's own, and its link takes no time."""

    def __init__(self, game="abspecken", options=None, people=PEOPLE):
        self.clock = HandClock(10**12)
        self.delivered = []
        self.phones = Phones(self.clock.now, self.delivered.append)
        self.begin(game, options, people)

    def begin(self, game="abspecken", options=None, people=PEOPLE):
        journal = Journal.open(":memory:", self.clock)
        self.table = Table.start(find_game(game), seats_named(people), options or {}, journal, self.clock)
        self.table.wait_for_phones(self.phones.delays)
        self.table.listen(lambda told: self.phones.heard(told, self.table))
        self.phones.heard(None, self.table)

    def phone(self, seat="", token="", language="en"):
        phone = Phone(self.phones, language, lambda: None)
        self.phones.join(token, phone)
        if seat:
            self.say(phone, {"seat": seat})
        return phone

    def say(self, phone, message):
        phone.take(message if isinstance(message, str) else json.dumps(message), self.clock.now())
        return self.told(phone)

    def told(self, phone):
        """What the phone is told by now; it answers when it is asked for its clock."""
        phone.beat(self.clock.now())
        told = {}
        while phone.outbox:
            message = phone.outbox.popleft()
            told.update(message)
            if "clock" in message:
                answer = {"clock": message["clock"], "at": self.clock.now() / MS}
                phone.take(json.dumps(answer), self.clock.now())
        return told

    def in_step(self, phone, ms=600):
        for _ in range(ms // 60):
            self.clock.advance(60 * MS)
            self.told(phone)

    def troubles(self):
        told = {t.what: t.says and t.says.key for t in self.delivered if isinstance(t, Trouble)}
        return {what: key for what, key in told.items() if key}

    def presses(self):
        return [thing for thing in self.delivered if isinstance(thing, Pressed)]


@pytest.fixture
def room():
    return Room()


# --- seats ---


def test_a_phone_chooses_one_of_the_free_seats_and_the_table_hears_of_it(room):
    phone = room.phone()
    assert [seat["name"] for seat in room.told(phone)["seats"]] == list(PEOPLE)

    shown = room.say(phone, {"seat": "Ben"})["table"]
    assert (shown["seat"]["name"], shown["score"], shown["press"]) == ("Ben", 0, "")
    assert room.troubles() == {"phone:Ben": "table.phone_here"}
    room.phones.tick(room.clock.now() + 60_000 * MS)
    assert room.troubles() == {}


def test_no_second_phone_gets_a_seat_that_is_held(room):
    """Nothing private to the wrong seat: not by asking for it, and not while its phone is away."""
    first, second = room.phone("Ada"), room.phone()
    assert room.say(second, {"seat": "Ada"})["taken"] and second.seat == ""
    room.phones.leave(first)

    assert room.say(second, {"seat": "Ada"})["taken"]
    assert room.troubles() == {"phone:Ada": "table.phone_lost"}


def test_a_phone_that_comes_back_has_its_seat_again(room):
    token = room.told(phone := room.phone())["token"]
    room.say(phone, {"seat": "Ada"})
    room.phones.leave(phone)
    again = room.phone(token=token)

    assert again.seat == "Ada" and "table" in room.told(again)
    assert room.troubles() == {"phone:Ada": "table.phone_here"}


def test_a_second_window_of_the_same_phone_takes_over(room):
    token = room.told(phone := room.phone())["token"]
    room.say(phone, {"seat": "Ada"})
    again = room.phone(token=token)

    assert room.told(phone)["denied"] == "elsewhere" and phone.over
    room.phones.leave(phone)
    assert again.seat == "Ada" and room.phones.here()["Ada"] is not None


def test_the_table_can_take_a_seat_away_and_a_phone_can_give_it_back(room):
    phone = room.phone("Ada")
    room.phones.let_go("Ada")
    assert "seats" in room.told(phone) and room.phones.here() == {}

    room.say(phone, {"seat": "Ada"})
    assert "seats" in room.say(phone, {"seat": ""})
    assert room.troubles() == {}


def test_other_people_sit_where_nobody_elses_phone_is(room):
    phone = room.phone("Ada")
    room.begin(people=("Cem", "Ada", "Ben"))
    assert phone.seat == "Ada", "the same people once more"
    room.begin(people=("Ada", "Dora"))
    assert phone.seat == ""


def test_a_bots_seat_is_offered_to_nobody(room):
    seats = (*seats_named(("Ada", "Ben"))[:1], replace(seats_named(("Ada", "Ben"))[1], bot="easy"))
    table = Table.start(find_game("abspecken"), seats, {}, Journal.open(":memory:", room.clock), room.clock)
    room.phones.heard(None, table)

    assert [seat["name"] for seat in room.told(room.phone())["seats"]] == ["Ada"]


# --- what is shown ---


PRIVATE = Note(Say("common.trouble", {"sentence": "behind the cover"}), "AM-7", Importance.PRIVATE, "Ada")
PUBLIC = Note(Say("common.trouble", {"sentence": "for all"}))
WHY = Say("common.trouble", {"sentence": "why not"})


@cases(
    "notes, refused, secret, ada, ben",
    {
        "what all may hear": ([PUBLIC], False, False, ("said", 1), ("said", 1)),
        "a private note is for its seat": ([PRIVATE], False, False, ("secret", 1), ("secret", 0)),
        "what was shown in secret is for who showed it": ([PUBLIC], False, True, ("secret", 1), ("said", 0)),
        "and so is why it was refused": ([], True, True, ("secret", 1), ("said", 0)),
        "an open refusal is for all": ([], True, False, ("said", 1), ("said", 1)),
    },
)
def test_what_each_seat_is_told(room, notes, refused, secret, ada, ben):
    fact = Fact(Kind.CHOICE, 1, 5, Source.TOUCH, "Ada")
    verdict = Verdict.REFUSED if refused else Verdict.ACCEPTED
    ruling = Ruling(verdict, why=WHY if refused else None, notes=tuple(notes))
    room.phones.heard(Announcement(7, fact, ruling, "fact", secret), room.table)

    for seat, (where, how_many) in (("Ada", ada), ("Ben", ben)):
        assert len(room.phones.moment.shown_to(seat, "en")[where]) == how_many


def test_what_is_asked_of_one_seat_in_secret_is_shown_there_alone():
    room = Room("wobble")
    asks = room.table.asks
    says = Say("common.trouble", {"sentence": "psst"})
    hidden = replace(asks[0], id="hidden", seats=("Ada",), secret=True, optional=False, prompt=says)
    room.table.asks = (hidden,)
    room.phones.heard(None, room.table)

    assert (
        room.phones.moment.shown_to("Ada", "en")["asks"] != room.phones.moment.shown_to("Ben", "en")["asks"]
    )


def test_each_phone_speaks_its_own_language(room):
    phones = {seat: room.phone(language=code) for seat, code in zip(PEOPLE, ("en", "de", "fr"), strict=True)}
    shown = [room.say(phone, {"seat": seat})["table"]["asks"][0] for seat, phone in phones.items()]

    assert len(set(shown)) == 3


# --- presses ---


def buzzing(options=None):
    room = Room("buzzer", {"answer_s": 0, **(options or {})})
    ask = next(ask for ask in room.table.asks if ask.kind is Kind.CONFIRM)
    room.table.hear(Fact(Kind.CONFIRM, True, room.clock.now(), Source.TOUCH, ask.seats[0], ask.id))
    return room


def test_a_press_counts_from_the_time_on_the_phone():
    room = buzzing()
    phone = room.phone("Ben")
    room.in_step(phone)
    pressed = room.clock.now() - 40 * MS
    told = room.say(phone, {"press": True, "at": pressed / MS})
    (press,) = room.presses()
    room.table.feel(press)
    room.clock.advance(2_000 * MS)
    room.table.tick()

    assert (press.line, press.source, press.t) == ("2", Source.PHONE, pressed) and press.uncertainty < MS
    assert told["heard"] == round(press.uncertainty / MS, 1)
    assert room.table.state.pressed[0].seat == "Ben"
    entry = max(entry.entry for entry in room.table.log() if room.table.evidence(entry.entry))
    assert room.table.evidence(entry).presses[0].edges[0].uncertainty == press.uncertainty


def test_a_phone_shows_when_it_may_be_pressed():
    room = buzzing()
    assert room.say(room.phone(), {"seat": "Ada"})["table"]["press"]


@cases(
    "off_ms",
    {"before the last sign of its clock": -9_000, "in the future": 5_000, "a nonsense": 1e15},
)
def test_a_time_that_cannot_be_is_only_known_to_lie_between_what_can(off_ms):
    room = buzzing()
    phone = room.phone("Ada")
    room.in_step(phone)
    now = room.clock.now()
    room.say(phone, {"press": True, "at": now / MS + off_ms})

    (press,) = room.presses()
    assert press.t <= now <= press.t + press.uncertainty + 1 and press.uncertainty > 100 * MS


def test_a_press_before_the_clocks_are_in_step_is_asked_for_again(room):
    phone = room.phone()
    for message in ('{"seat": "Ada"}', '{"press": true, "at": 1}'):
        phone.take(message, room.clock.now())

    assert phone.outbox[-1] == {"again": True} and room.presses() == []


def test_one_finger_presses_no_more_often_than_a_finger_can(room):
    phone = room.phone("Ada")
    room.in_step(phone)
    for _ in range(50):
        room.say(phone, {"press": True, "at": room.clock.now() / MS})

    assert len(room.presses()) == module.IN_A_SECOND


def test_whoever_holds_no_seat_presses_for_nobody(room):
    phone = room.phone()
    room.in_step(phone)
    room.say(phone, {"press": True, "at": room.clock.now() / MS})

    assert room.presses() == []


def test_calls_wait_for_as_long_as_a_press_may_be_on_its_way():
    """Two phones are here, one of them slow: nothing is decided before both could have been heard."""
    room = buzzing()
    assert room.phones.delays() == {}
    fast, slow = room.phone("Ada"), room.phone("Ben")
    room.in_step(fast)
    room.in_step(slow)
    slow.clock.heard(module.Trip(room.clock.now() - 400 * MS, room.clock.now() // 1, room.clock.now()))
    least = module.DELAYS[0]
    assert room.phones.delays() == {"Ada": least, "Ben": 400 * MS}

    now = room.clock.now()
    room.table.hear(Fact(Kind.CALL, "buzz", now, Source.TOUCH, "Cem"))
    assert room.table.next_tick() == now + 50 * MS + 400 * MS
    room.phones.leave(slow)
    assert room.table.next_tick() == now + 50 * MS + least, "a phone that sleeps is not waited for"


# --- sleeping, and getting lost ---


def test_a_phone_that_sleeps_is_said_and_its_clock_learnt_anew(room):
    token = room.told(phone := room.phone())["token"]
    room.say(phone, {"seat": "Ada"})
    room.in_step(phone)
    room.phones.leave(phone)
    assert room.troubles() == {"phone:Ada": "table.phone_lost"} and room.phones.here() == {"Ada": None}

    again = room.phone(token=token)
    assert again.clock.last is None and room.phones.here()["Ada"] == SILENT, "nothing is known of it yet"


def test_a_phone_that_does_not_answer_is_lost(room):
    phone = room.phone("Ada")
    room.in_step(phone)
    room.clock.advance(SILENT + EVERY)
    phone.beat(room.clock.now())

    assert phone.over


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "5", '"at"', "null", '{"at": "x"}', '{"press": 1, "at": NaN}', '{"press": 1, "at": 1e99}',
     '{"clock": [1], "at": 1}', '{"clock": 99, "at": 1}', '{"seat": {}}', '{"grain": 1, "at": -1e300}',
     "[" * 4000, '{"press": true}', '{"at": {}}', '{"seat": "\\ud800"}'],
)  # fmt: skip
def test_nothing_that_a_phone_says_hurts(room, text):
    phone = room.phone("Ada")
    room.in_step(phone)
    room.say(phone, text)

    assert phone.seat == "Ada" and not phone.over


# --- the server ---


@pytest.fixture
def stream():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    stream = Stream(StreamSettings(listen="phones", port=port), lambda: "en")
    stream.troubles = []
    stream.phones._deliver = stream.troubles.append
    stream.open()
    yield stream
    stream.close()


def linked(stream, query="", origin=None, host="table:1"):
    """The first line of the answer, and the connection."""
    connection = socket.create_connection(("127.0.0.1", stream.port), timeout=5)
    connection.sendall(
        f"GET /link?{query} HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin or 'http://' + host}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    answer = b""
    while b"\r\n\r\n" not in answer and (came := connection.recv(1)):
        answer += came
    return answer.decode(), connection


def heard(connection):
    """The next message from there."""
    size = _exactly(connection, 2)[1]
    size = int.from_bytes(_exactly(connection, 2), "big") if size == 126 else size
    return json.loads(_exactly(connection, size))


def _exactly(connection, size):
    read = b""
    while len(read) < size:
        came = connection.recv(size - len(read))
        assert came, "it was closed"
        read += came
    return read


def frame(text, kind=TEXT):
    body = text.encode()
    length = bytes((0x80 | len(body),)) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
    return bytes((0x80 | kind,)) + length + b"\0\0\0\0" + body


def test_with_the_code_a_phone_is_let_in(stream):
    answer, connection = linked(stream, f"code={stream.code}")

    assert answer.startswith("HTTP/1.1 101") and "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in answer  # RFC 6455, 1.3
    assert "token" in heard(connection)
    assert {*heard(connection), *heard(connection)} == {"clock", "seats"}
    connection.sendall(frame('{"clock": 1, "at": 5}') + frame('{"grain": 0.1}') + frame("x" * 300))
    assert "clock" in heard(connection)
    connection.close()


def test_a_wrong_code_cannot_be_tried_out_and_the_table_hears_of_it(stream):
    said = [heard(linked(stream, f"code={n}")[1]) for n in range(WRONG_CODES)]
    assert said == [{"denied": "code"}] * WRONG_CODES
    assert stream.troubles[-1].says.key == "table.phone_guessed"

    assert heard(linked(stream, f"code={stream.code}")[1]) == {"denied": "later"}


def test_an_old_code_that_many_phones_still_know_locks_nobody_out(stream):
    for _ in range(3 * WRONG_CODES):
        assert heard(linked(stream, "code=111")[1]) == {"denied": "code"}

    assert "token" in heard(linked(stream, f"code={stream.code}")[1])


def test_a_phone_that_is_known_needs_no_code(stream):
    _, connection = linked(stream, f"code={stream.code}")
    token = heard(connection)["token"]
    stream.phones.seats[token] = "Ada"
    connection.close()
    for n in range(WRONG_CODES):
        linked(stream, f"code={n}")

    assert heard(linked(stream, f"token={token}")[1]) == {"token": token}


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://table:1", "http://table:2"])
def test_a_page_from_elsewhere_cannot_press(stream, origin):
    assert linked(stream, f"code={stream.code}", origin)[0].startswith("HTTP/1.0 403")


@pytest.mark.parametrize(
    "sent",
    [b"\0" * 40, b"\x81\x05hello", b"\x81\xff" + b"\0" * 12, b"\x82\x80\0\0\0\0", b"\x88\x80\0\0\0\0",
     b"\x01\x81\0\0\0\0x", b"\xff" * 9000, frame("x" * LONGEST + "x")],
)  # fmt: skip
def test_any_bytes_in_a_link_are_borne(stream, sent):
    _, connection = linked(stream, f"code={stream.code}")
    with contextlib.suppress(OSError):  # it may be closed already
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
    connection.close()

    assert "token" in heard(linked(stream, f"code={stream.code}")[1])


@pytest.mark.parametrize("listen", ["network", "here"])
def test_where_only_looking_is_allowed_nobody_can_press(stream, listen):
    stream.open_to(listen)
    for path in ("phone", "phone.js", "link", "words"):
        with socket.create_connection(("127.0.0.1", stream.port), timeout=5) as connection:
            connection.sendall(f"GET /{path} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())
            assert b" 404 " in connection.recv(100)


def test_switching_off_sends_all_away_and_a_new_code_comes_with_switching_on(stream):
    _, connection = linked(stream, f"code={stream.code}")
    heard(connection)
    assert stream.open_to("off") == "" and (stream.address, stream.port) == ("", 0)
    assert [heard(connection), heard(connection), heard(connection)][-1] == {"denied": "closed"}
    stream.open_to("phones")

    assert stream.address.endswith(f"/phone#{stream.code}") and len(stream.code) == 6


def test_whoever_is_let_in_in_the_middle_of_a_game_sees_its_seats(stream):
    stream.open_to("off")
    clock = HandClock(10**12)
    stream.heard(
        None,
        Table.start(find_game("abspecken"), seats_named(PEOPLE), {}, Journal.open(":memory:", clock), clock),
    )
    stream.open_to("phones")

    assert len(stream.phones.free()) == 3


# --- the page at the table ---


class Door:
    """Somebody lets phones in."""

    def __init__(self):
        self.listen, self.code, self.trouble, self.phones = "off", "304817", "", self
        self.held = {"Ada": 4 * MS, "Maximilian-Konstantin": None}

    @property
    def address(self):
        page = {"network": "?code=304817", "phones": "phone#304817"}.get(self.listen)
        return page and f"http://192.168.178.42:13550/{page}"

    def here(self):
        return dict(self.held)

    def let_go(self, seat):
        del self.held[seat]

    def open_to(self, listen):
        self.listen = listen
        return ""


@pytest.mark.screens
@pytest.mark.parametrize("size", quick([(800, 480), (720, 1280)], 2))
def test_phones_are_let_in_on_a_page_that_shows_the_way(screen, size, shots_folder):
    door = Door()
    rooms = replace(furnished({"sums": find_game("sums")}), stream=door)
    finger = screen.in_rooms(rooms, size)
    finger.app.go("settings")
    finger.tap("Handys")
    assert any("ohne App und Konto" in text for text in finger.texts())
    finger.shot(shots_folder / f"phones-off-{size[0]}.png")
    assert complaints(finger.page) == []
    for way, listen in (("Nur zusehen", "network"), ("Auch drücken", "phones")):
        finger.tap(way)
        finger.wait(lambda way=way: any("192.168.178.42" in text for text in finger.texts()))
        finger.wait(lambda listen=listen: door.listen == listen and finger.page._door.listen == listen)
        finger.step(3)
        finger.shot(shots_folder / f"phones-{listen}-{size[0]}.png")
        assert complaints(finger.page) == []
    assert "304817" in finger.texts()
    finger.tap("Wegnehmen")
    assert list(door.held) == ["Maximilian-Konstantin"]
    finger.tap("Niemand")
    finger.wait(lambda: any("ohne App" in text for text in finger.texts()))


# --- ten thousand pairs ---


@pytest.mark.timeout(900)
@pytest.mark.parametrize("pairs", quick([150, 10_000], more=0))
def test_of_pairs_by_phone_over_a_bad_link_none_has_a_wrong_winner(pairs):
    done = phone_pairs(pairs)

    assert done.held, done
    assert done.right > pairs // 3, "not everything is a tie"
