"""Who was winning, and when that changed.

A script in cells: an editor that knows `# %%` runs them one by one, Python runs all of them. It needs NumPy
(the extra `bots`) and, for the plot, Matplotlib.
"""

# %% [markdown]
# ## A game of minds
#
# The card game has a player that has learned by playing against itself. It also says how likely each seat is
# to win: by what the seat to decide knows (`chances`), or by all there is to know (`true_chances`).

# %%
import random
from itertools import pairwise

import stolik
from stolik.games.linko.mind import shipped

mind, rng = shipped(), random.Random(7)
state = stolik.Game("linko", players=3).start()
curve, told = [], []
while state.actor is not None:
    if state.actor == stolik.CHANCE:
        state = state.play(state.draw(rng))
        continue
    curve.append(mind.true_chances(state))
    move = mind.choose(state.view(state.actor))
    told.append(f"seat {state.actor}: {move}")
    state = state.play(move)
print(len(curve), "decisions,", state.result())

# %% [markdown]
# ## The moments that decided it
#
# A decision and what chance made of it are not told apart here: these are the largest changes from one
# decision to the next.

# %%
winner = state.result().winners[0]
line = [chances[winner] for chances in curve]
changes = [(after - before, number) for number, (before, after) in enumerate(pairwise(line))]
for change, number in sorted(changes, key=lambda one: -abs(one[0]))[:5]:
    print(f"{told[number]:24} {line[number]:6.1%} {change:+7.1%}")

# %% [markdown]
# ## As a picture

# %%
import matplotlib

matplotlib.use("agg")  # writes files, needs no screen; leave this line out in a notebook
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(7, 3.5), layout="constrained")
seats = zip(*curve, strict=True)
axes.stackplot(range(len(curve)), *seats, labels=[f"seat {seat}" for seat in range(3)], alpha=0.8)
axes.set(xlabel="decision", ylabel="chance to win", xlim=(0, len(curve) - 1), ylim=(0, 1))
axes.legend(loc="upper left")
figure.savefig("chances.png", dpi=150)
