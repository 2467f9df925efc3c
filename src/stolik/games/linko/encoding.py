"""Numbers for the card game: what each action stands for, and a view as a list of numbers.

Every move is one action, and the first 649 mean the same in every mode; ``docs/lab-linko.md`` has the table.
Seats in an observation are counted from the observer, who comes first. All numbers are divided by powers of
two, so that any two ways to compute them agree to the last bit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import accumulate
from typing import Final

from stolik import encoding
from stolik.core import CHANCE, Game, Move
from stolik.games.linko.dealing import CardByCard, Unknown
from stolik.games.linko.notation import (
    DISCARD,
    DRAW,
    DRAW_DECK,
    GRAB,
    LEAVE,
    PASS,
    PLAY,
    RAID,
    RECALL,
    place_text,
)
from stolik.games.linko.pieces import CARDS, COPIES, JOKER, JOKERS, POOL, THIRTEEN, Layer, spread
from stolik.games.linko.rules import LinkoState, Phase, is_duel
from stolik.games.linko.views import Cards, LinkoSeat, LinkoView

PHASES: Final[tuple[Phase, ...]] = ("play", "raid", "theft", "recall", "draw", "may_draw", "over")
"""The phases in which a seat decides, and the end."""

# -- Actions ----------------------------------------------------------------------------------------------

PLAYS_OF_A_NUMBER: Final = COPIES * (JOKERS + 1)
"""How many plays there are of one number: 1 to 8 cards, each with 0 to 5 jokers (L-3, L-4)."""

_PLACE: Final = {name: card for card, name in enumerate(CARDS)}
_DECISIONS: Final = (GRAB, LEAVE, RECALL, DISCARD, PASS, DRAW_DECK)
_DRAWS: Final = tuple(DRAW[(card,)] for card in range(len(CARDS)))
_PLAYS: Final = tuple(
    PLAY[Layer(card, numbers + jokers, jokers)]
    for card in range(JOKER)
    for numbers in range(1, COPIES + 1)
    for jokers in range(JOKERS + 1)
) + tuple(PLAY[Layer(JOKER, jokers, jokers)] for jokers in range(1, JOKERS + 1))

GRABS, LEAVES, RECALLS, DISCARDS, PASSES, DECK_DRAWS, DRAWS, PLAYS, RAIDS, GROUPS, DUEL_ACTIONS = accumulate(
    (1, 1, 1, 1, 1, 1, len(_DRAWS), len(_PLAYS), THIRTEEN, POOL), initial=0
)
"""The number of the first action of each kind, and the end. In a duel a set to raid goes by its value, and a
group in the pool by its place from the left: of equal ones the leftmost."""

_NUMBERS: Final[dict[str, int]] = {
    **{move: number for number, move in enumerate((*_DECISIONS, *_DRAWS, *_PLAYS))},
    **{move: RAIDS + stolen.value for stolen, move in RAID.items()},
}
"""The numbers of all moves but the draw of a group."""

# -- Observations -----------------------------------------------------------------------------------------

TOP_LAYERS: Final = 3
"""How many layers of each seat an observation tells apart, from the top one down."""

OF_A_CARD: Final = 8  # at most eight of a card
OF_A_HAND: Final = 16  # thirteen to begin with
OF_THE_DECK: Final = 128  # 109 cards in the box
OF_QUIET_TURNS: Final = 512  # 100 rounds of five players


class Encoding(encoding.Encoding[LinkoState, LinkoView]):
    """Actions and observations of one game as numbers.

    >>> import random
    >>> game = Game("linko", players=3)
    >>> encoding = Encoding(game)
    >>> start = game.start()
    >>> state = start.play(start.draw(random.Random(5)))
    >>> [encoding.texts(action, state) for action in encoding.legal(state)[:2]]
    [('play 1x1',), ('play 2x1',)]
    """

    def __init__(self, game: Game) -> None:
        if game.name != "linko":
            raise ValueError(f"this is the encoding of linko, not of {game.name}")
        self.game = game
        self.actions = DUEL_ACTIONS if is_duel(game) else RAIDS
        self.parts = encoding.slices(_sizes(game))
        self.observation_size = observation_size(game)

    def forced(self, now: LinkoState | LinkoView) -> Move | None:
        """Return nothing: every move has an action."""

    def moves(self, now: LinkoState | LinkoView) -> dict[int, tuple[Move, ...]]:
        """Return the legal actions, given a state or the actor's own view, each with its move."""
        if isinstance(now, LinkoState):
            return {_number(move, now): (move,) for move in now.legal}
        return {_number(move, now): (Move(move),) for move in now.get("moves", ())}

    def observation(self, view: LinkoView) -> list[float]:
        """Return what the seat whose view this is may know, as ``observation_size`` numbers."""
        if view["seat"] is None or view["hand"] is None:
            raise ValueError("a spectator has no observation; take the view of a seat")
        players, first = len(view["seats"]), view["seat"]
        seen = _counts(view["hand"])
        for away in range(players):
            seen += _seat(view["seats"][(first + away) % players])
        if view["virtual"] is not None:
            seen += _places(view["pool"])
            seen += _counts(view["virtual"])[:THIRTEEN]
        else:
            seen += _counts(Counter(card for place in view["pool"] for card in place))
        seen.append(view["deck"] / OF_THE_DECK)
        seen += _counts(view["discard"])
        return seen + _turn(view, players, first)

    @property
    def max_chance_outcomes(self) -> int:
        """The most outcomes that chance has at once: a card, or who begins."""
        return max(len(CARDS), self.game.players)

    def stepwise(self, state: LinkoState) -> CardByCard | None:
        """Return the deal card by card."""
        return CardByCard.of(state.game) if state.phase == "deal" else None

    def unknown(self, position: str) -> Unknown | None:
        """Return the cards of a position that nobody names (``?``), hand by hand, then the deck."""
        return Unknown.of(position)

    def hidden(self, state: LinkoState) -> list[str]:
        """Return the hands and the deck."""
        if state.actor == CHANCE:
            return []  # nothing is dealt yet
        hands = [f"hand {seat}: {_names(spread(hand))}" for seat, hand in enumerate(state.table.hands)]
        return [*hands, f"deck: {_names(state.table.deck)}"]


def _names(cards: Iterable[int]) -> str:
    return " ".join(CARDS[card] for card in cards) or "-"


def _number(move: str, now: LinkoState | LinkoView) -> int:
    """Return the number of a move: of a group in the pool (V-4) by the first place where it lies."""
    if (known := _NUMBERS.get(move)) is not None:
        return known
    if isinstance(now, LinkoState):
        pool = [place_text(place) for place in now.table.pool]
    else:
        pool = ["+".join(names) for names in now["pool"]]
    return GROUPS + pool.index(move.removeprefix("draw "))


def observation_size(game: Game) -> int:
    """Return how many numbers an observation has."""
    return sum(_sizes(game).values())


def _sizes(game: Game) -> dict[str, int]:
    """Return what an observation tells, in order, and in how many numbers; seats count from one's own."""
    cards, players = len(CARDS), game.players
    seat = 1 + cards + cards + 1 + TOP_LAYERS * (cards + 2)  # hand size, known, laid, layers, the top ones
    pool = {"places": POOL * (cards + 2), "row": THIRTEEN} if is_duel(game) else {"pool": cards}
    return {
        "hand": cards,
        **{f"seat {away}": seat for away in range(players)},
        **pool,
        "deck": 1,
        "discard": cards,
        "phase": len(PHASES),
        "turn": players,
        "actor": players,
        "victim": players,
        "owed": 1,
        "stole": 1,
        "quiet": 1,
    }


def _seat(seat: LinkoSeat) -> list[float]:
    """Return what all see of a seat: its hand as far as it is known, and what lies before it."""
    layers = seat["layers"]
    seen = [seat["cards"] / OF_A_HAND, *_counts(seat["known"])]
    seen += _counts(Counter(card for layer in layers for card in layer["cards"]))
    seen.append(len(layers) / OF_A_HAND)
    for layer in layers[: -TOP_LAYERS - 1 : -1]:
        cards = layer["cards"]
        seen += _one_of(len(CARDS), layer["value"] - 1)
        seen += [len(cards) / OF_A_HAND, cards.count("j") / OF_A_CARD]
    return seen + [0.0] * ((len(CARDS) + 2) * (TOP_LAYERS - len(layers)))


def _places(pool: list[list[str]]) -> list[float]:
    """Return the six places of a duel's pool: the bottom card, and how many 13s and jokers lie on it."""
    seen: list[float] = []
    for bottom, *others in pool:
        seen += _one_of(len(CARDS), CARDS.index(bottom))
        seen += [others.count("13") / OF_A_CARD, others.count("j") / OF_A_CARD]
    return seen + [0.0] * ((len(CARDS) + 2) * (POOL - len(pool)))


def _turn(view: LinkoView, players: int, first: int) -> list[float]:
    """Return what comes next, who is concerned, how many cards are owed, and how the turn went so far."""

    def seat(number: int | None) -> list[float]:
        return _one_of(players, None if number is None else (number - first) % players)

    turn, pending = view["turn"], view["pending"]
    return [
        *_one_of(len(PHASES), PHASES.index(view["phase"]) if view["phase"] in PHASES else None),
        *seat(turn["seat"] if turn else None),
        *seat(None if view["actor"] == CHANCE else view["actor"]),
        *seat(pending.get("victim") if pending else None),
        (pending.get("cards", 0) if pending else 0) / OF_A_HAND,
        float(turn["stole"] if turn else False),
        (turn["quiet"] if turn else 0) / OF_QUIET_TURNS,
    ]


def _one_of(size: int, place: int | None) -> list[float]:
    places = [0.0] * size
    if place is not None:
        places[place] = 1.0
    return places


def _counts(counts: Cards) -> list[float]:
    seen = [0.0] * len(CARDS)
    for name, number in counts.items():  # they name few cards, and this is asked for often
        seen[_PLACE[name]] = number / OF_A_CARD
    return seen
