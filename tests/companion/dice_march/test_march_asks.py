"""Dice March: what is asked at each step, how answers are understood, and what a screen shows."""

from march_positions import BOOKLET, SEATS, TIP, position

from companion.asks import Fact, Source
from companion.games.dice_march import GAME
from companion.games.dice_march.moves import Begin, Draw, Pick, Tip, Turn
from companion.games.dice_march.state import start_pyramid
from companion.pyramid.agree import Agree
from companion.rulings import Question
from tests.companion.in_short import asked, panels, prompted, sentence, sheet
from tests.tables import cases

OVER = position(phase="over", winners=["Tom"], end_rule="DM1")
MOVE = "move, Elfi, silent"
TWO = "move:touch, Elfi, {'die': [2, 3, 3]}/{'die': [4, 3, 1]}"


def heard(state, value, name="move", seat=""):
    """What the game understands when *value* answers the ask of this *name*."""
    wanted = next(one for one in GAME.asks(state) if one.id == name)
    return GAME.understand(state, wanted, Fact(wanted.kind, value, 1, Source.CAMERA, seat=seat))


# --- what is asked ---


@cases(
    "state, asks",
    {
        "A-DM10 who begins; the eyes may look": (
            GAME.start(SEATS, GAME.options()),
            ["begin, ElfiTomUli, Elfi/Tom/Uli", "set-up, ElfiTomUli, may, silent"],
        ),
        "DM2 a move": (position(BOOKLET), [MOVE, TWO, "draw, ElfiTomUli, draw, may, silent"]),
        "A-DM5 who has not offered a draw may take it": (
            position(BOOKLET, draw=["Tom"]),
            [MOVE, TWO, "draw, ElfiUli, draw, may, silent"],
        ),
        "A-DM5 who has no dice any more has no say": (
            position({name: die for name, die in BOOKLET.items() if die[0] != "m"}),
            [MOVE, TWO, "draw, ElfiTom, draw, may, silent"],
        ),
        "A-DM5 no draws": (position(BOOKLET, options={"repetition": "none"}), [MOVE, TWO]),
        "DM1 nothing more": (OVER, []),
    },
)
def test_what_is_asked_of_whom(state, asks):
    assert asked(GAME, state) == asks


@cases(
    "state, prompts",
    {
        "A-DM10": (
            GAME.start(SEATS, GAME.options()),
            {"begin": "A-DM10 who_begins", "set-up": "A-DM10 set_up"},
        ),
        "A-DM5 nobody has offered a draw": (
            position(),
            {
                "move": "DM2 tip_or_turn_one seat=Elfi",
                "move:touch": "DM2 tip_or_turn_one seat=Elfi",
                "draw": "A-DM5 draw_ask seats= n=0",
            },
        ),
        "A-DM5 two have; DM2 a die is tapped": (
            position(draw=["Tom", "Uli"], picked=[0, 4, 4]),
            {
                "move": "DM2 tip_or_turn_one seat=Elfi",
                "move:touch": "DM2 tip_or_turn cell=(0,4,4) a=3 b=2 c=1",
                "draw": "A-DM5 draw_offered seats=Tom,Uli n=2",
            },
        ),
        "DM2 and its front": (
            position(picked=[0, 4, 4], front=6, options={"repetition": "none"}),
            {"move": "DM2 tip_or_turn_one seat=Elfi", "move:touch": "DM2 and_to_the_left number=6"},
        ),
    },
)
def test_how_it_is_asked(state, prompts):
    assert prompted(GAME, state) == prompts


# --- what is understood ---


def test_a_dm10_who_begins_and_who_wants_a_draw():
    """DM2, A-DM5."""
    start = GAME.start(SEATS, GAME.options())
    question = heard(start, "Zoe", "begin")

    assert heard(start, "Tom", "begin") == Begin(seat="Tom")
    assert (question.rule, question.says.key) == ("A-DM10", "who_begins")
    assert question.choices == GAME.asks(start)[0].choices
    assert heard(position(), "draw", "draw", "Uli") == Draw(seat="Uli")


def test_dm2_a_tap_is_of_who_is_on_turn_unless_a_name_is_said():
    """DM2."""
    tapped = {"die": [0, 4, 4]}

    assert heard(position(), tapped, "move:touch") == Pick(seat="Elfi", cell=(0, 4, 4))
    assert heard(position(), tapped, "move:touch", "Tom") == Pick(seat="Tom", cell=(0, 4, 4))


START = start_pyramid()


def lying(**moved):
    """The start with some dice elsewhere or turned, by their cells; None is a die that is gone."""
    dice = START | {",".join(name[1:]): die for name, die in moved.items()}
    return {"dice": {name: die for name, die in dice.items() if die is not None}}


@cases(
    "value, understood",
    {
        "DM2 a die was turned": (lying(_044="r213"), Turn(seat="Elfi", cell=(0, 4, 4), faces=(2, 1, 3))),
        "G17 two tell": (lying(_044="r?13"), Turn(seat="Elfi", cell=(0, 4, 4), faces=(2, 1, 3))),
        "DM2 two dice were turned": (lying(_044="r213", _035="r213"), "DM2 differs"),
        "DM2 one is gone as well": (lying(_044="r213", _035=None), "DM2 differs"),
        "DM2 one has another colour as well": (lying(_044="r213", _404="y213"), "DM2 differs"),
        "DM3 a die was tipped, its numbers unread": (
            lying(_044=None, _143="r???"),
            Tip(seat="Elfi", cell=(0, 4, 4), to=(1, 4, 3)),
        ),
        "DM4 with the numbers that it shows": (
            lying(_044=None, _143="r426"),
            Tip(seat="Elfi", cell=(0, 4, 4), to=(1, 4, 3), faces=(4, 2, 6)),
        ),
        "G17 two of them tell the third": (
            lying(_044=None, _143="r42?"),
            Tip(seat="Elfi", cell=(0, 4, 4), to=(1, 4, 3), faces=(4, 2, 6)),
        ),
        "DM3 too far: it is understood, and refused": (
            lying(_044=None, _233="r???"),
            Tip(seat="Elfi", cell=(0, 4, 4), to=(2, 3, 3)),
        ),
        "DM3 and one was turned": (lying(_044=None, _233="r???", _035="r213"), "DM2 differs"),
        "DM3 or changed": (lying(_044=None, _233="r???", _404="y213"), "DM2 differs"),
        "DM3 a tip, and one changed": (
            lying(_044=None, _143="r???", _404="m213", _440="y213"),
            "DM2 differs",
        ),
        "DM3 a tip, and one turned": (lying(_044=None, _143="r???", _035="r213"), "DM2 differs"),
        "DM3 a die of another colour has come": (lying(_044=None, _143="y???"), "G1 too_many"),
        "DM3 one is gone and none has come": (lying(_044=None), "DM2 differs"),
        "DM3 one has come and none is gone": (lying(_233="r???"), "G1 too_many"),
        "DM2 nothing has happened": ({"dice": START}, Agree(seat="Elfi", pyramid=START)),
        "DM2 what the table agreed on": ({"agreed": {"dice": START}}, Agree(pyramid=START)),
    },
)
def test_what_the_eyes_see(value, understood):
    found = heard(position(), value)

    assert (f"{found.rule} {found.says.key}" if isinstance(found, Question) else found) == understood


def test_dm7_beaten_dice_may_be_gone_already_or_lie_there_still():
    """DM7: the booklet's example; but then no other die may have been turned."""
    state = position(BOOKLET)
    standing = {name: die for name, die in BOOKLET.items() if name != "2,3,3"} | {"3,3,2": "r???"}
    left = {"4,3,1": "r213"}

    assert GAME.play(state, Tip(seat="Elfi", **TIP)).state.pyramid == left
    for seen in (standing, left):
        assert heard(state, {"dice": seen}) == Tip(seat="Elfi", **TIP)
    assert heard(state, {"dice": {"4,3,1": "r132"}}).rule == "DM2"


def test_a_dm10_before_anybody_has_begun():
    """A-DM10: the dice stand as they should, or it is said how they should."""
    start = GAME.start(SEATS, GAME.options())
    gone = heard(start, lying(_044=None), "set-up")

    assert isinstance(heard(start, {"dice": START}, "set-up"), Agree)
    assert (gone.rule, gone.says.key) == ("A-DM10", "differs")


# --- what is shown ---


def test_dm14_the_panels_and_the_sheet():
    """DM15, A-DM3: dice that are left, tips to the goal, and both ways to count."""
    counts = {"won": {"Tom": 2}, "removed": {"Uli": 1}, "captured": {"Elfi": 2}}
    view = GAME.view(position({"2,3,3": "r654", "4,3,1": "r213", "3,4,1": "y356"}, **counts))

    assert sentence(view.phase) == "phase.play seat=Elfi"
    assert panels(view) == [
        "Elfi 0 colour.red=2 stat.to_goal=4 turn",
        "Tom 2 colour.yellow=1 stat.to_goal=4",
        "Uli -1 colour.pearl=0 stat.to_goal= out",
    ]
    assert sheet(view) == [
        "sheet.won: 0 2 0",
        "sheet.removed: 0 0 1",
        "sheet.captured: 2 0 0",
        "sheet.score: 0 2 -1",
        "sheet.score_all: -2 2 -1",
    ]


@cases(
    "state, turn",
    {
        "DM2 nobody has begun": (GAME.start(SEATS, GAME.options()), []),
        "DM2 who is on turn": (position(on_turn="Tom"), ["Tom"]),
        "DM1 it is over": (OVER, []),
    },
)
def test_whose_turn_is_shown(state, turn):
    assert [panel.seat for panel in GAME.view(state).panels if panel.turn] == turn


def test_g20_the_drawing_says_who_sits_where():
    """G20."""
    detail = GAME.view(position()).detail

    assert detail["sides"] == {"Elfi": "A", "Tom": "B", "Uli": "C"}
    assert detail["pyramid"] == START
