"""Views and events: what the table, the terminal and the bots are told."""

import json
import random
from collections import Counter

import pytest

from tests.games.linko.playing import TABLES, any_move, plies, start
from tests.games.linko.positions import play, position

KEYS = {
    *(
        "game",
        "mode",
        "row",
        "first",
        "stall",
        "seat",
        "actor",
        "phase",
        "over",
        "seats",
        "hand",
        "pool",
        "deck",
    ),
    *("discard", "virtual", "turn", "pending", "parts", "result"),
}


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_every_view_has_the_same_keys(mode: str, players: int) -> None:
    for _, _, state in plies(start(mode, players, first="lots"), random.Random(3), any_move):
        for seat in (None, *range(players)):
            view = state.view(seat)
            assert set(view) - {"moves"} == KEYS
            assert json.loads(json.dumps(view)) == view


def test_a_view_of_a_theft() -> None:
    state = position("9 9 1 j / 1x3", "1 6 / 2j 1x4+1j", "1", pool="1 2 3", deck="7 8").play("play 2x9")
    view = dict(state.view(0))
    discard = view.pop("discard")
    assert isinstance(discard, dict)
    assert sum(discard.values()) == 109 - 2 - 2 - 1 - 3 - 2 - 3 - 4
    assert view == {
        "game": "linko",
        "mode": "basic",
        "row": "full",
        "first": "seat0",
        "stall": 20,
        "seat": 0,
        "actor": 0,
        "phase": "theft",
        "over": False,
        "seats": [
            {
                "cards": 2,
                "score": 1,
                "layers": [{"value": 3, "cards": ["3"]}, {"value": 9, "cards": ["9", "9"]}],
                "known": {},
            },
            {
                "cards": 2,
                "score": 2,
                "layers": [{"value": 14, "cards": ["j", "j"]}, {"value": 4, "cards": ["4", "j"]}],
                "known": {},
            },
            {"cards": 1, "score": -1, "layers": [], "known": {}},
        ],
        "hand": {"1": 1, "j": 1},
        "pool": [["1"], ["2"], ["3"]],
        "deck": 2,
        "virtual": None,
        "turn": {"seat": 0, "stole": True, "quiet": 1},
        "pending": {"kind": "theft", "thief": 0, "victim": 1, "layer": {"value": 4, "cards": ["4", "j"]}},
        "parts": None,
        "result": None,
        "moves": ["grab", "leave"],
    }
    assert state.view(1)["hand"] == {"1": 1, "6": 1}
    assert state.view(None)["hand"] is None
    assert "moves" not in state.view(1)


def test_what_is_pending() -> None:
    state = position("8 8 1", "1 / 2x4", row="3 3 9").play("play 2x8")
    assert state.view(None)["pending"] == {
        "kind": "raid",
        "thief": 0,
        "layer": {"value": 8, "cards": ["8", "8"]},
    }
    state = play(state, "raid 2x3", "leave")
    layer = {"value": 4, "cards": ["4", "4"]}
    assert state.view(None)["pending"] == {"kind": "recall", "thief": 0, "victim": 1, "layer": layer}
    state = state.play("discard")
    assert state.view(None)["pending"] == {"kind": "draw", "drawer": 1, "cards": 2}
    state = play(state, "draw 1", "draw 2")
    assert state.view(None)["pending"] is None
    state = position("8 1", "1", "1").play("play 1x8")
    assert state.view(None)["pending"] == {"kind": "may_draw", "drawer": 0, "cards": 1}


def test_the_virtual_players_row_and_groups_in_the_pool() -> None:
    view = position("8 1", "1", row="3 3 9", pool="5+13 2").view(1)
    assert view["virtual"] == {"3": 2, "9": 1}
    assert view["pool"] == [["5", "13"], ["2"]]


def test_before_the_deal_all_cards_are_in_the_deck() -> None:
    view = start("duel", 2).view(0)
    assert (view["deck"], view["hand"], view["turn"], view["virtual"]) == (109, {}, None, {})


def test_the_end_is_told_in_the_view_and_as_an_event() -> None:
    state = position("9", "1 1 / 2x3", "1")
    over = {"scores": [1, 0, -1], "places": [1, 2, 3], "reason": "hand_empty"}
    assert state.events("play 1x9") == [
        {"kind": "play", "seat": 0, "value": 9, "cards": ["9"], "scores": [1, 0, -1]},
        {"kind": "over", **over},
    ]
    view = state.play("play 1x9").view(None)
    assert (view["result"], view["over"], view["turn"], view["actor"]) == (over, True, None, None)
    assert view["parts"] == [{"table": 1, "hand": 0}, {"table": 2, "hand": -2}, {"table": 0, "hand": -1}]


def test_events_of_a_theft() -> None:
    state = position("9 9 1", "1 / 1x4+1j", "1 / 2x5", deck="7 8 9")
    layer = {"value": 4, "cards": ["4", "j"]}
    play_told, theft_told = state.events("play 2x9", 2)
    assert play_told == {"kind": "play", "seat": 0, "value": 9, "cards": ["9", "9"], "scores": [1, 1, 1]}
    assert theft_told == {"kind": "theft", "seat": 0, "from": 1, **layer}
    state = state.play("play 2x9")
    assert state.events("grab", 2) == [{"kind": "grab", "seat": 0, "from": 1, **layer, "scores": [-1, -1, 1]}]
    state = state.play("grab")
    assert state.events("draw 3", 2) == [
        {"kind": "draw", "seat": 1, "from": "pool", "cards": ["3"], "scores": [-1, -2, 1]}
    ]
    state = state.play("draw 3")
    assert state.events("draw deck", 1) == [
        {"kind": "draw", "seat": 1, "from": "deck", "cards": ["7"], "scores": [-1, -3, 1]},
        {"kind": "refill", "cards": ["8"]},
        {"kind": "theft", "seat": 0, "from": 2, "value": 5, "cards": ["5", "5"]},
    ]
    state = state.play("draw deck")
    fives = {"value": 5, "cards": ["5", "5"]}
    assert state.events("leave") == [{"kind": "leave", "seat": 0, "from": 2, **fives, "scores": [-1, -3, 1]}]
    state = state.play("leave")
    told = {"seat": 2, "from": 2, **fives}
    assert state.events("recall") == [{"kind": "recall", **told, "scores": [-1, -3, -3]}]
    assert state.events("discard") == [{"kind": "discard", **told, "scores": [-1, -3, -1]}]


def test_events_without_theft() -> None:
    state = position("9 1", "1", "1", deck="7 8").play("play 1x9")
    assert state.events("pass", 1) == [{"kind": "pass", "seat": 0}]
    assert state.events("draw 3", 1) == [
        {"kind": "draw", "seat": 0, "from": "pool", "cards": ["3"], "scores": [-1, -1, -1]},
        {"kind": "refill", "cards": ["7"]},
    ]
    assert state.events("draw deck", 0) == [
        {"kind": "draw", "seat": 0, "from": "deck", "cards": ["7"], "scores": [-1, -1, -1]}
    ]


def test_events_of_a_raid_tell_every_card_turned_up() -> None:
    row = "2 2 3 3 3 3 9 9 9 10 10 10 10"
    state = position("8 8 1", "1", row=row, pool="5 4+13 4", deck="13 7 j 6 12").play("play 2x8")
    assert state.events("raid 2x2") == [
        {"kind": "raid", "seat": 0, "cards": ["2", "2"], "scores": [-1, -1]},
        {"kind": "virtual", "card": "13", "to": "pool", "place": 2},
        {"kind": "virtual", "card": "7", "to": "row"},
        {"kind": "virtual", "card": "j", "to": "pool", "place": 0},
        {"kind": "virtual", "card": "6", "to": "row"},
    ]
    state = position("8 1", "1", row="9", pool="5+13+j 2").play("play 1x8")
    assert state.events("draw 5+13+j")[0]["cards"] == ["5", "13", "j"]


def test_events_of_lots_and_deal() -> None:
    state = start("duel", 2, first="lots")
    assert state.events("first 1") == [{"kind": "first", "seat": 1}]
    state = state.play("first 1")
    told = state.events(state.draw(random.Random(1)), 1)
    assert told[0]["kind"] == "deal"
    assert told[0]["deck"] == 77
    assert Counter(event["kind"] for event in told)["virtual"] >= 13
    assert sum(event.get("to") == "row" for event in told) == 13


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_events_account_for_every_card_that_moves(mode: str, players: int) -> None:
    """Adding up what a seat is told gives its hand, the pool, and how many cards everybody holds."""
    seat = 1
    own: Counter[str] = Counter()
    pool: Counter[str] = Counter()
    sizes = [13] * players
    for before, move, after in plies(start(mode, players), random.Random(8), any_move):
        for told in before.events(move, seat):
            kind = told["kind"]
            if kind == "deal":
                own.update(told["hand"])
                pool.update(told["pool"])
            elif kind in ("grab", "recall", "raid", "draw"):
                sizes[told["seat"]] += len(told["cards"] or ["hidden"])
                own.update(told["cards"] if told["seat"] == seat else ())
                pool.subtract(told["cards"] if told.get("from") == "pool" else ())
            elif kind == "play":
                sizes[told["seat"]] -= len(told["cards"])
                own.subtract(told["cards"] if told["seat"] == seat else ())
            elif kind == "refill":
                pool.update(told["cards"])
            elif kind == "virtual" and told["to"] == "pool":
                pool.update([told["card"]])
        view = after.view(seat)
        assert +own == view["hand"]
        assert +pool == Counter(card for place in view["pool"] for card in place)
        assert [other["cards"] for other in view["seats"]] == sizes


@pytest.mark.parametrize("seat", [-1, 3, "0"])
def test_only_a_seat_at_the_table_sees_and_is_told_something(seat: int) -> None:
    state = position("9 1", "1", "1")
    with pytest.raises(ValueError, match="seat must be 0 to 2"):
        state.view(seat)
    with pytest.raises(ValueError, match="seat must be 0 to 2"):
        state.events("play 1x9", seat)
