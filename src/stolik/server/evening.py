"""The evening of a table: its finished games, and what they add up to for each player."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

from msgspec.structs import replace

from stolik.server.messages import EveningGame, EveningPlayer, EveningRating, Standing

SHOWN = 30
"""Players that a table's view tells of, at most."""

Key = tuple[str, int]
"""Who a player is: a person by name, however it is spelt, a bot by level and seat."""

COLUMNS = (
    "round", "began", "ended", "game", "options", "seat", "name", "level", "score", "place", "reason"
)  # fmt: skip


class Evening:
    """The finished games of one table. Every game is added once, when it ends."""

    def __init__(self, games: Iterable[EveningGame] = ()) -> None:
        self.games: list[EveningGame] = []
        self.by_player: dict[Key, Standing] = {}
        for game in games:
            self.add(game)

    def add(self, game: EveningGame) -> None:
        """Add a game that has just ended."""
        self.games.append(game)
        winners = sum(player.place == 1 for player in game.players)
        for seat, player in enumerate(game.players):
            key = _key(player, seat)
            before = self.by_player.get(key) or _new(player)
            self.by_player[key] = _after(before, player, seat, winners)

    def standings(self) -> list[Standing]:
        """Return how all players have done, the best first."""
        return sorted(self.by_player.values(), key=lambda one: (-one.wins, -one.points, one.games))

    def shown(self) -> list[Standing]:
        """Return as many of them as a table's view has room for."""
        return self.standings()[:SHOWN]


def rate(games: Sequence[EveningGame]) -> list[EveningRating] | None:
    """Return what games say of the players' strength, the highest first; ``None`` without the library."""
    from stolik.arena.ratings import Ratings  # it takes a while, and few ask for it

    standings = Evening(games).by_player
    names = {key: f"{key[0]}/{key[1]}" for key in standings}
    try:
        ratings = Ratings(list(names.values()))
    except ModuleNotFoundError:  # it belongs to the arena
        return None
    for game in games:
        table = [names[_key(player, seat)] for seat, player in enumerate(game.players)]
        ratings.add_game(table, [player.place for player in game.players])
    found = [
        EveningRating(one.name, one.level, one.seat, ratings.of[name].mean, ratings.of[name].half)
        for one, name in ((standings[key], name) for key, name in names.items())
    ]
    return sorted(found, key=lambda rating: -rating.mean)


def as_csv(games: Sequence[EveningGame], name: str) -> str:
    """Return games, of the kind with that name, as CSV: a line for each seat."""
    text = io.StringIO()
    lines = csv.writer(text)
    lines.writerow(COLUMNS)
    for one in games:
        when = [_time(one.began), _time(one.ended)]
        for seat, player in enumerate(one.players):
            who = [_plain(player.name or ""), player.level or ""]
            how = [player.score, player.place, one.reason]
            lines.writerow([one.round, *when, name, _options(one.options), seat, *who, *how])
    return text.getvalue()


def _key(player: EveningPlayer, seat: int) -> Key:
    if player.name is not None:
        return f"person {player.name.casefold()}", 0
    return f"bot {player.level}", seat


def _new(player: EveningPlayer) -> Standing:
    return Standing(player.name, player.level, 0, 0, 0.0, 0, [], 0, player.score)


def _after(before: Standing, player: EveningPlayer, seat: int, winners: int) -> Standing:
    """Return how a player stands after one more game."""
    won = player.place == 1
    places = before.places + [0] * (player.place - len(before.places))
    places[player.place - 1] += 1
    return replace(
        before,
        name=player.name,
        seat=seat,
        games=before.games + 1,
        wins=before.wins + won / winners,
        points=before.points + player.score,
        places=places,
        streak=before.streak + 1 if won else 0,
        best=max(before.best, player.score),
    )


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def _options(options: Mapping[str, str | int]) -> str:
    return " ".join(f"{name}={value}" for name, value in options.items())


def _plain(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@")) else name
