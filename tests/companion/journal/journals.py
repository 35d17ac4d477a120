"""Journals to try things on: games in them, chains by hand, older files, and ways to spoil one."""

import os
import sqlite3

import msgspec

from companion.journal import Journal
from companion.journal import connect as shapes
from companion.journal.chain import Entry, canonical, link


def play(journal, games=3, moves=40, game="small"):
    """Some games with entries long enough to fill pages."""
    for number in range(games):
        first = journal.append(0, [("start", {"game": game, "number": number})])[0]
        journal.append(first.id, [("fact", {"move": m, "text": f"{number}-{m} " * 20}) for m in range(moves)])
        if number < games - 1:
            journal.append(first.id, [("end", {"winner": "Ana"})])


def filled(place, clock, **how):
    with Journal.open(place, clock) as journal:
        play(journal, **how)
        return journal.entries()


def chain(count):
    entries = [None]
    for number in range(1, count + 1):
        entries.append(link(entries[-1], Entry(number, 1, 0, 0, "fact", canonical({"n": number}))))
    return entries[1:]


def old_file(place, clock):
    """A file of the first shape, with a game in it."""
    place.parent.mkdir(parents=True)
    connection = sqlite3.connect(place, isolation_level=None)
    shapes.migrate(connection, shapes.STEPS[:1])
    for entry in chain(3):
        connection.execute("INSERT INTO entries VALUES (?,?,?,?,?,?,?,?)", msgspec.structs.astuple(entry))
    connection.close()


def cut(place, at):
    with place.open("r+b") as file:
        file.truncate(at)


def scribble(place, at, length=4096):
    with place.open("r+b") as file:
        file.seek(at)
        file.write(os.urandom(length))


def page_with(place, text):
    """Where the page begins on which *text* stands."""
    return place.read_bytes().index(text) // 4096 * 4096
