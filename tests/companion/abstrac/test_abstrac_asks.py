"""Abstrac: what is asked at each step and of whom, and how answers are understood."""

from msgspec.structs import replace
from test_abstrac_play import ROW, after, dealt, hear, started, swapped, take_all, taking

from companion.asks import Fact, Source
from companion.games.abstrac import GAME
from companion.games.abstrac import moves as m
from companion.games.abstrac.lab.candidates import example_row
from companion.lab.candidates import candidates
from companion.rulings import Question
from tests.companion.in_short import asked, prompted, sentence
from tests.tables import cases

LOTS = m.Lots(dealer="Bo")
TWO_UNREAD = ("?", "?", *ROW[2:])
MATS = ("mat:Elfi, Elfi, 0-1, may, silent", "mat:Bo, Bo, 0-1, may, silent")
ROW_AGAIN = "row:1, ElfiBo, 24-24, may, silent"


def dealing():
    return after(started(), LOTS)


def read(cards=ROW):
    return after(started(), LOTS, m.Row(cards=cards))


def lifted(count):
    return after(taking(), m.Left(seat="Elfi", cards=ROW[:-count]))


# --- what is asked ---


@cases(
    "state, asks",
    {
        "AS3 who deals": (started(), ["lots, ElfiBo, Elfi/Bo"]),
        "AS1 the whole row": (dealing(), ["row:1, ElfiBo, 24-24"]),
        "AS1 an unread card": (read(TWO_UNREAD), ["unread:1, ElfiBo, 9C/TC", ROW_AGAIN]),
        "AS1 the first of three from the left, by suit and rank": (
            read((*ROW[:7], "?", *ROW[8:20], "?", "?", *ROW[22:])),
            ["unread:8, ElfiBo, TD/JS/QS", ROW_AGAIN],
        ),
        "AS2 both agree, or the row is read again": (read(), ["agree:1, ElfiBo", ROW_AGAIN]),
        "AS4 who did not deal": (dealt(), ["choose, Elfi, first/second"]),
        "B1 or the dealer": (dealt(chooser="dealer"), ["choose, Bo, first/second"]),
        "AS5 one, two or three": (taking(), ["take:1, Elfi, 1/2/3", "left, Elfi, 0-24, may, silent", *MATS]),
        "AS6 two are lifted: the button takes them for good": (
            lifted(2),
            ["take:1, Elfi, 1/2/3", "done, Elfi, may", "left, Elfi, 0-24, may, silent", *MATS],
        ),
        "AS5 only two are left": (
            take_all(taking(), *[3] * 7, 1),
            [
                "take:9, Elfi, 1/2",
                "left, Elfi, 0-2, may, silent",
                "mat:Elfi, Elfi, 0-12, may, silent",
                "mat:Bo, Bo, 0-10, may, silent",
            ],
        ),
        "AS8 the next deal": (take_all(taking(), *[3] * 8), ["row:2, ElfiBo, 24-24"]),
        "AS14 nothing more": (replace(taking(), phase="over"), []),
    },
)
def test_what_is_asked_of_whom(state, asks):
    assert asked(GAME, state) == asks


@cases(
    "state, prompts",
    {
        "B9 lots": (started(), {"lots": "B9 ask.lots"}),
        "B9 the loser deals": (started(first_dealer="loser"), {"lots": "B9 ask.loser_deals"}),
        "AS1": (dealing(), {"row:1": "AS1 ask.row seat=Bo"}),
        "AS1 the place is counted from the left": (
            read(TWO_UNREAD),
            {"unread:1": "AS1 ask.unread place=1 n=2", "row:1": "AS2 ask.row_again seat=Bo"},
        ),
        "AS2": (read(), {"agree:1": "AS2 ask.agree", "row:1": "AS2 ask.row_again seat=Bo"}),
        "AS4": (dealt(), {"choose": "AS4 ask.choose seat=Elfi"}),
        "AS6 what is lifted": (
            lifted(2),
            {
                "take:1": "AS5 ask.take seat=Elfi n=3",
                "done": "AS6 ask.done seat=Elfi n=2",
                "left": "AS6 ask.left seat=Elfi",
                "mat:Elfi": "AS7 ask.mat seat=Elfi",
                "mat:Bo": "AS7 ask.mat seat=Bo",
            },
        ),
    },
)
def test_how_it_is_asked(state, prompts):
    assert prompted(GAME, state) == prompts


def test_as5_the_cards_of_each_take_are_named():
    """AS5: the fully exposed card first."""
    choices = GAME.asks(taking())[0].choices

    assert [sentence(choice.says) for choice in choices] == [
        f"choice.take n={n} cards={cards}" for n, cards in ((1, "AS"), (2, "AS,KS"), (3, "AS,KS,QS"))
    ]


def test_b10_who_wants_hints_is_not_asked_again():
    """B10."""
    state = taking(hints="both_agree")
    hints = ["hint:Elfi, Elfi, may, silent", "hint:Bo, Bo, may, silent"]
    assert asked(GAME, state)[-2:] == hints
    assert prompted(GAME, state)["hint:Bo"] == "B10 ask.hint seat=Bo other=Elfi"

    one = after(state, m.Hint(seat="Elfi"))
    assert asked(GAME, one)[-2:] == ["mat:Bo, Bo, 0-1, may, silent", hints[1]]
    both = after(one, m.Hint(seat="Bo"))
    assert asked(GAME, both)[-1] == "mat:Bo, Bo, 0-1, may, silent"


def test_as6_the_eyes_know_what_lies_in_the_row():
    """AS6."""
    (left,) = [ask for ask in GAME.asks(take_all(taking(), 3)) if ask.id == "left"]

    assert (left.lies, left.place, left.deck) == (ROW[:21], "row", "french")


# --- what is understood ---


def laid(*cards):
    return {"place": "row", "cards": list(cards)}


@cases(
    "state, name, value, move",
    {
        "AS3 who deals": (started(), "lots", "Bo", LOTS),
        "AS2 one agrees": (read(), "agree", True, m.Agree(seat="Elfi")),
        "AS4": (dealt(), "choose", "second", m.Choose(seat="Elfi", goes="second")),
        "AS5 by touch": (taking(), "take", 2, m.Take(seat="Elfi", count=2)),
        "AS6 by the button": (lifted(2), "done", "done", m.Take(seat="Elfi", count=2)),
        "B10 somebody wants hints": (taking(hints="both_agree"), "hint", True, m.Hint(seat="Elfi")),
        "AS7 a single unread card is the one that is missing": (
            take_all(taking(), 3),
            "mat",
            laid("AS", "?", "KS"),
            m.Shown(seat="Elfi", cards=("AS", "QS", "KS")),
        ),
        "AS7 of two unread ones nobody knows which": (
            take_all(taking(), 3),
            "mat",
            laid("?", "?", "KS"),
            m.Shown(seat="Elfi", cards=("?", "?", "KS")),
        ),
        "AS6 more cards than there were are told as they are": (
            taking(),
            "left",
            laid(*ROW, "9C"),
            m.Left(seat="Elfi", cards=(*ROW, "9C")),
        ),
        "AS6 nothing is gone": (taking(), "left", laid("?", *ROW[1:]), m.Left(seat="Elfi", cards=ROW)),
        "AS6 what cannot be read is what lay there": (
            taking(),
            "left",
            laid(*ROW[:20], "?", ROW[21]),
            m.Left(seat="Elfi", cards=ROW[:22]),
        ),
    },
)
def test_an_answer_is_a_move(state, name, value, move):
    assert hear(state, name, value) == move


@cases(
    "state, name, value, move",
    {
        "AS5 only one can have taken": (taking(), "take", 2, m.Take(seat="Elfi", count=2)),
        "AS2 of two the dealer speaks": (read(), "agree", True, m.Agree(seat="Bo")),
    },
)
def test_an_answer_without_a_name(state, name, value, move):
    ask = next(ask for ask in GAME.asks(state) if ask.id.startswith(name))

    assert GAME.understand(state, ask, Fact(ask.kind, value, 0, Source.CAMERA)) == move


@cases(
    "before, seen, understood",
    {
        "AS1 one unread card is the missing one": (None, swapped(3, "?"), ROW),
        "AS1 one unread and one missing: nobody knows": (None, ("?", *ROW[1:23]), ("?", *ROW[1:23])),
        "AS1 three are asked one by one": (None, ("?", "?", "?", *ROW[3:]), ("?", "?", "?", *ROW[3:])),
        "AS1 two looks together see all of it": (
            ("?", "?", "?", *ROW[3:]),
            (*ROW[:3], "?", "?", *ROW[5:]),
            ROW,
        ),
        "AS1 a look that cannot be true with the one before stands alone": (
            ("?", "?", "?", *ROW[3:]),
            (*ROW[3:4], "?", "?", "?", *ROW[4:]),
            (*ROW[3:4], "?", "?", "?", *ROW[4:]),
        ),
    },
)
def test_a_row_that_is_read(before, seen, understood):
    state = dealing() if before is None else read(before)

    assert hear(state, "row", laid(*seen)) == m.Row(cards=understood)


@cases(
    "unread, perhaps, choices",
    {
        "AS1 of the pack: it is the missing one": ([3], [(3, ROW[3]), (3, ROW[7])], ()),
        "AS1 the missing one or a stranger": ([3], [(3, ROW[3]), (3, "8C")], (ROW[3], "8C")),
        "AS1 like a stranger, and one is missing": ([3], [(3, "8C")], (ROW[3], "8C")),
        "AS1 one of three": ([2, 5, 7], [(5, "8C")], (ROW[2], ROW[5], ROW[7], "8C")),
        "AS1 what is read is read": ([], [(5, "8C")], ()),
    },
)
def test_as1_a_card_that_looks_like_a_stranger_is_asked_about(unread, perhaps, choices):
    def with_cards(*cards):
        return laid(*(dict(cards).get(n, "?" if n in unread else card) for n, card in enumerate(ROW)))

    (ask, *_), readings = GAME.asks(dealing()), tuple(map(with_cards, perhaps))
    understood = GAME.understand(
        dealing(), ask, Fact(ask.kind, with_cards(), 0, Source.CAMERA, choices=readings)
    )

    if not choices:
        assert understood == m.Row(cards=ROW)
    else:
        ((place, _),) = {(n, "") for n, _ in perhaps}
        assert sentence(understood.says) == f"ask.unread place={place + 1} n={len(choices)}"
        assert {choice.value["cards"][place] for choice in understood.choices} == {*choices}


def test_as1_what_was_agreed_on_does_not_help_to_read_the_row_again():
    """AS1, AS2: whoever has it read again does so because it was wrong."""
    seen = ("?", "?", "?", *ROW[3:])

    assert hear(read(), "row", laid(*seen)) == m.Row(cards=seen)


def test_as1_two_unread_cards_are_one_question():
    """AS1: which of the two missing cards lies further to the left?"""
    seen = (*ROW[:4], "?", *ROW[5:9], "?", *ROW[10:])
    question = hear(dealing(), "row", laid(*seen))

    assert isinstance(question, Question)
    assert f"{question.rule} {sentence(question.says)}" == "AS1 question.row cards=KC,QD"
    assert [choice.value for choice in question.choices] == [
        laid(*ROW),
        laid(*ROW[:4], ROW[9], *ROW[5:9], ROW[4], *ROW[10:]),
    ]
    assert [sentence(choice.says) for choice in question.choices] == [
        "choice.order first=KC second=QD",
        "choice.order first=QD second=KC",
    ]


def test_as1_what_the_next_unread_card_can_be():
    """AS1: each of the cards that are missing, by suit and rank."""
    state = read(("?", *ROW[1:5], "?", *ROW[6:11], "?", *ROW[12:]))

    named = [move.cards[0] for move in candidates(GAME, state, "Elfi")]
    assert named == [ROW[0], ROW[5], ROW[11]]
    assert all(GAME.refuse(state, move) is None for move in candidates(GAME, state, "Elfi"))


@cases(
    "state, number, begins",
    {
        "AS1 the first deal": (started(), 0, "KH 9C QC QH TC"),
        "AS1 another row for it": (started(), 1, "KH AS TS TC AC"),
        "AS3 the second deal": (take_all(taking(), *[2] * 12), 0, "AD KD 9D AS KC"),
        "AS14 with other points": (take_all(taking(), *[3] * 8), 0, "JH AD TC JD 9D"),
    },
)
def test_rows_for_trying_a_game_out_are_the_same_each_time(state, number, begins):
    row = example_row(state, number)

    assert " ".join(row[:5]) == begins
    assert sorted(row) == sorted(ROW)
