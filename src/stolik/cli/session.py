"""One game at the terminal, from the first roll to the last: people answer, bots choose, chance is drawn."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import RenderableType
from rich.text import Text

from stolik.bots import Guarded
from stolik.cli.decision import HELP, HINT, QUIT, Decision
from stolik.cli.display import Display, Quit, Scene
from stolik.cli.forfeits import reason
from stolik.cli.people import People
from stolik.cli.recorded import RecordedGame
from stolik.cli.records import Keeper
from stolik.cli.screen import AnyScreen, LogEntry
from stolik.core import CHANCE, Recorder, State
from stolik.words import Words

FAIR = "f"


class Session:
    """A game being played; ``run`` plays it to its end, or raises ``Quit`` (``EOFError`` if input ends)."""

    def __init__(
        self,
        words: Words,
        people: People,
        table: Recorder,
        bots: Mapping[int, Guarded],
        screen: AnyScreen,
        display: Display,
        keeper: Keeper,
        pause: float,
        note: str = "",
    ) -> None:
        self.words = words
        self.people = people
        self.table = table
        self.bots = bots
        self.screen = screen
        self.display = display
        self.keeper = keeper
        self.pause = pause
        self.note = note
        self.hidden = table.state.game.plugin.hidden
        self._turn: int | None = None
        self._at_keyboard: int | None = None
        self._forfeited: set[int] = set()
        seated = [seat for seat in range(table.state.game.players) if seat not in bots]
        self._onlooker = seated[0] if len(seated) == 1 else None
        self._people_play = bool(seated)

    @property
    def state(self) -> State:
        """The moment the game is at."""
        return self.table.state

    def play(self) -> None:
        """Play the game from its beginning, or from where it was left."""
        if self.table.record().moves:
            self.catch_up()
        self.introduce()
        self.run()

    def introduce(self) -> None:
        """Show what is played, by whom and how, before anything happens; on request, why chance is fair."""
        typing = self.words.first(f"{self._game}.typing", "play.typing")
        seats = ", ".join(self.people.labels)
        record = self.words("play.fair" if self.state.game.plugin.chance else "play.record_only")
        key = "play.how" if self._people_play else "play.watching"
        how = self.words(key, typing=typing, record=record)
        intro = self.words("play.intro", seats=seats, how=how)
        title = Text(self.screen.title(self.state.view(None)), style="bold")
        about = self.words.get(f"{self._game}.about", "")
        note = [Text(f"{self.note}\n")] if self.note else []
        while self.display.first_page(title, Text(about), Text(intro), *note).lower() == FAIR:
            self.display.page(self._fairness())

    def _fairness(self) -> Text:
        """Return the commitment to the secret, where anything is left to chance, and where the record is."""
        record, kept = self.table.record(), self.words("play.record", path=self.keeper.path)
        if not record.game.plugin.chance:
            return Text(kept)
        assert record.fairness is not None
        promise = self.words.first(f"{self._game}.promise", "play.promise")
        fairness = self.words("play.fairness", promise=promise, commitment=record.fairness.commitment)
        return Text(f"{fairness}\n\n{kept}")

    def catch_up(self) -> None:
        """Have the log of what was played before, where a game goes on that was left."""
        game = RecordedGame(self.words, self.people, self.screen, self.table.record())
        self._turn = self.screen.whose_turn(self.state.view(None))
        self.display.look_back(*game.log(len(game.steps) - 1), 0)

    def conclude(self) -> None:
        """Show the last table and the final count."""
        view = self.state.view(self._onlooker)
        self.display.finish(Scene.of(self.screen, view).table, self.screen.end(view), "")

    def run(self) -> None:
        """Play until the game is over, and show that."""
        while (actor := self.state.actor) is not None:
            self._begin_turn()
            if actor == CHANCE:
                self._advance(None)
            elif actor in self.bots:
                self._advance(self._answer(actor))
            else:
                self.keeper.save()
                self._change_player(actor)
                self._advance(self._decision(actor))
        self.display.last_page(self.screen.end(self.state.view(self._onlooker)))

    def _begin_turn(self) -> None:
        turn = self.screen.whose_turn(self.state.view(None))
        if turn is not None and turn != self._turn:
            self._turn = turn
            self.display.new_turn()

    def _advance(self, move: str | None) -> None:
        """Play a decision, or let chance happen, and show what it brought."""
        before = self.state
        doer = self._turn if before.actor == CHANCE else before.actor
        if move is None:
            move = self.table.chance()
        else:
            self.table.play(move)
        entry = self.screen.log_entry(before, move, self.state, self._onlooker)
        if entry:
            goes_on = self.screen.whose_turn(self.state.view(None)) == self._turn
            by_person = doer is not None and doer not in self.bots
            self.display.log(self._scene(self._onlooker), entry, 0 if by_person and goes_on else self.pause)

    def _answer(self, seat: int) -> str:
        """Return a bot's decision; say so if it has lost its seat by it."""
        bot = self.bots[seat]
        move = bot.choose(self.state.view(seat))
        if bot.error is not None and seat not in self._forfeited:
            self._forfeited.add(seat)
            why = reason(self.words, bot.error)
            sentence = self.words("play.forfeit", name=self.people.names[seat], why=why)
            self.display.log(self._scene(self._onlooker), LogEntry(sentence, sentence), self.pause)
        return move

    def _scene(self, seat: int | None) -> Scene:
        return Scene.of(self.screen, self.state.view(seat))

    # -- a person's decision --------------------------------------------------------------------------

    def _change_player(self, seat: int) -> None:
        """Where hands are hidden and several people play, let the next one come to the keyboard first."""
        if self.hidden and self._onlooker is None and self._at_keyboard != seat:
            self.display.change_player(Text(self.words("play.change_player", name=self.people.names[seat])))
        self._at_keyboard = seat

    def _decision(self, seat: int) -> str:
        """Ask until the answer is a legal move."""
        question = self.screen.question(self.state, seat)
        decision = Decision(self.words, self.screen, self.display, self.state, seat, question)
        key = "play.prompt_one" if decision.only_move else "play.prompt"
        prompt = self.words(key, name=self.people.names[seat], wanted=question.wanted)
        return decision.ask(
            prompt,
            {
                QUIT: lambda: self._leave(decision),
                FAIR: lambda: self._page(self._fairness()),
                HINT: lambda: self._hint(seat),
                HELP: lambda: self._page(*decision.explained("play.keys")),
            },
        )

    def _leave(self, decision: Decision) -> str:
        if self.display.wants_to_leave(decision.scene, decision.asked):
            raise Quit
        return ""

    def _hint(self, seat: int) -> str:
        page = self.screen.long_hint(self.state, seat, self.display.width)
        return self._page(page) if page else self.screen.hint(self.state, seat)

    def _page(self, *parts: RenderableType) -> str:
        self.display.page(*parts)
        return ""

    @property
    def _game(self) -> str:
        return self.state.game.name
