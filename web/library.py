"""Makes Python's standard library smaller for browsers: what a table needs, and without its documentation.

``web/python.ts`` runs this when the page is built, in the very Python that browsers get. ``WHOLE`` is the
archive as it came, ``SMALL`` is written.
"""

from __future__ import annotations

import ast
import zipfile

WHOLE, SMALL = "/whole.zip", "/small.zip"
LEFT_OUT = {
    "__phello__", "_pydatetime", "_pydecimal", "_pyio", "_pyrepl", "_strptime", "antigravity",
    "argparse", "bdb", "cProfile", "calendar", "cmd", "code", "compileall", "configparser", "ctypes",
    "curses", "dbm", "difflib", "doctest", "ensurepip", "filecmp", "fileinput", "fractions", "ftplib",
    "getopt", "getpass", "gettext", "graphlib", "html", "http", "idlelib", "imaplib", "lib2to3",
    "mailbox", "mimetypes", "modulefinder", "netrc", "nturl2path", "optparse", "pdb", "pickletools",
    "platform", "plistlib", "poplib", "profile", "profiling", "pstats", "pty", "py_compile", "pyclbr",
    "pydoc", "pydoc_data", "rlcompleter", "sched", "shelve", "smtplib", "socketserver", "sqlite3",
    "statistics", "symtable", "tabnanny", "tarfile", "this", "timeit", "tkinter", "trace",
    "tracemalloc", "tty", "turtle", "turtledemo", "unittest", "venv", "wave", "webbrowser", "wsgiref",
    "xml", "xmlrpc", "zipapp", "zoneinfo",
}  # fmt: skip
"""Modules that no table needs, nor what it imports."""
ENCODINGS = {
    "__init__", "aliases", "ascii", "charmap", "cp437", "idna", "latin_1", "punycode",
    "raw_unicode_escape", "unicode_escape", "utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_32_be",
    "utf_32_le", "utf_8", "utf_8_sig",
}  # fmt: skip
AS_IT_IS = {"_pyodide", "pyodide"}
"""They read their own documentation when they start."""
DATE = (1980, 1, 1, 0, 0, 0)


class Bare(ast.NodeTransformer):
    """Takes the documentation out of a module; what is in comments is not read at all."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Take it out of a class or a function, and of all within."""
        super().generic_visit(node)
        documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        if isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None:
            node.body[:1] = [] if len(node.body) > 1 else [ast.Pass()]
        return node


def is_needed(name: str) -> bool:
    """Whether a file of the library is taken."""
    first, _, rest = name.removesuffix(".py").partition("/")
    if first == "encodings":
        return rest in ENCODINGS
    return first not in LEFT_OUT and not name.endswith("/")


with zipfile.ZipFile(WHOLE) as whole, zipfile.ZipFile(SMALL, "w") as small:
    for name in filter(is_needed, whole.namelist()):
        content = whole.read(name)
        if name.endswith(".py") and name.partition("/")[0] not in AS_IT_IS:
            content = ast.unparse(Bare().visit(ast.parse(content))).encode()
        small.writestr(zipfile.ZipInfo(name, DATE), content)  # it is compressed as a whole, which takes less
