"""What lies on the table of the dice game, and the ways single pieces move on it."""

from __future__ import annotations

from bisect import bisect
from typing import NamedTuple

from stolik.core import make, put
from stolik.games.pickomino.pieces import APPLE, APPLE_WORMS, ROUND_WORMS, Specialist, worms_on


class Table(NamedTuple):
    """Everything that stays from turn to turn."""

    grill: tuple[int, ...]
    """The face-up tiles on the grill, lowest first."""
    down: tuple[int, ...]
    """The tiles turned face down, in the order it happened."""
    stacks: tuple[tuple[int, ...], ...]
    """Each seat's tiles, the top one last."""
    perched: tuple[tuple[int, Specialist], ...]
    """The specialists on the grill, each with the tile it stands on, lowest first."""
    held: tuple[Specialist | None, ...]
    """Each seat's specialist."""
    round_worms: tuple[int, ...]
    """Each seat's round worms."""

    @property
    def supply(self) -> int:
        """The round worms nobody has yet."""
        return ROUND_WORMS - sum(self.round_worms)

    def top(self, seat: int) -> int | None:
        """Return the top tile of a stack."""
        stack = self.stacks[seat]
        return stack[-1] if stack else None

    def worms(self, seat: int) -> int:
        """Return the worms on a seat's tiles."""
        return sum(map(worms_on, self.stacks[seat]))

    def score(self, seat: int) -> int:
        """Return what a seat would score now: tiles, round worms (D-17) and the apple (D-9)."""
        apple = APPLE_WORMS if self.held[seat] == APPLE else 0
        return self.worms(seat) + self.round_worms[seat] + apple

    def specialist_on(self, tile: int) -> Specialist | None:
        """Return the specialist that stands on a tile of the grill."""
        for perch, specialist in self.perched:
            if perch == tile:
                return specialist
        return None

    # -- tiles ----------------------------------------------------------------------------------------

    def grill_to_stack(self, tile: int, seat: int) -> Table:
        """Move a tile from the grill onto a stack (P-12)."""
        grill, down, stacks, perched, held, round_worms = self
        at = grill.index(tile)
        stacks = put(stacks, seat, (*stacks[seat], tile))
        return make(Table, (grill[:at] + grill[at + 1 :], down, stacks, perched, held, round_worms))

    def stack_to_stack(self, robbed: int, seat: int) -> Table:
        """Move the top tile of one stack onto another (P-8, P-12)."""
        grill, down, stacks, perched, held, round_worms = self
        tile = stacks[robbed][-1]
        stacks = put(stacks, robbed, stacks[robbed][:-1])
        stacks = put(stacks, seat, (*stacks[seat], tile))
        return make(Table, (grill, down, stacks, perched, held, round_worms))

    def stack_to_grill(self, seat: int) -> Table:
        """Put the top tile of a stack back in its place on the grill (P-15)."""
        grill, down, stacks, perched, held, round_worms = self
        tile = stacks[seat][-1]
        at = bisect(grill, tile)
        stacks = put(stacks, seat, stacks[seat][:-1])
        return make(Table, ((*grill[:at], tile, *grill[at:]), down, stacks, perched, held, round_worms))

    def turn_highest_down(self) -> Table:
        """Turn the highest face-up tile of the grill face down (P-15); D-8 looks after its specialist."""
        grill, down, stacks, perched, held, round_worms = self
        highest = grill[-1]
        table = make(Table, (grill[:-1], (*down, highest), stacks, perched, held, round_worms))
        displaced = self.specialist_on(highest)
        return table.lift(displaced).perch(displaced) if displaced else table

    # -- specialists ----------------------------------------------------------------------------------

    def perch(self, specialist: Specialist) -> Table:
        """Put a specialist on the lowest free tile; with no free tile it leaves the game (D-6)."""
        taken = dict(self.perched)
        for tile in self.grill:
            if tile not in taken:
                return self._replace(perched=tuple(sorted([*self.perched, (tile, specialist)])))
        return self

    def lift(self, specialist: Specialist) -> Table:
        """Take a specialist off the grill."""
        return self._replace(perched=tuple(spot for spot in self.perched if spot[1] != specialist))

    def hold(self, seat: int, specialist: Specialist | None) -> Table:
        """Give a seat a specialist in place of the one it had, or none."""
        return self._replace(held=put(self.held, seat, specialist))

    # -- round worms ----------------------------------------------------------------------------------

    def add_round_worms(self, seat: int, number: int) -> Table:
        """Give a seat round worms, or with a negative number take some away."""
        return self._replace(round_worms=put(self.round_worms, seat, self.round_worms[seat] + number))
