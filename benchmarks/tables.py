"""What a benchmark has measured, as a table: on the terminal, and kept as a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

Rows = Sequence[Sequence[str]]


def show(title: str, heads: Sequence[str], rows: Rows) -> None:
    """Print a table."""
    table = Table(*heads, title=title)
    for cells in rows:
        table.add_row(*cells)
    Console().print(table)


def keep(path: Path, title: str, told: str, heads: Sequence[str], rows: Rows) -> None:
    """Write a page: what it is, how it was measured, and the table, whose first column is names."""
    table = ["|" + "|".join(heads) + "|", "|---|" + "---:|" * (len(heads) - 1)]
    table += ["|" + "|".join(cells) + "|" for cells in rows]
    path.write_text("\n".join([f"# {title}", "", told, "", *table, ""]), encoding="utf-8")
