"""What a browser is given to play without a server: small enough, the same each time, and enough to play."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path
from typing import cast

import pytest

import stolik
from stolik.cli import main
from stolik.games.linko.mind import SHIPPED, Mind
from stolik.games.linko.views import LinkoView
from stolik.server import offline
from stolik.server.app import PAGE, WORKER
from tests.server.device import Device
from tests.server.nodes import Ground, nodes

MOST = 9_000_000
"""Bytes that may go over the wire, once."""

EQUAL = 0.1
"""Moves that a mind prefers one to the other by less than this, as logarithms, are as good as equal to it."""

ALONE = """
import sys
sys.path[:] = [sys.argv[1], *(path for path in sys.path if "site-packages" not in path)]

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in (*sys.stdlib_module_names, "stolik", "msgspec"):
            raise ModuleNotFoundError(name, name=name)

import importlib.util
sys.meta_path.insert(0, Nothing())
spec = importlib.util.spec_from_file_location("msgspec", sys.argv[2])
msgspec = importlib.util.module_from_spec(spec)
sys.modules["msgspec"] = msgspec
spec.loader.exec_module(msgspec)
from stolik.server.local import LocalTables
import stolik
assert stolik.__file__.startswith(sys.argv[1]), stolik.__file__
"""
"""Takes the package out of its zip file, with the standard library and msgspec beside it and nothing else."""


def test_the_package_for_browsers_needs_nothing_but_the_standard_library_and_msgspec(tmp_path: Path) -> None:
    import msgspec

    package = tmp_path / "package.zip"
    package.write_bytes(offline.package())
    command = [sys.executable, "-I", "-c", ALONE, str(package), str(msgspec.__file__)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_the_package_is_the_same_each_time_and_has_no_drivers() -> None:
    first = offline.package()
    offline.package.cache_clear()
    assert offline.package() == first
    names = zipfile.ZipFile(BytesIO(first)).namelist()
    assert "stolik/server/local.py" in names
    unneeded = ("stolik/cli/", "stolik/server/page/", "stolik/server/app.py", "stolik/server/store.py")
    assert not [name for name in names if name.startswith(unneeded)]


def test_a_mind_that_is_rounded_decides_as_well(tmp_path: Path) -> None:
    packed = tmp_path / "mind.npz"
    packed.write_bytes(offline.rounded(SHIPPED.read_bytes()))
    assert packed.read_bytes() != SHIPPED.read_bytes()
    mind, rounded = Mind(SHIPPED), Mind(packed)
    for options in ({"players": 4}, {"players": 2, "mode": "duel"}):
        state, chance = stolik.Game("linko", **options).start(), random.Random(3)
        while state.actor is not None:
            if state.actor == stolik.CHANCE:
                state = state.play(state.draw(chance))
                continue
            view = cast(LinkoView, state.view(state.actor))
            liked = dict(zip(view["moves"], mind.preferences(view).tolist(), strict=True))
            chosen = rounded.choose(view)
            assert liked[chosen] > max(liked.values()) - EQUAL
            assert rounded.chances(view) == pytest.approx(mind.chances(view), abs=0.05)
            state = state.play(chosen)


def test_everything_together_is_small() -> None:
    if not offline.has_python(PAGE):
        pytest.fail("the page was built without Python for browsers: make page", pytrace=False)
    named = json.loads(offline.parts(PAGE))["parts"]
    assert 5_000_000 < sum(part["bytes"] for part in named) <= MOST
    assert sum(bool(WORKER.fullmatch(part["path"])) for part in named) == 1


def test_a_site_is_written_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "for all"
    assert main(["site", str(folder), "--lang", "en"]) == 0
    assert capsys.readouterr().out.rstrip().endswith(f"python -m http.server --directory '{folder}'")
    parts = json.loads((folder / offline.PARTS).read_bytes())["parts"]
    for part in parts:
        path = folder / (part["path"] or "index.html")
        assert path.stat().st_size == part["bytes"], path
    assert 'src="/' not in (folder / "index.html").read_text(encoding="utf-8")
    assert main(["site", str(folder), "--lang", "en"]) == 2
    assert "not empty" in capsys.readouterr().err
    assert main(["site", str(folder / "index.html"), "--lang", "en"]) == 2
    assert "index.html" in capsys.readouterr().err
    assert main(["site", "--lang", "en"]) == 2


@pytest.mark.anyio
async def test_however_many_ask_at_first_it_is_packed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = list[str]()

    def files(folder: Path) -> list[Path]:
        packed.append(str(folder))
        return []

    monkeypatch.setattr(offline, "_files", files)
    for kept in (offline.package, offline.package_path, offline.parts):
        kept.cache_clear()
    try:
        async with nodes(Ground(tmp_path, f"sqlite:///{tmp_path / 'stolik.db'}")) as [address]:
            devices = [Device(address) for _ in range(8)]
            answers = await asyncio.gather(*(device.ask("GET", "/offline/x") for device in devices))
    finally:
        for kept in (offline.package, offline.package_path, offline.parts):
            kept.cache_clear()
    assert {answer.status_code for answer in answers} == {404}
    assert len(packed) == 1
