"""`python -m tests.web.fifth FOLDER …`: `tests.web.program` with the game from the guide.

FOLDER has the game and, in `page`, the page that was built with it. The rules run as plain Python,
because compiling takes longer than all the tests of this game.
"""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path

if __name__ == "__main__":
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    folder = Path(sys.argv.pop(1))

    # Before anything else of the program is imported: much is made of the names of the games.
    from contrada import games
    from tests import guide

    names = (*games.NAMES, guide.NAME)
    vars(games).update(__path__=guide.packages(folder), NAMES=names)

    from contrada.server.http import page

    page.PAGE = folder / "page"
    runpy.run_module("tests.web.program", run_name="__main__", alter_sys=True)
