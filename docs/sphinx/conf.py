"""The site of the documentation, for Sphinx; ``tools/site.py`` gathers its pages and runs it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import stolik

ROOT = Path(__file__).parents[2]
LANGUAGES = ("pl", "en", "de")

project = "Stolik"
release = stolik.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
default_role = "code"
myst_heading_anchors = 4

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints_format = "short"
autodoc_class_signature = "mixed"
# Large, and not needed to describe what is built on them.
autodoc_mock_imports = ["jax", "open_spiel", "pyspiel"]

html_theme = "furo"
html_title = "Stolik"
html_logo = html_favicon = str(ROOT / "web" / "public" / "icon.svg")
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_domain_indices = False


def say_language(_app: Any, name: str, _template: str, context: dict[str, Any], _tree: Any) -> None:
    """Tell browsers and screen readers the language of a players' page."""
    folder = name.partition("/")[0]
    context["language"] = folder if folder in LANGUAGES else "en"


def leave_out_filler(_app: Any, _what: str, _name: str, _it: Any, _options: Any, lines: list[str]) -> None:
    """Say nothing of a field of a named tuple instead of what Python says of it."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def setup(app: Any) -> None:
    """Let Sphinx call us for every page that it writes, and for every docstring that it reads."""
    app.connect("html-page-context", say_language)
    app.connect("autodoc-process-docstring", leave_out_filler)
