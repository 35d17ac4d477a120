"""The event stream: off by default, only questions, only what all may know; no input hurts it."""

import contextlib
import json
import re
import socket
import threading
import time
from http.client import HTTPConnection
from random import Random

import pytest

from companion.asks import MS, Fact, Kind, Source
from companion.clock import HandClock
from companion.games import find_game
from companion.journal import Journal
from companion.lab.family import family_class
from companion.seats import seats_named
from companion.table import Table
from ui.lab.compared import ComparedEvening, PlainSenses
from ui.screen.ports import NoBoard
from ui.screen.rooms import Rooms
from ui.screen.sitting import Sitting
from ui.settings import Forgetful, Settings
from ui.stream import server
from ui.stream.events import event_of, snapshot
from ui.stream.server import LISTENERS, VISITORS, WRONG_CODES, Stream
from ui.stream.settings import StreamSettings

EN = lambda: "en"  # noqa: E731


def opened(listen="here"):
    """A stream on any port that is free."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    stream = Stream(StreamSettings(listen=listen, port=port), EN)
    stream.open()
    assert stream.port == port, stream.trouble
    return stream


@pytest.fixture
def here():
    stream = opened()
    yield stream
    stream.close()


@pytest.fixture
def network():
    stream = opened("network")
    yield stream
    stream.close()


def seated(stream):
    clock = HandClock(10**9)
    journal = Journal.open(":memory:", clock)
    game = find_game("abspecken")
    table = Table.start(game, seats_named(("Ada", "Ben", "Cem")), {}, journal, clock)
    Sitting(table, Rooms({}, journal, clock, NoBoard(), Forgetful(), listener=stream.heard))
    return table, clock


def do_something(table, clock):
    ask = next(ask for ask in table.asks if ask.kind is Kind.CHOICE)
    clock.advance(500 * MS)
    return table.hear(Fact(Kind.CHOICE, ask.choices[0].value, clock.now(), Source.TOUCH, ask=ask.id))


def ask(stream, path, method="GET", host="localhost", body=None):
    connection = HTTPConnection("127.0.0.1", stream.port, timeout=10)
    connection.request(method, path, body=body, headers={"Host": host})
    answer = connection.getresponse()
    content = answer.read() if path.partition("?")[0] != "/events" or answer.status != 200 else b""
    return answer, content, connection


def test_by_default_nothing_listens():
    assert Settings().stream.listen == "off"
    stream = Stream(StreamSettings(), EN)
    stream.open()
    assert stream.port == 0 and stream.findings() == ()
    stream.close()


def test_what_happens_is_told_as_it_happens(here):
    answer, _, connection = ask(here, "/events")
    table, clock = seated(here)
    do_something(table, clock)
    ruling = next_event(answer)
    while ruling["event"] != "ruling":  # whoever comes while people sit down is shown the table first
        ruling = next_event(answer)
    shown = next_event(answer)
    connection.close()

    assert (ruling["event"], ruling["verdict"]) == ("ruling", "accepted")
    assert [person["seat"] for person in shown["people"]] == ["Ada", "Ben", "Cem"]
    assert shown["asks"] and shown["game"]
    assert json.loads(ask(here, "/table")[1]) == shown


def next_event(answer):
    for line in answer:
        if line.startswith(b"data: "):
            return json.loads(line[6:])
    raise AssertionError("the stream has ended")


@pytest.mark.parametrize(("path", "kind"), [("/", "html"), ("/page.css", "css"), ("/page.js", "javascript")])
def test_the_page_for_a_second_screen_is_there_and_loads_nothing_from_elsewhere(here, path, kind):
    answer, content, _ = ask(here, path)

    assert answer.status == 200 and kind in answer.headers["Content-Type"]
    assert b"http://" not in content and b"https://" not in content
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "NONSENSE"])
def test_there_is_nothing_to_change(here, method):
    table, clock = seated(here)
    do_something(table, clock)
    before = table.state
    for path in ("/", "/events", "/table", "/undo"):
        assert ask(here, path, method, body=b"{}")[0].status == 501

    assert table.state is before


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "10.0.0.7:80", "[::2]"])
def test_a_page_from_elsewhere_cannot_lead_a_browser_here(here, host):
    assert ask(here, "/table", host=host)[0].status == 403
    assert ask(here, "/", host=host)[0].status == 403


def test_on_this_machine_it_listens_on_loopback_only(here):
    assert here._server.server_address[0] == "127.0.0.1"


def test_on_the_network_the_code_is_asked_for_and_cannot_be_tried_out(network):
    right = f"/table?code={network.code}"
    assert len(network.code) == 6
    assert ask(network, right, host="companion.local")[0].status == 200
    assert ask(network, "/")[0].status == 200, "the empty page tells nothing"
    wrong = [ask(network, f"/table?code={n}")[0].status for n in range(WRONG_CODES)]

    assert wrong == [403] * WRONG_CODES
    assert ask(network, right)[0].status == 429
    assert ask(network, f"/events?code={network.code}")[0].status == 429
    assert network.code in network.address and network.findings()[0].says.key == "stream_network"


def test_what_a_browser_asks_for_by_itself_is_no_wrong_code(network):
    asked = [ask(network, path)[0].status for path in ("/favicon.ico", "/robots.txt") * WRONG_CODES]

    assert set(asked) == {404}
    assert ask(network, f"/table?code={network.code}")[0].status == 200


def test_so_many_visitors_at_once_and_no_more(here):
    """Whoever comes while all places are taken is sent away; none of them keeps a thread."""
    before = threading.active_count()
    with contextlib.ExitStack() as silent:
        crowd = [
            silent.enter_context(socket.create_connection(("127.0.0.1", here.port), timeout=5))
            for _ in range(VISITORS + 12)
        ]
        assert crowd[-1].recv(1) == b""
        assert threading.active_count() <= before + VISITORS
    waited(lambda: threading.active_count() <= before)
    assert ask(here, "/table")[0].status == 200


def test_whoever_speaks_letter_by_letter_is_let_go(here, monkeypatch):
    monkeypatch.setattr(server, "QUIET_S", 0.3)
    with socket.create_connection(("127.0.0.1", here.port), timeout=5) as slow:
        slow.settimeout(0.05)
        began = time.monotonic()
        while time.monotonic() - began < 5:
            with contextlib.suppress(TimeoutError):
                try:
                    slow.sendall(b"G")
                    if slow.recv(1) == b"":
                        break
                except (ConnectionResetError, BrokenPipeError):
                    break
        assert time.monotonic() - began < 3


def waited(holds):
    over = time.monotonic() + 10
    while not holds() and time.monotonic() < over:
        time.sleep(0.02)
    assert holds()


def test_a_table_is_shown_as_soon_as_people_sit_at_it(here):
    """Also after a restart, when a game goes on and nothing has been ruled yet."""
    table, _ = seated(here)

    assert json.loads(ask(here, "/table")[1])["game"] == table.game.about.title


def test_there_is_room_for_some_listeners_and_the_game_never_waits_for_them(here):
    listening = [ask(here, "/events") for _ in range(LISTENERS)]
    assert ask(here, "/events")[0].status == 503

    table, clock = seated(here)
    for _ in range(80):  # nobody reads
        do_something(table, clock)
        table.undo(agreed=True)
    for _, _, connection in listening:
        connection.close()
    assert do_something(table, clock).verdict == "accepted"


def test_a_port_that_is_taken_is_told_and_the_house_goes_on(here):
    second = Stream(StreamSettings(listen="here", port=here.port), EN)
    second.open()

    assert second.port == 0 and second.findings()[0].says.key == "stream_trouble"
    second.close()


def test_any_bytes_are_borne(here):
    random = Random(5)
    starts = (b"GET ", b"GET /events HTTP/1.1\r\n", b"", b"\0", b"GET /table?code=", b"HEAD / HTTP/1.0\r\n")
    for number in range(50):
        with socket.create_connection(("127.0.0.1", here.port), timeout=5) as visitor:
            visitor.sendall(random.choice(starts) + random.randbytes(random.randrange(600)) + b"\r\n\r\n")
            visitor.shutdown(socket.SHUT_WR)
            if number % 10 == 0:
                visitor.recv(200)

    assert ask(here, "/table")[0].status == 200


def test_closing_twice_is_fine(here):
    here.close()
    here.close()
    assert here.port == 0


@pytest.mark.parametrize("name", ["squeeze_play", "pack_rat", "cui_bono"])
def test_no_place_of_the_pyramid_is_named_where_there_is_no_drawing(name):
    game, clock, told = find_game(name), HandClock(10**9), list[str]()
    people = ("Ada", "Ben", "Cem")
    with Journal.open(":memory:", clock) as journal:
        table = Table.start(game, seats_named(people, "en"), game.options(), journal, clock)
        table.listen(
            lambda news: told.append(json.dumps([event_of(news, table, "en"), snapshot(table, "en")]))
        )
        family = family_class(game)(game, people, table.options, Random(3), 0.1)
        ComparedEvening(table, family, clock, PlainSenses(clock)).play(40)
    assert any("in the drawing" in news for news in told)
    assert not [news for news in told if re.search(r"A\d+-B\d+-C\d+", news)]
