"""Many workers, one result: the same totals with any workers, in any order, interrupted or not."""

import random
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import stolik
from stolik.arena import MatchResult, Plan, WorkError, load, play_match, play_on, running, save
from stolik.arena.files import to_json
from stolik.arena.playing import play_part
from stolik.arena.workers import Here, processes

PAIR = stolik.Game("pickomino", 2)
PLANS = [
    Plan(PAIR, ("careful", "random"), 20, seed=1),
    Plan(stolik.Game("linko", 2, mode="duel"), ("grabber", "lowest", "random"), 20, seed=2),
    Plan(stolik.Game("linko", 3), ("grabber", "lowest"), 60, seed=3),
]


def played(plan: Plan, executor: Executor | None = None, workers: int = 1) -> dict[str, Any]:
    result = MatchResult(plan)
    play_on(result, executor or Here(), workers)
    return to_json(result)


class Disorderly(ThreadPoolExecutor):
    """Workers of very different speed: what was asked for first may well come last."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        def slowly() -> Any:
            time.sleep(random.Random(args[1]).random() / 50)
            return fn(*args, **kwargs)

        return super().submit(slowly)


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: " ".join(plan.names))
def test_the_order_in_which_workers_finish_changes_nothing(plan: Plan) -> None:
    with Disorderly(4) as executor:
        assert played(plan, executor, workers=4) == played(plan)


class Late(Here):
    """Has everything at once, except what was asked for first."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done = super().submit(fn, *args, **kwargs)
        if args[1] > 0:
            return done
        late: Future[Any] = Future()
        threading.Timer(0.2, lambda: late.set_result(done.result())).start()
        return late


def test_waiting_for_the_first_part_is_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ten parts are eight and two, and asking twice whether to stop is enough for them."""
    monkeypatch.setattr(running, "LARGEST_PART", 1)
    monkeypatch.setattr(running, "POLL_SECONDS", 60)
    asked: list[object] = []
    result = MatchResult(PLANS[0])
    play_on(result, Late(), workers=2, stop=lambda: bool(asked.append(None)))  # type: ignore[func-returns-value]
    assert to_json(result) == played(PLANS[0])
    assert len(asked) == 2


def test_one_process_and_two_give_the_same_totals() -> None:
    expected = played(PLANS[1])
    for number in (1, 2):
        with processes(number) as workers:
            assert played(PLANS[1], *workers) == expected


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: " ".join(plan.names))
def test_after_a_break_it_goes_on_to_the_same_totals(
    plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "LARGEST_PART", 1)
    monkeypatch.setattr(running, "PARTS_PER_WORKER", 1)
    path = tmp_path / "match.json"
    save(MatchResult(plan), path)
    for rounds in (4, 1, 3):
        result = load(path)
        left = iter([*[False] * rounds, True])
        play_on(result, Here(), stop=lambda left=left: next(left))  # type: ignore[misc]
        assert not result.is_finished
        save(result, path)
    result = load(path)
    assert 0 < result.deals < plan.deals
    play_on(result, Here())
    assert to_json(result) == played(plan)
    assert to_json(result)["finished"]


def test_a_finished_match_can_be_made_longer() -> None:
    result = play_match(PAIR, ["careful", "random"], games=10, seed=1)
    result.plan = PLANS[0]
    play_on(result, Here())
    assert to_json(result) == played(PLANS[0])


def test_progress_is_told_between_deals() -> None:
    seen: list[int] = []
    result = play_match(PAIR, ["careful", "random"], 12, 1, progress=lambda result: seen.append(result.games))
    assert seen == sorted(seen)
    assert seen[-1] == result.games == 12


# -- until it is narrow enough ----------------------------------------------------------------------------


def test_until_stops_at_the_first_deal_that_is_narrow_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """And there exactly, however much more the workers have already played."""
    until = 0.1
    monkeypatch.setattr("stolik.arena.result.ENOUGH", 20)
    plan = Plan(stolik.Game("linko", 3), ("grabber", "lowest"), 10_000, seed=1, until=until)
    with Disorderly(3) as executor:
        many = played(plan, executor, workers=3)
    monkeypatch.setattr(running, "LARGEST_PART", 1)
    monkeypatch.setattr(running, "PARTS_PER_WORKER", 1)
    halves: list[float] = []
    one = MatchResult(plan)
    play_on(one, Here(), progress=lambda result: halves.append(result.standings[0].win_rate.half or 1.0))
    assert 20 < one.deals == len(halves) < 60
    assert [half <= until for half in halves[19:]] == [*[False] * (one.deals - 20), True]
    assert many == to_json(one)


def test_until_asks_nothing_of_very_few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stolik.arena.result.ENOUGH", 12)
    duel = stolik.Game("linko", 2, mode="duel")
    assert play_match(duel, ["grabber", "lowest"], games=40, seed=1, until=0.5).deals == 12


# -- workers that give up ---------------------------------------------------------------------------------


class Failing(Here):
    """Gives up after some parts."""

    def __init__(self, parts: int) -> None:
        self.left = parts

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.left -= 1
        if self.left >= 0:
            return super().submit(fn, *args, **kwargs)
        return super().submit(_fail)


def _fail() -> None:
    raise MemoryError("no room")


def test_what_was_counted_before_the_workers_gave_up_stays() -> None:
    result = MatchResult(PLANS[0])
    with pytest.raises(WorkError, match="MemoryError: no room"):
        play_on(result, Failing(3))
    assert 0 < result.deals < PLANS[0].deals
    play_on(result, Here())
    assert to_json(result) == played(PLANS[0])


class Broken(Failing):
    """Takes nothing any more after some parts, as a pool does that has lost a process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.left == 0:
            raise BrokenExecutor("a process has gone")
        return super().submit(fn, *args, **kwargs)


def test_workers_that_take_nothing_any_more_have_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "PARTS_PER_WORKER", 1)
    result = MatchResult(PLANS[0])
    with pytest.raises(WorkError, match="BrokenExecutor: a process has gone"):
        play_on(result, Broken(2))
    assert result.deals > 0


class Forgetful(Here):
    """Loses the third part that it is given, as a cluster does whose worker dies."""

    given = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.given += 1
        return super().submit(_fail) if self.given == 3 else super().submit(fn, *args, **kwargs)


def test_a_part_that_got_lost_is_played_again() -> None:
    result = MatchResult(PLANS[0])
    play_on(result, Forgetful())
    assert to_json(result) == played(PLANS[0])


class Silent(Here):
    """Says nothing any more about what was asked for first, as a cluster does that has lost it."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.asked.append(args[1])
        return super().submit(fn, *args, **kwargs) if self.asked.count(args[1]) > 1 or args[1] else Future()


def test_a_part_of_which_nothing_is_heard_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "LOST_SECONDS", 0.2)
    silent = Silent()
    assert played(PLANS[0], silent) == played(PLANS[0])
    assert silent.asked.count(0) == 2


class Hesitant(Executor):
    """Begins nothing, and notes what is called back."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        assert fn is play_part
        self.futures.append(Future())
        return self.futures[-1]


def test_what_was_not_begun_is_called_back() -> None:
    executor = Hesitant()
    answers: Sequence[bool] = (False, False, True)
    stop = iter(answers)
    result = MatchResult(PLANS[0])
    play_on(result, executor, workers=2, stop=lambda: next(stop))
    assert len(executor.futures) == 8
    assert all(future.cancelled() for future in executor.futures)
    assert result.deals == 0
    assert result.standings == []


def test_the_record_of_every_game_can_be_kept(tmp_path: Path) -> None:
    game = stolik.Game("linko", 3)
    folder = tmp_path / "games"  # is made
    kept = play_match(game, ["grabber", "lowest"], games=6, seed=1, records=folder)
    records = {path.name: stolik.Record.load(path) for path in sorted(folder.iterdir())}
    assert list(records) == [f"00000{deal}-1-{turn}.txt" for deal in (1, 2) for turn in (1, 2, 3)]
    wins = 0.0
    for record in records.values():
        assert sorted(record.names) == ["grabber", "lowest", "lowest"]
        winners = [record.names[seat] for seat in record.replay().result().winners]
        wins += winners.count("grabber") / len(winners)
    assert kept.standings[0].win_rate.mean == pytest.approx(wins / 6)
    assert to_json(kept) == to_json(play_match(game, ["grabber", "lowest"], games=6, seed=1))
