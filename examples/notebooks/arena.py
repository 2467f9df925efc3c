"""A bot of your own, in the arena.

A script in cells: an editor that knows `# %%` runs them one by one, Python runs all of them. It needs the
extra `bots`.
"""

# %% [markdown]
# ## The bot
#
# A bot is a program that reads one request a line and answers with one line. This one takes or steals what
# it can get at once, keeps worms if there are any, and plays the last of its moves otherwise.

# %%
import shlex
import sys
from pathlib import Path

import stolik
from stolik.arena import play_match

PROGRAM = """
import json
import sys

for line in sys.stdin:
    request = json.loads(line)
    match request["do"]:
        case "hello":
            print("stolik 1", flush=True)
        case "start":
            print("ok", flush=True)
        case "move":
            moves = request["view"]["moves"]
            liked = [move for move in moves if move.startswith(("take", "steal")) or move == "keep w"]
            print((liked or moves)[-1], flush=True)
        case "quit":
            break
"""
program = Path("quick.py")
program.write_text(PROGRAM, encoding="utf-8")
bot = "cmd:" + shlex.join([sys.executable, str(program.resolve())])

# %% [markdown]
# ## A match
#
# Every deal is played from each seat with the same dice. The interval is over deals: with more games it
# gets narrower.

# %%
GAMES = 40
game = stolik.Game("pickomino", players=2)
result = play_match(game, [bot, "random"], games=GAMES, seed=1)
for standing in result.standings:
    rate = standing.win_rate
    name = "mine" if standing.name == bot else standing.name
    print(f"{name:8} {rate.mean:.1%} ± {rate.half or 0:.1%}, {standing.forfeits} forfeits")

# %% [markdown]
# ## Where it loses
#
# Against a bot that knows when to stop, the same program has a harder time.

# %%
harder = play_match(game, [bot, "careful"], games=GAMES, seed=1)
print(f"against careful: {harder.standings[0].win_rate.mean:.1%}")
print(harder.plan.command())  # the same match on the command line
