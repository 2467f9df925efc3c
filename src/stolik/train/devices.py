"""Data parallelism over local devices: games are sharded, the network is replicated, gradients are averaged.

On one device all of this is a no-op. On several, ``on_all`` makes a program that runs on all of them; in it,
only ``mean``, ``total`` and ``own`` know of the other devices.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import jax
import numpy as np
from jax import Array, lax
from jax.sharding import Mesh, NamedSharding, PartitionSpec

T = TypeVar("T")

MEMINFO: Final = Path("/proc/meminfo")
LIMITS: Final = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)
"""Where Linux has the memory limit of a container."""

_AXIS: Final = "devices"
SAME: Final = PartitionSpec()  # type: ignore[no-untyped-call]
"""Replicated on every device: a network, a key."""
SPREAD: Final = PartitionSpec(_AXIS)  # type: ignore[no-untyped-call]
"""Sharded over the devices by the first axis: games, and the decisions in them."""


def number() -> int:
    """Return the number of local devices."""
    return jax.local_device_count()


def name() -> str:
    """Return the name of the devices, such as ``2 × gpu NVIDIA H200``."""
    device = jax.local_devices()[0]
    kind = " ".join(dict.fromkeys((device.platform, device.device_kind)))
    return kind if number() == 1 else f"{number()} × {kind}"


def memory() -> int | None:
    """Return the bytes of memory that each device has for arrays, or ``None`` if unknown."""
    told = jax.local_devices()[0].memory_stats() or {}
    if "bytes_limit" in told:
        return int(told["bytes_limit"])
    if jax.default_backend() != "cpu" or not MEMINFO.exists():
        return None
    free = re.search(r"MemAvailable: +([0-9]+) kB", MEMINFO.read_text(encoding="ascii"))
    if free is None:
        return None
    limits = [path.read_text(encoding="ascii").strip() for path in LIMITS if path.exists()]
    return min([1024 * int(free[1]), *(int(limit) for limit in limits if limit.isdigit())]) // number()


def part(games: int) -> int:
    """Return the number of games on each device, of so many on all: a remainder is dropped."""
    return max(1, games // number())


def on_all(function: Callable[..., Any], takes: Any, gives: Any) -> Callable[..., Any]:
    """Return a program that runs on all devices; its inputs and outputs are ``SAME`` or ``SPREAD``."""
    if number() == 1:
        return function
    return jax.jit(jax.shard_map(function, mesh=_mesh(), in_specs=takes, out_specs=gives, check_vma=False))


def to_all(tree: T) -> T:
    """Return a pytree replicated on all devices."""
    if number() == 1:
        return tree
    everywhere: T = jax.device_put(tree, NamedSharding(_mesh(), SAME))
    return everywhere


def spread(tree: T) -> T:
    """Return a pytree sharded over all devices."""
    if number() == 1:
        return tree
    parts: T = jax.device_put(tree, NamedSharding(_mesh(), SPREAD))
    return parts


def to_be_spread(tree: Any) -> Any:
    """Return the shapes of arrays with the sharding that ``spread`` gives them, to compile with."""
    if number() == 1:
        return tree
    return jax.tree.map(partial(_array_to_be, where=NamedSharding(_mesh(), SPREAD)), tree)


def returned(program: Any) -> Any:
    """Return the shapes and shardings of what a compiled program returns, to compile with."""
    return jax.tree.map(_array_to_be, program.out_info, program.output_shardings)


def mean(tree: T) -> T:
    """Return the mean over all devices."""
    if number() == 1:
        return tree
    averaged: T = lax.pmean(tree, _AXIS)  # type: ignore[no-untyped-call]
    return averaged


def total(tree: T) -> T:
    """Return the sum over all devices."""
    if number() == 1:
        return tree
    added: T = lax.psum(tree, _AXIS)  # type: ignore[no-untyped-call]
    return added


def own(key: Array) -> Array:
    """Return a random key that differs on each device."""
    return key if number() == 1 else jax.random.fold_in(key, lax.axis_index(_AXIS))


def _array_to_be(array: Any, where: Any) -> Any:
    return jax.ShapeDtypeStruct(array.shape, array.dtype, sharding=where)  # type: ignore[no-untyped-call]


def _mesh() -> Mesh:
    return Mesh(np.array(jax.local_devices()), (_AXIS,))
