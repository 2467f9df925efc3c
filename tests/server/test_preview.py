"""The preview of a move is what happens when it is played, in games of every kind."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from stolik import Game, bots
from stolik.analysis import judge_for
from stolik.core import CHANCE, State
from stolik.games.pickomino import PickominoState, odds
from stolik.games.pickomino import dice as of_dice
from stolik.games.pickomino.advice import ROLLS, burn_chance
from stolik.server import help
from stolik.server.help import advise, preview, risk
from tests.games.pickomino.positions import aside, base, position

FACES = "12345w"
DICE: dict[str, tuple[int, dict[str, Any]]] = {
    "base": (2, {}),
    "deluxe": (4, {"variant": "deluxe"}),
    "deluxe of seven": (7, {"variant": "deluxe"}),
}
CARDS: dict[str, tuple[int, dict[str, Any]]] = {
    "basic": (5, {}),
    "advanced": (3, {"mode": "advanced"}),
    "expert": (4, {"mode": "expert"}),
    "duel": (2, {"mode": "duel"}),
}


def played(game: Game, rng: random.Random) -> Iterator[State]:
    """Every state of a game in which somebody decides, by whim or as a bot does."""
    state, bot = game.start(), bots.make(game.name, "easy", seed=1)
    while state.actor is not None:
        if state.actor == CHANCE:
            state = state.play(state.draw(rng))
        else:
            yield state
            whim = rng.random() < 0.3
            state = state.play(rng.choice(state.moves()) if whim else bot.choose(state.view(state.actor)))


@pytest.mark.parametrize("name", DICE)
def test_dice_set_aside_lead_to_what_the_preview_says(name: str) -> None:
    players, options = DICE[name]
    burnt = compared = 0
    for state in played(Game("pickomino", players=players, **options), random.Random(name)):
        assert isinstance(state, PickominoState)
        seat = state.actor
        led_to = preview(state, seat, "risk") or {}
        keeps = [move for move in led_to if move.startswith("keep ")]
        assert keeps == [move for move in state.moves() if move.startswith("keep ")]
        for move in keeps:
            told = led_to[move]
            after = state.play(move)
            turn = after.view(seat)["turn"]
            happened = state.events(move)
            assert {"sum": told["sum"], "worm": told["worm"]}.items() <= happened[0].items()
            burns = "burn" in [event["kind"] for event in happened]
            assert told["moves"] == ([] if burns else after.view(seat)["moves"])
            if not burns:
                assert turn is not None
                assert (told["sum"], told["worm"]) == (turn["sum"], turn["worm"])
            assert ("risk" in told) == ("roll" in told["moves"])
            if "risk" in told:
                assert told["risk"] == risk(after.view(seat))
            burnt += burns
            compared += 1
    assert compared > 50
    assert burnt


@pytest.mark.parametrize("name", DICE)
def test_a_roll_tells_its_chances(name: str) -> None:
    players, options = DICE[name]
    rolls = 0
    for state in played(Game("pickomino", players=players, **options), random.Random(f"{name} rolls")):
        view: Any = state.view(state.actor)
        led_to = preview(state, state.actor, "risk") or {}
        for move in ROLLS:
            assert (move in led_to) == (move in state.moves())
        if "roll" in led_to:
            assert led_to["roll"]["risk"] == risk(view)
            wanted = {ending: 1.0 for ending in odds.Board.of(view).endings if ending != "burn"}
            assert led_to["roll"]["tile"] == pytest.approx(1 - odds.turn(view, wanted).moves["roll"].burn)
            rolls += 1
        assert not set(preview(state, state.actor, "none") or {}) & {*ROLLS}
    assert rolls > 50


def test_a_burnt_roll_that_could_be_repeated_tells_its_price() -> None:
    def price(own: str) -> object:
        state = aside(position("21", own, "36"), "w").play("roll").play("dice w w w w w w w")
        assert "burn" in state.moves()
        return (preview(state, state.actor, "none") or {})["burn"]

    assert price("33 30:weasel") == {"loss": {"tile": 30, "specialist": "weasel"}}
    assert price(":weasel") == {"loss": {"tile": None, "specialist": None}}


@pytest.mark.parametrize("name", CARDS)
def test_a_layer_robs_those_in_the_preview_in_that_order(name: str) -> None:
    players, options = CARDS[name]
    rng = random.Random(name)
    robbed_several = raided = ended = 0
    for state in played(Game("linko", players=players, **options), rng):
        seat = state.actor
        led_to = preview(state, seat, "none")
        if state.phase != "play":
            assert led_to is None
            continue
        assert led_to is not None
        assert list(led_to) == list(state.moves())
        for move, told in led_to.items():
            robs, raids, over = _what_it_leads_to(state, move, rng)
            assert told["raids"] == raids
            assert told["ends"] == (over == "hand_empty" and not robs)
            assert told["robs"] == robs or (over and told["robs"][: len(robs)] == robs)
            robbed_several += len(robs) > 1
            raided += bool(raids)
            ended += told["ends"]
    assert ended
    assert raided if name == "duel" else robbed_several or players == 2


def _what_it_leads_to(state: State, move: str, rng: random.Random) -> tuple[list[int], list[str], str]:
    """Play a turn to its end; return who is robbed, what of the virtual player, and why the game ended."""
    seat, robs = state.actor, list[int]()
    happened = state.events(move)
    state = state.play(move)
    raids = list[str](state.moves()) if state.phase == "raid" else []
    while True:
        robs += [event["from"] for event in happened if event["kind"] == "theft"]
        over = [event["reason"] for event in happened if event["kind"] == "over"]
        if over:
            return robs, raids, over[0]
        if state.phase == "play":
            assert state.actor != seat
            return robs, raids, ""
        move = rng.choice(state.moves())
        happened = state.events(move)
        state = state.play(move)


def test_only_the_actor_is_shown_previews() -> None:
    for game, players in (("pickomino", 3), ("linko", 3)):
        for state in itertools.islice(played(Game(game, players=players), random.Random(7)), 40):
            for seat in (None, *range(players)):
                assert seat == state.actor or preview(state, seat, "trainer") is None
    assert preview(None, 0, "trainer") is None


@pytest.mark.parametrize("odd_die", [False, True])
def test_the_risk_is_the_share_of_rolls_that_show_nothing_new(odd_die: bool) -> None:
    for used in itertools.chain.from_iterable(itertools.combinations(FACES, n) for n in range(7)):
        for dice in (1, 2, 3):
            sides = [FACES] * (dice - odd_die) + ["1w"] * odd_die
            rolls = list(itertools.product(*sides))
            burnt = sum(set(roll) <= set(used) for roll in rolls)
            assert burn_chance(used, dice, odd_die) == pytest.approx(float(Fraction(burnt, len(rolls))))


def test_the_last_die_burns_also_where_it_takes_no_tile() -> None:
    state = aside(base("24 36", "", ""), "w", "1 1 1", "2 2 2")  # 14, and one die: even a five makes 19
    assert state.turn.dice == 1
    assert risk(state.view(0)) == 1
    state = aside(base("24 36", "", ""), "w w", "1", "2", "3 3 3")  # 22: a four or a five takes a tile
    told = (preview(state, 0, "risk") or {})["roll"]
    assert told["risk"] == pytest.approx(4 / 6)
    assert told["risk"] == risk(state.view(0)) == pytest.approx(1 - told["tile"])
    held = state._replace(table=state.table.hold(0, "weasel"))
    assert (preview(held, 0, "risk") or {})["roll"]["risk"] == pytest.approx(4 / 6)  # before it helps


def test_the_trainer_says_what_the_odds_are() -> None:
    from stolik.games.pickomino import odds

    judge, asked = judge_for("pickomino"), 0
    game = Game("pickomino", players=3, variant="deluxe")
    for state in itertools.islice(played(game, random.Random(3)), 60):
        assert isinstance(state, PickominoState)
        view = state.view(state.actor)
        if view["phase"] not in ("start", "rolled", "kept"):
            continue
        best, moves = advise(view)
        answer, judged = odds.turn(view), judge.choice(state)
        assert best == judged.best
        assert {move: told["value"] for move, told in moves.items()} == {
            move: choice.value for move, choice in answer.moves.items()
        }
        assert set(moves) == set(view["moves"])
        for told in moves.values():
            assert sum(told["endings"].values()) == pytest.approx(1)
            assert 0 <= told["chance"] <= 1
        assert {move: told["chance"] for move, told in moves.items()} == {
            move: pytest.approx(chances[state.seat]) for move, chances in judged.moves.items()
        }
        for move, told in moves.items():
            then = told.get("then_chances", {})
            assert set(then) == set(told.get("then", {}))
            assert not then or max(then.values()) == pytest.approx(told["chance"], abs=0.01), move
        asked += 1
    assert asked > 20


def test_a_server_helps_with_every_kind_of_game_once_before_anybody_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    helped: list[Game] = []

    def noted(state: State, seat: int | None, much: Any) -> Any:
        helped.append(state.game)
        return preview(state, seat, much)

    monkeypatch.setattr(help, "preview", noted)
    help.warm.__wrapped__()
    kinds = {(game.name, game.settings.get("variant", game.settings.get("mode"))) for game in helped}
    assert kinds >= {("pickomino", "base"), ("pickomino", "deluxe"), ("linko", "basic"), ("linko", "expert")}


def test_a_server_knows_how_all_dice_can_fall_before_anybody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    for hand in of_dice._HANDS.values():
        for known in ("weights", "rolls", "_moves"):
            vars(hand).pop(known, None)
    worked_out: set[int] = set()

    def noted(white: int, golden: bool) -> Iterator[Any]:
        worked_out.add(white + golden)
        return rolls(white, golden)

    rolls = of_dice._rolls
    monkeypatch.setattr(of_dice, "_rolls", noted)
    help.warm.__wrapped__()
    assert worked_out >= set(range(1, 9))
