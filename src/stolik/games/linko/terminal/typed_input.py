"""What people type to play cards: ``7``, ``7 2``, ``7 2 1``, ``j``, or a layer as a record has it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from stolik.games.linko.notation import PLAY
from stolik.games.linko.pieces import CARDS, JOKER, Layer

JOKERS_ALONE = re.compile(r"j(?: (\d+))?|(\d+)j")
VALUE_FIRST = re.compile(r"(?P<value>\d+)(?: (?P<number>\d+))?(?: (?P<jokers>\d+)|\+(?P<more>\d+)j)?")
NUMBER_FIRST = re.compile(r"(?P<number>\d+) ?[x×] ?(?P<value>\d+)(?:\+(?P<more>\d+)j)?")


def read(answer: str, hand: Mapping[str, int]) -> str | None:
    """Return the play that an answer stands for, held or not; nothing if it is not written like one.

    >>> hand = {"7": 3, "j": 2}
    >>> [read(answer, hand) for answer in ("7", "7 2", "7 2 1", "7+j", "j", "j 1")]
    ['play 3x7', 'play 2x7', 'play 2x7+1j', 'play 3x7+1j', 'play 2j', 'play 1j']
    >>> read("play 2x7+1j", hand), read("2x7+1j", hand), read("9", hand), read("x", hand)
    ('play 2x7+1j', 'play 2x7+1j', 'play 1x9', None)
    """
    text = re.sub(r" ?\+ ?", "+", answer.removeprefix("play "))
    text = re.sub(r"[ +]j$", "+1j", text)
    if match := JOKERS_ALONE.fullmatch(text):
        size = int(match[1] or match[2] or hand.get("j", 0) or 1)
        return PLAY.get(Layer(JOKER, size, size))
    if match := VALUE_FIRST.fullmatch(text) or NUMBER_FIRST.fullmatch(text):
        return _play(match.groupdict(), hand)
    return None


def key(layer: Layer, hand: Mapping[str, int]) -> str:
    """Return the shortest way to type a layer.

    >>> key(Layer(6, 3), {"7": 3}), key(Layer(6, 2), {"7": 3}), key(Layer(6, 3, 1), {"7": 3, "j": 1})
    ('7', '7 2', '7 2 1')
    """
    name = CARDS[layer.value]
    number = layer.size if layer.value == JOKER else layer.size - layer.jokers
    if layer.value != JOKER and layer.jokers:
        return f"{name} {number} {layer.jokers}"
    return name if number == hand[name] else f"{name} {number}"


def _play(parts: Mapping[str, str | None], hand: Mapping[str, int]) -> str | None:
    """Return the play of these parts, if the box has so many cards; without a number all are meant."""
    value = parts["value"]
    if value not in CARDS:
        return None
    number = int(parts["number"] or hand.get(value, 0) or 1)
    jokers = int(parts.get("jokers") or parts["more"] or 0)
    return PLAY.get(Layer(CARDS.index(value), number + jokers, jokers))
