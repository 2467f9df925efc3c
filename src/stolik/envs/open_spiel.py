"""Both games for OpenSpiel. Importing this registers ``python_stolik_pickomino`` and ``python_stolik_linko``.

>>> import pyspiel
>>> import stolik.envs.open_spiel
>>> game = pyspiel.load_game("python_stolik_linko(players=2,mode=duel)")
>>> game.num_players(), game.num_distinct_actions()
(2, 667)

All chance is explicit. A roll is one outcome, as many dice as there are; a deck is dealt card by card, which
is the same as shuffling it. Returns are (seats placed worse - seats placed better) / other seats.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import comb
from typing import Any

try:
    import numpy as np
    import pyspiel
    from numpy.typing import NDArray
except ImportError as error:
    raise ImportError(
        "stolik.envs.open_spiel needs OpenSpiel; install it with: pip install 'stolik[envs]'"
    ) from error

from stolik.core import CHANCE, Game, Move, Option, State, View, options
from stolik.encoding import Encoding, encoding_of
from stolik.envs.drawing import picture
from stolik.envs.driving import rewards
from stolik.games.linko.notation import Deal
from stolik.games.linko.pieces import CARDS, DUEL_JOKERS, HAND, IN_BOX, JOKER, spread
from stolik.games.linko.rules import LinkoState

LENGTH = 100_000
"""The games have no longest length by the rules (L-21 can be switched off); nobody plays longer than this."""
ROLLS = 2 * comb(8 + 5, 5)
"""The most ways for dice to fall: eight and the golden one, which shows a one or a worm (D-10)."""
RECALLED = 32
"""How many of the last actions an information state tensor tells, beside the observation."""


_encoding = cache(encoding_of)


def _type(name: str) -> pyspiel.GameType:
    hidden = name == "linko"
    information = pyspiel.GameType.Information
    players = next(option for option in options(name) if option.name == "players").choices
    return pyspiel.GameType(
        short_name=f"python_stolik_{name}",
        long_name={"pickomino": "Worms (Pickomino)", "linko": "Lynx (Linko)"}[name],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(map(int, players)),
        min_num_players=min(map(int, players)),
        provides_information_state_string=True,
        provides_information_state_tensor=hidden,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={option.name: _default(name, option) for option in options(name)},
    )


def _default(name: str, option: Option) -> str | int:
    """Return a parameter's default: of options ours, of players the fewest that the usual mode has."""
    return {"pickomino": 2, "linko": 3}[name] if option.name == "players" else option.default


class _Game(pyspiel.Game):  # type: ignore[misc]
    """What both games have in common."""

    NAME = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {option.name: _default(self.NAME, option) for option in options(self.NAME)} | (params or {})
        self.rules = Game(self.NAME, **chosen)
        self.encoding = _encoding(self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=max(ROLLS if self.NAME == "pickomino" else len(CARDS), self.rules.players),
            num_players=self.rules.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LENGTH,
        )
        super().__init__(_TYPES[self.NAME], info, params or {})

    def new_initial_state(self) -> SpielState:
        """Return the state before anything has happened."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        """Return whoever turns states into tensors and texts."""
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self, recall, params)


class PickominoGame(_Game):
    """The dice game."""

    NAME = "pickomino"


class LinkoGame(_Game):
    """The card game."""

    NAME = "linko"


class SpielState(pyspiel.State):  # type: ignore[misc]
    """One moment of either game, with the way that led there."""

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self.players = game.rules.players
        self.state: State = game.rules.start()
        self.acted: list[tuple[int, int]] = []
        """The seats and actions so far."""
        self.seen: list[list[str]] = [[] for _ in range(self.players)]
        """What each seat has seen happen."""
        self._listed: list[tuple[Move, float]] | None = None
        self._left = list(IN_BOX)
        self._dealt: list[int] = []
        self._begin_deal()
        self._settle()

    @property
    def encoding(self) -> Encoding:
        """The numbers of the game; not kept here, since OpenSpiel copies states all the time."""
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
        if self.state.phase == "deal":
            left = sum(self._left)
            return [(card, number / left) for card, number in enumerate(self._left) if number]
        return [(number, chance) for number, (_, chance) in enumerate(self._outcomes())]

    def _outcomes(self) -> list[tuple[Move, float]]:
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
        elif self.state.phase == "deal":
            self._deal(action)
        else:
            self._play(self._outcomes()[action][0])
        self._settle()

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return ", ".join(self.encoding.texts(action, self.state))
        if self.state.phase == "deal":
            return f"card {CARDS[action]}"
        return str(self._outcomes()[action][0])

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.state.actor is None

    def returns(self) -> list[float]:
        """Return what the game has brought each seat."""
        return rewards(self.state.result()) if self.is_terminal() else [0.0] * self.players

    def __str__(self) -> str:
        """All there is, hidden or not: for OpenSpiel two states are equal if their texts are."""
        lines = [picture(self.state.view(None))]
        if self._dealt:
            lines.append(f"dealt: {_names(self._dealt)}")
        elif isinstance(self.state, LinkoState) and self.state.actor != CHANCE:
            table = self.state.table
            lines += [f"hand {seat}: {_names(spread(hand))}" for seat, hand in enumerate(table.hands)]
            lines.append(f"deck: {_names(table.deck)}")
        return "\n".join(lines)

    # -- Playing --------------------------------------------------------------------------------------

    def _play(self, move: str) -> None:
        for seat, seen in enumerate(self.seen):
            seen += map(str, self.state.events(move, seat))
        self.state = self.state.play(move)
        self._listed = None
        self._begin_deal()

    def _settle(self) -> None:
        """Play what nobody needs an action for."""
        while self.state.actor not in (None, CHANCE) and (forced := self.encoding.forced(self.state)):
            self._play(forced)

    def _begin_deal(self) -> None:
        """V-1: in the duel two jokers go to each hand before the deck is dealt."""
        if self.state.phase == "deal" and self.state.game.settings["mode"] == "duel":
            self._left[JOKER] = IN_BOX[JOKER] - DUEL_JOKERS * self.players

    def _deal(self, card: int) -> None:
        self._left[card] -= 1
        self._dealt.append(card)
        if any(self._left):
            return
        order = self._dealt
        if self.state.game.settings["mode"] == "duel":
            order = []
            own = HAND - DUEL_JOKERS
            for seat in range(self.players):
                order += [JOKER] * DUEL_JOKERS + self._dealt[own * seat : own * (seat + 1)]
            order += self._dealt[own * self.players :]
        self._dealt = []
        self._play(Deal.of(order, self.players).move())


def _names(cards: Iterable[int]) -> str:
    return " ".join(CARDS[card] for card in cards) or "-"


class Observer:
    """Turns what a seat may know into a tensor or a text; with perfect recall, also how it came about."""

    def __init__(self, game: _Game, recall: bool, params: dict[str, Any] | None) -> None:
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
        if state.state.actor == CHANCE and state.state.phase in ("deal", "lots"):
            return  # there is nothing on the table yet
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
        """Return what a seat may know, as text."""
        view: View = state.state.view(player)
        hand = f"\nhand: {view['hand']}" if view.get("hand") is not None else ""
        text = picture(view) + hand
        return "\n".join([text, *state.seen[player]]) if self._recall else text


_TYPES = {name: _type(name) for name in ("pickomino", "linko")}
pyspiel.register_game(_TYPES["pickomino"], PickominoGame)
pyspiel.register_game(_TYPES["linko"], LinkoGame)
