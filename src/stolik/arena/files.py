"""Saved results: JSON with the plan, the exact sums (to go on from) and the standings (to read)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from stolik.arena.plan import Plan
from stolik.arena.ratings import Rating
from stolik.arena.result import MatchResult, Standing
from stolik.arena.tally import Tally
from stolik.core import Game

FORMAT = "stolik arena 1"


def save(result: MatchResult, path: str | Path) -> None:
    """Write a result to a file, whole or not at all."""
    path = Path(path)
    draft = path.with_name(path.name + ".part")
    draft.write_text(json.dumps(to_json(result), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    draft.replace(path)


def load(path: str | Path) -> MatchResult:
    """Return the result in a file. Raises ``ValueError``, which says why, if it has none."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise ValueError("it is not a text file in UTF-8") from error
    except ValueError as error:
        raise ValueError(f"it is not JSON: {error}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"it does not begin with the format {FORMAT!r}")
    try:
        return from_json(data)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"something is missing or of the wrong kind: {error}") from error


def to_json(result: MatchResult) -> dict[str, Any]:
    """Return a result, ready for JSON."""
    plan = result.plan
    return {
        "format": FORMAT,
        "game": plan.game.name,
        "players": plan.game.players,
        "settings": dict(plan.game.settings),
        "names": list(plan.names),
        "games": plan.games,
        "seed": plan.seed,
        "until": plan.until,
        "deadline": plan.deadline,
        "finished": result.is_finished,
        "deals": result.deals,
        "games_played": result.games,
        "standings": [_standing(standing) for standing in result.standings],
        "bots": {name: tally.to_json() for name, tally in result.tallies.items()},
        "tables": [
            {"names": list(table), "bots": {name: tally.to_json() for name, tally in tallies.items()}}
            for table, tallies in zip(plan.tables, result.at_tables, strict=True)
        ],
        "ratings": {name: list(rating) for name, rating in result.ratings.of.items()}
        if result.ratings
        else None,
        "reasons": result.reasons,
    }


def _standing(standing: Standing) -> dict[str, Any]:
    return {
        "name": standing.name,
        "win_rate": standing.win_rate._asdict(),
        "score": standing.score._asdict(),
        "place": standing.place._asdict(),
        "forfeits": standing.forfeits,
        "rating": {"mean": standing.rating.mean, "half": standing.rating.half} if standing.rating else None,
    }


def from_json(data: dict[str, Any]) -> MatchResult:
    """Return the result that was written like this."""
    game = Game(data["game"], data["players"], **data["settings"])
    names = tuple(data["names"])
    plan = Plan(game, names, data["games"], data["seed"], data["until"], data["deadline"])
    result = MatchResult(plan)
    result.deals = int(data["deals"])
    result.tallies = {name: Tally.from_json(data["bots"][name]) for name in result.plan.bots}
    result.at_tables = [
        {name: Tally.from_json(there["bots"][name]) for name in tallies}
        for there, tallies in zip(data["tables"], result.at_tables, strict=True)
    ]
    if result.ratings:
        result.ratings.of = {name: Rating(*data["ratings"][name]) for name in result.plan.bots}
    result.reasons = dict(data["reasons"])
    if any(tally.wins.number != result.deals for tally in _tallies(result)):
        raise ValueError("the deals of its bots do not add up")
    return result


def _tallies(result: MatchResult) -> Iterator[Tally]:
    for tallies in (result.tallies, *result.at_tables):
        yield from tallies.values()
