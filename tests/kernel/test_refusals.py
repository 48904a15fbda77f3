"""The numbers of rules that refuse."""

from __future__ import annotations

import pytest

from contrada.kernel.refusals import PERMITTED, RuleIds


def test_a_rule_is_found_by_its_number() -> None:
    ids = RuleIds()
    first, second = ids.number("TINY-TURN-1"), ids.number("TINY-TURN-2")
    assert (ids[first], ids[second]) == ("TINY-TURN-1", "TINY-TURN-2")
    assert PERMITTED not in (first, second)


def test_a_rule_has_one_number() -> None:
    ids = RuleIds()
    ids.number("TINY-TURN-1")
    with pytest.raises(ValueError, match="TINY-TURN-1 already has a number"):
        ids.number("TINY-TURN-1")
