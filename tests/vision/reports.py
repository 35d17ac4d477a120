"""What the eyes tell a lookout, in short, and the asks that it waits for: for its tests."""

from msgspec.structs import replace

from companion.asks import Ask, Fact, Kind, Say, Source
from companion.layout import Layout, is_pile, tray
from companion.rulings import Refusal, Ruling, Verdict, refused
from companion.sightings import CardSeen, DieSeen, Seen, Sighting
from vision.mat import mat_for, pile_of
from vision.report.report import Report
from vision.scene.events import Laid

BOX = (0.0, 0.0, 10.0, 10.0)
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
ADA, BEN = "discard:Ada", "discard:Ben"
MAT = mat_for(("Ada", "Ben"))
ROLL = Ask("roll", Kind.DICE, ("Ada",), Say("roll"), "A9", dice={"pips": 2})
LAY = Ask(ADA, Kind.CARD, ("Ada",), Say("lay"), "A15", place=ADA, cards=(1, 3))
SHOW = Ask("show:Ada", Kind.CARD, ("Ada",), Say("show"), "A25", place="hand:Ada", cards=(1, 9))
SHOW_BEN = Ask("show:Ben", Kind.CARD, ("Ben",), Say("show"), "A25", place="hand:Ben", cards=(1, 9))
ACCEPTED = Ruling(Verdict.ACCEPTED)
REFUSED = refused(Refusal("A15", Say("no")))


def die(value, *choices):
    return DieSeen("pips", value, BOX, 0.9, choices=choices)


def card(name, *choices):
    return CardSeen("abspecken", name, CORNERS, 0.9, choices=choices)


def laid(*names, place=ADA, t=0):
    return Laid(t, place, tuple(card(name) for name in names))


def believing(layout, fact):
    """What a referee believes lies there once it has accepted *fact*."""
    if fact.kind is Kind.DICE:
        return replace(layout, dice=tray(fact.value))
    if fact.kind is not Kind.CARD or not is_pile(fact.value["place"]):
        return layout
    place, piles = pile_of(fact.value["place"]), layout.piles
    return replace(layout, piles={**piles, place: (*piles.get(place, ()), *fact.value["cards"])})


class Referee:
    """A report, and before it a referee that believes what it has accepted, as in the house."""

    def __init__(self, *asks):
        self.report, self.asks, self.layout = Report(), asks, Layout()
        self.report.expect(asks, self.layout)

    def __getattr__(self, name):
        return getattr(self.report, name)

    def expect(self, asks, **lies):
        self.asks, self.layout = asks, replace(self.layout, **lies)
        self.report.expect(asks, self.layout)

    def ruled(self, fact, ruling):
        self.report.ruled(fact, ruling)
        if ruling.verdict is Verdict.ACCEPTED:
            self.layout = believing(self.layout, fact)
        self.report.expect(self.asks, self.layout)

    def taken_back(self, **lies):
        self.report.taken_back()
        self.expect(self.asks, **lies)


def looking(*asks):
    return Referee(*asks)


def see(lookout, *events, t=0, state=Seen.WAITING):
    return lookout.see(Sighting(t, state), events)


def cards_of(facts):
    return [fact.value["cards"] for fact in facts]


def by_touch(*cards, place=ADA):
    return Fact(Kind.CARD, {"place": place, "cards": list(cards)}, 0, Source.TOUCH, "Ada", place)
