"""All games for OpenSpiel. Importing this registers each game as ``python_stolik_`` and its name.

>>> import pyspiel
>>> import stolik.envs.open_spiel
>>> game = pyspiel.load_game("python_stolik_linko(players=2,mode=duel)")
>>> game.num_players(), game.num_distinct_actions()
(2, 667)

All chance is explicit. A roll is one outcome, as many dice as there are, or with ``steps=true`` one die after
the other; a deck is dealt card by card, which is the same as shuffling it. Returns are (seats placed worse -
seats placed better) / other seats.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from stolik.extras import install

try:
    import numpy as np
    import pyspiel
    from numpy.typing import NDArray
except ImportError as error:
    raise ImportError(
        f"stolik.envs.open_spiel needs OpenSpiel; install it with: {install('envs')}"
    ) from error

from stolik.core import CHANCE, Game, Move, State, Value, View, game_names, options, plugin, position
from stolik.encoding import AnyEncoding, StepwiseChance, encoding_of
from stolik.envs.drawing import picture
from stolik.envs.driving import rewards

LENGTH = 100_000
"""Games need not have a longest length by their rules; nobody plays longer than this."""
RECALLED = 32
"""How many of the last actions an information state tensor tells, beside the observation."""

STEPS = "steps"
"""The parameter that asks for chance in its smallest steps: no search tries 1,287 ways to roll eight dice."""

POSITION = "position"
"""The parameter that says where the game begins: near its end it is small enough for exact solvers."""

Listed = list[tuple[Move, float]]

_encoding = cache(encoding_of)


@cache
def _type(name: str) -> pyspiel.GameType:
    hidden = plugin(name).hidden
    kinds = pyspiel.GameType
    players = [int(choice) for choice in options(name)[0].choices]
    return kinds(
        short_name=f"python_stolik_{name}",
        long_name=f"Stolik: {name}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC
        if plugin(name).chance
        else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if hidden
        else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=hidden,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_defaults(name) | {STEPS: False, POSITION: ""},
    )


def _defaults(name: str) -> dict[str, Value]:
    """Return the parameters' defaults: the options' own, and the fewest players that those allow."""
    players, *others = options(name)
    defaults = {option.name: option.default for option in others}
    allowed = (
        choice
        for choice in players.choices
        if all(defaults[other] in values for other, values in players.conditions(choice))
    )
    return {players.name: next(allowed), **defaults}


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its settings; every game has a class of its own, as OpenSpiel registers classes."""

    NAME = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_defaults(self.NAME), **(params or {})}
        self.steps = bool(given.pop(STEPS, False))
        self.begins = str(given.pop(POSITION, ""))
        self.rules = self._in_position(given) if self.begins else Game(self.NAME, **given)
        self.encoding = _encoding(self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=self.encoding.max_chance_outcomes,
            num_players=self.rules.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LENGTH,
        )
        super().__init__(_type(self.NAME), info, params or {})

    def _in_position(self, given: dict[str, Any]) -> Game:
        """Return the game of the position, which tells the options too: OpenSpiel gives all defaults."""
        rules = position(self.begins, random.Random(0)).game
        if rules.name != self.NAME:
            raise ValueError(f"it is a position of {rules.name}, not of {self.NAME}")
        told, usual = {"players": rules.players, **rules.settings}, _defaults(self.NAME)
        if others := [name for name, value in given.items() if value not in (usual[name], told[name])]:
            raise ValueError(f"the position says something else about: {', '.join(others)}")
        return rules

    def new_initial_state(self) -> SpielState:
        """Return the state before anything has happened."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        """Return what turns states into tensors and texts."""
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self, recall, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """One moment of a game, with the way that led there."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.players = game.rules.players
        self.steps = game.steps
        unknown = game.encoding.unknown(game.begins) if game.begins else None
        self.dealing = unknown is not None
        """Whether what a position leaves open is being dealt; until then there is no table."""
        self.state: State = position(game.begins) if game.begins and not unknown else game.rules.start()
        self.acted: list[tuple[int, int]] = []
        """The seats and actions so far."""
        self.past = Past(self.players)
        self.begun = False
        """Whether a seat has come to decide: before that there is nothing on the table."""
        self._listed: Listed | None = None
        self._steps: StepwiseChance | None = None
        self._arrive()
        self._steps = unknown or self._steps
        self._settle()

    @property
    def encoding(self) -> AnyEncoding:
        """The encoding of the game; not kept here, since OpenSpiel copies states all the time."""
        return _encoding(self.state.game)

    # -- What OpenSpiel asks --------------------------------------------------------------------------

    def current_player(self) -> int:
        """Return the seat that must decide, or that it is chance, or over."""
        if self.state.actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.state.actor == CHANCE else self.state.actor

    def _legal_actions(self, player: int) -> list[int]:
        return self.encoding.legal(self.state)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what may come, and how likely it is."""
        if self._steps is not None:
            return self._steps.outcomes()
        return [(number, chance) for number, (_, chance) in enumerate(self._outcomes())]

    def _outcomes(self) -> Listed:
        """Return what may come, listed once: dice fall in many ways, and OpenSpiel asks often."""
        if self._listed is None:
            self._listed = self.state.outcomes()
        return self._listed

    def _apply_action(self, action: int) -> None:
        if self.state.actor != CHANCE:
            assert self.state.actor is not None
            self.acted.append((self.state.actor, action))
            for move in self.encoding.texts(action, self.state):
                self._play(move)
        elif self._steps is not None:
            after = self._steps.after(action)
            if isinstance(after, StepwiseChance):
                self._steps = after
            elif self.dealing:
                self.state, self.dealing = position(after), False
                self._arrive()
            else:
                self._play(after)
        else:
            self._play(self._outcomes()[action][0])
        self._settle()

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return ", ".join(self.encoding.texts(action, self.state))
        return str(self._outcomes()[action][0]) if self._steps is None else self._steps.text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.state.actor is None

    def returns(self) -> list[float]:
        """Return what the game has brought each seat."""
        return rewards(self.state.result()) if self.is_terminal() else [0.0] * self.players

    def __str__(self) -> str:
        """All there is, hidden or not: for OpenSpiel two states are equal if their texts are."""
        steps = str(self._steps or "")
        lines = [picture(self.state.view(None)), *([steps] if steps else self.encoding.hidden(self.state))]
        return "\n".join(lines)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return a state that a seat cannot tell from this one, what it does not see resampled.

        The others have seen there what everybody has: what they were dealt and drew is not what it was. The
        history stays that of this state.
        """
        other: SpielState = self.clone()
        other.state = self.state.sample(player, random.Random(int(sampler() * 2**53)))
        other.past.forget_all_but(player)
        return other

    # -- Playing --------------------------------------------------------------------------------------

    def _play(self, move: str) -> None:
        self.past.add(self.state, move)
        self.state = self.state.play(move)
        self._arrive()

    def _arrive(self) -> None:
        """Note what follows from the state that was reached."""
        chance = self.state.actor == CHANCE
        self._listed = None
        steps_of = self.encoding.smallest_steps if self.steps else self.encoding.stepwise
        self._steps = steps_of(self.state) if chance else None
        self.begun = self.begun or not chance

    def _settle(self) -> None:
        """Play what nobody needs an action for."""
        while self.state.actor not in (None, CHANCE) and (forced := self.encoding.forced(self.state)):
            self._play(forced)


class Past:
    """What each seat has seen happen, put into words when somebody asks: playouts never do."""

    def __init__(self, players: int) -> None:
        self._seen: dict[int | None, list[str]] = {seat: [] for seat in (*range(players), None)}
        """By seat, and what everybody has seen."""
        self._untold: list[tuple[State, str]] = []

    def __deepcopy__(self, memo: dict[int, Any]) -> Past:
        """Return a copy that shares states and words, which never change."""
        other = Past(0)
        other._seen = {seat: list(lines) for seat, lines in self._seen.items()}
        other._untold = list(self._untold)
        return other

    def add(self, before: State, move: str) -> None:
        """Note a move."""
        self._untold.append((before, move))

    def seen_by(self, seat: int | None) -> list[str]:
        """Return what a seat has seen, or everybody."""
        for who, lines in self._seen.items():
            for before, move in self._untold:
                lines += map(str, before.events(move, who))
        self._untold = []
        return self._seen[seat]

    def forget_all_but(self, seat: int) -> None:
        """Let the other seats have seen no more than everybody has."""
        shared, own = self.seen_by(None), self.seen_by(seat)
        self._seen = {who: own if who == seat else list(shared) for who in self._seen}


class Observer:
    """Turns what a seat may know into a tensor or a text; with perfect recall, also how it came about."""

    def __init__(self, game: SpielGame, recall: bool, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observers have no parameters here; given: {params}")
        self._encoding = game.encoding
        self._players = game.rules.players
        self._recall = recall
        more = RECALLED * (self._players + 1) if recall else 0
        self.tensor: NDArray[np.float32] = np.zeros(game.encoding.observation_size + more, np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {
            "observation": self.tensor[: game.encoding.observation_size],
        }
        if recall:
            self.dict["recalled"] = self.tensor[game.encoding.observation_size :]

    def set_from(self, state: SpielState, player: int) -> None:
        """Write into the tensor what a seat may know."""
        self.tensor.fill(0)
        if not state.begun:
            return
        self.dict["observation"][:] = self._encoding.observation(state.state.view(player))
        if self._recall:
            self.dict["recalled"][:] = self._recalled(state, player)

    def _recalled(self, state: SpielState, player: int) -> list[float]:
        """Return the last actions, the latest first: who, counted from the observer, and which."""
        numbers: list[float] = []
        for seat, action in state.acted[: -RECALLED - 1 : -1]:
            who = [0.0] * self._players
            who[(seat - player) % self._players] = 1.0
            numbers += [*who, (action + 1) / self._encoding.actions]
        return numbers + [0.0] * (RECALLED * (self._players + 1) - len(numbers))

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a seat may know, as text: what everybody sees, and what only this seat does."""
        shared = state.state.view(None)
        lines = [picture(shared), *_own(shared, state.state.view(player))]
        return "\n".join([*lines, *state.past.seen_by(player)] if self._recall else lines)


def _own(shared: View, view: View) -> list[str]:
    """Return a line for everything of the game that a seat sees and a spectator does not."""
    public = dict(shared)
    return [
        f"{key}: {value}"
        for key, value in view.items()
        if key not in ("seat", "moves") and value != public.get(key)
    ]


for _name in game_names():
    if plugin(_name).encoding:
        pyspiel.register_game(_type(_name), type(f"SpielGame_{_name}", (SpielGame,), {"NAME": _name}))
