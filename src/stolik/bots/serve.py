"""``python -m stolik.bots.serve GAME BOT``: an installed bot as a program, by ``docs/bot-protocol.md``."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from typing import TextIO

from stolik.bots import installed
from stolik.bots.guarded import BotError, close
from stolik.bots.programs import PROTOCOL


def serve(factory: installed.Factory, requests: Iterable[str], answers: TextIO) -> None:
    """Answer requests, one a line, until end of input; every game has a new bot."""
    bot = None
    for line in requests:
        request = json.loads(line)
        match request["do"]:
            case "hello":
                answer = f"stolik {PROTOCOL}"
            case "start":
                if bot is not None:
                    close(bot)
                bot, answer = factory(request["seed"]), "ok"
            case "move" if bot is not None:
                answer = bot.choose(request["view"])
            case "quit":
                break
            case _:
                answer = f"error unexpected request {request['do']!r}"
        print(answer, file=answers, flush=True)
    if bot is not None:
        close(bot)


def main() -> int:
    """Serve the bot that the arguments name; what it prints goes to standard error."""
    game, name = sys.argv[1:]
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    try:
        factory = installed.load(game, name)
    except BotError as error:
        print(f"error {error}", file=answers, flush=True)
        return 1
    serve(factory, sys.stdin, answers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
