"""A player of the dice game that plays to win, not for worms: it needs NumPy.

It asks of every way in which its turn can end how likely it would win from there, and has the exact odds
find the moves that make winning likeliest. How likely a seat wins is what a small value network says; its
weights were fitted in games against itself: ``tools/fit_planner.py``.
"""

from stolik.games.pickomino.bots.planner.bot import Planner

__all__ = ["Planner"]
