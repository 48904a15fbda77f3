"""`python -m tests.server.cold WISHES`: a server that compiles games when a test says so."""

from __future__ import annotations

import gc
import json
import os
import sys
import threading
from typing import Any

from contrada import shuffle
from contrada.server import run
from contrada.server.settings import Settings
from tests.server.gate import hold_back
from tests.server.launch import set_constants
from tests.server.serving import GENEROUS, HOST, dealing


def main(wishes: dict[str, Any]) -> None:
    set_constants(wishes["constants"])
    hold_back(wishes["gate"])
    shuffle.fresh = dealing("launched")
    settings = Settings(database=wishes["database"], limits=GENEROUS, **wishes["settings"])
    taken = run.listen(HOST, 0)
    print(f"http://{HOST}:{taken.getsockname()[1]}/", flush=True)
    run.serve(settings, taken, "debug")
    gc.collect()  # what nobody retrieved is logged at the latest now


def end_with_the_test() -> None:
    """Stop when our input closes: if the test is killed, nobody else would stop us."""
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=end_with_the_test, daemon=True).start()
    main(json.loads(sys.argv[1]))
