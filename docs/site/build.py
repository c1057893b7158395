"""From the sources of one language to its part of the site, by Sphinx with a theme of our own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docs.site.pages import HERE, LANGUAGES, ROOT, SiteError, arranged, texts, written
from docs.site.staging import Staging
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

import strandline as sl

if TYPE_CHECKING:
    from pathlib import Path

    from docs.site.pages import Page
    from docutils import nodes

SHORT = 24  # characters; on a phone they are two thirds of a line
SIGN = ROOT / "src" / "strandline" / "server" / "static" / "favicon.svg"


def build(folder: Path, language: str) -> None:
    """Write the sources of a language and build them: English at the start of the site, others in their folders."""
    staging = Staging(folder.parent / f"{folder.name}-sources" / language, language)
    staging.write()
    place = folder if language == "en" else folder / language
    app = Sphinx(
        srcdir=staging.folder,
        confdir=None,
        outdir=place,
        doctreedir=staging.folder.parent / f"{language}-doctrees",
        buildername="html",
        confoverrides=configuration(staging),
        status=None,
        freshenv=True,
        warningiserror=True,
    )
    app.set_translator("html", Writer, override=True)
    app.connect("html-page-context", Around(staging).put)
    app.build()
    if app.statuscode:
        raise SiteError(f"Sphinx could not build the {language} pages without a warning; it is told above.")


def configuration(staging: Staging) -> dict[str, Any]:
    """Give the settings of Sphinx; whatever they leave out is as usual."""
    return {
        "project": "Strandline",
        "version": sl.__version__,
        "language": staging.language,
        "root_doc": "index",
        "extensions": ["myst_parser", "sphinx.ext.autodoc"],
        "exclude_patterns": ["_static"],
        # The theme has a list of its own, from contents.toml; and `View` is both a room and what bots are given.
        "suppress_warnings": ["toc.not_included", "ref.python"],
        "highlight_language": "text",
        "default_role": "literal",
        "myst_heading_anchors": 4,
        "myst_url_schemes": {
            **dict.fromkeys(("http", "https", "mailto")),
            "rule": {"url": "{{path}}#{{fragment}}"},
            "part": {"url": "{{path}}#{{fragment}}"},
            "page": {"url": "{{path}}"},
        },
        "autodoc_member_order": "bysource",
        "autodoc_typehints_format": "short",
        "python_use_unqualified_type_names": True,
        "add_module_names": False,
        "toc_object_entries_show_parents": "hide",
        "html_theme": "theme",
        "html_theme_path": [str(HERE)],
        "html_static_path": [str(staging.folder / "_static")],
        "html_favicon": str(SIGN),
        "html_title": "Strandline",
        "html_copy_source": False,
        "html_use_index": False,
        "html_domain_indices": False,
        "html_permalinks": False,
        "html_search_scorer": str(HERE / "theme" / "scorer.js"),
        "html_search_language": staging.language,
    }


class Writer(HTML5Translator):
    """Writes pages as Sphinx does, but for short code, and for the corner of a table: an empty cell heads nothing."""

    def visit_literal(self, node: nodes.literal) -> None:
        """Keep a move or an option on one line."""
        if len(node.astext()) <= SHORT:
            node["classes"].append("short")
        super().visit_literal(node)

    def visit_entry(self, node: nodes.entry) -> None:
        """Open a cell."""
        super().visit_entry(node)
        if not node.astext() and self.body[-1].startswith("<th"):
            self.body[-1] = f"<td{self.body[-1].removeprefix('<th')}"
            self.context[-1] = "&#0160;</td>\n" if "&#0160;" in self.context[-1] else "</td>\n"


class Around:
    """What the theme shows around the text of a page."""

    def __init__(self, staging: Staging) -> None:
        self.language = staging.language
        self.own = {page.name for page in staging.pages} | {"search"}
        self.listed = staging.listed()
        self.sections = arranged(self.listed, self.language)
        self.order = [page for section in self.sections for page in section.pages if page.name in self.own]
        self.english = {page.name for page in staging.english} | {"search"}
        self.german = german_names() | {"search"}

    def put(self, _app: Sphinx, name: str, _template: str, context: dict[str, Any], _tree: object) -> None:
        """Add it to what the templates know."""
        root = "../" * name.count("/")
        listed = [
            (section.title, [self.entry(page, name, root) for page in section.pages]) for section in self.sections
        ]
        place = next((index for index, page in enumerate(self.order) if page.name == name), None)
        context |= {
            "say": texts(self.language),
            "sections": listed,
            "before": self.beside(place, -1, root),
            "following": self.beside(place, 1, root),
            "languages": [self.in_language(language, name, root) for language in LANGUAGES],
        }

    def entry(self, page: Page, current: str, root: str) -> dict[str, Any]:
        """Tell a line of the list: where it leads, in which language, and whether it is this page."""
        here = page.name in self.own
        address = f"{root}{page.name}.html" if here else f"{root}../{page.name}.html"
        return {
            "address": address,
            "label": page.label,
            "below": page.below,
            "current": page.name == current,
            "english": not here,
        }

    def beside(self, place: int | None, step: int, root: str) -> dict[str, str] | None:
        """Tell the page before or behind this one, if there is one."""
        if place is None or not 0 <= place + step < len(self.order):
            return None
        page = self.order[place + step]
        return {"address": f"{root}{page.name}.html", "label": page.label}

    def in_language(self, language: str, name: str, root: str) -> dict[str, Any]:
        """Tell where this page is in a language; where it is not, the way leads to the start."""
        known = self.english if language == "en" else self.german
        page = name if name in known or language == self.language else "index"
        up = root if self.language == "en" else f"{root}../"
        address = f"{up}{page}.html" if language == "en" else f"{up}{language}/{page}.html"
        return {"code": language, "address": address, "current": language == self.language}


def german_names() -> set[str]:
    """Name the pages that there are in German."""
    rules = {f"rules/{slug}{tail}" for slug in sl.all_games() for tail in ("", "-ledger")}
    return {page.name for page in written("de")} | rules
