"""The pages of the site: those of the repository, and in which order all of them stand."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
LANGUAGES = ("en", "de")
BESIDE_DOCS = ("CONTRIBUTING.md", "CHANGELOG.md", "bench")
TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


class SiteError(Exception):
    """The site cannot be built; a sentence says why."""


MADE = {"__pycache__", "build", "node_modules"}  # folders that tools make


@dataclass(frozen=True)
class Page:
    """A page in one language."""

    name: str  # its address below the start of the site, without .html
    text: str  # Markdown
    source: str = ""  # the file it comes from
    label: str = ""  # what lists call it
    below: bool = False  # part of the page that stands before it in a list
    listed: bool = True

    @property
    def title(self) -> str:
        """Give its heading."""
        found = TITLE.search(self.text)
        if found is None:
            raise SiteError(f"{self.source or self.name} has no heading: begin it with '# '.")
        return found[1].replace("`", "")


class Section(NamedTuple):
    """Pages that stand together in the list of all."""

    title: str
    pages: list[Page]


@cache
def texts(language: str) -> dict[str, str]:
    """Read what the site itself says."""
    return tomllib.loads((HERE / "texts" / f"{language}.toml").read_text(encoding="utf-8"))


@cache
def contents() -> dict[str, Any]:
    """Read the list of all pages."""
    return tomllib.loads((HERE / "contents.toml").read_text(encoding="utf-8"))


def written(language: str) -> list[Page]:
    """List the pages that are written in the repository; `docs/NAME.de.md` is the German one of `docs/NAME.md`."""
    found = []
    for top in ("docs", *BESIDE_DOCS):
        for path in sorted((ROOT / top).rglob("*.md")) if (ROOT / top).is_dir() else [ROOT / top]:
            source = path.relative_to(ROOT)
            name, spoken = name_of(PurePosixPath(source))
            if spoken == language and HERE not in path.parents and not is_made(source):
                found.append(Page(name, path.read_text(encoding="utf-8"), source.as_posix()))
    return [named(page, language) for page in found]


def is_made(path: Path) -> bool:
    """Was this put here by a tool, rather than written for the repository?"""
    return not MADE.isdisjoint(path.parts)


def name_of(source: PurePosixPath) -> tuple[str, str]:
    """Say which page a file becomes, and its language: ("bench/index", "en") for bench/README.md."""
    stem, _, language = source.stem.partition(".")
    folder = source.parent.relative_to("docs") if source.parts[0] == "docs" else source.parent
    return (folder / ("index" if stem == "README" else stem.lower())).as_posix(), language or "en"


def named(page: Page, language: str) -> Page:
    """Give a page the short name that lists call it by."""
    names = contents()["names"].get(page.name)
    return replace(page, label=names[language] if names else page.label or page.title)


def arranged(pages: list[Page], language: str) -> list[Section]:
    """Put pages into their sections: each into the first that knows it, in the order of its patterns."""
    waiting = [page for page in pages if page.listed]
    sections = []
    for section in contents()["section"]:
        chosen: list[Page] = []
        for pattern in section["pages"]:
            chosen += [page for page in waiting if fnmatchcase(page.name, pattern)]
            waiting = [page for page in waiting if page not in chosen]
        if chosen:
            sections.append(Section(section["title"][language], chosen))
    if waiting:
        raise SiteError(f"docs/site/contents.toml has no place for {waiting[0].name}: end it with a section of '*'.")
    return sections
