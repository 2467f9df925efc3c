"""Write the golden records again, after a rule has changed on purpose."""

from tests.test_golden import GAMES, golden, path

for name in GAMES:
    golden(name).save(path(name))
    print(name)
