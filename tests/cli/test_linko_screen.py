"""The card game in the terminal: drawings and sentences."""

import re

import pytest

from stolik.cli.people import People
from stolik.games.linko import LinkoState, start
from stolik.games.linko.terminal import LinkoScreen, make
from stolik.words import Words
from tests.cli.drawn import page, text
from tests.games.linko.positions import play, position

NAMES = ("Ty", "Ola", "Jan", "Bot Borsuk", "Bot Wydra")
LONG_NAMES = ("Ty", "Babcia Jadzia z Koziej Wólki", "Wielki Wuj Władysław", "Bot Borsuk", "Aleksandra-Maria")

FORTY = " ".join(f"{card} {card} {card}" for card in range(1, 13)) + " 13 13 j j"
CROWD = (
    f"{FORTY} / 2x13+1j 1x4",
    "2 2 3 / 4x1 2x2 2x3 1x4 2x5 2x6 2x12",
    "3 / 4x13",
    "3 / 3x7 1x7 1x8 5x11",
    "2 / 5x10+2j",
)
GROUPS = "5+13 2+13+j 10+13 11+13+j 7 8+13"
ROW = "1 2 3 4 5 6 7 8 9 10 11 12 12"


def screen(language: str = "pl", names: tuple[str, ...] = NAMES, you: int | None = 0) -> LinkoScreen:
    return make(Words(language), People(names, you))


def table(state: LinkoState, seat: int | None = 0, width: int = 80) -> str:
    return text(screen(names=NAMES[: state.game.players]).table(state.view(seat), width), width)


def crowd(mode: str = "basic") -> LinkoState:
    """Five players, forty cards in hand, deep layers and long ones."""
    return position(*CROWD, pool="12 12 12 4 6 8", deck="8 8 9 9", mode=mode)


def full_duel() -> LinkoState:
    """A duel with groups in the pool, a set of each value in the row, and a large hand."""
    hand = FORTY.replace("13 13", "13")
    layers = "2x1 2x2 2x3 1x4 1x5 2x6 2x10"
    return position(f"{hand} / 1x13+1j 1x4", f"1 2 3 / {layers}", row=ROW, deck="1 8 9 9", pool=GROUPS)


# -- drawing ----------------------------------------------------------------------------------------------


def test_players_stand_from_the_left_with_their_top_layer_as_cards_and_the_deeper_ones_as_text() -> None:
    state = position("1 2 / 2x5", "3 / 1x13 2x9 3x7+1j", "4 4 4", "5 / 5x10+2j", seat=2)
    assert table(state, seat=2).splitlines()[:6] == [
        "  Bot Borsuk                Ty                        Ola",
        "  1 karta · 6 pkt           2 karty · 0 pkt           1 karta · 6 pkt",
        "╭──╭──╭──╭──╭──╭─╭───╮    ╭─╭───╮                   ╭─╭─╭─╭───╮",
        "│10│10│10│10│10│J│ J │    │5│ 5 │                   │7│7│7│ J │",
        "╰──╰──╰──╰──╰──╰─╰───╯    ╰─╰───╯                   ╰─╰─╰─╰───╯",
        "                                                    2×9 · 1×13",
    ]


def test_the_pool_and_the_deck_lie_beside_one_s_own_cards() -> None:
    state = position("1 2 / 1x13 2x5", "3", "4", pool="3 10 7 j", deck="1 2 3")
    assert table(state).splitlines()[-4:] == [
        "talia  pula                                   ▸ Ty  2 karty · 1 pkt",
        "╭────╮ ╭───╮╭────╮╭───╮╭───╮                  ╭─╭───╮",
        "│░3░░│ │ 3 ││ 10 ││ 7 ││ J │                  │5│ 5 │              1×13",
        "╰────╯ ╰───╯╰────╯╰───╯╰───╯                  ╰─╰───╯",
    ]


def test_an_empty_deck_and_an_empty_pool_are_drawn_too() -> None:
    over = play(position("5 6", "1 6", "1", pool="3", deck=""), "play 1x5", "draw 3")
    assert [line[:20].rstrip() for line in table(over).splitlines()[-3:]] == ["╭────╮", "│    │", "╰────╯"]


def test_a_duel_has_groups_in_the_pool_and_the_row_as_sets() -> None:
    state = position("1 2", "3 / 1x13 2x9", pool="5+13 2+13+j 7", deck="1", row="2 2 9 10 10 10")
    assert table(state).splitlines() == [
        "  Ola  1 karta · 2 pkt                  ▸ Ty  2 karty · −2 pkt",
        "╭─╭───╮",
        "│9│ 9 │              1×13                 –",
        "╰─╰───╯",
        "rząd        ╭─╭─╮ ╭─╮ ╭──╭──╭──╮",
        "wirtualnego │2│2│ │9│ │10│10│10│",
        "gracza      ╰─╰─╯ ╰─╯ ╰──╰──╰──╯",
        "talia  pula",
        "╭────╮ ╭─╭────╮╭─╭──╭───╮╭───╮",
        "│░1░░│ │5│ 13 ││2│13│ J ││ 7 │",
        "╰────╯ ╰─╰────╯╰─╰──╰───╯╰───╯",
    ]


def test_the_hand_has_fourteen_cells_in_fixed_places() -> None:
    shown = screen(names=NAMES[:3])
    view = position("2 2 10 10 10 j", "3", "4").view(0)
    cells = "│ 1  │2×2 │ 3  │ 4  │ 5  │ 6  │ 7  │ 8  │ 9  │10×3│ 11 │ 12 │ 13 │J×1 │"
    assert text(shown.turn(view, 80)).splitlines()[1] == cells
    roomy = text(shown.turn(view, 92), 92).splitlines()
    assert roomy[1].startswith("│  1  │ 2 ×2│  3  │")
    narrow = text(shown.turn(view, 60), 60).splitlines()
    assert narrow[1] == "│ 1  │2×2 │ 3  │ 4  │ 5  │ 6  │ 7  │"
    assert narrow[3] == "│ 8  │ 9  │10×3│ 11 │ 12 │ 13 │J×1 │"


def test_a_spectator_sees_all_players_alike_and_who_decides() -> None:
    state = position("1 2 / 2x5", "3", "4 4", seat=1)
    shown = screen(names=NAMES[:3], you=None)
    drawn = text(shown.table(state.view(None), 80))
    assert drawn.splitlines()[0] == "  Ty                      ▸ Ola                       Jan"
    assert text(shown.turn(state.view(None), 80)) == "Decyduje Ola."
    assert text(shown.turn(start(state.game).view(None), 80)) == ""


def test_what_is_discarded_is_summed_up_in_the_heading() -> None:
    state = position("9 1", "9 9 / 1x4", "3").play("play 1x9")
    shown = screen(names=NAMES[:3])
    assert shown.title(state.view(0)) == "Rysie · podstawowy"
    before = shown.status(state.view(0))
    assert before.startswith("odrzucone 91: 6×1, ")
    after = play(state, "leave", "discard")
    assert shown.status(after.view(0)) == before.replace("91", "92").replace("6×4", "7×4")
    assert shown.status(start(state.game).view(0)) == ""


# -- the page fits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["pl", "en", "de"])
@pytest.mark.parametrize("note", ["", "!"])
@pytest.mark.parametrize(
    "moves",
    [[], ["play 2x13"], ["play 2x13", "leave"], ["play 2x13", "grab"], ["play 3x1"], ["play 1x13"]],
    ids=" ".join,
)
def test_the_page_fits_eighty_by_twenty_four_with_five_players(
    language: str, note: str, moves: list[str]
) -> None:
    lines = page(screen(language, LONG_NAMES), play(crowd(), *moves), note)
    assert len(lines) == 23, "one line is left for the prompt"
    assert max(map(len, lines)) <= 80
    assert "Ola." in lines


@pytest.mark.parametrize("language", ["pl", "en", "de"])
@pytest.mark.parametrize(
    "moves", [[], ["play 1j"], ["play 2x12"], ["play 2x12", "grab"], ["play 1x1"]], ids=" ".join
)
def test_the_page_fits_eighty_by_twenty_four_in_a_duel(language: str, moves: list[str]) -> None:
    lines = page(screen(language, LONG_NAMES[:2]), play(full_duel(), *moves))
    assert len(lines) == 23
    assert max(map(len, lines)) <= 80
    assert "Ola." in lines


@pytest.mark.parametrize("state", [crowd("expert"), full_duel()], ids=["five", "duel"])
def test_a_larger_terminal_has_a_longer_log_and_all_the_choices(state: LinkoState) -> None:
    names = LONG_NAMES[: state.game.players]
    small = page(screen(names=names), state)
    large = page(screen(names=names), state, width=110, height=40)
    assert len(large) in range(29, 40)
    assert max(map(len, large)) <= 92
    assert large.count("Ola.") >= small.count("Ola.")
    assert sum("okradasz" in line for line in large) >= sum("okradasz" in line for line in small)
    assert large[-1].startswith("7 to wszystkie siódemki")


def test_a_spectator_s_page_of_five_players_fits_too() -> None:
    shown = screen(names=LONG_NAMES, you=None)
    lines = text(shown.table(crowd().view(None), 80)).splitlines()
    assert len(lines) == 16
    assert max(map(len, lines)) <= 80


def test_a_narrow_terminal_is_not_overstepped() -> None:
    for width in (40, 60):
        assert max(map(len, table(crowd(), width=width).splitlines())) <= width


def test_what_does_not_fit_is_counted_and_what_robs_most_stays() -> None:
    lines = page(screen(names=LONG_NAMES[:2]), full_duel())
    listed = [line.split("  ")[0] for line in lines if "okradasz" in line]
    assert [line.strip() for line in lines if "okradasz" in line][-1].startswith("j  J J – okradasz: rząd, ")
    assert len(listed) == 3
    assert re.search(r"^… i jeszcze \d+\. Bez kradzieży: 1, 2, ", lines[-1])


# -- events -----------------------------------------------------------------------------------------------


def told(state: LinkoState, move: str, language: str = "pl", seat: int | None = 0) -> str:
    entry = screen(language, NAMES[: state.game.players]).log_entry(state, move, state.play(move), seat)
    assert entry
    return entry.text


ROBBING = position("9 9 1 j / 1x3", "1 6 / 2j 1x4+1j", "1 / 2x8", pool="1 2", deck="7 8")
DUEL = position("9 9 1", "1 / 2x4", row="2 2 5 5 11", pool="3 7", deck="6 13 8 13 1")


@pytest.mark.parametrize(
    ("state", "move", "polish", "english"),
    [
        (ROBBING, "play 1x1", "Zagrywasz 1.", "You play 1."),
        (
            ROBBING,
            "play 2x9",
            "Zagrywasz 9 9 i kradniesz 4 J (od: Ola).",
            "You play 9 9 and steal 4 J from Ola.",
        ),
        (play(ROBBING, "play 2x9"), "grab", "Bierzesz 4 J na rękę.", "You take 4 J into your hand."),
        (play(ROBBING, "play 2x9"), "leave", "Zostawiasz 4 J.", "You leave 4 J."),
        (
            play(ROBBING, "play 2x9", "leave"),
            "recall",
            "Ola bierze 4 J z powrotem na rękę. Kradniesz 8 8 (od: Jan).",
            "Ola takes 4 J back into the hand. You steal 8 8 from Jan.",
        ),
        (play(ROBBING, "play 2x9", "leave"), "discard", "Ola odrzuca 4 J.", "Ola discards 4 J."),
        (
            play(ROBBING, "play 2x9", "grab"),
            "draw 2",
            "Ola bierze z puli: 2.",
            "Ola takes from the pool: 2.",
        ),
        (
            play(ROBBING, "play 2x9", "grab", "draw 2"),
            "draw deck",
            "Ola dobiera kartę z talii. Nowe w puli: 8. Kradniesz 8 8 (od: Jan).",
            "Ola draws a card from the deck. New in the pool: 8. You steal 8 8 from Jan.",
        ),
        (
            play(ROBBING, "play 1x1"),
            "draw deck",
            "Dobierasz z talii: 7. Nowe w puli: 8.",
            "You draw from the deck: 7. New in the pool: 8.",
        ),
        (play(ROBBING, "play 1x1"), "pass", "Nie dobierasz.", "You draw nothing."),
        (
            position("5", "1 6 / 1x4", "1"),
            "play 1x5",
            "Zagrywasz 5. To była ostatnia karta z ręki: koniec gry.",
            "You play 5. That was the last card of the hand: the game is over.",
        ),
        (
            play(position("5 6", "1 6", "1", pool="3", deck=""), "play 1x5"),
            "draw 3",
            "Bierzesz z puli: 3. Talia i pula są puste: koniec gry.",
            "You take from the pool: 3. Deck and pool are empty: the game is over.",
        ),
        (
            position("5 6", "1 6", "1", mode="advanced", stall=1, quiet=3),
            "play 1x5",
            "Zagrywasz 5. Z talii i puli od dawna nie ubyła żadna karta: koniec gry.",
            "You play 5. No card has left the deck or the pool for too long: the game is over.",
        ),
        (
            position("9 9 9 9 9 9 9 j 1", "1", "1"),
            "play 7x9+1j",
            "Zagrywasz 7×9 + 1×J.",
            "You play 7×9 + 1×J.",
        ),
        (
            play(DUEL, "play 2x9"),
            "raid 2x5",
            "Kradniesz 5 5 wirtualnemu graczowi. Nowe w rzędzie: 6, 8, 1. Na kartach puli: 13, 13. "
            "Kradniesz 4 4 (od: Ola).",
            "You steal 5 5 from the virtual player. New in the row: 6, 8, 1. On cards of the pool: 13, 13. "
            "You steal 4 4 from Ola.",
        ),
        (
            play(position("9 9 1", "1", row="5", pool="3+13+j", deck="6"), "play 2x9"),
            "draw 3+13+j",
            "Bierzesz z puli: 3 + 13 + J. Nowe w puli: 6.",
            "You take from the pool: 3 + 13 + J. New in the pool: 6.",
        ),
    ],
)
def test_every_kind_of_event_is_told(state: LinkoState, move: str, polish: str, english: str) -> None:
    assert told(state, move) == polish
    assert told(state, move, "en") == english


def test_the_deal_and_the_lots_are_told() -> None:
    state = start(position("1", "1", "1").game)
    deal = "deal " + " ".join(sorted(["1", "2", "3", "4", "5", "6", "7", "8", "9"] * 8, key=int))
    deal += " " + " ".join(["10"] * 8 + ["11"] * 8 + ["12"] * 8 + ["13"] * 8 + ["j"] * 5)
    assert told(state, deal) == "Karty rozdane."
    assert screen().sentences.sentence({"kind": "first", "seat": 1}) == "Losowanie: zaczyna Ola."
    assert screen().sentences.sentence({"kind": "first", "seat": 0}) == "Losowanie: zaczynasz Ty."


def test_others_are_not_told_what_came_from_the_deck() -> None:
    state = play(ROBBING, "play 1x1")
    shown = screen(names=("Ola", "Jan", "Ewa"), you=None)
    for seat in (1, 2, None):
        entry = shown.log_entry(state, "draw deck", state.play("draw deck"), seat)
        assert entry
        assert entry.text == "Ola dobiera kartę z talii. Nowe w puli: 8."
        assert entry.summary == ""
    own = shown.log_entry(state, "draw deck", state.play("draw deck"), 0)
    assert own
    assert own.summary == "Ola dobiera z talii: 7."


def test_a_turn_leaves_one_line_behind() -> None:
    shown, state = screen(), ROBBING
    summaries = []
    for move in ("play 2x9", "grab", "draw 2", "draw deck", "leave", "discard", "draw 1", "draw 8"):
        after = state.play(move)
        entry = shown.log_entry(state, move, after, 0)
        assert entry
        summaries.append(entry.summary)
        state = after
    assert [text for text in summaries if text] == [
        "Zagrywasz 9 9 i kradniesz 4 J (od: Ola).",
        "Warstwa idzie na rękę złodzieja.",
        "Kradniesz 8 8 (od: Jan).",
        "Warstwa idzie do odrzuconych.",
        "Talia i pula są puste: koniec gry.",
    ]


# -- the end ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "lines"),
    [
        (
            position("5 5 / 2x3", "1 6 / 1x4", "1 2 3").play("play 2x5"),
            ["Nie masz już kart na ręce.", "1. Ty 4 0 4", "2. Ola 1 −2 −1", "3. Jan 0 −3 −3", "Wygrywasz!"],
        ),
        (
            position("1 1 1 2", "5 / 1x3", "1 6 / 3x4", seat=1).play("play 1x5"),
            [
                "Ola nie ma już kart na ręce.",
                "1. Ola 2 0 2",
                "2. Jan 3 −2 1",
                "3. Ty 0 −4 −4",
                "Wygrywa Ola.",
            ],
        ),
        (
            play(position("5 6 / 2x3", "6 / 2x8", "1 2", pool="3", deck=""), "play 1x5", "draw 3"),
            [
                "Talia i pula są puste.",
                "1. Ola 2 −1 1",
                "2. Ty 3 −2 1",
                "3. Jan 0 −2 −2",
                "Wygrywa Ola.",
                "Remis (po 1 punkcie). Decyduje mniejsza liczba kart na ręce: Ola (1), Ty (2).",
            ],
        ),
        (
            position("5 6", "1 2", "1 2", mode="expert", stall=2, quiet=6).play("play 1x5"),
            [
                "Przez 2 rundy z rzędu nie ubyła żadna karta z talii ani z puli.",
                "1. Ty 1 −1 0",
                "2. Ola 0 −2 −2",
                "2. Jan 0 −2 −2",
                "Wygrywasz!",
                "Remis (po −2 punkty) i tyle samo kart na ręce, więc dzielą miejsce: Ola, Jan.",
            ],
        ),
        (
            position("5 6 / 1x3", "1 / 2x4", "2 / 2x8", mode="advanced", stall=1, quiet=3).play("play 1x5"),
            [
                "Przez 1 rundę nie ubyła żadna karta z talii ani z puli.",
                "1. Ty 2 −1 1",
                "1. Ola 2 −1 1",
                "1. Jan 2 −1 1",
                "Zwycięstwo dzielą: Ty, Ola, Jan.",
                "Remis (po 1 punkcie) i tyle samo kart na ręce, więc dzielą miejsce: Ty, Ola, Jan.",
            ],
        ),
    ],
)
def test_the_end_says_why_counts_cards_gives_places_and_explains_ties(
    state: LinkoState, lines: list[str]
) -> None:
    drawn = text(screen(names=NAMES[:3]).end(state.view(None)), 200).splitlines()
    kept = [" ".join(line.split()) for line in drawn if line.strip(" ─")]
    assert [line for line in kept if not line.startswith("gracz")] == lines
    assert "gracz na stole na ręce punkty" in kept
