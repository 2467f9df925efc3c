"""The decisions of the card game as questions: what can be chosen, what it brings, and how to type it."""

from __future__ import annotations

from collections.abc import Mapping

from stolik.cli.screen import Choice, Question
from stolik.cli.speaking import Speaker
from stolik.core import Move, State
from stolik.games.linko.notation import DISCARD, DRAW_DECK, GRAB, LAYERS, LEAVE, PASS, PLAY, RECALL
from stolik.games.linko.pieces import CARDS, Layer
from stolik.games.linko.terminal import typed
from stolik.games.linko.terminal.cards import sign, written
from stolik.games.linko.terminal.outlook import VIRTUAL, Outlook, imagine, look, owed
from stolik.games.linko.views import LinkoView

DECK_KEY, PASS_KEY = "0", "p"
KEYS = {GRAB: "1", LEAVE: "2", RECALL: "1", DISCARD: "2", DRAW_DECK: DECK_KEY, PASS: PASS_KEY}
"""What is typed for a move that is not about a card; one that is has the card's name."""

ENDS = {"hand_empty": "linko.offer.play_last", "stall": "linko.offer.play_stall"}
"""What is said of a play that ends the game, by the reason."""

ENDING, VICTIM, VIRTUAL_VICTIM, JOKER = 1000, 100, 60, -20
"""What makes a play worth listing: that the game ends, everyone it robs, and that it needs no jokers."""


class Asker(Speaker):
    """Puts decisions to people and reads their answers."""

    def question(self, state: State, seat: int) -> Question:
        """Return what ``seat`` has to decide now."""
        view, words = state.view(seat), self.words
        if view["phase"] == "play":
            return self._plays(state, seat, view)
        choices = [
            Choice(self._key(view, move), move, self.offer(state, seat, move)) for move in state.moves()
        ]
        about = self._about(view)
        if view["phase"] in ("theft", "recall"):
            return Question(choices, words("play.wanted"), words("play.hint"), about)
        return Question(choices, words("linko.wanted.card"), words("linko.hint.card"), about)

    def offer(self, state: State, seat: int, move: str) -> str:
        """Return a legal move in words, with what ``seat`` can know that it brings."""
        return self._offer(state.view(seat), imagine(state, seat), Move(move))

    def read(self, view: LinkoView, answer: str) -> str:
        """Return the move that an answer stands for."""
        phase = view["phase"]
        if phase == "play":
            return typed.read(answer, view["hand"]) or answer
        if phase in ("draw", "may_draw"):
            return self._read_draw(answer)
        if phase == "raid" and answer in CARDS:
            return f"raid {len(view['pending']['layer']['cards'])}x{answer}"
        return answer

    @staticmethod
    def _read_draw(answer: str) -> str:
        """Return the draw that is meant, of a card or a group that need not lie there."""
        if answer in (DECK_KEY, PASS_KEY):
            return DRAW_DECK if answer == DECK_KEY else PASS
        cards = answer.replace(" ", "").split("+")
        if not set(cards) <= set(CARDS):
            return answer
        return "draw " + "+".join(cards)

    # -- playing cards --------------------------------------------------------------------------------

    def _plays(self, state: State, seat: int, view: LinkoView) -> Question:
        """Return the plays that rob somebody or end the game; the others have nothing to tell."""
        hand, imagined = view["hand"], imagine(state, seat)
        found: dict[object, tuple[Layer, Outlook]] = {}
        quiet = []
        for move in state.moves():
            layer, outlook = LAYERS[move], look(imagined, move)
            if outlook.robbed or outlook.over:
                what = (layer.value, layer.size, outlook)
                if what not in found or layer.jokers < found[what][0].jokers:
                    found[what] = layer, outlook
            elif typed.key(layer, hand) == CARDS[layer.value]:
                quiet.append(sign(CARDS[layer.value]))
        choices = [self._play(hand, layer, outlook) for layer, outlook in found.values()]
        return Question(
            choices,
            self.words("linko.wanted.cards"),
            self.words("linko.hint.cards"),
            besides=self.words("linko.quiet_plays", values=", ".join(quiet)) if quiet else "",
            reminder=self.words("linko.typing_brief"),
        )

    def _play(self, hand: Mapping[str, int], layer: Layer, outlook: Outlook) -> Choice:
        worth = layer.value + layer.jokers * JOKER + ENDING * bool(outlook.over)
        worth += sum(VIRTUAL_VICTIM if seat == VIRTUAL else VICTIM for seat in outlook.robbed)
        return Choice(typed.key(layer, hand), PLAY[layer], self._cards_and(layer, outlook), worth)

    def _cards_and(self, layer: Layer, outlook: Outlook) -> str:
        cards = written([CARDS[card] for card in layer.cards()])
        if outlook.over:
            return self.words(ENDS[outlook.over], cards=cards)
        if outlook.robbed:
            return self.words("linko.offer.play_robs", cards=cards, robbed=self._in_turn(outlook.robbed))
        return self.words("linko.offer.play", cards=cards)

    def _in_turn(self, robbed: tuple[int, ...]) -> str:
        """Return whom a play robs, in order."""
        virtual = self.words("linko.virtual")
        names = [virtual if seat == VIRTUAL else self.people.names[seat] for seat in robbed]
        return self.words("linko.then").join(names)

    # -- other decisions ------------------------------------------------------------------------------

    def _offer(self, view: LinkoView, imagined: State, move: Move) -> str:
        outlook = look(imagined, move)
        pending = view["pending"]
        match move.word:
            case "play":
                return self._cards_and(LAYERS[move], outlook)
            case "grab" | "leave":
                cards, victim = written(pending["layer"]["cards"]), self.people.names[pending["victim"]]
                key = "linko.offer.grab" if move == GRAB else "linko.offer.leave"
                return self.words(key, cards=cards, name=victim, n=owed(imagined))
            case "recall" | "discard":
                cards = written(pending["layer"]["cards"])
                key = "linko.offer.recall" if move == RECALL else "linko.offer.discard"
                return self.words(key, cards=cards, n=owed(imagined))
            case "raid":
                number, _, value = move.args[0].partition("x")
                then = self.words("linko.offer.then_robs", robbed=self._in_turn(outlook.robbed))
                cards = written([value] * int(number))
                return self.words("linko.offer.raid", cards=cards) + (then if outlook.robbed else "")
            case "draw":
                return self._draw(move) + (self.words("linko.offer.ends") if outlook.over else "")
        return self.words("linko.offer.pass") + (self.words("linko.offer.ends") if outlook.over else "")

    def _draw(self, move: Move) -> str:
        if move == DRAW_DECK:
            return self.words("linko.offer.draw_deck")
        cards = move.args[0].split("+")
        if len(cards) > 1:
            return self.words("linko.offer.draw_group", cards="+".join(map(sign, cards)), n=len(cards))
        return self.words("linko.offer.draw", cards=sign(cards[0]))

    def _about(self, view: LinkoView) -> str:
        """Return why a person is asked who does not simply play cards."""
        pending, words = view["pending"], self.words
        match pending["kind"]:
            case "theft":
                cards, victim = written(pending["layer"]["cards"]), self.people.names[pending["victim"]]
                return words("linko.about.theft", cards=cards, name=victim)
            case "recall":
                cards, thief = written(pending["layer"]["cards"]), self.people.names[pending["thief"]]
                return words("linko.about.recall", cards=cards, name=thief)
            case "draw":
                thief = self.people.names[view["turn"]["seat"]]
                return words("linko.about.draw", name=thief, n=pending["cards"])
            case "raid":
                return words("linko.about.raid")
        return words("linko.about.may_draw")

    @staticmethod
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
