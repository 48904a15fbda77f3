"""`python -m tests.server.launch WISHES`: a server with limits and times that suit a test."""

from __future__ import annotations

import importlib
import json
import os
import sys
import threading
from dataclasses import replace
from typing import Any

from contrada import shuffle
from contrada.server import run
from contrada.server.settings import Limits, Settings
from tests.server.gate import hold_back
from tests.server.serving import GENEROUS, HOST, dealing


def main(wishes: dict[str, Any]) -> None:
    for name, value in wishes["constants"].items():
        module, _, constant = name.rpartition(".")
        found = importlib.import_module(f"contrada.server.{module}")
        assert hasattr(found, constant), f"there is no {name}"
        setattr(found, constant, value)
    if wishes["gate"]:
        hold_back(wishes["gate"])
    shuffle.fresh = dealing("launched")
    limits: Limits = replace(GENEROUS, **wishes["limits"])
    wanted = {"games": ("urbino",), **wishes["settings"]}  # the others when somebody plays them
    settings = Settings(database=wishes["database"], limits=limits, **wanted)
    taken = run.listen(HOST, 0)
    print(f"http://{HOST}:{taken.getsockname()[1]}/", flush=True)
    run.serve(settings, taken, "debug")


def end_with_the_test() -> None:
    """A test that is killed closes our input, and nobody else would stop us."""
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=end_with_the_test, daemon=True).start()
    main(json.loads(sys.argv[1]))
