"""Fair randomness: the promise, the stream and exact drawing."""

import hashlib
import hmac
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik import Fairness
from stolik.core import below, new_seat_randomness, new_secret, shuffled

SECRET = bytes(range(32))
SEATS = ("0f" * 16, "", "a1" * 16)


def test_the_commitment_is_the_sha256_of_the_secret() -> None:
    assert Fairness(SECRET, SEATS).commitment == hashlib.sha256(SECRET).hexdigest()


def test_the_bits_are_hmac_blocks_over_seats_event_and_block_number() -> None:
    label = f"{','.join(SEATS)}/5"
    blocks = b"".join(hmac.digest(SECRET, f"{label}/{block}".encode(), "sha256") for block in range(3))
    stream = Fairness(SECRET, SEATS).stream(5)
    assert bytes(stream.getrandbits(8) for _ in range(96)) == blocks


def test_bits_that_do_not_fill_bytes_drop_the_lowest() -> None:
    first = Fairness(SECRET, SEATS).stream(0).getrandbits(24)
    assert Fairness(SECRET, SEATS).stream(0).getrandbits(21) == first >> 3


def test_a_request_can_cross_blocks() -> None:
    stream = Fairness(SECRET, SEATS).stream(0)
    assert Fairness(SECRET, SEATS).stream(0).getrandbits(512) == (
        stream.getrandbits(256) << 256 | stream.getrandbits(256)
    )


@pytest.mark.parametrize("change", ["secret", "seat", "event"])
def test_every_ingredient_changes_the_bits(change: str) -> None:
    same = Fairness(SECRET, SEATS).stream(0).getrandbits(256)
    secret = bytes(32) if change == "secret" else SECRET
    seats = ("0e" * 16, *SEATS[1:]) if change == "seat" else SEATS
    assert Fairness(secret, seats).stream(1 if change == "event" else 0).getrandbits(256) != same


def test_a_seats_own_randomness_is_fresh() -> None:
    one, other = new_seat_randomness(), new_seat_randomness()
    assert one != other
    assert Fairness(SECRET, (one, other)).seats == (one, other)


def test_contributions_cannot_be_moved_between_seats() -> None:
    one, other = Fairness(SECRET, ("0f" * 16, "")), Fairness(SECRET, ("", "0f" * 16))
    assert one.stream(0).getrandbits(64) != other.stream(0).getrandbits(64)


def test_fresh_secrets_differ_and_are_not_shown_by_accident() -> None:
    one, other = Fairness(new_secret(), SEATS), Fairness(new_secret(), SEATS)
    assert one.secret != other.secret
    assert one.secret.hex() not in repr(one)


@pytest.mark.parametrize(
    ("secret", "seats", "message"),
    [
        (b"short", ("",), "the secret must be 32 bytes, not 5"),
        (SECRET, ("xyz",), "the randomness of seat 0 must be 32 hexadecimal digits"),
        (SECRET, ("", "AB" * 16), "the randomness of seat 1 must be 32"),
    ],
)
def test_bad_ingredients_are_named(secret: bytes, seats: tuple[str, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Fairness(secret, seats)


@pytest.mark.parametrize(
    ("secret", "seats", "message"),
    [
        ("x" * 32, (), "the secret must be 32 bytes, not str"),
        (SECRET, "0f" * 16, "must be a tuple of texts, not str"),
        (SECRET, ["0f" * 16], "must be a tuple of texts, not list"),
    ],
)
def test_ingredients_of_another_type_are_refused(secret: Any, seats: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        Fairness(secret, seats)


def test_a_contribution_that_is_no_text_is_refused() -> None:
    with pytest.raises(ValueError, match=r"seat 1 must be 32 hexadecimal digits .* or empty, not None"):
        Fairness(SECRET, ("", None))  # type: ignore[arg-type]


class Script:
    """Gives out prepared numbers as random bits, and knows how many are left."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)

    def getrandbits(self, k: int) -> int:
        return self.numbers.pop(0)


def test_numbers_out_of_range_are_thrown_away() -> None:
    script = Script(7, 6, 5, 4)
    assert below(script, 6) == 5
    assert script.numbers == [4]


def test_one_outcome_is_still_drawn_by_the_same_rule() -> None:
    assert below(Script(1, 1, 0), 1) == 0


@pytest.mark.parametrize("n", [0, -3])
def test_there_must_be_something_to_draw(n: int) -> None:
    with pytest.raises(ValueError, match="n must be at least 1"):
        below(random.Random(1), n)


@given(st.integers(1, 10**12), st.integers(0, 2**32))
def test_a_number_is_always_in_range(n: int, seed: int) -> None:
    assert 0 <= below(random.Random(seed), n) < n


def test_every_order_is_equally_likely() -> None:
    rng = random.Random(3)
    orders = Counter("".join(shuffled(rng, "abcd")) for _ in range(24_000))
    assert len(orders) == 24
    # Each of the 24 counts is binomial around 1,000 with a deviation of 31: five of those are 155.
    assert max(abs(number - 1000) for number in orders.values()) < 155


def test_shuffling_leaves_the_items_alone() -> None:
    items = [3, 1, 2]
    assert sorted(shuffled(random.Random(1), items)) == [1, 2, 3]
    assert items == [3, 1, 2]
