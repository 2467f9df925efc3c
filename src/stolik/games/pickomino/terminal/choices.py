"""The decisions of the dice game as questions: what can be chosen, and what it brings."""

from __future__ import annotations

from collections.abc import Sequence

from stolik.cli.screen import Choice, Question
from stolik.cli.sentences import Sentences
from stolik.core import Move
from stolik.games.pickomino.pieces import FACES, worms_on
from stolik.games.pickomino.rules import PickominoState
from stolik.games.pickomino.terminal.pieces import dice_in_text, name_of
from stolik.games.pickomino.views import KeepEvent, PickominoEvent, StealEvent, kept

AFTER_FACES = {"weasel": len(FACES) + 1, "burn": len(FACES) + 2}
"""The numbers of what can be chosen beside the faces, which have theirs from 1 to 6."""


class Choices(Sentences):
    """Puts decisions to people: legal moves in words, with their consequences."""

    def question(self, state: PickominoState, seat: int) -> Question:
        """Return all legal moves with their numbers and what each one brings."""
        choices = [
            Choice(str(_number(move, place)), move, self.offer(state, seat, move))
            for place, move in enumerate(state.moves(), start=1)
        ]
        return Question(choices, self.words("play.wanted"), self.words("play.hint"))

    def offer(self, state: PickominoState, seat: int, move: str) -> str:
        """Return a legal move in words, with its consequences."""
        move, words = Move(move), self.words
        after = state.play(move)
        events = state.told(move, after, seat)
        match move.word:
            case "roll":
                gold = "pickomino.offer.roll_gold" if move.args else "pickomino.offer.roll"
                key = "pickomino.offer.roll_on" if any(state.turn.aside.counts) else gold
                return words(key, n=after.turn.dice)
            case "weasel":
                return words("pickomino.offer.weasel")
            case "keep":
                return self._keep(state, kept(state, move.args[0])) + self._besides(events)
            case "take":
                tile = int(move.args[0])
                gains = self._gains(tile, seat, events)
                return words("pickomino.offer.take", tile=tile, gains=gains) + self._ends(events)
            case "steal":
                return self._steal(seat, int(move.args[0]), events)
            case "worm":
                return words("pickomino.offer.worm", whom=self.robbed(int(move.args[-1])))
            case "hold":
                (other,) = (name for name in state.choice if name != move.args[0])
                held = words(f"pickomino.specialist.{move.args[0]}.whom")
                return words("pickomino.offer.hold", kept=held, other=name_of(words, other))
        return words("pickomino.offer.burn") + self._besides(events)

    def _keep(self, state: PickominoState, keep: KeepEvent) -> str:
        key = "pickomino.offer.keep_worms" if keep["face"] == "w" else "pickomino.offer.keep"
        so_far, _ = state.so_far()
        dice = dice_in_text(keep["face"], keep["dice"])
        return self.words(key, n=keep["dice"], dice=dice, more=keep["sum"] - so_far, sum=keep["sum"])

    def _steal(self, seat: int, tile: int, events: Sequence[PickominoEvent]) -> str:
        steal = _steal_event(events)
        whom = self.robbed(steal["from"])
        if steal["kind"] == "steal_hen":
            return self.words("pickomino.offer.steal_hen", tile=tile, whom=whom)
        gains = self._gains(tile, seat, events)
        return self.words("pickomino.offer.steal", tile=tile, whom=whom, gains=gains)

    def _gains(self, tile: int, seat: int, events: Sequence[PickominoEvent]) -> str:
        """Return what comes with a tile: its worms, a specialist, a round worm."""
        gains = [self.words("pickomino.count.worms", n=worms_on(tile))]
        for event in events:
            if event["kind"] == "specialist" and event.get("seat") == seat:
                gains.append(name_of(self.words, event["specialist"]))
            if event["kind"] == "round_worm":
                gains.append(self.words("pickomino.round_worm"))
        return " + ".join(gains)

    def _besides(self, events: Sequence[PickominoEvent]) -> str:
        """Return what setting dice aside brings besides the sum, or what a burnt roll costs."""
        notes = {
            "round_worm": "pickomino.offer.round_worm",
            "burn": "pickomino.offer.burns",
            "return": "pickomino.offer.returns",
        }
        told = (self.words(notes[event["kind"]], **event) for event in events if event["kind"] in notes)
        return "".join(told) + self._ends(events)

    def _ends(self, events: Sequence[PickominoEvent]) -> str:
        over = any(event["kind"] == "over" for event in events)
        return self.words("pickomino.offer.ends") if over else ""


def _number(move: Move, place: int) -> int:
    if move.word == "keep":
        return FACES.index(move.args[0]) + 1
    return AFTER_FACES.get(move, place)


def _steal_event(events: Sequence[PickominoEvent]) -> StealEvent:
    for event in events:
        if event["kind"] == "steal" or event["kind"] == "steal_hen":
            return event
    raise AssertionError("a steal comes with its event")
