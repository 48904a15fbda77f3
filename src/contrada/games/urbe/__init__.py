"""Urbe: For the King: drafting and tile laying with secret decrees, two to four seats."""

from pathlib import Path

from contrada.games import components as components_files
from contrada.games.contract import Definition, Facts, Measure, Option
from contrada.games.urbe import components, explain, notation, picture, rules
from contrada.games.urbe.account import account, parts
from contrada.games.urbe.evaluate import EVALUATION
from contrada.games.urbe.observation import FIELDS, OBSERVATION
from contrada.games.urbe.outlook import outlook
from contrada.games.urbe.view import COMPONENTS, SEAT_NAMES, score_sheet, traits, view
from contrada.kernel.jit import package_sources
from contrada.kernel.operations import REQUIRED

# Of one seat in a whole game, at the very most; see `longest_game_because`.
CHOSEN = 2
TAKES = components.CARDS
IN_A_TAKE = 6
TAKEN = rules.MOST_TILES * TAKES
ROUNDS = int(rules.ROUNDS.max())

FACTS = Facts(
    name="urbe",
    title="Urbe: For the King",
    seats=(2, rules.MOST_SEATS),
    seat_names=SEAT_NAMES,
    options=(
        Option("useful_eight", notation.USEFUL_EIGHT, "eight further characters: URBE-EIGHT-3"),
        Option("components", (COMPONENTS,), "tiles, coins and decrees; --components names a file"),
    ),
    decisions=rules.DECISIONS,
    longest_turn=rules.SLOTS + 1,
    longest_game=rules.MOST_SEATS * (CHOSEN + IN_A_TAKE * TAKES + TAKEN + 2 * ROUNDS),
    longest_game_because=(
        f"A seat chooses a side and a useful character, and takes back {TAKES} meeples, with "
        f"{IN_A_TAKE} decisions each at most: the mark, the Archbishop, which meeple, the payment, "
        f"a second tile and the Treasurer's. It places at most {TAKEN} tiles, {rules.MOST_TILES} a "
        f"take, and in each of {ROUNDS} rounds it ends placing and decides on a swap once at most."
    ),
    hidden=True,
    chance=True,
    measures=(Measure("points"),),
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
    outlook=outlook,
    entry_points=rules.ENTRY_POINTS,
    sources=(
        *package_sources(rules.__file__),
        Path(components.__file__),
        Path(components_files.__file__),
        rules.FILE,
    ),
    evaluation=EVALUATION,
    observation=OBSERVATION,
    secret=("random", "decrees", "box", "pile"),
    undealt=("random", "box", "pile"),
)
