"""What happens in the card game, in sentences, from events alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from stolik.cli.screen import Told
from stolik.cli.speaking import Speaker
from stolik.core import Event
from stolik.games.linko.terminal.cards import sign, written

KEPT = frozenset(("first", "play", "play_theft", "theft", "raid", "over"))
SHORTENED = {
    "grab": "linko.tell.grabbed",
    "recall": "linko.tell.recalled",
    "discard": "linko.tell.discarded",
}
"""What is kept as it was told when the turn is over, and what is shortened; all else is forgotten."""


class Teller(Speaker):
    """Says in words what events were."""

    def tell(self, move: str, events: Sequence[Event]) -> Told:
        """Return what a move made happen, all in one; a play and its first theft in one sentence."""
        told = list(_joined(events))
        return Told(_sentences(map(self._sentence, told)), _sentences(map(self._kept, told)))

    def _kept(self, event: Event) -> str:
        if event["kind"] in KEPT or _only_for_me(event):
            return self._sentence(event)
        key = SHORTENED.get(event["kind"])
        return self.words(key) if key else ""

    def _sentence(self, event: Event) -> str:
        match event["kind"]:
            case "deal":
                return self.words("linko.tell.deal")
            case "draw":
                return self._drawn(event)
            case "refill":
                return self.words("linko.tell.refill", cards=_list(event["cards"]))
            case "row" | "groups":
                key = "linko.tell.row" if event["kind"] == "row" else "linko.tell.groups"
                return self.words(key, cards=_list(event["cards"]))
            case "over":
                return self.words(f"linko.tell.{event['reason']}")
            case "first" | "pass":
                return self.say(f"linko.tell.{event['kind']}", event)
        cards = written(event["cards"])
        stolen = written(event.get("stolen", ()))
        return self.say(f"linko.tell.{event['kind']}", event, cards=cards, stolen=stolen)

    def _drawn(self, event: Event) -> str:
        if event["cards"] is None:
            return self.say("linko.tell.draw_unseen", event)
        key = "linko.tell.draw_deck" if event["from"] == "deck" else "linko.tell.draw_pool"
        return self.say(key, event, cards=" + ".join(map(sign, event["cards"])))


def _joined(events: Sequence[Event]) -> Iterator[Event]:
    """Yield the events, a play with the theft that follows at once, and all cards turned up for the row."""
    dealt = events[0]["kind"] == "deal"
    turned = [event for event in events if event["kind"] == "virtual" and not dealt]
    rest = [event for event in events if event["kind"] != "virtual"]
    if [event["kind"] for event in rest] == ["play", "theft"]:
        play, theft = rest
        rest = [{**play, "kind": "play_theft", "from": theft["from"], "stolen": theft["cards"]}]
    yield rest[0]
    for kind, to in (("row", "row"), ("groups", "pool")):
        if cards := [event["card"] for event in turned if event["to"] == to]:
            yield {"kind": kind, "cards": cards}
    yield from rest[1:]


def _only_for_me(event: Event) -> bool:
    """Whether a card was drawn that nobody but the reader has seen."""
    return event["kind"] == "draw" and event["from"] == "deck" and event["cards"] is not None


def _list(cards: Iterable[str]) -> str:
    return ", ".join(map(sign, cards))


def _sentences(texts: Iterable[str]) -> str:
    return " ".join(filter(None, texts))
