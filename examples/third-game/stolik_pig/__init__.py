"""The dice game Pig, as a plug-in of Stolik.

>>> import stolik
>>> state = stolik.Game("pig", players=2).start().play("roll").play("die 5")
>>> state.moves()
('roll', 'hold')
>>> state.play("hold").view(None)["seats"]
[{'score': 5}, {'score': 0}]
"""

from stolik.core import Option, Plugin
from stolik_pig import position
from stolik_pig.notation import DIE
from stolik_pig.rules import PigState, start

PLUGIN = Plugin(
    name="pig",
    options=(
        Option("players", (2, 3, 4, 5, 6), 2, "option.players"),
        Option("goal", (50, 100, 200), 100, "pig.option.goal"),
    ),
    start=start,
    read_position=position.read,
    write_position=position.write,
    chance={"die": DIE},
    levels={"easy": "timid", "medium": "twenty", "hard": "racer", "master": "racer"},
    words="stolik_pig.words",
    bots="stolik_pig.bots:BOTS",
    encoding="stolik_pig.encoding:Encoding",
    picture="stolik_pig.picture:picture",
)

__all__ = ["PLUGIN", "PigState", "start"]
