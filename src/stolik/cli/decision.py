"""A person's decision: the position and the choices are shown, and answers are read until one is a move."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.console import RenderableType
from rich.text import Text

from stolik.cli.display import Asked, Display, Scene
from stolik.cli.screen import AnyScreen, Choice, Question
from stolik.core import IllegalMove, State
from stolik.words import Words

QUIT = "q"
HELP = "?"
HINT = "h"


class Decision:
    """What a seat has to decide at a moment of a game. ``place`` says which moment it is, if not the game."""

    def __init__(
        self,
        words: Words,
        screen: AnyScreen,
        display: Display,
        state: State,
        seat: int,
        question: Question,
        place: str = "",
    ) -> None:
        self.words = words
        self.screen = screen
        self.display = display
        self.state = state
        self.seat = seat
        self.question = question
        self.scene = Scene.of(screen, state.view(seat), place)
        self.asked = Asked(question, display.width, words, self._others)

    @property
    def only_move(self) -> str:
        """The legal move, if there is just one."""
        moves = self.state.moves()
        return moves[0] if len(moves) == 1 else ""

    def ask(self, prompt: str, commands: Mapping[str, Callable[[], str]], note: str = "") -> str:
        """Ask until the answer is a legal move.

        ``commands`` are what else can be typed; each returns what is to be noted then, if anything is.
        """
        while True:
            answer = self.display.ask(self.scene, self.asked, note, prompt)
            command = commands.get(answer.lower())
            if command:
                note = command()
                continue
            typed = answer.removesuffix(HELP)
            move = self._meant(typed)
            note = self._objection(typed, move)
            if note:
                continue
            if typed == answer:
                return move
            note = self.offer(move)

    def offer(self, move: str) -> str:
        """Return a legal move in words."""
        return self.screen.offer(self.state, self.seat, move)

    def explained(self, keys: str) -> list[RenderableType]:
        """Return help with this decision: what the game says, and which keys there are besides."""
        about = "play.help_only" if self.display.takes_at_once(self.asked) else "play.help"
        game = self.words.get(f"{self.state.game.name}.help", "")
        record = "play.fair_key" if self.state.game.plugin.chance else "play.record_key"
        return [Text(game), Text(self.words(keys, help=self.words(about), record=self.words(record)))]

    def _others(self) -> list[Choice]:
        """Return the legal moves that are not listed; they are typed as a record has them."""
        listed = {choice.move for choice in self.question.choices}
        return [Choice(move, move, self.offer(move)) for move in self.state.moves() if move not in listed]

    def _meant(self, answer: str) -> str:
        """Return the move that an answer stands for: by its key, or as the game reads it."""
        text = " ".join(answer.lower().split())
        if not text:
            return self.only_move
        keys = {choice.key: choice.move for choice in self.question.choices}
        return keys.get(text) or self.screen.read(self.state, self.seat, text)

    def _objection(self, answer: str, move: str) -> str:
        """Return what is wrong with an answer, if anything is."""
        try:
            self.state.play(move)
        except IllegalMove as error:
            if not answer:
                return self.question.hint
            if error.reason == "unknown_move":
                return self.words("play.not_understood", answer=answer, hint=self.question.hint)
            return self.screen.refusal(move, error.reason)
        return ""
