"""Tables in the middle of a game: a page that looks on, and guests who play to where it is wanted."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack

from playwright.sync_api import expect

from tests.web.device import Device
from tests.web.guest import Guest, Policy, View, plain

FEW = 15
"""Moves that a page draws sooner than it reloads."""


class Positions:
    """A page that shows the first seat of a table, and guests who bring the table to where it is seen."""

    def __init__(self, device: Device, game: str, names: list[str], **options: str) -> None:
        self.device, self.names = device, names
        self.first, self.others = Guest(device.address), Guest(device.address)
        code = self.first.open(game, ["human"] * len(names), names[0], **options)
        self.others.sit(code, *names[1:])
        self.first.give(device.context)
        with self.others:
            self.others.ready()
        with self.first:
            self.first.start()
        device.join(code)
        expect(device.status).to_be_visible()

    def bring(self, enough: Callable[[View], bool], policy: Policy = plain, *, seen: bool = False) -> View:
        """Play until the player who decides sees what is wanted, in another game if this one ends; return it.

        The page looks away after a few moves, unless they are to be ``seen``.
        """
        with ExitStack() as away, self.first, self.others:
            played = 0
            while True:
                if played == FEW and not seen:
                    away.callback(expect(self.device.status).to_be_visible)
                    away.enter_context(self.device.elsewhere())
                played += 1
                for guest in (self.first, self.others):
                    guest.catch_up(max(self.first.seq, self.others.seq))
                view = self.first.look()
                mover = self.first if view["actor"] in self.first.yours else self.others
                if view["over"]:
                    self.first.do("rematch")
                    self.first.ready()
                    self.others.ready()
                elif enough(view := mover.look()):
                    return view
                else:
                    mover.play(policy)


def slow(view: View) -> str:
    """Play single cards, which are beaten easily, so that there is much to steal."""
    plays = [move for move in view["moves"] if move.startswith("play 1x")]
    return plays[-1 if view["actor"] == 0 else 0] if plays else plain(view)


def mine(phase: str) -> Callable[[View], bool]:
    return lambda view: view["actor"] == 0 and view["phase"] == phase


def turn_begins(device: Device) -> re.Pattern[str]:
    """Return what the status says when it is one's own turn in the dice game, robbed before or not."""
    robbed = device.t("pickomino.status.start_robbed", name=".+", tile=".+")
    return re.compile(f"{re.escape(device.t('pickomino.status.start'))}|{robbed}")


def start_for_two(ola: Device, lis: Device, *, help: str = "risk", pace: str = "instant") -> str:
    """Start the dice game for two people on two devices; return the table's code."""
    host, other = Guest(ola.address), Guest(ola.address)
    code = host.open("pickomino", ["human", "human"], "Ola", help=help, pace=pace)
    other.sit(code, "Lis")
    host.give(ola.context)
    other.give(lis.context)
    with other:
        other.ready()
    ola.join(code)
    lis.join(code)
    ola.press("room.start")
    expect(ola.status).to_have_text(ola.t("pickomino.status.start"))
    return code


def start_on_one(device: Device, game: str, **options: str) -> None:
    """Start a game for two people on one device."""
    guest = Guest(device.address)
    code = guest.open(game, ["human", "human"], "Ola", **options)
    guest.sit(code, "Lis")
    guest.give(device.context)
    device.join(code)
    device.press("room.start")
