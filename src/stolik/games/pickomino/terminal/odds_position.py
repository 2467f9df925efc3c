"""A moment of the dice game written on the command line: ``--grill 21-36 --aside 4,4,4,w --dice 4``."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from stolik.cli.arguments import bad_value
from stolik.cli.errors import Wrong
from stolik.core import Game
from stolik.games.pickomino.dice import aside_of, hand_of
from stolik.games.pickomino.notation import MAX_PLAYERS, ROLL
from stolik.games.pickomino.pieces import (
    DICE,
    FACES,
    GOLDEN_DIE,
    LOW_TILES,
    RAVEN,
    ROUND_WORMS,
    SPECIALISTS,
    TILES,
    Specialist,
)
from stolik.games.pickomino.rules import PickominoState, Turn, go_on, turn_begins
from stolik.games.pickomino.table import Table
from stolik.words import Words

NAMES: dict[str, Specialist] = {name: name for _, name in SPECIALISTS}
RANGE = re.compile(r"(\d+)(?:[-–](\d+))?(?::(\w+))?")
DIE = re.compile(r"g?[1-5w]")
GOLDEN = ("g1", "gw")
"""A golden die of ones and worms, set aside or rolled."""


class Spot(NamedTuple):
    """A tile, and the specialist on it, if there is one."""

    tile: int
    specialist: Specialist | None


class Reader:
    """Reads a position from arguments, and raises ``Wrong`` for those that do not go together."""

    def __init__(self, words: Words, args: argparse.Namespace) -> None:
        self.words = words
        self.args = args
        self.variant: str = args.variant or "base"
        self.golden_die: str = args.golden_die or "standard"
        self.every = (*LOW_TILES, *TILES) if self.variant == "deluxe" else TILES

    def position(self) -> PickominoState | None:
        """Return the moment, the reader's turn at seat 0; ``None`` if by then the roll is burnt."""
        tops, mine = self._tiles("--tops", self.args.tops), self._tiles("--mine", self.args.mine)
        if len(mine) > 1:
            raise bad_value(self.words, "--mine", self.args.mine, [self.words("pickomino.odds.one_tile")])
        if len(tops) >= MAX_PLAYERS:
            raise bad_value(
                self.words, "--tops", self.args.tops, [self.words("pickomino.odds.tops", n=MAX_PLAYERS - 1)]
            )
        grill = self._grill([*tops, *mine])
        self._check(grill, [*tops, *mine])
        seats: list[Spot | None] = [mine[0] if mine else None, *tops]
        seats += [None] * (2 - len(seats))
        game = Game("pickomino", len(seats), variant=self.variant, golden_die=self.golden_die)
        return self._turn(game, self._table(grill, seats))

    # -- the table ------------------------------------------------------------------------------------

    def _tiles(self, flag: str, text: str | None) -> list[Spot]:
        """Return the tiles that are written like ``21-24,26:hen``."""
        spots: list[Spot] = []
        for part in (text or "").replace(",", " ").split():
            match = RANGE.fullmatch(part)
            first, last, name = match.groups() if match else ("0", None, None)
            tiles = range(int(first), int(last or first) + 1)
            found = [tile for tile in self.every if tile in tiles]
            if not found or not {tiles[0], tiles[-1]} <= set(self.every):
                raise bad_value(self.words, flag, part, [self._tiles_there_are()])
            spots += [Spot(tile, self._specialist(flag, name)) for tile in found]
        return sorted(spots) if flag == "--grill" else spots

    def _tiles_there_are(self) -> str:
        key = "pickomino.odds.tiles_deluxe" if self.variant == "deluxe" else "pickomino.odds.tiles"
        return self.words(key)

    def _specialist(self, flag: str, name: str | None) -> Specialist | None:
        if name is None:
            return None
        if self.variant != "deluxe":
            raise Wrong(self.words("error.together", option=f"{flag} …:{name}", needed="--variant deluxe"))
        known = [one for one in NAMES if flag == "--grill" or one != RAVEN]
        if name not in known:
            raise bad_value(self.words, flag, name, known)
        return NAMES[name]

    def _grill(self, elsewhere: Sequence[Spot]) -> list[Spot]:
        """Return the grill as it was written; otherwise as the game begins, less what players have."""
        if self.args.grill is not None:
            grill = self._tiles("--grill", self.args.grill)
            if not grill:
                raise Wrong(self.words("pickomino.odds.empty_grill"))
            return grill
        gone = {spot.tile for spot in elsewhere}
        held = {spot.specialist for spot in elsewhere}
        perched = dict(SPECIALISTS) if self.variant == "deluxe" else {}
        standing = {tile: name for tile, name in perched.items() if name not in held}
        return [Spot(tile, standing.get(tile)) for tile in self.every if tile not in gone]

    def _check(self, *places: Iterable[Spot]) -> None:
        """Raise ``Wrong`` for a tile or a specialist that is at two places."""
        spots = [spot for place in places for spot in place]
        names = Counter(spot.specialist for spot in spots if spot.specialist)
        for tile, number in Counter(spot.tile for spot in spots).items():
            if number > 1:
                raise Wrong(self.words("pickomino.odds.tile_twice", tile=tile))
        for name, number in names.items():
            if number > 1:
                raise Wrong(self.words("pickomino.odds.specialist_twice", specialist=name))

    def _table(self, grill: Sequence[Spot], seats: Sequence[Spot | None]) -> Table:
        lying = {spot.tile for spot in (*grill, *seats) if spot}
        return Table(
            grill=tuple(spot.tile for spot in grill),
            down=tuple(tile for tile in self.every if tile not in lying),
            stacks=tuple((spot.tile,) if spot else () for spot in seats),
            perched=tuple((spot.tile, spot.specialist) for spot in grill if spot.specialist),
            held=tuple(spot.specialist if spot else None for spot in seats),
            round_worms=(ROUND_WORMS if self.args.no_round_worms else 0, *[0] * (len(seats) - 1)),
        )

    # -- the turn -------------------------------------------------------------------------------------

    def _turn(self, game: Game, table: Table) -> PickominoState | None:
        aside, roll = self._dice("--aside", self.args.aside), self._dice("--roll", self.args.roll)
        left = self._left(len(aside), len(roll), golden=table.held[0] == GOLDEN_DIE)
        gold = len(aside) + left > DICE
        odd_die = self._odd_die(aside, roll, plays=gold and self.golden_die == "ones_and_worms")
        counts = Counter(die[-1] for die in aside)
        turn = Turn(aside_of(tuple(counts[face] for face in FACES)), hand_of(left, odd_die), gold)
        if not aside and not roll:
            return turn_begins(game, table, 0)
        state = go_on(game, table, 0, turn) if aside else turn_begins(game, table, 0)._replace(turn=turn)
        if roll:
            if ROLL not in state.moves() or state.seat != 0:
                raise Wrong(self.words("pickomino.odds.no_roll"))
            state = state.play(ROLL).play(_fallen(roll))
        return state if state.actor == 0 and state.phase in ("kept", "rolled") else None

    def _dice(self, flag: str, text: str | None) -> list[str]:
        """Return the dice that are written like ``4,4,w`` or ``44w``."""
        written = re.sub(r"[\s,]", "", text or "").lower()
        dice = DIE.findall(written)
        if "".join(dice) != written:
            raise bad_value(self.words, flag, text, [self.words("pickomino.odds.faces")])
        return dice

    def _left(self, aside: int, rolled: int, golden: bool) -> int:
        """Return how many dice are not set aside."""
        whole = (DICE, DICE + 1) if golden else (DICE,)
        given = self.args.dice
        left = given if given is not None else rolled or max(DICE - aside, 0)
        if rolled and rolled != left:
            raise Wrong(self.words("pickomino.odds.rolled", rolled=rolled, dice=left))
        if aside + left not in whole:
            allowed = "/".join(map(str, whole))
            raise Wrong(
                self.words("pickomino.odds.count", aside=aside, dice=left, sum=aside + left, allowed=allowed)
            )
        return int(left)

    def _odd_die(self, aside: Sequence[str], roll: Sequence[str], plays: bool) -> bool:
        """Return whether a golden die of ones and worms is still to be set aside; it must be told apart."""
        set_aside, rolled = ([die for die in dice if len(die) > 1] for dice in (aside, roll))
        left = plays and not set_aside
        known = all(die in GOLDEN for die in (*set_aside, *rolled))
        if not known or len(set_aside) > plays or len(rolled) != (left and bool(roll)):
            raise Wrong(self.words("pickomino.odds.golden"))
        return left


def _fallen(roll: Sequence[str]) -> str:
    """Return the text of a roll, a golden die of ones and worms last."""
    white = sorted((die for die in roll if len(die) == 1), key=FACES.index)
    golden = [f"gold {die[-1]}" for die in roll if len(die) > 1]
    return " ".join(["dice", *white, *golden])
