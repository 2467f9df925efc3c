"""Numbers for the card game: what each action stands for, and a view as a list of numbers.

Every move is one action, and the first 649 mean the same in every mode; ``docs/lab-linko.md`` has the table.
Seats in an observation are counted from the observer, who comes first. All numbers are divided by powers of
two, so that any two ways to compute them agree to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from stolik import encoding
from stolik.core import CHANCE, Game, Move
from stolik.games.linko.dealing import CardByCard, Unknown
from stolik.games.linko.from_view import counts_of, layer_of, place_of
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
from stolik.games.linko.pieces import (
    CARDS,
    COPIES,
    JOKER,
    JOKERS,
    POOL,
    THIRTEEN,
    Counts,
    Layer,
    Place,
    count,
    spread,
)
from stolik.games.linko.rules import LinkoState, Phase, is_duel
from stolik.games.linko.views import Cards, LinkoView

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
        return _numbers(_seen_in(view, view["seat"], view["hand"]))

    def observed(self, state: LinkoState, seat: int) -> list[float]:
        """Return ``observation(state.view(seat))``, quicker."""
        return _numbers(_seen_by(state, seat))

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


class _Seen(NamedTuple):
    """What one seat, the observer, may know."""

    observer: int
    hand: Counts
    seats: Sequence[tuple[int, Counts, tuple[Layer, ...]]]
    """Of each: how many cards it holds, those that all know of, and its layers."""
    pool: Sequence[Place]
    row: Counts | None
    deck: int
    discard: Counts
    phase: str
    turn: int | None
    actor: int | None
    victim: int | None
    owed: int
    stole: bool
    quiet: int


def _seen_in(view: LinkoView, observer: int, hand: Cards) -> _Seen:
    turn, pending = view["turn"], view["pending"]
    return _Seen(
        observer,
        counts_of(hand),
        [(s["cards"], counts_of(s["known"]), tuple(map(layer_of, s["layers"]))) for s in view["seats"]],
        tuple(map(place_of, view["pool"])),
        None if view["virtual"] is None else counts_of(view["virtual"]),
        view["deck"],
        counts_of(view["discard"]),
        view["phase"],
        turn["seat"] if turn else None,
        view["actor"],
        pending.get("victim") if pending else None,
        pending.get("cards", 0) if pending else 0,
        turn["stole"] if turn else False,
        turn["quiet"] if turn else 0,
    )


def _seen_by(state: LinkoState, observer: int) -> _Seen:
    hands, known, layers, pool, deck, discard, row = state.table
    turn, phase = state.turn, state.phase
    going = phase not in ("lots", "deal", "over")
    return _Seen(
        observer,
        hands[observer],
        list(zip(map(sum, hands), known, layers, strict=True)),
        pool,
        row,
        len(deck),
        discard,
        phase,
        state.seat if going else None,
        state.actor,
        turn.victim if phase in ("theft", "recall") else None,
        turn.owed if phase in ("draw", "may_draw") else 0,
        going and turn.stole,
        turn.quiet if going else 0,
    )


def _numbers(seen: _Seen) -> list[float]:
    """Return an observation."""
    players, first = len(seen.seats), seen.observer
    numbers = _counts(seen.hand)
    for away in range(players):
        numbers += _seat(*seen.seats[(first + away) % players])
    if seen.row is not None:
        numbers += _places(seen.pool)
        numbers += _counts(seen.row)[:THIRTEEN]
    else:
        numbers += _counts(count([card for place in seen.pool for card in place]))
    numbers.append(seen.deck / OF_THE_DECK)
    numbers += _counts(seen.discard)
    return numbers + _turn(seen, players)


@lru_cache(4096)
def _seat(cards: int, known: Counts, layers: tuple[Layer, ...]) -> list[float]:
    """Return what all see of a seat: its hand as far as it is known, and what lies before it."""
    laid = count([card for layer in layers for card in layer.cards()])
    seen = [cards / OF_A_HAND, *_counts(known), *_counts(laid), len(layers) / OF_A_HAND]
    for layer in layers[: -TOP_LAYERS - 1 : -1]:
        seen += _one_of(len(CARDS), layer.value)
        seen += [layer.size / OF_A_HAND, layer.jokers / OF_A_CARD]
    return seen + [0.0] * ((len(CARDS) + 2) * (TOP_LAYERS - len(layers)))


def _places(pool: Sequence[Place]) -> list[float]:
    """Return the six places of a duel's pool: the bottom card, and how many 13s and jokers lie on it."""
    seen: list[float] = []
    for bottom, *others in pool:
        seen += _one_of(len(CARDS), bottom)
        seen += [others.count(THIRTEEN) / OF_A_CARD, others.count(JOKER) / OF_A_CARD]
    return seen + [0.0] * ((len(CARDS) + 2) * (POOL - len(pool)))


def _turn(seen: _Seen, players: int) -> list[float]:
    """Return what comes next, who is concerned, how many cards are owed, and how the turn went so far."""

    def seat(number: int | None) -> list[float]:
        return _one_of(players, None if number is None else (number - seen.observer) % players)

    return [
        *_one_of(len(PHASES), PHASES.index(seen.phase) if seen.phase in PHASES else None),
        *seat(seen.turn),
        *seat(None if seen.actor == CHANCE else seen.actor),
        *seat(seen.victim),
        seen.owed / OF_A_HAND,
        float(seen.stole),
        seen.quiet / OF_QUIET_TURNS,
    ]


def _one_of(size: int, place: int | None) -> list[float]:
    places = [0.0] * size
    if place is not None:
        places[place] = 1.0
    return places


def _counts(counts: Counts) -> list[float]:
    return [number / OF_A_CARD for number in counts]
