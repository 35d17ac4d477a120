"""Records: a game as a file that people can read and that can be replayed and verified."""

import json

import msgspec
import pytest
from msgspec.structs import replace

from companion.journal.chain import canonical, hash_of
from companion.record import RecordFailed, read_record, replay_record, write_record
from companion.rulings import Importance, Note, Ruling, Verdict
from tests.companion.small_game import GAME
from tests.companion.small_game.sitting import Sitting
from tests.tables import cases


def find(name):
    return {"small": GAME}[name]


@pytest.fixture
def at():
    """A game with everything in it: ties, late and early calls, refusals, undo, corrections, an end."""
    at = Sitting()
    at.roll(9)
    at.round(3, "Ana", "Ben")
    at.to_the_call(4)
    at.press("Ana", 0)
    at.press("Ben", 0.5)
    at.press("Cem", 20)
    at.wait(300)
    at.table.undo()
    at.table.undo(agreed=True)
    at.touch_call("Cem", -500)
    at.touch_call("Cem", 1)
    at.wait(300)
    at.choose("Ben")
    at.wait(1000)
    at.table.correct(at.told[1].entry, {"pips": [2]})
    at.table.override({"points": {"Ana": 1, "Ben": 9, "Cem": 0}}, "the score was wrong")
    at.table.propose({"move": "peek", "seat": "Cem"})
    at.resumed()
    at.round(5, "Ben", "Cem")
    assert at.table.over
    return at


DECISIONS = 5  # presses that were decided together are one


def lines_of(at, language="en"):
    return list(write_record(at.journal, at.table.game_id, language, find, secrets=True))


def replayed(lines):
    return replay_record(read_record(lines), find)


def test_a_record_leads_to_the_same_state_and_holds(at):
    replay = replayed(lines_of(at))

    assert replay.findings == ()
    assert replay.line.state == at.table.state
    assert replay.entries == len(at.journal.entries())
    assert replay.decisions == DECISIONS


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["A new game: Ana, Ben and Cem.", "Too close to tell: Ben and Ana.", "Ben won."]),
        (
            "de",
            [
                "Ein neues Spiel: Ana, Ben und Cem.",
                "Zu knapp, um es zu unterscheiden: Ben und Ana.",
                "Ben hat gewonnen.",
            ],
        ),
    ],
)
def test_a_record_can_be_read_by_people(at, language, said):
    text = "\n".join(line for line in lines_of(at, language) if line.startswith("#"))

    for sentence in said:
        assert sentence in text


def test_rulings_are_told_with_their_rule():
    """A refusal with its reason, and what was announced; a reason in German letters stays as it is."""
    at = Sitting()
    at.roll(9)
    at.roll(3)
    at.table.override({"die": 4}, "Jörg hat's umgedreht")
    told = [line.removeprefix("#").strip() for line in lines_of(at) if line.startswith("#  ")]

    assert told[:2] == ["A die has no such side. Please look again. (R1)", "A 3. (R1)"]
    assert "Jörg hat's umgedreht" in lines_of(at)[-1]


def test_private_notes_are_not_told_in_words(at, monkeypatch):
    note = Note(at.told[1].ruling.notes[0].says, importance=Importance.PRIVATE, seat="Ana")
    play = type(GAME).play
    monkeypatch.setattr(
        type(GAME), "play", lambda self, s, m: msgspec.structs.replace(play(self, s, m), notes=(note,))
    )
    secret = Sitting()
    secret.roll(4)

    assert not [line for line in lines_of(secret) if "A 3." in line and line.startswith("#")]


def test_comments_blank_lines_and_line_ends_do_not_matter(at):
    lines = [f"{line}\r\n" for line in lines_of(at) if not line.startswith("#")]

    assert replayed(["\ufeff" + lines[0], "\n", *lines[1:], "# the end"]).good


def cheated(entry):
    """Its die shows a six, and its hash is the old one."""
    body = json.loads(entry.body)
    body["ruling"]["move"]["pips"] = 6
    return replace(entry, body=canonical(body))


@cases(
    "spoil, found, says",
    {
        "a die turned over": (lambda e: [*e[:2], cheated(e[2]), *e[3:]], 2, "hash"),
        "a start with another hash": (lambda e: [replace(e[0], hash="0" * 64), *e[1:]], 0, "hash"),
        "an entry is missing": (lambda e: [*e[:3], *e[4:]], 3, "the journal"),
    },
)
def test_a_foreign_hand_in_a_record_is_found(at, spoil, found, says):
    entries = spoil(read_record(lines_of(at)))

    finding = replay_record(entries, find).findings[0]

    assert (finding.entry, says in finding.what) == (entries[found].id, True), finding


def forged(entries, number, change):
    """The record with one body changed and every hash after it made to fit again."""
    made, previous = [], entries[0].previous
    for n, entry in enumerate(entries):
        body = json.loads(entry.body)
        if n == number:
            change(body)
        changed = replace(entry, body=canonical(body), previous=previous)
        made.append(replace(changed, hash=hash_of(changed)))
        previous = made[-1].hash
    return made


def entry_with(entries, text):
    return next(n for n, entry in enumerate(entries) if text in entry.body)


def _swap(evidence):
    evidence["ties"] = [list(reversed(tie)) for tie in evidence["ties"]]


@cases(
    "where, change, what",
    {
        "a die turned over": ('"pips":[3]', lambda b: b["fact"]["value"].update(pips=[4]), "ruling"),
        "T4 a tie turned round": ('"ties"', lambda b: _swap(b["evidence"]), "order of a tie"),
        "T7 a gap": ('"key":"call.late"', lambda b: b["ruling"]["why"]["args"].update(ms="1"), "ruling"),
        "T5 the start": (
            '"key":"call.early"',
            lambda b: b["evidence"]["presses"][0].update(armed=1),
            "ruling",
        ),
        "another winner": ('"outcome"', lambda b: b["outcome"].update(winners=["Cem"]), "end"),
        "T12 a correction": ('"corrects"', lambda b: b["fact"]["value"].update(pips=[6]), "correction"),
        "T11 an agreement": ('"says":"the score', lambda b: b["value"].update(die=3), "Astray"),
    },
)
def test_a_forgery_with_new_hashes_is_found_by_judging_again(at, where, change, what):
    entries = read_record(lines_of(at))
    number = entry_with(entries, where)

    findings = replay_record(forged(entries, number, change), find).findings

    assert findings[0].entry == entries[number].id
    assert findings[0].what.startswith(what)


def numbered(entries, ids, chained=True):
    """The entries with other numbers, whole each, and each after the one before if *chained*."""
    made, previous = [], entries[0].previous
    for entry, number in zip(entries, ids, strict=True):
        changed = replace(entry, id=number, previous=previous)
        made.append(replace(changed, hash=hash_of(changed)))
        previous = made[-1].hash if chained else "0" * 64
    return made


@cases(
    "ids, chained, good",
    {
        "one after the other": ((1, 2, 3), True, True),
        "with entries of other games between them": ((1, 4, 9), False, True),
        "next to each other, and not of one chain": ((1, 2, 3), False, False),
        "in another order": ((1, 3, 2), True, False),
        "two with one number": ((1, 2, 2), True, False),
    },
)
def test_entries_follow_each_other(ids, chained, good):
    at = Sitting()
    at.roll(9)
    at.roll(3)
    entries = read_record(lines_of(at))

    replay = replay_record(numbered(entries, ids, chained), find)

    assert replay.good is good
    assert good or "it does not follow entry" in replay.findings[0].what


@cases(
    "body, says",
    {
        "half a body": ("{", "record.bad_line"),
        "nobody sits there": ('{"game":"small","seats":[]}', "record.bad_line"),
    },
)
def test_a_start_that_cannot_be_read_is_told_with_its_entry(at, body, says):
    entries = list(read_record(lines_of(at)))
    entries[0] = msgspec.structs.replace(entries[0], body=body)

    with pytest.raises(RecordFailed) as failed:
        replay_record(entries, find)
    assert (failed.value.says.key, failed.value.says.args["line"]) == (says, entries[0].id)


def test_a_record_of_other_rules_says_so(at, monkeypatch):
    lines = lines_of(at)
    newer = msgspec.structs.replace(GAME.about, version=2)
    monkeypatch.setattr(type(GAME), "about", newer)

    assert "version 1, not 2" in replayed(lines).findings[0].what


@cases(
    "lines, key",
    {
        "nothing": ([], "record.empty"),
        "only words": (["# only words"], "record.empty"),
        "half a line": (["{"], "record.bad_line"),
        "no entry": (['{"id": "one"}'], "record.bad_line"),
        "a format of the future": (['{"record": 99}'], "record.bad_line"),
        "brackets without end": (["[" * 5000], "record.bad_line"),
        "noise": (["\x00\ud800"], "record.bad_line"),
    },
)
def test_what_is_no_record_is_told_with_its_line(lines, key):
    with pytest.raises(RecordFailed) as failed:
        read_record(lines)

    assert failed.value.says.key == key


def test_the_line_that_cannot_be_read_is_counted_from_one():
    with pytest.raises(RecordFailed) as failed:
        read_record(["# words", "", "{"])

    assert failed.value.says.args["line"] == 3


@cases(
    "first, known, key",
    {
        "a game nobody knows": (0, {}, "record.unknown_game"),
        "it does not begin at the start": (2, {"find": find}, "record.empty"),
    },
)
def test_what_cannot_be_replayed_is_told(at, first, known, key):
    with pytest.raises(RecordFailed) as failed:
        replay_record(read_record(lines_of(at))[first:], **known)

    assert failed.value.says.key == key


def test_a_game_that_is_not_there_cannot_be_written(at):
    with pytest.raises(RecordFailed):
        list(write_record(at.journal, 999, find=find))


def test_rulings_keep_their_shape():
    ruling = Ruling(Verdict.ACCEPTED, "T3")

    assert msgspec.json.decode(msgspec.json.encode(ruling), type=Ruling) == ruling


@cases(
    "start",
    {
        "nobody sat there": {"seats": []},
        "a house rule that there is not": {"options": {"no such": 1}},
        "options that are none": {"options": []},
    },
)
def test_a_record_of_a_game_that_cannot_begin_says_in_which_line(start):
    at = Sitting()
    first = at.journal.entries(at.table.game_id)[0]
    body = canonical({**first.read(), **start})
    with pytest.raises(RecordFailed) as failed:
        replay_record([msgspec.structs.replace(first, body=body)], find)

    assert failed.value.says.key == "record.bad_line" and failed.value.says.args["line"] == first.id
