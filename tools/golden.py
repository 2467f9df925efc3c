"""Write the golden records anew, after a rule has changed on purpose."""

from tests.linko import test_golden as linko
from tests.pickomino import test_golden as pickomino

for game in (linko, pickomino):
    for name in game.GAMES:
        game.golden(name).save(game.path(name))
        print(name)
