"""Train a mind.

A script in cells: an editor that knows `# %%` runs them one by one, Python runs all of them. It needs JAX
(the extra `train`) and, for the plot, Matplotlib.
"""

# %% [markdown]
# ## A training run
#
# A network learns the card game for three by self-play. This is what `stolik train linko --players 3 --mode
# basic` does on the command line, where it also shows its progress. Half a minute on a CPU is a short run:
# enough for useful values, not yet to play better than the heuristic that it starts from.

# %%
import subprocess
import sys

MINUTES = 0.5
command = f"train linko --players 3 --mode basic --seed 1 --minutes {MINUTES} --batch 256 --mind mine.npz"
subprocess.run([sys.executable, "-m", "stolik", *command.split(), "--out", "run.npz"], check=True)
# `stolik train --resume run.npz --minutes 10` resumes it

# %% [markdown]
# ## In the arena
#
# A mind is a bot like any other. NumPy is all that it needs.

# %%
from pathlib import Path

import stolik
from stolik.arena import play_match
from stolik.games.linko.mind import Mind, shipped

GAMES = 90
mine = Mind(Path("mine.npz"))
print(f"{mine.told['games']:,} games in {mine.told['seconds']:.0f} s")
table = stolik.Game("linko", players=3, mode="basic")
result = play_match(table, ["mine", "grabber"], games=GAMES, seed=1, own={"mine": lambda _: mine})
rate = result.standings[0].win_rate
print(f"against two of the level medium: {rate.mean:.1%} ± {rate.half or 0:.1%}, fair would be 33.3%")

# %% [markdown]
# ## What it has learned
#
# The shipped mind, trained for half an hour on a GPU, plays a game. At every decision both minds estimate
# how likely the first seat is to win.

# %%
import random

mind, rng, state = shipped(), random.Random(7), table.start()
beliefs: dict[str, list[float]] = {"mine": [], "of the package": []}
while state.actor is not None:
    if state.actor == stolik.CHANCE:
        state = state.play(state.draw(rng))
        continue
    beliefs["mine"].append(mine.true_chances(state)[0])
    beliefs["of the package"].append(mind.true_chances(state)[0])
    state = state.play(mind.choose(state.view(state.actor)))

# %%
import matplotlib

matplotlib.use("agg")  # writes files, needs no screen; leave this line out in a notebook
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(7, 3.5), layout="constrained")
for name, line in beliefs.items():
    axes.plot(line, label=name)
axes.axhline(1 / 3, color="grey", linestyle=":")
axes.set(xlabel="decision", ylabel="chance of the first seat to win", ylim=(0, 1))
axes.legend(loc="upper left")
figure.savefig("train.png", dpi=150)
