"""The decisions of the card game as questions: what can be chosen, what it brings, and how to type it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stolik.cli.screen import Choice, Question
from stolik.cli.sentences import Sentences
from stolik.core import Move
from stolik.games.linko.notation import DISCARD, DRAW_DECK, GRAB, LAYERS, LEAVE, PASS, PLAY, RECALL
from stolik.games.linko.pieces import CARDS, Layer
from stolik.games.linko.rules import LinkoState
from stolik.games.linko.terminal import typed_input
from stolik.games.linko.terminal.consequences import VIRTUAL, Consequences, Lookahead
from stolik.games.linko.terminal.pieces import sign, written
from stolik.games.linko.views import LinkoView, Pending

DECK_KEY, PASS_KEY = "0", "p"
KEYS = {GRAB: "1", LEAVE: "2", RECALL: "1", DISCARD: "2", DRAW_DECK: DECK_KEY, PASS: PASS_KEY}
"""What is typed for a move that is not about a card; one that is has the card's name."""

ENDS = {"hand_empty": "linko.offer.play_last", "stall": "linko.offer.play_stall"}
"""What is said of a play that ends the game, by the reason."""

ENDING, VICTIM, VIRTUAL_VICTIM, JOKER = 1000, 100, 60, -20
"""What makes a play worth listing: that the game ends, everyone it robs, and that it needs no jokers."""


class Choices(Sentences):
    """Puts decisions to people and reads their answers."""

    def question(self, state: LinkoState, seat: int) -> Question:
        """Return what ``seat`` has to decide now."""
        view, words = state.view(seat), self.words
        if state.phase == "play":
            return self._plays(state, seat)
        choices = [Choice(_key(view, move), move, self.offer(state, seat, move)) for move in state.moves()]
        about = self._about(view)
        if state.phase in ("theft", "recall"):
            return Question(choices, words("play.wanted"), words("play.hint"), about)
        return Question(choices, words("linko.wanted.card"), words("linko.hint.card"), about)

    def read(self, view: LinkoView, answer: str) -> str:
        """Return the move that is meant by an answer."""
        hand, pending = view["hand"], view["pending"]
        if view["phase"] == "play" and hand is not None:
            return typed_input.read(answer, hand) or answer
        if view["phase"] in ("draw", "may_draw"):
            return _read_draw(answer)
        if pending and pending["kind"] == "raid" and answer in CARDS:
            return f"raid {len(pending['layer']['cards'])}x{answer}"
        return answer

    # -- playing cards --------------------------------------------------------------------------------

    def _plays(self, state: LinkoState, seat: int) -> Question:
        """Return the plays that rob somebody or end the game; of the others only the values are listed."""
        ahead = Lookahead(state, seat)
        hand = state.view(seat)["hand"] or {}
        found: dict[object, tuple[Layer, Consequences]] = {}
        quiet = []
        for move in state.moves():
            layer, brings = LAYERS[move], ahead.after(move)
            if brings.robbed or brings.over:
                what = (layer.value, layer.size, brings)
                if what not in found or layer.jokers < found[what][0].jokers:
                    found[what] = layer, brings
            elif typed_input.key(layer, hand) == CARDS[layer.value]:
                quiet.append(sign(CARDS[layer.value]))
        choices = [self._play(hand, layer, brings) for layer, brings in found.values()]
        return Question(
            choices,
            self.words("linko.wanted.cards"),
            self.words("linko.hint.cards"),
            besides=self.words("linko.quiet_plays", values=", ".join(quiet)) if quiet else "",
            reminder=self.words("linko.typing_brief"),
        )

    def _play(self, hand: Mapping[str, int], layer: Layer, brings: Consequences) -> Choice:
        worth = layer.value + layer.jokers * JOKER + ENDING * bool(brings.over)
        worth += sum(VIRTUAL_VICTIM if seat == VIRTUAL else VICTIM for seat in brings.robbed)
        return Choice(typed_input.key(layer, hand), PLAY[layer], self._cards_and(layer, brings), worth)

    def _cards_and(self, layer: Layer, brings: Consequences) -> str:
        cards = written([CARDS[card] for card in layer.cards()])
        if brings.over:
            return self.words(ENDS[brings.over], cards=cards)
        if brings.robbed:
            return self.words("linko.offer.play_robs", cards=cards, robbed=self._in_order(brings.robbed))
        return self.words("linko.offer.play", cards=cards)

    def _in_order(self, robbed: Sequence[int]) -> str:
        """Return whom a play robs, in order."""
        virtual = self.words("linko.virtual")
        names = [virtual if seat == VIRTUAL else self.people.names[seat] for seat in robbed]
        return self.words("linko.then").join(names)

    # -- other decisions ------------------------------------------------------------------------------

    def offer(self, state: LinkoState, seat: int, move: str) -> str:
        """Return a legal move in words, with what ``seat`` can know that it brings."""
        move, ahead, pending = Move(move), Lookahead(state, seat), state.view(seat)["pending"]
        brings = ahead.after(move)
        if move.word == "play":
            return self._cards_and(LAYERS[move], brings)
        if pending and pending["kind"] in ("theft", "recall"):
            return self._settle(pending, move, ahead.cards_to_draw())
        if move.word == "raid":
            number, _, value = move.args[0].partition("x")
            then = self.words("linko.offer.then_robs", robbed=self._in_order(brings.robbed))
            cards = written([value] * int(number))
            return self.words("linko.offer.raid", cards=cards) + (then if brings.robbed else "")
        offer = self._draw(move) if move.word == "draw" else self.words("linko.offer.pass")
        return offer + (self.words("linko.offer.ends") if brings.over else "")

    def _settle(self, pending: Pending, move: Move, owed: int) -> str:
        """Return what can become of a stolen layer."""
        cards, victim = written(pending["layer"]["cards"]), self.people.names[pending["victim"]]
        return self.words(f"linko.offer.{move.word}", cards=cards, name=victim, n=owed)

    def _draw(self, move: Move) -> str:
        if move == DRAW_DECK:
            return self.words("linko.offer.draw_deck")
        cards = move.args[0].split("+")
        if len(cards) > 1:
            return self.words("linko.offer.draw_group", cards="+".join(map(sign, cards)), n=len(cards))
        return self.words("linko.offer.draw", cards=sign(cards[0]))

    def _about(self, view: LinkoView) -> str:
        """Return why a person is asked, where it is not simply to play cards."""
        pending, turn, names = view["pending"], view["turn"], self.people.names
        assert pending is not None
        assert turn is not None
        key = f"linko.question.{pending['kind']}"
        if pending["kind"] == "theft" or pending["kind"] == "recall":
            other = pending["victim"] if pending["kind"] == "theft" else pending["thief"]
            return self.words(key, cards=written(pending["layer"]["cards"]), name=names[other])
        if pending["kind"] == "draw":
            return self.words(key, name=names[turn["seat"]], n=pending["cards"])
        return self.words(key)


def _read_draw(answer: str) -> str:
    """Return the draw that is meant, of a card or a group that need not lie there."""
    if answer in (DECK_KEY, PASS_KEY):
        return DRAW_DECK if answer == DECK_KEY else PASS
    cards = answer.replace(" ", "").split("+")
    if not set(cards) <= set(CARDS):
        return answer
    return "draw " + "+".join(cards)


def _key(view: LinkoView, move: Move) -> str:
    """Return what is typed for a move; a group goes by its bottom card unless another place does."""
    if move in KEYS:
        return KEYS[move]
    what = move.args[0]
    if move.word == "raid":
        return what.partition("x")[2]
    bottom = what.partition("+")[0]
    alike = {tuple(place) for place in view["pool"] if place[0] == bottom}
    return bottom if len(alike) == 1 else what
