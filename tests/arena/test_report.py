"""The report: one page, in both languages, that asks nothing of anybody."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import stolik
from stolik import bots
from stolik.arena import MatchResult, Plan, play_match
from stolik.arena.plots import Hill, hills, steps
from stolik.arena.report import page, save_report
from stolik.arena.tally import Estimate
from stolik.words import Words
from stolik.words.numbers import Numbers

VOID = {"meta", "rect", "line", "path", "circle"}


class Reader(HTMLParser):
    """Reads a page, and fails if its elements are not closed in the order they were opened."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: set[tuple[str, str]] = set()
        self.seen: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.attributes |= {(name, value or "") for name, value in attrs}
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


@pytest.fixture(scope="module")
def tournament() -> MatchResult:
    return play_match(stolik.Game("linko", 2, mode="duel"), ["grabber", "lowest", "random"], 8, seed=1)


@pytest.fixture(scope="module")
def match() -> MatchResult:
    return play_match(stolik.Game("pickomino", 2), ["random", "careful"], 4, seed=1)


@pytest.mark.parametrize("language", ["pl", "en"])
def test_the_page_needs_nothing_else(tournament: MatchResult, language: str) -> None:
    text = page(tournament, Words(language))
    reader = Reader(text)
    assert "http" not in text
    assert "//" not in text
    assert "@import" not in text
    assert "url(" not in text
    assert not {"script", "link", "img", "iframe", "object", "base"} & set(reader.seen)
    assert not {"src", "href", "srcset", "data"} & {name for name, _ in reader.attributes}
    assert ("lang", language) in reader.attributes
    assert "prefers-color-scheme: dark" in text


def test_the_page_speaks_its_reader_s_language(tournament: MatchResult) -> None:
    polish, english = page(tournament, Words("pl")), page(tournament, Words("en"))
    for text in (
        "Jak im poszło",
        "średni wynik",
        "24 gry (4 rozdania",
        "Tryb: pojedynek",
        "Kto z kim wygrywa",
    ):
        assert text in polish
        assert text not in english
    for text in ("Standings", "mean score", "24 games (4 deals", "Head to head", "openskill"):
        assert text in english
    rate = tournament.standings[0].win_rate
    assert f"{100 * rate.mean:.1f}%" in english
    assert f"{100 * rate.mean:.1f}%".replace(".", ",") in polish


def test_a_tournament_has_three_plots_and_a_match_two(tournament: MatchResult, match: MatchResult) -> None:
    assert Reader(page(tournament, Words("en"))).seen.count("svg") == 3
    assert Reader(page(match, Words("en"))).seen.count("svg") == 2
    assert "Rating" not in page(match, Words("en"))


def test_a_tournament_of_larger_tables_lists_them(monkeypatch: pytest.MonkeyPatch) -> None:
    known, make = bots.names, bots.make
    monkeypatch.setattr(bots, "names", lambda game: (*known(game), "newcomer"))
    monkeypatch.setattr(
        bots, "make", lambda game, name, seed, **_: make(game, name.replace("newcomer", "lowest"), seed)
    )
    names = ["grabber", "lowest", "random", "newcomer"]
    text = page(play_match(stolik.Game("linko", 3), names, 3, seed=1), Words("en"))
    assert "Table by table" in text
    assert text.count("<td></td>") == 4
    assert '<th scope="row">grabber – lowest – newcomer</th>' in text
    Reader(text)


def test_what_is_not_finished_says_so() -> None:
    plan = Plan(stolik.Game("pickomino", 2), ("random", "careful"), 2, seed=1)
    text = page(MatchResult(plan), Words("en"))
    assert "Not finished" in text
    assert "0 games (0 deals" in text
    Reader(text)


def test_every_bot_is_in_every_plot_and_table(tournament: MatchResult) -> None:
    text = page(tournament, Words("en"))
    for name in tournament.plan.bots:
        assert text.count(f">{name}</text>") == 3
        assert text.count(f'<th scope="row">{name}</th>') == 2


def test_bars_are_as_long_as_their_numbers(tournament: MatchResult) -> None:
    text = page(tournament, Words("en"))
    plot = text[text.index("<svg") : text.index("</svg>")]
    widths = [float(width) for width in re.findall(r'class="bar" x="2" y="\d+" width="([\d.]+)"', plot)]
    rates = [standing.win_rate.mean for standing in tournament.standings]
    assert widths == pytest.approx([356 * rate for rate in rates], abs=0.06)


def test_forfeits_are_counted_and_quoted_safely(match: MatchResult) -> None:
    result = play_match(match.plan.game, match.plan.names, 4, seed=1)
    assert ">forfeits</th>" not in page(result, Words("en"))
    result.reasons["random"] = "ValueError: <script>alert(1)</script>"
    result.tallies["random"].forfeits = 3
    text = page(result, Words("en"))
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "<script" not in text
    assert ">forfeits</th>" in text
    assert "<td>3</td>" in text
    Reader(text)


def test_the_report_is_written_whole(match: MatchResult, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    save_report(match, Words("en"), path)
    assert path.read_text(encoding="utf-8") == page(match, Words("en"))
    assert list(tmp_path.iterdir()) == [path]


# -- numbers and scales ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("estimate", "english", "polish"),
    [
        (Estimate(0.7134, 0.0061), "71.3% ± 0.6", "71,3% ± 0,6"),
        (Estimate(0.7134, 0.00081), "71.34% ± 0.08", "71,34% ± 0,08"),
        (Estimate(1.0, None), "100.0% ± ?", "100,0% ± ?"),
    ],
)
def test_a_win_rate_is_written_as_people_do(estimate: Estimate, english: str, polish: str) -> None:
    assert Numbers(Words("en")).rate(*estimate) == english
    assert Numbers(Words("pl")).rate(*estimate) == polish


def test_large_and_negative_numbers() -> None:
    assert Numbers(Words("en")).count(1234567) == "1,234,567"
    assert Numbers(Words("pl")).count(1234567) == "1\u00a0234\u00a0567"
    assert Numbers(Words("pl")).interval(-4.782, 0.5) == "−4,78 ± 0,50"


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0, 40, [0, 10, 20, 30, 40]), (-21, 19, [-30, -20, -10, 0, 10, 20]), (3, 3, [3.0, 3.000001])],
)
def test_a_scale_has_a_few_round_numbers(low: float, high: float, expected: list[float]) -> None:
    assert steps(low, high)[: len(expected)] == pytest.approx(expected)


def test_many_scores_share_columns() -> None:
    scores = dict.fromkeys(range(-50, 50), 1)
    text = hills("Scores", [Hill("a", "0", 0.0, scores)], str)
    assert text.count('class="bar"') == 34
