"""One game at the terminal, from the first roll to the last: people answer, bots choose, dice fall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from stolik.bots import Bot
from stolik.cli.display import Display, Scene, listed
from stolik.cli.people import People
from stolik.cli.records import Keeper
from stolik.cli.screen import Choice, Screen
from stolik.cli.words import Words
from stolik.core import CHANCE, IllegalMove, Recorder, State

QUIT = "q"
HELP = "?"


class Quit(Exception):  # noqa: N818 -- not a fault: the person has had enough
    """The person has left the game."""


class Session:
    """A game being played; ``run`` plays it to its end, or raises ``Quit`` (``EOFError`` if input ends)."""

    def __init__(
        self,
        words: Words,
        people: People,
        table: Recorder,
        bots: Mapping[int, Bot],
        screen: Screen,
        display: Display,
        keeper: Keeper,
        pause: float,
    ) -> None:
        self.words = words
        self.people = people
        self.table = table
        self.bots = bots
        self.screen = screen
        self.display = display
        self.keeper = keeper
        self.pause = pause
        self._turn: int | None = None
        self._at_keyboard: int | None = None
        seated = [seat for seat in range(table.state.game.players) if seat not in bots]
        self._onlooker = seated[0] if len(seated) == 1 else None

    @property
    def state(self) -> State:
        """The moment the game is at."""
        return self.table.state

    def introduce(self) -> None:
        """Show who plays, and the promise of the dice, before anything is rolled."""
        record = self.table.record()
        assert record.fairness is not None
        seats = ", ".join(self.people.names)
        commitment = record.fairness.commitment
        self.display.page(
            Text(self.screen.title(self.state.view(None)), style="bold"),
            Text(self.words("play.intro", seats=seats, commitment=commitment, path=self.keeper.path)),
        )

    def conclude(self) -> None:
        """Show the last table and the final count."""
        view = self.state.view(self._onlooker)
        table = self.screen.table(view, self.display.width)
        self.display.finish(table, self.screen.end(view), "")

    def run(self) -> None:
        """Play until the game is over."""
        while (actor := self.state.actor) is not None:
            self._begin_turn()
            if actor == CHANCE:
                self._advance(None)
            elif actor in self.bots:
                self._advance(self.bots[actor].choose(self.state.view(actor)))
            else:
                self.keeper.save()
                self._draw_curtain(actor)
                self._advance(self._decision(actor))

    def _begin_turn(self) -> None:
        turn = self.screen.whose(self.state.view(None))
        if turn != self._turn:
            self._turn = turn
            self.display.new_turn()

    def _advance(self, move: str | None) -> None:
        """Play a decision, or let chance happen, and tell it."""
        before = self.state
        if move is None:
            move = self.table.chance()
        else:
            self.table.play(move)
        told = self.screen.tell(move, before.events(move, self._onlooker))
        if told:
            goes_on = self.screen.whose(self.state.view(None)) == self._turn
            by_person = self._turn is not None and self._turn not in self.bots
            self.display.tell(self._scene(self._onlooker), told, 0 if by_person and goes_on else self.pause)

    def _scene(self, seat: int | None) -> Scene:
        return Scene.of(self.screen, self.state.view(seat), self.display.width)

    # -- a person's decision --------------------------------------------------------------------------

    def _draw_curtain(self, seat: int) -> None:
        """Where hands are hidden, let the next person sit down before theirs is shown."""
        if self.screen.secret and self._at_keyboard not in (None, seat):
            self.display.page(Text(self.words("play.curtain", name=self.people.names[seat])))
        self._at_keyboard = seat

    def _decision(self, seat: int) -> str:
        """Ask until the answer is a legal move."""
        choices = self.screen.choices(self.state, seat)
        offered = listed(choices, self.display.width)
        name = self.people.names[seat]
        only_one = len(choices) == 1
        prompt = self.words("play.prompt_one" if only_one else "play.prompt", name=name)
        note = ""
        while True:
            answer = self.display.ask(self._scene(seat), offered, note, prompt)
            if answer.lower() == QUIT:
                raise Quit
            if answer == HELP:
                self.display.page(Text(self.words("play.keys")), Text(self.words(f"{self._game}.help")))
                note = ""
                continue
            move = self._meant(answer, choices)
            note = self._objection(answer, move)
            if not note:
                return move

    @property
    def _game(self) -> str:
        return self.state.game.name

    @staticmethod
    def _meant(answer: str, choices: Sequence[Choice]) -> str:
        """Return the move that an answer stands for: by its number, or as it is written."""
        if not answer and len(choices) == 1:
            return choices[0].move
        by_number = {str(choice.number): choice.move for choice in choices}
        return by_number.get(answer, " ".join(answer.lower().split()))

    def _objection(self, answer: str, move: str) -> str:
        """Return what is wrong with an answer, if anything is."""
        try:
            self.state.play(move)
        except IllegalMove as error:
            if not answer:
                return self.words("play.nothing_typed")
            if error.reason == "unknown_move":
                return self.words("play.not_understood", answer=answer)
            return self.words(f"{self._game}.reason.{error.reason}")
        return ""
