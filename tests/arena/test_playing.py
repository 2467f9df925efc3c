"""One deal: a game from each seat, the same dice and cards for all, and a seat for everyone to the end."""

import random
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest

import stolik
from stolik import analysis, bots
from stolik.arena import MatchResult, play_match, play_on, playing
from stolik.arena.plan import Plan
from stolik.arena.playing import Chance, play_deal, play_part
from stolik.arena.workers import Here
from stolik.bots import AnyBot
from stolik.core import Move, State, View

CARDS = stolik.Game("linko", 4)
DICE = stolik.Game("pickomino", 3)

Choose = Callable[[View], str]


class Scripted:
    """A bot that does what a test says."""

    def __init__(self, choose: Choose) -> None:
        self.choose = choose


def seat_at(monkeypatch: pytest.MonkeyPatch, name: str, make: Callable[[int], AnyBot]) -> None:
    """Let a bot of this name be another one, made from its seed."""
    real = bots.make

    def pretend(game: str | stolik.Game, asked: str, seed: int, **how: Any) -> AnyBot:
        return make(seed) if asked == name else real(game, asked, seed, **how)

    monkeypatch.setattr(bots, "make", pretend)


@pytest.mark.parametrize("game", [DICE, CARDS], ids=repr)
def test_everyone_sits_at_every_seat_once_in_every_deal(
    game: stolik.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    sat: list[int] = []

    def watched(seed: int) -> AnyBot:
        seats: set[int] = set()
        bot = bots.make(game.name, bots.names(game.name)[0], seed)

        def choose(view: View) -> str:
            seat = view["seat"]
            if seat is not None and seat not in seats:
                seats.add(seat)
                sat.append(seat)
            return bot.choose(view)

        return Scripted(choose)

    name = bots.names(game.name)[1]
    seat_at(monkeypatch, name, watched)
    for deal in range(3):
        sat.clear()
        play_deal(game, (name, *["random"] * (game.players - 1)), seed=5, deal=deal)
        assert sorted(sat) == list(range(game.players))


def test_who_sits_next_to_whom_differs_between_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    orders: list[tuple[int, ...]] = []

    def note(_: object, __: object, seating: tuple[int, ...], *___: object, **____: object) -> None:
        orders.append(seating)

    monkeypatch.setattr(playing, "play_game", note)
    for deal in range(40):
        play_deal(DICE, ("a", "b", "c"), seed=1, deal=deal)
    rotations = [orders[first : first + 3] for first in range(0, 120, 3)]
    for deal_orders in rotations:
        assert {seating.index(0) for seating in deal_orders} == {0, 1, 2}
    around = {seating for deal_orders in rotations for seating in deal_orders}
    assert around == {(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2)}


# -- the same chance for every seating --------------------------------------------------------------------


@pytest.fixture
def chances(monkeypatch: pytest.MonkeyPatch) -> list[dict[tuple[int, int], Move]]:
    """What chance brings in each game, by turn and event."""
    games: list[dict[tuple[int, int], Move]] = []

    class Watched(Chance):
        def __init__(self, secret: bytes) -> None:
            super().__init__(secret)
            games.append({})

        def draw(self, state: State) -> Move:
            at = (self._turn, self._event)
            assert at not in games[-1], "two events have the same chance"
            games[-1][at] = super().draw(state)
            return games[-1][at]

    monkeypatch.setattr(playing, "Chance", Watched)
    return games


def test_all_seatings_of_a_deal_have_the_same_cards(chances: list[dict[tuple[int, int], Move]]) -> None:
    play_deal(CARDS, ("grabber", "lowest", "random", "random"), seed=1, deal=0)
    play_deal(CARDS, ("lowest", "lowest", "lowest", "lowest"), seed=1, deal=0)
    play_deal(CARDS, ("lowest", "lowest", "lowest", "lowest"), seed=1, deal=1)
    deals = [game[0, 0] for game in chances]
    assert len(set(deals[:8])) == 1
    assert deals[8] != deals[0]


def test_all_seatings_of_a_deal_have_the_same_dice_at_the_start_of_every_turn(
    chances: list[dict[tuple[int, int], Move]],
) -> None:
    """However often they roll within a turn: each turn begins with the dice it has in the other games too."""
    play_deal(DICE, ("careful", "random", "random"), seed=3, deal=8)
    first: dict[int, set[Move]] = defaultdict(set)
    for game in chances:
        for (turn, event), move in game.items():
            if event == 0:
                first[turn].add(move)
    turns = [max(turn for turn, _ in game) for game in chances]
    assert min(turns) > 20
    assert all(len(moves) == 1 for moves in first.values())
    assert len({tuple(game.values()) for game in chances}) == 3


def test_chance_comes_from_the_seed_and_the_deal_alone() -> None:
    table = ("careful", "random", "random")
    assert play_deal(DICE, table, seed=1, deal=2) == play_deal(DICE, table, seed=1, deal=2)
    assert play_deal(DICE, table, seed=1, deal=2) != play_deal(DICE, table, seed=1, deal=3)
    assert play_deal(DICE, table, seed=1, deal=2) != play_deal(DICE, table, seed=2, deal=2)


def test_a_part_of_a_plan_is_the_same_wherever_it_begins() -> None:
    plan = Plan(stolik.Game("pickomino", 2), ("careful", "random"), 40, seed=4)
    whole = play_part(plan, 0, 6).deals
    assert play_part(plan, 0, 2).deals + play_part(plan, 2, 4).deals == whole
    before = random.getstate()
    play_part(plan, 0, 1)
    assert random.getstate() == before


# -- bots that fail ---------------------------------------------------------------------------------------


def raises(_: View) -> str:
    raise RuntimeError("out of ideas")


def answers_nonsense(_: View) -> str:
    return "castle"


def answers_nothing(_: View) -> str:
    return None  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("choose", "why"),
    [
        (raises, "RuntimeError: out of ideas"),
        (answers_nonsense, "answered 'castle'; the moves were: roll"),
        (answers_nothing, "answered None"),
    ],
)
def test_a_bot_that_fails_loses_its_seat_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch, choose: Choose, why: str
) -> None:
    seat_at(monkeypatch, "careful", lambda _: Scripted(choose))
    result = play_match(DICE, ["careful", "random", "random"], games=12, seed=1)
    careful, other = result.standings
    assert result.games == 12
    assert (careful.forfeits, other.forfeits) == (12, 0)
    assert why in result.reasons["careful"]
    assert list(result.reasons) == ["careful"]


def test_a_bot_that_fails_late_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[View]] = []

    def make(_: int) -> AnyBot:
        views: list[View] = []
        asked.append(views)

        def choose(view: View) -> str:
            views.append(view)
            if len(views) == 5:
                raise RuntimeError("tired")
            return str(view["moves"][0])

        return Scripted(choose)

    seat_at(monkeypatch, "careful", make)
    deal = play_deal(DICE, ("careful", "random", "random"), seed=1, deal=0)
    forfeits = [outcome.forfeits for outcome in deal]
    assert [(place, why) for [(place, why, _)] in forfeits] == [(0, "RuntimeError: tired")] * 3
    assert 'raise RuntimeError("tired")' in forfeits[0][0].trace
    assert [len(views) for views in asked] == [5, 5, 5]


def test_a_bot_that_cannot_even_sit_down_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: int) -> AnyBot:
        raise OSError("no such program")

    seat_at(monkeypatch, "careful", broken)
    with pytest.raises(OSError, match="no such program"):  # before a game: nobody plays under its name
        play_match(stolik.Game("pickomino", 2), ["random", "careful"], games=4, seed=1)
    result = MatchResult(Plan(stolik.Game("pickomino", 2), ("random", "careful"), games=4, seed=1))
    play_on(result, Here())
    assert [standing.forfeits for standing in result.standings] == [0, 4]
    assert result.reasons == {"careful": "OSError: no such program"}


@pytest.mark.parametrize(
    ("own", "error", "said"),
    [
        ({"mine": Scripted(raises)}, TypeError, r"own\['mine'\] must make a bot, such as lambda rng: MyBot"),
        ({"random": lambda _: Scripted(raises)}, ValueError, "has the name of another bot"),
        ({"mine": lambda: Scripted(raises)}, TypeError, "takes 0 positional arguments"),
    ],
)
def test_bots_of_ones_own_that_cannot_play_are_refused_before_the_match(
    own: Any, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        play_match(stolik.Game("pickomino", 2), [next(iter(own)), "careful"], games=4, seed=1, own=own)


def test_a_judge_that_cannot_be_loaded_is_missed_before_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

    playing._luck_of.cache_clear()
    monkeypatch.setattr(analysis, "judge_for", missing)
    monkeypatch.setattr(playing, "play_part", None)  # nothing is played
    with pytest.raises(ModuleNotFoundError, match="numpy"):
        play_match(stolik.Game("pickomino", 2), ["easy", "careful"], games=4, seed=1, luck_adjusted=True)


def test_a_fault_of_the_game_itself_is_not_put_on_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even if the easy bot, which sits there instead of another, fails only after a while."""
    seat_at(monkeypatch, "careful", lambda _: Scripted(raises))

    def last(view: View) -> str:
        if view["phase"] == "rolled":
            raise RuntimeError("not my fault")
        return str(view["moves"][0])

    seat_at(monkeypatch, bots.REPLACEMENT_LEVEL, lambda _: Scripted(last))
    with pytest.raises(RuntimeError, match="not my fault"):
        play_deal(DICE, ("careful", "careful", "careful"), seed=1, deal=0)
