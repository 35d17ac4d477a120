"""Looks back at a finished deal: what was best, and what each take gave away."""

from typing import TYPE_CHECKING

from msgspec import Struct

from companion.asks import Say
from companion.cards import Cards
from companion.games.abstrac.state import AbstracOptions, Deal, Result

if TYPE_CHECKING:
    from companion.games.abstrac.solver import Solution


def solution(row: Cards, own: Cards, other: Cards, house: AbstracOptions) -> "Solution":
    """Perfect play from the position in which *row* lies; *own* are the cards of the player to move."""
    from companion.games.abstrac.solver import solve  # noqa: PLC0415  (loads numpy)

    return solve(row, own, other, house)


class JudgedTake(Struct, frozen=True):
    """One take, measured against perfect play.

    Margins are points of the player who took first minus those of the other, if both play on perfectly.
    """

    number: int
    seat: str
    count: int
    cards: Cards
    best: tuple[int, ...]
    cost: int
    margin: int  # after this take
    margins: dict[int, int]  # of every take that was possible
    best_line: tuple[int, ...]  # how perfect play would have gone on instead, this take included


class Review(Struct, frozen=True):
    """A judged deal. `value` is what going first was worth, `choice_cost` what choosing a side cost."""

    deal: Deal
    seats: tuple[str, str]  # who took first, who took second
    chooser: str
    value: int
    choice_cost: int
    takes: tuple[JudgedTake, ...]
    scores: dict[str, int]

    def cost(self, seat: str) -> int:
        """What *seat* gave away with takes."""
        return sum(take.cost for take in self.takes if take.seat == seat)

    def first_slip(self) -> JudgedTake | None:
        """The first take that was not best."""
        return next((take for take in self.takes if take.cost), None)


def review(result: Result, house: AbstracOptions) -> Review:
    """*result* judged take by take; one look at the whole tree is enough for all of them."""
    deal = result.deal
    seats = (deal.first, next(seat for seat in result.scores if seat != deal.first))
    chooser = next(seat for seat in seats if (seat == deal.dealer) == (house.chooser == "dealer"))
    value = solution(deal.row, (), (), house).value
    better = max(value, -value)
    chosen = value if chooser == seats[0] else -value
    takes = tuple(_judge(deal, seats, number, house) for number in range(len(deal.takes)))
    return Review(deal, seats, chooser, value, better - chosen, takes, result.scores)


def _judge(deal: Deal, seats: tuple[str, str], number: int, house: AbstracOptions) -> JudgedTake:
    solved = solution(deal.row, (), (), house)
    before, count = deal.takes[:number], deal.takes[number]
    values = solved.takes(before)
    sign = 1 if number % 2 == 0 else -1
    start = len(deal.row) - sum(before)
    return JudgedTake(
        number=number + 1,
        seat=seats[number % 2],
        count=count,
        cards=tuple(reversed(deal.row[start - count : start])),
        best=solved.best(before),
        cost=max(values.values()) - values[count],
        margin=sign * values[count],
        margins={n: sign * worth for n, worth in values.items()},
        best_line=solved.best_line(before),
    )


def headlines(judged: Review) -> tuple[Say, ...]:
    """What the deal was worth and whether the choice of sides was right."""
    score = [Say("coach.score", {"seat": seat, "points": n}) for seat, n in judged.scores.items()]
    names = {"dealer": judged.deal.dealer, "first": judged.deal.first, "score": score}
    key = "favours" if judged.value > 0 else "favours_second" if judged.value < 0 else "fair"
    choice = Say(
        "coach.choice_cost" if judged.choice_cost else "coach.choice_right",
        {"seat": judged.chooser, "cost": judged.choice_cost},
    )
    return Say("coach.title", names), Say(f"coach.{key}", {"value": abs(judged.value)}), choice


def closing(judged: Review) -> tuple[Say, ...]:
    """What each player gave away."""
    costs = {seat: judged.cost(seat) for seat in judged.seats if judged.cost(seat)}
    if not costs:
        return (Say("coach.perfect_deal"),)
    return tuple(Say("coach.given_away", {"seat": seat, "cost": cost}) for seat, cost in costs.items())
