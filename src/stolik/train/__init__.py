"""Learning on the lab: networks that play, and that say how good a position is for every seat.

A game says in a ``Recipe`` what there is to learn, and how: by a policy that plays against itself
(``policy.py``, ``ppo.py``), or in a way of its own. ``docs/training.md`` says how to do it.
"""
