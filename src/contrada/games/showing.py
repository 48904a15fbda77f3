"""How pictures and tables show themselves in notebooks: as HTML in the colours of the page around.

A notebook, unlike a browser, does not say by itself whether it is dark, so the styles look for what
Jupyter, VS Code, Colab, marimo and documentation sites write into their pages.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from html import escape

DARK = (
    '[data-jp-theme-light="false"]',
    ".vscode-dark",
    ".vscode-high-contrast:not(.vscode-high-contrast-light)",
    '[data-theme="dark"]',
    '[theme="dark"]',
    ".dark",
)
STYLE = f"""<style>
.contrada {{ color-scheme: light; max-width: 46rem; }}
:is({", ".join(DARK)}) .contrada {{ color-scheme: dark; }}
@media (prefers-color-scheme: dark) {{ [data-theme="auto"] .contrada {{ color-scheme: dark; }} }}
.contrada svg {{ display: block; width: 100%; height: auto; }}
.contrada td, .contrada th {{ text-align: right; font-variant-numeric: tabular-nums; }}
.contrada :is(td, th):first-child {{ text-align: left; }}
</style>"""
COLOUR = re.compile(
    r'(?P<where>fill|stroke|color)="(?P<what>none|#[0-9A-Fa-f]{6})"'
    r'(?: (?P=where)-opacity="(?P<opacity>[\d.]+)")?'
)
NAMED = re.compile(r'(?P<before>\bid="|href="#|url\(#)(?P<name>[\w-]+)')
LABELLED = re.compile(r'aria-labelledby="([^"]+)"')


def block(*parts: str) -> str:
    """Return the HTML of an output, from pictures and tables."""
    return "\n".join([STYLE, '<div class="contrada">', *parts, "</div>"])


def picture(light: str, dark: str) -> str:
    """Return an SVG in both colours from the same drawing in each; the page chooses.

    Names inside are made unique: a page may show many drawings, and a name means the first.
    """
    drawn = _in_both(light, dark)
    mark = hashlib.blake2b(drawn.encode(), digest_size=4).hexdigest()
    drawn = NAMED.sub(rf"\g<before>c{mark}-\g<name>", drawn)
    return LABELLED.sub(lambda found: _labelled(found[1], mark), drawn)


def _labelled(names: str, mark: str) -> str:
    return 'aria-labelledby="{}"'.format(" ".join(f"c{mark}-{name}" for name in names.split()))


def _in_both(light: str, dark: str) -> str:
    """Name both colours wherever they differ; a drawing that differs in more stays light."""
    if COLOUR.sub("", light) != COLOUR.sub("", dark):
        return light
    others = COLOUR.finditer(dark)

    def both(found: re.Match[str]) -> str:
        other = next(others)
        if found[0] == other[0]:
            return found[0]
        return f'{found["where"]}="light-dark({_css(found)}, {_css(other)})"'

    return COLOUR.sub(both, light)


def _css(found: re.Match[str]) -> str:
    if found["what"] == "none":
        return "transparent"
    opacity = found["opacity"]
    return found["what"] + (f"{round(255 * float(opacity)):02X}" if opacity else "")


def table(title: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return an HTML table; its first column is names, the others are figures."""
    lines = ["<table>", f"<caption>{escape(title)}</caption>", _row("th", heads)]
    return "\n".join([*lines, *(_row("td", row) for row in rows), "</table>"])


def _row(kind: str, cells: Sequence[object]) -> str:
    return "<tr>{}</tr>".format("".join(f"<{kind}>{escape(str(cell))}</{kind}>" for cell in cells))
