"""All seats in turn, for PettingZoo (AEC).

>>> from stolik.envs import pettingzoo
>>> env = pettingzoo.env("linko", players=3, mode="expert")
>>> env.reset(seed=1)
>>> seen, reward, over, cut, info = env.last()
>>> env.agent_selection, seen["observation"].shape[0] == seen["observation"].size
('seat_0', True)
"""

from __future__ import annotations

from typing import Any

from stolik.extras import install

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(
        f"stolik.envs.pettingzoo needs PettingZoo; install it with: {install('envs')}"
    ) from error

from stolik.core import Game
from stolik.core.options import Value
from stolik.envs.driving import RENDER_MODES, Driven, check_render_mode


def env(
    game: str, players: int | None = None, *, render_mode: str | None = None, **options: Value
) -> AECEnv[str, Any, Any]:
    """Return the environment with the usual wrappers: an illegal action ends the game, and is punished."""
    raw = TableEnv(game, players, render_mode=render_mode, **options)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1))
    )


class TableEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """A table; its agents are ``seat_0``, ``seat_1`` and so on."""

    metadata = {"name": "stolik_v0", "render_modes": list(RENDER_MODES), "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self, game: str, players: int | None = None, *, render_mode: str | None = None, **options: Value
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.driven = Driven(Game(game, players=players, **options))
        self.possible_agents = [f"seat_{seat}" for seat in range(self.driven.game.players)]
        encoding = self.driven.encoding
        self.action_spaces = {agent: spaces.Discrete(encoding.actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-16.0, 16.0, (encoding.observation_size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (encoding.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._random = seeding.np_random(None)[0]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return what observations of an agent look like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return what actions of an agent look like."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        self.driven.begin(int(self._random.integers(2**63)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent may know, and its legal actions if it is to act."""
        seat = self.possible_agents.index(agent)
        return {"observation": self.driven.observation(seat), "action_mask": self.driven.mask(seat)}

    def step(self, action: int | None) -> None:
        """Play an action of the agent that is to act."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.driven.act(int(action))
        over = self.driven.actor is None
        self.rewards = dict(zip(self.possible_agents, self.driven.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self._accumulate_rewards()
        self._select()

    def _select(self) -> None:
        if self.driven.actor is not None:
            self.agent_selection = self.possible_agents[self.driven.actor]

    def render(self) -> str | None:
        """Return the table as text."""
        return self.driven.picture() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
