"""The chart of an analysis: each seat's expected result turn by turn, and the turning points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from contrada.games import showing
from contrada.games.drawing import BOLD, END, SERIF, START, Theme, document, panel, rect, text
from contrada.lab.analysis import FEW, Advice, Analysis, Judgement

EDGE = 28  # margin around the chart
LEFT, PLOT, RIGHT = 56, 760, 190
HEAD, HEIGHT, AXIS, ROW = 84, 320, 56, 28
WIDTH = LEFT + PLOT + RIGHT
LETTERS = 24  # longest name beside its line
MOST_WORDS = 118  # letters in a line of text
APART = 20  # minimum distance between two names
# Each seat has a colour and a dash pattern, so that colour is not the only difference.
LOOKS = (("accent", ""), ("last", "9 5"), ("ink", "2 4"), ("ink-3", "14 4 3 4"), ("ink-2", "5 3"))

Point = tuple[float, float]


# --- Words ---------------------------------------------------------------------------------------


def percent(value: float) -> str:
    """Format a fraction as a whole percentage."""
    return f"{100 * value:.0f} %"


def heading(found: Analysis) -> str:
    """Return the title: the game and its players."""
    return f"{found.title}: {' – '.join(found.names)}"


def about(found: Analysis) -> str:
    """Return the size of the game and its result, as text."""
    number = len(found.judgements)
    looked = f"{found.plies} turns, {number} decision{'' if number == 1 else 's'} analysed"
    if found.results is None:
        return f"{looked}, not finished"
    winners = [found.names[seat] for seat, part in enumerate(found.results) if part > 0]
    return f"{looked}, won by {' and '.join(winners)}"


def gave_away(found: Analysis, each: Judgement) -> str:
    """Describe a turning point: what was played, what it cost, and what was better."""
    return (
        f"turn {each.ply}, {found.names[each.seat]}: {each.played.text} cost "
        f"{percent(each.loss)}; {each.best.text} was better"
    )


# --- Drawing -------------------------------------------------------------------------------------


def svg(found: Analysis, theme: Theme = "light") -> str:
    """Draw the chart of an analysis."""
    turning = found.turning_points()
    height = HEAD + HEIGHT + AXIS + (ROW * (len(turning) + 1) if turning else 0)
    size = (WIDTH + 2 * EDGE, height + EDGE)
    said = ". ".join([heading(found), about(found), *(gave_away(found, each) for each in turning)])
    ground = panel(complex(-EDGE, -EDGE / 2), *size, to_move=False)
    moved = [f'<g transform="translate({EDGE} {EDGE // 2})">', ground]
    layers = [moved, _heads(found), _scale(found), _lines(found), _marks(found), _list(found)]
    return document("Analysis", said, size, [*layers, ["</g>"]], None, theme)


def html(found: Analysis) -> str:
    """Show the analysis of a game in a notebook: chart and table."""
    heads = ("player", "decisions", "lost per decision")
    counts = Counter(each.seat for each in found.judgements)
    rows = [
        (found.names[seat], counts[seat], "–" if lost is None else f"{100 * lost:.1f} %")
        for seat, lost in enumerate(found.given_away())
    ]
    chart = showing.picture(svg(found), svg(found, "dark"))
    return showing.block(chart, showing.table("How well they played", heads, rows))


def table_of(found: Advice) -> str:
    """Show the analysis of a position in a notebook."""
    heads = ("choice", "expected result", "share of the search", "expected line")
    rows = [
        (
            *(each.text, "–" if each.value is None else percent(each.value)),
            *(percent(each.share), " ".join(each.line)),
        )
        for each in found.choices[:FEW]
    ]
    title = f"{found.iterations:,} iterations in {found.seconds:.1f} s"
    return showing.block(showing.table(title, heads, rows))


def _across(place: float, found: Analysis) -> float:
    return LEFT + PLOT * place / max(found.plies, 1)


def _down(value: float) -> float:
    return HEAD + HEIGHT * (1 - value)


def _heads(found: Analysis) -> Iterator[str]:
    yield text(_cut(heading(found), 84), 0 + 28j, 20, "ink", BOLD + SERIF + START)
    yield text(_cut(about(found), MOST_WORDS), 0 + 52j, 14, "ink-2", START)


def _scale(found: Analysis) -> Iterator[str]:
    """Yield the grid: a line for every quarter of a win, one for the fair share, and turns."""
    for quarter in range(5):
        y = _down(quarter / 4)
        yield _line(complex(LEFT, y), complex(LEFT + PLOT, y), "line", 1)
        yield text(f"{25 * quarter} %", complex(LEFT - 10, y + 4), 12, "ink-3", END)
    fair = _down(1 / len(found.names))
    yield _line(complex(LEFT, fair), complex(LEFT + PLOT, fair), "ink-3", 1, "2 3")
    foot = HEAD + HEIGHT
    for turn in range(0, found.plies + 1, _step(found.plies)):
        x = _across(turn, found)
        yield _line(complex(x, foot), complex(x, foot + 6), "line", 1)
        yield text(turn, complex(x, foot + 22), 12, "ink-3")
    yield text("turns played", complex(LEFT + PLOT, foot + 42), 12, "ink-3", END)
    yield text("expected result", complex(LEFT, HEAD - 10), 12, "ink-3", START)


def _step(plies: int) -> int:
    """Return the number of turns between two labels of the axis."""
    return next((step for step in (1, 2, 5, 10, 20, 50) if plies <= 16 * step), 100)


def _lines(found: Analysis) -> Iterator[str]:
    course = found.course()
    if not course:
        return
    for seat in range(len(found.names)):
        colour, dashes = LOOKS[seat % len(LOOKS)]
        points = [(_across(place, found), _down(values[seat])) for _, place, values in course]
        yield _path(points, colour, dashes)
    _, last, values = course[-1]
    yield from _names(found, _across(last, found), [_down(value) for value in values])


def _names(found: Analysis, x: float, ends: Sequence[float]) -> Iterator[str]:
    """Yield the names beside the ends of their lines, without overlaps."""
    y = float(HEAD + HEIGHT + APART)
    for seat in sorted(range(len(ends)), key=lambda seat: -ends[seat]):
        colour, dashes = LOOKS[seat % len(LOOKS)]
        y = min(ends[seat], y - APART)
        yield _line(complex(x + 8, y), complex(x + 34, y), colour, 3, dashes)
        name = _cut(found.names[seat], LETTERS)
        yield text(name, complex(x + 40, y + 5), 14, "ink", BOLD + START)


def _marks(found: Analysis) -> Iterator[str]:
    """Yield a numbered mark for every turning point, on the line of its seat."""
    taken: list[complex] = []
    for number, each in enumerate(found.turning_points(), 1):
        middle = complex(_across(each.place, found), _down(each.after[each.seat]))
        while any(abs(middle - other) < APART for other in taken):
            middle -= 1j
        taken.append(middle)
        yield _badge(number, middle)


def _list(found: Analysis) -> Iterator[str]:
    top = HEAD + HEIGHT + AXIS + ROW / 2
    for number, each in enumerate(found.turning_points(), 1):
        foot = complex(LEFT, top + ROW * (number - 0.5))
        yield _badge(number, foot - 5j)
        said = gave_away(found, each)
        yield text(_cut(said, MOST_WORDS), foot + 22, 14, "ink", START)


def _badge(number: int, middle: complex) -> str:
    corner = middle - complex(10, 10)
    looks = 'rx="10" fill="var(--last-soft)" stroke="var(--last)" stroke-width="2"'
    return rect(corner, 20, 20, looks) + text(number, middle + 5j, 13, "ink", BOLD)


def _path(points: Sequence[Point], colour: str, dashes: str) -> str:
    places = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return (
        f'<polyline points="{places}" fill="none" stroke="var(--{colour})" stroke-width="3" '
        f'stroke-linejoin="round"{_dashed(dashes)}/>'
    )


def _line(start: complex, end: complex, colour: str, width: int, dashes: str = "") -> str:
    return (
        f'<line x1="{start.real:.1f}" y1="{start.imag:.1f}" x2="{end.real:.1f}" '
        f'y2="{end.imag:.1f}" stroke="var(--{colour})" stroke-width="{width}"{_dashed(dashes)}/>'
    )


def _dashed(dashes: str) -> str:
    return f' stroke-dasharray="{dashes}"' if dashes else ""


def _cut(words: str, longest: int) -> str:
    return words if len(words) <= longest else f"{words[: longest - 1]}…"
