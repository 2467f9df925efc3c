from __future__ import annotations

import dataclasses
import doctest
import re
from pathlib import Path

import pytest

from stolik.cli import main
from stolik.cli.settings import GROUPS
from stolik.server import settings
from stolik.server.settings import KINDS, SettingError, Settings, flag, read, variable

NOTHING: dict[str, object] = dict.fromkeys(KINDS)
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user with empty folders."""
    for name in [*map(variable, KINDS), "STOLIK_CONFIG", "STOLIK_LANG"]:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return tmp_path


def toml(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_nobody_has_to_say_anything(home: Path) -> None:
    found = read(NOTHING, {})
    assert found == Settings()
    assert found.database_url == f"sqlite:///{home / 'data' / 'stolik' / 'stolik.db'}"


def test_a_flag_decides_then_the_environment_then_the_file_then_the_default(home: Path) -> None:
    file = toml(home / "my.toml", "port = 1\nburst = 1\nmax_body = 1000\n")
    environ = {"STOLIK_PORT": "2", "STOLIK_BURST": "2"}
    found = read({**NOTHING, "port": "3"}, environ, file)
    assert (found.port, found.burst, found.max_body, found.max_message) == (3, 2, 1000, 4096)


def test_the_file_is_named_or_in_the_user_s_folder(home: Path) -> None:
    toml(home / "config" / "stolik" / "stolik.toml", "port = 1")
    named = toml(home / "named.toml", "port = 2")
    flagged = toml(home / "flagged.toml", "port = 3")
    assert read(NOTHING, {}).port == 1
    assert read(NOTHING, {"STOLIK_CONFIG": str(named)}).port == 2
    assert read(NOTHING, {"STOLIK_CONFIG": str(named)}, flagged).port == 3


def test_every_setting_can_be_said_in_every_way(home: Path) -> None:
    texts = {
        "host": "10.0.0.5",
        "lan": "false",
        "public_url": "https://stolik.example",
        "origins": "https://a.example, https://b.example",
        "hosts": "a.example b.example",
        "trusted_proxies": "10.0.0.1, 172.16.0.0/12",
        "bot_level": "hard",
        "database": "postgresql://ola@here/stolik",
        "redis": "redis://here:6379/0",
        "node": "first",
        "bot_processes": "7",
        "log_level": "debug",
        "log_format": "json",
    }
    texts = {name: texts.get(name, "777") for name in KINDS}
    wanted = read(texts, {})
    assert all(getattr(wanted, name) != getattr(Settings(), name) for name in KINDS)
    assert wanted.origins == ("https://a.example", "https://b.example")
    assert wanted.hosts == ("a.example", "b.example")
    assert wanted.trusted_proxies == ("10.0.0.1/32", "172.16.0.0/12")
    assert read(NOTHING, {variable(name): text for name, text in texts.items()}) == wanted
    lines = []
    for name, value in dataclasses.asdict(wanted).items():
        shown = (
            str(value).lower()
            if isinstance(value, bool)
            else repr(list(value))
            if isinstance(value, tuple)
            else repr(value)
        )
        lines.append(f"{name} = {shown}")
    assert read(NOTHING, {}, toml(home / "all.toml", "\n".join(lines))) == wanted


def test_the_local_network_is_let_in_unless_an_address_is_named() -> None:
    assert read(NOTHING, {}).listen_host == "0.0.0.0"
    assert read({"lan": False}, {}).listen_host == "127.0.0.1"
    assert read({"host": "127.0.0.1"}, {}).listen_host == "127.0.0.1"
    assert read(NOTHING, {"STOLIK_HOST": "10.0.0.5"}).listen_host == "10.0.0.5"
    assert read({"host": "127.0.0.1", "lan": True}, {}).listen_host == "0.0.0.0"


@pytest.mark.parametrize(
    ("name", "bad", "allowed"),
    [
        ("port", "65536", "0–65535"),
        ("port", "-1", "0–65535"),
        ("port", "http", "0–65535"),
        ("port", "", "0–65535"),
        ("max_tables", "0", "1–"),
        ("bot_processes", "1.5", "0–64"),
        ("rate", "0", "> 0"),
        ("rate", "nan", "> 0"),
        ("absent_after", "inf", "> 0"),
        ("lan", "maybe", "true, false"),
        ("log_level", "loud", "auto, debug, info, warning, error"),
        ("log_format", "xml", "auto, console, json"),
        ("database", "mysql://here/x", "sqlite:///FILE, postgresql://"),
        ("redis", "http://here", "redis://"),
        ("origins", "https://a.example,b.example", "https://HOST"),
        ("public_url", "stolik.example", "https://HOST"),
        ("trusted_proxies", "proxy", "172.16.0.0/12"),
        ("bot_level", "best", "easy, medium, hard, master"),
    ],
)
def test_a_bad_value_is_named_with_what_is_allowed(home: Path, name: str, bad: str, allowed: str) -> None:
    with pytest.raises(SettingError) as caught:
        read({name: bad}, {})
    assert str(caught.value).startswith(f"invalid value for {flag(name)}: {bad!r}; allowed: ")
    assert allowed in str(caught.value)
    if bad:
        with pytest.raises(SettingError, match=variable(name)):
            read(NOTHING, {variable(name): bad})
    with pytest.raises(SettingError, match=name):
        read(NOTHING, {}, toml(home / "bad.toml", f"{name} = {bad!r}"))


@pytest.mark.parametrize(
    "line", ["port = true", "port = 1.5", "rate = true", "lan = 1", "origins = 5", "host = 5"]
)
def test_toml_has_types(home: Path, line: str) -> None:
    with pytest.raises(SettingError, match=f"invalid value for .*bad.toml: {line.split()[0]}: "):
        read(NOTHING, {}, toml(home / "bad.toml", line))


def test_an_unknown_key_is_named_with_those_there_are(home: Path) -> None:
    with pytest.raises(SettingError, match=r"bad.toml: 'prot'; allowed: host, port, lan, .*log_format"):
        read(NOTHING, {}, toml(home / "bad.toml", "prot = 8000"))


@pytest.mark.parametrize("data", [b"port = ", b"port = '\xff'"])
def test_a_file_that_is_not_toml_is_named(home: Path, data: bytes) -> None:
    (home / "bad.toml").write_bytes(data)
    with pytest.raises(SettingError, match=r"invalid value for .*bad.toml: .*; allowed: TOML"):
        read(NOTHING, {}, home / "bad.toml")


def test_a_password_is_not_told() -> None:
    with pytest.raises(SettingError) as caught:
        read(NOTHING, {"STOLIK_DATABASE": "mysql://ola:ses@me@here/x"})
    assert "ses" not in str(caught.value) + str(caught.value.value)


# -- on the command line ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["pl", "en"])
def test_the_help_tells_every_setting(capsys: pytest.CaptureFixture[str], language: str) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--help", "--lang", language])
    page = " ".join(capsys.readouterr().out.split())
    for name in KINDS:
        assert f" {flag(name)}" in page
        default = getattr(Settings(), name)
        told = (
            str(default).lower()
            if isinstance(default, bool)
            else ", ".join(default)
            if isinstance(default, tuple)
            else f"{default:g}"
            if isinstance(default, float)
            else str(default)
        )
        ending = f"; {told.removesuffix('.0')}]" if default not in ("", ()) else "]"
        assert f"[{variable(name)}{ending}" in page


def test_every_setting_is_explained_once() -> None:
    explained = [key.partition(".")[2] for keys in GROUPS.values() for key in keys]
    assert explained == list(KINDS)


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (["serve", "--port", "x"], "invalid value for --port: “x”; allowed: 0–65535"),
        (["serve", "--config", "none.toml"], "none.toml"),
        (["serve", "--frob"], "--frob"),
        (["serve", "--no-lan=1"], "--no-lan"),
        (["backup"], "usage: stolik backup FILE"),
        (["backup", "x", "--database", "nowhere"], "invalid value for --database: “nowhere”"),
        (["restore", "--database", "nowhere"], "usage: stolik restore FILE"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    capsys: pytest.CaptureFixture[str], args: list[str], error: str
) -> None:
    assert main(args) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert error in err


def test_the_examples_in_the_source_hold() -> None:
    assert doctest.testmod(settings).failed == 0


def test_the_container_files_name_only_what_there_is() -> None:
    image, composed = (ROOT / name for name in ("Dockerfile", "compose.yaml"))
    own = {"STOLIK_PASSWORD", "STOLIK_SITE", "STOLIK_NODES"}  # what the compose file and its proxy ask for
    known = {*map(variable, KINDS), *own}
    named = {
        name for file in (image, composed) for name in re.findall("STOLIK_[A-Z_]+", file.read_text("utf-8"))
    }
    assert named <= known
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", image.read_text("utf-8"), re.MULTILINE)
    assert copied
    for path in " ".join(copied).split():
        assert (ROOT / path).exists(), path
