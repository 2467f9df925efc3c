"""``stolik completion``: what a shell has to run so that Tab completes the command."""

from __future__ import annotations

from collections.abc import Sequence

from stolik.cli.arguments import Parser, bad_value, suggest
from stolik.cli.errors import Wrong
from stolik.extras import install
from stolik.words import Words

SHELLS = ("bash", "zsh", "fish")
SET_UP = """
  echo 'eval "$(stolik completion bash)"' >> ~/.bashrc
  echo 'eval "$(stolik completion zsh)"' >> ~/.zshrc
  stolik completion fish > ~/.config/fish/completions/stolik.fish"""
"""How each of them is told, once and for all."""


def run(words: Words, argv: Sequence[str]) -> int:
    """Print the lines for a shell; return the exit status."""
    usage, more = words("help.completion.usage"), words("help.completion.more") + SET_UP
    parser = Parser(words, "completion", usage, more)
    what = parser.add_argument_group(words("help.what"))
    which = words("help.completion.shell")
    suggest(what.add_argument("shell", nargs="?", metavar="|".join(SHELLS), help=which), SHELLS)
    parser.add_common()
    asked = parser.read(argv).shell
    if asked is None:
        raise Wrong(words("completion.no_shell", shells=", ".join(SHELLS)))
    if asked not in SHELLS:
        raise bad_value(words, "completion", asked, SHELLS)
    try:
        from argcomplete.shell_integration import shellcode
    except ModuleNotFoundError as error:
        raise Wrong(words("completion.needs", package="argcomplete", install=install("terminal"))) from error
    print(shellcode(["stolik"], use_defaults=False, shell=asked))
    return 0
