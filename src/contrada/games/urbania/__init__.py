"""Urbania: cards, secret projects and specialists, two to five seats."""

from pathlib import Path

from contrada.games import components as components_files
from contrada.games.contract import Definition, Facts, Measure, Option
from contrada.games.urbania import components, explain, notation, picture, rules
from contrada.games.urbania.account import account, parts
from contrada.games.urbania.evaluate import EVALUATION
from contrada.games.urbania.observation import FIELDS, OBSERVATION
from contrada.games.urbania.view import COMPONENTS, SEAT_NAMES, score_sheet, traits, view
from contrada.kernel.jit import package_sources
from contrada.kernel.operations import REQUIRED

# How often cards can change hands, at the very most; see `longest_game_because`.
RENEWALS = rules.SPACES - rules.POOL
HIRES = rules.SUITS * (rules.LAST_VALUE - 1)
PAID = int(rules.TILE_WORKERS[rules.TILES].sum()) + rules.SUITS * sum(range(1, rules.LAST_VALUE))
DRAWN = rules.CARDS + rules.PROJECTS + PAID
SUBMITTED = rules.MOST_SEATS * rules.MOST_SUBMITTED
DEAREST = max(int(rules.TILE_WORKERS.max()), rules.LAST_VALUE - 1)

FACTS = Facts(
    name="urbania",
    title="Urbania",
    seats=(2, rules.MOST_SEATS),
    seat_names=SEAT_NAMES,
    options=(
        Option("subsidy", (False, True), "a contract for each seat: URBANIA-SUBSIDY-1"),
        Option(
            "italian_politics",
            (False, True),
            "contracts become active again: URBANIA-SUBSIDY-2",
            needs="subsidy",
        ),
        Option("components", (COMPONENTS,), "tiles, cards and projects; --components names a file"),
    ),
    decisions=rules.DECISIONS,
    longest_turn=2 * (1 + DEAREST + 1),
    longest_game=2 * DRAWN + PAID + 2 * (RENEWALS + HIRES) + SUBMITTED,
    longest_game_because=(
        f"There are at most {RENEWALS} renewals and {HIRES} hires, each with one card to draw or "
        f"decline afterwards, and together they pay {PAID} cards at most, because each card is "
        "worth one or more. A card is drawn from a pile or the pool and comes back only by being "
        f"paid, so at most {rules.CARDS} + {rules.PROJECTS} + {PAID} are drawn, each with one "
        f"sweep before it. {SUBMITTED} projects can be submitted. A lost action is no decision."
    ),
    hidden=True,
    chance=True,
    measures=(Measure("points"), Measure("points from projects")),
    observation=FIELDS,
)

DEFINITION = Definition(
    facts=FACTS,
    state=rules.STATE,
    rules={name: getattr(rules, name) for name in REQUIRED},
    notation=notation,
    explain=explain,
    view=view,
    score_sheet=score_sheet,
    traits=traits,
    picture=picture,
    parts=parts,
    account=account,
    entry_points=rules.ENTRY_POINTS,
    sources=(
        *package_sources(rules.__file__),
        Path(components.__file__),
        Path(components_files.__file__),
        rules.FILE,
    ),
    evaluation=EVALUATION,
    observation=OBSERVATION,
    secret=("random", "project_hands", "submitted", "pile", "project_pile", "hands"),
    piles=(("pile", "pile_size"), ("project_pile", "project_pile_size")),
    undealt=("random",),
)
