"""Rolls: their texts, their chances, and drawing them."""

from collections import Counter

import pytest

from stolik.games.pickomino.dice import hand_of, roll_text


class Numbers:
    """Yields one number after another instead of random bits."""

    def __init__(self, number: int) -> None:
        self.number = number

    def getrandbits(self, k: int) -> int:
        assert self.number.bit_length() <= k
        return self.number


@pytest.mark.parametrize(
    ("dice", "odd_die"), [(1, False), (2, False), (5, False), (1, True), (2, True), (5, True)]
)
def test_every_number_is_one_fall_and_every_roll_has_its_weight(dice: int, odd_die: bool) -> None:
    these = hand_of(dice, odd_die)
    drawn = Counter(these.draw(Numbers(number)) for number in range(6**dice))
    assert drawn == these.weights
    assert sum(these.weights.values()) == these.total == 6**dice


def test_a_number_in_base_six_has_a_digit_a_die() -> None:
    assert hand_of(4, False).draw(Numbers(0 * 216 + 5 * 36 + 2 * 6 + 5)) == "dice 1 3 w w"


def test_a_golden_die_of_ones_and_worms_is_the_leading_digit() -> None:
    assert hand_of(3, True).draw(Numbers(2 * 36 + 1 * 6 + 4)) == "dice 2 5 gold 1"
    assert hand_of(3, True).draw(Numbers(3 * 36 + 1 * 6 + 4)) == "dice 2 5 gold w"


@pytest.mark.parametrize(("dice", "odd_die", "rolls"), [(8, False, 1287), (9, False, 2002), (9, True, 2574)])
def test_the_number_of_rolls(dice: int, odd_die: bool, rolls: int) -> None:
    these = hand_of(dice, odd_die)
    assert len(these.rolls) == len(these.weights) == rolls
    assert all(roll_text(roll) == text for text, roll in these.rolls.items())
