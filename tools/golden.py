"""Write the golden records of the dice game anew, after a rule has changed on purpose."""

from tests.pickomino.test_golden import GAMES, golden, path

for name in GAMES:
    golden(name).save(path(name))
    print(path(name))
