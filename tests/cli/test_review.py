"""``stolik review``: what it says of finished, unfinished, cut off and edited records, and its page."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType

import pytest

from stolik.analysis import Review, review
from stolik.bots import minds
from stolik.cli import main
from stolik.cli import review as command
from stolik.cli.people import People
from stolik.cli.review_page import page
from stolik.cli.review_tables import draw
from stolik.cli.reviewed import ReviewedGame
from stolik.cli.screen import make
from stolik.core import Plugin, Record
from stolik.extras import install as installing
from stolik.games.linko import judge as card_judge
from stolik.games.pickomino import judge as dice_judge
from stolik.words import Words, languages
from tests.cli.drawn import text
from tests.cli.games import played
from tests.cli.running import Terminal


@pytest.fixture(scope="module")
def record() -> Record:
    return played(3)


@pytest.fixture(scope="module")
def found(record: Record) -> Review:
    return review(record, depth=0)


def in_words(record: Record, found: Review, language: str = "en") -> ReviewedGame:
    words = Words(language)
    people = People.in_record(words, record.names, record.game.players)
    return ReviewedGame(words, people, make(record.game.name, words, people), record, found)


def test_it_says_who_won_and_why_and_where(
    game_file: Path, capsys: pytest.CaptureFixture[str], at_home: Path
) -> None:
    assert main(["review", str(game_file), "--depth", "0", "--lang", "en"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert re.search(r"^Ewa wins\. Luck helped", out, re.MULTILINE)
    for name in ("Ola", "Jan", "Ewa"):
        assert re.search(rf"^{name} +luck +\S+ +[+−]\d+% \w", out, re.MULTILINE)
        assert re.search(rf"^{name} +\d+% [▁-█]+ +\d+%", out, re.MULTILINE)
    assert len(re.findall(r"^    skill +\S+ +\d+% \w", out, re.MULTILINE)) == 3
    assert len(re.findall(r"^[123]\. Turn \d+ – \w+ \(line \d+ of the record\)", out, re.MULTILINE)) >= 3
    assert "Judge: planner" in out
    assert list(at_home.iterdir()) == [game_file], "nothing is written"


def test_a_moment_tells_what_was_chosen_and_what_was_better(record: Record, found: Review) -> None:
    game = in_words(record, found)
    second_looks = game.second_looks()
    assert 0 < len(second_looks) <= 3
    for told in second_looks:
        step, best = told.step, told.step["options"][0]
        assert step["verdict"] in ("mistake", "blunder")
        assert record.moves[step["ply"]] == step["move"]
        assert re.match(r"Grill: [\d–, ]+\. On top of the stacks: Ola: ", game.led_to(told))
        told_lines = "\n".join(game.what(told))
        assert f"chose: {game.offer(told, step['move'])}." in told_lines
        assert f"Better: {game.offer(told, best['move'])}." in told_lines
        assert f"{round(100 * best['chance'])}% instead of" in told_lines
        line = str(record).splitlines()[told.line - 1]
        assert line == step["move"], "the line that is named has this move"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("width", [80, 110])
def test_it_fits_a_small_terminal_in_every_language(
    record: Record, found: Review, language: str, width: int
) -> None:
    lines = text(draw(in_words(record, found, language), width), width).splitlines()
    assert max(map(len, lines)) <= width
    assert not any(line.lstrip().startswith("%") for line in lines), "a number and its sign stay together"


def test_how_deeply_the_judge_looked_is_said_in_every_language(record: Record, found: Review) -> None:
    told = {
        "en": "Judge: planner, depth",
        "pl": "Sędzia: planner, głębokość",
        "de": "Gutachter: planner, Tiefe",
    }
    for language, judge in told.items():
        assert f"{judge} " in in_words(record, found, language).note


def test_one_seat_alone(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for asked in ("Jan", "2"):
        assert main(["review", str(game_file), "--depth", "0", "--seat", asked, "--lang", "en"]) == 0
        out = capsys.readouterr().out
        assert out.count("no decisions analysed") == 2
        assert out.count("decisions, error rate") == 1
    assert main(["review", str(game_file), "--seat", "Iga", "--lang", "en"]) == 2
    assert "Ola, Jan, Ewa, a number from 1 to 3" in capsys.readouterr().err


def test_the_newest_record_is_the_default(at_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = at_home / "data" / "stolik" / "records"
    folder.mkdir(parents=True)
    played(2, moves=20).save(folder / "one.txt")
    assert main(["review", "--depth", "0", "--lang", "en"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "The newest record: " in out
    assert "The game is not finished; this is a review as far as it went." in out
    assert re.search(r"(Ola|Jan) has the best chances: \d+%\.", out)


def test_a_game_of_cards_is_judged_by_what_a_seat_knew_and_shown_with_open_hands(
    at_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(3, game="linko", moves=4).save(at_home / "cards.txt")
    assert main(["review", "cards.txt", "--depth", "0", "--lang", "en"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert re.search(r"Hand: \d.* Pool: \d.* On the table: Ola: ", out)
    assert "The curve of chances knows all hands." in out
    assert "Judge: mind" in out


# -- for programs -----------------------------------------------------------------------------------------


def test_json_is_the_review_itself(
    game_file: Path, capsys: pytest.CaptureFixture[str], found: Review, record: Record
) -> None:
    assert main(["review", str(game_file), "--depth", "0", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told.pop("record") == str(game_file)
    assert told.pop("moves") == len(record.moves)
    assert told == json.loads(json.dumps(found))


class Tags(HTMLParser):
    """Reads a page: what is opened is closed, and links lead somewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        given = dict(attrs)
        self.ids += [given["id"] or ""] if "id" in given else []
        self.links += [given["href"] or ""] if "href" in given else []
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", languages())
def test_the_page_is_whole_and_asks_nobody(record: Record, found: Review, language: str) -> None:
    html = page(in_words(record, found, language), "game.txt")
    tags = Tags()
    tags.feed(html)
    assert tags.open == []
    assert not {"script", "img", "link", "iframe"} & set(tags.seen)
    assert "http" not in html
    assert "url(" not in html
    assert len(set(tags.ids)) == len(tags.ids)
    assert {link.removeprefix("#") for link in tags.links} <= set(tags.ids)
    assert tags.seen.count("polyline") == 3, "a curve for every seat"
    decisions = [step for step in found["steps"] if step["options"]]
    assert html.count('<span class="figure">') == len(decisions)
    marked = sum(step["verdict"] is not None for step in decisions)
    assert len(re.findall(r'<b class="(?:good|bad)" title="[^"]+">', html)) == marked
    assert "prefers-color-scheme: dark" in html


def test_names_cannot_break_the_page(found: Review, record: Record) -> None:
    named = Record(record.game, record.moves, ("<b>Ola", "Jan & Ewa", "\"'>"))
    html = page(in_words(named, found), "<i>.txt")
    assert "<b>Ola" not in html
    assert "<i>" not in html
    tags = Tags()
    tags.feed(html)
    assert tags.open == []


def test_the_page_is_written_beside_what_is_printed(
    at_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(2, moves=20).save(at_home / "game.txt")
    assert main(["review", "game.txt", "--depth", "0", "--html", "page.html", "--lang", "en"]) == 0
    assert "Report: page.html" in capsys.readouterr().out
    assert (at_home / "page.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    for wrong in (".", "nowhere/page.html"):
        assert main(["review", "game.txt", "--html", wrong]) == 2
        assert capsys.readouterr().out == "", "before any work"


# -- what is wrong, missing or stopped --------------------------------------------------------------------


def edited(record: Record, name: str, path: Path) -> int:
    """Write a record with something wrong in it, and return the line to be named."""
    lines = str(record).splitlines()
    if name == "cut off":
        path.write_text("\n".join(lines[:40]) + "\n", encoding="utf-8")
        return 41
    first = record.lines_before_moves
    line = next(
        number for number, text in enumerate(lines) if number > first + 20 and text.startswith("dice")
    )
    if name == "another roll":
        lines[line] = lines[line].replace("5", "4") if "5" in lines[line] else lines[line] + " 5"
    else:
        line += 1
        lines[line] = "take 36"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return line + 1


@pytest.mark.parametrize("name", ["cut off", "another roll", "a move against the rules"])
def test_a_record_that_is_wrong_is_refused_with_the_line(
    record: Record, name: str, at_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = edited(record, name, at_home / "wrong.txt")
    assert main(["review", "wrong.txt", "--lang", "en"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"line {line}" in err


SHALLOW = {
    "en": "Judged by play-outs of medium, depth 0: shallow",
    "pl": "Ocena płytka, z gier dogranych przez boty (średni, głębokość 0)",
    "de": "Flach beurteilt, durch zu Ende gespielte Partien von Bots (mittel, Tiefe 0)",
}


def judged_by_playouts(capsys: pytest.CaptureFixture[str], language: str = "en") -> str:
    """Review a game that nobody else can judge; return what was complained about."""
    assert main(["review", "game.txt", "--depth", "0", "--lang", language]) == 0
    out, err = capsys.readouterr()
    assert SHALLOW[language] in " ".join(out.split())
    return " ".join(err.split())


@pytest.mark.parametrize("language", SHALLOW)
def test_a_game_without_a_judge_is_judged_by_playouts(
    language: str, at_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = played(2, moves=4)
    monkeypatch.setattr(Plugin, "judge", "", raising=False)
    record.save(at_home / "game.txt")
    assert judged_by_playouts(capsys, language) == "", "nothing is missing"
    assert main(["review", "game.txt", "--depth", "0", "--json", "--html", "page.html"]) == 0
    assert json.loads(capsys.readouterr().out)["judge"] == "play-outs of medium, depth 0"
    assert "play-outs of medium" in (at_home / "page.html").read_text(encoding="utf-8")


def test_without_numpy_it_says_what_to_install(
    at_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played(2, moves=4).save(at_home / "game.txt")
    monkeypatch.delitem(sys.modules, "stolik.games.pickomino.judge", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    err = judged_by_playouts(capsys)
    assert "numpy" in err
    assert installing("bots") in err


@pytest.mark.parametrize(
    ("game", "judge", "loads"), [("pickomino", dice_judge, "networks"), ("linko", card_judge, "shipped")]
)
def test_where_the_judge_has_lost_its_file_it_says_which(
    game: str,
    judge: ModuleType,
    loads: str,
    at_home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    played(3, game=game, moves=4).save(at_home / "game.txt")
    monkeypatch.setattr(judge, loads, lambda: minds.shipped(at_home / "lost.npz", Path.read_bytes))
    err = judged_by_playouts(capsys)
    assert "the judge cannot be loaded" in err
    assert "lost.npz is missing" in err


def test_ctrl_c_keeps_what_is_there(
    game_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], record: Record
) -> None:
    """Asked to stop after 30 moves."""
    asked = iter(range(10_000))

    @contextmanager
    def stopping() -> Iterator[Callable[[], bool]]:
        yield lambda: next(asked) % 30 == 29

    monkeypatch.setattr(command, "stop_requests", stopping)
    done = f"This review was stopped after 30 of {len(record.moves)} moves."
    assert main(["review", str(game_file), "--depth", "0", "--lang", "en"]) == 130
    assert done in " ".join(capsys.readouterr().out.split())
    assert main(["review", str(game_file), "--depth", "0", "--json", "--lang", "en"]) == 130
    out, err = capsys.readouterr()
    assert len(json.loads(out)["steps"]) == 30
    assert done in err


def test_ctrl_c_in_a_terminal(home: Path) -> None:
    played(3, game="linko").save(home / "cards.txt")
    terminal = Terminal(home, "review", "cards.txt", "--depth", "2", "--lang", "en", PAGER="cat")
    terminal.wait_for(re.compile(r"Reviewing .* [1-9]\d*/\d+"))
    terminal.type("\x03")
    assert terminal.end() == 130
    assert "This review was stopped after" in terminal.page
