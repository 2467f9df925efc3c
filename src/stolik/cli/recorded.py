"""A recorded game, step by step: every decision with what led to it."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import groupby

from rich.console import RenderableType
from rich.text import Text

from stolik.cli.display import Display, Scene, outcome
from stolik.cli.people import People
from stolik.cli.screen import AnyScreen, LogEntry
from stolik.core import CHANCE, Record, State
from stolik.words import Words

QUIT, BACK, HELP, POSITION, LINE = "q", "b", "?", "p", ":"


@dataclass(frozen=True, slots=True)
class Step:
    """A moment at which somebody decides or all is over.

    ``log`` is what led to it, in turn number ``turn`` of ``seat``, up to line ``line`` of the file.
    """

    state: State
    log: tuple[LogEntry, ...]
    turn: int
    seat: int | None
    line: int


class RecordedGame:
    """A record as steps, seen by a spectator, or (``hands``) each moment by the seat that decides.

    Raises ``RecordError`` at a move against the rules.
    """

    def __init__(
        self, words: Words, people: People, screen: AnyScreen, record: Record, hands: bool = False
    ) -> None:
        self.words = words
        self.people = people
        self.screen = screen
        self.hands = hands
        self.steps = self._read(record)
        self.lines = len(record.header()) + len(record.moves)

    def _read(self, record: Record) -> list[Step]:
        states = record.states()
        state = next(states)
        turn, seat, line = 0, None, len(record.header())
        steps = [Step(state, (), turn, seat, line)]
        log: list[LogEntry] = []
        for move, after in zip(record.moves, states, strict=True):
            whose = self.screen.whose_turn(state.view(None))
            if whose is not None and whose != seat:
                turn, seat = turn + 1, whose
            line += 1
            if entry := self.screen.log_entry(state, move, after, self.viewer(state)):
                log.append(entry)
            state = after
            if state.actor != CHANCE or line == len(record.header()) + len(record.moves):
                steps.append(Step(state, tuple(log), turn, seat, line))
                log = []
        return steps

    def viewer(self, state: State) -> int | None:
        """Return the seat whose view is shown at a moment; a spectator's (``None``) without ``hands``."""
        return state.actor if self.hands and state.actor != CHANCE else None

    @property
    def turns(self) -> int:
        """How many turns there are."""
        return self.steps[-1].turn

    def at_turn(self, turn: int) -> int:
        """Return the number of the first step of a turn (of the nearest one there is)."""
        return min(bisect_left([step.turn for step in self.steps], turn), len(self.steps) - 1)

    def at_line(self, line: int) -> int:
        """Return the number of the step that a line of the file leads to (the nearest one there is)."""
        return min(bisect_left([step.line for step in self.steps], line), len(self.steps) - 1)

    def log(self, number: int) -> tuple[list[str], list[LogEntry]]:
        """Return what had happened at a step: a line for each turn gone by, and all of its own turn."""
        turns = groupby(self.steps[: number + 1], key=lambda step: step.turn)
        *gone, now = [[entry for step in steps for entry in step.log] for _, steps in turns]
        return [line for turn in gone for line in outcome(turn)], now

    def end(self, step: Step) -> RenderableType:
        """Return the final count, or that the game goes on."""
        if step.state.actor is None:
            return self.screen.end(step.state.view(None))
        return Text(self.words("replay.unfinished"))

    def position(self, step: Step) -> str:
        """Return a moment as the text that ``stolik.position`` reads, if the game has one."""
        if step.state.game.plugin.write_position is None:
            return self.words("replay.no_position")
        return step.state.position(self.viewer(step.state))

    # -- printing -------------------------------------------------------------------------------------

    def print_end(self, display: Display) -> None:
        """Print the last table and the final count."""
        last = self.steps[-1]
        view = last.state.view(self.viewer(last.state))
        scene = Scene.of(self.screen, view)
        turn = [] if last.state.actor is None else [scene.turn]
        display.print(scene.heading, scene.table, *turn, self.end(last))

    def print_all(self, display: Display) -> None:
        """Print everything that happened, in sentences, turn by turn."""
        display.say(self.screen.title(self.steps[0].state.view(None)))
        turn = 0
        for step in self.steps:
            if step.turn != turn and step.seat is not None:
                turn = step.turn
                display.say("\n" + self.words("replay.turn", turn=turn, name=self.people.names[step.seat]))
            for entry in step.log:
                display.say(f"  {entry.text}")
        display.print("", self.end(self.steps[-1]))


def step_through(game: RecordedGame, display: Display, note: str = "") -> None:
    """Show the game one step after another, as the person says, until they quit; first with a note."""
    at = 0
    while (answer := _show(game, display, at, note)) != QUIT:
        at, note = _answered(game, display, at, answer)


def _show(game: RecordedGame, display: Display, at: int, note: str) -> str:
    step, words = game.steps[at], game.words
    view = step.state.view(game.viewer(step.state))
    place = words("replay.place", turn=step.turn, turns=game.turns, line=step.line, lines=game.lines)
    scene = Scene.of(game.screen, view, place)
    display.look_back(*game.log(at), len(step.log))
    below = game.end(step) if step is game.steps[-1] else Text()
    return display.ask(scene, below, note, words("replay.prompt")).lower()


def _answered(game: RecordedGame, display: Display, at: int, answer: str) -> tuple[int, str]:
    """Return where to go next, and what is to be said about the answer."""
    if answer == HELP:
        display.page(Text(game.words("replay.keys")))
        return at, ""
    if answer == POSITION:
        return at, game.position(game.steps[at])
    if answer == BACK:
        return max(at - 1, 0), "" if at else game.words("replay.at_start")
    if answer.isdecimal():
        if int(answer) > game.turns:
            return at, game.words("replay.no_turn", n=game.turns)
        return game.at_turn(int(answer)), ""
    if answer.startswith(LINE) and answer[1:].isdecimal():
        if int(answer[1:]) > game.lines:
            return at, game.words("replay.no_line", n=game.lines)
        return game.at_line(int(answer[1:])), ""
    if answer:
        return at, game.words("replay.not_understood", answer=answer)
    if at == len(game.steps) - 1:
        return at, game.words("replay.at_end")
    return at + 1, ""
