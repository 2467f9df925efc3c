"""Exact odds of a turn of the dice game, base and Deluxe. They need NumPy (the extra ``bots``).

>>> import stolik
>>> from stolik.games.pickomino import odds
>>> state = stolik.Game("pickomino", players=2).start().play("roll").play("dice 1 2 4 4 4 5 w w")
>>> answer = odds.turn(state.view(0))
>>> answer.best, round(answer.value, 4), round(answer.moves["keep 4"].burn, 4)
('keep w', 1.6302, 0.3226)

Nothing is sampled: these are the true values and chances of all moves if the player goes on in the best way.
The best way depends on what is wanted. Without a word about it, that is worms for oneself (``odds.worms``);
otherwise say what each way to end the turn is worth, be it worms, chances to win, or 1 for a certain tile:

>>> answer = odds.turn(state.view(0), {"take 24": 1})
>>> answer.best, round(answer.moves["keep w"].endings["take 24"], 4)
('keep w', 0.4038)

``odds.values`` gives the values alone, much quicker. ``odds.fresh`` gives the values of whole turns
on many boards at once, and ``odds.fresh_turn`` the chances of one.

>>> board = odds.Board(grill=(21, 25, 26), tops=(30,), weasel=True)
>>> odds.fresh([board, board], [{"take 26": 2, "steal 30": 6}, {"burn": -3, "take 21": 1}]).round(3).tolist()
[2.192, 0.746]
"""

from stolik.extras import install as _install

try:
    import numpy as _numpy  # noqa: F401 -- all modules below need it; without it, one clear sentence
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"exact odds need NumPy: {_install('bots')}", name=error.name) from error

from stolik.games.pickomino.odds.answers import (
    MoveOdds,
    TurnOdds,
    fresh,
    fresh_turn,
    rolling,
    turn,
    values,
    values_together,
)
from stolik.games.pickomino.odds.board import Board, Worth, worms

__all__ = [
    "Board",
    "MoveOdds",
    "TurnOdds",
    "Worth",
    "fresh",
    "fresh_turn",
    "rolling",
    "turn",
    "values",
    "values_together",
    "worms",
]
