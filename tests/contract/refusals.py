"""What must be true of every refusal: a rule of the page, a sentence, and squares to point at."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from contrada import IllegalDecision, Position

RULE_PAGES = Path(__file__).parents[2] / "docs" / "rules"
RULE = r"[A-Z]+(?:-[A-Z]+)+(?:-\d+)?"

IsSquare = Callable[[Position, str], bool]


@cache
def rule_ids(page: Path) -> set[str]:
    """Return the rules and rulings listed on a page."""
    return set(re.findall(rf"^- \*{{0,2}}({RULE})", page.read_text(encoding="utf-8"), re.MULTILINE))


def check_refusals(position: Position, is_square: IsSquare) -> None:
    """Generator and explainer agree about every decision number."""
    legal = set(position.legal())
    known = rule_ids(RULE_PAGES / f"{position.game.name}.md")
    said: set[str] = set()  # many decisions are refused in the same words
    for decision in range(position.game.facts.decisions):
        refused = position.why_not(decision)
        assert (refused is None) == (decision in legal), f"{decision} in {position.text}"
        if refused:
            assert refused.rule in known, f"{refused.rule} is on no rule page"
            words = f"{refused.key} {refused.values!r}"
            if words not in said:
                check_words(position, refused)
                said.add(words)
            for square in refused.squares:
                assert is_square(position, square), f"{refused} points at {square}"


def check_words(position: Position, refused: IllegalDecision) -> None:
    """The refusal has a sentence, and values that can be sent so that others can translate it."""
    end = "." if hasattr(position.game.definition.explain, "english") else ""
    assert re.fullmatch(rf"(?:[A-Z]|\w\d ).*[^.]{re.escape(end)}", refused.sentence), (
        "is no sentence"
    )
    assert str(refused) == f"{refused.sentence.removesuffix('.')} ({refused.rule})"
    assert not re.search(r"[{}]", refused.sentence), "a placeholder is left"
    assert json.loads(json.dumps(refused.values)) == refused.values


def check_refused(
    start: Position, decision: int | str, key: str, squares: str, fragment: str
) -> None:
    """A decision from a game's table is refused by this rule, and nothing of it is played.

    `key` is a rule or `rule.case`.
    """
    before = bytes(start)
    refused = start.why_not(decision)
    assert refused is not None
    assert (refused.key, " ".join(refused.squares)) == (key, squares)
    assert fragment in refused.sentence
    check_words(start, refused)
    with pytest.raises(IllegalDecision, match=re.escape(str(refused))):
        start.play(decision)
    assert bytes(start) == before


def check_allowed(start: Position, decision: str) -> None:
    """The same table allows this, so nothing else is the reason for refusing."""
    assert start.why_not(decision) is None
    assert start.play(decision) != start
