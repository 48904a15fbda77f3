"""From text to bot: what may be entered, and a clear error for everything else."""

from __future__ import annotations

from pathlib import Path

import pytest

import contrada
from contrada.bots import entrants
from contrada.bots.entrants import BotError, entrant
from contrada.bots.player import Limits
from contrada.errors import OptionError
from tests.lab import bots

HERE = "tests.lab.bots"
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("random", "random"),
        ("plain", "plain"),
        ("search", "search"),
        ("search:exploration=1.5", "search:exploration=1.5"),
        (f"{HERE}:First", "First"),
        (f"{ROOT / 'examples' / 'greedy_bot.py'}:Greedy", "greedy"),
    ],
)
def test_who_may_play(text: str, name: str) -> None:
    found = entrant(text)
    assert (found.text, found.name) == (text, name)


def test_levels_have_their_names() -> None:
    assert entrant("5").name == "Mason (5)"
    with pytest.raises(OptionError, match="levels are 1 to 8, not 9"):
        entrant("9")


def test_the_same_seed_makes_a_bot_that_plays_the_same() -> None:
    game = contrada.game("urbino")
    chosen = [
        [entrant("random").make(game, seed).choose(game.start(), Limits()) for _ in range(3)]
        for seed in (1, 1, 2)
    ]
    assert chosen[0] == chosen[1] != chosen[2]


def test_a_seed_is_given_to_those_who_take_one() -> None:
    game = contrada.game("urbino")
    bots.Witness.made.clear()
    entrant(f"{HERE}:Witness").make(game, 7)
    entrant(f"{HERE}:First").make(game, 7)
    assert bots.Witness.made == [7]


def test_settings_are_numbers_truths_or_words() -> None:
    pairs = "cutoff=8,exploration=1.5,hasty=no,style=calm"
    read = entrants._settings("search", pairs)
    assert read == {"cutoff": 8, "exploration": 1.5, "hasty": False, "style": "calm"}
    assert [type(value) for value in read.values()] == [int, float, bool, str]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("grandmaster", "there is no bot 'grandmaster'; known: random, the number of a level"),
        ("", "there is no bot ''"),
        (":Greedy", "there is no bot ':Greedy'"),
        ("random:seed=1", "random takes no settings"),
        ("3:cutoff=8", "3 takes no settings"),
        ("search:", "write settings as NAME=VALUE"),
        ("search:cutoff", "not 'cutoff'"),
        ("search:cutoff=8,cutoff=9", "each once, not 'cutoff=9'"),
        ("missing.py:Bot", "there is no file missing.py"),
        ("no_such_module:Bot", "there is no module 'no_such_module'"),
        ("tests.lab.nowhere:Bot", "there is no module 'tests.lab.nowhere'"),
        ("some/bot:Bot", "there is no module 'some/bot'; a file must end in .py"),
        (f"{HERE}:Nobody", "has no class 'Nobody'; it has: First, Witness"),
        (f"{HERE}:function", "has no class 'function'"),
        (f"{HERE}:Greedy", "has no method choose"),
        (f"{HERE}:TooFew", r"choose must take \(self, position, limits\), not \(self, position"),
        (f"{HERE}:NeedsMore", r"NeedsMore\(seed=N\) or NeedsMore\(\), but it takes \(book"),
    ],
)
def test_who_may_not(text: str, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        entrant(text)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("class Bot:\n  def", "cannot be loaded: SyntaxError"),
        ("import nothing_like_it", "cannot be loaded: ModuleNotFoundError: No module named 'noth"),
        ("raise SystemExit(1)", "cannot be loaded: SystemExit: 1"),
        ("", "has no class 'Bot'; it has: none"),
    ],
)
def test_files_that_hold_no_bot(code: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(code, encoding="utf-8")
    with pytest.raises(OptionError, match=said):
        entrant(f"{file}:Bot")


def test_a_module_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_bot.py").write_text("import nothing_like_it", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(OptionError, match="broken_bot cannot be loaded: ModuleNotFoundError"):
        entrant("broken_bot:Bot")


def test_a_bot_that_cannot_be_made() -> None:
    with pytest.raises(BotError, match="Unmakeable' cannot be made: RuntimeError: not today"):
        entrant(f"{HERE}:Unmakeable").make(contrada.game("urbino"), 0)


def test_a_changed_file_has_another_mark(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    code = "class Bot:\n    def choose(self, position, limits):\n        return 0\n"
    marks = []
    for number in range(2):
        file.write_text(f"{code}# {number}\n", encoding="utf-8")
        marks.append(entrant(f"{file}:Bot").mark)
    assert marks[0] != marks[1]


def test_long_errors_are_cut() -> None:
    said = entrants.described(ValueError("word " * 1000))
    assert said.startswith("ValueError: word word")
    assert said.endswith("…")
    assert len(said) < 220
