from __future__ import annotations

import re
import sys
from importlib import import_module

import pytest

from stolik.extras import install


@pytest.mark.parametrize(
    ("module", "package", "name"),
    [
        ("gymnasium", "gymnasium", "Gymnasium"),
        ("pettingzoo", "pettingzoo", "PettingZoo"),
        ("open_spiel", "pyspiel", "OpenSpiel"),
    ],
)
def test_without_its_package_an_environment_says_what_to_install(
    module: str, package: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"stolik.envs.{module}", raising=False)
    with pytest.raises(ImportError, match=rf"needs {name}; .*: {re.escape(install('envs'))}"):
        import_module(f"stolik.envs.{module}")
