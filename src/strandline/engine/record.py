"""The record of a match: a text file, a header and one spelled move a line. Once written, it replays for ever."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from strandline.engine.chance import Dice
from strandline.engine.errors import BadRecord, StrandlineError
from strandline.engine.match import FORM, Match, told_options

if TYPE_CHECKING:
    from collections.abc import Callable

    from strandline.engine.game import Game

FORMATS = tuple(f"strandline record {form}" for form in range(1, FORM + 1))
KEYS = (
    *("game", "rules", "components", "seats", "options"),
    *("corrected", "commitment", "seed", "salts", "position", "players"),
)
NEEDED = KEYS[:5]
QUOTED = 300  # characters of a file that a complaint repeats


def write(match: Match, *, tell_seed: bool = True) -> str:
    """Write a match as the text of its record; its seed may have to stay secret until it is over."""
    header: dict[str, Any] = {
        "game": match.game.slug,
        "rules": match.version,
        "components": match.game.components,
        "seats": match.seats,
        "options": json.dumps(told_options(match.options)),
    }
    if match.game.corrected:
        header["corrected"] = json.dumps(match.game.corrected, ensure_ascii=False)
    if match.commitment is not None:
        header["commitment"] = match.commitment
    if match.dice is not None and tell_seed:
        header["seed"] = json.dumps(match.dice.seed)
        if match.dice.salts:
            header["salts"] = json.dumps(match.dice.salts)
    if match.start is not None:
        header["position"] = json.dumps(match.start)
    if match.players:
        header["players"] = json.dumps(match.players, ensure_ascii=False)
    lines = [FORMATS[match.form - 1], *(f"{key}: {value}" for key, value in header.items()), ""]
    lines += ["undo" if entry.undo else match.game.spelled[entry.move] for entry in match.entries]
    return "\n".join([*lines, closing(match), ""])


def closing(match: Match) -> str:
    """Write the last line: how many entries there are, and the scores; a record without it was cut off."""
    return " ".join(["end", str(match.ply), *map(str, match.scores())])


def save(match: Match, path: str | Path) -> None:
    """Write the record to a file, whole or not at all."""
    write_whole(Path(path), write(match).encode())


def write_whole(path: Path, content: bytes) -> None:
    """Write a file beside its place and move it there, so that nobody ever finds half of it."""
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(file.name).chmod(0o644)
        Path(file.name).replace(path)
    except OSError as error:
        raise BadRecord("file.unwritable", file=path, reason=error.strerror) from error


def load(path: str | Path, find: Callable[[str], Game], language: str = "en") -> Match:
    """Read a record file; `find` knows the games."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise BadRecord("file.unreadable", file=path, reason=error.strerror) from error
    except UnicodeDecodeError as error:
        raise BadRecord("record.not_text", file=path) from error
    return Reader(str(path), text).match(find, language)


class Reader:
    """Reads the text of one record; every complaint names file and line."""

    def __init__(self, source: str, text: str) -> None:
        self.source = source
        self.lines = text.splitlines()

    def complain(self, line: int, key: str, /, **facts: Any) -> NoReturn:
        """Say what is wrong, and where; of a long line its beginning."""
        brief: dict[str, Any] = {
            name: f"{str(fact)[:QUOTED]}…" if len(str(fact)) > QUOTED else fact for name, fact in facts.items()
        }
        raise BadRecord(key, file=self.source, line=line, **brief)

    def match(self, find: Callable[[str], Game], language: str) -> Match:
        """Replay the record."""
        if not self.lines or self.lines[0] not in FORMATS:
            self.complain(1, "record.not_record", format=FORMATS[-1])
        header, body = self.header()
        game = find(header["game"][1])
        self.check_origin(game, header)
        match = self.begin(game, header, language)
        last = self.last_line(body)
        for line in range(body, last):
            self.enter(match, line)
        if self.lines[last].split() != closing(match).split():
            self.complain(last + 1, "record.closing", found=self.lines[last], expected=closing(match))
        match.dice = self.dice(header)
        return match

    def header(self) -> tuple[dict[str, tuple[int, str]], int]:
        """Read the header: for every key its line and value; and where the moves begin."""
        if "" not in self.lines:
            self.complain(len(self.lines), "record.cut_off")
        body = self.lines.index("") + 1
        header: dict[str, tuple[int, str]] = {}
        for number, line in enumerate(self.lines[1 : body - 1], 2):
            key, colon, value = line.partition(": ")
            if not colon or key not in KEYS or key in header:
                self.complain(number, "record.header", text=line)
            header[key] = (number, value)
        for key in NEEDED:
            if key not in header:
                self.complain(body, "record.lacks", key=key)
        return header, body

    def check_origin(self, game: Game, header: dict[str, tuple[int, str]]) -> None:
        """Refuse a record that was played by other rules or with another box."""
        line, theirs = header["rules"]
        if not game.same_rules(theirs):
            self.complain(line, "record.version", game=game.slug, theirs=theirs, ours=game.rules.VERSION)
        line, theirs = header["components"]
        if theirs != game.components:
            fields = self.value(header, "corrected", dict[str, Any]) if "corrected" in header else {}
            facts = {"game": game.slug, "theirs": theirs, "ours": game.components, "fields": ", ".join(fields)}
            self.complain(line, "record.corrected" if fields else "record.components", **facts)

    def value(self, header: dict[str, tuple[int, str]], key: str, kind: type[Any]) -> Any:
        """Read a header value of this kind."""
        line, text = header[key]
        try:
            return msgspec.json.decode(text, type=kind)
        except msgspec.MsgspecError:
            self.complain(line, "record.header", text=self.lines[line - 1])

    def dice(self, header: dict[str, tuple[int, str]]) -> Dice | None:
        """Read the seed, where the record tells it."""
        if "seed" not in header:
            return None
        salts = self.value(header, "salts", tuple[str, ...]) if "salts" in header else ()
        return Dice(self.value(header, "seed", int | str), salts)  # type: ignore[arg-type]

    def begin(self, game: Game, header: dict[str, tuple[int, str]], language: str) -> Match:
        """Set up the match of the header, before its first move."""
        self.dice(header)
        seats = self.value(header, "seats", int)
        wanted = self.value(header, "options", dict[str, Any])
        start = self.value(header, "position", dict[str, Any]) if "position" in header else None
        players = self.value(header, "players", tuple[str, ...]) if "players" in header else ()
        try:
            line = header["options"][0]
            options = game.options(wanted)
            line = header["seats"][0] if start is None else header["position"][0]
            match = Match(
                game,
                seats,
                options,
                start=start,
                players=players,
                version=game.known_version(header["rules"][1]),
                form=FORMATS.index(self.lines[0]) + 1,
                language=language,
            )
        except StrandlineError as error:
            self.complain(line, "record.move", reason=error.sentence(language))
        match.commitment = header["commitment"][1] if "commitment" in header else None
        return match

    def last_line(self, body: int) -> int:
        """Find the closing line."""
        last = len(self.lines) - 1
        if last < body or not self.lines[last].startswith("end "):
            self.complain(len(self.lines), "record.cut_off")
        return last

    def enter(self, match: Match, line: int) -> None:
        """Enter one line into the match."""
        text = self.lines[line]
        try:
            match.replay(text)
        except StrandlineError as error:
            self.complain(line + 1, "record.move", reason=error.sentence(match.language))
