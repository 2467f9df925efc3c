"""Numbers for the dice game: what each action stands for, and a view as a list of numbers.

An action joins the decisions that follow each other without chance between them: setting a face aside *and*
rolling on, taking or stealing; choosing who gives a round worm *and* what then. The roll that begins a turn
needs no action, unless the golden die may join (D-10). Seats are counted from the observer, or from the seat
in turn, who comes first. All numbers are divided by powers of two, so that any two ways to compute them agree
to the last bit.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import comb
from typing import Final, TypeVar

from stolik import encoding
from stolik.core import Game, Move
from stolik.games.pickomino.from_view import state_from_view
from stolik.games.pickomino.notation import BURN, HOLD, KEEP, REPEAT, ROLL, ROLL_GOLD, WORM_FROM
from stolik.games.pickomino.pieces import (
    DICE,
    FACES,
    LOW_TILES,
    ONE,
    RAVEN,
    SPECIALISTS,
    TILES,
    WORM,
)
from stolik.games.pickomino.rolling import DieByDie
from stolik.games.pickomino.rules import PickominoState, is_deluxe
from stolik.games.pickomino.views import PickominoSeat, PickominoTurn, PickominoView

# -- Actions ----------------------------------------------------------------------------------------------

GO_ON: Final = 0
"""Roll on (P-5); where that is impossible, let it burn (P-14) or choose who gives a round worm (D-18)."""
AND_TAKE: Final = 1
AND_STEAL: Final = 2
THENS: Final = (GO_ON, AND_TAKE, AND_STEAL)
_WORDS: Final = {"roll": GO_ON, "take": AND_TAKE, "steal": AND_STEAL}

KEEPS: Final = 0
"""From here on: 6 × then + face."""
ROLLS: Final = KEEPS + len(THENS) * len(FACES)
ROLLS_GOLD: Final = ROLLS + 1
REPEATS: Final = ROLLS + 2
BURNS: Final = ROLLS + 3
HOLDS: Final = ROLLS + 4
"""From here on, for each specialist that can be held."""
HOLDABLE: Final = tuple(name for _, name in SPECIALISTS if name != RAVEN)
WORMS: Final = HOLDS + len(HOLDABLE)
"""From here on: 3 × (how many seats after the seat in turn the giver sits - 1) + then."""

_SINGLES: Final = {
    ROLL: ROLLS,
    ROLL_GOLD: ROLLS_GOLD,
    REPEAT: REPEATS,
    BURN: BURNS,
    **{HOLD[name]: HOLDS + place for place, name in enumerate(HOLDABLE)},
}
_FACES: Final = {move: face for face, move in enumerate(KEEP)}

# -- Observations -----------------------------------------------------------------------------------------

PHASES: Final = ("rolled", "start", "worm_for_ones", "worm_for_raven", "hold")
"""The phases in which an action is due."""

OF_DICE: Final = 8
OF_POINTS: Final = 32
OF_WORMS: Final = 32
OF_ROUND_WORMS: Final = 8


ROLL_OUTCOMES: Final = 2 * comb(DICE + len(FACES) - 1, DICE)
"""The most outcomes of a roll: eight dice, and the golden one, which shows a one or a worm (D-10)."""

T = TypeVar("T")


class Encoding(encoding.Encoding[PickominoState, PickominoView]):
    """Actions and observations of one game as numbers.

    >>> game = Game("pickomino", players=2)
    >>> encoding = Encoding(game)
    >>> state = game.start().play(encoding.forced(game.start()) or "").play("dice 1 4 4 4 5 5 w w")
    >>> encoding.legal(state)
    [0, 3, 4, 5]
    >>> encoding.texts(3, state)
    ('keep 4', 'roll')
    """

    def __init__(self, game: Game) -> None:
        if game.name != "pickomino":
            raise ValueError(f"this is the encoding of pickomino, not of {game.name}")
        self.game = game
        self._deluxe = is_deluxe(game)
        self.tiles: tuple[int, ...] = (*LOW_TILES, *TILES) if self._deluxe else TILES
        """The tiles in the order in which observations list them."""
        self.actions = WORMS + len(THENS) * (game.players - 1) if self._deluxe else ROLLS
        self.parts = encoding.slices(_sizes(game))
        self.observation_size = observation_size(game)

    # -- actions --------------------------------------------------------------------------------------

    def moves(self, now: PickominoState | PickominoView) -> dict[int, tuple[Move, ...]]:
        """Return the legal actions, given a state or the actor's own view, and the moves that each joins."""
        state = _state(now)
        found: dict[int, tuple[Move, ...]] = {}
        if self.forced(state):
            return found
        for move in state.moves():
            if move in _SINGLES:
                found[_SINGLES[move]] = (move,)
                continue
            first, step = self._numbers(move, state)
            after = state.play(move)
            if after.phase == "kept":
                for then in after.legal:
                    found[first + step * _WORDS[then.word]] = (move, then)
            else:
                found[first + step * GO_ON] = (move,)
        return found

    def _numbers(self, move: Move, state: PickominoState) -> tuple[int, int]:
        """Return the number of the first action that begins with a move, and how far apart they are."""
        if move in _FACES:
            return KEEPS + _FACES[move], len(FACES)
        away = (WORM_FROM.index(move) - state.seat) % self.game.players
        return WORMS + len(THENS) * (away - 1), 1

    def forced(self, now: PickominoState | PickominoView) -> Move | None:
        """Return the roll that begins a turn, unless the golden die may join it (D-10)."""
        state = _state(now)
        return ROLL if state.phase == "start" and state.moves() == (ROLL,) else None

    @property
    def max_chance_outcomes(self) -> int:
        """The most outcomes that chance has at once: a roll of all dice."""
        return ROLL_OUTCOMES

    def smallest_steps(self, state: PickominoState) -> DieByDie | None:
        """Return a roll die by die."""
        return DieByDie(state.turn.hand) if state.phase == "rolling" else None

    # -- observations ---------------------------------------------------------------------------------

    def observation(self, view: PickominoView) -> list[float]:
        """Return what the seat whose view this is may know, as ``observation_size`` numbers."""
        first = view["seat"]
        if first is None:
            raise ValueError("a spectator has no observation; take the view of a seat")
        up = {spot["tile"] for spot in view["grill"] if spot["up"]}
        down = {spot["tile"] for spot in view["grill"] if not spot["up"]}
        observation = self._tiles(up) + self._tiles(down)
        if self._deluxe:
            perched = {spot["specialist"]: spot["tile"] for spot in view["grill"]}
            for _, name in SPECIALISTS:
                observation += self._tiles((perched[name],) if name in perched else ())
        players = self.game.players
        for away in range(players):
            observation += self._seat(view["seats"][(first + away) % players])
        if self._deluxe:
            observation.append(view["supply"] / OF_ROUND_WORMS)
        return observation + self._turn(view, first)

    def _tiles(self, shown: Collection[int]) -> list[float]:
        return [float(tile in shown) for tile in self.tiles]

    def _seat(self, seat: PickominoSeat) -> list[float]:
        """Return a seat's tiles, the top one, the one under it, what they make, and what else it has."""
        stack = seat["stack"]
        numbers = self._tiles(stack) + self._tiles(stack[-1:]) + self._tiles(stack[-2:-1])
        numbers.append(seat["score"] / OF_WORMS)
        if self._deluxe:
            numbers.append(seat["round_worms"] / OF_ROUND_WORMS)
            numbers += _one_of(HOLDABLE, seat["specialist"])
        return numbers

    def _turn(self, view: PickominoView, first: int) -> list[float]:
        """Return whose turn it is, the dice, and (Deluxe) what the specialists have to do with it."""
        turn = view["turn"] or _NO_TURN
        away = (turn["seat"] - first) % self.game.players if view["turn"] else None
        aside, roll = turn["aside"], turn["roll"] or {}
        numbers = [
            *_one_of(range(self.game.players), away),
            *(aside.get(face, 0) / OF_DICE for face in FACES),
            *(float(face in aside) for face in FACES),
            *(roll.get(face, 0) / OF_DICE for face in FACES),
            turn["sum"] / OF_POINTS,
            float(turn["worm"]),
            turn["dice"] / OF_DICE,
        ]
        if self._deluxe:
            numbers += [float(turn["gold"]), float(turn["odd_die"])]
            numbers += _one_of((FACES[ONE], FACES[WORM]), turn["odd_face"])
            numbers.append(float(turn["weasel_used"]))
            numbers += _one_of(PHASES, view["phase"])
            numbers += _one_of(HOLDABLE, view["choice"][1] if view["choice"] else None)
        return numbers


_NO_TURN: Final[PickominoTurn] = {
    "seat": 0, "aside": {}, "sum": 0, "worm": False, "dice": 0, "roll": None,
    "gold": False, "odd_die": False, "odd_face": None, "weasel_used": False,
    "lacks_worm": False,
}  # fmt: skip


def observation_size(game: Game) -> int:
    """Return how many numbers an observation has."""
    return sum(_sizes(game).values())


def _sizes(game: Game) -> dict[str, int]:
    """Return what an observation tells, in order, and in how many numbers; seats count from one's own."""
    deluxe, players = is_deluxe(game), game.players
    tiles = len(TILES) + len(LOW_TILES) * deluxe
    seat = 3 * tiles + 1 + (1 + len(HOLDABLE)) * deluxe
    sizes = {"up": tiles, "down": tiles}
    if deluxe:
        sizes |= {name: tiles for _, name in SPECIALISTS}
    sizes |= {f"seat {away}": seat for away in range(players)}
    if deluxe:
        sizes["supply"] = 1
    sizes |= {"turn": players, "aside": len(FACES), "kept": len(FACES), "roll": len(FACES)}
    sizes |= {"sum": 1, "worm": 1, "dice": 1}
    if deluxe:
        sizes |= {"gold": 1, "odd_die": 1, "odd_face": 2, "weasel_used": 1}
        sizes |= {"phase": len(PHASES), "choice": len(HOLDABLE)}
    return sizes


def _state(now: PickominoState | PickominoView) -> PickominoState:
    return now if isinstance(now, PickominoState) else state_from_view(now)


def _one_of(things: Sequence[T], thing: T | None) -> list[float]:
    return [float(other == thing) for other in things]
