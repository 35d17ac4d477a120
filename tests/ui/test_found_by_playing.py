"""What somebody new to the table stumbled over, through the assembled app: each stays as it was mended."""

from random import Random
from types import SimpleNamespace
from typing import Any

import evenings
import pytest
import screen_scenes
from kivy.clock import Clock
from msgspec.structs import replace
from screen_audit import complaints
from screen_finger import named
from screen_hand import Answer, Hand

from companion.asks import MS, Ask, Fact, Kind, Say, Source, ask_cards
from companion.games import all_games
from companion.games.abspecken.asks import asks as abspecken_asks
from companion.games.abspecken.asks import seat_choices
from companion.games.ten_thousand.rules import refuse as refuse_ten
from companion.games.ten_thousand.state import Bank
from companion.rulings import Importance, Note, Ruling, Verdict
from companion.table.changes import UndoLevel
from tests.at_first import more, quick
from ui.screen import views
from ui.screen.language import Speaker
from ui.screen.offers import Offer, Offers, laid_from_hand
from ui.screen.pages.table.asking import Touchables, offer_words, offers_region
from ui.screen.parts.pads import CardPad, DicePad
from ui.screen.parts.touch import Touchable
from ui.screen.ports import NoBoard
from ui.screen.scene import Caption, OwnHand
from ui.screen.tutorial import parts

pytestmark = pytest.mark.screens


def test_at_a_real_table_a_card_of_abi_is_laid_before_somebody_who_is_named(at: Any) -> None:
    """All whose place is free stand side by side; nothing called "cards" lays silently before oneself."""
    finger = at(screen_scenes.SCENES["abi94 turn"])
    sitting = finger.app.stage.sitting
    free = {ask.place.removeprefix("now:") for ask in sitting.table.asks if ask.place.startswith("now:")}
    assert {name for name in named(finger) if name.endswith("Karte vor")} == {f"{s} Karte vor" for s in free}
    assert len(free) > 1
    assert not [name for name in named(finger) if name.endswith("Karten")]
    finger.tap("Anna Karte vor")
    assert any("Anna" in words for words in finger.texts() + named(finger))


def test_a_count_that_no_single_slip_explains_says_so(at: Any) -> None:
    """Nothing is asked about "one of these" where none is named."""
    finger = at(evenings.counting)
    ask = next(ask for ask in finger.app.stage.sitting.table.asks if ask.kind is Kind.NUMBER)
    for number, words in ((ask.low - 1, "eines davon"), (99, "Keine einzelne")):
        finger.page.over._contradicts(next(o for o in offers_of(finger) if o.ask.id == ask.id), number)
        finger.step(2)
        told = " ".join(finger.texts())
        assert words in told and ("eines davon" in told) is (number != 99)
    finger.tap("Es sind trotzdem 99")
    finger.tap(finger.app.stage.say("table.we_agree"))
    state = finger.app.stage.sitting.table.state
    assert 99 in state.counts.values()


def offers_of(finger: Any) -> Any:
    offers = finger.app.stage.sitting.scene().offers
    return (*offers.now, *offers.by_touch)


def test_whoever_comes_back_to_a_roll_finds_the_faces_of_the_dice_at_once(at: Any) -> None:
    def asked(rooms: Any) -> Any:
        sitting = evenings.sit(rooms, 2)
        for kind, value, seat in (
            (Kind.CHOICE, "Anna", ""),
            *((Kind.CONFIRM, True, n) for n in ("Anna", "Ben")),
        ):
            evenings.touch(sitting, kind, value, seat)
        return sitting

    finger = at(asked)
    assert any(isinstance(thing, DicePad) for thing in finger.page.walk(restrict=True))


def test_nothing_that_only_a_camera_tells_is_offered_to_a_finger(at: Any) -> None:
    finger = at(screen_scenes.SCENES["pack_rat asked"])
    asks = finger.app.stage.sitting.table.asks
    assert any(ask.kind is Kind.PYRAMID for ask in asks)
    assert not any(offer.ask.kind is Kind.PYRAMID for offer in offers_of(finger))


def test_calls_go_with_the_dice_that_they_were_about(at: Any) -> None:
    called = at(evenings.called).app.stage.sitting
    assert called.scene().calls
    fresh = at(evenings.sit).app.stage.sitting
    fresh._calls = called._calls
    assert fresh.scene().calls == ()


def test_a_key_that_came_and_went_while_the_screen_was_busy_is_a_call(at: Any) -> None:
    """Both are dealt with at once then: a second call was lost while an explanation was drawn."""
    finger = at(lambda rooms: evenings.sit(rooms, 3, "buzzer", answer_s=0))
    sitting = finger.app.stage.sitting
    sitting.answer(next(ask for ask in sitting.table.asks if ask.kind is Kind.CONFIRM), True)
    finger.pass_ms(1000)
    for seat in ("Ben", "Anna"):
        key = ord(next(one.button for one in sitting.seats if one.name == seat))
        finger.app._key_down(None, key, 0, chr(key), [])
        finger.app._key_up(None, key)
        finger.pass_ms(100)
    finger.pass_ms(1000)
    assert [press.seat for press in sitting.table.state.pressed] == ["Ben", "Anna"]


def test_a_key_is_as_unsure_as_a_picture_takes_to_draw(at: Any, monkeypatch: Any) -> None:
    """Stamped when the screen came to it, 100 ms late, a wire was first that was not."""
    finger, heard = at(lambda rooms: evenings.sit(rooms, 3, "buzzer")), []
    app, now = finger.app, finger.app.rooms.clock.now()
    monkeypatch.setattr(app._keys, "_heard", heard.append)
    monkeypatch.setattr(Clock, "time", lambda: Clock.get_time() + 0.1)
    app._key_down(None, ord("1"), 0, "1", [])
    (down,) = heard
    assert (down.t, round(down.uncertainty / MS)) == (now, 110), "never before what it answers"


def test_cards_stay_chosen_whatever_bots_do_meanwhile(at: Any) -> None:
    """A card was chosen, a bot called, all was drawn anew: only the cards tapped after it were laid."""
    page = at(evenings.rolled).page
    hand, own = ("1", "2", "4"), ask_cards("act:Anna", ("Anna",), Say("ask.act"), "A12", "", "", cards=(1, 5))
    strip = page._make_own_hand(OwnHand("Anna", hand, (own,)))
    strip._buttons[0].on_press()
    assert strip.chosen == [0], "when the finger comes: what is made anew would lose it before it goes"
    again = page._make_own_hand(OwnHand("Anna", hand, (replace(own, prompt=Say("ask.act_or_call")),)))
    again._buttons[1].on_press()
    assert again.chosen == [0, 1] and again._targets[0][1].disabled is False
    assert page._make_own_hand(OwnHand("Anna", ("2", "4"), (own,))).chosen == [], "another hand"
    assert page._make_own_hand(OwnHand("Anna", ("2", "4"))).chosen == [], "nothing can be laid"


def test_the_card_that_was_drawn_is_seen_in_the_hand(at: Any) -> None:
    page = at(evenings.rolled).page
    looks = [
        [button.look for button in page._make_own_hand(OwnHand("Anna", cards))._buttons]
        for cards in (("1", "3"), ("1", "1", "3"), ("1", "1", "3"), ("1", "3"))
    ]
    drawn = ["plain", "quiet", "quiet"]
    assert looks == [["quiet"] * 2, drawn, drawn, ["quiet"] * 2]


@pytest.mark.parametrize("alone", [False, True])
def test_whoever_plays_alone_reads_what_is_only_for_them_at_once(at: Any, alone: bool) -> None:
    finger = at(evenings.rolled)
    page, sitting = finger.page, finger.app.stage.sitting
    seat, told = sitting.seats[0].name, Say("not_in_piles")
    sitting.captions = (Caption(Note(told, "A29", Importance.PRIVATE, seat), sitting.scene().news),)
    scene = sitting.scene()
    page._scene = lambda: replace(scene, hand=OwnHand(seat) if alone else None)
    page.refresh()
    finger.step(2)
    assert (page.say.game(sitting.game, told) in finger.texts()) is alone


def test_a_line_about_what_was_long_ago_goes(at: Any) -> None:
    finger = at(screen_scenes.SCENES["wobble turn"])
    sitting = finger.app.stage.sitting
    first = sitting.scene().captions[0]
    assert first.entry < sitting.scene().news
    assert finger.app.stage.say.game(sitting.game, first.note.says) not in finger.texts()


def test_the_line_above_changes_what_the_table_is_and_leads_back(at: Any) -> None:
    finger = at(evenings.rolled)
    finger.tap(finger.app.table_now.line)
    assert finger.app.page_name == "camera"
    finger.tap("Zurück")
    assert finger.app.page_name == "table"


@pytest.mark.parametrize(
    ("name", "ask", "rule"),
    [
        ("abspecken", "read", "T12"),
        ("sums", "built", "G10"),
        ("pack_rat", "built", "G8"),
        ("cui_bono", "built", "G2"),
        ("dice_march", "begin", "A-DM10"),
    ],
)
def test_a_lesson_cites_the_rule_that_it_is_about(rooms: Any, name: str, ask: str, rule: str) -> None:
    making = evenings.rolled if name == "abspecken" else lambda rooms: screen_scenes.sit(rooms, 3, name)
    sitting = making(rooms)
    assert {one.rule for one in sitting.table.asks if one.id.partition(":")[0] == ask} == {rule}
    told = parts(Speaker("en"), sitting.game, sitting.table.options, sitting.table.asks, NoBoard())
    rules = [part.rule for part in told if part.rule]
    assert all(part.because for part in told if part.rule) and len(rules) == len({*rules}), "told once"


def test_the_same_words_are_not_new_a_second_time(at: Any) -> None:
    finger = at(evenings.sit)
    finger.app.rooms.preferences.put("tutorial", "on")
    tutor, game = finger.app.stage.tutor, all_games()["wobble"]
    toss, twin = (
        Ask(key, Kind.CALL, ("Ada",), Say("ask.toss"), "W15", call="toss") for key in ("toss", "twin")
    )
    for _goal_then_toss in range(2):
        tutor.understood(tutor.lesson(game, [toss]))
    assert tutor.lesson(game, [twin]) is None


@pytest.mark.parametrize(("turn", "open_now"), [("Ada", True), ("Ben", False)])
def test_what_somebody_else_has_to_lay_is_not_explained_to_whoever_plays_alone(
    at: Any, monkeypatch: Any, turn: str, open_now: bool
) -> None:
    over = at(evenings.abspecken_here).page.over
    lay = Ask("lay", Kind.CARD, ("Ada", "Ben"), Say("ask.lay", {"seat": turn}), "W9", place="discard")
    scene = SimpleNamespace(hand=OwnHand("Ada", ("m1",), (lay,)), offers=Offers())
    monkeypatch.setattr(over, "_sitting", SimpleNamespace(scene=lambda: scene))
    assert bool(over.open_asks()) is open_now


def test_alone_at_the_screen_nothing_is_asked_that_nobody_has_at_hand(rooms: Any) -> None:
    """No key of a keyboard alone, nothing that is done beside the screen, no card that turns itself."""
    game, say = all_games()["abspecken"], Speaker("en")
    call = Ask("cannot", Kind.CALL, ("Ada",), Say("ask_cannot"), "A21", call="cannot")
    doubt = Ask("doubt:Ben", Kind.CONFIRM, ("Ada",), Say("ask_doubt", {"seat": "Ben"}), "AM-7", optional=True)
    options = game.read_options(game.about.here)
    here = {part.rule: part.how for part in parts(say, game, options, (call, doubt), None)}
    assert here == {"A21": say("tutorial.call_here"), "AM-7": say("tutorial.confirm_here")}
    assert offer_words(say, game, Offer(doubt, "Ada")) == "Doubt Ben's call"
    card = Ask("discard:Ada", Kind.CARD, ("Ada",), Say("ask_discard"), "A12", place="discard:Ada")
    for itself, laid in ((None, (card,)), ({"cards": ["1"]}, ())):
        assert laid_from_hand((card,), "Ada", ("1",), lambda _ask, value=itself: value) == laid


def test_whoever_plays_alone_finds_cards_and_calls_where_they_were(at: Any) -> None:
    """A doubt comes beside the call and goes again; a finger on its way meets the same as before."""
    finger = at(evenings.abspecken_here)
    sitting, hand = finger.app.stage.sitting, finger.page._own_hand
    desk, person = finger.page.desk, sitting.here.person
    call = Ask("cannot", Kind.CALL, (person,), Say("ask_cannot"), "A21", call="cannot", optional=True)
    doubts = [
        Ask(f"doubt:{seat}", Kind.CONFIRM, (person,), Say("ask_doubt", {"seat": seat}), "AM-7", optional=True)
        for seat in ("Ada", "Ben")
    ]
    take = Ask("take", Kind.CHOICE, (person,), Say("ask_take.blind"), "A23", seat_choices(("Ada", "Ben")))

    def stand(*asks: Ask, wide: bool = False) -> dict[str, float]:
        offered = Offers(tuple(Offer(ask, person) for ask in asks))
        region = offers_region(desk, Touchables(offered, alone=person), 60.0)
        region.width = 600
        for _ in range(4):
            finger.step(1)
        buttons = [thing for thing in region.walk(restrict=True) if isinstance(thing, Touchable)]
        return {button.called: button.width if wide else button.x for button in buttons}

    only, both = stand(call), stand(call, *doubts)
    assert len(both) == 3 and only.items() <= both.items()
    assert stand(doubts[1]).items() <= both.items(), "also when the other one has gone"
    assert {"Ada", "Ben"} <= set(" ".join(stand(take, doubts[0])).split()), "no button that asks once more"
    stop = replace(call, optional=False)  # Pack Rat: nobody doubts it
    assert max(stand(stop, wide=True).values()) > 2 * max(stand(call, wide=True).values())
    assert hand.y < finger.page._offers.y, "what comes and goes does not move the hand"


def test_what_lies_in_the_piles_can_be_drawn_and_no_more(at: Any) -> None:
    finger = at(evenings.abspecken_here)
    state = finger.app.stage.sitting.table.state
    ask = next(ask for ask in abspecken_asks(state) if ask.id.startswith("pick:"))
    assert sorted(ask.among) == sorted("123456" * 4)
    pad = CardPad(
        finger.page.sizes, finger.page.say, replace(ask, among=("5", "5", "6")), lambda _value: None
    )
    for tapped, left in (("5", {"5", "6"}), ("5", {"6"}), ("6", set())):
        pad._lay(tapped)
        assert {card for card, button in pad._buttons.items() if not button.disabled} == left


def test_a_bot_that_is_too_late_hides_nothing_from_the_person(at: Any) -> None:
    finger = at(evenings.abspecken_here)
    sitting = finger.app.stage.sitting
    for source, told in ((Source.SIMULATED, None), (Source.TOUCH, "not_now")):
        fact = Fact(Kind.CALL, "cannot", 0, source, sitting.here.person)
        ruling = Ruling(Verdict.REFUSED, "T1", Say("not_now"))
        sitting._heard(
            SimpleNamespace(ruling=ruling, fact=fact, secret=False, entry=0, goes_back=False, by="fact")
        )
        assert (sitting.scene().banner.says.key if sitting.scene().banner else None) == told


def test_a_sign_on_a_card_is_named_once_it_is_tapped(at: Any) -> None:
    say, view = Speaker("de"), None
    games = all_games()
    assert views.own("wobble", "named")(say, games["wobble"], view, "MIR") == "Spiegel"
    assert views.own("wobble", "named")(say, games["wobble"], view, "m7") == ""
    abi = at(screen_scenes.SCENES["abi94 turn"]).app.stage.sitting
    assert views.own("abi94", "named")(say, games["abi94"], abi.table.view, "MP")
    assert views.own("sums", "named") is None


def test_three_people_are_told_why_two_have_to_play(rooms: Any, screen: Any) -> None:
    finger = screen.in_rooms(rooms)
    finger.app.stage.guests = evenings.guests(3)
    evenings.choose(finger, "abstrac")
    assert finger.app.stage.say("players.too_many", game="Abstrac", n=1) in finger.texts()


def test_the_second_tap_on_next_is_not_for_the_house_rules(rooms: Any, screen: Any) -> None:
    finger = screen.in_rooms(rooms)
    finger.app.stage.guests = evenings.guests(3)
    evenings.choose(finger)
    finger.tap("Weiter")
    assert finger.app.page_name == "options"
    second = finger.tapped
    finger.app.stage.seen_at = Clock.get_time()  # it was drawn for as long as this machine needs
    assert finger.app._touched(None, second), "it goes to nobody, however long the page was drawn"
    finger.app.stage.seen_at -= 1
    assert not finger.app._touched(None, second), "later it is meant for what is shown"


def test_taking_back_says_what_and_doubting_says_whose(at: Any) -> None:
    finger = at(evenings.called)
    doubt = [name for name in named(finger) if "zweifel" in name.lower()]
    assert all("Rufe von" in name or "Ruf von" in name for name in doubt)
    last = [entry for entry in finger.app.stage.sitting.table.log() if entry.stands][-1]
    finger.page.over.ask_undo_to(last.entry)
    finger.step(2)
    what = finger.app.stage.say.game(finger.app.stage.sitting.game, last.says)
    assert any(what in text for text in finger.texts())


def test_is_that_right_can_be_answered_with_no(at: Any) -> None:
    finger = at(evenings.counting)
    sitting = finger.app.stage.sitting
    counting = [ask for ask in sitting.table.asks if ask.kind is Kind.NUMBER]
    for ask in counting:
        sitting.answer(ask, ask.low, ask.seats[0])
    finger.step(3)
    assert sitting.table.asks[0].id.startswith("close")
    finger.tap("Nein")
    assert finger.page.covered, "what else can be told"


def test_a_popup_holds_the_clock(at: Any, rooms: Any) -> None:
    finger = at(screen_scenes.SCENES["sums asked"])
    table = finger.app.stage.sitting.table
    ask = next(ask for ask in table.asks if ask.within_ms)
    left = table.running(ask).until - rooms.clock.now()
    finger.page.over.log()
    finger.pass_ms(60_000)
    assert ask in table.asks and table.running(ask) is None
    finger.page.clear_over()
    assert table.running(ask).until - rooms.clock.now() == left


def test_an_agreement_that_was_taken_back_leaves_the_score_sheet(at: Any) -> None:
    finger = at(evenings.rolled)
    sitting = finger.app.stage.sitting
    assert sitting.agree_on({"roller": "Ben"}, "Ben rolls").verdict == "accepted"
    finger.app.go("sheet")
    assert any("Ben rolls" in text for text in finger.texts())
    sitting.undo(agreed=True)
    finger.app.go("sheet")
    assert not any("Ben rolls" in text for text in finger.texts())


def test_every_unfinished_game_is_gone_on_with_from_the_first_page(rooms: Any, screen: Any) -> None:
    """The newest with one tap, and each of the others from the scores."""
    games = [evenings.sit(rooms), screen_scenes.sit(rooms, 2, "abstrac"), screen_scenes.sit(rooms, 3, "sums")]
    oldest = games[0].table.game_id
    finger = screen.in_rooms(rooms)
    finger.tap(finger.app.stage.say("home.others"))
    assert finger.app.page_name == "scores"
    finger.step(5)
    finger.tap("ABspecken")
    if finger.app.page_name != "table":
        finger.tap(finger.app.stage.say("home.resume"))
    assert finger.app.stage.sitting.table.game_id == oldest


def test_whoever_alone_may_call_is_not_said_to_be_the_first(at: Any) -> None:
    def may_bank(state: Any) -> bool:
        return refuse_ten(state, Bank(seat=state.turn)) is None

    finger = at(screen_scenes.at("ten_thousand", may_bank, 2))
    sitting = finger.app.stage.sitting
    evenings.touch(sitting, Kind.CALL, "bank", sitting.table.state.turn)
    assert sitting.table.state.phase == "roll"
    assert sitting.scene().calls == ()


def test_a_position_that_cannot_be_is_refused_in_the_language_of_the_screen(at: Any) -> None:
    finger = at(evenings.rolled)
    ruling = finger.app.stage.sitting.agree_on({"roller": "Nobody"}, "somebody else")
    assert ruling.why is not None and not ruling.why.args, "nothing of what only a programmer understands"


def test_what_fits_is_discarded_with_two_taps(at: Any) -> None:
    finger = at(evenings.rolled)
    hand = Hand(finger, Random(1))
    ask = next(ask for ask in finger.app.stage.sitting.table.asks if ask.id == "discard:Anna")
    hand.tell(Answer(ask, "Anna", {"place": ask.place, "cards": ["6", "2"]}))
    assert hand.touches == 2
    assert finger.app.stage.sitting.table.state.player("Anna").pile


@pytest.mark.parametrize("size", quick([pytest.param((800, 480)), pytest.param((720, 1280))]), ids=str)
def test_the_next_roll_says_that_all_have_drawn_and_both_are_taken_back(at: Any, size: Any) -> None:
    finger = at(lambda rooms: evenings.sit(rooms, 2), size=size)
    sitting = finger.app.stage.sitting
    table, hand = sitting.table, Hand(finger, Random(3))
    while table.state.phase != "refill":
        hand.play_one()
    assert [ask.id for ask in table.asks] == ["refill"] and complaints(finger.page) == []
    before, entries = table.state, len(table.log())
    assert table.hear(Fact(Kind.DICE, {"pips": [1]}, 0, Source.TOUCH, ask="roll")).verdict == "refused"
    assert table.state == before, "what the refused roll would have implied is not so either"
    finger.step(3)
    sitting.dismiss()
    finger.step(3)
    finger.tap("pips:2 5")
    finger.tap("colour:pink")
    told = table.log()[entries + 1 :]
    assert table.state.phase == "read" and len(told) == 2
    assert sitting.undo_level is UndoLevel.MIS_TAP
    sitting.undo()
    assert table.state == before


@more
@pytest.mark.timeout(300)
def test_how_many_taps_twelve_rolls_of_abspecken_take(at: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """All by touch, two people: two taps for the dice, two for a discard, none for drawing new cards."""
    monkeypatch.setattr("screen_hand.EAGER", 0.0)
    finger = at(lambda rooms: evenings.sit(rooms, 2))
    hand, table, rolls = Hand(finger, Random(3)), finger.app.stage.sitting.table, 0
    while rolls < 12 and table.outcome is None:
        if not hand.play_one():
            finger.pass_ms(3000)
        rolls = sum(len(taps) for told, taps in hand.told.items() if told.ask == "roll")
    assert hand.touches <= 80, f"{hand.touches} taps for {rolls} rolls"


def test_whoever_pressed_too_early_is_not_called_first(rooms: Any) -> None:
    sitting = screen_scenes.sit(rooms, 3, "buzzer", mode="reflex")
    early, *_ = names = sitting.table.state.seats
    sitting.answer(next(ask for ask in sitting.table.asks if ask.id == "go:1"), True, early)
    told = []
    for seat in names[:2]:
        if seat != early:
            rooms.clock.advance(9000 * MS)  # the signal has come
            sitting.tick()
        sitting.answer(next(ask for ask in sitting.table.asks if ask.call == "buzz"), "buzz", seat)
        rooms.clock.advance(900 * MS)
        sitting.tick()
        told.append([call.seat for call in sitting.scene().calls])
    assert early in sitting.table.state.out and told == [[], [names[1]]]


def test_the_last_who_may_press_does_so_where_it_was_and_the_verdict_is_one_tap(at: Any) -> None:
    """In a quiz in teams one alone is left as soon as the other team is out and its time is over."""
    finger = at(lambda rooms: screen_scenes.sit(rooms, 4, "buzzer", teams=2))
    sitting = finger.app.stage.sitting
    one, two, three, four = sitting.table.state.seats

    def press(seat: str) -> None:
        ask = next(ask for ask in sitting.table.asks if ask.call == "buzz")
        sitting.answer(ask, "buzz", seat)
        finger.pass_ms(900)

    sitting.answer(next(ask for ask in sitting.table.asks if ask.id == "go:1"), True, one)
    places = {w.called: w.x for w in finger.seen() if "Drücken" in w.called}
    press(two)
    finger.pass_ms(100)
    press(one)
    finger.pass_ms(16_000)  # time is up for the other team
    assert sitting.table.state.out == (two, four) and not sitting.scene().calls
    finger.step(3)
    assert {w.called: w.x for w in finger.seen() if "Drücken" in w.called} == {
        f"{three} Drücken": places[f"{three} Drücken"]
    }
    assert {"Richtig", "Falsch"} <= {*named(finger)}
    stats = {p.seat: p.stats[0].value for p in sitting.table.view.panels}
    assert stats == {one: "1", two: "2", three: "1", four: "2"}
