"""Saved results: JSON with the plan, the exact sums (to resume from) and the standings (to read)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from stolik.arena.plan import Plan
from stolik.arena.ratings import Rating
from stolik.arena.result import MatchResult, Standing
from stolik.arena.tally import Tally, whole
from stolik.bots import NONE, Maker
from stolik.core import Game
from stolik.core.files import write_whole

FORMAT = "stolik arena 1"


def save(result: MatchResult, path: str | Path) -> None:
    """Write a result to a file, whole or not at all."""
    write_whole(path, json.dumps(to_json(result), indent=1, ensure_ascii=False) + "\n")


def load(path: str | Path, own: Mapping[str, Maker] = NONE) -> MatchResult:
    """Return the result in a file; ``own`` makes the bots that were yours.

    Raises ``ValueError`` if the file is not a saved result.
    """
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise ValueError("it is not a text file in UTF-8") from error
    except ValueError as error:
        raise ValueError(f"it is not JSON: {error}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"it does not begin with the format {FORMAT!r}")
    try:
        return from_json(data, own)
    except (KeyError, TypeError, AttributeError, OverflowError) as error:
        raise ValueError(f"a key is missing or a value has the wrong type: {error}") from error


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
        "luck_adjusted": plan.luck_adjusted,
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
        "traces": result.traces,
    }


def _standing(standing: Standing) -> dict[str, Any]:
    return {
        "name": standing.name,
        "win_rate": standing.win_rate._asdict(),
        "score": standing.score._asdict(),
        "place": standing.place._asdict(),
        "forfeits": standing.forfeits,
        "adjusted": standing.adjusted._asdict() if standing.adjusted else None,
        "rating": {"mean": standing.rating.mean, "half": standing.rating.half} if standing.rating else None,
    }


def from_json(data: dict[str, Any], own: Mapping[str, Maker] = NONE) -> MatchResult:
    """Return the result that ``to_json`` wrote."""
    game = Game(data["game"], data["players"], **data["settings"])
    names = tuple(data["names"])
    games, seed = (whole(name, data[name]) for name in ("games", "seed"))
    luck_adjusted = data.get("luck_adjusted", False)
    plan = Plan(game, names, games, seed, data["until"], data["deadline"], dict(own), luck_adjusted)
    result = MatchResult(plan)
    result.deals = whole("deals", data["deals"])
    result.tallies = {name: Tally.from_json(data["bots"][name]) for name in result.plan.bots}
    result.at_tables = [
        {name: Tally.from_json(there["bots"][name]) for name in tallies}
        for there, tallies in zip(data["tables"], result.at_tables, strict=True)
    ]
    if result.ratings:
        result.ratings.of = {name: Rating(*map(float, data["ratings"][name])) for name in result.plan.bots}
    result.reasons = dict(data["reasons"])
    result.traces = dict(data.get("traces", {}))
    if not all(_adds_up(tally, result.deals, seats) for tally, seats in _tallies(result)):
        raise ValueError("the deals of its bots do not add up")
    return result


def _tallies(result: MatchResult) -> Iterator[tuple[Tally, int]]:
    """Yield every tally, and the number of seats of its bot in the games of a deal."""
    plan = result.plan
    everywhere = [name for table in plan.tables for name in table]
    for places, tallies in ((everywhere, result.tallies), *zip(plan.tables, result.at_tables, strict=True)):
        for name, tally in tallies.items():
            yield tally, plan.game.players * places.count(name)


def _adds_up(tally: Tally, deals: int, seats: int) -> bool:
    """Whether the sums are possible for this number of deals; means and intervals are computed from them."""
    if (tally.wins.number, tally.seats) != (deals, seats if deals else 0):
        return False
    try:
        _ = deals and (tally.win_rate, tally.score, tally.place)
    except (ValueError, OverflowError):  # squares that are too small for their sum, or too large
        return False
    return True
