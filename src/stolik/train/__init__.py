"""Training in the lab: networks that play, and that evaluate a position for every seat.

The ``Recipe`` of a game defines what is learned, and how: a policy by self-play (``policy.py``, ``ppo.py``),
or in a way of its own. ``docs/training.md`` has the details.
"""
