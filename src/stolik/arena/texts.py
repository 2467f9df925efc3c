"""What the terminal and the report both say about a match, in a language."""

from __future__ import annotations

from stolik.arena.result import MatchResult, Standing
from stolik.core import Game
from stolik.words import Words
from stolik.words.numbers import Numbers
from stolik.words.options import chosen


class MatchTexts:
    """The texts about a match: what was played, and how everyone did."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self.numbers = Numbers(words)

    def game(self, game: Game) -> str:
        """Return the game, how many play it, and the options that differ from their defaults."""
        players = self._words("arena.players", n=game.players)
        return " · ".join([self._words(f"{game.name}.name"), players, *chosen(self._words, game)])

    def played(self, result: MatchResult) -> str:
        """Return how much was played, and from which seed."""
        games = self.games(result.games)
        deals = self._amount("arena.deals", result.deals)
        tables = self._amount("arena.tables", len(result.plan.tables))
        return self._words("arena.played", games=games, deals=deals, tables=tables, seed=result.plan.seed)

    def games(self, number: int) -> str:
        """Return a number of games."""
        return self._amount("arena.games", number)

    def _amount(self, key: str, number: int) -> str:
        return self._words(key, n=number, number=self.numbers.count(number))

    # -- the standings --------------------------------------------------------------------------------

    def columns(self, result: MatchResult, forfeits: bool) -> list[str]:
        """Return the headings of a table of the standings, the bot's name first."""
        keys = ["arena.column.bot", "arena.column.wins"]
        keys += ["arena.column.adjusted", "arena.column.as_many"] if result.plan.luck_adjusted else []
        keys += ["arena.column.score", "arena.column.place"]
        keys += ["arena.column.rating"] if result.ratings else []
        keys += ["arena.column.forfeits"] if forfeits else []
        return [self._words(key) for key in keys]

    def cells(self, standing: Standing, forfeits: bool) -> list[str]:
        """Return a bot's figures, in the order of the columns after its name."""
        numbers = self.numbers
        cells = [numbers.rate(*standing.win_rate)]
        if standing.adjusted is not None:
            times = standing.as_many_games
            cells += [numbers.rate(*standing.adjusted)]
            cells += ["" if times is None else f"× {numbers.decimal(times, 1)}"]
        cells += [numbers.interval(*standing.score), numbers.interval(*standing.place)]
        if standing.rating:
            cells += [numbers.interval(standing.rating.mean, standing.rating.half, 1)]
        return [*cells, *([numbers.count(standing.forfeits)] if forfeits else [])]
