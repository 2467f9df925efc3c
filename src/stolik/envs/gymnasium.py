"""One seat against bots, for Gymnasium.

>>> from stolik.envs.gymnasium import SeatEnv
>>> env = SeatEnv("pickomino", players=2, bots="careful")
>>> seen, _ = env.reset(seed=1)
>>> seen["observation"].shape, int(seen["action_mask"].sum()) > 0
((153,), True)
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from stolik.bots import Bot, make
from stolik.core import Game
from stolik.core.options import Value
from stolik.envs.driving import Driven

Seen = dict[str, Any]


class SeatEnv(gymnasium.Env[Seen, np.int64]):
    """One seat of a game; the others are played by bots.

    An observation has an ``action_mask``. The reward comes at the end: 1 for a sole winner, -1 for a sole
    last, in between for those in between. An illegal action ends the game as lost (``info["illegal"]``).
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 -- the name and form Gymnasium asks for

    def __init__(
        self,
        game: str,
        players: int,
        *,
        seat: int = 0,
        bots: str = "medium",
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        self.render_mode = render_mode
        self.driven = Driven(Game(game, players=players, **options))
        self.driven.game.check_seat(seat)
        self._seat = seat
        self._bots = bots
        encoding = self.driven.encoding
        self.action_space = spaces.Discrete(encoding.actions)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-16.0, 16.0, (encoding.observation_size,), np.float32),
                "action_mask": spaces.Box(0, 1, (encoding.actions,), np.int8),
            }
        )
        self._others: list[Bot] = []
        self._lost = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a game and play on to the seat's first decision."""
        super().reset(seed=seed)
        self._lost = False
        self.driven.begin(int(self.np_random.integers(2**63)))
        seeds = self.np_random.integers(2**63, size=self.driven.game.players)
        self._others = [make(self.driven.game, self._bots, int(one)) for one in seeds]
        self._let_others()
        return self._seen(), {}

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play an action, then let the others play on to the seat's next decision."""
        if self.driven.actor is None or self._lost:
            raise RuntimeError("the game is over: reset")
        if int(action) not in self.driven.encoding.legal(self.driven.state):
            self._lost = True
            return self._seen(), -1.0, True, False, {"illegal": True}
        self.driven.act(int(action))
        self._let_others()
        return self._seen(), self.driven.rewards()[self._seat], self.driven.actor is None, False, {}

    def render(self) -> str | None:
        """Return the table as text."""
        return self.driven.picture() if self.render_mode == "ansi" else None

    def _let_others(self) -> None:
        while (actor := self.driven.actor) is not None and actor != self._seat:
            self.driven.play(self._others[actor].choose(self.driven.state.view(actor)))

    def _seen(self) -> Seen:
        return {
            "observation": self.driven.observation(self._seat),
            "action_mask": self.driven.mask(self._seat),
        }
