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
autodoc_mock_imports = ["jax"]  # large, and not needed to describe what is built on it

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


def setup(app: Any) -> None:
    """Let Sphinx call us for every page that it writes."""
    app.connect("html-page-context", say_language)
