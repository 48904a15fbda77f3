"""What a failed test leaves behind: traces, pictures, the server's log, and how to repeat it."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Error, Page

from tests.web.person import Person
from tests.web.serving import ROOT, SEED

FAILURES = ROOT / "test-failures"

HOW = """\
{nodeid}

All games were dealt, and all bots thought, by the seed {seed}. The same deals again, this time with
the page as it was at every step in the trace:

    CONTRADA_TEST_SNAPSHOTS=1 CONTRADA_TEST_SEED={seed} {python} -m pytest '{nodeid}'

What happened step by step (drop the file on trace.playwright.dev, or):

    {python} -m playwright show-trace {folder}/NAME.zip
"""


def keep(nodeid: str, people: Sequence[Person]) -> Path:
    """Save everything that helps to find the cause in a folder for the test."""
    folder = FAILURES / re.sub(r"\W+", "-", nodeid.removeprefix("tests/web/")).strip("-")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for number, person in enumerate(people, 1):
        name = f"{number}-{person.name or 'somebody'}"
        person.save_trace(folder / f"{name}.zip")
        for tab, page in enumerate(person.context.pages, 1):
            _take_picture(page, folder / f"{name}-tab{tab}.png")
    for number, log in enumerate(dict.fromkeys(person.server.log for person in people), 1):
        shutil.copy(log, folder / f"server{number}.log")
    python = Path(sys.executable)
    inside = python.relative_to(ROOT) if python.is_relative_to(ROOT) else python
    how = HOW.format(nodeid=nodeid, seed=SEED, python=inside, folder=folder.relative_to(ROOT))
    (folder / "README.txt").write_text(how, encoding="utf-8")
    return folder.relative_to(ROOT)


def _take_picture(page: Page, file: Path) -> None:
    try:
        page.screenshot(path=file, timeout=10_000)
    except Error as wrong:  # a page that has crashed has no picture
        file.with_suffix(".txt").write_text(str(wrong), encoding="utf-8")
