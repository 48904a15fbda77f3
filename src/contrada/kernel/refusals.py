"""The rules that can refuse a decision: numbers for compiled code, ids for people."""

from __future__ import annotations

from contrada.kernel.jit import constants

(PERMITTED,) = constants(0)


class RuleIds(list[str]):
    """The ids of a game's rules. A rule's number is its index; 0 means permitted."""

    def __init__(self) -> None:
        super().__init__([""])

    def number(self, rule_id: str) -> int:
        """Add a rule and return its number."""
        if rule_id in self:
            raise ValueError(f"{rule_id} already has a number")
        self.append(rule_id)
        return constants(len(self) - 1)[0]
