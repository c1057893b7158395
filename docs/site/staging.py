"""All pages of one language in one folder, as Sphinx reads them, every link turned to where it leads there."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from docs.site.pages import ROOT, Page, SiteError, is_made, named, written
from docs.site.reference import reference_pages
from docs.site.rules import Boards, cards, rule_pages

if TYPE_CHECKING:
    from collections.abc import Iterator

FENCED = re.compile(r"(^(?P<fence>```+|~~~+).*?^(?P=fence)$)", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"(?P<picture>!?)\[(?P<words>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^)\s]+)\)|(?P<code>`[^`\n]+`)")
FILE_NAME = re.compile(r"[\w/.-]+\.md")
GAMES = "<!-- games -->"
LANGUAGE_OF = {".py": "python", ".md": "markdown", ".toml": "toml", ".c": "c", ".css": "css", ".conf": "nginx"}


class Staging:
    """A folder of sources for one language."""

    def __init__(self, folder: Path, language: str) -> None:
        self.folder = folder
        self.language = language
        shutil.rmtree(folder, ignore_errors=True)
        boards = Boards(folder / "_static" / "boards", language)
        self.pages = [*written(language), *rule_pages(language, boards)]
        self.english = self.pages
        if language == "en":
            self.pages += reference_pages()
        else:
            ruled = [page for page in self.pages if page.name.startswith("rules/")]
            self.english = [*written("en"), *reference_pages(), *ruled]
        self.games = cards(language, boards)
        self.by_source = {page.source: page for page in self.pages if page.source}
        self.files: dict[str, Page] = {}  # pages that show a file or a folder of the repository, by its path

    def write(self) -> None:
        """Write every page, and pages for the files that they link to."""
        for page in self.pages:
            text = self.linked(page) if page.source else page.text
            self.put(page, text.replace(GAMES, self.games))
        for page in self.files.values():
            self.put(page, page.text)
        self.pages += self.files.values()

    def put(self, page: Page, text: str) -> None:
        """Write a page down."""
        path = self.folder / f"{page.name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def listed(self) -> list[Page]:
        """List what stands in the navigation: of the pages that this language lacks, the English ones."""
        own = {page.name for page in self.pages}
        pages = [*self.pages, *(page for page in self.english if page.name not in own)]
        return [named(page, self.language) for page in pages]

    # Links

    def linked(self, page: Page) -> str:
        """Turn the links of a page to where they lead on the site; code is left alone, but for words of a link."""

        def turned(found: re.Match[str]) -> str:
            if found["code"]:
                return found[0]
            picture, words, target = found.group("picture", "words", "target")
            if FILE_NAME.fullmatch(words):
                words = self.title(page, target) or words
            return f"{picture}[{words}]({self.target(page, target, bool(picture))})"

        return "".join(part if fenced else LINK.sub(turned, part) for part, fenced in parts_of(page.text))

    def target(self, page: Page, target: str, picture: bool) -> str:
        """Say where a link of a page leads: to a page, to a picture, or to a page that shows a file."""
        path, _, anchor = target.partition("#")
        if not path or re.match(r"[a-z]+:", target):
            return target
        source = source_of(page, path)
        if not (ROOT / source).exists():
            raise SiteError(f"{page.source}: the link to {target} leads nowhere.")
        if picture:
            return self.picture(page, source)
        return self.address(page, source, anchor)

    def title(self, page: Page, target: str) -> str | None:
        """Give the title of the page that a link leads to, for links that only tell the name of a file."""
        source = source_of(page, target.partition("#")[0])
        return next((other.title for other in [*self.pages, *self.english] if other.source == source), None)

    def picture(self, page: Page, source: str) -> str:
        """Bring a picture along."""
        place = self.folder / "pictures" / Path(source).name
        place.parent.mkdir(exist_ok=True)
        shutil.copyfile(ROOT / source, place)
        return relative(page, f"pictures/{place.name}")

    def address(self, page: Page, source: str, anchor: str) -> str:
        """Give the address of what a file has become, as seen from a page."""
        tail = f"#{anchor}" if anchor else ""
        if source in self.by_source:
            return relative(page, f"{self.by_source[source].name}.md{tail}")
        english = next((other for other in self.english if other.source == source), None)
        if english is None:
            return relative(page, f"{self.file(source).name}.md")
        own = next((other for other in self.pages if other.name == english.name), None)
        if own is not None:
            return relative(page, f"{own.name}.md")
        kind = "part" if anchor else "page"
        return f"{kind}:{relative(page, f'../{english.name}.html')}{tail}"

    # Files

    def file(self, source: str) -> Page:
        """Make a page that shows a file, or all files of a folder."""
        if source not in self.files:
            shown = "\n".join(as_code(path, source) for path in files_of(ROOT / source))
            text = f"---\nnosearch: true\n---\n\n# {source}\n\n{shown}"
            self.files[source] = Page(f"files/{source.replace('.', '-')}", text, listed=False)
        return self.files[source]


def parts_of(text: str) -> Iterator[tuple[str, bool]]:
    """Divide a page into what stands in blocks of code and what does not."""
    end = 0
    for found in FENCED.finditer(text):
        yield text[end : found.start()], False
        yield found[0], True
        end = found.end()
    yield text[end:], False


def source_of(page: Page, path: str) -> str:
    """Say which file of the repository a page means by a path."""
    return os.path.normpath(PurePosixPath(page.source).parent / path).replace(os.sep, "/")


def relative(page: Page, target: str) -> str:
    """Write an address as it is seen from a page."""
    return os.path.relpath(target, PurePosixPath(page.name).parent).replace(os.sep, "/")


def files_of(place: Path) -> list[Path]:
    """List what is to be shown of a file or a folder."""
    if place.is_file():
        return [place]
    found = sorted(path for path in place.rglob("*") if path.is_file() and not is_made(path.relative_to(ROOT)))
    return [path for path in found if path.suffix not in {".svg", ".png"} and path.stat().st_size > 0]


def as_code(path: Path, source: str) -> str:
    """Show a file as a block of code, under its name where there are several."""
    heading = f"## {path.relative_to(ROOT / source).as_posix()}\n\n" if path != ROOT / source else ""
    return f"{heading}`````{LANGUAGE_OF.get(path.suffix, 'text')}\n{path.read_text(encoding='utf-8').rstrip()}\n`````\n"
