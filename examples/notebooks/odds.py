"""The odds of a turn, and a plot of them.

A script in cells: an editor that knows `# %%` runs them one by one, Python runs all of them. It needs NumPy
(the extra `bots`) and, for the plot, Matplotlib.
"""

# %% [markdown]
# ## One decision
#
# Eight dice have fallen. What is each choice worth, if the player goes on in the best way? The numbers are
# exact: nothing is sampled.

# %%
import stolik
from stolik.games.pickomino import odds

state = stolik.Game("pickomino", players=2).start().play("roll").play("dice 1 2 4 4 4 5 w w")
answer = odds.turn(state.view(0))
for move, of in answer.moves.items():
    sign = "*" if move == answer.best else " "
    print(f"{sign} {move:8} {of.value:6.3f} worms, burnt {of.burn:6.1%}")

# %% [markdown]
# ## How the turn ends
#
# The same answer has the chance of every ending. Here are the five most likely ones.

# %%
best = answer.moves[answer.best]
likely = sorted(best.endings.items(), key=lambda ending: -ending[1])[:5]
print(", ".join(f"{ending} {chance:.1%}" for ending, chance in likely))

# %% [markdown]
# ## Boldness
#
# Somebody who wants one certain tile plays in another way. `worth` says what each ending is worth: here 1 for
# one tile and 0 for everything else, so that a value is the best chance to get it in a fresh turn.

# %%
tiles = range(21, 37)
board = odds.Board(grill=tuple(tiles))
chances = odds.fresh([board] * len(tiles), [{f"take {tile}": 1} for tile in tiles])

# %%
import matplotlib

matplotlib.use("agg")  # writes files, needs no screen; leave this line out in a notebook
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(7, 3.5), layout="constrained")
axes.bar(tiles, 100 * chances, color="#c2571a")
axes.set(
    xlabel="tile", ylabel="chance to get it, %", title="Playing for one tile, with all tiles on the grill"
)
axes.set_xticks(list(tiles))
figure.savefig("odds.png", dpi=150)
