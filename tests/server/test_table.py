from __future__ import annotations

import random
from typing import Any

import pytest

from stolik.core import plugin, verify
from stolik.server.commands import Refusal, decide, open_table, recover, recoverable, sit_down
from stolik.server.entries import Absent, Present, Readied
from stolik.server.messages import (
    Configure,
    Leave,
    Manners,
    Mute,
    NewTable,
    Order,
    Play,
    Ready,
    Rematch,
    Remove,
    Say,
    SeatPlan,
    StandIn,
    Start,
)
from stolik.server.projection import game_view, table_view
from tests.server.tables import ABSENT_AFTER, Played

ZEROS = "0" * 32


def refused(code: str) -> pytest.RaisesExc[Refusal]:
    return pytest.raises(Refusal, match=f"^{code}$")


def whole_game(played: Played, seed: int) -> None:
    rng = random.Random(seed)
    while played.table.stage == "playing":
        assert played.table.state is not None
        played.move(rng.choice(played.table.state.moves()))


# -- Gathering --------------------------------------------------------------------------------------------


def test_the_person_who_opens_a_table_is_its_host_and_the_promise_is_there_before_anybody_sits_down() -> None:
    played = Played("pickomino", 0, bots=2)
    seen = table_view(played.table)
    assert played.table.host == "ola"
    assert seen.host is None  # not seated
    assert len(seen.commitment) == 64
    assert seen.secret is None


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("chess", 2, {}),
        ("pickomino", 2, {"variant": "huge"}),
        ("pickomino", 2, {"players": 3}),
        ("linko", 2, {}),  # basic is for three or more
        ("linko", 6, {}),
        ("linko", 3, {"mode": "duel"}),
    ],
)
def test_a_table_with_impossible_options_is_not_opened(
    game: str, seats: int, options: dict[str, str | int]
) -> None:
    with refused("bad_options"):
        open_table(NewTable(game, [SeatPlan()] * seats, options), "ola", 0.0)


def test_people_sit_down_on_free_seats_under_names_of_their_own() -> None:
    played = Played("pickomino", 2, bots=1)
    caller = played.caller("eve")
    with refused("seat_taken"):
        sit_down(played.table, None, "Ewa", caller)
    with refused("seat_taken"):
        sit_down(played.table, 2, "Ewa", caller)  # a bot's
    played.do("lis", Leave("l", 1))
    with refused("name_taken"):
        sit_down(played.table, 1, " OLA ", caller)
    for name in ("  ", "E\nwa", "E\u202ewa"):
        with refused("bad_name"):
            sit_down(played.table, 1, name, caller)
    played.add(sit_down(played.table, None, " Ewa ", caller))
    assert [seat.name for seat in played.table.seats] == ["Ola", "Ewa", None]


def test_one_device_may_hold_several_seats() -> None:
    played = Played("pickomino", 2)
    played.do("lis", Leave("l", 1))
    played.add(sit_down(played.table, 1, "Jan", played.caller("ola")))
    assert played.table.held("ola") == [0, 1]


def test_the_host_alone_configures_and_starts() -> None:
    played = Played("pickomino", 2)
    for command in (Configure("c"), Start("s"), Remove("r", 0), Mute("m", 0, True)):
        with refused("host_only"):
            decide(played.table, command, played.caller("lis"))


def test_configuring_keeps_those_who_sit_and_asks_everybody_again_whether_they_are_ready() -> None:
    played = Played("pickomino", 2)
    played.do("lis", Ready("r", 1, ZEROS))
    plans = [SeatPlan(), SeatPlan(), SeatPlan("bot", "hard"), SeatPlan("closed")]
    played.do("ola", Configure("c1", seats=plans, manners=Manners(pace="calm")))
    assert not table_view(played.table).seats[1].ready  # that is not what they were ready for
    played.do("lis", Ready("r2", 1, ZEROS))
    played.do("ola", Configure("c2", seats=plans, manners=Manners(pace="calm")))
    assert table_view(played.table).seats[1].ready  # it is as it was
    played.do("ola", Configure("c2", options={"variant": "deluxe"}))
    assert not table_view(played.table).seats[1].ready
    assert played.table.options["variant"] == "deluxe"
    assert played.table.manners.pace == "calm"
    with refused("seat_taken"):
        decide(played.table, Configure("c3", seats=[SeatPlan(), SeatPlan("bot")]), played.caller("ola"))
    with refused("bad_options"):
        decide(played.table, Configure("c4", options={"variant": "x"}), played.caller("ola"))
    played.do("ola", Configure("c5", seats=[SeatPlan(), SeatPlan()]))
    assert len(played.table.seats) == 2


def test_a_game_starts_when_all_seats_are_taken_and_everybody_is_ready() -> None:
    played = Played("pickomino", 2)
    played.do("ola", Configure("c", seats=[SeatPlan(), SeatPlan(), SeatPlan(), SeatPlan("closed")]))
    with refused("seats_empty"):
        decide(played.table, Start("s"), played.caller("ola"))
    played.do("ola", Configure("c2", seats=[SeatPlan(), SeatPlan(), SeatPlan("closed"), SeatPlan("bot")]))
    with refused("not_ready"):
        decide(played.table, Start("s"), played.caller("ola"))
    played.begin()
    assert played.table.stage == "playing"
    assert [seat.plan.kind for seat in played.table.seats] == ["human", "human", "bot"]  # no empty chairs
    with refused("not_now"):
        decide(played.table, Start("s2"), played.caller("ola"))
    with refused("not_now"):
        sit_down(played.table, None, "Ewa", played.caller("eve"))


def test_what_people_add_to_the_chance_is_in_the_record() -> None:
    played = Played("pickomino", 2)
    played.begin()
    whole_game(played, 1)
    record = played.table.record()
    assert record.fairness is not None
    assert record.fairness.seats == (f"{0:032x}", f"{1:032x}")
    assert record.names == ("Ola", "Lis")
    assert verify(record).fair


# -- Playing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "people", "bots", "options"),
    [
        ("pickomino", 2, 1, {}),
        ("pickomino", 3, 4, {"variant": "deluxe", "first": "lots"}),
        ("linko", 2, 1, {}),
        ("linko", 2, 0, {"mode": "duel"}),
        ("linko", 1, 4, {"mode": "expert", "first": "lots"}),
    ],
)
def test_every_node_makes_the_same_table_of_the_same_log(
    game: str, people: int, bots: int, options: dict[str, Any]
) -> None:
    played = Played(game, people, bots, **options)
    played.begin()
    whole_game(played, 5)
    other = played.again()
    assert other.state == played.table.state
    assert table_view(other) == table_view(played.table)
    assert other.record() == played.table.record()
    assert verify(played.table.record()).result is not None


def test_a_gesture_is_played_whole_or_not_at_all() -> None:
    played = Played("pickomino", 2)
    played.begin()
    played.move("roll")
    state = played.table.state
    assert state is not None
    keep = str(state.moves()[0])
    ply = played.table.ply
    with refused("illegal") as caught:
        decide(played.table, Play("p", 0, ply, [keep, "take 99"]), played.caller("ola"))
    assert "roll" in caught.value.values["allowed"]
    assert played.table.state is state
    played.do("ola", Play("p", 0, ply, [keep, "roll"]))
    assert played.table.moves[ply : ply + 2] == [keep, "roll"]
    assert played.table.moves[ply + 2].startswith("dice ")


def test_nobody_decides_about_chance_before_it_has_happened() -> None:
    played = Played("pickomino", 2)
    played.begin()
    with refused("too_many_moves") as caught:
        decide(played.table, Play("p", 0, 0, ["roll", "keep 1"]), played.caller("ola"))
    assert caught.value.values == {}  # not a word about what would have been rolled


def test_the_card_game_has_no_gestures_since_one_could_peek_at_a_card() -> None:
    played = Played("linko", 3)
    played.begin()
    assert played.table.state is not None
    move = str(played.table.state.moves()[0])
    with refused("too_many_moves"):
        decide(played.table, Play("p", 0, 1, [move, "pass"]), played.caller("ola"))


def test_only_the_holder_of_the_seat_plays_only_in_turn_and_only_what_was_seen() -> None:
    played = Played("pickomino", 2)
    played.begin()
    for who, seat, ply, code in (
        ("lis", 0, 0, "not_your_seat"),
        (None, 0, 0, "not_your_seat"),
        ("ola", 6, 0, "not_your_seat"),
        ("lis", 1, 0, "not_your_turn"),
        ("ola", 0, 1, "stale"),
    ):
        with refused(code):
            decide(played.table, Play("p", seat, ply, ["roll"]), played.caller(who))


def test_the_secret_is_shown_when_the_game_is_over_and_not_before() -> None:
    played = Played("linko", 3)
    played.begin()
    assert table_view(played.table).secret is None
    whole_game(played, 2)
    assert table_view(played.table).secret == played.table.secret


def test_standing_orders_answer_at_once_and_are_nobody_elses_business() -> None:
    played = Played("linko", 3)
    played.begin()
    orders = {"theft": "leave", "recall": "discard", "draw": "draw deck", "may_draw": "pass"}
    for n, who in enumerate(("ola", "lis", "jan")):
        witness = played.do(who, Order(f"o{n}", n, orders))
        assert witness.told(n).events == [{"kind": "ordered", "seat": n, "orders": orders}]
        assert witness.told((n + 1) % 3).events == witness.told(None).events == []
    while played.table.stage == "playing":
        assert played.table.state is not None
        assert played.table.state.phase == "play"  # all else is answered
        played.move(str(played.table.state.moves()[0]))


@pytest.mark.parametrize("orders", [{"play": "play 1x1"}, {"theft": "pass"}, {"draw": "draw 7"}, {"": ""}])
def test_orders_are_possible_for_some_decisions_only(orders: dict[str, str]) -> None:
    played = Played("linko", 3)
    with refused("bad_order") as caught:
        decide(played.table, Order("o", 0, orders), played.caller("ola"))
    assert caught.value.values["allowed"] == plugin("linko").standing_orders


# -- Talking, leaving -------------------------------------------------------------------------------------


def test_phrases_always_text_where_the_table_allows_it_and_nothing_from_the_muted() -> None:
    played = Played("pickomino", 2)
    assert played.do("lis", Say("s", 1, phrase="hello")).told(0).events == [
        {"kind": "said", "seat": 1, "phrase": "hello", "text": None}
    ]
    with refused("phrases_only"):
        decide(played.table, Say("s", 1, text="Cześć"), played.caller("lis"))
    played.do("ola", Configure("c", manners=Manners(chat="text")))
    played.do("lis", Say("s2", 1, text="Cześć"))
    for say, code in (
        (Say("s", 1), "phrase_or_text"),
        (Say("s", 1, "hello", "Cześć"), "phrase_or_text"),
        (Say("s", 1, text="a\nb"), "bad_text"),
        (Say("s", 1, text="   "), "bad_text"),
    ):
        with refused(code):
            decide(played.table, say, played.caller("lis"))
    played.do("ola", Mute("m", 1, True))
    with refused("muted"):
        decide(played.table, Say("s", 1, phrase="hello"), played.caller("lis"))
    played.do("ola", Mute("m2", 1, False))
    played.do("lis", Say("s3", 1, phrase="thanks"))


def test_a_person_who_leaves_a_running_game_is_followed_by_a_bot_and_the_host_by_another_host() -> None:
    played = Played("pickomino", 3)
    played.begin()
    played.do("ola", Leave("l", 0))
    assert (played.table.seats[0].plan.kind, played.table.seats[0].human) == ("bot", False)
    assert played.table.host == "lis"
    played.do("lis", Remove("r", 2))
    assert not played.table.seats[2].human
    with refused("nobody_there"):
        decide(played.table, Remove("r2", 2), played.caller("lis"))
    whole_game(played, 3)
    assert played.table.record().names == ("Ola", "Lis", "Jan")


def test_a_stand_in_is_for_somebody_who_has_been_away_for_long() -> None:
    played = Played("pickomino", 2)
    with refused("not_now"):
        decide(played.table, StandIn("i", 1, "turn"), played.caller("ola"))
    played.begin()
    with refused("not_away"):
        decide(played.table, StandIn("i", 1, "turn"), played.caller("ola"))
    played.add(Absent(played.now, "absent/9", [1], played.now))
    played.now += ABSENT_AFTER - 1
    with refused("not_away"):
        decide(played.table, StandIn("i", 1, "turn"), played.caller("ola"))
    played.now += 1
    with refused("not_your_seat"):
        decide(played.table, StandIn("i", 1, "turn"), played.caller(None))
    played.do("ola", StandIn("i", 1, "seat"))
    assert played.table.seats[1].stand_in == "seat"
    played.add(Present(played.now, "present/11", [1], "node"))
    back = table_view(played.table).seats[1]
    assert (back.stand_in, back.away) == (None, None)


def test_a_stand_in_for_one_turn_ends_with_it() -> None:
    played = Played("pickomino", 2)
    played.begin()
    played.add(Absent(played.now, "absent/9", [0], played.now - 60))
    played.do("lis", StandIn("i", 0, "turn"))
    rng = random.Random(0)
    while played.table.state is not None and played.table.state.actor == 0:
        assert played.table.seats[0].stand_in == "turn"
        played.move(rng.choice(played.table.state.moves()))
    assert played.table.seats[0].stand_in is None


def test_a_rematch_has_a_new_promise_and_begins_when_everybody_is_ready_again() -> None:
    played = Played("linko", 2, bots=1)
    played.begin()
    with refused("not_now"):
        decide(played.table, Rematch("r"), played.caller("ola"))
    whole_game(played, 4)
    with refused("not_your_seat"):
        decide(played.table, Rematch("r"), played.caller("eve"))
    first = table_view(played.table)
    played.do("lis", Rematch("r"))
    second = table_view(played.table)
    assert (second.stage, second.round, second.secret) == ("waiting", 2, None)
    assert second.commitment != first.commitment
    assert game_view(played.table, 0) is None
    played.do("lis", Ready("a", 1, ZEROS))
    assert table_view(played.table).stage == "waiting"
    witness = played.do("ola", Ready("b", 0, ZEROS))
    assert table_view(played.table).stage == "playing"
    assert [event["kind"] for event in witness.told(0).events] == ["ready", "deal"]
    whole_game(played, 4)
    assert verify(played.table.record()).fair
    assert played.again().record() == played.table.record()


def test_a_seat_that_is_closed_before_a_rematch_does_not_play() -> None:
    played = Played("pickomino", 2)
    played.begin()
    whole_game(played, 1)
    played.do("ola", Rematch("r"))
    plans = [SeatPlan("closed"), SeatPlan(), SeatPlan("bot", "easy")]
    with refused("seat_taken"):
        decide(played.table, Configure("c", seats=plans), played.caller("ola"))
    played.do("ola", Configure("c", seats=[SeatPlan(), SeatPlan(), SeatPlan("closed"), SeatPlan("bot")]))
    played.do("lis", Ready("a", 1, ZEROS))
    played.do("ola", Ready("b", 0, ZEROS))
    assert played.table.stage == "playing"
    assert [seat.plan.kind for seat in played.table.seats] == ["human", "human", "bot"]
    whole_game(played, 2)
    assert verify(played.table.record()).fair
    assert played.again().record() == played.table.record()


def test_a_rematch_of_an_older_log_is_read_as_it_was_written() -> None:
    """Before they were left out, closed seats played a rematch."""
    played = Played("pickomino", 2)
    played.begin()
    whole_game(played, 1)
    played.do("ola", Rematch("r"))
    played.do("ola", Configure("c", seats=[SeatPlan(), SeatPlan(), SeatPlan("closed")]))
    played.add(Readied(played.now, "a", 0, ZEROS))
    played.add(Readied(played.now, "b", 1, ZEROS, began=[]))
    assert len(played.table.seats) == 3
    assert "kept" not in played.log[-1]


def test_a_lost_device_is_replaced_by_a_word_that_works_once() -> None:
    played = Played("pickomino", 2)
    with refused("not_your_seat"):
        recoverable(played.table, "word", played.caller("eve"))
    played.add(recoverable(played.table, "word", played.caller("ola")))
    with refused("unknown_recovery"):
        recover(played.table, "guess", "new", 0.0)
    played.add(recover(played.table, "word", "new", 0.0))
    assert played.table.held("new") == [0]
    assert played.table.host == "new"
    assert played.table.held("ola") == []
    with refused("unknown_recovery"):
        recover(played.table, "word", "newer", 0.0)
