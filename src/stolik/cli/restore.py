"""``stolik restore``: brings tables back from a file that ``stolik backup`` made."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from stolik.cli.arguments import Parser
from stolik.cli.backup import asked, bar, readable_errors
from stolik.cli.output import say
from stolik.cli.settings import needing_server
from stolik.server.settings import Settings
from stolik.words import Words


def run(words: Words, argv: Sequence[str]) -> int:
    """Bring everything back; return the exit status."""
    usage, file = words("help.restore.usage"), words("help.restore.file")
    path, settings = asked(words, Parser(words, "restore", usage), file, argv)
    return needing_server(words, "restore", lambda: _restore(words, path, settings))


def _restore(words: Words, path: Path, settings: Settings) -> int:
    from stolik.cli.database import prepare_folder
    from stolik.server.backup import restore

    prepare_folder(words, settings)
    with readable_errors(words, path), bar(words("backup.undoing")) as progress:
        number = asyncio.run(restore(settings.database_url, path, progress))
    say(words("backup.undone", tables=words("backup.tables", n=number), path=path))
    return 0
