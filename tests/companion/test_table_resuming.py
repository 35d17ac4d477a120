"""The table after a pulled plug, its secrets, and whatever else comes in."""

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.asks import Fact, Kind, Say, Source
from companion.calls.buttons import Fairness
from companion.clock import HandClock
from companion.rulings import Verdict
from companion.seats import seats_named
from companion.table import Table
from companion.table.line import replay
from tests.companion.small_game import GAME
from tests.companion.small_game.rules import Table as SmallState
from tests.companion.small_game.sitting import NAMES, Sitting

# --- resuming ---


def test_after_a_pulled_plug_the_same_game_waits_at_the_same_ask(at):
    at.round(3, "Ana", "Cem")
    at.to_the_call(5)
    at.touch_call("Cem")
    at.wait(100)

    again = at.resumed()

    assert again.state == at.table.state
    assert again.asks == at.table.asks
    assert again.seats == at.table.seats
    assert again.options == at.table.options
    assert again.game_id == at.table.game_id
    assert again.log()[:-1] == at.table.log()


def test_a_game_that_was_left_is_not_offered_again(at):
    at.table.leave()

    assert at.table.asks == ()
    assert at.resumed() is None


def test_the_last_unfinished_game_is_resumed_and_others_by_their_number(at):
    clock = HandClock()
    second = Table.start(GAME, seats_named(["X", "Y"]), {}, at.journal, clock)

    assert at.resumed().game_id == second.game_id
    assert Table.resume(at.journal, clock, at.table.game_id, lambda name: GAME).state == at.table.state


def test_a_game_that_is_not_installed_any_more_is_not_resumed(at):
    assert Table.resume(at.journal, HandClock()) is None


def test_if_the_rules_have_changed_the_game_goes_on_where_it_can_be_followed(at, monkeypatch):
    at.roll(4)
    at.wait(1000)
    at.touch_call("Ana")
    at.wait(100)
    old = type(GAME).play
    monkeypatch.setattr(
        type(GAME), "play", lambda self, state, move: 1 / 0 if state.die == 4 else old(self, state, move)
    )

    again = at.resumed()
    assert (again.state.die, again.state.callers) == (4, ())
    monkeypatch.undo()
    later = Table.resume(at.journal, HandClock(), find=lambda name: GAME)
    assert later.state == again.state


def test_an_entry_of_a_kind_that_nobody_knows_stops_no_game(at):
    at.roll(4)
    at.journal.append(at.table.game_id, [("applause", {"loud": True})])

    again = at.resumed()

    assert again.state == at.table.state
    assert [line.by for line in again.log()] == ["start", "fact", "start"]
    assert again.hear(Fact(Kind.CALL, "mine", 7, Source.TOUCH, "Ana")) is None


# --- secrets ---


def test_what_is_asked_in_secret_is_not_told_in_the_log(at, monkeypatch):
    asks = type(GAME).asks
    monkeypatch.setattr(
        type(GAME),
        "asks",
        lambda self, state: tuple(msgspec.structs.replace(ask, secret=True) for ask in asks(self, state)),
    )
    secret = Sitting()

    secret.roll(4)

    assert secret.told[-1].secret
    assert secret.table.log()[-1].says == Say("log.secret", {"who": Say("source.camera")})


# --- whatever comes in ---

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 9)
    | st.floats()
    | st.text(max_size=5)
    | st.binary(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["pips", "cards", "place", "move"]), inner)
    ),
    max_leaves=6,
)
sensible = st.one_of(
    st.integers(0, 7).map(lambda n: (Kind.DICE, {"pips": [n]})),
    st.just((Kind.CALL, "mine")),
    st.booleans().map(lambda b: (Kind.CHOICE, b)),
    st.just((Kind.TIME, "mine")),
)
kinds_and_values = st.one_of(sensible, sensible, st.tuples(st.sampled_from(Kind), values))
happenings = st.one_of(
    st.tuples(
        st.just("hear"),
        kinds_and_values,
        st.sampled_from(["", "Ana", "Ben", "Cem", "Zoe", "\ud800"]),
        st.sampled_from(Source),
        st.sampled_from([1.0, 1.0, 0.5]),
        st.lists(st.just({"pips": [2]}) | values, max_size=2),
    ),
    st.tuples(
        st.just("propose"), st.dictionaries(st.sampled_from(["move", "seat", "pips"]), values) | values
    ),
    st.tuples(st.just("press"), st.sampled_from(NAMES), st.floats(-5, 60), st.sampled_from([0, 1, 80])),
    st.tuples(st.just("wait"), st.integers(0, 6000)),
    st.tuples(st.just("undo"), st.integers(-1, 3), st.booleans()),
    st.tuples(st.just("undo_to"), st.integers(-1, 12), st.booleans()),
    st.tuples(
        st.just("override"), st.dictionaries(st.sampled_from(["die", "phase", "seats"]), values) | values
    ),
    st.tuples(
        st.just("correct"), st.integers(0, 12), st.integers(0, 7).map(lambda n: {"pips": [n]}) | values
    ),
)


def happen(at, happening):
    match happening:
        case ("hear", (kind, value), seat, source, sure, choices):
            t = at.clock.now()
            at.table.hear(Fact(kind, value, t, source, seat, sure=sure, choices=tuple(choices)))
        case ("propose", move):
            at.table.propose(move)
        case ("press", seat, after, hold):
            at.press(seat, after, hold)
        case ("wait", ms):
            at.wait(ms)
        case ("undo", steps, agreed):
            at.table.undo(steps, agreed=agreed)
        case ("undo_to", entry, agreed):
            at.table.undo_to(entry, agreed=agreed)
        case ("override", position):
            at.table.override(position, "so be it")
        case ("correct", entry, value):
            at.table.correct(entry, value)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=60)
@given(st.lists(happenings, max_size=25))
def test_whatever_comes_in_the_replay_of_the_journal_is_the_state(all_that_happens):
    at = Sitting()
    for happening in all_that_happens:
        happen(at, happening)
        replayed = replay(GAME, at.journal.entries(at.table.game_id))
        assert replayed.trouble == ""
        assert replayed.line.state == at.table.state
        assert isinstance(at.table.state, SmallState)
    assert at.journal.verify().good
    assert [a.entry for a in at.told if a.entry] == sorted(a.entry for a in at.told if a.entry)


@settings(deadline=None, max_examples=30)
@given(st.lists(st.tuples(st.integers(1, 6), st.permutations(NAMES), st.booleans()), max_size=4), st.data())
def test_undoing_leads_back_to_what_was(rounds, data):
    at = Sitting(goal=1000)
    for pips, seats, keeps in rounds:
        at.round(pips, seats[0], seats[1], keeps)
    entries = at.journal.entries()
    moves = [n for n, line in enumerate(at.table.log()) if n == 0 or line.stands]
    states = [replay(GAME, entries[: n + 1]).line.state for n in moves]
    steps = data.draw(st.integers(0, len(states) - 1))

    if steps:
        assert at.table.undo(steps, agreed=True).verdict is Verdict.ACCEPTED

    assert at.table.state == states[-1 - steps]
    assert at.resumed().state == at.table.state


def test_the_fairness_of_the_house_is_stored_with_the_game(at):
    assert at.journal.games()[0].start["fairness"]["button_ms"] == Fairness().button_ms
