"""How Sphinx builds the site; `build.py` gathers the pages and calls it."""

from __future__ import annotations

from pygments.lexers.data import JsonLexer
from pygments.lexers.html import HtmlLexer, XmlLexer
from pygments.lexers.javascript import TypeScriptLexer
from sphinx.application import Sphinx

import contrada

project = "Contrada"
copyright = "the authors of Contrada"  # noqa: A001 - the name that Sphinx reads
release = version = contrada.__version__
language = "en"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
exclude_patterns = ["files", "pictures"]
html_theme = "furo"
html_title = "Contrada"
html_static_path = ["static"]
html_css_files = ["contrada.css"]
html_logo = "static/icon.svg"
html_favicon = "static/icon.svg"
html_extra_path = ["extra"]  # what pages show and link to as it is
html_copy_source = html_use_index = html_domain_indices = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": False, "top_of_page_buttons": []}
pygments_style, pygments_dark_style = "friendly", "native"
today_fmt = html_last_updated_fmt = None

# --- Pages ---------------------------------------------------------------------------------------

myst_heading_anchors = 4  # links to headings are written as on GitHub
myst_enable_extensions = ["attrs_inline"]

# --- The reference -------------------------------------------------------------------------------

nitpicky = True
default_role = "code"  # docstrings write code between single backticks
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_class_signature = "mixed"
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = "hide"
nitpick_ignore_regex = [
    # Python and NumPy describe their own names; their sites are not asked while building.
    ("py:.*", r"(?!contrada).*"),
    # Type variables, and what lies below the public names.
    ("py:.*", r".*\.(Task|Done)"),
    ("py:class", r"contrada\.(kernel|bots\.nets|bots\.search)\..*"),
]
suppress_warnings = ["misc.highlighting_failure"]  # Svelte is not quite HTML


def setup(app: Sphinx) -> None:
    """Teach Sphinx the languages of code that it does not know by these names."""
    app.add_lexer("svelte", HtmlLexer)
    app.add_lexer("jsonl", JsonLexer)
    app.add_lexer("svg", XmlLexer)
    app.add_lexer("ts", TypeScriptLexer)
    app.connect("autodoc-process-docstring", _leave_out_what_says_nothing)


def _leave_out_what_says_nothing(
    _app: Sphinx, _what: str, _name: str, _thing: object, _options: object, lines: list[str]
) -> None:
    """Drop the docstrings that Python writes for the fields of named tuples."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()
