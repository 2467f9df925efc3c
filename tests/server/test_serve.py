"""``stolik serve``, ``backup`` and ``restore`` as processes."""

from __future__ import annotations

import errno
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest
import segno
import structlog

from stolik.cli import main
from stolik.cli.serving import qr_code
from stolik.extras import install
from stolik.server.app import HEADERS
from stolik.server.node import Node
from stolik.server.process import UNREAD_BYTES, listen
from stolik.server.settings import Settings
from tests.cli.running import COMMAND, environment
from tools.services import free_port

SECONDS = 60


@contextmanager
def serving(home: Path, *args: str, **variables: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """A server that is open, and what it printed until then."""
    process = subprocess.Popen(
        [COMMAND, "serve", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(home, **variables),
        cwd=home,
    )
    assert process.stdout is not None
    lines: list[str] = []
    try:
        while not (lines and lines[-1].startswith("Ctrl-C")):
            line = process.stdout.readline()
            assert line, process.communicate()[1]
            lines.append(line)
        yield process, lines
    finally:
        process.kill()
        process.communicate()


def answer(port: int, path: str) -> tuple[int, bytes]:
    connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    connection.request("GET", path)
    response = connection.getresponse()
    try:
        return response.status, response.read()
    finally:
        connection.close()


def headers(port: int, path: str, **asked: str) -> tuple[int, dict[str, str], str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in asked.items()})
    response = connection.getresponse()
    try:
        return response.status, dict(response.getheaders()), response.read().decode()
    finally:
        connection.close()


def ports(lines: list[str]) -> list[int]:
    return [int(port) for line in lines for port in re.findall(r"http://[0-9.]+:(\d+)", line)]


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """This process in a folder and with the variables of a user who has nothing yet."""
    monkeypatch.chdir(tmp_path)
    for name, value in environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    return tmp_path


@pytest.fixture
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.mark.usefixtures("logging_as_before")
def test_one_command_opens_a_table_and_ctrl_c_closes_it(
    at_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    port = free_port()
    answers: list[int] = []

    def look_and_press_ctrl_c() -> None:
        deadline = time.monotonic() + SECONDS
        while not answers and time.monotonic() < deadline:
            with suppress(ConnectionRefusedError):
                answers.extend(answer(port, path)[0] for path in ("/healthz", "/readyz"))
            time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGINT)

    visitor = threading.Thread(target=look_and_press_ctrl_c)
    visitor.start()
    assert main(["serve", "--port", str(port), "--no-lan"]) == 0
    visitor.join()
    assert answers == [200, 200]
    assert (at_home / "data" / "stolik" / "stolik.db").is_file()
    out, err = capsys.readouterr()
    assert out == f"The table is open: http://127.0.0.1:{port}\nCtrl-C closes it.\n"
    assert "Traceback" not in err
    assert all(json.loads(line)["event"] for line in err.splitlines()), "JSON where it is no terminal"


def test_the_local_network_is_told_the_same_port(tmp_path: Path) -> None:
    with serving(tmp_path, "--port", "0", STOLIK_LANG="pl") as (_, lines):
        assert lines[0].startswith("Stół otwarty: http://127.0.0.1:")
        assert len(set(ports(lines))) == 1


@pytest.mark.parametrize("asked", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_asked_to_stop_ends_well(tmp_path: Path, asked: signal.Signals) -> None:
    with serving(tmp_path, "--port", "0", "--no-lan") as (process, _):
        process.send_signal(asked)
        _, err = process.communicate(timeout=SECONDS)
        assert process.returncode == 0
    assert [json.loads(line)["event"] for line in err.splitlines()] == ["node_open", "node_closed"]


def test_a_second_ctrl_c_waits_for_nobody_and_the_server_still_ends_well(tmp_path: Path) -> None:
    with serving(tmp_path, "--port", "0", "--no-lan") as (process, lines):
        [port] = ports(lines)
        with socket.create_connection(("127.0.0.1", port)) as slow:
            slow.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n")
            assert answer(port, "/healthz")[0] == 200  # it has heard of the other by now
            process.send_signal(signal.SIGINT)
            with suppress(ConnectionError):
                while True:
                    answer(port, "/healthz")
            assert process.poll() is None, "it did not wait for the other"
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=SECONDS)
        assert process.returncode == 0
    events = [json.loads(line)["event"] for line in err.splitlines()]
    assert "node_closed" in events
    assert not [event for event in events if "timeout" in event]


@pytest.mark.usefixtures("at_home", "logging_as_before")
def test_a_server_that_fails_while_it_opens_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(settings: Settings) -> None:
        raise MemoryError(settings.port)

    monkeypatch.setattr(Node, "open", fail)
    assert main(["serve", "--port", "0", "--no-lan"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "MemoryError" in err
    assert err.endswith("stolik: the server could not start; the reason is in the log above\n")


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system has no such option")
def test_a_connection_that_nobody_reads_from_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stolik.server.process.UNREAD_SECONDS", 1)
    with (
        listen(Settings(port=0, lan=False)) as listening,
        socket.create_connection(listening.getsockname()),
        listening.accept()[0] as line,
    ):
        line.settimeout(SECONDS)
        with pytest.raises(TimeoutError) as given_up:
            line.sendall(bytes(100_000_000))
        assert given_up.value.errno == errno.ETIMEDOUT  # by the system, not by our own patience


def test_little_waits_in_the_system_for_a_device_that_does_not_read() -> None:
    with (
        listen(Settings(port=0, lan=False)) as listening,
        socket.create_connection(listening.getsockname()),
        listening.accept()[0] as line,
    ):
        line.setblocking(False)
        sent = 0
        with suppress(BlockingIOError):
            while sent < 100 * UNREAD_BYTES:
                sent += line.send(bytes(UNREAD_BYTES))
        assert sent < 4 * UNREAD_BYTES  # the system takes twice of what it is told, and the device a little


def error_of(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(args) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


@pytest.mark.usefixtures("at_home")
def test_a_port_that_is_taken_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = error_of(capsys, "serve", "--host", "127.0.0.1", "--port", str(port))
    assert told.startswith(f"stolik: 127.0.0.1:{port} is already in use")


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (["--host", "192.0.2.77"], "cannot listen on 192.0.2.77:8000"),
        (["--database", "sqlite:////no/such/folder/stolik.db"], "unable to open database file"),
        (["--database", "postgresql://ola:sesame@127.0.0.1:1/x"], "cannot open the database"),
    ],
)
@pytest.mark.usefixtures("at_home")
def test_what_cannot_be_served_is_said_in_a_line(
    capsys: pytest.CaptureFixture[str], args: list[str], error: str
) -> None:
    told = error_of(capsys, "serve", *args)
    assert error in told
    assert "sesame" not in told


def test_a_backup_is_made_while_the_server_runs_and_brought_back_elsewhere(
    at_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(at_home, "--port", "0", "--no-lan"):
        assert main(["backup", "kept.stolik"]) == 0
    assert capsys.readouterr() == ("0 tables in kept.stolik\n", "")
    assert "kept.stolik" in error_of(capsys, "backup", "kept.stolik")
    assert main(["restore", "kept.stolik", "--database", f"sqlite:///{at_home / 'new.db'}"]) == 0
    assert capsys.readouterr() == ("0 tables restored from kept.stolik\n", "")


def test_the_documentation_is_served_if_it_was_built(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "pl").mkdir(parents=True)
    (site / "index.html").write_text("<title>Which face is for me</title>")
    (site / "pl" / "index.html").write_text("<title>Jak grać</title>", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("not for readers")
    with serving(tmp_path, "--port", "0", "--no-lan", STOLIK_SITE=str(site)) as (_, lines):
        [port] = ports(lines)
        assert headers(port, "/docs")[1]["location"] == "/docs/"
        status, found, page = headers(port, "/docs/")
        assert (status, page) == (200, "<title>Which face is for me</title>")
        assert found["content-type"].startswith("text/html")
        assert found["cache-control"] == "no-cache"
        assert {name: found[name.lower()] for name in HEADERS} == HEADERS
        assert headers(port, "/docs/pl/")[2] == "<title>Jak grać</title>"
        assert json.loads(headers(port, "/api/games")[2])["docs"]  # the page has a link to it
        for path in ("/docs/none.html", "/docs/../secret.txt", "/docs/%2e%2e/secret.txt"):
            status, _, body = headers(port, path)
            assert status == 404
            assert "not for readers" not in body


def test_without_the_documentation_a_sentence_says_how_to_build_it(tmp_path: Path) -> None:
    with serving(tmp_path, "--port", "0", "--no-lan", STOLIK_SITE=str(tmp_path / "none")) as (_, lines):
        [port] = ports(lines)
        assert headers(port, "/docs")[1]["location"] == "/docs/"
        status, found, text = headers(port, "/docs/")
        assert status == 404
        assert found["content-type"].startswith("text/plain")
        assert text.startswith("The documentation has not been built. Run “make docs”")
        assert headers(port, "/docs/pl/", Accept_Language="pl-PL,pl;q=0.9")[2].startswith("Dokumentacja nie")
        assert not json.loads(headers(port, "/api/games")[2])["docs"]
        assert answer(port, "/")[0] == 200


def test_without_a_page_it_does_not_open(
    at_home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (at_home / "page" / "assets").mkdir(parents=True)
    monkeypatch.setattr("stolik.server.app.PAGE", at_home / "page")
    monkeypatch.setattr("stolik.cli.serving.PAGE", at_home / "page")
    told = f"there is no page to serve in {at_home / 'page'}: build it with `make page`, "
    assert told in error_of(capsys, "serve", "--port", "0")
    assert not list(at_home.rglob("*.db"))


@pytest.mark.usefixtures("at_home")
def test_where_the_server_is_not_installed_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "stolik.cli.serving")
    monkeypatch.delitem(sys.modules, "stolik.server.process")
    monkeypatch.delattr("stolik.server.process")
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    told = error_of(capsys, "serve")
    assert told == f"stolik: stolik serve needs the package uvicorn: {install('server')}\n"


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (["backup", "kept"], "nothing to back up"),
        (["backup", "no/such/folder/kept"], "no/such/folder"),
        (["restore", "none"], "none"),
        (["restore", "text"], "text was not made by stolik backup"),
    ],
)
def test_a_file_that_cannot_be_is_said_in_a_line(
    at_home: Path, capsys: pytest.CaptureFixture[str], args: list[str], error: str
) -> None:
    (at_home / "text").write_text("hello")
    assert error in error_of(capsys, *args)


def test_the_qr_code_is_drawn_sign_by_sign() -> None:
    url = "http://192.168.1.20:8000"
    halves = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    drawn: list[list[int]] = []
    for line in qr_code(url).plain.split("\n"):
        pairs = [halves[sign] for sign in line]
        drawn += [[upper for upper, _ in pairs], [lower for _, lower in pairs]]
    wanted = [list(row) for row in segno.make(url, error="l", micro=False).matrix_iter(border=2)]
    assert drawn[: len(wanted)] == wanted
    assert not any(map(any, drawn[len(wanted) :]))
