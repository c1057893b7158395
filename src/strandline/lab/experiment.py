"""An experiment: a small TOML file that names games, arms and measures; read, checked, and laid out arm by arm."""

from __future__ import annotations

import re
import tempfile
import tomllib
from fnmatch import fnmatchcase
from importlib import import_module
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin

import msgspec

from strandline import api
from strandline.bots.own import registry
from strandline.engine.components import BadField, faults_of, joined, outer, played, unfitting
from strandline.engine.errors import BadOptions, StrandlineError, UnknownGame, sentences
from strandline.engine.sources import DELIVERED, components_hash
from strandline.engine.toml import lines_of, parse
from strandline.lab.faults import BadExperiment, BadLab
from strandline.lab.measures import DEFAULTS, MEASURES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from strandline.engine.components import Fault
    from strandline.engine.game import Game

Words = str | list[str]
MOST_MATCHES = 10**12  # far more than anybody plays, and far fewer than there are seeds
Number = Annotated[int, msgspec.Meta(ge=1, le=MOST_MATCHES)]
Playouts = Annotated[int, msgspec.Meta(ge=2, le=100_000)]
Confidence = Annotated[float, msgspec.Meta(ge=0.5, le=0.999999)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=2**62)]
WHERE = re.compile(r" \(at line (\d+), column (\d+)\)")  # as tomllib tells it
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
PATH = re.compile(r"[^.\[\]]+(\[\d{1,9}\])*(\.[^.\[\]]+(\[\d{1,9}\])*)*")
ALL = "all"
SEVERAL = ("seats", "luck")  # fields of more than one type
UNFIT = ("components.choice", "components.whole", "components.bool")
NAMING = ("game", "seats", "bots", "measure", "baseline")  # fields that name something


class ArmTable(msgspec.Struct, forbid_unknown_fields=True):
    """An arm as it is written: what differs from the rest of the experiment."""

    game: Words = ""
    seats: int | list[int] | Literal["all"] = 0
    bots: Words = ""
    options: dict[str, Any] = {}
    components: dict[str, Any] = {}
    about: str = ""


class Until(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When to stop before all matches are played: an interval is narrow enough, or arms are apart."""

    measure: str = "win"
    within: Annotated[float, msgspec.Meta(gt=0, le=1_000_000)] = 0.0  # half of the interval's width
    apart: bool = False


class Sheet(msgspec.Struct, forbid_unknown_fields=True):
    """An experiment as it is written."""

    game: Words = ""
    arm: dict[str, ArmTable] = {}
    question: str = ""
    seats: int | list[int] | Literal["all"] = 0
    bots: Words = "random"
    options: dict[str, Any] = {}
    matches: Number = 10_000
    seed: Seed = 0
    measure: Words = ""
    luck: bool | Playouts = False
    confidence: Confidence = 0.95
    baseline: str = ""
    uses: dict[str, Words] = {}
    until: Until = Until()


class Arm(msgspec.Struct, frozen=True):
    """What is played: a game with its options and its box, and who sits at the table."""

    name: str
    game: str
    seats: int
    options: dict[str, Any]
    bots: tuple[str, ...]  # the first of them begins on the first seat, and moves on from rotation to rotation
    changes: dict[str, Any]  # of the box, by field
    box: str  # the changed components file; nothing where all is as it is
    components: str  # the fingerprint of the box
    label: str
    about: str = ""

    @property
    def rotations(self) -> int:
        """How many matches does a seed have? One for each seat where not all bots are the same."""
        return self.seats if len(set(self.bots)) > 1 else 1

    @property
    def file_name(self) -> str:
        """Name its file and its folder of parts, without what tells their kind."""
        return self.label.replace("/", "-")

    @property
    def table(self) -> tuple[str, int]:
        """What do arms have in common that can be compared seat by seat?"""
        return self.game, self.seats


class Experiment(msgspec.Struct, frozen=True):
    """A question, and how it is answered."""

    file: str
    text: str
    question: str
    arms: tuple[Arm, ...]
    matches: int  # of each arm
    seed: int
    measures: tuple[str, ...]
    luck: int  # not, by a look at positions (1), or by so many playouts of each
    confidence: float
    baseline: str  # the name of the arm that others are compared with
    uses: dict[str, tuple[str, ...]]  # patterns of moves in notation
    until: Until

    @property
    def name(self) -> str:
        """The name of the file, or of the folder of its results, without what tells its kind."""
        return Path(self.file).stem

    def seeds(self, arm: Arm) -> int:
        """How many seeds does an arm have? The last rotation is played to its end."""
        return -(-self.matches // arm.rotations)


def read_experiment(path: str | Path) -> Experiment:
    """Read an experiment; whatever is wrong with it is told with line and field."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")  # some editors put a mark before it
    except OSError as error:
        raise BadLab("experiment.unreadable", file=Path(path), reason=error.strerror) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise BadLab("experiment.no_text", file=path, line=line) from error
    return Reader(str(path), text).experiment()


def parse_experiment(text: str, file: str = "experiment.toml") -> Experiment:
    """Read an experiment from a text."""
    return Reader(file, text).experiment()


class Reader:
    """Reads one experiment, field by field."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.text = file, text
        try:
            self.data = parse(text)
        except tomllib.TOMLDecodeError as error:
            raise no_toml(file, text, str(error)) from error
        self.lines = lines_of(text)

    def fault(self, field: str, reason: StrandlineError | str, /, **facts: object) -> BadExperiment:
        """Say that a field cannot be used, and on which line it stands."""
        where = field
        while where and not (found := self.lines_in(where)):
            where = outer(where)
        cause = BadLab(f"experiment.{reason}", **facts) if isinstance(reason, str) else reason
        return BadExperiment(self.file, found[0] if where else 1, field, cause)

    def lines_in(self, field: str) -> list[int]:
        """List the lines on which a field stands, or fields of its table."""
        inside = (line for name, line in self.lines.items() if name.startswith(f"{field}."))
        return [self.lines[field]] if field in self.lines else sorted(inside)[:1]

    def experiment(self) -> Experiment:
        """Read all of it."""
        for found in unfitting(self.data, Sheet):
            raise self.fault(found.path, misfit(found))
        sheet = msgspec.convert(self.data, Sheet)
        self.check_empty()
        arms = tuple(self.arms(sheet))
        self.check_files(arms)
        measures = self.measures(sheet)
        names = dict.fromkeys(arm.name for arm in arms)
        if sheet.baseline and sheet.baseline not in names:
            raise self.fault("baseline", "no_arm", value=sheet.baseline, known=", ".join(names))
        self.check_until(sheet, arms)
        return Experiment(
            file=self.file,
            text=self.text,
            question=sheet.question,
            arms=arms,
            matches=sheet.matches,
            seed=sheet.seed,
            measures=measures,
            luck=int(sheet.luck),
            confidence=sheet.confidence,
            baseline=sheet.baseline or arms[0].name,
            uses={name: self.patterns(name, several(words), arms) for name, words in sheet.uses.items()},
            until=sheet.until,
        )

    def measures(self, sheet: Sheet) -> tuple[str, ...]:
        """Read what is measured."""
        named = several(sheet.measure) or list(DEFAULTS)
        for number, name in enumerate(named):
            if name not in MEASURES:
                field = "measure" if isinstance(sheet.measure, str) else f"measure[{number}]"
                raise self.fault(field, "no_measure", value=name, known=", ".join(MEASURES))
        if sheet.uses and "uses" not in named:
            named.append("uses")
        if "uses" in named and not sheet.uses:
            raise self.fault("measure", "no_uses")
        return tuple(dict.fromkeys(named))

    def check_empty(self) -> None:
        """Refuse a field that names nothing: whoever wants what is usual leaves it out."""
        tables = {"": self.data} | {f"arm.{name}": table for name, table in self.data.get("arm", {}).items()}
        named = [(path, name, table[name]) for path, table in tables.items() for name in NAMING if name in table]
        named += [("uses", name, words) for name, words in self.data.get("uses", {}).items()]
        for path, name, value in named:
            if value in ("", []):
                raise self.fault(joined(path, name), "empty")

    def check_files(self, arms: Iterable[Arm]) -> None:
        """Refuse arms whose results would overwrite each other's."""
        taken: dict[str, Arm] = {}
        for arm in arms:
            other = taken.setdefault(arm.file_name.lower(), arm)  # some disks know no capitals
            if other is not arm:
                raise self.fault(f"arm.{arm.name}", "same_file", one=other.label, other=arm.label)

    def check_until(self, sheet: Sheet, arms: Sequence[Arm]) -> None:
        """Refuse a rule to stop by that asks for nothing, or for what is not measured."""
        if "until" not in self.data:
            return
        if bool(sheet.until.within) == sheet.until.apart:
            raise self.fault("until", "until")
        if sheet.until.measure not in self.measures(sheet):
            raise self.fault("until.measure", "not_measured", value=sheet.until.measure)
        base = sheet.baseline or arms[0].name
        tables = {arm.table for arm in arms if arm.name == base}
        if sheet.until.apart and not any(arm.table in tables for arm in arms if arm.name != base):
            raise self.fault("until.apart", "alone")

    def patterns(self, name: str, words: list[str], arms: Iterable[Arm]) -> tuple[str, ...]:
        """Read which moves are counted together; each pattern is one of some move."""
        if not NAME.fullmatch(name):
            raise self.fault(f"uses.{name}", "name", value=name)
        for pattern in words:
            if not any(fnmatchcase(move, pattern) for arm in arms for move in api.game(arm.game).spelled):
                raise self.fault(f"uses.{name}", "no_move", value=pattern)
        return tuple(words)

    # Arms

    def arms(self, sheet: Sheet) -> Iterator[Arm]:
        """Lay out the arms: each with every game and every number of seats that it names."""
        tables = sheet.arm or {"all": ArmTable()}
        for name, table in tables.items():
            if not NAME.fullmatch(name):
                raise self.fault(f"arm.{name}", "name", value=name)
            place = f"arm.{name}"
            games = several(table.game) or several(sheet.game)
            if not games:
                missing = joined(place, "game") if any(other.game for other in tables.values()) else "game"
                raise self.fault(missing, BadOptions("components.missing"))
            field = f"{place}.game" if table.game else "game"
            self.check_twice(games, field)
            chosen = [
                self.game(slug, item(field, number, table.game or sheet.game)) for number, slug in enumerate(games)
            ]
            counts = [list(self.seats(game, table, sheet, place)) for game in chosen]
            for game, several_seats in zip(chosen, counts, strict=True):
                for seats in several_seats:
                    parts = [name, *([game.slug] if len(games) > 1 else [])]
                    parts += [str(seats)] if len(several_seats) > 1 else []
                    yield self.arm(sheet, name, game, seats, "/".join(parts))

    def game(self, slug: str, field: str) -> Game:
        """Find a game."""
        try:
            return api.game(slug)
        except UnknownGame as error:
            raise self.fault(field, error) from error

    def seats(self, game: Game, table: ArmTable, sheet: Sheet, place: str) -> Iterator[int]:
        """List for how many an arm is played; as few as can be where nothing is said."""
        own = "seats" in self.data.get("arm", {}).get(place.removeprefix("arm."), {})
        wanted, field = (table.seats, f"{place}.seats") if own else (sheet.seats, "seats")
        if wanted == ALL or not (own or "seats" in self.data):
            yield from game.rules.SEATS if wanted == ALL else game.rules.SEATS[:1]
            return
        counts = wanted if isinstance(wanted, list) else [wanted]
        self.check_twice(counts, field)
        for number, seats in enumerate(counts):
            if seats not in game.rules.SEATS:
                raise self.fault(item(field, number, wanted), game.wrong_seats(int(seats)))
            yield int(seats)

    def check_twice(self, values: Sequence[object], field: str) -> None:
        """Refuse a list that names something twice."""
        for number, value in enumerate(values):
            if value in values[:number]:
                raise self.fault(f"{field}[{number}]", "twice", value=value)

    def arm(self, sheet: Sheet, name: str, game: Game, seats: int, label: str) -> Arm:
        """Read one arm."""
        table, place = sheet.arm.get(name, ArmTable()), f"arm.{name}"
        options = self.options(game, sheet, table, place)
        bots = self.bots(game, seats, sheet, table, place)
        changes = dict(flat(table.components))
        box, fingerprint = self.box(game, changes, f"{place}.components") if changes else ("", game.components)
        return Arm(name, game.slug, seats, options, bots, changes, box, fingerprint, label, table.about)

    def options(self, game: Game, sheet: Sheet, table: ArmTable, place: str) -> dict[str, Any]:
        """Read the options: those of the experiment, and over them those of the arm."""
        found: dict[str, Any] = {}
        for field, wanted in (("options", sheet.options), (f"{place}.options", table.options)):
            for option, value in wanted.items():
                try:
                    game.options({option: value})
                except BadOptions as error:
                    raise self.fault(f"{field}.{option}", error) from error
                found[option] = value
        return found

    def bots(self, game: Game, seats: int, sheet: Sheet, table: ArmTable, place: str) -> tuple[str, ...]:
        """Read who plays: one for all seats, or one for each."""
        wanted, field = (table.bots, f"{place}.bots") if table.bots else (sheet.bots, "bots")
        named = several(wanted)
        for number, bot in enumerate(named):
            if bot not in registry.names(game.slug):
                known = ", ".join(registry.names(game.slug))
                raise self.fault(item(field, number, wanted), "no_bot", value=bot, known=known)
        if len(named) == 1:
            named *= seats
        if len(named) != seats:
            raise self.fault(field, "bots", count=len(named), seats=seats)
        return tuple(named)

    # Components

    def box(self, game: Game, changes: Mapping[str, Any], field: str) -> tuple[str, str]:
        """Change the box of a game: the file that it would have, and its fingerprint."""
        if not (game.folder / DELIVERED).exists():
            raise self.fault(field, "no_box", game=game.slug)
        data = copied(played(game.folder))
        box: Any = import_module(f"{game.package}.components")
        for path, value in changes.items():
            if not change(data, path, value, box.Box):
                raise self.fault(joined(field, path), "no_field", game=game.slug, value=path)
        text = written_box(data)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / f"{game.slug}.toml"
            file.write_text(text, encoding="utf-8")
            for found in faults_of(file, box.Box, box.faults, game.folder / "texts"):
                near, path = self.nearest(changes, found.fault.path), found.fault.path
                within = path.startswith((f"{near}.", f"{near}["))
                raise self.fault(joined(field, path if within else near), Bare(found))
            return text, components_hash(file)

    @staticmethod
    def nearest(changes: Mapping[str, Any], path: str) -> str:
        """Which of the changes is a fault of the box about? The one whose name it shares most of."""
        whole = path
        while path:
            for changed in changes:
                if changed == path or changed.startswith((f"{path}.", f"{path}[")) or whole.startswith(changed):
                    return changed
            path = outer(path)
        return next(iter(changes))


class Bare(StrandlineError):
    """What is wrong with a field of a box, without the file, which nobody has."""

    def __init__(self, found: BadField) -> None:
        super().__init__("components.fault")
        self.found = found

    def sentence(self, language: str = "en") -> str:
        """Say what is wrong in the words of the game."""
        words = sentences(language) if self.found.texts is None else sentences(language, self.found.texts)
        return words.say(self.found.fault.key, **self.found.fault.facts)


def no_toml(file: str, text: str, reason: str) -> BadLab:
    """Say where a text is no TOML; what tomllib says of the end of the document is about its last line."""
    place = WHERE.search(reason)
    line = int(place[1]) if place else text.rstrip().count("\n") + 1
    told = WHERE.sub("", reason).removesuffix(" (at end of document)").rstrip(".")
    return BadLab("experiment.toml", file=file, line=line, reason=told)


def misfit(found: Fault) -> StrandlineError:
    """Give a field of another type than it should be as a reason; of several types all are told."""
    name = found.path.rpartition(".")[2]
    if name in SEVERAL and found.key in UNFIT:
        return BadLab(f"experiment.{name}", **found.facts)
    error = StrandlineError(found.key)
    error.facts = found.facts
    return error


def several(words: Words) -> list[str]:
    """Give one word or many as a list."""
    return [words] if isinstance(words, str) and words else list(words)


def item(field: str, number: int, value: object) -> str:
    """Name an item of a list, or the field itself where there is but one value."""
    return f"{field}[{number}]" if isinstance(value, list) else field


def flat(changes: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Walk over changed fields by their names; tables are gone into."""
    for name, value in changes.items():
        where = f"{path}.{name}" if path else name
        if isinstance(value, dict) and value:
            yield from flat(value, where)
        else:
            yield where, value


def change(data: Any, path: str, value: Any, kind: Any = None) -> bool:
    """Change a field that there is, as in water.tiles[3], or that a box of this kind may have; is there one?"""
    steps = [int(index) if index else name for name, index in STEP.findall(path)] if PATH.fullmatch(path) else []
    for number, step in enumerate(steps):
        if isinstance(step, int):
            fits = isinstance(data, list) and step < len(data)
        else:
            fits = isinstance(data, dict) and (step in data or step in fields_of(kind))
        if not fits:
            return False
        kind = part_of(kind, step)
        if number == len(steps) - 1:
            data[step] = value
        else:
            data = data.setdefault(step, {}) if isinstance(data, dict) else data[step]
    return bool(steps)


def fields_of(kind: Any) -> dict[str, Any]:
    """Give the fields of a table of this kind with their types, also those that a file may leave out."""
    plain = next((one for one in get_args(kind) if one is not NoneType), kind) if NoneType in get_args(kind) else kind
    if not (isinstance(plain, type) and issubclass(plain, msgspec.Struct)):
        return {}
    return {field.encode_name: field.type for field in msgspec.structs.fields(plain)}


def part_of(kind: Any, step: str | int) -> Any:
    """Give the type of a field or of an item; None where it is not known."""
    if get_origin(kind) in (dict, tuple):
        return get_args(kind)[1 if get_origin(kind) is dict else 0]
    return fields_of(kind).get(step) if isinstance(step, str) else None


def copied(data: Any) -> Any:
    """Copy plain data."""
    return msgspec.json.decode(msgspec.json.encode(data))


def written_box(data: Mapping[str, Any]) -> str:
    """Write components as TOML, a line for each table."""
    return "".join(f"{name} = {written(value)}\n" for name, value in data.items())


def written(value: Any) -> str:
    """Write a value as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{quoted(name)} = {written(one)}" for name, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return quoted(value) if isinstance(value, str) else str(value).lower()


def quoted(text: str) -> str:
    """Write a text in quotation marks."""
    return msgspec.json.encode(text).decode()
