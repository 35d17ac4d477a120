"""Which games fit tonight: how many people, how much time, the youngest, and what lies here. Pure."""

from collections.abc import Collection, Iterable

from msgspec import Struct

from companion.game import About, AnyGame

PEOPLE = (0, 2, 3, 4, 5, 6, 7, 8)  # 0: any
MINUTES = (0, 20, 30, 45)
AGES = (0, 6, 8, 10)
THINGS = ("dice", "french", "printed", "pyramid")  # kinds of things that games need


class Wanted(Struct, frozen=True):
    """What is looked for; 0 where it does not matter."""

    people: int = 0
    minutes: int = 0
    age: int = 0

    def fits(self, about: About) -> bool:
        """A game that is too long or too hard is left out, one that is short or easy never is."""
        low, high = about.seats
        return (
            (not self.people or low <= self.people <= high)
            and (not self.minutes or about.minutes <= self.minutes)
            and (not self.age or about.age <= self.age)
        )

    @property
    def anything(self) -> bool:
        return self == Wanted()


def all_here(about: About, things: Collection[str]) -> bool:
    """Whether all that the game needs is among the *things* that lie here."""
    return bool(about.things) and set(about.things) <= set(things)


def fitting(games: Iterable[AnyGame], wanted: Wanted, things: Collection[str] = ()) -> tuple[AnyGame, ...]:
    """Those for which everything is here come first, and last others with what everybody has at home."""
    fit = [game for game in games if wanted.fits(game.about)]
    return tuple(sorted(fit, key=lambda game: (not all_here(game.about, things), game.about.at_home)))
