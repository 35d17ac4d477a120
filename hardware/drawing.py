"""The wiring as a drawing, a table and a parts list, made from the configuration that the program uses."""

from collections.abc import Iterator
from html import escape

from companion.asks import Say
from companion.seats import LOOKS
from hardware.findings import wire_words
from hardware.wiring import PHYSICAL, Wire, Wiring, usable

GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)  # places on the header
POWER = {1: "3V3", 17: "3V3", 2: "5V", 4: "5V"}
GPIO_AT = {place: pin for pin, place in PHYSICAL.items()}

WIDTH, LEFT, TOP, PITCH, ROW = 1120, 250, 110, 26, 84
SEATS_AT, PART_AT = 700, 790
COLOURS = {
    "red": "#c62828", "blue": "#1565c0", "yellow": "#b28704", "green": "#2e7d32",
    "purple": "#6a1b9a", "orange": "#d15400", "white": "#607d8b", "black": "#212121",
}  # fmt: skip


def drawing(wiring: Wiring, language: str = "") -> str:
    """The wiring as SVG: the header, and each button and each lamp with its wire."""
    wires = usable(wiring)
    height = TOP + 60 + max([20 * PITCH, *(wire.number * ROW for wire in wires)])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{height}" fill="#fbfaf7"/>',
        _text(40, 44, _word("drawing_title", language), 24, weight="bold"),
        _text(40, 74, _word("drawing_note", language), 14),
        *_header(language),
        *(part for wire in wires for part in _wired(wire, language)),
        "</svg>",
    ]
    return "\n".join(parts)


def pin_table(wiring: Wiring, language: str = "") -> str:
    """Which wire goes where, as a Markdown table."""
    names = [_word(key, language) for key in ("table_thing", "table_gpio", "table_place", "table_ground")]
    lines = [f"| {' | '.join(names)} |", "|---|---|---|---|"]
    for wire in usable(wiring):
        place = PHYSICAL[wire.pin]
        thing = wire_words().say(wire.says, language)
        lines.append(f"| {thing} | GPIO {wire.pin} | {place} | {_ground(place)} |")
    return "\n".join(lines)


def parts_list(wiring: Wiring, language: str = "") -> str:
    """The shopping list for *wiring*, with possible substitutes, as a Markdown table."""
    wires = usable(wiring)
    buttons = sum(wire.kind == "button" for wire in wires)
    lamps = len(wires) - buttons
    rows: list[tuple[int, str, float, float]] = [  # how many, which, about how many euros each costs
        (buttons, "part_button", 1.0, 4.0),
        (lamps, "part_led", 0.1, 0.5),
        (lamps, "part_resistor", 0.05, 0.15),
        (2 * len(wires), "part_wire", 0.1, 0.25),
        (int(len(wires) > len(GROUNDS)), "part_ground", 8, 20),
        (1, "part_pi", 60, 95),
        (1, "part_power", 9, 16),
        (1, "part_camera", 25, 40),
        (1, "part_cable", 3, 8),
        (1, "part_lamp", 10, 40),
        (1, "part_speaker", 8, 20),
    ]
    names = ("table_count", "table_part", "table_price", "table_instead")
    lines = [f"| {' | '.join(_word(key, language) for key in names)} |", "|---|---|---|---|"]
    for number, key, low, high in rows:
        if number:
            part = wire_words().say(Say(key, {"wires": len(wires)}), language)
            price = _euros(number * low, number * high)
            lines.append(f"| {number} | {part} | {price} | {_word(f'{key}.instead', language)} |")
    least, most = sum(n * low for n, _, low, _ in rows), sum(n * high for n, _, _, high in rows)
    lines.append(f"| | {_word('table_together', language)} | {_euros(least, most)} | |")
    return "\n".join([*lines, "", _word("table_prices", language)])


def _euros(low: float, high: float) -> str:
    least, most = max(1, round(low)), max(1, round(high))
    return f"{least}–{most}" if least < most else f"{most}"


def _header(language: str) -> Iterator[str]:
    high = 20 * PITCH
    yield (
        f'<rect x="{LEFT - 24}" y="{TOP - 16}" width="{PITCH + 48}" height="{high + 6}"'
        ' rx="8" fill="#263238"/>'
    )
    yield _text(LEFT - 24, TOP + high + 14, _word("drawing_pin_1", language), 13)
    for place in range(1, 41):
        x, y = _spot(place)
        colour = "#111" if place in GROUNDS else "#e53935" if place in POWER else "#fdd835"
        yield f'<circle cx="{x}" cy="{y}" r="8" fill="{colour}" stroke="#90a4ae"/>'
        name = "GND" if place in GROUNDS else POWER.get(place) or f"GPIO {GPIO_AT[place]}"
        label = f"{name} · {place}" if place % 2 else f"{place}"
        anchor = "end" if place % 2 else "middle"
        at = x - 34 if place % 2 else x
        size = 12 if place % 2 else 9
        fill = "#37474f" if place % 2 else ("#fff" if place in GROUNDS or place in POWER else "#263238")
        yield _text(at, y + 4, label, size, anchor=anchor, fill=fill)


def _wired(wire: Wire, language: str) -> Iterator[str]:
    colour_name, _shape, letter = LOOKS[(wire.number - 1) % len(LOOKS)]
    colour = COLOURS[colour_name]
    top = TOP + (wire.number - 1) * ROW
    y = top + (19 if wire.kind == "button" else 53)
    place = PHYSICAL[wire.pin]
    x0, y0 = _spot(place)
    bend = 380 + 26 * (wire.number - 1) + (13 if wire.kind == "lamp" else 0)
    start = f"M{x0} {y0 + 8} V{y0 + PITCH // 2}" if place % 2 else f"M{x0 + 8} {y0}"  # never across a pin
    dashes = "none" if wire.kind == "button" else "9 5"
    line = f'fill="none" stroke="{colour}" stroke-width="3" stroke-dasharray="{dashes}"'
    yield f'<path d="{start} H{bend} V{y} H{PART_AT - 16}" {line}/>'
    if wire.kind == "button":
        yield f'<circle cx="{SEATS_AT}" cy="{top + 36}" r="13" fill="{colour}"/>'
        yield _text(SEATS_AT, top + 42, letter, 16, anchor="middle", fill="#fff", weight="bold")
        yield f'<circle cx="{PART_AT}" cy="{y}" r="12" fill="#eceff1" stroke="{colour}" stroke-width="4"/>'
    else:
        yield f'<rect x="{PART_AT - 60}" y="{y - 6}" width="30" height="12" fill="#d7ccc8" stroke="#5d4037"/>'
        led = f'd="M{PART_AT - 12} {y - 11} v22 l20 -11 z" fill="#fff59d"'
        yield f'<path {led} stroke="{colour}" stroke-width="2"/>'
    says = wire_words().say(wire.says, language)
    ground = _word("drawing_ground", language).replace("{place}", str(_ground(place)))
    text = f"{says}: GPIO {wire.pin}, {_word('table_place', language)} {place}; {ground}"
    yield _text(PART_AT + 24, y + 5, text, 13)


def _spot(place: int) -> tuple[int, int]:
    """Where a place of the header is drawn: odd ones on the left, as one sees it with the USB ports below."""
    return LEFT + (0 if place % 2 else PITCH), TOP + (place - 1) // 2 * PITCH


def _ground(place: int) -> int:
    """The nearest place with ground."""
    return min(GROUNDS, key=lambda ground: abs((ground - 1) // 2 - (place - 1) // 2))


def _word(key: str, language: str) -> str:
    return wire_words().say(Say(key, {"place": "{place}"}), language)


def _text(x: int, y: int, text: str, size: int, **look: str) -> str:
    """*look*: `anchor`, `fill` and `weight`, where they are not as usual."""
    look = {"anchor": "start", "fill": "#263238", "weight": "normal"} | look
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{look["anchor"]}" fill="{look["fill"]}"'
        f' font-weight="{look["weight"]}">{escape(text)}</text>'
    )
