"""The English texts that rules and page share: a game's `english.toml`, and sentences from it.

The page gets the same texts, and `web/src/i18n` makes sentences in the same way in every language.
A text is a string with {placeholders}, or a choice: by a number or the length of a list (the value
that `by` names, or else `n`, with the cases "=0", "=1", …, `one` and `other`), or by a word (the
value that `select` names). Choices may contain further choices.

    {square}            the value itself; a list becomes "c2, d5 and e1"
    {kind.many}         the value is an id; its form `many` is under [nouns.kind]
    {seats:seat.name}   the same, if the nouns have another name than the value
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from contrada.errors import IllegalDecision, Value

Message = str | Mapping[str, Any]  # a choice holds messages

PLACEHOLDER = re.compile(r"\{(\w+)(?:(?::(\w+))?\.(\w+))?\}")


class English:
    """The texts of one game."""

    def __init__(self, path: Path, words: Mapping[str, Collection[str]] | None = None) -> None:
        """Read the texts from this file when the first one is needed.

        `words` are ids by group that are used as they are if the file has no noun for them:
        a components file may have its own colours.
        """
        self._path = path
        self._words = words or {}

    @cached_property
    def _file(self) -> dict[str, Any]:
        return tomllib.loads(self._path.read_text(encoding="utf-8"))

    @property
    def refusals(self) -> dict[str, Message]:
        """What the rules say when they refuse, by rule or `rule.case`."""
        return self._file["refusals"]  # type: ignore[no-any-return]

    @property
    def nouns(self) -> dict[str, dict[str, dict[str, str]]]:
        """Names of things by group, id and form."""
        return self._file.get("nouns", {})  # type: ignore[no-any-return]

    def refusal(
        self,
        rule: str,
        case: str = "",
        values: Mapping[str, Value] | None = None,
        squares: Sequence[str] = (),
    ) -> IllegalDecision:
        """Refuse a decision with the text for this case of the rule."""
        values = values or {}
        sentence = self.say(self.refusals[f"{rule}.{case}" if case else rule], values)
        return IllegalDecision(rule, case, values, sentence=sentence, squares=tuple(squares))

    def say(self, message: Message, values: Mapping[str, Value]) -> str:
        """Put values into a message."""
        while not isinstance(message, str):
            message = _chosen(message, values)

        def put(found: re.Match[str]) -> str:
            name, group, form = found.groups()
            value = values[name]
            words = [str(value)] if isinstance(value, str | int) else list(value)
            if form:
                words = [self._form(group or name, word, form) for word in words]
            return listed(words)

        return PLACEHOLDER.sub(put, message)

    def _form(self, group: str, word: str, form: str) -> str:
        nouns = self.nouns[group]
        if word not in nouns and word in self._words.get(group, ()):
            return word
        return nouns[word][form]


def _chosen(choice: Mapping[str, Message], values: Mapping[str, Value]) -> Message:
    if "select" in choice:
        return choice.get(str(values[str(choice["select"])]), choice.get("other", ""))
    value = values[str(choice.get("by", "n"))]
    number = len(value) if isinstance(value, list) else value
    category = "one" if number == 1 else "other"
    return choice.get(f"={number}", choice.get(category, choice["other"]))


def listed(words: Sequence[str]) -> str:
    """Join words as in "c2, d5 and e1"."""
    *before, last = words
    return f"{', '.join(before)} and {last}" if before else last
