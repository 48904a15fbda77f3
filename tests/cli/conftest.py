"""Each test of the command line gets its own home directory and a terminal of 80 columns."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Command, within

UNUSUAL = ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "PYTHONUNBUFFERED")


@pytest.fixture(autouse=True)
def state_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep saved games apart from other tests and from real players."""
    home = tmp_path_factory.mktemp("state")
    monkeypatch.setenv("XDG_STATE_HOME", str(home))
    monkeypatch.setenv("COLUMNS", "80")
    for name in UNUSUAL:
        monkeypatch.delenv(name, raising=False)
    return home


@pytest.fixture
def contrada(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run commands inside this process, which is quicker than starting one."""
    return within(capsys, monkeypatch)
