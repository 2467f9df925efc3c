"""The encodings of our games keep to the contract, and the conformance test notices one that does not."""

from __future__ import annotations

import pytest

from stolik import Game
from stolik.encoding import encoding_of
from stolik.games.linko.dealing import CardByCard
from stolik.games.linko.encoding import Encoding
from stolik.games.pickomino.dice import Hand, hand_of
from stolik.games.pickomino.rolling import DieByDie
from stolik.testing import check_encoding

GAMES = [
    Game("pickomino", 2),
    Game("pickomino", 3, variant="deluxe", golden_die="ones_and_worms", first="lots"),
    Game("linko", 3, first="lots"),
    Game("linko", 5, mode="expert"),
    Game("linko", 2, mode="duel"),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_an_encoding_plays_a_whole_game(game: Game) -> None:
    assert check_encoding(game, seed=5).actor is None


@pytest.mark.parametrize(
    ("name", "value", "breach"),
    [
        ("observation", lambda *_: [0.0], "1"),
        ("legal", lambda *_: [], "there is no action"),
        ("max_chance_outcomes", 13, "too high"),
    ],
)
def test_a_breach_is_noticed(monkeypatch: pytest.MonkeyPatch, name: str, value: object, breach: str) -> None:
    monkeypatch.setattr(Encoding, name, value)
    with pytest.raises(AssertionError, match=breach):
        check_encoding(Game("linko", 3), seed=5)


def test_a_deal_card_by_card_never_changes_and_says_what_was_dealt() -> None:
    deal = CardByCard.of(Game("linko", 3))
    further = deal.after(13)
    assert str(deal) == ""
    assert str(further) == "dealt: j"
    assert dict(deal.outcomes())[13] == pytest.approx(5 / 109)
    assert isinstance(further, CardByCard)
    assert dict(further.outcomes())[13] == pytest.approx(4 / 108)


@pytest.mark.parametrize("hand", [hand_of(4, False), hand_of(4, True)], ids=repr)
def test_dice_that_fall_one_by_one_have_the_chances_of_the_roll(hand: Hand) -> None:
    chances: dict[str, float] = {}

    def fall(roll: DieByDie, chance: float) -> None:
        for face, part in roll.outcomes():
            further = roll.after(face)
            if isinstance(further, DieByDie):
                fall(further, chance * part)
            else:
                chances[further] = chances.get(further, 0) + chance * part

    fall(DieByDie(hand), 1.0)
    assert chances == pytest.approx({move: weight / hand.total for move, weight in hand.weights.items()})


def test_only_the_deal_comes_in_steps() -> None:
    state = Game("linko", 3, first="lots").start()
    assert encoding_of(state.game).stepwise(state) is None
    assert encoding_of(state.game).stepwise(state.play("first 1")) is not None
