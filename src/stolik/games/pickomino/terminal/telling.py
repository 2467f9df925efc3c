"""The dice game in sentences: what can be chosen and what has happened, from views and events alone."""

from __future__ import annotations

from collections.abc import Sequence

from stolik.cli.screen import Choice, Told
from stolik.cli.speaking import Speaker
from stolik.core import Event, Move, State
from stolik.games.pickomino.pieces import FACES, worms_on
from stolik.games.pickomino.terminal.dice import shown, sign
from stolik.games.pickomino.views import PickominoView

PASSING = frozenset(("roll", "dice", "weasel", "keep"))
"""What is only on the way to the outcome of a turn, unless the roll is burnt."""

AFTER_FACES = {"weasel": len(FACES) + 1, "burn": len(FACES) + 2}
"""The numbers of what can be chosen beside the faces, which have theirs from 1 to 6."""


class Teller(Speaker):
    """Says in words what moves bring and what events were."""

    # -- choices --------------------------------------------------------------------------------------

    def choices(self, state: State, seat: int) -> list[Choice]:
        """Return the legal moves with their numbers and what each one brings."""
        return [
            Choice(str(self._number(move, place)), move, self.offer(state, seat, move))
            for place, move in enumerate(state.moves(), start=1)
        ]

    def offer(self, state: State, seat: int, move: str) -> str:
        """Return a legal move in words, with its consequences."""
        return self._offer(state.view(seat), Move(move), state.events(move, seat))

    @staticmethod
    def _number(move: Move, place: int) -> int:
        if move.word == "keep":
            return FACES.index(move.args[0]) + 1
        return AFTER_FACES.get(move, place)

    def _offer(self, view: PickominoView, move: Move, events: Sequence[Event]) -> str:
        """Return a choice in words, with its consequences."""
        words, first = self.words, events[0] if events else {}
        match move.word:
            case "roll":
                gold = "pickomino.offer.roll_gold" if move.args else "pickomino.offer.roll"
                return words("pickomino.offer.roll_on" if view["turn"]["aside"] else gold, n=first["dice"])
            case "weasel":
                return words("pickomino.offer.weasel")
            case "keep":
                return self._keep(view, first) + self._besides(events[1:])
            case "take":
                gains = self._gains(first["tile"], first["seat"], events)
                return words("pickomino.offer.take", tile=first["tile"], gains=gains) + self._ends(events)
            case "steal" if first["kind"] == "steal_hen":
                return words("pickomino.offer.steal_hen", tile=first["tile"], whom=self.robbed(first["from"]))
            case "steal":
                gains = self._gains(first["tile"], first["seat"], events)
                whom = self.robbed(first["from"])
                return words("pickomino.offer.steal", tile=first["tile"], whom=whom, gains=gains)
            case "worm":
                return words("pickomino.offer.worm", whom=self.robbed(int(move.args[-1])))
            case "hold":
                (other,) = (name for name in view["choice"] if name != move.args[0])
                kept = words(f"pickomino.specialist.{move.args[0]}.whom")
                return words("pickomino.offer.hold", kept=kept, other=self._name_of(other))
        return words("pickomino.offer.burn") + self._besides(events)

    def _keep(self, view: PickominoView, kept: Event) -> str:
        key = "pickomino.offer.keep_worms" if kept["face"] == "w" else "pickomino.offer.keep"
        more = kept["sum"] - view["turn"]["sum"]
        dice = shown(kept["face"], kept["dice"])
        return self.words(key, n=kept["dice"], dice=dice, more=more, sum=kept["sum"])

    def _gains(self, tile: int, seat: int, events: Sequence[Event]) -> str:
        """Return what comes with a tile: its worms, a specialist, a round worm."""
        gains = [self.words("count.worms", n=worms_on(tile))]
        for event in events:
            if event["kind"] == "specialist" and event.get("seat") == seat:
                gains.append(self._name_of(event["specialist"]))
            if event["kind"] == "round_worm":
                gains.append(self.words("pickomino.round_worm"))
        return " + ".join(gains)

    def _besides(self, events: Sequence[Event]) -> str:
        """Return what setting dice aside brings besides the sum, or what a burnt roll costs."""
        notes = {
            "round_worm": "pickomino.offer.round_worm",
            "burn": "pickomino.offer.burns",
            "return": "pickomino.offer.returns",
        }
        told = (self.words(notes[event["kind"]], **event) for event in events if event["kind"] in notes)
        return "".join(told) + self._ends(events)

    def _ends(self, events: Sequence[Event]) -> str:
        over = any(event["kind"] == "over" for event in events)
        return self.words("pickomino.offer.ends") if over else ""

    # -- events ---------------------------------------------------------------------------------------

    def tell(self, move: str, events: Sequence[Event]) -> Told | None:
        """Return what a move made happen, all in one; a roll is told when the dice have fallen."""
        sentences: list[tuple[str, str]] = []
        for event in events:
            if event["kind"] == "burn" and sentences:  # whose it is has just been said
                sentences.append(("burn", self.words("pickomino.tell.burnt")))
            elif text := self._sentence(move, event):
                sentences.append((event["kind"], text))
        burnt = any(kind == "burn" for kind, _ in sentences)
        lasting = [text for kind, text in sentences if burnt or kind not in PASSING]
        return Told(" ".join(text for _, text in sentences), " ".join(lasting)) if sentences else None

    def _sentence(self, move: str, event: Event) -> str:
        kind = event["kind"]
        match kind:
            case "roll":
                return self.say("pickomino.tell.roll_gold", event) if move == "roll gold" else ""
            case "dice":
                fallen = " ".join(map(sign, event["dice"]))
                return self.say("pickomino.tell.dice", event, fallen=fallen)
            case "keep":
                key = "pickomino.tell.keep_worm" if event["worm"] else "pickomino.tell.keep_no_worm"
                return self.say(key, event, kept=shown(event["face"], event["dice"]))
            case "take" | "steal":
                key = "pickomino.tell.take" if kind == "take" else "pickomino.tell.steal"
                worms = self.words("count.worms", n=worms_on(event["tile"]))
                return self.say(key, event, worms=worms)
            case "round_worm" if event["from"] is not None:
                return self.say("pickomino.tell.round_worm_from", event)
            case "specialist":
                return self._specialist(event)
        return self.say(PLAIN[kind], event)

    def _specialist(self, event: Event) -> str:
        name = event["specialist"]
        key = {
            "tile": "pickomino.tell.specialist_on_tile",
            "seat": "pickomino.tell.specialist_to_seat",
            "box": "pickomino.tell.specialist_leaves",
        }[event["to"]]
        who, whom = self._name_of(name), self.words(f"pickomino.specialist.{name}.whom")
        return self.say(key, event, who=who, Who=_capital(who), whom=whom, Whom=_capital(whom))

    def _name_of(self, specialist: str) -> str:
        return self.words(f"pickomino.specialist.{specialist}.name")


PLAIN = {
    "first": "pickomino.tell.first",
    "weasel": "pickomino.tell.weasel",
    "steal_hen": "pickomino.tell.steal_hen",
    "round_worm": "pickomino.tell.round_worm",
    "burn": "pickomino.tell.burn",
    "return": "pickomino.tell.return",
    "turn_down": "pickomino.tell.turn_down",
    "over": "pickomino.tell.over",
}
"""The sentences about events that need nothing but the event itself."""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
