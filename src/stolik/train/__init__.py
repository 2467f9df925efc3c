"""Self-play learning on the lab: networks that play, and that say how good a position is for every seat.

One network a game plays at all its tables: every variant, mode and number of players. A game says in a
``School`` what there is to learn; ``ppo.py`` says how it is learned, ``docs/training.md`` how to do it.
"""
