"""The lab plays by the same rules: with the same actions and chance everything is the same.

``python -m tools.lab_equal`` plays longer.
"""

from collections import Counter
from typing import Any

import pytest

from tests.effort import effort
from tests.lab.pickomino_games import Lockstep, settings

EVERY_FORM = [
    options
    for number, options in enumerate(settings())
    if (options["first"] == "lots") == (number // 2 % 2 == 0)  # lots in every other one
]
FORMS = effort([*EVERY_FORM[::4], *EVERY_FORM[3::4]], EVERY_FORM)
"""Half of them still have every variant, every number of players, and lots or none."""

DEEP: list[dict[str, Any]] = [
    {"players": 2},
    {
        "players": 3,
        "variant": "deluxe",
        "golden_die": "ones_and_worms",
        "first": "lots",
        "hen_burn": "highest",
    },
    {"players": 5, "variant": "deluxe"},
]

RARE = {
    "end",
    "shared place",
    "steal",
    "turn_down",
    "take 11",
    "take 13",
    "hold",
    "weasel",
    "burn",
    "roll gold",
    "odd die",
    "steal_hen",
    "round worm",
    "worm_for_ones",
    "worm_for_raven",
    "raven to tile",
    "raven to box",
    "hen burnt, tile turned down",
    *(
        f"{name} to {place}"
        for name in ("red_worm", "hen", "weasel", "golden_die", "apple")
        for place in ("seat", "tile", "box")
    ),
}
"""What must have happened while the two were compared."""


def name(options: dict[str, Any]) -> str:
    return "-".join(str(value) for value in options.values())


def test_long_games_agree_and_everything_rare_has_happened() -> None:
    seen: Counter[str] = Counter()
    for seed, options in enumerate(DEEP):
        games = Lockstep(effort(12, 48), seed, **options)
        for _ in range(250):
            games.step()
        seen += games.seen
    assert not RARE - set(seen), f"never happened: {sorted(RARE - set(seen))}"


@pytest.mark.parametrize("options", FORMS, ids=name)
def test_every_form_of_the_game_agrees_in_the_middle_of_games(options: dict[str, Any]) -> None:
    def as_it_is(function: Any) -> Any:
        return function  # not compiled: eighteen forms would take longer to compile than to play

    games = Lockstep(16, 7, as_it_is, ahead=25 * options["players"], **options)
    for _ in range(3):
        games.step()
