"""The games, one room each: a folder here holds everything of a game and has its ``PLUGIN``."""

from importlib import import_module
from pkgutil import iter_modules

from stolik.core import register

for _found in iter_modules(__path__):
    register(import_module(f"{__name__}.{_found.name}").PLUGIN)
