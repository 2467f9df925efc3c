"""Saved results: what is in them, and what is said of files that are something else."""

import json
from pathlib import Path
from typing import Any

import pytest

import stolik
from stolik.arena import MatchResult, load, play_match, save
from stolik.arena.files import to_json


@pytest.fixture(scope="module")
def match() -> MatchResult:
    return play_match(stolik.Game("linko", 3), ["grabber", "lowest"], games=30, seed=4)


def test_a_result_reads_back_the_same(match: MatchResult, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    save(match, path)
    again = load(path)
    assert again.plan == match.plan
    assert again.standings == match.standings
    assert to_json(again) == to_json(match)
    assert list(tmp_path.iterdir()) == [path]


def test_the_file_has_everything_a_reader_asks_for(match: MatchResult) -> None:
    data = json.loads(json.dumps(to_json(match)))
    assert {key: data[key] for key in ("game", "players", "names", "seed", "finished", "games_played")} == {
        "game": "linko",
        "players": 3,
        "names": ["grabber", "lowest"],
        "seed": 4,
        "finished": True,
        "games_played": 30,
    }
    assert data["settings"]["mode"] == "basic"
    first = data["standings"][0]
    assert first["name"] == "grabber"
    assert first["win_rate"] == match.standings[0].win_rate._asdict()
    assert sum(data["bots"]["grabber"]["scores"].values()) == 30
    assert sum(data["bots"]["lowest"]["scores"].values()) == 60


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"\xff\xfe\x00", "not a text file in UTF-8"),
        (b"Dear diary", "not JSON"),
        (b"[1, 2]", "does not begin with the format 'stolik arena 1'"),
        (b'{"format": "stolik arena 2"}', "does not begin with the format 'stolik arena 1'"),
        (b'{"format": "stolik arena 1"}', "a key is missing or a value has the wrong type: 'game'"),
    ],
)
def test_another_file_is_refused(tmp_path: Path, content: bytes, complaint: str) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=complaint):
        load(path)


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("names", ["grabber", "clever"], "unknown bot 'clever'"),
        ("names", 7, "wrong type"),
        ("players", 9, "players must be 2 to 5, not 9"),
        ("bots", {}, "missing"),
        ("bots", [], "wrong type"),
        ("tables", [], "longer"),
        ("deals", 9, "do not add up"),
        ("deals", "many", "deals must be a whole number of at least 0, not 'many'"),
        ("deals", float("inf"), "deals must be a whole number of at least 0, not inf"),
        ("deals", -10, "deals must be a whole number of at least 0, not -10"),
        ("deals", 10.0, "deals must be a whole number"),
        ("seed", 1.5, "seed must be a whole number of at least 0, not 1.5"),
        ("seed", True, "seed must be a whole number"),
        ("games", 29.5, "games must be a whole number"),
    ],
)
def test_a_file_that_was_tampered_with_is_refused(
    match: MatchResult, tmp_path: Path, key: str, value: Any, complaint: str
) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(to_json(match) | {key: value}), encoding="utf-8")
    with pytest.raises(ValueError, match=complaint):
        load(path)


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("deals", -10, "deals must be a whole number of at least 0, not -10"),
        ("deals", float("inf"), "deals must be a whole number of at least 0, not inf"),
        ("seats", 0, "do not add up"),
        ("seats", 4, "do not add up"),
        ("forfeits", -1, "forfeits must be a whole number of at least 0, not -1"),
        ("wins", [100, 0], "do not add up"),
        ("points", [1.5, 100], "points must be a whole number, not 1.5"),
        ("points", [0, 10**400], "do not add up"),
        ("ranks", [10], "not enough values"),
        ("scores", {"7": -1}, "scores must be a whole number"),
        ("scores", {"7": float("inf")}, "scores must be a whole number"),
    ],
)
@pytest.mark.parametrize("place", ["bots", "tables"])
def test_sums_that_no_deals_come_to_are_refused(
    match: MatchResult, tmp_path: Path, place: str, key: str, value: Any, complaint: str
) -> None:
    path, data = tmp_path / "match.json", to_json(match)
    (data["bots"] if place == "bots" else data["tables"][0]["bots"])["grabber"][key] = value
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(ValueError, match=complaint):
        load(path)


def test_negative_deals_are_refused_though_they_agree(match: MatchResult, tmp_path: Path) -> None:
    path, data = tmp_path / "match.json", to_json(match)
    for there in (data, *data["tables"]):
        for tally in there["bots"].values():
            tally["deals"] = -10
    path.write_text(json.dumps(data | {"deals": -10}), encoding="utf-8")
    with pytest.raises(ValueError, match="deals must be a whole number of at least 0, not -10"):
        load(path)


@pytest.mark.parametrize("rating", [["strong", 1], [10**400, 1], None])
def test_a_rating_that_is_none_is_refused(tmp_path: Path, rating: Any) -> None:
    duel = stolik.Game("linko", 2, mode="duel")
    data = to_json(play_match(duel, ["grabber", "lowest", "random"], games=2, seed=1))
    data["ratings"]["lowest"] = rating
    path = tmp_path / "match.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(ValueError, match=r"float|wrong type"):
        load(path)
