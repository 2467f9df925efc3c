"""Records: what is written is read back; what is broken is named by its line."""

from pathlib import Path

import pytest

from stolik import CHANCE, Fairness, Game, Move, Record, Recorder, RecordError, verify
from stolik.core.record import MESSAGES

SECRET = bytes(range(32))
GAME = Game("pickomino", 2, variant="deluxe")
FAIR = Fairness(SECRET, ("0f" * 16, ""))

TEXT = f"""\
stolik 1 commitment 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd
game pickomino
players 2
option variant deluxe
option golden_die standard
option first seat0
seat 0 Ola
random 0 {"0f" * 16}
seat 1 Tata z Łodzi

roll
dice 1 2 3 3 4 4 4 5
keep 4
secret {SECRET.hex()}
"""
ROLL_LINE = 12


def played() -> Record:
    table = Recorder(GAME, FAIR, ("Ola", "Tata z Łodzi"))
    table.play("roll")
    table.chance()
    table.play(table.state.moves()[0])
    return table.record()


def edited(old: str, new: str) -> str:
    assert TEXT.count(old) == 1
    return TEXT.replace(old, new)


def test_every_code_has_its_own_message() -> None:
    assert len(set(MESSAGES.values())) == len(MESSAGES) - 1  # two of them only pass on a problem


def line_of(text: str) -> tuple[int, str]:
    """Return the line and the complaint of reading or verifying a record."""
    with pytest.raises(RecordError) as error:
        verify(Record.parse(text))
    return error.value.line, str(error.value)


def test_a_record_reads_as_it_is_written() -> None:
    record = Record.parse(TEXT)
    assert str(record) == TEXT
    assert record.game == GAME
    assert record.names == ("Ola", "Tata z Łodzi")
    assert record.fairness == FAIR
    assert record.moves == ("roll", "dice 1 2 3 3 4 4 4 5", "keep 4")


def test_what_a_recorder_keeps_is_what_was_played() -> None:
    record = played()
    assert record.replay().view(0) == list(record.states())[-1].view(0)
    found = verify(Record.parse(str(record)))
    assert (found.fair, found.chances, found.decisions, found.result) == (True, 1, 2, None)


def test_a_recorder_is_unchanged_by_an_illegal_move() -> None:
    table = Recorder(GAME, FAIR)
    with pytest.raises(ValueError, match="turn begins with a roll"):
        table.play("take 21")
    assert table.record().moves == ()
    assert table.state == GAME.start()


def test_nobody_chooses_what_chance_brings() -> None:
    table = Recorder(GAME, FAIR)
    table.play("roll")
    with pytest.raises(ValueError, match="chance comes next"):
        table.play("dice 1 1 1 1 w w w w")
    assert table.record().moves == ("roll",)


def test_a_move_is_one_line() -> None:
    with pytest.raises(ValueError, match="a move is one line"):
        Record(GAME, (Move("roll\nend"),))


def test_a_record_without_a_commitment_closes_with_end() -> None:
    record = Record(GAME, played().moves)
    assert str(record).startswith("stolik 1 no commitment\n")
    assert str(record).endswith("\nend\n")
    assert Record.parse(str(record)) == record
    assert not verify(record).fair


def test_the_header_can_be_published_before_the_game() -> None:
    assert SECRET.hex() not in "\n".join(played().header())


@pytest.mark.parametrize("cut", range(1, TEXT.count("\n")))
def test_a_record_cut_after_any_line_names_the_line(cut: int) -> None:
    text = "".join(TEXT.splitlines(keepends=True)[:cut])
    line, message = line_of(text)
    assert line == cut + 1
    assert "the record breaks off" in message


def test_a_record_cut_within_a_line_names_the_line() -> None:
    assert line_of(TEXT[:-1])[0] == TEXT.count("\n")
    assert "in the middle of this line" in line_of(TEXT[:-5])[1]


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("stolik 1 commitment", "stolik 2 commitment", 1, "a record begins with 'stolik 1 commitment …'"),
        ("630dcd2966", "630dcd296", 1, "the commitment must be 64 hexadecimal digits"),
        ("game pickomino", "game chess", 2, "unknown game 'chess'; the games are"),
        ("game pickomino", "gamepickomino", 2, "'game …' is expected here, not 'gamepickomino'"),
        ("players 2", "players 9", 3, "players must be 2 to 7, not '9'"),
        ("variant deluxe", "variant gold", 4, "variant must be base or deluxe, not 'gold'"),
        ("option first", "option last", 6, "'option first …' is expected here"),
        ("random 0 0f", "random 0 0g", 8, "the randomness of a seat must be 32 hexadecimal digits"),
        ("seat 0 Ola", "seat 0 Ola ", 7, "a name is printable, with no spaces around it, not 'Ola '"),
        ("seat 0 Ola", "seat 0 O\tla", 7, "a name is printable"),
        ("seat 0 Ola", "seat 0 ", 7, "a name is printable"),
        (f"random 0 {'0f' * 16}", "random 0 ", 8, "the randomness of a seat must be 32 hexadecimal digits"),
        ("players 2\n", "players 2\r\n", 3, "players must be 2 to 7, not '2\\r'"),
        ("seat 1 Tata", "seat 2 Tata", 9, "'seat N …', 'random N …' (N = 0…1), '' is expected here"),
        ("keep 4", "keep w", 13, "'keep w': no die shows w (P-4); allowed: keep 1, keep 2, keep 3, ke"),
        ("keep 4", "", 13, "no decision is written like this"),
        ("secret 00", "secret 01", 14, "this secret is not the one that line 1 commits to"),
        ("secret 0001", "secret xx01", 14, "the secret must be 64 hexadecimal digits"),
        (f"secret {SECRET.hex()}", "end", 14, "a record with a commitment closes with 'secret …'"),
        ("1f\n", "1f\nroll\n", 15, "nothing may follow the closing line"),
    ],
)
def test_an_edited_record_names_the_line(old: str, new: str, line: int, message: str) -> None:
    found, text = line_of(edited(old, new))
    assert (found, message in text) == (line, True), text


def test_impossible_options_name_the_line() -> None:
    text = edited("variant deluxe", "variant base").replace(
        "golden_die standard", "golden_die ones_and_worms"
    )
    assert line_of(text)[1].startswith("line 6: golden_die=ones_and_worms needs variant=deluxe")


def test_dice_that_the_secret_did_not_give_name_the_line() -> None:
    good = str(played())
    roll = good.splitlines()[ROLL_LINE - 1]
    other = "dice 1 1 1 1 1 1 1 1"
    assert roll.startswith("dice")
    text = good.replace(roll, other).replace(good.splitlines()[ROLL_LINE], "keep 1")
    line, message = line_of(text)
    assert line == ROLL_LINE
    assert message == f"line {ROLL_LINE}: by the secret this is {roll!r}, not {other!r}"


def test_a_seat_that_changes_its_randomness_changes_the_dice() -> None:
    text = str(played()).replace("random 0 0f", "random 0 1f")
    assert line_of(text)[0] == ROLL_LINE


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("\nend\n", f"\nsecret {SECRET.hex()}\n", 9, "a record with no commitment closes with 'end'"),
        ("first seat0\n", f"first seat0\nrandom 0 {'0f' * 16}\n", 7, "only to a record with a commitment"),
    ],
)
def test_a_record_without_commitment_has_no_secrets(old: str, new: str, line: int, message: str) -> None:
    found, text = line_of(str(Record(GAME, played().moves[:1])).replace(old, new))
    assert (found, message in text) == (line, True), text


def test_files_are_written_whole_and_read_back(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    played().save(file)
    assert Record.load(file) == played()
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]
    assert b"\r" not in file.read_bytes()


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\xff")
    with pytest.raises(RecordError, match="not a text file"):
        Record.load(file)


@pytest.mark.parametrize("names", [("Ola",), ("Ola ", "Jan"), ("O\nla", "Jan")])
def test_names_fit_the_seats_and_one_line(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="name"):
        Record(GAME, (), names)


def test_randomness_fits_the_seats() -> None:
    with pytest.raises(ValueError, match="randomness of 2 seats is needed, not 1"):
        Record(GAME, (), (), Fairness(SECRET, ("",)))


def test_a_game_recorded_from_lots_to_end_verifies() -> None:
    game = Game("pickomino", 3, first="lots")
    table = Recorder(game, Fairness(SECRET, ("",) * 3))
    while (actor := table.state.actor) is not None:
        if actor == CHANCE:
            table.chance()
        else:
            table.play(table.state.moves()[0])
    found = verify(table.record())
    assert found.result == table.state.result()
    assert found.chances > 10
