"""Records: what is written is read back; what is broken is named by its line."""

import pickle
from pathlib import Path
from typing import Any

import pytest

from stolik import CHANCE, Fairness, Game, Move, Record, Recorder, RecordError, verify
from stolik.core.record import MESSAGES, Taken

SECRET = bytes(range(32))
GAME = Game("pickomino", 2, variant="deluxe")
FAIR = Fairness(SECRET, ("0f" * 16, ""))

TEXT = f"""\
stolik 1 commitment 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd
game pickomino
players 2
option variant deluxe
option golden_die standard
option hen_burn nothing
option first seat0
seat 0 Ola
random 0 {"0f" * 16}
seat 1 Tata z Łodzi

roll
dice 1 2 3 3 4 4 4 5
keep 4
secret {SECRET.hex()}
"""
ROLL_LINE = 13


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
    """Return the line and the message of the error that reading or verifying a record raises."""
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
        ("option first", "option last", 7, "'option first …' is expected here"),
        ("random 0 0f", "random 0 0g", 9, "the randomness of a seat must be 32 hexadecimal digits"),
        ("seat 0 Ola", "seat 0 Ola ", 8, "a name is printable, with no spaces around it, not 'Ola '"),
        ("seat 0 Ola", "seat 0 O\tla", 8, "a name is printable"),
        ("seat 0 Ola", "seat 0 ", 8, "a name is printable"),
        (f"random 0 {'0f' * 16}", "random 0 ", 9, "the randomness of a seat must be 32 hexadecimal digits"),
        ("players 2\n", "players 2\r\r\n", 3, "players must be 2 to 7, not '2\\r'"),
        (
            "option hen_burn nothing\n",
            "option variant deluxe\n",
            6,
            "'option hen_burn …' or 'option first …' is ex",
        ),
        ("seat 0 Ola\n", "option first lots\n", 8, "no other option is expected here"),
        ("stolik 1 commitment", "\ufeffstolik 1 commitment", 1, "begins with a byte order mark (BOM)"),
        ("seat 1 Tata", "seat 2 Tata", 10, "'seat N …', 'random N …' (N = 0…1), '' is expected here"),
        ("keep 4", "keep w", 14, "'keep w': no die shows w (P-4); allowed: keep 1, keep 2, keep 3, ke"),
        ("keep 4", "", 14, "no decision is written like this"),
        ("secret 00", "secret 01", 15, "this secret is not the one that line 1 commits to"),
        ("secret 0001", "secret xx01", 15, "the secret must be 64 hexadecimal digits"),
        (f"secret {SECRET.hex()}", "end", 15, "a record with a commitment closes with 'secret …'"),
        ("1f\n", "1f\nroll\n", 16, "nothing may follow the closing line"),
    ],
)
def test_an_edited_record_names_the_line(old: str, new: str, line: int, message: str) -> None:
    found, text = line_of(edited(old, new))
    assert (found, message in text) == (line, True), text


def test_impossible_options_name_the_line() -> None:
    text = edited("variant deluxe", "variant base").replace(
        "golden_die standard", "golden_die ones_and_worms"
    )
    assert line_of(text)[1].startswith("line 7: golden_die=ones_and_worms needs variant=deluxe")


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
        ("\nend\n", f"\nsecret {SECRET.hex()}\n", 10, "a record with no commitment closes with 'end'"),
        ("first seat0\n", f"first seat0\nrandom 0 {'0f' * 16}\n", 8, "only to a record with a commitment"),
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


def test_an_option_that_is_not_named_has_its_default() -> None:
    text = edited("option golden_die standard\noption hen_burn nothing\n", "")
    record = Record.parse(text)
    assert record == Record.parse(TEXT)
    assert (record.lines_before_moves, Record.parse(TEXT).lines_before_moves) == (9, 11)
    assert line_of(text.replace("keep 4", "keep w"))[0] == 12


def test_carriage_returns_before_line_feeds_are_ignored() -> None:
    assert str(Record.parse(TEXT.replace("\n", "\r\n"))) == TEXT


def test_a_byte_order_mark_is_named_in_a_file_too(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(TEXT, encoding="utf-8-sig")
    with pytest.raises(RecordError, match="byte order mark") as error:
        Record.load(file)
    assert error.value.code == "bom"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Record.parse(None), "a record is read from a text, not NoneType"),  # type: ignore[arg-type]
        (lambda: Record.parse(TEXT.encode()), "not bytes"),  # type: ignore[arg-type]
        (lambda: verify(None), "verify takes a Record .*, not NoneType"),  # type: ignore[arg-type]
        (lambda: verify(TEXT), "verify takes a Record .*, not str"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_record_is_refused_by_its_type(call: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call()


@pytest.mark.parametrize(
    "text",
    [
        edited("stolik 1 commitment", "x" * 10_000),
        edited("players 2", "players " + "2" * 10_000),
        edited("game pickomino", "game " + "x" * 10_000),
        edited("option hen_burn", "option " + "x" * 10_000),
        edited("seat 0 Ola", "seat 0 " + "\t" * 10_000),
        edited("keep 4", "keep " + "4" * 10_000),
        edited("secret 00", "secret " + "0" * 10_000),
    ],
    ids=["form", "players", "game", "option", "name", "move", "secret"],
)
def test_an_error_does_not_repeat_a_long_line(text: str) -> None:
    _, message = line_of(text)
    assert "…" in message
    assert len(message) < 400


def test_a_wrong_deal_is_shown_where_it_differs() -> None:
    game = Game("linko", 3)
    table = Recorder(game, Fairness(SECRET, ("",) * 3))
    deal = table.chance()
    *cards, last, top = deal.split(" ")
    other = " ".join([*cards, top, last])
    line, message = line_of(str(table.record()).replace(deal, other))
    assert line == len(table.record().header()) + 1
    assert f"{last} {top}', not '…" in message
    assert message.endswith(f" {top} {last}'")
    assert len(message) < 120


def test_an_error_survives_pickling() -> None:
    with pytest.raises(RecordError) as caught:
        verify(Record.parse(edited("keep 4", "keep w")))
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (str(copy), copy.line, copy.code) == (str(caught.value), caught.value.line, "illegal")
    assert copy.values["problem"].reason == "face_not_rolled"


TAKEN = f"taken 2 from {'ab' * 32}"


def taken(line: str = TAKEN, old: str = "", new: str = "") -> str:
    """The record, going on from another game of which it has the first two moves."""
    return TEXT.replace("seat 0 Ola", f"{line}\nseat 0 Ola").replace(old, new)


def test_a_record_that_went_on_from_another_game_says_so_and_is_vouched_for_from_there_on() -> None:
    record = Record.parse(taken())
    assert record.taken == Taken(2, "ab" * 32)
    assert str(record) == taken()
    found = verify(record)
    assert (found.fair, found.chances, found.decisions, found.taken) == (True, 0, 2, 2)
    other = verify(Record.parse(taken(old="dice 1 2 3 3 4 4 4 5", new="dice 1 1 1 1 4 4 4 5")))
    assert (other.chances, other.taken) == (0, 2)  # by the rules; what fell is for the other record to show
    own = taken(TAKEN.replace("2", "1", 1), "dice 1 2 3 3 4 4 4 5", "dice 1 1 1 1 4 4 4 5")
    assert line_of(own)[0] == ROLL_LINE + 1
    illegal = taken(old="dice 1 2 3 3 4 4 4 5", new="dice 1 2 3")
    assert line_of(illegal)[0] == ROLL_LINE + 1


def test_chance_events_keep_their_numbers_where_a_game_goes_on() -> None:
    table = Recorder.resume(Record.parse(taken(TAKEN.replace("2", "3", 1))))
    table.play("roll")
    before = table.state
    assert table.chance() == FAIR.draw(before, 1)
    assert verify(table.record()).taken == 3


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (TAKEN.replace("2", "02", 1), "how many of the moves below"),
        (TAKEN.replace("from", "of"), "how many of the moves below"),
        (TAKEN[:-1], "hexadecimal"),
    ],
)
def test_a_line_that_takes_over_otherwise_is_named(line: str, message: str) -> None:
    at, said = line_of(taken(line))
    assert at == 8
    assert message in said


def test_no_more_moves_are_taken_over_than_there_are() -> None:
    assert line_of(taken(TAKEN.replace("2", "4", 1)))[0] == ROLL_LINE + 3
    with pytest.raises(ValueError, match="taken over"):
        Record(GAME, (), fairness=FAIR, taken=Taken(1, "ab" * 32))
    with pytest.raises(ValueError, match="taken over"):
        Record(GAME, (), taken=Taken(0, "ab" * 32))
    with pytest.raises(ValueError, match="below 0"):
        Taken(-1, "ab" * 32)
    with pytest.raises(ValueError, match="hexadecimal"):
        Taken(1, "ab")


def test_nothing_is_taken_over_without_a_commitment() -> None:
    text = taken().replace(TEXT.split("\n", 1)[0], "stolik 1 no commitment")
    assert line_of(text) == (8, "line 8: moves are taken over only into a record with a commitment")
