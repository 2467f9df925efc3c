"""The mutants of ``make mutants`` are kept in step with the code that they break."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.linko.mutants import MUTANTS as LINKO
from tests.games.pickomino.mutants import MUTANTS as PICKOMINO
from tools.mutants import ROOT, RULES


@pytest.mark.parametrize(("rule", "file", "text"), [mutant[:3] for mutant in (*PICKOMINO, *LINKO)])
def test_a_mutant_breaks_exactly_one_place(rule: str, file: str, text: str) -> None:
    assert (ROOT / file).read_text(encoding="utf-8").count(text) == 1, rule


def test_every_rule_has_a_mutant() -> None:
    mutants = Counter(rule for rule, *_ in (*PICKOMINO, *LINKO))
    assert set(mutants) == set(RULES)
