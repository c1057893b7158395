"""Following every link of a built site: to pages, to places on them, to pictures and scripts; none may lead outside."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from pathlib import Path

LEADING = {"a": "href", "link": "href", "img": "src", "script": "src", "form": "action", "source": "src"}


class Links(HTMLParser):
    """The links of a page, and the places that links can lead to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.places: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag links to, and what it is called."""
        for name, value in attrs:
            if value is not None and LEADING.get(tag) == name:
                self.targets.append(value)
            if name == "id" and value is not None:
                self.places.append(value)


def faults(folder: Path) -> list[str]:
    """Find what is wrong with the links of a site, a sentence for each."""
    pages = {path.resolve(): Links(path) for path in sorted(folder.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        name = path.relative_to(folder.resolve()).as_posix()
        found += [f"{name} has two places called {place}." for place in twice(page.places)]
        for target in dict.fromkeys(page.targets):
            parts = urlsplit(target)
            there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if parts.scheme or parts.netloc or target.startswith("/"):
                found.append(f"{name} leads out of the site: {target}.")
            elif not there.is_file():
                found.append(f"{name} leads to {target}, which is not there.")
            elif parts.fragment and unquote(parts.fragment) not in pages[there].places:
                found.append(f"{name} leads to {target}, a place that the page does not have.")
    return found


def twice(names: list[str]) -> list[str]:
    """Name what is there more than once."""
    return [name for name in dict.fromkeys(names) if names.count(name) > 1]
