"""What installed packages bring is found as the standard library finds it; that there is nothing, sooner."""

import subprocess
import sys
import zipfile
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from stolik.core.entry_points import find

GROUP = "stolik.tried"


def test_there_is_nothing_of_an_unknown_group() -> None:
    assert find("stolik.nothing") == []


@pytest.mark.parametrize("name", ["tried-1.0.dist-info", "tried.egg-info", "EGG-INFO"])
def test_a_package_in_a_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    info = tmp_path / name
    info.mkdir()
    (info / "METADATA").write_text("Name: tried\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\nant = tried:ANT\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert find(GROUP) == list(entry_points(group=GROUP))


def test_a_package_in_an_archive_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = tmp_path / "tried.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("tried-1.0.dist-info/METADATA", "Name: tried\nVersion: 1.0\n")
        packed.writestr("tried-1.0.dist-info/entry_points.txt", f"[{GROUP}]\nant = tried:ANT\n")
    monkeypatch.syspath_prepend(archive)
    assert [point.name for point in find(GROUP)] == ["ant"]


def test_nothing_slow_is_imported_where_no_package_brings_anything() -> None:
    code = "import sys; import stolik; stolik.game_names(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, encoding="utf-8")
    assert {"email", "importlib.metadata", "zipfile"}.isdisjoint(done.stdout.split())
