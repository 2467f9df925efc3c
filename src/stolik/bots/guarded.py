"""A seat that goes on playing when its bot fails."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from stolik.core import View

if TYPE_CHECKING:
    from stolik.bots.bot import AnyBot


class BotError(Exception):
    """A third-party bot cannot be started, or has failed.

    ``code`` is a stable code for programs and catalogues; ``values`` are the details.
    """

    def __init__(self, code: str, message: str, **values: str | int) -> None:
        super().__init__(message)
        self.code = code
        self.values: dict[str, Any] = dict(values)


class Guarded:
    """A bot that loses its seat to a replacement as soon as it fails: then it has an ``error``.

    It fails if it raises, or answers what is not one of the moves. The replacement plays on from the very
    decision at which that happened. What the replacement raises is not caught: it is one of ours.
    """

    def __init__(self, bot: Callable[[], AnyBot], replacement: Callable[[], AnyBot]) -> None:
        self.error: Exception | None = None
        self._replacement = replacement
        self._bot: AnyBot | None = None
        try:
            self._bot = bot()
        except Exception as error:
            self._fail(error)

    @property
    def failure(self) -> str:
        """Why the bot failed, in English; empty if it has not."""
        if self.error is None or isinstance(self.error, BotError):
            return str(self.error or "")
        return f"{type(self.error).__name__}: {self.error}"

    @property
    def trace(self) -> str:
        """Where in the bot's code it failed, as Python tells it; empty if it has not, or is a program."""
        if self.error is None or isinstance(self.error, BotError):
            return ""
        return "".join(traceback.format_exception(self.error))

    def choose(self, view: View) -> str:
        """Return one of the moves, the bot's own or its replacement's."""
        assert self._bot is not None
        if self.error is None:
            try:
                return checked(self._bot.choose(view), view)
            except Exception as error:
                self._fail(error)
        return self._bot.choose(view)

    def close(self) -> None:
        """Release the bot's resources, such as a program."""
        if self._bot is not None:
            close(self._bot)

    def _fail(self, error: Exception) -> None:
        self.close()
        self.error = error
        self._bot = self._replacement()


def checked(move: object, view: View) -> str:
    """Return an answer if it is one of the moves; raise ``BotError`` otherwise."""
    if isinstance(move, str) and move in view["moves"]:
        return move
    shown = repr(move)
    shown = shown if len(shown) <= 60 else shown[:59] + "…"
    listed = ", ".join(view["moves"])
    raise BotError("illegal", f"answered {shown}; the moves were: {listed}", answer=shown)


def close(bot: AnyBot) -> None:
    """Close a bot if it has a method ``close``."""
    end = getattr(bot, "close", None)
    if end is not None:
        end()
