from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from stolik.server.store import Store
from stolik.server.table_store import StoreDown
from tools.services import Postgres

pytestmark = pytest.mark.anyio


@pytest.fixture
async def other(database_url: str) -> AsyncIterator[Store]:
    """A second node on the same database."""
    other = await Store.open(database_url)
    yield other
    await other.close()


# -- the log ----------------------------------------------------------------------------------------------


async def test_a_log_begins_with_the_entry_the_table_was_made_with(store: Store) -> None:
    assert await store.create("ABC", "one", 1.0)
    assert await store.read("ABC") == [(1, "one")]
    assert await store.read("XYZ") == []
    assert await store.count() == 1


async def test_a_code_is_taken_once(store: Store, other: Store) -> None:
    made = await asyncio.gather(
        *(node.create("ABC", f"by {k}", 1.0) for k, node in enumerate([store, other]))
    )
    assert sorted(made) == [False, True]
    assert await store.read("ABC") == [(1, f"by {made.index(True)}")]


async def test_entries_are_read_in_order_from_where_one_was(store: Store) -> None:
    await store.create("ABC", "1", 1.0)
    for seq in range(2, 13):
        assert await store.append("ABC", seq, str(seq), True, 2.0)
    assert await store.read("ABC", 9) == [(10, "10"), (11, "11"), (12, "12")]
    assert await store.read("ABC", 12) == []


async def test_an_entry_is_any_text(store: Store) -> None:
    texts = ['{"name":"Żółć \\u0000 \\"😀\\"\\\\"}', "'; DROP TABLE log; --", "a\nb\t\x7f", "x" * 100_000]
    await store.create("ABC", texts[0], 1.0)
    for seq, text in enumerate(texts[1:], 2):
        assert await store.append("ABC", seq, text, False, 1.0)
    assert [entry for _, entry in await store.read("ABC")] == texts


async def test_news_come_from_where_one_was_for_many_tables_at_once(store: Store) -> None:
    await store.create("ABC", "1", 1.0)
    for seq in range(2, 13):
        assert await store.append("ABC", seq, str(seq), True, 2.0)
    texts = ['{"name":"Żółć \\u0000 \\"😀\\"\\\\"}', "'; DROP TABLE log; --", "a\nb\t\x7f", "x" * 100_000]
    await store.create("XYZ", "first", 1.0)
    for seq, text in enumerate(texts, 2):
        assert await store.append("XYZ", seq, text, False, 1.0)
    asked = [("ABC", 9), ("XYZ", 1), ("ABC", 12), ("ABC", 11), ("ABC", 13), ("NONE", 1), ("ABC", 9)]
    news = await asyncio.gather(*(store.follow(code, seq) for code, seq in asked))
    assert news == [["10", "11", "12"], texts, [], ["12"], None, None, ["10", "11", "12"]]


async def test_of_two_with_the_same_number_one_is_written_and_each_knows_which(
    store: Store, other: Store
) -> None:
    await store.create("ABC", "first", 1.0)
    names = [f"{number}" for number in range(8)]
    nodes = [store, other] * 4
    for seq in range(2, 12):
        asked = (node.append("ABC", seq, name, True, 1.0) for node, name in zip(nodes, names, strict=True))
        written = await asyncio.gather(*asked)
        assert written.count(True) == 1
        assert await store.read("ABC", seq - 1) == [(seq, names[written.index(True)])]


async def test_a_conflict_of_one_table_does_not_fail_the_others_written_with_it(
    store: Store, other: Store
) -> None:
    codes = [f"T{number}" for number in range(20)]
    for code in codes:
        await store.create(code, "1", 1.0)
    assert await other.append("T7", 2, "was first", True, 1.0)
    written = await asyncio.gather(*(store.append(code, 2, "2", True, 1.0) for code in [*codes, "NONE"]))
    assert [code for code, there in zip(codes, written, strict=False) if not there] == ["T7"]
    assert not written[-1]
    assert await store.heads([*codes, "NONE"]) == dict.fromkeys(codes, 2)
    assert await store.read("T7", 1) == [(2, "was first")]


async def test_entries_of_one_table_waiting_together_are_written_one_after_the_other(store: Store) -> None:
    await store.create("ABC", "1", 1.0)
    assert (
        await asyncio.gather(*(store.append("ABC", seq, str(seq), True, 1.0) for seq in range(2, 9)))
        == [True] * 7
    )
    assert [seq for seq, _ in await store.read("ABC")] == list(range(1, 9))


async def test_an_entry_without_the_one_before_is_refused(store: Store) -> None:
    await store.create("ABC", "1", 1.0)
    assert not await store.append("ABC", 3, "3", True, 1.0)
    assert not await store.append("XYZ", 2, "2", True, 1.0)
    assert await store.heads(["ABC", "XYZ"]) == {"ABC": 1}


async def test_a_cancelled_append_holds_nobody_up(store: Store) -> None:
    await store.create("ABC", "1", 1.0)
    impatient = asyncio.create_task(store.append("ABC", 2, "2", True, 1.0))
    await asyncio.sleep(0)
    impatient.cancel()
    await asyncio.gather(impatient, return_exceptions=True)
    seq = (await store.heads(["ABC"]))["ABC"] + 1
    assert await store.append("ABC", seq, "next", True, 1.0) or await store.append(
        "ABC", seq + 1, "next", True, 1.0
    )


async def test_closing_waits_for_what_is_being_written(store: Store, database_url: str) -> None:
    node = await Store.open(database_url)
    await node.create("ABC", "1", 1.0)
    waiting = asyncio.create_task(node.append("ABC", 2, "2", True, 1.0))
    await asyncio.sleep(0)
    await node.close()
    assert await waiting
    assert await store.heads(["ABC"]) == {"ABC": 2}


# -- deleting ---------------------------------------------------------------------------------------------


async def test_a_deleted_table_is_gone_and_takes_no_more_entries(store: Store, other: Store) -> None:
    await store.create("ABC", "1", 1.0)
    await store.append("ABC", 2, "2", True, 1.0)
    await other.delete("ABC")
    assert await store.read("ABC") == []
    assert await store.heads(["ABC"]) == {}
    assert await store.follow("ABC", 2) is None
    assert await store.count() == 0
    assert not await store.append("ABC", 3, "3", True, 1.0)
    assert await store.create("ABC", "anew", 2.0)
    assert not await store.append("ABC", 3, "3", True, 1.0)


async def test_deleting_and_writing_at_once_leaves_nothing_behind(store: Store, other: Store) -> None:
    codes = [f"T{number}" for number in range(30)]
    for code in codes:
        await store.create(code, "1", 1.0)
    asked = [store.append(code, seq, "x", True, 1.0) for seq in (2, 3) for code in codes]
    written, _ = await asyncio.gather(asyncio.gather(*asked), asyncio.gather(*map(other.delete, codes)))
    assert set(written) <= {True, False}
    assert await store.count() == 0
    assert await store.heads(codes) == {}


async def test_what_is_idle_for_long_expires_and_what_runs_does_not(store: Store) -> None:
    for code, running, now in [("OLD", False, 10.0), ("RUNS", True, 10.0), ("NEW", False, 90_000.0)]:
        await store.create(code, "1", 1.0)
        await store.append(code, 2, "2", True, 5.0)
        await store.append(code, 3, "3", running, now)
    assert await store.expire(80_000.0, 10) == 1
    assert await store.heads(["OLD", "RUNS", "NEW"]) == {"RUNS": 3, "NEW": 3}


async def test_a_table_in_use_is_touched_though_nothing_about_it_changes(store: Store) -> None:
    await store.create("ABC", "1", 0.0)
    await store.append("ABC", 2, "2", False, 100_000.0)
    assert await store.expire(90_000.0, 10) == 0
    assert await store.expire(100_001.0, 10) == 1


async def test_no_more_expire_at_once_than_asked(store: Store) -> None:
    for number in range(5):
        await store.create(f"T{number}", "1", 1.0)
    assert [await store.expire(2.0, 2) for _ in range(4)] == [2, 2, 1, 0]


# -- leases -----------------------------------------------------------------------------------------------


async def started(store: Store, *codes: str) -> None:
    for code in codes:
        await store.create(code, "1", 1.0)
        await store.append(code, 2, "2", True, 1.0)


async def test_a_running_table_has_one_keeper(store: Store, other: Store) -> None:
    await started(store, "A", "B", "C", "D")
    await store.create("IDLE", "1", 1.0)
    first, second = await asyncio.gather(store.claim("n1", 0.0, 10.0, 2), other.claim("n2", 0.0, 10.0, 2))
    await asyncio.gather(store.claim("n1", 1.0, 10.0, 2), other.claim("n2", 1.0, 10.0, 2))
    first, second = await store.claim("n1", 1.0, 10.0, 0), await store.claim("n2", 1.0, 10.0, 0)
    assert sorted(first + second) == ["A", "B", "C", "D"]


async def test_a_node_takes_a_few_more_and_keeps_what_it_has(store: Store) -> None:
    await started(store, "A", "B", "C", "D", "E")
    assert [len(await store.claim("n1", 0.0, 10.0, 2)) for _ in range(4)] == [2, 4, 5, 5]


async def test_what_a_dead_node_kept_is_taken_over_when_its_time_has_run_out(
    store: Store, other: Store
) -> None:
    await started(store, "A")
    assert await store.claim("n1", 0.0, 10.0, 9) == ["A"]
    assert await other.claim("n2", 9.9, 19.9, 9) == []
    assert await other.claim("n2", 10.0, 20.0, 9) == ["A"]
    assert await store.claim("n1", 10.0, 20.0, 9) == []


async def test_a_beat_is_enough_to_keep_them(store: Store, other: Store) -> None:
    await started(store, "A")
    await store.claim("n1", 0.0, 10.0, 9)
    await store.beat("n1", 20.0)
    assert await other.claim("n2", 15.0, 25.0, 9) == []
    assert await store.living(15.0) == {"n1", "n2"}
    assert await store.living(20.0) == {"n2"}


async def test_a_node_that_stops_gives_up_its_tables_at_once(store: Store, other: Store) -> None:
    await started(store, "A")
    await store.claim("n1", 0.0, 10.0, 9)
    await store.release("n1")
    assert await store.living(0.0) == set()
    assert await other.claim("n2", 1.0, 11.0, 9) == ["A"]


async def test_a_table_whose_game_ends_needs_no_keeper_until_the_next(store: Store, other: Store) -> None:
    await started(store, "A")
    await store.claim("n1", 0.0, 10.0, 9)
    await other.append("A", 3, "over", False, 2.0)
    assert await store.claim("n1", 1.0, 10.0, 9) == []
    await store.append("A", 4, "rematch", True, 3.0)
    assert await other.claim("n2", 1.0, 10.0, 9) == ["A"]


async def test_dead_nodes_are_forgotten(store: Store) -> None:
    await store.beat("n1", 10.0)
    await store.beat("n2", 100.0)
    await store.expire(50.0, 10)
    assert await store.living(0.0) == {"n2"}


# -- when the database is gone ----------------------------------------------------------------------------


async def test_postgres_restarted_under_load_loses_nothing_acknowledged(postgres: Postgres) -> None:
    url = postgres.database()
    nodes = [await Store.open(url), await Store.open(url)]
    codes = [f"T{number}" for number in range(10)]
    for code in codes:
        await nodes[0].create(code, "made", 1.0)
    acknowledged: dict[str, list[str]] = {code: [] for code in codes}
    trouble = asyncio.Event()
    stop = asyncio.Event()

    async def play(code: str, node: Store) -> None:
        seq = 2
        while not (stop.is_set() and acknowledged[code] and trouble.is_set()):
            name = f"{code}:{node is nodes[0]}:{seq}"
            try:
                if await node.append(code, seq, name, True, 1.0):
                    acknowledged[code].append(name)
                seq = (await node.heads([code]))[code] + 1
            except StoreDown:
                trouble.set()
                await asyncio.sleep(0.01)

    async def break_it() -> None:
        for _ in range(2):
            await asyncio.to_thread(postgres.restart)
        stop.set()

    players = [play(code, node) for node in nodes for code in codes]
    await asyncio.wait_for(asyncio.gather(break_it(), *players), 60)
    for node in nodes:
        await node.ready()
    for code in codes:
        log = await nodes[0].read(code)
        assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
        entries = [entry for _, entry in log]
        assert len(set(entries)) == len(entries)
        assert set(acknowledged[code]) <= set(entries)
    for node in nodes:
        await node.close()


async def test_while_postgres_is_gone_every_call_says_so(postgres: Postgres) -> None:
    store = await Store.open(postgres.database())
    await store.create("ABC", "1", 1.0)
    postgres.stop()
    try:
        calls = [
            store.ready(),
            store.read("ABC"),
            store.follow("ABC", 1),
            store.append("ABC", 2, "2", True, 1.0),
            store.create("X", "1", 1.0),
        ]
        for call in calls:
            with pytest.raises(StoreDown):
                await call
    finally:
        postgres.start()
    assert await store.append("ABC", 2, "2", True, 1.0)
    assert await store.read("ABC") == [(1, "1"), (2, "2")]
    await store.close()


async def test_a_sqlite_file_that_cannot_be_opened_says_so(tmp_path: object) -> None:
    with pytest.raises(StoreDown, match="unable to open"):
        await Store.open(f"sqlite:///{tmp_path}/no/such/folder/stolik.db")


@pytest.mark.parametrize(
    "url", ["", "stolik.db", "mysql://x/y", "sqlite://", "sqlite:///:memory:", "sqlite:///"]
)
async def test_an_address_that_is_none_is_told_what_is_allowed(url: str) -> None:
    with pytest.raises(ValueError, match=r"allowed: sqlite:///FILE, postgresql://"):
        await Store.open(url)


async def test_a_password_is_not_told() -> None:
    with pytest.raises(ValueError, match="allowed") as caught:
        await Store.open("mysql://ola:sesame@here/x")
    assert "sesame" not in str(caught.value)
