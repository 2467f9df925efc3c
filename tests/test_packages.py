"""A wheel and a source package are whole, whatever was there when they were built: above all the page."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from importlib import metadata
from pathlib import Path
from urllib.request import urlopen

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import stolik
from stolik.extras import install
from tests.cli.running import environment as cleared
from tests.installed import ROOT, Environment
from tools import release
from tools.release import example
from tools.server_process import ServerProcess

INDEX = "stolik/server/page/index.html"
LEFT_OUT = shutil.ignore_patterns(
    *(".*cache", ".git", ".hypothesis", ".venv*", "__pycache__", "dist", "node_modules", "page", "site"),
    *("benchmarks", "screenshots", "tests"),
)
"""What a fresh clone does not have, and what takes long to copy."""
KINDS = (".md", ".npz", ".py", ".toml", ".typed")
"""The files that a wheel must have, all of them."""


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as it is after `git clone`, with what `npm install` would bring: no network is needed."""
    folder = tmp_path_factory.mktemp("clone") / "stolik"
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
    (folder / "web" / "node_modules").symlink_to((ROOT / "web" / "node_modules").resolve())
    return folder


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python that has Hatchling and what it needs, and no Node."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder, symlinks=True, with_pip=False)
    (site,) = folder.glob("lib/python*/site-packages")
    for name in ("hatchling", "packaging", "pathspec", "pluggy", "trove_classifiers"):
        (site / name).symlink_to(Path(sysconfig.get_path("purelib"), name))
    return folder / "bin" / "python"


@pytest.fixture(scope="module")
def unpacked(clone: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source package of the clone, which has no page before, unpacked."""
    build("sdist", clone, Path(sys.executable), os.environ["PATH"]).check_returncode()
    (packed,) = (clone / "dist").glob("*.tar.gz")
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(packed) as source:
        source.extractall(folder, filter="data")
    return next(folder.iterdir())


@pytest.fixture(scope="module")
def wheel(unpacked: Path, bare: Path) -> Path:
    """The wheel of the source package, built where there is no npm."""
    build("wheel", unpacked, bare, "/nowhere").check_returncode()
    (wheel,) = (unpacked / "dist").glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An empty environment with the wheel."""
    return Environment(tmp_path_factory.mktemp("environment"), wheel)


def build(kind: str, folder: Path, python: Path, path: str) -> subprocess.CompletedProcess[str]:
    """Build a package of a folder with this Python, which finds programs on this path only."""
    return subprocess.run(
        [python, "-m", "hatchling", "build", "-t", kind],
        cwd=folder,
        env={"HOME": str(folder), "PATH": path},
        capture_output=True,
        encoding="utf-8",
        timeout=600,
    )


def test_without_page_and_npm_there_is_no_package(clone: Path, bare: Path) -> None:
    """Runs first: the page of the clone is built later."""
    for kind in ("wheel", "sdist"):
        failed = build(kind, clone, bare, "/nowhere")
        assert failed.returncode != 0
        *_, last = (failed.stdout + failed.stderr).strip().splitlines()
        assert last == (
            "The page of Stolik cannot be built: no npm was found. Try `make page`, and then this again."
        )
        assert not list(clone.glob("dist/*.*"))


def test_a_source_package_has_the_page_and_all_that_it_is_made_of(unpacked: Path) -> None:
    assert (unpacked / "src" / INDEX).is_file()
    assert list((unpacked / "src" / INDEX).parent.glob("assets/*.js"))
    for needed in ("LICENSE", "Makefile", "hatch_build.py", "requirements/play.txt", "web/package-lock.json"):
        assert (unpacked / needed).is_file(), needed
    assert not (unpacked / "web" / "node_modules").exists()


def test_a_wheel_of_the_source_package_has_the_page_and_needs_no_npm(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        minds = sum(file.file_size for file in packed.infolist() if file.filename.endswith(".npz"))
    assert INDEX in names
    assert 0 < minds <= 6_000_000, "all minds together"
    here = ROOT / "src"
    ours = [path for path in (here / "stolik").rglob("*") if path.suffix in KINDS]
    assert {path.relative_to(here).as_posix() for path in ours} <= set(names)


def test_the_command_of_the_wheel_tells_its_version(environment: Environment) -> None:
    assert environment.run("stolik", "--version") == f"stolik {stolik.__version__}\n"


@pytest.mark.parametrize("extra", ["", *(extra for extra in release.EXTRAS if extra != "train")])
def test_the_first_example_of_an_extra_runs_with_what_the_extra_brings(
    environment: Environment, tmp_path: Path, extra: str
) -> None:
    """As ``make release`` does, but without a network: packages are linked from here, only those needed."""
    python = with_extra(environment, tmp_path / "environment", extra)
    variables = cleared(tmp_path, PYTHONPATH="", STOLIK_LANG="en")
    if extra == "server":
        serve = (str(python), "-I", "-m", "stolik", "serve")
        database = f"sqlite:///{tmp_path}/stolik.db"
        with ServerProcess(tmp_path / "log", serve, lan=False, database=database) as server:
            page = urlopen(server.address).read().decode()
        assert "<script" in page
        return
    command = (
        ["-m", "stolik", *release.COMMANDS[extra]] if extra in release.COMMANDS else ["-c", example(extra)]
    )
    done = subprocess.run(
        [python, *command], cwd=tmp_path, env=variables, capture_output=True, encoding="utf-8", timeout=600
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def with_extra(environment: Environment, folder: Path, extra: str) -> Path:
    """Return the Python of an environment with the wheel, and with nothing but what its extra brings."""
    venv.create(folder, symlinks=True, with_pip=False)
    (site,) = folder.glob("lib/python*/site-packages")
    (installed,) = environment.home.parent.glob("lib/python*/site-packages")
    (wheel,) = installed.glob("stolik-*.dist-info")
    for ours in (installed / "stolik", wheel):
        (site / ours.name).symlink_to(ours)
    known = Path(sysconfig.get_path("purelib"))
    for package in brought(metadata.Distribution.at(wheel), extra):
        tops = {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}
        for top in tops:
            (site / top).symlink_to(known / top)
    return folder / "bin" / "python"


def brought(wheel: metadata.Distribution, extra: str) -> list[metadata.Distribution]:
    """Return all packages that pip would install with the wheel and one of its extras."""
    found: dict[str, metadata.Distribution] = {}
    waiting = [(wheel, extra)]
    for package, asked in waiting:
        for requirement in map(Requirement, package.requires or ()):
            if requirement.marker and not requirement.marker.evaluate({"extra": asked}):
                continue
            name = canonicalize_name(requirement.name)
            needed = wheel if name == "stolik" else found.get(name) or metadata.distribution(name)
            if needed is not wheel and name not in found:
                found[name] = needed
                waiting.append((needed, ""))
            waiting += [(needed, part) for part in requirement.extras if (needed, part) not in waiting]
    return list(found.values())


def test_locks_name_versions_and_hashes_but_no_addresses() -> None:
    locks = {path: path.read_text(encoding="utf-8") for path in (ROOT / "requirements").glob("*.txt")}
    assert len(locks) == 7
    assert [path.name for path, text in locks.items() if "--hash=sha256:" not in text or "://" in text] == []
    page = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    assert '"integrity": "sha512-' in page
    assert '"resolved"' not in page


# -- What is missing --------------------------------------------------------------------------------------


def test_in_the_checkout_it_is_installed_from_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    monkeypatch.chdir(ROOT)
    assert install("bots") == "pip install -e '.[bots]'"
    monkeypatch.chdir(tmp_path)
    assert install("bots") == f"pip install -e '{ROOT}[bots]'"


def test_a_pip_of_another_python_is_not_advised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "pip"
    other.write_text("#!/bin/sh\n", encoding="utf-8")
    other.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert install("lab") == f"{sys.executable} -m pip install -e '{ROOT}[lab]'"
    monkeypatch.setattr(sys, "executable", f"{tmp_path}/my python/bin/python")
    assert install("lab") == f"'my python/bin/python' -m pip install -e '{ROOT}[lab]'"


def test_what_a_package_lacks_is_installed_from_where_it_came(environment: Environment) -> None:
    python = environment.program("python")
    script = "import sys; sys.modules['numpy'] = None; import stolik.games.pickomino.odds"

    def advice() -> str:
        with pytest.raises(AssertionError, match="exact odds need NumPy") as failed:
            environment.run("python", "-c", script)
        line = next(line for line in str(failed.value).splitlines() if "Error: exact odds" in line)
        return line.rpartition("NumPy: ")[2]

    (kept,) = environment.wheels.iterdir()
    assert advice() == f"{python} -m pip install 'stolik[bots] @ {kept.as_uri()}'"
    _, _, _, *arguments = shlex.split(advice())
    Environment.pip("--python", python, *arguments, "--dry-run", "--no-index", "--no-deps")
    (origin,) = environment.home.parent.glob("lib/python*/site-packages/stolik-*.dist-info/direct_url.json")
    version = {"vcs": "git", "commit_id": "12ab"}
    origin.write_text(
        json.dumps({"url": "https://example.org/stolik", "vcs_info": version}), encoding="utf-8"
    )
    assert advice() == f"{python} -m pip install 'stolik[bots] @ git+https://example.org/stolik@12ab'"
    origin.unlink()
    assert advice() == f"{python} -m pip install 'stolik[bots]'"


def test_every_extra_is_tried_before_a_release() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert sorted(release.EXTRAS) == sorted(project["optional-dependencies"])
    assert project["optional-dependencies"]["train"] == ["stolik[lab]"], "so its example needs no trial above"
    for extra in set(release.EXTRAS) - {"server", *release.COMMANDS}:
        assert example(extra)
