"""Reviews of games: what was luck, what was skill. ``docs/analysis.md`` has the definitions.

>>> import random
>>> from stolik import Game, Record
>>> from stolik.analysis import review
>>> state, rng, moves = Game("pickomino", players=2).start(), random.Random(1), []
>>> while state.actor is not None:
...     moves.append(rng.choice(state.moves()) if state.moves() else state.draw(rng))
...     state = state.play(moves[-1])
>>> found = review(Record(state.game, tuple(moves)), depth=0)
>>> found["over"], [seat["won"] for seat in found["seats"]]
(True, [1.0, 0.0])
"""

from stolik.analysis.judge import Chances, Choice, Judge, Turnout
from stolik.analysis.playouts import SHALLOW, PlayoutJudge
from stolik.analysis.review import DEPTH, Reviewer, any_judge, glance, judge_for, luck, review
from stolik.analysis.shape import Option, Review, SeatReview, Step, Verdict

__all__ = [
    "DEPTH",
    "SHALLOW",
    "Chances",
    "Choice",
    "Judge",
    "Option",
    "PlayoutJudge",
    "Review",
    "Reviewer",
    "SeatReview",
    "Step",
    "Turnout",
    "Verdict",
    "any_judge",
    "glance",
    "judge_for",
    "luck",
    "review",
]
