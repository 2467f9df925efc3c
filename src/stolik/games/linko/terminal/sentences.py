"""What happens in the card game, in sentences, from its events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from stolik.cli.screen import LogEntry
from stolik.cli.sentences import Sentences
from stolik.games.linko.terminal.pieces import sign, written
from stolik.games.linko.views import DrawEvent, LinkoEvent

KEPT = frozenset(("first", "play", "theft", "raid", "over"))
"""What is kept in the log as it is when the turn is over."""
SHORTENED = {
    "grab": "linko.summary.grab",
    "recall": "linko.summary.recall",
    "discard": "linko.summary.discard",
}
"""What is kept in fewer words; all else is left out."""


class EventSentences(Sentences):
    """Says in words what events were."""

    def log_entry(self, events: Sequence[LinkoEvent]) -> LogEntry:
        """Return what a move made happen, all in one; a play and its first theft in one sentence."""
        entries = list(self._entries(events))
        return LogEntry(
            " ".join(filter(None, (entry.text for entry in entries))),
            " ".join(filter(None, (entry.summary for entry in entries))),
        )

    def _entries(self, events: Sequence[LinkoEvent]) -> Iterator[LogEntry]:
        """Yield an entry for each event; the cards turned up for the virtual player follow the first one."""
        first, *rest = [event for event in events if event["kind"] != "virtual"]
        if first["kind"] == "play" and rest and rest[0]["kind"] == "theft":
            theft = rest.pop(0)
            assert theft["kind"] == "theft"
            more = {"cards": written(first["cards"]), "stolen": written(theft["cards"])}
            text = self.say("linko.event.play_theft", {**theft, **first}, **more)
            yield LogEntry(text, text)
        else:
            yield self._entry(first)
        if first["kind"] != "deal":
            yield from self._turned_up(events)
        for event in rest:
            yield self._entry(event)

    def _entry(self, event: LinkoEvent) -> LogEntry:
        text = self.sentence(event)
        if event["kind"] in KEPT or _only_for_me(event):
            return LogEntry(text, text)
        key = SHORTENED.get(event["kind"])
        return LogEntry(text, self.words(key) if key else "")

    def _turned_up(self, events: Sequence[LinkoEvent]) -> Iterator[LogEntry]:
        for to, key in (("row", "linko.event.row"), ("pool", "linko.event.groups")):
            cards = [event["card"] for event in events if event["kind"] == "virtual" and event["to"] == to]
            if cards:
                yield LogEntry(self.words(key, cards=_list(cards)), "")

    def sentence(self, event: LinkoEvent) -> str:
        """Return one event in words."""
        if event["kind"] == "draw":
            return self._drawn(event)
        if event["kind"] == "refill":
            return self.words("linko.event.refill", cards=_list(event["cards"]))
        if event["kind"] == "over":
            return self.words(f"linko.event.over.{event['reason']}")
        if event["kind"] == "first":
            return self.say("event.first", event)
        key = f"linko.event.{event['kind']}"
        if event["kind"] == "play" or event["kind"] == "theft" or event["kind"] == "raid":
            return self.say(key, event, cards=written(event["cards"]))
        if event["kind"] in ("grab", "leave", "recall", "discard"):
            return self.say(key, event, cards=written(event["cards"]))
        return self.say(key, event)

    def _drawn(self, event: DrawEvent) -> str:
        if event["cards"] is None:
            return self.say("linko.event.draw_unseen", event)
        key = "linko.event.draw_deck" if event["from"] == "deck" else "linko.event.draw_pool"
        return self.say(key, event, cards=" + ".join(map(sign, event["cards"])))


def _only_for_me(event: LinkoEvent) -> bool:
    """Whether a card was drawn that nobody but the reader has seen."""
    return event["kind"] == "draw" and event["from"] == "deck" and event["cards"] is not None


def _list(cards: Iterable[str]) -> str:
    return ", ".join(map(sign, cards))
