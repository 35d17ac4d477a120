"""Eyes that see every drawn scene as it is: what they tell, and what is told by hand, without any pixels."""

from random import Random

import numpy as np
from msgspec.structs import replace

import ui.lab.senses as twin
from companion.clock import HandClock
from companion.games import all_games
from companion.lab.family import family_class
from companion.lab.with_bots import FamilyWithBots
from companion.pyramid.cells import ALL_CELLS
from companion.seats import seats_named
from companion.sightings import CardSeen, DieSeen, PyramidDieSeen, PyramidSeen, Seen, Sighting
from companion.table import Table
from ui.command.the_journal import journal_to_write
from ui.lab.compared import ComparedEvening
from ui.lab.meddled import MeddledEvening
from vision.mat import COMMON_PILE, SCAN
from vision.pyramid.lattice import CELLS, numbers, seen_faces
from vision.scene.scene import Scene

NAMES = ("Ada", "Ben", "Cem")


def without_pixels(monkeypatch, eyes=None):
    """From now on nothing is drawn, and faultless eyes, or other *eyes*, look at the simulated table."""
    monkeypatch.setattr(twin, "draw", lambda scene: scene)
    monkeypatch.setattr(twin, "calibrate", lambda picture, mat: mat)
    monkeypatch.setattr(twin, "Eyes", eyes or FaultlessEyes)


def an_evening(
    name, seeds, cheats=0.0, most=100_000, senses=twin.TwinSenses, meddler=None, bots=False, **more
):
    """The report of an evening at the simulated table, and the senses; *seeds* are of family and table."""
    game, clock = all_games()[name], HandClock(now=10**9)
    names = NAMES[: game.about.seats[1]]
    with journal_to_write(None, clock, "en") as journal:
        table = Table.start(game, seats_named(names, "en"), game.options(), journal, clock)
        if bots:
            family = FamilyWithBots(game, names, table.options, Random(seeds[0]))
        else:
            family = family_class(game)(game, names, table.options, Random(seeds[0]), cheats)
        feeling = senses(table, family, clock, Random(seeds[1]), **more)
        played = (table, family, clock, feeling)
        evening = ComparedEvening(*played) if meddler is None else MeddledEvening(*played, meddler)
        return evening.play(most), feeling


class FaultlessEyes:
    """Takes a scene for a frame's picture."""

    def __init__(self, calibration):
        self.calibration, self.scene = calibration, Scene()

    def see(self, frame, wanted):
        scene = frame.picture
        busy = scene.hands or any(die.drift != (0.0, 0.0) for die in scene.dice)
        cards = () if busy or not wanted.cards else tuple(cards_in(scene))
        if self.calibration is None:
            cards = tuple(replace(card, place=SCAN) for card in cards)
        state = Seen.HAND if scene.hands else Seen.SETTLED
        pyramid = pyramid_in(scene) if wanted.pyramid and not scene.hands else None
        dice = () if scene.hands or not wanted.tray else tuple(_die(die) for die in scene.dice)
        if any(die.drift != (0.0, 0.0) for die in scene.dice):
            state = Seen.MOVING
        ms = ({"dice": 1.0} if wanted.tray else {"check": 1.0}) | (
            {"cards": 1.0} if wanted.cards and not busy else {}
        )
        sighting = Sighting(frame.t, state, dice, cards=cards, pyramid=pyramid, ms=ms)
        sighting = self._as_read(sighting)
        self.scene, events = self.scene.after(sighting, wanted.dice)
        return replace(sighting, reported_until=self.scene.spots.reported_until), events

    def _as_read(self, sighting):
        return sighting


def erring(random, share):
    """Eyes that cannot read a *share* of all things, or not in each look, as long as those lie there."""

    class Erring(FaultlessEyes):
        def __init__(self, calibration):
            super().__init__(calibration)
            self._lots = {}
            self._lost = set()  # what was not seen at all in the look before: hardly ever twice in a row

        def _as_read(self, sighting):
            names = [card.name for card in sighting.cards]
            cards = [self._misread(card, card.corners, names) for card in sighting.cards]
            dice = [self._misread(die, die.box, ["5", "6"]) for die in sighting.dice]
            seen = replace(sighting, cards=tuple(filter(None, cards)), dice=tuple(filter(None, dice)))
            return seen if seen.pyramid is None else replace(seen, pyramid=self._half_read(seen.pyramid))

        def _misread(self, thing, at, others):
            is_card = isinstance(thing, CardSeen)
            name = thing.name if is_card else thing.value
            lot = self._lot((name, at), share, ["unread", "two", "flickers"])
            if lot == "flickers" or random.random() < share / 3:  # one look, and the next is another
                lot = random.choice(["", "unread", "gone"])
            if lot == "gone" and (name, at) not in self._lost:
                self._lost.add((name, at))
                return None
            self._lost.discard((name, at))
            if lot in ("", "gone"):
                return thing
            other = random.choice([one for one in others if one != name] or [""])
            choices = tuple(filter(None, (name, other))) if lot == "two" else (name,)
            if is_card:
                return replace(thing, name="", choices=choices, confidence=0.8)
            pips = thing.type == "pips" and lot == "two"
            return replace(thing, value="", choices=choices if pips else (), confidence=0.6)

        def _half_read(self, pyramid):
            """Of a die it is now and then not known what one side shows, or which colour it has."""

            def read(die, part, shown, nothing):
                return nothing if self._lot((die.cell, die.faces, part), share / 3, ["unread"]) else shown

            dice = [
                replace(
                    die,
                    faces=tuple(read(die, n, face, None) for n, face in enumerate(die.faces)),
                    colour=read(die, "colour", die.colour, ""),
                )
                for die in pyramid.dice
            ]
            return replace(pyramid, dice=tuple(dice))

        def _lot(self, thing, share, ways):
            if thing not in self._lots:
                self._lots[thing] = random.choice(ways) if random.random() < share else ""
            return self._lots[thing]

    return Erring


def _die(die):
    return DieSeen(die.look.type, die.value, (die.x * 2, die.y * 2, 32.0, 32.0), 1.0)


def cards_in(scene):
    """The cards that lie on top in their places, and all of those beside each other."""
    top = {card.place: card for card in scene.cards if card.place != SCAN}
    row = [card for card in scene.cards if card.place == SCAN]
    for number, card in enumerate([*top.values(), *row]):
        (x, y), (wide, high) = (card.x * 2, card.y * 2), (112.0, 174.0)
        corners = tuple((x + a * wide / 2, y + b * high / 2) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
        place = SCAN if card.place == COMMON_PILE else card.place
        in_row = number - len(top) + 1 if card.place == SCAN and len(row) > 1 else 0
        yield CardSeen(card.deck, card.name, corners, 1.0, place, in_row=in_row)


def pyramid_in(scene):
    """What can be seen of the pyramid from above; None without a die."""
    dice = {die.cell: die for die in scene.pyramid.dice} if scene.pyramid else {}
    if not dice:
        return None
    occupied = np.zeros(len(CELLS), bool)
    occupied[[numbers()[cell] for cell in dice]] = True
    told = []
    for number in np.flatnonzero(seen_faces(occupied).any(axis=1)):
        seen = tuple(map(bool, seen_faces(occupied)[number]))
        die = dice[ALL_CELLS[number]]
        faces = tuple(face if see else None for face, see in zip(die.faces, seen, strict=True))
        told.append(PyramidDieSeen(die.cell, die.colour, faces, 1.0, seen))
    return PyramidSeen(tuple(told), tuple(sorted(dice)))
