"""The rules that a game refuses decisions by: numbers for compiled code, ids for people."""

from __future__ import annotations

from contrada.kernel.jit import constants

(PERMITTED,) = constants(0)


class RuleIds(list[str]):
    """The ids of these rules. A rule's number is its place in the list; 0 refuses nothing."""

    def __init__(self) -> None:
        super().__init__([""])

    def number(self, rule_id: str) -> int:
        """Add a rule and return its number."""
        if rule_id in self:
            raise ValueError(f"{rule_id} has a number already")
        self.append(rule_id)
        return constants(len(self) - 1)[0]
