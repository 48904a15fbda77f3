"""Runs the examples of docs/tutorials/your-game.md, where its game is among the games.

Not a test: `test_docs.py` starts it as a program with a copy of the sources.
"""

from __future__ import annotations

import shlex

import contrada
from contrada.cli.main import run
from tests import guide
from tests.docs import test_docs


def main() -> None:
    """Run the examples in Python, and then all commands that end by themselves."""
    assert guide.NAME in contrada.NAMES
    test_docs.run_python_examples(guide.TUTORIAL)
    for command in test_docs.commands(guide.TUTORIAL):
        if not command.startswith("contrada play"):
            print(f"$ {command}", flush=True)
            try:
                run(shlex.split(command, comments=True)[1:])
            except SystemExit as ended:
                assert not ended.code, command  # noqa: PT017 - the status of a program


if __name__ == "__main__":
    main()
