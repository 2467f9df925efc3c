"""One seat against bots, for Gymnasium.

>>> from stolik.envs.gymnasium import SeatEnv
>>> env = SeatEnv("pickomino", players=2, bots="careful")
>>> seen, _ = env.reset(seed=1)
>>> seen["observation"].shape, int(seen["action_mask"].sum()) > 0
((153,), True)

Gymnasium knows every game that has an encoding by its name, once this module is imported:

>>> import gymnasium
>>> gymnasium.make("stolik/pickomino-v0", players=2, bots="careful").action_space
Discrete(18)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from stolik.extras import install

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
except ImportError as error:
    raise ImportError(f"stolik.envs.gymnasium needs Gymnasium; install it with: {install('envs')}") from error

from stolik.bots import Guarded, Maker, close, guarded, make
from stolik.core import Game, game_names, plugin
from stolik.core.options import Value
from stolik.envs.driving import RENDER_MODES, Driven, check_render_mode

Seen = dict[str, Any]
Opponent: TypeAlias = "str | Maker"
"""A bot, a level or a program by its name, or what makes a bot of your own: ``lambda rng: MyBot(rng)``."""


class SeatEnv(gymnasium.Env[Seen, np.int64]):
    """One seat of a game; the others are played by bots: one for all of them, or one for each.

    An observation has an ``action_mask``. The reward comes at the end: 1 for a sole winner, -1 for a sole
    last, in between for those in between. An illegal action ends the game as lost (``info["illegal"]``).

    A bot that is not ours and fails loses its seat to the easy one for the rest of the game:
    ``info["failed"]`` tells by seat what went wrong. ``close`` lets go of such bots' programs.
    """

    metadata = {"render_modes": list(RENDER_MODES)}  # noqa: RUF012 -- the name and form Gymnasium asks for

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        seat: int = 0,
        bots: Opponent | Sequence[Opponent] = "medium",
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.driven = Driven(Game(game, players=players, **options))
        self.driven.game.check_seat(seat)
        others = [other for other in range(self.driven.game.players) if other != seat]
        self._bots = dict(zip(others, _one_each(bots, len(others)), strict=True))
        # Made once for trying: a bot that there is not, or that does not start, is refused now.
        for bot in {id(bot): bot for bot in self._bots.values()}.values():
            name, own = _named(bot)
            close(make(self.driven.game, name, seed=0, own=own))
        self._seat = seat
        encoding = self.driven.encoding
        self.action_space = spaces.Discrete(encoding.actions)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-16.0, 16.0, (encoding.observation_size,), np.float32),
                "action_mask": spaces.Box(0, 1, (encoding.actions,), np.int8),
            }
        )
        self._others: dict[int, Guarded] = {}
        self._under_way = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a game and play on to the seat's first decision."""
        super().reset(seed=seed)
        self.close()
        self.driven.begin(int(self.np_random.integers(2**63)))
        seeds = self.np_random.integers(2**63, size=self.driven.game.players)
        for seat, bot in self._bots.items():
            name, own = _named(bot)
            self._others[seat] = guarded(self.driven.game, name, int(seeds[seat]), own=own)
        self._let_others()
        self._under_way = self.driven.actor is not None
        return self._seen(), self._info()

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play an action, then let the others play on to the seat's next decision."""
        if not self._under_way:
            raise RuntimeError("no game is under way: reset begins one")
        if int(action) not in self.driven.encoding.legal(self.driven.state):
            self._under_way = False
            return self._seen(), -1.0, True, False, {"illegal": True, **self._info()}
        self.driven.act(int(action))
        self._let_others()
        self._under_way = self.driven.actor is not None
        return self._seen(), self.driven.rewards()[self._seat], not self._under_way, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, for learners that ask the environment (as MaskablePPO does)."""
        return self.driven.mask(self._seat).astype(bool)

    def render(self) -> str | None:
        """Return the table as text."""
        return self.driven.picture() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """End the game and let go of the bots."""
        self._under_way = False
        while self._others:
            self._others.popitem()[1].close()

    def _info(self) -> dict[str, Any]:
        failed = {seat: bot.failure for seat, bot in self._others.items() if bot.failure}
        return {"failed": failed} if failed else {}

    def _let_others(self) -> None:
        while (actor := self.driven.actor) is not None and actor != self._seat:
            self.driven.play(self._others[actor].choose(self.driven.state.view(actor)))

    def _seen(self) -> Seen:
        return {
            "observation": self.driven.observation(self._seat),
            "action_mask": self.driven.mask(self._seat),
        }


def _one_each(bots: Opponent | Sequence[Opponent], number: int) -> list[Opponent]:
    """Return a bot for each of the others."""
    each = [bots] * number if isinstance(bots, str) or callable(bots) else list(bots)
    if len(each) != number:
        raise ValueError(f"bots must be one for all others, or {number}, one for each; not {len(each)}")
    if wrong := [bot for bot in each if not (isinstance(bot, str) or callable(bot))]:
        made = type(wrong[0]).__name__
        raise TypeError(f"a bot must be a name, or make one, such as lambda rng: MyBot(rng); not a {made}")
    return each


def _named(bot: Opponent) -> tuple[str, dict[str, Maker]]:
    """Return a bot's name, and what makes it if it is not one of ours."""
    return (bot, {}) if isinstance(bot, str) else ("own", {"own": bot})


for _name in game_names():
    if plugin(_name).encoding:
        gymnasium.register(f"stolik/{_name}-v0", "stolik.envs.gymnasium:SeatEnv", kwargs={"game": _name})
