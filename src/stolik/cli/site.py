"""``stolik site``: the page as a folder of plain files, to be played without a server."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from stolik.cli.arguments import Parser
from stolik.cli.errors import Wrong, about_file
from stolik.cli.output import say
from stolik.cli.settings import needing_server
from stolik.words import Words
from stolik.words.numbers import Numbers

MB = 1_000_000


def run(words: Words, argv: Sequence[str]) -> int:
    """Write the folder; return the exit status."""
    usage = words("help.site.usage")
    parser = Parser(words, "site", usage, words("help.site.more"))
    what = parser.add_argument_group(words("help.what"))
    what.add_argument(
        "folder", nargs="?", type=Path, metavar=words("help.site.name"), help=words("help.site.folder")
    )
    parser.add_common()
    folder: Path | None = parser.read(argv).folder
    if folder is None:
        raise Wrong(words("site.no_folder", usage=usage))
    return needing_server(words, "site", lambda: _write(words, folder))


def _write(words: Words, folder: Path) -> int:
    from stolik.server.app import PAGE, has_page
    from stolik.server.offline import has_python
    from stolik.server.static_site import write_site

    if not has_page() or not has_python(PAGE):
        raise Wrong(words("serve.no_page", folder=PAGE))
    try:
        if folder.is_dir() and any(folder.iterdir()):
            raise Wrong(words("site.not_empty", folder=folder))
        size = write_site(PAGE, folder)
    except OSError as error:
        raise about_file(words, folder, error) from error
    size_text = Numbers(words).decimal(size / MB, 1)
    say(words("site.done", folder=folder, size=size_text, quoted=shlex.quote(str(folder))))
    return 0
