"""What a device remembers of a game is held against its record."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from stolik.core import Fairness, Record, RecordError, commit, verify
from stolik.core.mine import Mine
from tests.cli.games import SEAT, played
from tests.forging import forged

RECORD = played(3, people=(0, 2))
PROMISE = commit(bytes.fromhex(SEAT))


def remembered(record: Record = RECORD, **other: Any) -> Mine:
    """Return what the device of seat 2 remembers of a game, in which seat 1 is a bot's."""
    assert record.fairness
    kept = {
        "code": "K7QF3M",
        "round": 1,
        "commitment": record.fairness.commitment,
        "promises": [PROMISE, None, PROMISE],
        "random": {"2": SEAT},
    }
    return Mine.parse(json.dumps({**kept, **other}))


def refusal(record: Record, mine: Mine) -> tuple[str, str]:
    """Return why a record is refused, and the line of it that is named."""
    assert verify(record).fair  # by itself it is flawless
    with pytest.raises(RecordError) as error:
        mine.check(Record.parse(str(record)))
    return error.value.code, str(record).split("\n")[error.value.line - 1]


def with_seats(*seats: str) -> Record:
    """Return a game that was given up before anything happened, with what its seats added."""
    assert RECORD.fairness
    return replace(RECORD, fairness=Fairness(RECORD.fairness.secret, seats), moves=())


def test_the_record_of_the_game_that_was_seen_is_accepted() -> None:
    remembered().check(RECORD)
    remembered(promises=None, random=None).check(RECORD)  # a spectator's


@pytest.mark.parametrize("seat", [0, 2])
def test_a_game_with_other_randomness_of_a_person_is_refused_whoever_it_was(seat: int) -> None:
    other = forged(RECORD, seat)
    assert refusal(other, remembered()) == ("other_random", f"random {seat} {'5eed' * 8}")


def test_randomness_where_nobody_had_promised_any_is_refused() -> None:
    assert refusal(with_seats(SEAT, SEAT, SEAT), remembered()) == ("other_random", f"random 1 {SEAT}")


def test_randomness_that_is_missing_is_refused_by_the_device_that_added_it() -> None:
    assert refusal(with_seats(SEAT, "", ""), remembered()) == ("missing_random", "")
    remembered().check(with_seats("", "", SEAT))  # the other device may not have kept its promise


def test_another_secret_is_refused() -> None:
    mine = remembered(commitment="0" * 64)
    assert refusal(RECORD, mine)[0] == "other_commitment"
    with pytest.raises(RecordError, match="not the commitment that was seen"):
        mine.check(replace(RECORD, fairness=None))


def test_another_number_of_seats_is_refused() -> None:
    assert refusal(RECORD, remembered(promises=[PROMISE, None, PROMISE, None]))[0] == "other_random"


def test_lines_are_counted_as_in_the_file_which_need_not_name_all_options() -> None:
    text = str(forged(RECORD, 0))
    short = text.replace("option hen_burn nothing\n", "").replace("option first seat0\n", "")
    with pytest.raises(RecordError) as error:
        remembered().check(Record.parse(short))
    assert short.split("\n")[error.value.line - 1].startswith("random 0 ")


@pytest.mark.parametrize(
    "change",
    [
        {"commitment": None},
        {"commitment": "xy"},
        {"promises": "none"},
        {"promises": [1]},
        {"random": {"7": SEAT}},
        {"random": {"0": "xy"}},
        {"random": [SEAT]},
    ],
)
def test_what_is_not_such_a_file_is_not_read(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be"):
        remembered(**change)


def test_a_file_of_something_else_is_not_read() -> None:
    for text in ("[]", "no", '"commitment"'):
        with pytest.raises(ValueError, match=r".+"):
            Mine.parse(text)
