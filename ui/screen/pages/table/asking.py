"""What is waited for, in words, and everything that can be touched to tell it."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from kivy.uix.widget import Widget
from msgspec import Struct

from companion.asks import MS, Ask, Choice, Kind, sets_aside
from companion.game import AnyGame
from companion.table import Running
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.offers import Offer, Offers
from ui.screen.pages.table.desk import Desk
from ui.screen.pages.table.people import MANY
from ui.screen.parts.layout import Column, Grid, Panel, Row, Scroll, Stack, Text
from ui.screen.parts.stopwatch import Stopwatch
from ui.screen.parts.touch import LOOKS, SHORT, Badge, Icon, IconButton, Touchable, button_grid, grid_height

GREY = 0.4  # of a badge that nobody can press any more
INLINE = 8  # more choices than that get a sheet of their own
ONE_LINE = 2  # choices beside each other on every panel
BESIDE_DRAWING = 3  # the same where most of them can be tapped on a drawing, which needs the place
MORE = 2  # prompts below the first one
LONG = 80  # letters
MOST_WORDS, MOST_WORDS_PORTRAIT = 130, 190  # letters that a prompt has room for; the rest is on the buttons
WATCH = 12.0  # mm: the ring that shows how much time is left
LABEL, LABEL_SHORT = 29.0, 20.0  # mm: such short words beside their buttons, on one line or on two
ICONS = {
    Kind.DICE: "dice",
    Kind.CARD: "cards",
    Kind.NUMBER: "number",
    Kind.CONFIRM: "check",
    Kind.CALL: "hand",
}


# --- words ---


class Asked(Struct, frozen=True):
    """What is waited for in a few words: of whom, the sentence, and what else is possible."""

    seats: tuple[str, ...]
    sentence: str
    more: tuple[str, ...]
    rule: str


def asked(
    say: Speaker,
    game: AnyGame,
    asks: Sequence[Ask],
    phase: str,
    turn: Collection[str] = (),
    on_buttons: Collection[str] = (),
) -> Asked:
    """The *asks* as a table understands them. What several people are asked is shown once, for all of them.

    *turn*: whose turn it is, also where others may act as well. *on_buttons*: the asks that stand on buttons
    below; only the first of them is put in words as well.
    """
    open_asks = [ask for ask in asks if not ask.secret and ask.kind is not Kind.TIME]
    if not open_asks:
        return Asked((), phase, (), asks[0].rule if asks else "")
    first = open_asks[0]
    same = [ask for ask in open_asks if ask.prompt.key == first.prompt.key]
    seats = tuple(dict.fromkeys(seat for ask in same for seat in ask.seats))
    sentence = _for_all(say, game, same) or phase
    named: str = first.prompt.args.get("seat", "")
    if len(same) == 1 and named in turn and named in sentence:
        seats = (named,)
    besides = [ask for ask in open_asks if ask not in same and ask.spoken and ask.id not in on_buttons]
    others = [say.game(game, ask.prompt) for ask in besides]
    return Asked(seats, sentence, tuple(dict.fromkeys(others)), first.rule)


def _for_all(say: Speaker, game: AnyGame, same: Sequence[Ask]) -> str:
    """One sentence for all who are asked the *same*; "" where the game has none."""
    first = same[0].prompt
    if len({say.game(game, ask.prompt) for ask in same}) == 1:
        return say.game(game, first)
    return say.known(game, f"{first.key}.all", **first.args)


def is_long(asking: Asked) -> bool:
    """Whether two sentences have to be read, and not only a glance."""
    return bool(asking.more) and len(asking.sentence) + len(asking.more[0]) > LONG


def prompt_region(desk: Desk, asking: Asked, running: Running | None = None) -> Widget:
    """Whose turn it is, what to do and how much time there is; the mark beside it tells why."""
    sizes = desk.sizes
    row = Row(sizes, gap=1.4)
    if len(asking.seats) == 1 and asking.seats[0] in desk.faces and not sizes.whole:  # a column has no room
        row.add_widget(Badge(desk.faces[asking.seats[0]], **sizes.wide(11)))
    words = Column(sizes, Text(asking.sentence, sizes, "large", bold=True), gap=0.4)
    if asking.more:
        rest = " ".join(asking.more[:MORE])
        share = max(0.58, min(1.25, 0.8 * len(rest) / max(1, len(asking.sentence))))
        if len(asking.sentence) + len(rest) <= (MOST_WORDS_PORTRAIT if sizes.portrait else MOST_WORDS):
            words.add_widget(Text(rest, sizes, "small", theme.MUTED, size_hint_y=share))
    row.add_widget(words)
    if running is not None:
        row.add_widget(_time_left(desk, running))
    why = IconButton(
        sizes, "question", desk.say("table.why"), lambda: desk.open_rule(asking.rule), look="quiet"
    )
    why.pos_hint = {"center_y": 0.5}
    row.add_widget(why)
    return Panel(sizes, row, pad=1.0)


def _time_left(desk: Desk, running: Running) -> Widget:
    whole_ms = (running.until - running.since) // MS
    wide = desk.sizes.mm(WATCH)
    return Stopwatch(running.since, whole_ms, down=True, now=desk.now, size_hint=(None, 1), width=wide)


# --- things to touch ---


class Touchables(Struct, frozen=True):
    """The value of the region below."""

    offers: Offers
    private: tuple[str, ...] = ()  # seats that have something of their own to read
    inline: int = INLINE  # more choices than that get a sheet of their own
    called: tuple[str, ...] = ()  # who has called already
    lines_apart: bool = False  # lines with a badge for each seat stand below, as wide as the page
    alone: str = ""  # the one seat that touches this screen
    bright: bool = True  # a single button is what is to be done next


def offers_region(desk: Desk, shown: Touchables, highest: float) -> Widget:
    """Everything to touch at once; more than *highest* millimetres of it scroll."""
    sizes, offers = desk.sizes, shown.offers
    secrets = sorted({offer.seat for offer in offers.secret} | set(shown.private))
    races = _races(offers.now, shown.called)
    rest = _but_for(offers.now, races)
    if shown.lines_apart:
        rest = _but_for(rest, _shared(desk, rest).values())
    besides = [_secret_button(desk, seat) for seat in secrets] + _no_button(desk, offers)
    places = _places(desk, rest, shown.alone) if shown.alone else {}
    rest = _but_for(rest, [[*places.values()]])
    inline = min(shown.inline, ONE_LINE) if races else shown.inline
    lines = offer_lines(desk, rest, besides, inline, shown.bright, bool(races))
    fixed = [] if shown.lines_apart else race_lines(desk, shown)
    if places:
        fixed.append(_placed(desk, places, shown.alone))
    gap = sizes.mm(theme.GAP)
    whole = min(lines[0].height, grid_height(sizes, 2)) if lines else 0  # never half a line
    highest = max(whole, sizes.mm(highest) - sum(line.height + gap for line in fixed))
    stack = Stack(sizes, *lines, gap=theme.GAP)
    stack.height = sum(line.height for line in lines) + gap * max(0, len(lines) - 1)
    offered: Widget = stack
    if stack.height > highest:
        stack.padding = [0, 0, sizes.mm(1.8), 0]  # beside the bar
        offered = Scroll(sizes, stack, size_hint_y=None, height=highest)
    if fixed:
        shown_now = [offered, *fixed] if lines else fixed
        offered = Stack(sizes, *shown_now, gap=theme.GAP)
        offered.height = sum(part.height for part in shown_now) + gap * (len(shown_now) - 1)
    if not (offers.by_touch or (races and fixed)):
        return offered
    more: Widget = IconButton(sizes, "hand", desk.say("table.by_touch"), desk.open_by_touch)
    if not offers.by_touch:  # nothing in a race moves when the sign goes
        more = Widget(size_hint=(None, None), size=more.size)
    return Row(sizes, offered, more, size_hint_y=None, height=max(offered.height, more.height))


def _places(desk: Desk, offered: Sequence[Offer], alone: str) -> dict[str, Offer]:
    """What *alone* may say while all act at once, by whom it concerns."""
    places: dict[str, Offer] = {}
    if sum(offer.ask.kind is Kind.CALL for offer in offered) > 1:  # one place is for one call
        return places
    for offer in sorted(offered, key=lambda offer: offer.ask.kind is not Kind.CALL):
        seat = offer.ask.prompt.args.get("seat", alone)
        by_the_way = offer.ask.kind is Kind.CONFIRM and offer.ask.optional
        if (offer.ask.kind is Kind.CALL or by_the_way) and seat in desk.faces:
            places.setdefault(seat, offer)
    return places


def _placed(desk: Desk, places: Mapping[str, Offer], alone: str) -> Widget:
    """Nothing moves when somebody calls or is doubted: a finger on its way would meet something else."""
    own = places.get(alone)
    nobody_else = own is not None and own.ask.seats == (alone,) and not own.ask.optional and len(places) == 1
    seats = [alone, *(seat for seat in desk.faces if seat != alone and not nobody_else)]
    buttons = [offer_button(desk, places[seat]) if seat in places else Widget() for seat in seats]
    return Row(desk.sizes, *buttons, **desk.sizes.high(theme.TOUCH))


def race_lines(desk: Desk, shown: Touchables) -> list[Widget]:
    """One line for each call that several may make; apart also for all else that is the same for several."""
    races, apart = _races(shown.offers.now, shown.called), shown.lines_apart
    shared = _shared(desk, _but_for(shown.offers.now, races)) if apart else {}
    lines = [_seat_line(desk, words, same, apart) for words, same in shared.items()]
    return [
        *lines,
        *(_seat_line(desk, offer_words(desk.say, desk.game, race[0]), race, apart) for race in races),
    ]


def _but_for(offered: Sequence[Offer], groups: Iterable[Sequence[Offer]]) -> list[Offer]:
    taken = [offer for group in groups for offer in group]
    return [offer for offer in offered if offer not in taken]


def _shared(desk: Desk, offered: Sequence[Offer]) -> dict[str, list[Offer]]:
    """What is the same for several seats, and a card before somebody, by the words for it."""
    groups: dict[str, list[Offer]] = {}
    for offer in offered:
        groups.setdefault(offer_words(desk.say, desk.game, offer), []).append(offer)
    return {
        words: same
        for words, same in groups.items()
        if (len(same) > 1 and all(o.seat for o in same)) or same[0].before
    }


def offer_lines(
    desk: Desk,
    offered: Sequence[Offer],
    besides: Sequence[Touchable] = (),
    inline: int = INLINE,
    bright: bool = True,
    stay: bool = False,
) -> list[Widget]:
    """What is the same for several seats stands in a line of its own, a badge for each; they may *stay*."""
    if choices := _inline_choices(desk, offered, inline):
        return [button_grid(desk.sizes, [*choices, *besides])]
    shared = _shared(desk, offered)
    single = _but_for(offered, shared.values())
    lines: list[Widget] = [_seat_line(desk, words, same, stay=stay) for words, same in shared.items()]
    alone = len(single) == 1 and not shared and bright
    buttons = [*(offer_button(desk, offer, alone) for offer in single), *besides]
    if buttons:
        lines.append(button_grid(desk.sizes, buttons))
    return lines


def _races(offered: Sequence[Offer], called: Collection[str]) -> list[list[Offer]]:
    """The calls that several may make, each for all who still may; also while only one is left."""
    races: dict[str, list[Offer]] = {}
    for offer in offered:
        if offer.ask.kind is Kind.CALL and (called or len(offer.ask.seats) > 1):
            races.setdefault(offer.ask.id, []).append(offer)
    return list(races.values())


def _seat_line(
    desk: Desk, words: str, offered: Sequence[Offer], apart: bool = False, stay: bool = False
) -> Widget:
    """One thing that several seats can tell: its words, and a button for each seat.

    In a race nobody's button moves when somebody has called: a finger on its way would call for another one.
    """
    sizes = desk.sizes
    icon = Icon(sizes, ICONS.get(offered[0].ask.kind, "note"), theme.MUTED, side=5)
    label = Row(sizes, icon, Text(words, sizes, "body"), gap=0.8)
    buttons = {offer.face: _badge_button(desk, offer, words) for offer in offered}
    if stay or offered[0].ask.kind is Kind.CALL:
        buttons = {seat: buttons.get(seat) or _spent(desk, seat) for seat in desk.faces}
    crowd = len(desk.faces) > MANY
    room = (72.0 if crowd else 84.0) - theme.TOUCH
    if apart:
        room = sizes.width / sizes.unit - 2 * theme.PAD
    elif sizes.portrait:  # between the margins, beside the hand sign and the bar
        room = sizes.width / sizes.unit - 2 * theme.PAD - theme.TOUCH - theme.GAP - 1.8
    # so many badges stand beside each other where the label takes so many millimetres
    fits = {
        wide: int((room - wide + 1.4) / (theme.TOUCH_LEAST + 0.4 + 1.4)) for wide in (LABEL, LABEL_SHORT, 0.0)
    }
    label_wide = next((wide for wide in (LABEL, LABEL_SHORT) if len(buttons) <= fits[wide]), 0.0)
    beside = bool(label_wide) and len(words) <= SHORT
    most = fits[label_wide if beside else 0.0]
    rows = -(-len(buttons) // most)
    columns = -(-len(buttons) // rows)
    grid = Grid(sizes, *buttons.values(), cols=columns, gap=1.4)
    height = sizes.mm(theme.TOUCH_LEAST + 0.4) if apart else grid_height(sizes, rows)
    if beside:
        label.size_hint_x, label.width = None, sizes.mm(label_wide)
        return Row(sizes, label, grid, size_hint_y=None, height=height)
    tall = sizes.mm(5.5 if len(words) <= 2 * SHORT else 9.5)
    label.size_hint_y, label.height = None, tall
    return Column(sizes, label, grid, gap=0.4, size_hint_y=None, height=height + tall + sizes.mm(0.4))


def _spent(desk: Desk, seat: str) -> Touchable:
    """The place of somebody who has called, or may not."""
    badge = Badge(desk.faces[seat], opacity=GREY)
    return Touchable(desk.sizes, lambda: None, badge, look="quiet", text=seat, disabled=True)


def _badge_button(desk: Desk, offer: Offer, words: str) -> Touchable:
    button = offer_button(desk, offer)
    button.clear_widgets()
    button.add_widget(
        Badge(desk.faces[offer.face]) if offer.face in desk.faces else Text(offer.face, desk.sizes)
    )
    button.text = f"{offer.face} {words}"
    return button


def _inline_choices(desk: Desk, offered: Sequence[Offer], inline: int) -> list[Touchable]:
    """A single question is answered at once, without a sheet in between."""
    if len(offered) != 1 or offered[0].ask.kind is not Kind.CHOICE or len(offered[0].ask.choices) > inline:
        return []
    return [choice_button(desk, offered[0], choice) for choice in offered[0].ask.choices]


def choice_button(desk: Desk, offer: Offer, choice: Choice, look: str = "plain") -> Touchable:
    """The button for one choice; in a sentence the same words may begin small."""
    words = desk.words(choice.says)
    chosen = partial(desk.answer, offer.ask, choice.value, offer.seat)
    return touch_button(desk, words[:1].upper() + words[1:], chosen, choice.seat, look=look)


def offer_button(desk: Desk, offer: Offer, alone: bool = False) -> Touchable:
    """The button for one offer. What takes more than a touch opens a pad."""
    ask, seat, icon = offer.ask, offer.seat, ICONS.get(offer.ask.kind, "note")
    words, look = offer_words(desk.say, desk.game, offer), "main" if alone else "plain"
    if ask.kind is Kind.CALL:
        called = partial(desk.answer, ask, ask.call, seat)
        return touch_button(desk, words, called, seat, icon, when="down")
    if ask.kind is Kind.CONFIRM:
        return touch_button(desk, words, partial(desk.answer, ask, True, seat), seat, icon, look=look)
    if ask.kind is Kind.CHOICE and len(ask.choices) == 1 and not sets_aside(ask):
        return choice_button(desk, offer, ask.choices[0])
    if ask.kind is Kind.CHOICE and alone and words == desk.words(ask.prompt):
        words = desk.say("table.choose_one")  # what is asked is said above already
    return touch_button(desk, words, lambda _ns: desk.open_pad(offer), seat, icon, look=look)


def offer_words(say: Speaker, game: AnyGame, offer: Offer) -> str:
    """What stands on the button: the game's own word for it if it has one, else what kind of thing it is."""
    ask, seat = offer.ask, offer.seat or offer.ask.prompt.args.get("seat", "")
    if offer.rolls:
        return say("table.roll")
    if offer.before:
        return say("table.card_before")
    name = ask.id.partition(":")[0]
    for key in (f"touch.{name}", f"call.{ask.call}" if ask.call else ""):
        if words := say.known(game, key, **{"seat": seat, **ask.prompt.args}):
            return words
    unclear = ask.kind is Kind.CONFIRM and (ask.optional or not ask.spoken)
    if unclear or ask.kind in (Kind.CHOICE, Kind.CALL, Kind.NUMBER):
        return say.game(game, ask.prompt)
    return say(f"table.touch_{ask.kind.value}")


def touch_button(
    desk: Desk,
    words: str,
    touched: Callable[[int], None],
    seat: str = "",
    icon: str = "",
    **dress: Any,
) -> Touchable:
    """A button with its seat's badge, or a picture; *touched* gets how long the touch has waited."""
    sizes, look = desk.sizes, dress.get("look", "plain")
    things, colour = list[Widget](), LOOKS[look][2]
    if seat in desk.faces:
        things.append(Badge(desk.faces[seat], **sizes.wide(7.5)))
    elif icon:
        things.append(Icon(sizes, icon, colour, side=5))
    things.append(Text(words, sizes, "body", colour, bold=look == "main"))
    name = f"{seat} {words}" if seat else words
    button = Touchable(sizes, lambda: touched(button.waited_ns), *things, **dress, text=name)
    return button


def _no_button(desk: Desk, offers: Offers) -> list[Touchable]:
    """Whoever is asked whether something is right can say no: what else can be entered is shown."""
    names = [offer.ask.id.partition(":")[0] for offer in offers.now if offer.ask.kind is Kind.CONFIRM]
    words = next(filter(None, (desk.say.known(desk.game, f"touch.{name}.no") for name in names)), "")
    if not words or not offers.by_touch:
        return []
    return [touch_button(desk, words, lambda _ns: desk.open_by_touch(), icon="close")]


def _secret_button(desk: Desk, seat: str) -> Touchable:
    words = desk.say("table.only_for", seat=seat)
    return touch_button(desk, words, lambda _ns: desk.open_secret(seat), seat, "blind", look="quiet")
