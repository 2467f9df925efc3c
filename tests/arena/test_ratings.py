from __future__ import annotations

import re
import sys

import pytest

from stolik.arena.ratings import Ratings
from stolik.extras import install


def test_without_openskill_ratings_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(ModuleNotFoundError, match=re.escape(f"install it with: {install('arena')}")):
        Ratings(["careful", "random"])
