"""A judged deal as text and as a drawing."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from msgspec import Struct, structs

from companion.asks import Say
from companion.cards import Cards
from companion.games.abstrac.coach import Review, closing, headlines, review, solution
from companion.games.abstrac.state import AbstracOptions, AbstracState, Deal
from companion.words import Words

CARD_WIDTH, CARD_HEIGHT, GAP = 40, 56, 4
LEFT, TOP = 24, 120
CHART_TOP, CHART_HEIGHT = TOP + 2 * CARD_HEIGHT + 60, 200
WIDTH = 2 * LEFT + 24 * (CARD_WIDTH + GAP)
HEIGHT = CHART_TOP + CHART_HEIGHT + 90

SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
RANK_SIGNS = {"T": "10"}
INK, PAPER, GRID = "#1d2733", "#fbfaf7", "#c9ced6"
SEAT_COLOURS = ("#1f5fa8", "#b3541e")  # told apart by place as well: first above, second below
COST_COLOUR = "#a3123f"


class JudgedTake(Struct, frozen=True):
    """One take, measured against perfect play; its margin is after it, for the player who took first."""

    number: int
    seat: str
    count: int
    cards: Cards
    best: tuple[int, ...]
    cost: int
    margin: int


class Judged(Review, frozen=True):
    """A judged deal with each of its takes."""

    takes: tuple[JudgedTake, ...]


def reviews(state: AbstracState) -> tuple[Judged, ...]:
    """Every finished deal of a match, judged."""
    reviewed = (review(result, state.options) for result in state.results)
    return tuple(Judged(**structs.asdict(deal), takes=_takes(deal, state.options)) for deal in reviewed)


def _takes(judged: Review, house: AbstracOptions) -> tuple[JudgedTake, ...]:
    return tuple(_judge(judged.deal, judged.seats, n, house) for n in range(len(judged.deal.takes)))


def _judge(deal: Deal, seats: tuple[str, str], number: int, house: AbstracOptions) -> JudgedTake:
    solved = solution(deal.row, (), (), house)
    before, count = deal.takes[:number], deal.takes[number]
    values = solved.takes(before)
    start = len(deal.row) - sum(before)
    return JudgedTake(
        number=number + 1,
        seat=seats[number % 2],
        count=count,
        cards=tuple(reversed(deal.row[start - count : start])),
        best=solved.best(before),
        cost=max(values.values()) - values[count],
        margin=values[count] if number % 2 == 0 else -values[count],
    )


def as_svg(judged: Judged, words: Words, language: str) -> str:
    """The picture of *judged*, complete in itself."""
    parts = (
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        *_headlines(judged, words, language),
        *(part for take in judged.takes for part in _take(take, judged)),
        *_chart(judged, words, language),
        *_text_lines([words.say(says, language) for says in closing(judged)], HEIGHT - 34),
    )
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="15" fill="{INK}">'
    )
    return "\n".join((head, *parts, "</svg>", ""))


def _headlines(judged: Judged, words: Words, language: str) -> Iterator[str]:
    yield from _text_lines([words.say(says, language) for says in headlines(judged)], 30)


def _text_lines(lines: Iterable[str], top: float) -> Iterator[str]:
    for number, line in enumerate(lines):
        yield _text(LEFT, top + 22 * number, line)


def _text(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(text)}</text>'


# --- the cards in the order of taking ---


def _start_of(take: JudgedTake, judged: Judged) -> int:
    return sum(judged.deal.takes[: take.number - 1])


def _x(place: float) -> float:
    return LEFT + place * (CARD_WIDTH + GAP)


def _take(take: JudgedTake, judged: Judged) -> Iterator[str]:
    """The cards of one take, above the middle for the first player and below for the second."""
    who = judged.seats.index(take.seat)
    y = TOP + who * (CARD_HEIGHT + 24)
    start = _start_of(take, judged)
    for number, card in enumerate(take.cards):
        yield from _card(card, _x(start + number), y, SEAT_COLOURS[who])
    if take.cost:
        middle = _x(start + len(take.cards) / 2) - GAP / 2
        yield _text(middle, TOP + CARD_HEIGHT + 17, f"−{take.cost}", _bold(COST_COLOUR))


def _card(card: str, x: float, y: float, colour: str) -> Iterator[str]:
    yield (
        f'<rect x="{x:.1f}" y="{y}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="5" '
        f'fill="white" stroke="{colour}" stroke-width="3"/>'
    )
    ink = COST_COLOUR if card[1] in "DH" else INK
    name = RANK_SIGNS.get(card[0], card[0])
    yield _text(x + CARD_WIDTH / 2, y + 25, name, f'text-anchor="middle" font-size="18" fill="{ink}"')
    sign = SUIT_SIGNS[card[1]]
    yield _text(x + CARD_WIDTH / 2, y + 47, sign, f'text-anchor="middle" font-size="18" fill="{ink}"')


def _bold(colour: str) -> str:
    return f'text-anchor="middle" font-weight="bold" fill="{colour}"'


# --- the margin after each take ---


def _chart(judged: Judged, words: Words, language: str) -> Iterator[str]:
    """A bar for each take, as wide as its cards: up for the first player, down for the second."""
    middle = CHART_TOP + CHART_HEIGHT / 2
    scale = (CHART_HEIGHT / 2 - 24) / max(1, *(abs(margin) for margin in margins(judged).values()))
    for take in judged.takes:
        x, width = _x(_start_of(take, judged)), take.count * (CARD_WIDTH + GAP) - GAP
        height = abs(take.margin) * scale
        y = middle - height if take.margin >= 0 else middle
        colour = SEAT_COLOURS[0 if take.margin >= 0 else 1]
        title = escape(f"{take.number}. {take.seat}: {words.say(verdict(take), language)}")
        yield (
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width}" height="{max(height, 2):.1f}" fill="{colour}" '
            f'stroke="{COST_COLOUR if take.cost else colour}" stroke-width="{3 if take.cost else 0}">'
            f"<title>{title}</title></rect>"
        )
        label = y - 6 if take.margin >= 0 else y + height + 17
        yield _text(x + width / 2, label, f"{take.margin:+d}", 'text-anchor="middle" font-size="13"')
    yield f'<line x1="{LEFT}" x2="{WIDTH - LEFT}" y1="{middle}" y2="{middle}" stroke="{GRID}"/>'
    up, down = (f"▲ {judged.seats[0]}", f"▼ {judged.seats[1]}")
    yield _text(LEFT, CHART_TOP - 6, up, f'fill="{SEAT_COLOURS[0]}"')
    yield _text(LEFT, CHART_TOP + CHART_HEIGHT + 20, down, f'fill="{SEAT_COLOURS[1]}"')


BAR = 24  # the longest bar of the text picture, in characters


def as_text(judged: Judged, words: Words, language: str) -> str:
    """The review as lines of plain text, with a bar for the margin after each take."""
    longest = max(1, *(abs(take.margin) for take in judged.takes))
    return "\n".join(
        (
            *(words.say(says, language) for says in headlines(judged)),
            "",
            *(_line(take, judged, longest, words, language) for take in judged.takes),
            "",
            *(words.say(says, language) for says in closing(judged)),
        )
    )


def verdict(take: JudgedTake) -> Say:
    """Whether *take* was best, or what it cost and what was better."""
    if not take.cost:
        return Say("coach.best")
    return Say("coach.cost", {"cost": take.cost, "better": " / ".join(map(str, take.best))})


def _line(take: JudgedTake, judged: Judged, longest: int, words: Words, language: str) -> str:
    width = max(len(seat) for seat in judged.seats)
    size = round(abs(take.margin) / longest * BAR)
    half = ("<" * size).rjust(BAR), (">" * size).ljust(BAR)
    bar = f"{half[0]}|{'':{BAR}}" if take.margin < 0 else f"{'':{BAR}}|{half[1]}"
    mark = words.say(verdict(take), language)
    cards = " ".join(take.cards)
    return f"{take.number:>2} {take.seat:<{width}} {cards:<8} {bar} {take.margin:+4d}  {mark}"


def margins(judged: Judged) -> Mapping[int, int]:
    """The margin before the first take (0) and after each one, for charts."""
    return {0: judged.value, **{take.number: take.margin for take in judged.takes}}
