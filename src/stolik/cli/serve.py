"""``stolik serve``: opens a table on the network, and tells where."""

from __future__ import annotations

from collections.abc import Sequence

from stolik.cli.arguments import Parser
from stolik.cli.settings import add_settings, needing_server, read_settings
from stolik.words import Words


def run(words: Words, argv: Sequence[str]) -> int:
    """Serve until Ctrl-C; return the exit status."""
    parser = Parser(words, "serve", words("help.serve.usage"))
    add_settings(parser, words)
    parser.add_common()
    settings = read_settings(words, parser.read(argv))

    def serve() -> int:
        from stolik.cli.serving import serve

        return serve(words, settings)

    return needing_server(words, "serve", serve)
