import re

import pytest

from stolik.cli.people import People
from stolik.games.pickomino.rules import PickominoState
from stolik.games.pickomino.terminal import PickominoScreen, make
from stolik.words import Words
from tests.cli.drawn import page, text
from tests.cli.games import played
from tests.games.pickomino.positions import FULL_GRILL, aside, base, dice, play, position

NAMES = ("Ty", "Ola", "Jan", "Babcia Jadzia", "Bot Borsuk", "Bot Kret", "Bot Jeż")
DELUXE_GRILL = "11:hen 13 21 22:raven 24 26 28 31 32 33"


def screen(language: str = "pl", players: int = 3, you: int | None = 0) -> PickominoScreen:
    return make(Words(language), People(NAMES[:players], you))


def offers(state: PickominoState, language: str = "pl") -> list[str]:
    choices = screen(language, state.game.players).question(state, state.actor or 0).choices
    return [f"{choice.key} {choice.text}" for choice in choices]


def told(state: PickominoState, move: str, language: str = "pl") -> str:
    entry = screen(language, state.game.players).log_entry(state, move, state.play(move), None)
    return entry.text if entry else ""


# -- drawing ----------------------------------------------------------------------------------------------


def test_the_grill_shows_worms_ghosts_of_taken_tiles_and_tiles_turned_down() -> None:
    state = base("21 22 26 33", "24", "29 30")
    drawn = text(screen(players=2).table(state.view(0), 80))
    assert drawn.splitlines()[1:3] == [
        "│21  │22  │23  │24  │25  │26  │27  │28  │ ▸ Ty  [24]                           1",
        "│~   │~   │░░░░│····│░░░░│~~  │░░░░│░░░░│   Ola [30] 29                        6",
    ]
    assert "│░░░░│····│····│" not in drawn
    assert "│····│····│░░░░│░░░░│~~~~│" in drawn


def test_specialists_stand_on_their_tiles_and_by_their_players_with_a_legend() -> None:
    state = position(DELUXE_GRILL, "25 23:weasel", "29 30", worms=(1, 2))
    drawn = text(screen(players=2).table(state.view(0), 80))
    assert "│11 Ku│13   │21   │22 Kr│23   │24   │ ▸ Ty  [23] 25" in drawn
    assert re.search(r"▸ Ty +\[23\] 25 +Ła +1 +4$", drawn, re.MULTILINE)
    assert re.search(r"  Ola +\[30\] 29 +2 +8$", drawn, re.MULTILINE)
    assert "Cz czerwony robal  Ku kura    Kr kruk" in drawn
    assert screen(players=2).status(state.view(0)) == "okrągłe robale w zapasie: 4"


@pytest.mark.parametrize(("players", "said"), [(3, True), (5, False)])
@pytest.mark.parametrize("variant", ["base", "deluxe"])
def test_levels_stand_at_the_table_where_the_stacks_leave_room(
    players: int, said: bool, variant: str
) -> None:
    kinds = ("", *["trudny", "łatwy"] * 3)[:players]
    state = played(players, variant=variant).replay()
    assert isinstance(state, PickominoState)
    bare, told = (
        text(make(Words("de"), people).table(state.view(0), 80))
        for people in (People(NAMES[:players], 0), People(NAMES[:players], 0, kinds))
    )
    assert ("Ola (trudny)" in told) is said
    assert len(told.splitlines()) - len(bare.splitlines()) <= (2 if said else 0)


def test_the_players_come_below_the_grill_where_it_is_narrow() -> None:
    state = position(DELUXE_GRILL, "25 23:weasel", "29 30")
    lines = text(screen(players=2).table(state.view(0), 50), 50).splitlines()
    assert max(map(len, lines)) <= 50
    assert lines[9].startswith("╰")
    assert lines[11].startswith("▸ Ty")


def test_dice_are_grouped_by_face_and_a_used_face_is_locked() -> None:
    state = play(aside(base(FULL_GRILL, "", ""), "4 4 4", "w"), "roll", dice("1", "3", "3", "4"))
    assert text(screen(players=2).turn(state.view(0), 80)).splitlines() == [
        "Rzut · już odłożone: 4                             Odłożone: suma 17, robal jest",
        "╭───╮ ╭───╮╭───╮ ╭╌╌╌╮                                     ╭───╮╭───╮╭───╮ ╭───╮",
        "│ 1 │ │ 3 ││ 3 │ ╎ 4 ╎                                     │ 4 ││ 4 ││ 4 │ │ ~ │",
        "╰───╯ ╰───╯╰───╯ ╰╌╌╌╯                                     ╰───╯╰───╯╰───╯ ╰───╯",
    ]


@pytest.mark.parametrize(
    ("state", "caption"),
    [
        (base(FULL_GRILL, "", ""), "Do rzutu: 8 kostek"),
        (base(FULL_GRILL, "", ""), "Odłożone: nic"),
        (aside(base(FULL_GRILL, "", ""), "4 4"), "Odłożone: suma 8, bez robala"),
        (position(DELUXE_GRILL, "25:red_worm", ""), "Odłożone: suma 5 z czerwonym robalem"),
        (aside(position(DELUXE_GRILL, "25:red_worm", ""), "w"), "Odłożone: suma 5, robal jest"),
        (
            play(position(DELUXE_GRILL, "25:golden_die", ""), "roll gold", dice(*"111123345")),
            "złota kostka w grze",
        ),
        (
            play(
                position(DELUXE_GRILL, "25:weasel", ""),
                "roll",
                dice(*"11112334"),
                "weasel",
                dice(*"11112345"),
            ),
            "łasica już pomogła",
        ),
    ],
)
def test_the_captions_say_what_the_dice_come_to(state: PickominoState, caption: str) -> None:
    assert caption in text(screen(players=2).turn(state.view(0), 80))


@pytest.mark.parametrize("language", ["pl", "en", "de"])
@pytest.mark.parametrize("roll", ["112335w", "111145w", "123345w", "1111234", "112233w"])
@pytest.mark.parametrize("note", ["", "!"])
def test_the_page_fits_eighty_by_twenty_four_with_seven_players(language: str, roll: str, note: str) -> None:
    stacks = ("25 23:weasel", "29 30", "27:golden_die", "", "34:apple", "35 36", "")
    state = position(DELUXE_GRILL, *stacks, worms=(1, 2, 0, 0, 0, 1, 0))
    state = play(aside(state, "4"), "roll", dice(*roll))
    lines = page(screen(language, 7), state, note)
    assert len(lines) == 23, "one line is left for the prompt"
    assert max(map(len, lines)) <= 80
    assert "Ola." in lines


# -- choices ----------------------------------------------------------------------------------------------


def test_a_face_has_its_own_number_and_shows_what_it_adds() -> None:
    state = play(aside(base(FULL_GRILL, "", ""), "5"), "roll", dice(*"12444ww"))
    assert offers(state) == [
        "1 odłóż 1 (+1 → 6)",
        "2 odłóż 2 (+2 → 7)",
        "4 odłóż 4 4 4 (+12 → 17)",
        "6 odłóż robale ~ ~ (+10 → 15)",
    ]
    assert offers(state, "en")[2:] == ["4 set aside 4 4 4 (+12 → 17)", "6 set aside worms ~ ~ (+10 → 15)"]


def test_taking_stealing_and_rolling_on() -> None:
    state = aside(base("21 26 33", "", "27"), "4 4 4", "w", "5 5")
    assert offers(state) == [
        "1 weź z rusztu płytkę 26 (2 robale)",
        "2 podbierz płytkę 27 (od: Ola; 2 robale)",
        "3 rzuć dalej 2 kostkami",
    ]
    assert offers(state, "en") == [
        "1 take tile 26 from the grill (2 worms)",
        "2 steal tile 27 from Ola (2 worms)",
        "3 roll on with 2 dice",
    ]


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (position("21:hen 24", "", ""), ["1 rzuć 8 kostkami"]),
        (
            position("21:hen 24", "25:golden_die", ""),
            ["1 rzuć 8 kostkami", "2 rzuć 9 kostkami, razem ze złotą"],
        ),
        (
            aside(position("21:hen 24", "", ""), "4 4 4 4", "w"),
            ["1 weź z rusztu płytkę 21 (1 robal + kura)", "2 rzuć dalej 3 kostkami"],
        ),
        (
            aside(position("21:raven 24", "", ""), "4 4 4 4", "w"),
            ["1 weź z rusztu płytkę 21 (1 robal + okrągły robal)", "2 rzuć dalej 3 kostkami"],
        ),
        (
            aside(position("21", "", ""), "4 4 4 4", "w"),
            ["1 weź z rusztu płytkę 21 (1 robal), koniec gry", "2 rzuć dalej 3 kostkami"],
        ),
        (
            aside(position("24", "", "21:apple"), "4 4 4 4", "w"),
            ["1 podbierz płytkę 21 (od: Ola; 1 robal + jabłko)", "2 rzuć dalej 3 kostkami"],
        ),
        (
            aside(position("24", "", "21:hen"), "4 4 4 4", "w"),
            ["1 podbierz kurę (od: Ola; płytka 21 zostaje)", "2 rzuć dalej 3 kostkami"],
        ),
        (
            play(aside(position("21:hen 24", "25:weasel", ""), "4 4 4 4", "w"), "take 21"),
            ["1 zatrzymaj łasicę (na ruszt wraca kura)", "2 zatrzymaj kurę (na ruszt wraca łasica)"],
        ),
        (
            play(position("21 36", "25:weasel", ""), "roll", dice(*"11223345")),
            [
                "1 odłóż 1 1 (+2 → 2), okrągły robal",
                "2 odłóż 2 2 (+4 → 4)",
                "3 odłóż 3 3 (+6 → 6)",
                "4 odłóż 4 (+4 → 4)",
                "5 odłóż 5 (+5 → 5)",
                "7 powtórz rzut z łasicą",
            ],
        ),
        (
            play(aside(position("21 36", "25:weasel", ""), "w"), "roll", dice(*"wwwwwww")),
            ["7 powtórz rzut z łasicą", "8 nie powtarzaj, rzut spalony, oddajesz płytkę 25"],
        ),
        (
            play(aside(base("36", "25", ""), "1", "2", "3", "4", "5"), "roll", dice(*"5ww")),
            ["6 odłóż robale ~ ~ (+10 → 25), rzut spalony, oddajesz płytkę 25"],
        ),
        (
            aside(position("21 36", "", "22", "23", worms=(0, 3, 4)), "1 1"),
            ["1 weź okrągłego robala (od: Ola)", "2 weź okrągłego robala (od: Jan)"],
        ),
        (
            play(position("21 36", "25:red_worm", ""), "roll", dice(*"1233345w")),
            [
                "1 odłóż 1 (+1 → 6)",
                "2 odłóż 2 (+2 → 7)",
                "3 odłóż 3 3 3 (+9 → 14)",
                "4 odłóż 4 (+4 → 9)",
                "5 odłóż 5 (+5 → 10)",
                "6 odłóż robala ~ (+0 → 5)",
            ],
        ),
    ],
)
def test_every_kind_of_choice_tells_its_consequence(state: PickominoState, expected: list[str]) -> None:
    assert offers(state) == expected


# -- events -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "move", "polish", "english"),
    [
        (position("21", "25:golden_die", ""), "roll", "", ""),
        (
            position("21", "25:golden_die", ""),
            "roll gold",
            "Dokładasz złotą kostkę.",
            "You add the golden die.",
        ),
        (
            position("21", "", "25:golden_die", seat=1),
            "roll gold",
            "Ola dokłada złotą kostkę.",
            "Ola adds the golden die.",
        ),
        (
            play(base("21", "", ""), "roll"),
            dice(*"1234555w"),
            "Twój rzut: 1 2 3 4 5 5 5 ~.",
            "You roll 1 2 3 4 5 5 5 ~.",
        ),
        (
            play(base("21", "", "", seat=1), "roll"),
            dice(*"1234555w"),
            "Ola rzuca: 1 2 3 4 5 5 5 ~.",
            "Ola rolls 1 2 3 4 5 5 5 ~.",
        ),
        (
            play(base("21", "", ""), "roll", dice(*"1234555w")),
            "keep 5",
            "Odkładasz 5 5 5 – suma 15, bez robala.",
            "You set aside 5 5 5: sum 15, no worm.",
        ),
        (
            play(position("21", "25:weasel", ""), "roll", dice(*"1234555w")),
            "weasel",
            "Powtarzasz rzut z pomocą łasicy.",
            "You repeat the roll with the weasel.",
        ),
        (
            play(position("21", "", ""), "roll", dice(*"1134555w")),
            "keep 1",
            "Odkładasz 1 1 – suma 2, bez robala. Dostajesz okrągłego robala.",
            "You set aside 1 1: sum 2, no worm. You get a round worm.",
        ),
        (
            aside(position("21 36", "", "22", worms=(0, 7)), "1 1"),
            "worm from 1",
            "Dostajesz okrągłego robala (od: Ola).",
            "You get a round worm from Ola.",
        ),
        (
            aside(position("21:hen 24", "", ""), "4 4 4 4", "w"),
            "take 21",
            "Bierzesz z rusztu płytkę 21 (1 robal). Kurę masz teraz Ty.",
            "You take tile 21 from the grill (1 worm). You now have the hen.",
        ),
        (
            aside(position("21:raven 24", "", ""), "4 4 4 4", "w"),
            "take 21",
            "Bierzesz z rusztu płytkę 21 (1 robal). Dostajesz okrągłego robala. Kruk trafia na płytkę 24.",
            "You take tile 21 from the grill (1 worm). You get a round worm. The raven goes to tile 24.",
        ),
        (
            aside(position("24", "21:apple", "", seat=1), "4 4 4 4", "w"),
            "steal 21",
            "Ola podbiera płytkę 21 (1 robal, od Ciebie). Jabłko ma teraz Ola.",
            "Ola steals tile 21 (1 worm) from you. Ola now has the apple.",
        ),
        (
            aside(position("24", "", "21:hen"), "4 4 4 4", "w"),
            "steal 21",
            "Podbierasz kurę (od: Ola); płytka 21 zostaje. Kurę masz teraz Ty.",
            "You steal the hen from Ola; tile 21 stays. You now have the hen.",
        ),
        (
            play(aside(base("24 36", "", "25", seat=1), "w"), "roll"),
            dice(*"wwwwwww"),
            "Ola rzuca: ~ ~ ~ ~ ~ ~ ~. Spalony rzut! Płytka 25 wraca na ruszt. Płytka 36 zostaje odwrócona.",
            "Ola rolls ~ ~ ~ ~ ~ ~ ~. A burnt roll! Tile 25 goes back to the grill. Tile 36 is turned down.",
        ),
        (
            play(aside(position("21:raven 25:hen", "24:golden_die", ""), "w"), "roll"),
            dice(*"wwwwwww"),
            "Twój rzut: ~ ~ ~ ~ ~ ~ ~. Spalony rzut! Płytka 24 wraca na ruszt. "
            "Złota kostka trafia na płytkę 24. Płytka 25 zostaje odwrócona. Kura odchodzi z gry.",
            "You roll ~ ~ ~ ~ ~ ~ ~. A burnt roll! Tile 24 goes back to the grill. "
            "The golden die goes to tile 24. Tile 25 is turned down. The hen leaves the game.",
        ),
        (
            play(aside(position("21", "", "25:weasel", seat=1), "w"), "roll", dice(*"wwwwwww")),
            "burn",
            "Ola: spalony rzut! Płytka 25 wraca na ruszt. Łasica trafia na płytkę 21.",
            "Ola: a burnt roll! Tile 25 goes back to the grill. The weasel goes to tile 21.",
        ),
        (
            aside(position("21", "", ""), "4 4 4 4", "w"),
            "take 21",
            "Bierzesz z rusztu płytkę 21 (1 robal). Na ruszcie nie ma już odkrytych płytek: koniec gry.",
            "You take tile 21 from the grill (1 worm). "
            "No face-up tile is left on the grill: the game is over.",
        ),
    ],
)
def test_every_kind_of_event_is_told(state: PickominoState, move: str, polish: str, english: str) -> None:
    assert told(state, move) == polish
    assert told(state, move, "en") == english


# -- the end ----------------------------------------------------------------------------------------------


def last_tile(*stacks: str, worms: tuple[int, ...] = (), variant: str = "deluxe") -> PickominoState:
    """The end of a game in which the first seat takes tile 21 last."""
    state = position("21", *stacks, worms=worms, variant=variant)
    return aside(state, "4 4 4 4", "w").play("take 21")


@pytest.mark.parametrize(
    ("state", "count", "sentences"),
    [
        (last_tile("33", "29 25", variant="base"), [
            "1. Ty [21] 33 5",
            "2. Ola [25] 29 5",
        ], [
            "Wygrywasz!",
            "Remis (po 5 robali). Decyduje najwyższa płytka: Ty (płytka 33), Ola (płytka 29).",
        ]),
        (last_tile("", "", "34:apple", worms=(1, 0, 2)), [
            "1. Jan [34] 4 2 3 9",
            "2. Ty [21] 1 1 0 2",
            "3. Ola – 0 0 0 0",
        ], ["Wygrywa Jan."]),
        (last_tile("", "", "", worms=(1, 2, 0)), [
            "1. Ty [21] 1 1 0 2",
            "2. Ola – 0 2 0 2",
            "3. Jan – 0 0 0 0",
        ], [
            "Wygrywasz!",
            "Remis (po 2 robale). Decyduje najwyższa płytka: Ty (płytka 21), Ola (bez płytki).",
        ]),
        (last_tile("", "", "", worms=(0, 2, 2)), [
            "1. Ola – 0 2 0 2",
            "1. Jan – 0 2 0 2",
            "3. Ty [21] 1 0 0 1",
        ], [
            "Zwycięstwo dzielą: Ola, Jan.",
            "Remis (po 2 robale) i nikt z tych graczy nie ma płytki, więc dzielą miejsce: Ola, Jan.",
        ]),
    ],
)  # fmt: skip
def test_the_end_counts_worms_gives_places_and_explains_ties(
    state: PickominoState, count: list[str], sentences: list[str]
) -> None:
    lines = text(screen(players=state.game.players).end(state.view(None)), 200).splitlines()
    ranks = [" ".join(line.split()) for line in lines if re.match(r" *\d\.", line)]
    assert ranks == count
    assert lines[-len(sentences) :] == sentences
