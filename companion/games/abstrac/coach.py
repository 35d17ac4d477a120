"""Looks back at a finished deal: what it was worth, and what each player gave away."""

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


class Review(Struct, frozen=True):
    """A judged deal. `value` is what going first was worth, `choice_cost` what choosing a side cost."""

    deal: Deal
    seats: tuple[str, str]  # who took first, who took second
    chooser: str
    value: int
    choice_cost: int
    costs: dict[str, int]  # what each of them gave away with takes
    scores: dict[str, int]


def review(result: Result, house: AbstracOptions) -> Review:
    """*result* measured against perfect play; one look at the whole tree is enough for all takes."""
    deal = result.deal
    seats = (deal.first, next(seat for seat in result.scores if seat != deal.first))
    chooser = next(seat for seat in seats if (seat == deal.dealer) == (house.chooser == "dealer"))
    solved = solution(deal.row, (), (), house)
    chosen = solved.value if chooser == seats[0] else -solved.value
    costs = dict.fromkeys(seats, 0)
    for number, count in enumerate(deal.takes):
        values = solved.takes(deal.takes[:number])
        costs[seats[number % 2]] += max(values.values()) - values[count]
    return Review(deal, seats, chooser, solved.value, abs(solved.value) - chosen, costs, result.scores)


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
    given = {seat: cost for seat, cost in judged.costs.items() if cost}
    if not given:
        return (Say("coach.perfect_deal"),)
    return tuple(Say("coach.given_away", {"seat": seat, "cost": cost}) for seat, cost in given.items())
