"""Players of the card game. They read a view: their own hand, the table, and nothing hidden."""

from stolik.bots.linko.judging import LAYERS
from stolik.bots.linko.searcher import Searcher
from stolik.bots.linko.simple import Grabber, Lowest, Weigher, robbed

__all__ = ["LAYERS", "Grabber", "Lowest", "Searcher", "Weigher", "robbed"]
