"""Self-play learning on the lab: networks that play, and that say how good a position is for every seat.

One network a game plays at all its tables: every variant, mode and number of players. ``ppo.py`` says how it
learns, ``docs/training.md`` how to train one, and what the shipped ones were trained with.
"""
