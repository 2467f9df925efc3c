"""What seats can expect of a turn that is played best, from what a value network says of its ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
from jax import Array

from stolik.games.pickomino.bots.planner.features import features
from stolik.games.pickomino.bots.planner.value_network import Network
from stolik.games.pickomino.lab import endings, rules
from stolik.games.pickomino.lab.endings import Ends, Slots, slots
from stolik.games.pickomino.lab.table import TableBits
from stolik.games.pickomino.lab.turns import NO_OFFER, Prices, Rights, values
from stolik.lab.stages import settled

Layers = tuple[tuple[Array, Array], ...]
"""A value network: the weights and the biases of each layer."""


def layers_of(network: Network) -> Layers:
    """Return a network that NumPy has read, for the device."""
    return tuple(
        (jnp.asarray(layer.weights, jnp.float32), jnp.asarray(layer.bias, jnp.float32)) for layer in network
    )


def strengths(layers: Layers, seen: Array) -> Array:
    """Return how strong each seat is, from its features: the logarithm of its chance but for a constant."""
    *hidden, (weights, bias) = layers
    for weight, shift in hidden:
        seen = jax.nn.relu(jnp.matmul(seen, weight, precision="high") + shift)
    return (jnp.matmul(seen, weights, precision="high") + bias)[..., 0]


def chances(layers: Layers, table: TableBits) -> Array:
    """Return each seat's chance where a turn begins, the one in turn first: ``(…, players)``."""
    strong = strengths(layers, features(settled(endings.positions(table)), jnp))
    return jax.nn.softmax(strong).reshape(*table.grill.shape, -1)


class Prospect(NamedTuple):
    """What can become of turns that are about to begin."""

    table: TableBits
    ends: Ends
    chances: Array
    """Each seat's chance after each slot, the next seat first: ``(slots, tables, players)``."""


def judged(layers: Layers, ends: Ends) -> Array:
    """Return each seat's chance after turns, the next seat first: known where a game is over."""
    return _known(ends, chances(layers, ends.table))


def _known(ends: Ends, going: Array) -> Array:
    return jnp.where(ends.over[..., None], endings.won(ends.table), going)


Judge: TypeAlias = Callable[[TableBits], Array]
"""Returns each seat's chance at tables where a turn begins, the one in turn first: ``(tables, players)``."""


def prospect_by(judge: Judge, table: TableBits, *, hen_turns_down: bool = False) -> Prospect:
    """Return what can become of turns; the tables after them are judged, but for games that are over."""
    ends = settled(endings.all_ends(table, hen_turns_down=hen_turns_down))
    later = jax.tree.map(lambda part: part.reshape(-1), ends.table)
    going = judge(later).reshape(*ends.over.shape, -1)
    return Prospect(table, ends, _known(ends, going))


def prospect(layers: Layers, table: TableBits, ahead: int = 0, *, hen_turns_down: bool = False) -> Prospect:
    """Return what can become of turns; the ends are judged after so many turns more, each played best."""

    def judge(later: TableBits) -> Array:
        if not ahead:
            return chances(layers, later)
        return expected(prospect(layers, later, ahead - 1, hen_turns_down=hen_turns_down))

    return prospect_by(judge, table, hen_turns_down=hen_turns_down)


def expected(one: Prospect) -> Array:
    """Return each seat's chance before turns that are played best, the one in turn first."""
    (flow,) = run([one], [one.chances[..., -1]])
    return flow.expected(one.chances)


class Flow(NamedTuple):
    """How likely a turn ends in each slot: ``(slots, tables)``."""

    plain: Array
    rich: Array
    """With a round worm for ones."""
    rich_slot: Array
    """The slot that a round worm for ones is: what is burnt with it, from the best giver."""

    def expected(self, chances: Array) -> Array:
        """Return each seat's chance before the turn, the one in turn first.

        What a round worm adds to the chances is taken to be what it adds if the turn is burnt.
        """
        found = jnp.einsum("sb,sbp->bp", self.plain + self.rich, chances, precision="highest")
        richer = jnp.take_along_axis(chances, self.rich_slot[None, :, None], axis=0)[0] - chances[0]
        return jnp.roll(found + self.rich.sum(axis=0)[:, None] * richer, 1, axis=1)


def run(prospects: Sequence[Prospect], worths: Sequence[Array]) -> list[Flow]:
    """Return how turns run at several tables if the player wants what each slot is worth to it."""
    found: dict[int, Flow] = {}
    for deluxe in (False, True):
        which = [n for n, one in enumerate(prospects) if (one.table.perch is not None) == deluxe]
        if which:
            flows = _run([prospects[n] for n in which], [worths[n] for n in which])
            found.update(zip(which, flows, strict=True))
    return [found[number] for number in range(len(prospects))]


def _run(prospects: list[Prospect], worths: list[Array]) -> list[Flow]:
    """Do the same at tables of one variant: their turns are solved together."""
    deluxe = prospects[0].table.perch is not None
    rich_slots = [rich_slot(one, worth) for one, worth in zip(prospects, worths, strict=True)]
    richer = [
        worth + (jnp.take_along_axis(worth, slot[None], axis=0) - worth[0])
        for worth, slot in zip(worths, rich_slots, strict=True)
    ]
    help_ = [endings.rights(one.table) for one in prospects]
    rights: Rights | None = jax.tree.map(lambda *parts: jnp.concatenate(parts), *help_) if deluxe else None

    def value(plain: list[Array], rich: list[Array]) -> Array:
        return values(_prices(prospects, plain), _prices(prospects, rich) if deluxe else None, rights)

    total, back = jax.vjp(value, worths, richer)
    flows = back(jnp.ones_like(total))
    return [Flow(plain, rich, slot) for plain, rich, slot in zip(*flows, rich_slots, strict=True)]


def _prices(prospects: list[Prospect], worths: list[Array]) -> Prices:
    each = [
        endings.prices(one.table, one.ends.there, worth) for one, worth in zip(prospects, worths, strict=True)
    ]
    together: Prices = jax.tree.map(lambda *parts: jnp.concatenate(parts, axis=-1), *each)
    return together


def rich_slot(one: Prospect, worth: Array) -> Array:
    """Return the slot of what is burnt with a round worm; without one, what is burnt."""
    rich = _slots(one).rich == 1
    offered = jnp.where(jnp.asarray(rich)[:, None] & one.ends.there, worth, NO_OFFER)
    return jnp.where(offered.max(axis=0) > NO_OFFER, offered.argmax(axis=0), 0)


def _slots(one: Prospect) -> Slots:
    return slots(len(one.table.seats), deluxe=one.table.perch is not None)


def play(one: Prospect, flow: Flow, exploration: Array, key: Array) -> tuple[Array, Array]:
    """Return a slot for each table in which its turn ends, by its chance, and whether with a round worm.

    With the probability ``exploration`` it is any slot.
    """
    drawing, exploring, any_of = jax.random.split(key, 3)
    both = jnp.concatenate((flow.plain, flow.rich))
    drawn = jax.random.categorical(drawing, jnp.log(jnp.maximum(both, 1e-30)), axis=0)
    number = len(flow.plain)
    plain = jnp.where(one.ends.there & (jnp.asarray(_slots(one).rich) == 0)[:, None], 0.0, NO_OFFER)
    explores = jax.random.uniform(exploring, exploration.shape) < exploration
    slot = jnp.where(explores, jax.random.categorical(any_of, plain, axis=0), drawn % number)
    return slot, ~explores & (drawn >= number)


def after(one: Prospect, flow: Flow, slot: Array, rich: Array) -> Ends:
    """Return the tables after turns that have ended in a slot."""
    ways = _slots(one)
    table = one.table
    if table.perch is not None:
        giver = ways.of(flow.rich_slot)
        table = _with_round_worm(table, giver, rich & (giver.rich == 1))
    return endings.end(table, ways.of(slot))


def _with_round_worm(table: TableBits, giver: Slots, when: Array) -> TableBits:
    table, _ = rules.earn_round_worm(table, when & (giver.away == 0))
    return rules.worm_from(table, giver.away, when & (giver.away != 0))
