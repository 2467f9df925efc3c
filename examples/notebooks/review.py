"""Analyse a game: luck and skill.

A script in cells: an editor that knows `# %%` runs them one by one, Python runs all of them. It needs NumPy
(the extra `bots`) and, for the plots, Matplotlib.
"""

# %% [markdown]
# ## A game to review
#
# Three bots play the dice game. `Record.load("game.txt")` would read one of yours: `stolik play` and the page
# both keep them.

# %%
import random

import stolik
from stolik import bots
from stolik.analysis import review

names, rng = ("greedy", "careful", "random"), random.Random(3)
players = [bots.make("pickomino", name, seed=1) for name in names]
state, moves = stolik.Game("pickomino", players=3).start(), []
while (actor := state.actor) is not None:
    moves.append(state.draw(rng) if actor == stolik.CHANCE else players[actor].choose(state.view(actor)))
    state = state.play(moves[-1])
record = stolik.Record(state.game, tuple(moves), names)
found = review(record, depth=0)  # 1, the default, is more exact
print(len(moves), "moves, judged by:", found["judge"])

# %% [markdown]
# ## Luck and skill
#
# Luck is what dice changed of the chance to win; it sums to 0 over all seats. The accuracy is 100 for the
# play of the judge. The luck-adjusted result (`adjusted`) is right on average; in a single game it may be
# below 0 or above 1.

# %%
for seat in found["seats"]:
    luck = seat["own_luck"] + seat["other_luck"]
    print(f"{seat['name']:9} won {seat['won']:.0%}, luck {luck:+.0%}, accuracy {seat['accuracy']:.0f}")

# %% [markdown]
# ## The costliest decisions
#
# Every decision has all its moves with their chances, the best first.

# %%
for step in sorted(found["steps"], key=lambda step: -step["error"])[:5]:
    best, name = step["options"][0]["move"], names[step["seat"]]
    print(f"{name:9} {step['move']!r} instead of {best!r} cost {step['error']:.1%}: {step['verdict']}")

# %% [markdown]
# ## It adds up
#
# What a seat won is what it could expect at the start, and all that changed it. The residual is where the
# judge disagrees with itself one move later.

# %%
for seat in found["seats"]:
    gained = seat["own_luck"] + seat["other_luck"] + seat["gifts"] + seat["information"] + seat["residual"]
    print(f"{seat['name']:9} {seat['start'] + gained - seat['errors']:.6f} = {seat['won']:.6f}")

# %% [markdown]
# ## As a picture
#
# `stolik review game.txt --html page.html` draws more of it.

# %%
import matplotlib

matplotlib.use("agg")  # writes files, needs no screen; leave this line out in a notebook
import matplotlib.pyplot as plt

figure, (curve, bars) = plt.subplots(1, 2, figsize=(9, 3.5), width_ratios=(2, 1), layout="constrained")
for number, name in enumerate(names):
    curve.plot([found["start"][number], *(step["chances"][number] for step in found["steps"])], label=name)
for ply in found["moments"]:
    curve.axvline(ply + 1, color="grey", linestyle=":")
curve.set(xlabel="move", ylabel="chance to win", ylim=(0, 1))
curve.legend(loc="upper left")
bars.barh(names, [seat["own_luck"] + seat["other_luck"] for seat in found["seats"]], height=0.3, align="edge")
bars.barh(names, [-seat["errors"] for seat in found["seats"]], height=-0.3, align="edge")
bars.axvline(0, color="grey")
bars.set(title="luck (above) and errors (below)")
figure.savefig("review.png", dpi=150)
