"""A player of the dice game that plays to win, not for worms: it needs NumPy.

It asks of every way in which its turn can end how likely it would win from there, and has the exact odds
find the moves that make winning likeliest. How likely a seat wins is what a value network says that has
learned in games against itself: ``docs/training.md``. Another one, in a file that
``stolik train pickomino --mind FILE`` has written, is ``python -m stolik.games.pickomino.bots.planner FILE``
as a program (``docs/bot-protocol.md``).
"""

from stolik.games.pickomino.bots.planner.bot import Planner

__all__ = ["Planner"]
