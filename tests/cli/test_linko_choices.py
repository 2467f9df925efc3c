"""The decisions of the card game: what is offered, what is typed, and what it is said to bring."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from stolik.cli.people import People
from stolik.cli.screen import Question
from stolik.core import CHANCE, IllegalMove, Move
from stolik.games.linko import LinkoState
from stolik.games.linko.notation import LAYERS
from stolik.games.linko.terminal import LinkoScreen, make
from stolik.games.linko.terminal.consequences import VIRTUAL, Lookahead
from stolik.games.linko.terminal.typed_input import key, read
from stolik.words import Words
from tests.cli.games import hand_of
from tests.games.linko.playing import PLAYERS, TABLES, Player, any_move, hoarder, plies, start, wholesaler
from tests.games.linko.positions import play, position

NAMES = ("Ty", "Ola", "Jan", "Ewa", "Iga")

ROBBING = position("9 9 9 1 j / 1x3", "1 6 / 2j 1x4+1j", "1 / 2x8", pool="1 2", deck="7 8")
DUEL = position("9 9 1", "1 / 2x4", row="2 2 5 5 11", pool="3 7 5+13 j", deck="6 13 8 13 1")


def screen(players: int, language: str = "pl") -> LinkoScreen:
    return make(Words(language), People(NAMES[:players], 0))


def asked(state: LinkoState, language: str = "pl") -> Question:
    assert state.actor is not None
    return screen(state.game.players, language).question(state, state.actor)


def offers(state: LinkoState, language: str = "pl") -> list[str]:
    return [f"{choice.key} | {choice.text}" for choice in asked(state, language).choices]


# -- what is offered --------------------------------------------------------------------------------------


def test_plays_are_chosen_by_value_and_tell_whom_they_rob_in_order() -> None:
    assert offers(ROBBING) == ["9 2 | 9 9 – okradasz: Ola, potem Jan"]
    assert offers(ROBBING, "en") == ["9 2 | 9 9 – robs Ola, then Jan"]
    question = asked(ROBBING)
    assert question.besides == "Bez kradzieży: 1, 9, J"
    assert question.wanted == "karty"
    assert question.reminder.startswith("7 to wszystkie siódemki")


def test_of_plays_that_rob_the_same_the_one_with_fewest_jokers_is_offered() -> None:
    state = position("9 9 j j 3", "1 / 2x4", "1 / 3x7")
    assert offers(state) == [
        "9 | 9 9 – okradasz: Ola",
        "9 2 1 | 9 9 J – okradasz: Jan",
        "j | J J – okradasz: Ola",
    ]
    assert asked(state).besides == "Bez kradzieży: 3"


def test_the_last_card_is_warned_of() -> None:
    state = position("9 j", "1 / 2x4", "1 / 1x7")
    assert offers(state) == [
        "9 | 9 – okradasz: Jan",
        "9 1 1 | 9 J – ostatnia karta: koniec gry, nic nie kradniesz",
        "j | J – okradasz: Jan",
    ]
    assert offers(state, "en")[1] == "9 1 1 | 9 J – last card: the game ends, nothing is stolen"


def test_a_play_that_ends_a_stalled_game_says_so() -> None:
    state = position("9 8", "1", "1 / 1x8", mode="advanced", stall=1, quiet=3)
    assert offers(state) == ["8 | 8 – bez kradzieży, koniec gry (L-21)", "9 | 9 – okradasz: Jan"]


def test_experts_see_what_their_ones_rob() -> None:
    state = position("1 1 5", "1 / 2x13", "1 / 2j", mode="expert")
    assert offers(state) == ["1 | 1 1 – okradasz: Ola, potem Jan"]


@pytest.mark.parametrize(
    ("state", "about", "expected"),
    [
        (
            play(ROBBING, "play 2x9"),
            "Ola traci 4 J. Bierzesz tę warstwę?",
            [
                "1 | weź 4 J na rękę; Ola dobiera 2 karty",
                "2 | zostaw 4 J; Ola bierze z powrotem albo odrzuca i dobiera 2 karty",
            ],
        ),
        (
            play(position("5 / 5x3", "7 7 7 7 7 1", "2", seat=1), "play 5x7", "leave"),
            "Ola kradnie Ci 3 3 3 3 3, ale nie bierze tej warstwy.",
            ["1 | weź 3 3 3 3 3 z powrotem na rękę", "2 | odrzuć 3 3 3 3 3 i dobierz 5 kart"],
        ),
        (
            play(position("5 / 1x3", "7 1", "2", seat=1, pool="4 4 j", deck="8"), "play 1x7", "grab"),
            "Ola Cię okrada: dobierz jeszcze 1 kartę.",
            ["4 | 4 z puli", "j | J z puli", "0 | karta z talii, zakryta"],
        ),
        (
            play(position("5 7", "1", "2", pool="11 j", deck="8"), "play 1x5"),
            "Nikogo nie okradasz, więc możesz dobrać kartę.",
            ["11 | 11 z puli", "j | J z puli", "0 | karta z talii, zakryta", "p | nie dobieraj"],
        ),
        (
            play(position("5 7", "1", "2", pool="11", deck=""), "play 1x5"),
            "Nikogo nie okradasz, więc możesz dobrać kartę.",
            ["11 | 11 z puli, koniec gry", "p | nie dobieraj"],
        ),
        (
            play(position("5 7", "1", "2", pool="11", deck="8", stall=1, quiet=3), "play 1x5"),
            "Nikogo nie okradasz, więc możesz dobrać kartę.",
            ["11 | 11 z puli", "0 | karta z talii, zakryta", "p | nie dobieraj, koniec gry"],
        ),
        (
            play(DUEL, "play 2x9"),
            "Okradasz wirtualnego gracza. Który zestaw bierzesz?",
            ["2 | ukradnij 2 2, potem okradasz: Ola", "5 | ukradnij 5 5, potem okradasz: Ola"],
        ),
        (
            play(position("9 1 1", "1", row="5 5", pool="3 7 5+13 j 3+13+j", deck="6"), "play 2x1"),
            "Nikogo nie okradasz, więc możesz dobrać kartę.",
            [
                "3 | 3 z puli",
                "7 | 7 z puli",
                "5 | grupa 5+13 (2 karty)",
                "j | J z puli",
                "3+13+j | grupa 3+13+J (3 karty)",
                "0 | karta z talii, zakryta",
                "p | nie dobieraj",
            ],
        ),
    ],
)
def test_every_other_decision_says_what_it_brings(state: LinkoState, about: str, expected: list[str]) -> None:
    assert offers(state) == expected
    assert asked(state).about == about


def test_a_duel_robs_the_virtual_player_first() -> None:
    assert offers(DUEL) == ["9 | 9 9 – okradasz: rząd, potem Ola"]
    assert offers(DUEL, "en") == ["9 | 9 9 – robs the row, then Ola"]


def test_a_move_can_be_asked_about_before_it_is_played() -> None:
    shown = screen(3)
    assert shown.offer(ROBBING, 0, "play 1x9+1j") == "9 J – okradasz: Ola, potem Jan"
    assert shown.offer(ROBBING, 0, "play 3x9") == "9 9 9 – bez kradzieży"


# -- what is typed ----------------------------------------------------------------------------------------

HAND = {"2": 1, "7": 3, "13": 2, "j": 2}


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        ("7", "play 3x7"),
        ("7 2", "play 2x7"),
        ("7 2 1", "play 2x7+1j"),
        ("7 3 2", "play 3x7+2j"),
        ("7 2 0", "play 2x7"),
        ("7 j", "play 3x7+1j"),
        ("7+j", "play 3x7+1j"),
        ("7 + 2j", "play 3x7+2j"),
        ("7 1 j", "play 1x7+1j"),
        ("7 1+2j", "play 1x7+2j"),
        ("13", "play 2x13"),
        ("2", "play 1x2"),
        ("2 1", "play 1x2"),
        ("j", "play 2j"),
        ("j 1", "play 1j"),
        ("2j", "play 2j"),
        ("play 2x7+1j", "play 2x7+1j"),
        ("2x7+1j", "play 2x7+1j"),
        ("2×7", "play 2x7"),
        ("2x7 j", "play 2x7+1j"),
        ("1x13", "play 1x13"),
    ],
)
def test_cards_are_typed_in_natural_ways(answer: str, move: str) -> None:
    assert read(answer, HAND) == move


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "x",
        "0",
        "14",
        "7 9",
        "7 0",
        "7 2 6",
        "j 6",
        "7 7 7 7",
        "7,2",
        "-7",
        "2x",
        "jj",
        "7 2 1 1",
        "7 2j",
        "72j",
    ],
)
def test_what_is_no_play_is_not_read_as_one(answer: str) -> None:
    assert read(answer, HAND) is None


def test_cards_that_are_not_held_are_read_so_that_the_game_can_say_so() -> None:
    assert read("9", HAND) == "play 1x9"
    assert read("7 7", HAND) == "play 7x7"
    assert read("j", {"7": 1}) == "play 1j"


def test_the_key_of_every_play_reads_as_that_play() -> None:
    state = position("1 1 2 7 7 7 13 13 j j", "1", "1")
    hand = hand_of(state, 0)
    for move in state.moves():
        typed = key(LAYERS[move], hand)
        assert read(typed, hand) == move
        assert len(typed) <= len(move)


@pytest.mark.parametrize(
    ("state", "answer", "move"),
    [
        (play(DUEL, "play 1x1"), "0", "draw deck"),
        (play(DUEL, "play 1x1"), "p", "pass"),
        (play(DUEL, "play 1x1"), "7", "draw 7"),
        (play(DUEL, "play 1x1"), "5+13", "draw 5+13"),
        (play(DUEL, "play 1x1"), "5 + 13", "draw 5+13"),
        (play(DUEL, "play 1x1"), "draw j", "draw j"),
        (play(DUEL, "play 2x9"), "5", "raid 2x5"),
        (play(DUEL, "play 2x9"), "raid 2x2", "raid 2x2"),
        (play(ROBBING, "play 2x9"), "grab", "grab"),
    ],
)
def test_other_answers_are_read_as_moves(state: LinkoState, answer: str, move: str) -> None:
    assert state.actor is not None
    assert screen(state.game.players).read(state, state.actor, answer) == move
    state.play(move)


def refused(state: LinkoState, answer: str) -> str:
    shown, seat = screen(state.game.players), state.actor or 0
    move = shown.read(state, seat, answer)
    with pytest.raises(IllegalMove) as error:
        state.play(move)
    return shown.refusal(move, error.value.reason)


def test_wrong_answers_are_refused_with_a_reason() -> None:
    assert refused(ROBBING, "8") == "8? Tych kart nie ma na ręce (L-3)."
    assert refused(ROBBING, "9 7") == "7×9? Tych kart nie ma na ręce (L-3)."
    assert refused(ROBBING, "draw 7") == "Teraz nikt nie dobiera kart (L-8, L-9, L-16)."
    assert refused(play(DUEL, "play 1x1"), "9") == "Ta karta nie leży w puli (L-12)."
    assert refused(play(DUEL, "play 2x9"), "11").startswith("W rzędzie nie ma takiego zestawu")
    empty = position("5 7", "1", "2", pool="11", deck="").play("play 1x5")
    assert refused(empty, "0") == "Talia jest pusta (L-13)."


# -- it is the engine that says what comes ----------------------------------------------------------------


def turns(
    mode: str, players: int, seed: int, player: Player
) -> Iterator[tuple[LinkoState, Move, list[int], bool]]:
    """Yield every play of a game with whom it robbed in fact, and whether the game ended in that turn."""
    begun: tuple[LinkoState, Move] | None = None
    robbed: list[int] = []
    for state, move, after in plies(start(mode, players), random.Random(seed), player):
        if state.phase == "play":
            begun, robbed = (state, move), []
        if move.word == "raid":
            robbed.append(VIRTUAL)
        robbed += [event["from"] for event in state.events(move) if event["kind"] == "theft"]
        if begun and (after.phase == "play" or after.actor is None):
            yield *begun, robbed, after.actor is None


def decisions(mode: str, players: int, player: Player) -> Iterator[tuple[LinkoState, int]]:
    """Yield every moment of a game at which a seat decides, and the seat."""
    for state, _, _ in plies(start(mode, players), random.Random(4), player):
        if state.actor is not None and state.actor != CHANCE:
            yield state, state.actor


@pytest.mark.parametrize("player", [any_move, hoarder, wholesaler])
@pytest.mark.parametrize(("mode", "players"), [("basic", 3), ("expert", 5), ("duel", 2)])
def test_what_a_play_is_said_to_bring_comes_true(mode: str, players: int, player: Player) -> None:
    robberies = 0
    for state, move, robbed, ended in turns(mode, players, 5, player):
        said = Lookahead(state, state.seat).after(move)
        robberies += len(robbed)
        if said.over:
            assert ended
            assert robbed == []
        elif ended:
            assert robbed == list(said.robbed)[: len(robbed)], "the cards ran out"
        else:
            assert robbed == list(said.robbed)
    assert robberies > 10


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize(("mode", "players"), [TABLES[0], TABLES[-2], TABLES[-1]])
def test_no_question_depends_on_what_its_seat_cannot_see(mode: str, players: int, player: Player) -> None:
    rng, shown = random.Random(11), screen(players)
    for number, (state, seat) in enumerate(decisions(mode, players, player)):
        if number % 3 == 0 and number < 240:
            assert shown.question(state, seat) == shown.question(state.sample(seat, rng), seat)


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_every_choice_is_legal_is_typed_by_its_key_and_no_two_keys_are_the_same(
    mode: str, players: int
) -> None:
    shown = screen(players)
    for state, seat in islice(decisions(mode, players, any_move), 150):
        question = shown.question(state, seat)
        keys = [choice.key for choice in question.choices]
        moves = [choice.move for choice in question.choices]
        assert len(set(keys)) == len(keys)
        assert set(moves) <= set(state.moves())
        if state.phase == "play":
            assert [shown.read(state, seat, typed) for typed in keys] == moves
        else:
            assert moves == list(state.moves())
