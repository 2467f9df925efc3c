"""Whether a program keeps to the protocol in ``docs/bot-protocol.md``, and what is wrong where it does not.

A program that says nothing is not always a slow one. Many buffer their output, and some their input, and then
answer only when the input is closed, or long enough. Whether it is so with a silent program, another copy of
it shows: if that one answers where the first one, which has had more time, does not, it is the buffers.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from stolik.bots.guarded import BotError, checked
from stolik.bots.programs import PROTOCOL, START_SECONDS, Process, no_answer
from stolik.core import CHANCE, Game, State, View

POSITIONS = 20
"""Positions that are shown before the whole game."""

DEEPEST = 40
"""Moves from the start of a game to a position, at most."""

SILENCE = 2.0
"""Seconds of silence after which we look for the reason; nothing fails by them alone."""

ENDING = 5.0
"""Seconds for ending by itself: more than a table allows, as this machine may be busy."""

FLOOD = 256
"""Greetings at once: more than an input buffer of 4,096 bytes holds; the answers are less than that."""

FAULTS = (
    *("buffers", "buffers_input", "goes_on_after_quit", "goes_on_without_input"),
    *("illegal", "no_answer", "unasked"),
)
"""The codes of what is explained here in more words than at the table."""

HELLO = {"do": "hello", "protocol": PROTOCOL}
GREETING = f"stolik {PROTOCOL}"


class Played(NamedTuple):
    """What a program that keeps to the protocol has done."""

    positions: int
    decisions: int
    slowest: float


class Check:
    """The check of one program, step by step. Each step raises ``BotError`` where something is wrong."""

    def __init__(self, command: Sequence[str], game: Game, deadline: float) -> None:
        self._command = tuple(command)
        self._game = game
        self._deadline = deadline
        self._rng = random.Random(1)
        self._slowest = 0.0

    def greet(self) -> None:
        """Start the program and greet it."""
        latest = time.monotonic() + START_SECONDS
        with self._started() as process:
            process.tell(HELLO)
            if not process.has_spoken(SILENCE):
                self._wait(process, latest)
            if not process.has_spoken(latest - time.monotonic()):
                raise no_answer(START_SECONDS)
            process.answer(0, expected=GREETING)

    def play(self) -> Played:
        """Show the program some positions, then play a whole game with it in one seat."""
        with self._greeted() as process:
            for _ in range(POSITIONS):
                self._start(process)
                self._choose(process, _view(self._position()))
            self._start(process)
            decisions, state = 0, self._game.start()
            while state.actor is not None:
                if state.actor == 0:
                    decisions += 1
                    state = state.play(self._choose(process, _view(state)))
                else:
                    state = self._played_on(state)
        return Played(POSITIONS, decisions, self._slowest)

    def end(self) -> None:
        """See whether the program ends when it is told to, and when its input ends."""
        with self._greeted() as process:
            process.tell({"do": "quit"})
            if not process.has_ended(time.monotonic() + ENDING):
                raise BotError("goes_on_after_quit", "does not end after quit")
        with self._greeted() as process:
            process.close_input()
            if not process.has_ended(time.monotonic() + ENDING):
                raise BotError("goes_on_without_input", "does not end when its input ends")

    # -- one program ----------------------------------------------------------------------------------

    @contextmanager
    def _started(self) -> Iterator[Process]:
        process = Process(self._command)
        try:
            yield process
        finally:
            process.end(politely=False)

    @contextmanager
    def _greeted(self) -> Iterator[Process]:
        with self._started() as process:
            self._ask(process, HELLO, START_SECONDS, expected=GREETING)
            yield process

    def _wait(self, process: Process, latest: float) -> None:
        """Wait for a program that does not greet; raise ``BotError`` if its buffers are the reason."""
        with self._started() as other:
            for _ in range(FLOOD):
                other.tell(HELLO)
            code = "buffers_input"
            speaks = _speaks(other, SILENCE)
            if not speaks and not process.has_spoken():
                code = "buffers"
                other.close_input()
                speaks = _speaks(other, latest - time.monotonic())
        if speaks and not process.has_spoken(SILENCE):
            raise BotError(code, "answers only when its input is long, or closed")

    def _start(self, process: Process) -> None:
        start = {"do": "start", "game": self._game.name, "seed": 1, "seconds": self._deadline}
        self._ask(process, start, max(START_SECONDS, self._deadline), expected="ok")

    def _choose(self, process: Process, view: View) -> str:
        began = time.monotonic()
        answer = self._ask(process, {"do": "move", "view": view}, self._deadline)
        self._slowest = max(self._slowest, time.monotonic() - began)
        try:
            return checked(answer, view)
        except BotError as error:
            error.values["moves"] = ", ".join(view["moves"])
            raise

    def _ask(
        self, process: Process, request: dict[str, Any], seconds: float, expected: str | None = None
    ) -> str:
        if process.has_spoken():
            raise BotError("unasked", "wrote a line that nobody asked for", line=process.answer(0))
        try:
            return process.ask(request, seconds, expected)
        except BotError as error:
            if error.code == "no_answer":
                process.close_input()
                if _speaks(process, SILENCE):
                    raise BotError("buffers", "answers only when its input is closed") from error
            raise

    # -- positions ------------------------------------------------------------------------------------

    def _position(self) -> State:
        """Return a position of a random game in which somebody has to decide."""
        state = self._game.start()
        for _ in range(self._rng.randrange(DEEPEST)):
            following = self._played_on(state)
            if following.actor is None:
                break
            state = following
        while state.actor == CHANCE:
            state = self._played_on(state)
        return state if state.actor is not None else self._position()

    def _played_on(self, state: State) -> State:
        """Return the state after a random move, or what chance brings."""
        return state.play(state.draw(self._rng) if state.actor == CHANCE else self._rng.choice(state.moves()))


def _view(state: State) -> View:
    """Return the view of the seat that must decide."""
    return state.view(state.actor)


def _speaks(process: Process, seconds: float) -> bool:
    """Whether a program writes a line in that time; one that has ended does not."""
    try:
        return process.has_spoken(seconds)
    except BotError:
        return False
