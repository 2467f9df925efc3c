"""The site of the documentation: every page is in its menu, links are followed, faults are found."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from tools import site
from tools.site_check import faults, without_inline

PAGES = site.pages()


def test_every_page_stands_in_the_menu_once() -> None:
    listed = [name for names in site.CONTENTS.values() for name in names]
    pages = {place.with_suffix("").as_posix() for place in PAGES.values()}
    assert len(listed) == len(set(listed))
    assert set(listed) == pages - {"index"} | {f"api/{module}" for module in site.API}


def test_the_reference_has_what_every_extra_brings() -> None:
    for module in site.API:
        assert importlib.import_module(module).__doc__
    assert {"stolik", "stolik.core", "stolik.arena", "stolik.lab"} <= set(site.API)


@pytest.mark.parametrize("source", PAGES, ids=str)
def test_links_lead_to_where_the_pages_are_in_the_site(source: Path, tmp_path: Path) -> None:
    text = (site.ROOT / source).read_text(encoding="utf-8")
    if source.suffix == ".py":
        text = site.as_page(text, [""] * text.count("\n# %%"))
    moved = site.followed(text, source, PAGES, tmp_path)
    for target in re.findall(r"\]\(([^)\s#]+)[^)]*\)", re.sub(site.FENCED, "", moved)):
        if re.match("[a-z]+:", target) or target in site.DRAWN.findall(text):
            continue
        place = (tmp_path / PAGES[source].parent / target).resolve().relative_to(tmp_path.resolve())
        known = place in PAGES.values() or (tmp_path / place).is_file()
        assert known or (site.ROOT / site.DOCS / place).is_file(), target


def test_a_script_in_cells_becomes_a_page_with_what_it_prints(tmp_path: Path) -> None:
    words = "# %% [markdown]\n# ## Words\n#\n# Text."
    code = '# %%\nprint(6 * 7)\n\n# %%\nclass plot:\n    savefig = print\n\n# %%\nplot.savefig("a.png")\n'
    script = f'"""A title.\n\nMore.\n"""\n\n{words}\n\n{code}'
    assert site.as_page(script, site.printed(script, tmp_path)).split("\n\n") == [
        "# A title",
        "More.",
        "## Words",
        "Text.",
        "```python\nprint(6 * 7)\n```",
        "```text\n42\n```",
        "```python\nclass plot:\n    savefig = print\n```",
        '```python\nplot.savefig("a.png")\n```',
        "```text\na.png\n```",
        "![A title.](a.png)\n",
    ]


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A site of two pages that is as it should be."""
    (tmp_path / "_static").mkdir()
    (tmp_path / "inner").mkdir()
    (tmp_path / "index.html").write_text(
        '<html><head></head><body><h1 id="top">A</h1><a href="inner/b.html#end">B</a></body></html>'
    )
    (tmp_path / "inner" / "b.html").write_text(
        "<html><head><style>p { color: red }</style></head><body><script>let a = 1;</script>"
        '<p id="end" class="c" style="width: 3%">B</p><a href="../index.html#top">A</a>'
        '<a href="https://example.org/">elsewhere</a></body></html>'
    )
    return tmp_path


def test_scripts_and_styles_inside_pages_are_moved_to_files(built: Path) -> None:
    assert len(faults(built)) == 3
    without_inline(built)
    assert faults(built) == []
    page = (built / "inner" / "b.html").read_text()
    assert '<script src="../_static/moved-0.js"></script>' in page
    assert '<p id="end" class="moved-0 c">' in page
    assert (built / "_static" / "moved-0.js").read_text() == "let a = 1;"
    sheet = (built / "_static" / "moved.css").read_text()
    assert "p { color: red }" in sheet
    assert ".moved-0 { width: 3% }" in sheet


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('<a href="none.html">', "none.html does not exist"),
        ('<a href="inner/b.html#none">', "inner/b.html#none has no such anchor"),
        ('<a href="#none">', "#none has no such anchor"),
        ('<img src="none.png">', "none.png does not exist"),
        ('<script src="https://example.org/a.js"></script>', "loads https://example.org/a.js"),
        ('<link href="//example.org/a.css">', "loads //example.org/a.css"),
        ('<p onclick="go()">', "onclick stands inside the page"),
    ],
)
def test_a_fault_of_a_site_is_found(built: Path, text: str, fault: str) -> None:
    without_inline(built)
    with (built / "index.html").open("a") as page:
        page.write(text)
    assert faults(built) == [f"index.html: {fault}"]


def test_a_sheet_of_styles_that_loads_fonts_from_elsewhere_is_found(built: Path) -> None:
    without_inline(built)
    (built / "_static" / "a.css").write_text('@font-face { src: url("https://example.org/font.woff2") }')
    assert faults(built) == ["_static/a.css: loads https://example.org/font.woff2"]
