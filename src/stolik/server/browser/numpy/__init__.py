"""The part of NumPy that bots and judges use, for Python inside a browser, where there is none yet.

``import numpy`` finds this there. Arrays are typed arrays of JavaScript, and what takes long is done
there (``web/src/here/arrays.ts``); names, arguments and results are NumPy's as far as they are needed, which
``tests/web/test_browser_python.py`` compares. Random numbers are others than NumPy's.
"""

from __future__ import annotations

import ast
import builtins
import math
import random as _random
import zipfile
from array import array as _memory
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise
from typing import IO, Any, TypeAlias

import stolik_arrays as _js  # type: ignore[import-not-found]  # the page brings it
from pyodide.ffi import to_js  # type: ignore[import-not-found]

from . import typing as typing

Shape: TypeAlias = "int | Sequence[int]"
Value: TypeAlias = Any
"""An array, a number, or numbers in lists of lists."""


class _Float(float):
    """A kind of numbers; to call it makes a number of Python."""

    def __new__(cls, value: float) -> Any:
        return float(value)


class float32(_Float):  # noqa: N801 -- NumPy's names, here and below
    """Floats of 32 bits."""


class float64(_Float):  # noqa: N801
    """Floats of 64 bits."""


class floating(_Float):  # noqa: N801
    """Floats of either kind."""


class _Int(int):
    def __new__(cls, value: int) -> Any:
        return int(value)


class int32(_Int):  # noqa: N801
    """Whole numbers. They have 32 bits each, whatever they are called."""


int8 = int64 = intp = int32
nan = math.nan

_KINDS: dict[Any, str] = {float32: "f", float64: "d", float: "d", int32: "i", int: "i", bool: "b"}
_CODES = {"b": "B", "i": "i", "f": "f", "d": "d"}


class ndarray:  # noqa: N801
    """Numbers in rows of rows."""

    __slots__ = ("_js", "_shape")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, js: Any) -> None:
        self._js = js
        self._shape: tuple[int, ...] | None = None

    # -- what it is -----------------------------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, ...]:
        """How long each axis is."""
        if self._shape is None:  # it never changes, and every index asks for it
            self._shape = tuple(self._js.shape.to_py())
        return self._shape

    @property
    def ndim(self) -> int:
        """How many axes it has."""
        return int(self._js.shape.length)

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return int(self._js.data.length)

    @property
    def T(self) -> ndarray:  # noqa: N802
        """The same with its axes in reverse order."""
        return ndarray(_js.turned(self._js))

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        if self.ndim == 1:
            return iter(self.tolist())
        return (self[number] for number in range(len(self)))

    def tolist(self) -> Any:
        """Return its numbers in lists of lists."""
        flat = self._js.data.to_py().tolist()
        if self._js.kind == "b":
            flat = [value != 0 for value in flat]
        shape = self.shape
        for length in shape[:0:-1]:
            flat = [flat[start : start + length] for start in range(0, len(flat), length)]
        return flat if shape else flat[0]

    def item(self) -> Any:
        """Return its only number."""
        [found] = self.reshape(-1).tolist()
        return found

    def __float__(self) -> float:
        return float(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __bool__(self) -> bool:
        return bool(self.item())

    def astype(self, dtype: Any) -> ndarray:
        """Return a copy of another kind."""
        return ndarray(_js.astype(self._js, _KINDS[dtype]))

    def copy(self) -> ndarray:
        """Return a copy."""
        return ndarray(_js.astype(self._js, self._js.kind))

    def reshape(self, *shape: Any) -> ndarray:
        """Return the same numbers in other rows."""
        return ndarray(_js.reshaped(self._js, *(shape if isinstance(shape[0], int) else shape[0])))

    def ravel(self) -> ndarray:
        """Return the same numbers in one row."""
        return self.reshape(-1)

    # -- parts of it ----------------------------------------------------------------------------------

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, ndarray) and key._js.kind == "b":
            return ndarray(_js.chosen(self._js, key._js))
        tables, parts, single = _index(self.shape, key)
        found = ndarray(_js.got(self._js, len(tables), *tables, *parts))
        return found.item() if single else found

    def __setitem__(self, key: Any, value: Value) -> None:
        tables, parts, _ = _index(self.shape, key)
        _js.put(self._js, _operand(value), len(tables), *tables, *parts)

    def take(self, table: Value, axis: int | None = None, out: ndarray | None = None, mode: str = "") -> Any:
        """Return the places of an axis that a table names; ``mode`` is not asked for: all are there."""
        whole = self.ravel() if axis is None else self
        return ndarray(_js.taken(whole._js, asarray(table)._js, axis or 0, *_out(out)))

    def searchsorted(self, values: ndarray, side: str) -> ndarray:
        """Return how many numbers are not larger than each of some values."""
        assert side == "right"
        return (self <= values[:, None]).sum(1)  # type: ignore[no-any-return]

    # -- what comes of it -----------------------------------------------------------------------------

    def _reduced(self, what: str, axis: int | None, keepdims: bool) -> Any:
        if axis is None:
            return ndarray(_js.reduced(what, self.ravel()._js, 0, False)).item()
        return ndarray(_js.reduced(what, self._js, axis % self.ndim, keepdims))

    def sum(self, axis: int | None = None, keepdims: bool = False) -> Any:
        """Return the sum."""
        return self._reduced("sum", axis, keepdims)

    def prod(self, axis: int | None = None, keepdims: bool = False) -> Any:
        """Return the product."""
        return self._reduced("prod", axis, keepdims)

    def mean(self, axis: int | None = None, keepdims: bool = False) -> Any:
        """Return the mean."""
        return self._reduced("mean", axis, keepdims)

    def std(self) -> float:
        """Return how far numbers are from their mean."""
        return math.sqrt(((self - self.mean()) ** 2).mean())

    def max(self, axis: int | None = None, keepdims: bool = False) -> Any:
        """Return the largest number."""
        return self._reduced("max", axis, keepdims)

    def min(self, axis: int | None = None, keepdims: bool = False) -> Any:
        """Return the smallest number."""
        return self._reduced("min", axis, keepdims)

    def argmax(self, axis: int | None = None) -> Any:
        """Return where the first of the largest numbers is."""
        return self._reduced("argmax", axis, keepdims=False)

    def argmin(self, axis: int | None = None) -> Any:
        """Return where the first of the smallest numbers is."""
        return self._reduced("argmin", axis, keepdims=False)

    def any(self, axis: int | None = None) -> Any:
        """Return whether some number is not 0."""
        return self._reduced("any", axis, keepdims=False)

    def all(self, axis: int | None = None) -> Any:
        """Return whether no number is 0."""
        return self._reduced("all", axis, keepdims=False)

    # -- operators ------------------------------------------------------------------------------------

    def __matmul__(self, other: ndarray) -> ndarray:
        return ndarray(_js.matmul(self._js, other._js))

    def __neg__(self) -> ndarray:
        return ndarray(_js.unary("neg", self._js))

    def __invert__(self) -> ndarray:
        return ndarray(_js.unary("not", self._js))


def _operators() -> None:
    """Give arrays the operators for two, in all their forms."""

    def forms(what: str) -> tuple[Any, Any, Any]:
        def plain(self: ndarray, other: Value) -> ndarray:
            return _binary(what, self, other)

        def reflected(self: ndarray, other: Value) -> ndarray:
            return _binary(what, other, self)

        def in_place(self: ndarray, other: Value) -> ndarray:
            return _binary(what, self, other, self)

        return plain, reflected, in_place

    names = {"add": "add", "sub": "sub", "mul": "mul", "truediv": "div", "mod": "mod", "pow": "pow"}
    for name, what in (names | {"and": "and", "or": "or"}).items():
        for prefix, form in zip(("__", "__r", "__i"), forms(what), strict=True):
            setattr(ndarray, f"{prefix}{name}__", form)
    for what in ("eq", "ne", "lt", "le", "gt", "ge"):
        setattr(ndarray, f"__{what}__", forms(what)[0])


_operators()


def _index(shape: tuple[int, ...], key: Any) -> tuple[list[Any], list[int], bool]:
    """Return an index as ``arrays.ts`` reads it, and whether it names a single number."""
    given = list(key) if isinstance(key, tuple) else [key]
    used = builtins.sum(part is not None and part is not Ellipsis for part in given)
    rest = [slice(None)] * (len(shape) - used)
    if (at := next((at for at, part in enumerate(given) if part is Ellipsis), -1)) >= 0:
        given[at : at + 1] = rest
    else:
        given += rest
    tables, parts, axis = [], [], 0
    for part in given:
        if part is None:
            parts += [2, 0, 0, 0]
            continue
        length = shape[axis]
        axis += 1
        if isinstance(part, slice):
            start, stop, step = part.indices(length)
            parts += [1, start, step, len(range(start, stop, step))]
        elif isinstance(part, (ndarray, list, tuple)):
            tables.append(asarray(part, int)._js)
            parts += [3, 0, 0, 0]
        else:
            place = part + length if part < 0 else part
            if not 0 <= place < length:
                raise IndexError(f"index {part} is out of bounds for axis {axis - 1} with size {length}")
            parts += [0, place, 0, 0]
    return tables, parts, not any(parts[::4])


def _operand(value: Value) -> Any:
    """Return an array or a number as ``arrays.ts`` reads it."""
    if isinstance(value, ndarray):
        return value._js
    return asarray(value)._js if isinstance(value, (list, tuple)) else value


def _out(out: ndarray | None) -> list[Any]:
    return [] if out is None else [out._js]


def _binary(what: str, a: Value, b: Value, out: ndarray | None = None) -> ndarray:
    if not isinstance(a, (ndarray, list, tuple)) and not isinstance(b, (ndarray, list, tuple)):
        a = asarray(a)
    is_float = isinstance(a, float) or isinstance(b, float)
    return ndarray(_js.binary(what, _operand(a), _operand(b), is_float, *_out(out)))


# -- Making arrays ----------------------------------------------------------------------------------------


def asarray(value: Value, dtype: Any = None) -> ndarray:
    """Return numbers as an array; one that is an array already stays the same."""
    if isinstance(value, ndarray):
        return value if dtype is None or _KINDS[dtype] == value._js.kind else value.astype(dtype)
    if not isinstance(value, (list, tuple)):
        kind = _KINDS[type(value) if dtype is None else dtype]
        return ndarray(_js.filled(kind, value))
    if value and isinstance(value[0], ndarray):
        found = stack(value)
        return found if dtype is None else found.astype(dtype)
    shape, flat = [len(value)], value
    while flat and isinstance(flat[0], (list, tuple)):
        shape.append(len(flat[0]))
        flat = list(chain.from_iterable(flat))
    if math.prod(shape) != len(flat):
        raise ValueError("rows are not equally long")
    kind = _kind_of(flat) if dtype is None else _KINDS[dtype]
    code = _CODES[kind]
    memory = _memory(code, [int(one) for one in flat] if kind == "i" else flat)
    return ndarray(_js.fromBytes(to_js(memoryview(memory).cast("B")), code, kind, *shape))


def _kind_of(flat: Sequence[Any]) -> str:
    types = set(map(type, flat))
    return "b" if types == {bool} else "d" if float in types or not types else "i"


def array(value: Value, dtype: Any = None) -> ndarray:
    """Return numbers as an array of their own."""
    found = asarray(value, dtype)
    return found.copy() if found is value else found


def _shape(shape: Shape) -> Sequence[int]:
    return (shape,) if isinstance(shape, int) else shape


def full(shape: Shape, value: float, dtype: Any = None) -> ndarray:
    """Return an array of the same number."""
    return ndarray(_js.filled(_KINDS[type(value) if dtype is None else dtype], value, *_shape(shape)))


def frombuffer(memory: bytes, dtype: Any) -> ndarray:
    """Return the bytes of a text of bytes, as numbers."""
    assert dtype is int8
    return asarray(list(memory), dtype)


def full_like(like: ndarray, value: float) -> ndarray:
    """Return an array of the same number, like another one."""
    return ndarray(_js.filled(like._js.kind, value, *like.shape))


def zeros(shape: Shape, dtype: Any = float64) -> ndarray:
    """Return an array of 0."""
    return full(shape, 0, dtype)


empty = zeros


def zeros_like(like: ndarray) -> ndarray:
    """Return an array of 0, like another one."""
    return full_like(like, 0)


def ones(shape: Shape, dtype: Any = float64) -> ndarray:
    """Return an array of 1."""
    return full(shape, 1, dtype)


def arange(stop: int, dtype: Any = int) -> ndarray:
    """Return the numbers below one."""
    return asarray(list(range(stop)), dtype)


def eye(size: int, dtype: Any = float64) -> ndarray:
    """Return 1 where a row meets its own column, else 0."""
    return (arange(size)[:, None] == arange(size)).astype(dtype)  # type: ignore[no-any-return]


def tri(size: int, k: int = 0, dtype: Any = float64) -> ndarray:
    """Return 1 up to the diagonal, or one beside it, else 0."""
    below = _binary("sub", arange(size), k)
    return _binary("le", below, arange(size)[:, None]).astype(dtype)


# -- Putting arrays together ------------------------------------------------------------------------------


def concatenate(parts: Sequence[Value], axis: int = 0) -> ndarray:
    """Return arrays one after the other."""
    return ndarray(_js.joined(axis, *(asarray(part)._js for part in parts)))


def stack(parts: Sequence[ndarray], axis: int = 0) -> ndarray:
    """Return arrays side by side, on an axis of their own."""
    index = (slice(None),) * axis
    return concatenate([part[(*index, None)] for part in parts], axis)


def split(value: ndarray, places: ndarray) -> list[ndarray]:
    """Return an array in parts: up to each of some places, and the rest."""
    ends = [0, *places.tolist(), len(value)]
    return [value[start:end] for start, end in pairwise(ends)]


def vstack(parts: Sequence[ndarray]) -> ndarray:
    """Return rows one below the other."""
    return concatenate([part if part.ndim > 1 else part[None] for part in parts])


def tile(value: Value, times: Sequence[int]) -> ndarray:
    """Return an array many times over, on an axis before all others."""
    one = asarray(value)
    assert len(times) == one.ndim + 1
    assert all(time == 1 for time in times[1:])
    return broadcast_to(one, (times[0], *one.shape))


def broadcast_to(value: Value, shape: Shape) -> ndarray:
    """Return numbers as often as a shape needs."""
    return ndarray(_js.broadcast(asarray(value)._js, *_shape(shape)))


def roll(value: Value, by: int, axis: int = 0) -> ndarray:
    """Return an array whose places along an axis have moved on."""
    return ndarray(_js.rolled(asarray(value)._js, by, axis))


def take_along_axis(value: ndarray, table: ndarray, axis: int) -> ndarray:
    """Return each row's own places along an axis."""
    return ndarray(_js.takenAlong(value._js, table._js, axis))


# -- Reckoning --------------------------------------------------------------------------------------------


def _unary(what: str, alone: Callable[[float], float]) -> Callable[[Value], Any]:
    def reckon(value: Value) -> Any:
        """Reckon with every number."""
        return ndarray(_js.unary(what, value._js)) if isinstance(value, ndarray) else alone(value)

    return reckon


exp = _unary("exp", math.exp)
isnan = _unary("isnan", math.isnan)
log = _unary("log", math.log)
sqrt = _unary("sqrt", math.sqrt)
sign = _unary("sign", lambda value: (value > 0) - (value < 0))
tanh = _unary("tanh", math.tanh)


def subtract(a: Value, b: Value) -> ndarray:
    """Return the difference."""
    return _binary("sub", a, b)


def maximum(a: Value, b: Value, out: ndarray | None = None) -> ndarray:
    """Return the larger of two, number by number."""
    return _binary("max", a, b, out)


def clip(value: Value, low: float, high: float) -> ndarray:
    """Return numbers, none of them below or above two others."""
    return _binary("min", _binary("max", asarray(value), low), high)


def where(truths: ndarray, a: Value, b: Value) -> ndarray:
    """Return one number where something is true, another where it is not."""
    is_float = isinstance(a, float) or isinstance(b, float)
    return ndarray(_js.where(truths._js, _operand(a), _operand(b), is_float))


def copyto(to: ndarray, value: ndarray, where: ndarray) -> None:
    """Change numbers where something is true."""
    _js.copyWhere(to._js, value._js, where._js)


def isin(value: ndarray, among: Sequence[int]) -> ndarray:
    """Return which numbers are among some others."""
    return (value[..., None] == list(among)).any(value.ndim)  # type: ignore[no-any-return]


def mean(value: Value, axis: int) -> ndarray:
    """Return the mean along an axis."""
    return asarray(value).mean(axis)  # type: ignore[no-any-return]


def average(value: ndarray, axis: int, weights: Sequence[float]) -> ndarray:
    """Return the mean along the first axis, by weights."""
    assert axis == 0
    found = zeros(value.shape[1:])
    einsum("r,rsb->sb", asarray(list(weights), float), value, found)
    return _binary("div", found, builtins.sum(weights))


def bincount(places: ndarray, weights: ndarray, minlength: int) -> ndarray:
    """Return the sums of the weights by place."""
    return ndarray(_js.counted(places._js, weights._js, minlength))


def einsum(what: str, weights: ndarray, rows: ndarray, out: ndarray) -> None:
    """Sum up rows by their weights."""
    assert what == "r,rsb->sb"
    _js.weighed(weights._js, rows._js, out._js)


def cumsum(value: Sequence[int]) -> ndarray:
    """Return the sums of the numbers up to each one."""
    total, found = 0, []
    for one in value:
        total += one
        found.append(total)
    return asarray(found)


def argsort(value: ndarray, kind: str) -> ndarray:
    """Return which number comes first, and so on; equal ones stay in their order."""
    assert kind == "stable"
    return ndarray(_js.order(value._js))


class random:  # noqa: N801
    """Random numbers."""

    class Generator:
        """Random numbers that follow from a seed."""

        def __init__(self, seed: int) -> None:
            self._random = _random.Random(seed)

        def permutation(self, size: int) -> ndarray:
            """Return the numbers below one in any order."""
            found = list(range(size))
            self._random.shuffle(found)
            return asarray(found, int)

        def permuted(self, value: ndarray, axis: int) -> ndarray:
            """Return rows, each in an order of its own."""
            assert axis == 1
            rows = value.tolist()
            for row in rows:
                self._random.shuffle(row)
            return asarray(rows, int).reshape(value.shape)

    @classmethod
    def default_rng(cls, seed: int) -> random.Generator:
        """Return random numbers that follow from a seed."""
        return cls.Generator(seed)


# -- Files ------------------------------------------------------------------------------------------------

_MAGIC = b"\x93NUMPY\x01\x00"
_TYPES = {"<f2": ("e", "f"), "<f4": ("f", "f"), "<f8": ("d", "d"), "<i4": ("i", "i"), "<i8": ("q", "i")}


class load:  # noqa: N801
    """A file of many arrays; asked for one by name, it reads it."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(file)
        self.files = [name.removesuffix(".npy") for name in self._zip.namelist()]

    def __enter__(self) -> load:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def __getitem__(self, name: str) -> ndarray | str:
        read = self._zip.read(f"{name}.npy")
        if not read.startswith(_MAGIC):
            raise ValueError(f"{name} is no array")
        start = 10 + int.from_bytes(read[8:10], "little")
        told = ast.literal_eval(read[10:start].decode("latin-1"))
        type, shape = told["descr"], told["shape"]
        if type.startswith("<U"):
            return read[start:].decode("utf-32-le")
        code, kind = _TYPES[type]
        return ndarray(_js.fromBytes(to_js(memoryview(read)[start:]), code, kind, *shape))
