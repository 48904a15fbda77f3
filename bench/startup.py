"""How long until games can be played, with nothing compiled and from the cache.

python bench/startup.py            # here
python bench/startup.py --fresh    # `make play` in a new clone, with nothing in the home directory
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import contrada

ROOT = Path(__file__).parents[1]
WARM = ("-m", "contrada", "warm")
MOST_COLD, MOST_CACHED = 60, 1.5  # seconds wanted, on two cores
MOST_PAGE, MOST_MOVE = 45, 75  # the same from a new clone, but for what is downloaded
Environment = dict[str, str]


def load(name: str) -> tuple[str, ...]:
    """Return the arguments that make Python load a game and its opponents."""
    ready = "from contrada.bots.search_player import SearchPlayer; SearchPlayer"
    return "-c", f"import contrada; {ready}(contrada.game({name!r}))"


def seconds_of(command: tuple[str, ...], environment: Environment) -> float:
    """Return how long a new Python process takes with these arguments."""
    begun = time.perf_counter()
    python = (sys.executable, *command)
    subprocess.run(python, env=environment, check=True, stderr=subprocess.DEVNULL)
    return time.perf_counter() - begun


# --- A server, as somebody who comes to play -----------------------------------------------------


@contextmanager
def serving(python: Path, environment: Environment, folder: Path) -> Iterator[str]:
    """Start a server, and return its address."""
    database = str(folder / "games.db")
    command = [str(python), "-m", "contrada", "serve", "--port", "0", "--database", database]
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()  # where it is, and how to stop it
        yield next(word for word in said.split() if word.startswith("http"))
    finally:
        process.terminate()
        process.wait()


def ask(address: str, body: Any = None, token: str = "") -> Any:
    """Send a request to the server and return its answer."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    data = json.dumps(body).encode() if body else None
    with urlopen(Request(address, data, headers)) as answer:
        return json.load(answer)


def ready_game(server: str) -> str:
    """Wait for the first game that is ready."""
    while True:
        for game in ask(f"{server}api/games")["games"]:
            if game["state"] == "ready":
                return str(game["name"])
        time.sleep(0.1)


def move(server: str) -> None:
    """Sit down against the computer in the first game that is ready, and make a move."""
    game = ready_game(server)
    token = ask(f"{server}api/guests", {"name": "Ada"})["token"]
    seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    table = ask(f"{server}api/tables", {"game": game, "seats": seats}, token)["id"]
    while not (seen := ask(f"{server}api/tables/{table}", token=token))["legal"]:
        time.sleep(0.1)  # the other seat may begin
    play = {"type": "play", "table": table, "ply": seen["ply"], "decisions": seen["legal"][:1]}
    ask(f"{server}api/tables/{table}/messages", play, token)


def seconds_of_serving(python: Path, environment: Environment, folder: Path) -> dict[str, float]:
    """Return how long it takes until a server shows the page, and until the first move."""
    begun = time.perf_counter()
    with serving(python, environment, folder) as server:
        urlopen(server).close()
        page = time.perf_counter() - begun
        move(server)
        return {"page": page, "move": time.perf_counter() - begun}


# --- From the very beginning ---------------------------------------------------------------------


def seconds_of_fresh_clone() -> dict[str, float]:
    """Return how long it takes `make play` to show the page, and until the first move."""
    with tempfile.TemporaryDirectory() as empty:
        home, clone = Path(empty) / "home", Path(empty) / "contrada"
        home.mkdir()
        settings = Path.home() / ".npmrc"  # where to download from is not what is measured
        if settings.exists():
            shutil.copy(settings, home)
        elsewhere = {"HOME": str(home), "XDG_CACHE_HOME": str(home), "XDG_DATA_HOME": str(home)}
        environment = {**os.environ, **elsewhere}
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        begun = time.perf_counter()
        subprocess.run(["make", "--jobs", "2", "playable"], cwd=clone, env=environment, check=True)
        installed = time.perf_counter() - begun
        python = clone / ".venv" / "bin" / "python"
        found = seconds_of_serving(python, environment, home)
    return {"installed": installed, **{key: installed + each for key, each in found.items()}}


def print_fresh(figures: dict[str, float]) -> None:
    print(f"a new clone, installed and built        {figures['installed']:6.1f} s")
    print(f"until there is a page                   {figures['page']:6.1f} s   {wanted(MOST_PAGE)}")
    print(f"until the first move                    {figures['move']:6.1f} s   {wanted(MOST_MOVE)}")


def wanted(seconds: float) -> str:
    return f"wanted: at most {seconds} s"


# --- Here ----------------------------------------------------------------------------------------


def figures_here() -> dict[str, Any]:
    """Measure this installation, first with nothing compiled."""
    with tempfile.TemporaryDirectory() as empty:
        folder = Path(empty)
        own = {**os.environ, "CONTRADA_CACHE": str(folder / "served")}
        serving = seconds_of_serving(Path(sys.executable), own, folder)
        own = {**os.environ, "CONTRADA_CACHE": str(folder / "warmed")}
        cold = seconds_of(WARM, own)
        cached = {
            name: min(seconds_of(load(name), own) for _ in range(5)) for name in contrada.NAMES
        }
    sizes = {name: len(bytes(contrada.game(name).start())) for name in contrada.NAMES}
    return {
        "serving_seconds": serving,
        "cold_seconds": cold,
        "cached_seconds": cached,
        "position_bytes": sizes,
    }


def print_here(figures: dict[str, Any]) -> None:
    serving = figures["serving_seconds"]
    print(f"nothing compiled: `contrada serve` has a page after    {serving['page']:6.2f} s")
    print(f"nothing compiled: the first move is made after         {serving['move']:6.2f} s")
    cold = figures["cold_seconds"]
    print(f"everything compiled, `contrada warm`  {cold:6.1f} s   {wanted(MOST_COLD)}")
    for name, seconds in figures["cached_seconds"].items():
        print(
            f"{name:8} from the cache, with search  {seconds:6.2f} s   "
            f"{wanted(MOST_CACHED)};  a position: {figures['position_bytes'][name]} bytes"
        )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--json", action="store_true")
    options.add_argument("--fresh", action="store_true", help="`make play` in a new clone")
    chosen = options.parse_args()
    measure, show = (
        (seconds_of_fresh_clone, print_fresh) if chosen.fresh else (figures_here, print_here)
    )
    figures = measure()
    if chosen.json:
        print(json.dumps(figures, indent=2))
    else:
        show(figures)


if __name__ == "__main__":
    main()
