"""The log of a game: what happened in words, which moves stand, and what is only for some eyes."""

from companion.asks import Fact, Kind, Say, Source
from companion.game import Outcome
from companion.rulings import Importance, Note, Ruling, Verdict
from companion.seats import seats_named
from companion.table.entries import Corrected, Ended, Heard, Left, Overridden, Resumed, Started, Undone
from companion.table.log import LogBook, what_happened
from tests.companion.in_short import sentence
from tests.tables import cases

OK = Ruling(Verdict.ACCEPTED)
FOR_ANA = Note(Say("look_again"), importance=Importance.PRIVATE, seat="Ana")
TOLD = Ruling(Verdict.ACCEPTED, notes=(FOR_ANA, Note(Say("laid", {"seat": "Ana"}))))


def heard(kind, value, seat="Ana", **more):
    return Heard(Fact(kind, value, 1, Source.TOUCH, seat), OK, **more)


@cases(
    "body, says",
    {
        "start": (
            Started("small", 1, tuple(seats_named(["Ana", "Ben"])), {}, None),
            "log.start seats=Ana,Ben",
        ),
        "T3 a call": (heard(Kind.CALL, "mine"), "log.call who=Ana what=@call.mine|mine"),
        "a yes": (heard(Kind.CONFIRM, True), "log.confirm who=Ana"),
        "a yes, with what came of it": (
            Heard(Fact(Kind.CONFIRM, True, 1, Source.TOUCH, "Ana"), TOLD),
            "laid seat=Ana",
        ),
        "a yes of nobody": (heard(Kind.CONFIRM, True, ""), "log.confirmed"),
        "a yes of nobody, with what came of it": (
            Heard(Fact(Kind.CONFIRM, True, 1, Source.TOUCH), TOLD),
            "laid seat=Ana",
        ),
        "a choice of nobody": (heard(Kind.CHOICE, "x", ""), "log.confirmed"),
        "a time is over": (heard(Kind.TIME, "mine", ""), "log.time who=source.touch what=mine"),
        "a choice": (heard(Kind.CHOICE, "x"), "log.move who=Ana"),
        "T16 a secret": (heard(Kind.DICE, {"pips": [4]}, secret=True), "log.secret who=Ana"),
        "nothing of a move, which may be hidden": (
            heard(Kind.CHOICE, {"move": "lay", "cards": ["5"]}, proposed=True),
            "log.move who=Ana",
        ),
        "but what all were told of it": (
            Heard(Fact(Kind.CHOICE, {"move": "lay"}, 1, Source.TOUCH, "Ana"), TOLD, proposed=True),
            "laid seat=Ana",
        ),
        "T10 taken back": (Undone(OK, to=3), "log.undo"),
        "T10 not taken back": (Undone(OK), "log.undo_refused"),
        "T11 the table agrees": (Overridden(OK, {}, "so be it"), "log.override says=so be it"),
        "T12 corrected": (
            Corrected(OK, 2, Fact(Kind.CHOICE, "y", 1, Source.TOUCH)),
            "log.correction what=table.reading:what=@choice.y|y",
        ),
        "T12 not corrected": (Corrected(OK, 2), "log.correction_refused"),
        "T17 the end": (Ended(Outcome(("Ana",), {}, "R6", Say("won"))), "won"),
        "given up": (Left(), "log.left"),
        "begun anew": (Resumed(1), "log.resume"),
    },
)
def test_what_happened(body, says):
    assert sentence(what_happened(body)) == says


def lines(at):
    return [(entry.by, entry.says.key, entry.seat, entry.stands) for entry in at.table.log()]


def test_which_moves_stand(at):
    """T2, T10: what was refused or taken back stands in the log, but does not count."""
    at.roll(4)
    at.choose("Ben")
    at.wait(1000)
    at.table.undo(agreed=True)
    at.roll(5)

    assert lines(at) == [
        ("start", "log.start", "", False),
        ("fact", "log.fact", "", False),
        ("fact", "log.move", "Ben", False),
        ("undo", "log.undo", "", False),
        ("fact", "log.fact", "", True),
    ]
    refused = at.table.log()[2].ruling
    assert (refused.verdict, at.table.log()[0].ruling) == (Verdict.REFUSED, None)


def test_the_log_is_made_only_when_something_has_happened(at):
    """A screen may ask for it at every redraw."""
    at.roll(4)
    before = at.table.log()

    assert at.table.log() is before
    at.choose("Ben")
    assert at.table.log() is not before


def test_a_log_is_made_anew_for_another_line(at):
    """T10: the same entries, but other moves stand."""
    at.roll(4)
    book, after = LogBook(at.journal, at.table.game_id), at.line
    shown = book.show(after)

    assert [entry.stands for entry in shown] == [False, True]
    assert [entry.stands for entry in book.show(after.back_to(0))] == [False, False]
    assert [entry.stands for entry in book.show(after)] == [False, True]


def test_only_entries_of_the_game_are_found(at):
    at.roll(4)
    book = LogBook(at.journal, at.table.game_id)

    assert isinstance(book.body(1), Started) and isinstance(book.body(2), Heard)
    assert book.body(3) is None


# --- what was told in an entry ---


def test_what_was_read_and_what_it_was_corrected_to(at):
    """T12."""
    at.roll(4)
    at.table.correct(2, {"pips": [5]})

    assert at.table.fact_of(2).value == {"pips": [4]}
    assert at.table.fact_of(3).value == {"pips": [5]}
    assert at.table.fact_of(1) is None and at.table.fact_of(99) is None
    assert at.table.state.die == 5


def test_a_proposed_move_is_no_reading(at):
    at.propose(move="roll", seat="Ana", pips=3)

    assert at.table.fact_of(2) is None


def test_only_calls_have_evidence(at):
    """T3."""
    at.to_the_call()
    at.press("Ben")
    at.wait(1000)
    call = at.table.log()[-1].entry

    assert [press.seat for press in at.table.evidence(call).presses] == ["Ben"]
    assert at.table.evidence(2) is None and at.table.evidence(1) is None


def test_t12_a_call_is_no_reading_that_could_be_corrected(at):
    """T12."""
    at.to_the_call()
    at.press("Ben")
    at.wait(1000)
    call = at.table.log()[-1].entry

    ruling = at.table.correct(call, "mine")

    assert (ruling.verdict, ruling.rule, ruling.why.key) == (Verdict.REFUSED, "T12", "table.no_reading")
    assert at.table.correct(1, {}).why.key == "table.no_reading"


def test_t10_taking_back_to_an_entry(at):
    """T10: the table stands as it stood after it; of another game's entry nobody knows how it stood."""
    at.roll(4)
    at.wait(1000)
    at.press("Ben")
    at.wait(1000)

    assert at.table.undo_to(99, agreed=True).verdict is Verdict.REFUSED
    assert at.table.state.callers == ("Ben",)
    assert at.table.undo_to(2, agreed=True).verdict is Verdict.ACCEPTED
    assert (at.table.state.phase, at.table.state.callers) == ("call", ())
