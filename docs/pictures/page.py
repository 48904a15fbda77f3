"""Takes the pictures of the page, by playing on its own server: `make pictures`.

`python -m docs.pictures.page FOLDER` writes every scene to a folder, wide and on a phone, light and
dark, so that you can look through them. Name scenes after the folder to take only those. A picture
whose board is empty, although the game has begun, stops the command.
"""

from __future__ import annotations

import itertools
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlencode

from docs.pictures.make import URBINO_GAME, URBINO_MIDGAME
from PIL import Image
from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright
from tests.web.person import PHONE, WIDE, Person, context_of, start_browser
from tests.web.serving import ME, OPEN, SEED, Player, Server, bot, table_of

from contrada import shuffle

HERE = Path(__file__).parent
COLOURS, ROUNDS = 256, 20  # of looking for better ones
HINTED = 6  # decisions played by hints before one is looked at
ANALYSIS = 300_000  # milliseconds that the analysis of a game may take
CLOCK = {"kind": "game", "minutes": 15, "increment": 10}
DAYS = {"kind": "turn", "hours": 72}

# Four bots of levels 4 and 5, from the tests' seed; the second seat is to move.
URTOWN = """
    D D1; H H1; 7 E7; 1 A1; man C2; car I2; 8 F8; A A9; B B1; I I4; 9 G9; 9 B9; car H3; 4 G4; D D6;
    8 C8; H H5; G G2; H H8; saxophone D8; E E2; $ G3; skyline E5; E E8; F F3; skyline F5; G G8;
    3 A3; cards H4; cards G5; I I8; I I6; skyline E4; woman C7; $ E6; $ B8; 4 C4; E xE5; 6 G6;
    ring B4; 6 H6; C C5; champagne G7; 4 A4; lamp E3; ring C6; lamp F1; champagne I7
"""

# The same for four bots with 1,500 iterations a decision.
URBANIA = """
    draw pool 4 [green 1+$2], pool 3 [pink $3]; draw pool 3 [gray $3], pool 1 [brown 3] |
    draw pile, pile; draw pile, pile | draw pile, pile; renew E3 school [red R+$1, beige
    1+R$1] +3 | draw pile, pile; draw pile, pile | renew D2 residential [red 2+$1] +1, draw
    pile; draw pile, pile | draw pile, pile; draw pile, pile | draw pile, pile; draw pile,
    pile | draw pile, pile; draw pile, pile | renew F3 residential [beige 2+$1, gray R+$1]
    +4; renew E2 park [green 2+$1] +3 | renew G3 school [beige 3, beige 1+$2] +6, draw
    project; renew F2 bank [gray 3, gray 2+$1] +6, draw project | renew B4 residential
    [beige 3, beige R+$1] +5, draw project; draw project, project | renew G4 residential
    [green 3, green 1+R$1] +6; renew F4 business [pink 2+$1, pink 1+$2] +5 | draw pool 5
    [pink 3], project; renew C5 business [pink 3, pink 1+$2] +6, draw pool 5 [gray $3] |
    hire Doctor from 1 [pink 1+R$1]; renew A4 hospital [red 3, red 1+$2] +7 | hire Banker
    from 1 [gray 2+$1]; hire School Superintendent from 1 [table beige R+$1] | renew G5 bank
    [gray 3] +4, draw project; hire School Superintendent from 2 [beige 1+$2] | hire School
    Superintendent from 3 [beige $3], draw project; draw project, project | renew F5
    business [pink 3] +4, draw project; submit school -2 | renew G6 hospital [red 3] +4,
    draw pool 3 [brown R+$1]; submit Banker + School Superintendent -1 | submit School
    Superintendent -1; hire School Superintendent from 4 [beige $3, table green 1+R$1] |
    draw pool 4 [brown 1+R$1], pool 4 [green $3]; hire Doctor from 2 [brown 1+R$1, table red
    2+$1] | draw pile, pool 2 [pink R+$1]; hire Doctor from 3 [red 1+$2, table red 1+$2],
    draw pool 3 [beige 2+$1] | hire Small Business Owner from 1 [red 1+R$1]; hire Doctor
    from 4 [red $3, table red R+$1] | hire Doctor from 5 [red $3, gray 1+R$1, red 2+$1],
    draw project; draw project, project
"""
URBE = """
    side A Ferrywoman | side A Chamberlain | side A Stallholder | side A Gardener | mark 11
    Carter's Inn | mark 9 Sawmill | mark 4 Silk Chamber | mark 7 Timber Dock | take Carter's
    Inn by the guilds of blue/wheel+fox, second 12 Tide Mill | take Sawmill by the flags of
    green/boat+wheel, second 2 Willow Bank | take Silk Chamber by the flags of
    purple/boat+wheel, second 3 Fish Pond | take Timber Dock by the guilds of
    yellow/boat+fox, second 8 Cloth Hall | place Carter's Inn on B2, place Tide Mill on C2 |
    place Willow Bank on C3, place Sawmill on C4 | place Fish Pond on C2, place Silk Chamber
    on D2 | place Cloth Hall on B2, place Timber Dock on A2 | mark 8 Royal Mint | mark 10
    Pearl House | mark 3 Embroidery House | mark 5 Pedlar's Landing | take Royal Mint by the
    flags of purple/boat+fox, second 9 Dye Works | take Pearl House by the guilds of
    blue/crown+fox, second 12 Customs House | take Embroidery House by the flags of
    purple+yellow/fox, second 4 Onion Bench | take Pedlar's Landing by the flags of
    purple+yellow/boat, second 6 Boatwright's Yard | place Royal Mint on C2, place Dye Works
    on D3 | place Customs House on B2, place Pearl House on A2 | place Embroidery House on
    C2, place Onion Bench on D2 | place Pedlar's Landing on D2, place Boatwright's Yard on
    A2 | mark 3 King's Chase | mark 12 Vintner's Court | mark 9 Glass Furnace | mark 7
    Woodpile | take King's Chase by the flags of purple+green/wheel, second 10 Hay Cart |
    take Vintner's Court by the flags of yellow+green/boat, second 1 Porter's Lodge | take
    Glass Furnace by the flags of purple/boat+fox, second 8 Cheese Cellar | take Woodpile by
    the guilds of purple+green/boat, second 2 Vineyard Hill | place Hay Cart on C3, place
    King's Chase on C4 | place Vintner's Court on C3, place Porter's Lodge on C4 | place
    Glass Furnace on C3, place Cheese Cellar on C4 | place Woodpile on B2, place Vineyard
    Hill on D2 with fountain 3 | mark 3 Salt Barn | mark 7 Water Terrace | mark 10 Orchard |
    mark 12 Reed Cutter | take Salt Barn by the guilds of purple/wheel+fox, second 4 Seal
    Cutter | take Water Terrace by the flags of green/crown+wheel, second 6 Spice Vault |
    take Orchard by the guilds of blue+green/wheel, second 2 Beehive Wall | take Reed Cutter
    by the flags of blue+green/crown, second 8 Herb Plot | place Salt Barn on B4, place Seal
    Cutter on B3 with fountains 3+3 | place Spice Vault on B3 with fountain 3, place Water
    Terrace on B4 with fountain 3 | place Beehive Wall on C1, place Orchard on B1 with
    fountain 3 | place Herb Plot on B3 with fountain 1, place Reed Cutter on A3 with
    fountain 1 | mark 8 Admiral's Quay | mark 1 Tapestry Hall | mark 7 Grain Hall | mark 10
    Upper Castle | take Admiral's Quay by the flags of purple+blue/fox, second 12 Forester's
    Lodge | take Tapestry Hall by the flags of purple+yellow/fox, second 5 Goose Green |
    take Grain Hall by the flags of purple+yellow/boat, second 9 Eel Weir | take Upper
    Castle for blue+green/crown | place Admiral's Quay on B1, place Forester's Lodge on C1
    with fountain 1 | place Tapestry Hall on B3 with fountain 1, place Goose Green on D4
    with fountain 1
"""


@dataclass(frozen=True)
class Stage:
    """A server with people and tables on it; Ada is the one whose screen is taken."""

    token: str
    others: list[Player]
    urbino: str
    urtown: str
    urbania: str
    urbe: str
    ended: str
    waiting: str
    alone: str
    shared: str


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
        urbania=table_of("urbania", [bruno, ada, carla, dario], URBANIA, listed=True),
        urbe=table_of("urbe", [ada, bruno, carla, dario], URBE, listed=True),
        urbino=table_of("urbino", [ada, bruno], URBINO_MIDGAME, clock=CLOCK, listed=True),
        waiting=ada.make_table("urtown", ME, bot(4), OPEN, OPEN, clock=DAYS),
        alone=ada.make_table("urbino", ME, bot(2)),
        shared=ada.make_table("urtown", ME, here("Emma"), here("Fabio")),
    )
    bruno.tell("chat", stage.urbino, text="I did not see g4 coming.")
    for other, table in itertools.product(others, (stage.urtown, stage.urbania, stage.urbe)):
        other.tell("watch", table)  # so that the page does not call them away
    bruno.tell("watch", stage.urbino)
    carla.tell("watch", stage.ended)
    return stage


def listen(stage: Stage) -> None:
    """Let the others read what they were sent: a socket that nobody reads is closed in the end."""
    for other in stage.others:
        other.tell("watch", stage.urtown)


def here(name: str) -> dict[str, str]:
    """Somebody at the same screen."""
    return {"kind": "here", "name": name}


# --- Scenes --------------------------------------------------------------------------------------


def home(ada: Person, _stage: Stage) -> None:
    """Games, the lobby and your tables."""
    ada.opens()
    ada.sees(re.compile("^Your turn at"))
    ada.page.wait_for_load_state("networkidle")  # boards of the tables


def computer(ada: Person, _stage: Stage) -> None:
    """Choosing the level of an opponent."""
    ada.opens()
    ada.presses("Urtown: play the computer")


def new(ada: Person, _stage: Stage) -> None:
    """Making a table."""
    ada.opens("/new?game=urbino")
    ada.chooses("For the game")


def waiting(ada: Person, stage: Stage) -> None:
    """A table that waits for two more players."""
    ada.opens_table(stage.waiting)
    ada.sees("2 of 4 have arrived")


def at_urbino(ada: Person, stage: Stage) -> None:
    """Both architects where they stood when the turn began."""
    ada.opens_table(stage.urbino)
    ada.waits_for_turn()
    if ada.square("f6").get_attribute("aria-label") == "f6, architect, last move":
        ada.steps_back()
    expect(ada.square("g7")).to_have_accessible_name(re.compile("you can reposition it"))


def urbino(ada: Person, stage: Stage) -> None:
    """An architect has been repositioned, and a tower is about to be built."""
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
    """The chat."""
    at_urbino(ada, stage)
    ada.page.get_by_role("button", name=re.compile("^Chat")).click()
    ada.sees("I did not see g4 coming.")


def more(ada: Person, stage: Stage) -> None:
    """What a player can do apart from playing."""
    at_urbino(ada, stage)
    ada.presses("More")


def urtown(ada: Person, stage: Stage) -> None:
    """A tile is about to capture another."""
    ada.opens_table(stage.urtown)
    ada.waits_for_turn()
    ada.presses("blue I")
    ada.presses_square("I4")
    ada.sees("I on I4?")


def urbania(ada: Person, stage: Stage) -> None:
    """A factory is about to be paid for."""
    ada.opens_table(stage.urbania)
    ada.waits_for_turn()
    if "A5" in ada.offered("can be renewed"):  # not yet chosen on the other screen
        ada.presses_square("A5")
    ada.sees("Pay 2 cards")  # what is sensible is proposed


def urbe(ada: Person, stage: Stage) -> None:
    """A tile is about to be placed and to earn a fountain."""
    ada.opens_table(stage.urbe)
    ada.waits_for_turn()
    ada.page.get_by_role("list", name="Tiles to place").get_by_role("button").first.click()
    if is_phone(ada):  # what ends a turn waits there for a yes
        ada.presses_square("D3")
        ada.presses_square("D4")
    else:
        ada.square("D3").hover()
    ada.sees(re.compile("fountain of 1"))


def hint(ada: Person, stage: Stage) -> None:
    """A hint, a few turns into a game against the computer."""
    ada.opens_table(stage.alone)
    play = ada.page.get_by_role("button", name=re.compile("^Play (this|the whole turn)$")).first
    for _ in range(0 if is_phone(ada) else HINTED):
        ada.waits_for_turn()
        ada.presses("Hint")
        play.click()
        expect(play).to_have_count(0)
    ada.waits_for_turn()
    ada.presses("Hint")
    expect(play).to_be_visible()


def curtain(ada: Person, stage: Stage) -> None:
    """Three players at one screen: it is covered until they have passed it on."""
    ada.opens_table(stage.shared)
    ada.sees(re.compile("^Pass the screen to"))


def learn(ada: Person, _stage: Stage) -> None:
    """The list of lessons and puzzles."""
    ada.opens("/learn")
    ada.page.wait_for_load_state("networkidle")


def lesson(ada: Person, _stage: Stage) -> None:
    """The first lesson of Urbino begins."""
    ada.opens("/learn/urbino")
    ada.sees("Step 1 of")


def puzzle(ada: Person, _stage: Stage) -> None:
    """A puzzle of Urbino."""
    ada.opens("/learn/urbino/1")
    ada.sees("Puzzle 1 of")


def rules(ada: Person, _stage: Stage) -> None:
    """A rule that a link leads to, next to its picture."""
    ada.opens("/rules/urbino#URBINO-LOT-3")
    ada.page.wait_for_load_state("networkidle")


def is_phone(ada: Person) -> bool:
    """Whether parts of the table are behind tabs."""
    size = ada.page.viewport_size
    return size is not None and size["width"] <= SIZES["-phone"]["viewport"]["width"]


def analysis(ada: Person, stage: Stage) -> None:
    """A finished game, with what its moves were worth."""
    ada.opens_table(f"{stage.ended}/study")
    if is_phone(ada):
        ada.panel("Analysis")
    ada.page.get_by_role("tab", name=re.compile("^Turning points")).click()
    done = ada.page.get_by_text(re.compile("^Average cost of a decision"))
    expect(done).to_be_visible(timeout=ANALYSIS)
    ada.page.get_by_role("tabpanel").get_by_role("button").nth(1).click()
    # The page says at once where it is going; the position comes later, from the server.
    ada.until(lambda: not bare(ada), "the position of a turning point")


def end(ada: Person, stage: Stage) -> None:
    """The score sheet."""
    ada.opens_table(stage.ended)
    if is_phone(ada):
        ada.panel("Result")
    ada.sees("Rematch")


def replay(ada: Person, stage: Stage) -> None:
    """The replay of a game."""
    ada.opens_table(f"{stage.ended}/replay")
    ada.page.get_by_role("slider", name="Turn").fill("24")
    ada.sees(re.compile("After turn 24"))


def page(path: str) -> Callable[[Person, Stage], None]:
    """A page where there is nothing to do first."""

    def scene(ada: Person, _stage: Stage) -> None:
        ada.opens(path)
        expect(ada.page.get_by_role("heading", level=1)).to_be_visible()
        ada.page.wait_for_load_state("networkidle")

    return scene


def verify(ada: Person, _stage: Stage) -> None:
    """A shuffle that matches its commitment."""
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
    "urbania": urbania,
    "urbe": urbe,
    "hint": hint,
    "curtain": curtain,
    "learn": learn,
    "lesson": lesson,
    "puzzle": puzzle,
    "rules": rules,
    "analysis": analysis,
    "end": end,
    "replay": replay,
    "watch": page("/watch"),
    "study": page("/replay"),
    "verify": verify,
    "me": page("/me"),
    "missing": page("/nowhere"),
}
LOST = "lost"  # the last scene: the server is gone
AS_LEFT = ("urbe", "rules")  # the pointer, or where the page is scrolled to, is part of them
# The game has begun. In the other scenes there is no board, or it may be empty.
PLAYED = (
    "urbino",
    "refused",
    "chat",
    "more",
    "urtown",
    "urbania",
    "urbe",
    "hint",
    "puzzle",
    "analysis",
    "end",
    "replay",
    LOST,
)
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
    "urbania",
    "urbania-dark",
    "urbania-phone",
    "urbe",
    "urbe-dark",
    "urbe-phone",
    "hint",
    "curtain",
    "learn",
    "lesson",
    "puzzle",
    "rules",
    "analysis",
    "analysis-dark",
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


class EmptyBoardError(Exception):
    """A picture would show a board without pieces, although the game has begun."""


def bare(ada: Person) -> str:
    """Say what is wrong if no board can be seen, or one without a symbol on it."""
    found: list[int] = (
        ada.page.get_by_role("grid")
        .filter(visible=True)
        .evaluate_all(
            "grids => grids.map(grid => grid.parentElement.querySelectorAll('svg use').length)"
        )
    )
    if not found and not is_phone(ada):  # on a phone it may be behind another tab
        return "is missing"
    return "" if all(found) else "is empty"


def check_boards(ada: Person, scene: str) -> None:
    """Refuse to take a picture of a game that has begun without its pieces."""
    wrong = bare(ada) if scene in PLAYED else ""
    if wrong:
        raise EmptyBoardError(
            f"The board in the scene {scene!r} {wrong}: "
            f"let {scene}() in docs/pictures/page.py wait until the position is drawn"
        )


def take(ada: Person, scene: str, size: str, folder: Path, wanted: Callable[[str], bool]) -> None:
    """Take a picture in each theme."""
    for suffix, theme in THEMES.items():
        name = f"{scene}{size}{suffix}"
        if not wanted(name):
            continue
        ada.page.emulate_media(color_scheme=theme)
        if scene not in AS_LEFT:
            ada.page.mouse.move(0, 0)
            ada.page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        check_boards(ada, scene)
        file = folder / f"page-{name}.png"
        ada.page.screenshot(path=file)
        make_small(file)
        print(file)


def make_small(file: Path) -> None:
    """Use few colours, including rare ones, and keep plain areas plain."""
    with Image.open(file) as picture:
        few = picture.convert("RGB").quantize(COLOURS, kmeans=ROUNDS, dither=Image.Dither.NONE)
    few.save(file, optimize=True)


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


def take_all(browser: Browser, server: Server, folder: Path, wanted: Callable[[str], bool]) -> None:
    """Take every picture that is asked for."""
    stage = set_up(server)
    with screens(browser, server, stage) as people:
        for (size, ada), (name, scene) in itertools.product(people.items(), SCENES.items()):
            if any(wanted(f"{name}{size}{theme}") for theme in THEMES):
                tall = name == "home" and not size
                ada.page.set_viewport_size(TALL if tall else SIZES[size]["viewport"])
                listen(stage)
                scene(ada, stage)
                take(ada, name, size, folder, wanted)
        for ada in people.values():
            at_urbino(ada, stage)
        server.kill()
        for size, ada in people.items():
            ada.sees("No connection. Nothing is lost; we’ll keep trying.")
            take(ada, LOST, size, folder, wanted)


def main(folder: str = "", *scenes: str) -> None:
    """Take the pictures of the docs; or write all scenes, or some of them, to a folder."""

    def wanted(name: str) -> bool:
        if not folder:
            return name in KEPT
        return not scenes or name.partition("-")[0] in scenes

    target = Path(folder) if folder else HERE
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        server = Server(Path(scratch))
        try:
            take_all(start_browser(playwright), server, target, wanted)
        except EmptyBoardError as wrong:
            sys.exit(f"{wrong}.")
        finally:
            server.kill()


if __name__ == "__main__":
    main(*sys.argv[1:])
