"""Playing the games of a plan: in a deal every bot has each seat once, with the same dice and cards.

Chance depends only on the plan's seed and the number of the deal. So any worker can play any part of a plan,
and the results do not depend on which worker played what, or when.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import cache, partial
from typing import NamedTuple

from stolik import analysis, bots
from stolik.arena.plan import Plan, Table
from stolik.core import CHANCE, Game, Move, Record, State, Stream, shuffled


class Forfeit(NamedTuple):
    """A bot that failed (see ``stolik.bots.Guarded``) and lost its seat for the rest of the game."""

    place: int
    why: str
    trace: str
    """Where in its code it failed, if it is no program."""


class Outcome(NamedTuple):
    """How one game ended, by the places of its table (not by its seats)."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    forfeits: tuple[Forfeit, ...]
    record: Record | None = None
    """The game itself, where it was asked for."""
    luck: tuple[float, ...] | None = None
    """How much more of the victory luck let each expect, where it was asked for."""


Luck = Callable[[Record], Sequence[float]]
"""Says what luck did to each seat of a game."""

Deal = tuple[Outcome, ...]
"""The games of one deal at one table: every bot has had each seat once."""


class Part(NamedTuple):
    """What a worker has played: deals at tables, in the plan's order, and the time it took."""

    deals: tuple[Deal, ...]
    seconds: float


def play_part(plan: Plan, first: int, number: int, *, recorded: bool = False) -> Part:
    """Play a part of a plan: ``number`` of its deals at tables, from number ``first``.

    They are counted deal by deal, and within a deal table by table.
    """
    began = time.perf_counter()
    steps = (divmod(step, len(plan.tables)) for step in range(first, first + number))
    luck = _luck_of(plan.game) if plan.luck_adjusted else None
    deals = tuple(
        play_deal(
            plan.game,
            plan.tables[table],
            plan.seed,
            deal,
            plan.deadline,
            plan.own,
            recorded=recorded,
            luck=luck,
        )
        for deal, table in steps
    )
    return Part(deals, time.perf_counter() - began)


def check(plan: Plan) -> None:
    """Raise the error of a bot that cannot be made, or of a judge that cannot be loaded.

    Without this the weakest level would play all games under the bot's name, and forfeit them.
    """
    for name in plan.bots:
        bots.close(bots.make(plan.game, name, plan.seed, deadline=plan.deadline, own=plan.own))
    if plan.luck_adjusted:
        _luck_of(plan.game)


@cache
def _luck_of(game: Game) -> Luck:
    """Return what says what luck did in a game: its judge, who does not look ahead."""
    return partial(analysis.luck, judge=analysis.judge_for(game.name, 0))


def play_deal(
    game: Game,
    table: Table,
    seed: int,
    deal: int,
    deadline: float = bots.DEADLINE,
    own: Mapping[str, bots.Maker] = bots.NONE,
    *,
    recorded: bool = False,
    luck: Luck | None = None,
) -> Deal:
    """Play one deal at a table: a game from each seat, all with the same chance.

    The order around the table is random in each deal.
    """
    secret = hashlib.sha256(f"stolik arena {seed} {deal}".encode()).digest()
    order = shuffled(Stream(secret, "order"), range(game.players))
    return tuple(
        play_game(
            game,
            table,
            (*order[turn:], *order[:turn]),
            secret,
            deadline,
            own,
            recorded=recorded,
            luck=luck,
        )
        for turn in range(game.players)
    )


def play_game(
    game: Game,
    table: Table,
    seating: Sequence[int],
    secret: bytes,
    deadline: float,
    own: Mapping[str, bots.Maker],
    *,
    recorded: bool,
    luck: Luck | None,
) -> Outcome:
    """Play one game; ``seating`` has, for each seat, the place in the table of its bot."""
    with ExitStack() as open_seats:
        seats = []
        for place in seating:
            seed = Stream(secret, f"bot/{place}").getrandbits(64)
            seats.append(bots.guarded(game, table[place], seed, deadline=deadline, own=own))
            open_seats.callback(seats[-1].close)
        state, moves = _play(game, seats, Chance(secret))
    result = state.result()
    seat_of = sorted(range(game.players), key=seating.__getitem__)
    record = Record(game, moves, tuple(_name(table[place]) for place in seating))
    by_seat = luck(record) if luck else None
    return Outcome(
        tuple(result.scores[seat] for seat in seat_of),
        tuple(result.places[seat] for seat in seat_of),
        tuple(
            Forfeit(place, seats[seat].failure, seats[seat].trace)
            for place, seat in enumerate(seat_of)
            if seats[seat].failure
        ),
        record if recorded else None,
        tuple(by_seat[seat] for seat in seat_of) if by_seat else None,
    )


def _name(bot: str) -> str:
    """Return the name of a bot as a record can have it: a command line may be anything."""
    return " ".join(bot.split()) if bot.isprintable() else repr(bot)


def _play(game: Game, seats: Sequence[bots.AnyBot], chance: Chance) -> tuple[State, tuple[Move, ...]]:
    """Play a game; return its end, and its moves."""
    state, moves = game.start(), []
    while (actor := state.actor) is not None:
        if actor == CHANCE:
            move = chance.draw(state)
        else:
            chance.decides(actor)
            move = Move(seats[actor].choose(state.view(actor)))
        moves.append(move)
        state = state.play(move)
    return state, tuple(moves)


class Chance:
    """The chance of one deal, shared by its games as far as they run alike.

    Every event has its own random bits, keyed by the turn (how often the deciding seat has changed) and the
    number of the event in that turn. So a game with one more roll in an early turn still has the same dice as
    the others in all later turns.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._seat = CHANCE
        self._turn = 0
        self._event = 0

    def decides(self, seat: int) -> None:
        """Note who decides now."""
        if seat != self._seat:
            self._seat = seat
            self._turn += 1
            self._event = 0

    def draw(self, state: State) -> Move:
        """Return the chance outcome at this state."""
        stream = Stream(self._secret, f"chance/{self._turn}/{self._event}")
        self._event += 1
        return state.draw(stream)
