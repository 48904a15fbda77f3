"""Takes the pictures of the page, by playing on a server of its own: `make pictures`.

With a folder, `python -m docs.pictures.page FOLDER`, every scene goes there, wide and on a phone,
light and dark, to be looked at.
"""

from __future__ import annotations

import itertools
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlencode

from docs.pictures.make import URBINO_GAME, URBINO_MIDGAME
from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright
from tests.web.person import PHONE, WIDE, Person, context_of, start_browser
from tests.web.serving import ME, OPEN, SEED, Player, Server, bot, table_of

from contrada import shuffle

HERE = Path(__file__).parent
COLOURS = "256"
CLOCK = {"kind": "game", "minutes": 15, "increment": 10}
DAYS = {"kind": "turn", "hours": 72}

# Four bots of levels 4 and 5, from the tests' seed; the second seat is to move.
URTOWN = """
    D D1; H H1; 7 E7; 1 A1; man C2; car I2; 8 F8; A A9; B B1; I I4; 9 G9; 9 B9; car H3; 4 G4; D D6;
    8 C8; H H5; G G2; H H8; saxophone D8; E E2; $ G3; skyline E5; E E8; F F3; skyline F5; G G8;
    3 A3; cards H4; cards G5; I I8; I I6; skyline E4; woman C7; $ E6; $ B8; 4 C4; E xE5; 6 G6;
    ring B4; 6 H6; C C5; champagne G7; 4 A4; lamp E3; ring C6; lamp F1; champagne I7
"""


@dataclass(frozen=True)
class Stage:
    """A server with people and tables on it; Ada is the one whose screen is taken."""

    token: str
    others: list[Player]
    urbino: str
    urtown: str
    ended: str
    waiting: str


def set_up(server: Server) -> Stage:
    """Let people come, sit down and play."""
    ada = Player(server, "Ada")
    bruno, carla, dario = others = [Player(server, name) for name in ("Bruno", "Carla", "Dario")]
    carla.make_table("urbino", ME, OPEN, clock=CLOCK, options={"monuments": True}, listed=True)
    dario.make_table("urbania", ME, OPEN, OPEN, OPEN, listed=True)
    bruno.make_table("urbe", ME, OPEN, bot(6), clock=DAYS, listed=True)
    stage = Stage(
        token=ada.token,
        others=others,
        ended=table_of("urbino", [ada, carla], URBINO_GAME, listed=True),
        urtown=table_of("urtown", [bruno, ada, carla, dario], URTOWN, clock=DAYS, listed=True),
        urbino=table_of("urbino", [ada, bruno], URBINO_MIDGAME, clock=CLOCK, listed=True),
        waiting=ada.make_table("urtown", ME, bot(4), OPEN, OPEN, clock=DAYS),
    )
    bruno.tell("chat", stage.urbino, text="I did not see g4 coming.")
    for other in others:
        other.tell("watch", stage.urtown)  # whoever looks is there, and nobody is away
    bruno.tell("watch", stage.urbino)
    carla.tell("watch", stage.ended)
    return stage


# --- Scenes --------------------------------------------------------------------------------------


def home(ada: Person, _stage: Stage) -> None:
    """Games, the lobby and one's tables."""
    ada.opens()
    ada.sees("your turn · turn 12")


def computer(ada: Person, _stage: Stage) -> None:
    """How strong an opponent is wanted."""
    ada.opens()
    ada.presses("Urtown: play the computer")


def new(ada: Person, _stage: Stage) -> None:
    """A table to be made."""
    ada.opens("/new?game=urbino")
    ada.chooses("For the game")


def waiting(ada: Person, stage: Stage) -> None:
    """A table that waits for two."""
    ada.opens_table(stage.waiting)
    ada.sees("2 more, and the game begins.")


def at_urbino(ada: Person, stage: Stage) -> None:
    """Both architects where they stood when the turn began."""
    ada.opens_table(stage.urbino)
    ada.waits_for_turn()
    if ada.square("f6").get_attribute("aria-label") == "f6, architect, last move":
        ada.steps_back()
    expect(ada.square("g7")).to_have_accessible_name(re.compile("can go elsewhere"))


def urbino(ada: Person, stage: Stage) -> None:
    """An architect has gone, and a tower is about to be built."""
    at_urbino(ada, stage)
    ada.sends_architect("g7", "f6")
    ada.takes("tower")
    ada.presses_square("e5")
    ada.sees("Black 10 → 15, White 9 → 5")


def refused(ada: Person, stage: Stage) -> None:
    """A palace next to a palace."""
    at_urbino(ada, stage)
    ada.takes("palace")
    ada.presses_square("e5")
    ada.sees("URBINO-TWIN-2")


def chat(ada: Person, stage: Stage) -> None:
    """What was said."""
    at_urbino(ada, stage)
    ada.page.get_by_role("button", name=re.compile("^Chat")).click()
    ada.sees("I did not see g4 coming.")


def more(ada: Person, stage: Stage) -> None:
    """What one may do besides playing."""
    at_urbino(ada, stage)
    ada.presses("More")


def urtown(ada: Person, stage: Stage) -> None:
    """A tile is about to take another."""
    ada.opens_table(stage.urtown)
    ada.waits_for_turn()
    ada.presses("blue I")
    ada.presses_square("I4")
    ada.sees("I on I4?")


def end(ada: Person, stage: Stage) -> None:
    """The score sheet."""
    ada.opens_table(stage.ended)
    if ada.page.get_by_role("navigation", name="Parts of the table").is_visible():
        ada.presses("Result")
    ada.sees("Rematch")


def replay(ada: Person, stage: Stage) -> None:
    """A game looked at again."""
    ada.opens_table(f"{stage.ended}/replay")
    ada.page.get_by_role("slider", name="Turn").fill("24")
    ada.sees(re.compile("After turn 24"))


def page(path: str) -> Callable[[Person, Stage], None]:
    """A page where nothing has to be done."""

    def scene(ada: Person, _stage: Stage) -> None:
        ada.opens(path)
        expect(ada.page.get_by_role("heading", level=1)).to_be_visible()
        ada.page.wait_for_load_state("networkidle")

    return scene


def verify(ada: Person, _stage: Stage) -> None:
    """A shuffle that was as promised."""
    shown = {"commitment": shuffle.commitment(SEED, "7f3a91"), "salt": "7f3a91", "seed": SEED}
    ada.opens(f"/verify?{urlencode(shown)}")
    ada.sees("It matches.")


SCENES: dict[str, Callable[[Person, Stage], None]] = {
    "home": home,
    "computer": computer,
    "new": new,
    "waiting": waiting,
    "urbino": urbino,
    "refused": refused,
    "chat": chat,
    "more": more,
    "urtown": urtown,
    "end": end,
    "replay": replay,
    "watch": page("/watch"),
    "study": page("/replay"),
    "verify": verify,
    "me": page("/me"),
    "missing": page("/nowhere"),
}
LOST = "lost"  # the last scene: the server is gone
KEPT = (
    "home",
    "home-dark",
    "home-phone",
    "new",
    "waiting",
    "urbino",
    "urbino-dark",
    "urbino-phone",
    "urbino-phone-dark",
    "refused",
    "urtown",
    "urtown-dark",
    "urtown-phone",
    "end",
    "replay",
    "watch",
    "study",
    "verify",
    "me",
    "lost",
)


# --- Taking them ---------------------------------------------------------------------------------


TALL: ViewportSize = {"width": 1280, "height": 960}  # home has something below the games
SIZES: dict[str, dict[str, Any]] = {
    "": {"viewport": WIDE},
    "-phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2},
}
THEMES: dict[str, Literal["light", "dark"]] = {"": "light", "-dark": "dark"}


def take(ada: Person, scene: str, size: str, folder: Path, wanted: Callable[[str], bool]) -> None:
    """Take a picture in each theme."""
    for suffix, theme in THEMES.items():
        name = f"{scene}{size}{suffix}"
        if not wanted(name):
            continue
        ada.page.emulate_media(color_scheme=theme)
        ada.page.mouse.move(0, 0)
        ada.page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        file = folder / f"page-{name}.png"
        ada.page.screenshot(path=file)
        make_small(file)
        print(file)


def make_small(file: Path) -> None:
    """Use few colours, if there is a program that can choose them."""
    if program := shutil.which("convert"):
        fewer = ["-dither", "None", "-colors", COLOURS, "-strip", f"PNG8:{file}"]
        subprocess.run([program, str(file), *fewer], check=True)  # noqa: S603 - our own files


@contextmanager
def screens(browser: Browser, server: Server, stage: Stage) -> Iterator[dict[str, Person]]:
    """Ada at a wide screen and with a phone."""
    people = {
        size: Person(context_of(browser, **wishes), server, token=stage.token)
        for size, wishes in SIZES.items()
    }
    yield people
    for person in people.values():
        person.context.close()


def take_all(browser: Browser, server: Server, folder: Path, names: set[str] | None) -> None:
    """Take every picture that is wanted; all, if no names are given."""
    stage = set_up(server)

    def wanted(name: str) -> bool:
        return names is None or name in names

    with screens(browser, server, stage) as people:
        for (size, ada), (name, scene) in itertools.product(people.items(), SCENES.items()):
            if any(wanted(f"{name}{size}{theme}") for theme in THEMES):
                tall = name == "home" and not size
                ada.page.set_viewport_size(TALL if tall else SIZES[size]["viewport"])
                scene(ada, stage)
                take(ada, name, size, folder, wanted)
        for ada in people.values():
            at_urbino(ada, stage)
        server.kill()
        for size, ada in people.items():
            ada.sees("No connection. Nothing is lost; we keep trying.")
            take(ada, LOST, size, folder, wanted)


def main(folder: str = "") -> None:
    """Take those that are kept, or all into a folder."""
    target, names = (Path(folder), None) if folder else (HERE, set(KEPT))
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        server = Server(Path(scratch))
        try:
            take_all(start_browser(playwright), server, target, names)
        finally:
            server.kill()


if __name__ == "__main__":
    main(*sys.argv[1:])
