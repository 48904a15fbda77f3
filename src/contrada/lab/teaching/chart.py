"""The chart of a course: how strong each network was that was kept, over the hours of teaching."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from contrada.games.drawing import BOLD, END, SERIF, START, Theme, document, panel, text
from contrada.lab.chart import percent
from contrada.lab.teaching.course import Generation

EDGE = 28  # margin around the chart
LEFT, PLOT, RIGHT = 56, 640, 24
HEAD, HEIGHT, AXIS = 84, 300, 52
WIDTH = LEFT + PLOT + RIGHT
LABELS = 8  # on the axis of hours, at most
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50)


def svg(title: str, generations: Sequence[Generation], theme: Theme = "light") -> str:
    """Draw the chart of a course."""
    size = (WIDTH + 2 * EDGE, HEAD + HEIGHT + AXIS + EDGE)
    ground = panel(complex(-EDGE, -EDGE / 2), *size, to_move=False)
    moved = [f'<g transform="translate({EDGE} {EDGE // 2})">', ground]
    layers = [moved, _heads(title, generations), _scale(generations), _points(generations)]
    said = ". ".join(_words(title, generations))
    return document("Teaching", said, size, [*layers, ["</g>"]], None, theme)


def _words(title: str, generations: Sequence[Generation]) -> Iterator[str]:
    kept = [each for each in generations if each.strength]
    games = sum(each.games for each in generations)
    yield f"{title}: what was learnt in {games:,} games"
    if kept and kept[-1].strength:
        share = percent(kept[-1].strength)
        yield f"Generation {kept[-1].number} wins {share} against the search without a network"


def _heads(title: str, generations: Sequence[Generation]) -> Iterator[str]:
    first, *others = _words(title, generations)
    yield text(first, 0 + 28j, 20, "ink", BOLD + SERIF + START)
    for number, line in enumerate(others):
        yield text(line, complex(0, 52 + 20 * number), 14, "ink-2", START)


def _hours(generations: Sequence[Generation]) -> float:
    return max((each.hours for each in generations), default=0.0) or 1.0


def _across(hours: float, generations: Sequence[Generation]) -> float:
    return LEFT + PLOT * hours / _hours(generations)


def _down(share: float) -> float:
    return HEAD + HEIGHT * (1 - share)


def _scale(generations: Sequence[Generation]) -> Iterator[str]:
    """Yield the grid: a line for every quarter of the points, and hours."""
    for quarter in range(5):
        y = _down(quarter / 4)
        yield _line(complex(LEFT, y), complex(LEFT + PLOT, y), "ink-3" if quarter == 2 else "line")
        yield text(f"{25 * quarter} %", complex(LEFT - 10, y + 4), 12, "ink-3", END)
    foot, most = HEAD + HEIGHT, _hours(generations)
    step = next((each for each in STEPS if most <= LABELS * each), 100)
    for number in range(int(most / step) + 1):
        x = _across(number * step, generations)
        yield text(f"{number * step:g}", complex(x, foot + 20), 12, "ink-3")
    yield text("hours of teaching", complex(LEFT + PLOT, foot + 42), 12, "ink-3", END)
    said = "share of the points against the search without a network"
    yield text(said, complex(LEFT, HEAD - 8), 12, "ink-3", START)


def _points(generations: Sequence[Generation]) -> Iterator[str]:
    """Yield the strength of each network that was kept, with its interval, and a line."""
    line = [complex(LEFT, _down(1 / 2))]
    for each in generations:
        if each.strength is None:
            continue
        x, found = _across(each.hours, generations), each.strength
        middle = complex(x, _down(found.mean))
        if each.kept:
            line.append(middle)
        yield _line(complex(x, _down(found.low)), complex(x, _down(found.high)), "ink-3")
        fill = "accent" if each.kept else "surface"
        yield (
            f'<circle cx="{middle.real:.1f}" cy="{middle.imag:.1f}" r="5" fill="var(--{fill})" '
            'stroke="var(--accent)" stroke-width="2"/>'
        )
    for start, end in pairwise(line):
        yield _line(start, end, "accent", 3)


def _line(start: complex, end: complex, colour: str, width: int = 1) -> str:
    return (
        f'<line x1="{start.real:.1f}" y1="{start.imag:.1f}" x2="{end.real:.1f}" '
        f'y2="{end.imag:.1f}" stroke="var(--{colour})" stroke-width="{width}"/>'
    )
