"""Fair randomness: committed to before the game, mixed with the players' own, published after it.

1. Before anything is rolled the table publishes the SHA-256 of a 32-byte secret: the *commitment*.
2. Every seat adds 16 bytes of its own, so that the table could not have chosen a lucky secret.
3. Chance event number ``i`` of the game (0, 1, 2, …) draws its bits from the blocks
   HMAC-SHA-256(secret, ``"<seats>/<i>/<k>"``) for ``k`` = 0, 1, 2, …, where ``<seats>`` is the seats'
   hexadecimal contributions joined by commas (an empty text for a seat that added none). ``b`` bits are
   the next ``ceil(b / 8)`` bytes, read as one big-endian number without its lowest surplus bits.
4. After the game the secret is published, and anyone can recompute every outcome.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from stolik.core.values import quoted

if TYPE_CHECKING:
    from stolik.core.game import State
    from stolik.core.moves import Move

SECRET_BYTES = 32
SEAT_BYTES = 16


def commit(secret: bytes) -> str:
    """Return the commitment to a secret: its SHA-256 in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def new_secret() -> bytes:
    """Return a new secret from the operating system's generator."""
    return secrets.token_bytes(SECRET_BYTES)


def new_seat_randomness() -> str:
    """Return new randomness for a seat, in hexadecimal."""
    return secrets.token_hex(SEAT_BYTES)


def is_hex(text: str, size: int) -> bool:
    """Whether ``text`` is ``size`` bytes in lower-case hexadecimal."""
    return re.fullmatch(f"[0-9a-f]{{{2 * size}}}", text) is not None


@dataclass(frozen=True, slots=True)
class Fairness:
    """The secret of one game and what the seats added to it.

    >>> fair = Fairness(bytes(32), ("00" * 16, ""))
    >>> fair.commitment[:16]
    '66687aadf862bd77'
    >>> fair.stream(0).getrandbits(8), fair.stream(1).getrandbits(8)
    (181, 9)
    """

    secret: bytes = field(repr=False)
    seats: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.secret, bytes):
            raise TypeError(f"the secret must be {SECRET_BYTES} bytes, not {type(self.secret).__name__}")
        if not isinstance(self.seats, tuple):
            raise TypeError(
                f"the seats' randomness must be a tuple of texts, not {type(self.seats).__name__}"
            )
        if len(self.secret) != SECRET_BYTES:
            raise ValueError(f"the secret must be {SECRET_BYTES} bytes, not {len(self.secret)}")
        for seat, text in enumerate(self.seats):
            if not isinstance(text, str) or (text and not is_hex(text, SEAT_BYTES)):
                digits = f"{2 * SEAT_BYTES} hexadecimal digits (0-9, a-f) or empty"
                raise ValueError(f"the randomness of seat {seat} must be {digits}, not {quoted(text)}")

    @property
    def commitment(self) -> str:
        """What to publish before the game."""
        return commit(self.secret)

    def stream(self, event: int) -> Stream:
        """Return the random bits of chance event number ``event``, from the first."""
        return Stream(self.secret, f"{','.join(self.seats)}/{event}")

    def draw(self, state: State, event: int) -> Move:
        """Return what chance event number ``event`` brings in this state.

        Its word must be one that the plug-in declares: a record is checked elsewhere by these words, and
        another would be taken for a decision.
        """
        drawn, game = state.draw(self.stream(event)), state.game
        if drawn.word not in game.plugin.chance:
            declared = ", ".join(game.plugin.chance) or "none"
            raise ValueError(
                f"{game.name} draws {quoted(drawn)}, and its plug-in does not declare that word "
                f"of chance; it declares: {declared}"
            )
        return drawn


class Stream:
    """The random bits of one chance event (see point 3 of the module's docstring)."""

    __slots__ = ("_block", "_buffer", "_label", "_secret")

    def __init__(self, secret: bytes, label: str) -> None:
        self._secret = secret
        self._label = label
        self._block = 0
        self._buffer = b""

    def getrandbits(self, k: int) -> int:
        """Return the next ``k`` bits as a number."""
        size = -(-k // 8)
        while len(self._buffer) < size:
            text = f"{self._label}/{self._block}".encode()
            self._buffer += hmac.digest(self._secret, text, "sha256")
            self._block += 1
        taken, self._buffer = self._buffer[:size], self._buffer[size:]
        return int.from_bytes(taken, "big") >> (8 * size - k)
