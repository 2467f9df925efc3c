"""What happens in the dice game, in sentences, from its events."""

from __future__ import annotations

from collections.abc import Sequence

from stolik.cli.screen import LogEntry
from stolik.cli.sentences import Sentences
from stolik.games.pickomino.terminal.pieces import dice_in_text, name_of, sign
from stolik.games.pickomino.views import PickominoEvent, SpecialistEvent

PASSING = frozenset(("roll", "dice", "weasel", "keep"))
"""What is only on the way to the outcome of a turn, unless the roll is burnt."""

PLACES = {
    "tile": "pickomino.event.specialist_on_tile",
    "seat": "pickomino.event.specialist_to_seat",
    "box": "pickomino.event.specialist_leaves",
}


class EventSentences(Sentences):
    """Says in words what events were."""

    def log_entry(self, move: str, events: Sequence[PickominoEvent]) -> LogEntry | None:
        """Return what a move made happen, all in one; a roll is described when the dice have fallen."""
        sentences: list[tuple[str, str]] = []
        for event in events:
            if event["kind"] == "burn" and sentences:  # whose it is has just been said
                sentences.append(("burn", self.words("pickomino.event.burnt")))
            elif text := self.sentence(move, event):
                sentences.append((event["kind"], text))
        burnt = any(kind == "burn" for kind, _ in sentences)
        summary = [text for kind, text in sentences if burnt or kind not in PASSING]
        return LogEntry(" ".join(text for _, text in sentences), " ".join(summary)) if sentences else None

    def sentence(self, move: str, event: PickominoEvent) -> str:
        """Return one event in words."""
        if event["kind"] == "roll":
            return self.say("pickomino.event.roll_gold", event) if move == "roll gold" else ""
        if event["kind"] == "dice":
            return self.say("pickomino.event.dice", event, dice=" ".join(map(sign, event["dice"])))
        if event["kind"] == "keep":
            key = "pickomino.event.keep_worm" if event["worm"] else "pickomino.event.keep_no_worm"
            return self.say(key, event, kept=dice_in_text(event["face"], event["dice"]))
        if event["kind"] == "take" or event["kind"] == "steal":
            key = "pickomino.event.take" if event["kind"] == "take" else "pickomino.event.steal"
            return self.say(key, event, worms=self.words("pickomino.count.worms", n=event["worms"]))
        if event["kind"] == "round_worm" and event["from"] is not None:
            return self.say("pickomino.event.round_worm_from", event)
        if event["kind"] == "specialist":
            return self._specialist(event)
        if event["kind"] == "first":
            return self.say("event.first", event)
        return self.say(f"pickomino.event.{event['kind']}", event)

    def _specialist(self, event: SpecialistEvent) -> str:
        name = event["specialist"]
        who, whom = name_of(self.words, name), self.words(f"pickomino.specialist.{name}.whom")
        return self.say(
            PLACES[event["to"]], event, who=who, Who=_capital(who), whom=whom, Whom=_capital(whom)
        )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
