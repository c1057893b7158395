"""Correcting the box: every corrected one plays, every wrong one gets its sentence, and no page shows another number.

STRANDLINE_BOX_MATCHES=1000 pytest tests/test_boxes.py -k every_field_changed plays that many matches of each game with
every field changed: half an hour of one core, with the rules compiled for these boxes first.
"""

from __future__ import annotations

import copy
import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from boxes import CHANGES, changed, corrected_folder, delivered, written

import strandline as sl
from strandline.engine.components import BadField, differences, entries, faults_of, joined
from strandline.engine.numbers import MARK, NUMBER, fill, value_of
from strandline.engine.sources import files_in
from strandline.engine.texts import LANGUAGES
from strandline.engine.toml import comments_of, lines_of
from strandline.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from conftest import Program

MATCHES = int(os.environ.get("STRANDLINE_BOX_MATCHES", "2"))
PATHS = [str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]
AS_IT_IS = {"PYTHONPATH": os.pathsep.join(filter(None, PATHS))}
QUICK = {"STRANDLINE_RULES": "python", **AS_IT_IS}
MANY = 20  # matches from which compiling the rules for a corrected box pays
every_game = pytest.mark.parametrize("slug", GAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)
FORCED = {  # fields that cannot differ: texts and drawings know them by name, or others leave no choice
    "high-tide-henn": {"beaches.order", "players.colours", "track.spaces", "track.turtle", "baywatch.tiles"},
    "maui": {"market.rows"},
}


def box_of(slug: str) -> ModuleType:
    return __import__(f"{GAMES[slug]}.components", fromlist=["components"])


def faults_in(slug: str, path: Path) -> list[BadField]:
    box = box_of(slug)
    return faults_of(path, box.Box, box.faults, sl.game(slug).folder / "texts")


# Playing


@every_game
def test_a_box_with_every_field_changed_plays(program: Program, tmp_path: Path, slug: str) -> None:
    """Through telling, drawing, guide and record, without an exception."""
    folder = corrected_folder(tmp_path / "box", slug)
    script = f"import boxes; from pathlib import Path; print(boxes.play_through({slug!r}, {MATCHES}, Path()))"
    rules = AS_IT_IS if MATCHES >= MANY else QUICK
    program.patience += 10 * MATCHES
    done = program.python("-c", script, **rules, STRANDLINE_COMPONENTS=str(folder))
    assert (done.returncode, done.stdout[: len(slug)]) == (0, slug), done.stderr


@every_game
def test_everything_is_changed_that_can_be(slug: str) -> None:
    texts = sl.game(slug).texts("en")
    was, now = delivered(slug), changed(slug)
    found = {path.partition("[")[0] for path, _ in differences(was, now)}
    told = {entry.path.partition("[")[0] for entry in entries(sl.game(slug).folder, texts)}
    same = {path for path in told if not any(one == path or one.startswith(f"{path}.") for one in found)}
    assert same == FORCED.get(slug, set())


def test_both_sides_of_a_penalty_token_count(program: Program, tmp_path: Path) -> None:
    """M-T25: one side in the ocean, the other beyond the trees; a position of the second half keeps what they cost."""
    data = changed("maui", {"penalty": {"count": 20, "value": -2, "trees": -5}})
    folder = corrected_folder(tmp_path / "box", "maui", data)
    script = """
import strandline as sl
for beach in (["ofy@1", "fyo@-1"], ["pyo@5", "oyf@7"]):
    for half, before in ((1, {}), (2, {"penalties": 2, "penalty_points": 7})):
        lying = {"dock": "yfp", "beach": beach} | before
        position = {"options": {"variant": "long"}, "now": "turn", "half": half, "players": {"A": lying}}
        match = sl.at("maui", position, chance="by hand")
        print(match.sheet()[0]["penalties"], match.position()["players"]["A"].get("penalty_points"))
"""
    done = program.python("-c", script, **QUICK, STRANDLINE_COMPONENTS=str(folder))
    assert done.stdout == "-4 None\n-11 7\n-10 None\n-17 7\n", done.stderr


def test_maui_plays_with_other_scoring_pairs(program: Program, tmp_path: Path) -> None:
    """At once with --plain, where KeyError: 'umbrella.orange+pale_blue' was seen."""
    pairs = {"umbrella_tokens.scoring": [["orange", "pale_blue"], ["yellow", "pink"]]}
    folder = corrected_folder(tmp_path / "box", "maui", changed("maui", pairs))
    done = program.strand(
        "--components", str(folder), "play", "maui", "--plain", "--seed", "1", stdin="quit\n", **QUICK
    )
    assert done.returncode == 0, done.stderr
    assert "a scoring token (orange or pale blue)" in done.stdout


# Files


def test_files_go_by_the_name_of_the_game_or_of_its_folder(tmp_path: Path) -> None:
    for name in ("high-tide-henn.toml", "high_tide_henn.toml"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / name).touch()
        (folder / ".hidden").touch()
        assert files_in(folder, GAMES) == {"high-tide-henn": folder / name}


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ([], "is empty; it may have: day-at-the-beach.toml, high-tide-henn.toml"),
        (["henn.toml"], "has henn.toml, which is no components file of a game"),
        (["maui.toml", "maui.toml.bak"], "has maui.toml.bak, which is no"),
        (["Maui.toml"], "has Maui.toml, which is no"),
        (["high-tide-henn.toml", "high_tide_henn.toml"], "has both high-tide-henn.toml and high_tide_henn.toml"),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, list) else "",
)
def test_a_folder_that_would_be_passed_over_is_refused(
    program: Program, tmp_path: Path, names: list[str], sentence: str
) -> None:
    folder = tmp_path / "boxes"
    folder.mkdir()
    for name in names:
        slug = name.partition(".")[0].lower().replace("_", "-")
        (folder / name).write_text(written(delivered(slug)) if slug in GAMES else "", encoding="utf-8")
    for arguments in (["--components", str(folder), "rules", "maui"], ["components", "--check", str(folder)]):
        done = program.strand(*arguments, **QUICK)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert sentence in done.stderr
    script = "import strandline as sl; sl.game('maui')"
    assert sentence in program.python("-c", script, **QUICK, STRANDLINE_COMPONENTS=str(folder)).stderr


# Wrong boxes


def spoiled(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Walk over boxes in which one field is of another type, is missing, or is one too many; with the field."""
    if isinstance(data, dict):
        yield joined(path, "nonsense"), {**data, "nonsense": 1}
        for name, value in data.items():
            yield joined(path, name), {key: inner for key, inner in data.items() if key != name}
            for where, wrong in spoiled(value, joined(path, name)):
                yield where, {**data, name: wrong}
    elif isinstance(data, list):
        yield path, "many"
        for number, value in enumerate(data[:2]):
            for where, wrong in spoiled(value, joined(path, number)):
                yield where, [*data[:number], wrong, *data[number + 1 :]]
    else:
        yield path, "many" if isinstance(data, int) else 1


@every_game
def test_every_wrong_box_gets_its_sentence(tmp_path: Path, slug: str) -> None:
    """With file, line and field, in both languages."""
    path = tmp_path / f"{slug}.toml"
    for field, data in spoiled(delivered(slug)):
        path.write_text(written(copy.deepcopy(data)), encoding="utf-8")
        found = faults_in(slug, path)
        assert found, field
        for language in LANGUAGES:
            sentence = found[0].sentence(language)
            name = re.escape(re.split(r"[.\[]", field)[0])
            line = "line" if language == "en" else "Zeile"
            assert re.match(rf"{re.escape(str(path))}, {line} \d+, {name}", sentence), sentence
            assert "\n" not in sentence


@every_game
def test_what_does_not_add_up_is_told_in_both_languages(slug: str) -> None:
    source = (sl.game(slug).folder / "components.py").read_text(encoding="utf-8")
    keys = set(re.findall(r'fault\(\s*f?"[^"]*",\s*"(\w+)"', source)) | set(re.findall(r'fault\(path, "(\w+)"', source))
    for language in LANGUAGES:
        told = {key.removeprefix("fault.") for key in sl.game(slug).texts(language) if key.startswith("fault.")}
        assert told == keys


def test_check_says_one_sentence_for_each_fault(program: Program, tmp_path: Path) -> None:
    """Beach's name the tile, Henn's count the coins; what is sound is said to be."""
    beach = delivered("day-at-the-beach")
    beach["sand"]["tiles"][3]["corners"] = [0, 0]
    beach["umbrella"]["tiles"][1]["points"] = -1
    corrected_folder(tmp_path / "box", "day-at-the-beach", beach)
    corrected_folder(tmp_path / "box", "high-tide-henn", changed("high-tide-henn", {"coins.values": [1, 2, 3]}))
    corrected_folder(tmp_path / "box", "maui")
    done = program.strand("components", "--check", str(tmp_path / "box"), **QUICK)
    assert done.returncode == 2
    assert re.findall(r"toml, line \d+, (.*?): ", done.stderr) == [
        "sand.tiles (no. 4).corners",
        "umbrella.tiles (no. 2).points",
        "coins.values",
    ]
    assert "There are 3 coins of each colour, but it must be 8" in done.stderr
    assert "maui.toml: nothing is wrong with it" in done.stdout


# The command


@every_game
def test_copy_writes_a_file_that_is_sound_and_says_what_is_delivered(program: Program, slug: str) -> None:
    assert program.strand("components", slug, "--copy", "mine", **QUICK).returncode == 0
    assert program.strand("components", "--check", "mine", **QUICK).returncode == 0
    again = program.strand("components", slug, "--copy", "mine", **QUICK)
    assert (again.returncode, again.stderr.count("\n")) == (2, 1)
    shown = json.loads(program.strand("--components", "mine", "components", slug, "--json", **QUICK).stdout)[slug]
    assert shown["file"] == f"mine/{slug}.toml"
    assert shown["components"] == sl.game(slug).components
    assert not shown["corrected"]


@every_game
@every_language
def test_every_field_is_told_with_meaning_value_and_origin(program: Program, slug: str, language: str) -> None:
    texts = sl.game(slug).texts(language)
    fields = list(entries(sl.game(slug).folder, texts))
    for entry in fields:
        assert entry.origin, entry.path
        assert f"box.{entry.path.partition('[')[0]}" in texts, entry.path
    done = program.strand("--lang", language, "components", slug, **QUICK)
    assert done.returncode == 0, done.stderr
    assert all(entry.path.partition("[")[0] in done.stdout for entry in fields)
    assert str(sl.game(slug).folder / "components.toml") in done.stdout.replace("\n", "")


def test_corrected_fields_stand_out(program: Program, tmp_path: Path) -> None:
    folder = corrected_folder(tmp_path / "box", "high-tide-leiman")
    shown = program.strand("--components", str(folder), "components", "high-tide-leiman", **QUICK).stdout
    assert "corrected (delivered: 3)" in shown
    assert f"Played from {folder}/high-tide-leiman.toml." in shown


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["components", "maui", "--check", "."], "--check looks through a whole folder"),
        (["components", "--check", "nowhere"], "The components folder nowhere does not exist"),
        (["components", "chess"], "There is no game called 'chess'"),
        (["components", "maui", "--copy", "/dev/null/x"], "/dev/null/x cannot be made"),
    ],
)
def test_a_wrong_command_gets_a_sentence(program: Program, arguments: list[str], sentence: str) -> None:
    done = program.strand(*arguments, **QUICK)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert sentence in done.stderr


# Saying so


def test_play_sheets_rules_and_records_say_that_the_box_was_corrected(program: Program, tmp_path: Path) -> None:
    data = changed("high-tide-leiman", {"stones.to_win": 4, "stones.in_box": 7})
    folder = corrected_folder(tmp_path / "box", "high-tide-leiman", data)
    told = f"With corrected components: {folder}/high-tide-leiman.toml (2 fields differ from what is delivered)."
    box = ("--components", str(folder))
    played = program.strand(
        *box, "play", "high-tide-leiman", "--plain", "--save", "m.strand", stdin="score\nquit\n", **QUICK
    )
    assert played.stdout.count(told) == 2
    rules = program.strand(*box, "rules", "high-tide-leiman", "L-E5", **QUICK).stdout
    assert told in rules
    assert "4 stones win the match" in rules
    record = (tmp_path / "m.strand").read_text(encoding="utf-8")
    assert 'corrected: {"stones.to_win": 4, "stones.in_box": 7}\n' in record
    assert json.loads(program.strand(*box, "replay", "m.strand", "--json", **QUICK).stdout)["corrected"]
    refused = program.strand("replay", "m.strand", **QUICK)
    assert refused.returncode == 2
    assert "corrected components" in refused.stderr
    assert "stones.to_win, stones.in_box" in refused.stderr


def test_with_the_delivered_box_nobody_speaks_of_corrections(program: Program) -> None:
    played = program.strand("play", "maui", "--plain", "--save", "m.strand", stdin="score\nquit\n", **QUICK)
    assert "corrected" not in played.stdout
    assert "corrected" not in (program.home / "m.strand").read_text(encoding="utf-8")


# Pages


ENGLISH = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
GERMAN = ("ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf")
WORDS = {word: number for words in (ENGLISH, GERMAN) for number, word in enumerate(words, 1)} | {"einen": 1}


def pages(slug: str, language: str) -> dict[str, str]:
    """Read ledger and guide as they stand in their files."""
    folder = sl.game(slug).folder
    names = ("RULES.md" if language == "en" else "RULES.de.md", f"guide.{language}.md")
    return {name: (folder / name).read_text(encoding="utf-8") for name in names}


@every_game
@every_language
def test_what_a_page_shows_is_what_is_delivered(slug: str, language: str) -> None:
    """Every marked number is the one of the box; and whatever is marked names a field that is there."""
    data = delivered(slug)
    for name, page in pages(slug, language).items():
        for kind, rule, words, _ in MARK.findall(page):
            values = [value_of(part, data) for part in rule.split(";")]
            assert None not in values, (name, rule)
            if kind == "=" and isinstance(values[0], int):
                assert WORDS.get(words.lower(), words.replace("−", "-")) in {values[0], str(values[0])}, (
                    name,
                    rule,
                    words,
                )
            elif kind == "=" and NUMBER.search(words):
                assert [int(found.replace("−", "-")) for found in NUMBER.findall(words)] == values[0], (name, rule)
        assert fill(page, data, data, sl.game(slug).texts(language)) == MARK.sub(lambda found: found[3], page)


@every_game
@every_language
def test_a_page_shows_the_numbers_that_are_played(slug: str, language: str) -> None:
    """With every field changed, every marked number is the corrected one, and what hung on others is gone."""
    was, now, texts = delivered(slug), changed(slug), sl.game(slug).texts(language)
    for name, page in pages(slug, language).items():
        for kind, rule, words, _ in MARK.findall(page):
            if all(value_of(part, was) == value_of(part, now) for part in rule.split(";")):
                continue
            shown = fill(f"<!--{kind}{rule}-->{words}<!---->", was, now, texts)
            value = value_of(rule, now) if kind == "=" else None
            if isinstance(value, int):
                assert shown == str(value).replace("-", "−"), (name, rule)
            if kind != "with ":
                assert shown != words, (name, rule)
        assert "<!--" not in fill(page, was, now, texts)


NOUNS = {  # that stand beside numbers of a box: one, several
    "en": {"column": "columns", "crab": "crabs", "die": "dice", "dollar": "dollars", "one": "ones", "point": "points",
           "row": "rows", "space": "spaces", "step": "steps", "stone": "stones", "token": "tokens",
           "umbrella": "umbrellas", "water": "waters", "wave": "waves"},
    "de": {"Farbe": "Farben", "Feld": "Felder", "Krabbe": "Krabben", "Punkt": "Punkte", "Reihe": "Reihen",
           "Schirm": "Schirme", "Schritt": "Schritte", "Spalte": "Spalten", "Stein": "Steine", "Welle": "Wellen",
           "blaues": "blaue", "neutrales": "neutrale", "pinkes": "pinke"},
}  # fmt: skip
ENUMERATED = r"^(and|or|to|und|oder|bis)$|[\d,]$"  # before the last of several numbers
ALWAYS_SEVERAL = (  # numbers that no box can have as one
    "sum(tiles)", "sum(setup.outer_ring)", "beaches.length", "len(beach.rows)", "len(beach.umbrellas)",
    "len(coins.values)", "len(umbrella_tokens.scoring)", "waves.large.spaces + waves.small.spaces",
    "len(beach.crab_side_scoring_tokens)",
)  # fmt: skip


def same_everywhere(data: Any, number: int) -> Any:
    """Give a box in which every number is this one; whether it could be is not asked."""
    if isinstance(data, dict):
        return {name: same_everywhere(value, number) for name, value in data.items()}
    if isinstance(data, list):
        return [same_everywhere(value, number) for value in data]
    return number if isinstance(data, int) else data


@every_game
@every_language
def test_words_agree_with_the_numbers_beside_them(slug: str, language: str) -> None:
    """One dollar, three dollars: whatever number the box has."""
    data, texts = delivered(slug), sl.game(slug).texts(language)
    for name, page in pages(slug, language).items():
        numbered = MARK.sub(lambda found: found[3] if found[2] in ALWAYS_SEVERAL else found[0], page)
        for number, wrong in ((1, NOUNS[language].values()), (2, NOUNS[language])):
            shown = fill(numbered, data, same_everywhere(data, number), texts)
            beside = rf"(\S+)\s\**{number}\**((?: (?!jeder)[a-zäöü]+)? (?:{'|'.join(wrong)}))\b"
            found = [words for before, words in re.findall(beside, shown) if not re.search(ENUMERATED, before)]
            assert found == [], name


def marked_fields(text: str) -> set[str]:
    """List the fields that numbers of a text are taken from."""
    rules = [rule for kind, rule, _, _ in MARK.findall(text) if kind != "with "]
    return {field for rule in rules for field in re.findall(r"[a-z_]+(?:\.[a-z_0-9]+)*", rule)} - {
        "len",
        "sum",
        "min",
        "max",
    }


@every_game
def test_both_languages_mark_the_same_numbers(slug: str) -> None:
    """Rule by rule in the ledger, chapter by chapter in the guide: what one shows, the other does too."""
    english, german = (pages(slug, language).values() for language in LANGUAGES)
    for one, other in zip(english, german, strict=True):
        parts = [re.split(r"\n(?=#|\| [A-Z]-)", page) for page in (one, other)]
        for mine, theirs in zip(*parts, strict=True):
            assert marked_fields(mine) == marked_fields(theirs), mine[:80]


TOLD_NOWHERE = {  # fields that no rule speaks of by number
    "high-tide-leiman": {"stones.in_box"},
    "high-tide-henn": {"beaches.order", "players.colours", "track.turtle", "shark.tiles", "baywatch.tiles"},
    "maui": {"patterns.letters", "beach.umbrellas", "beach.crabs", "beach.spare_rows", "market.rows",
             "umbrella_tokens.scoring"},
    "day-at-the-beach": {"entrance.corners", "water.corners"},
}  # fmt: skip


@every_game
@every_language
def test_every_field_is_marked_where_the_ledger_tells_it(slug: str, language: str) -> None:
    name = "RULES.md" if language == "en" else "RULES.de.md"
    rules = " ".join(rule for _, rule, _, _ in MARK.findall(pages(slug, language)[name]))
    for entry in entries(sl.game(slug).folder, sl.game(slug).texts(language)):
        field = entry.path.partition("[")[0]
        told = any(
            re.search(rf"(?<![\w.]){re.escape(part)}", rules) for part in (field, field.rpartition(".")[0]) if part
        )
        assert told or field in TOLD_NOWHERE[slug], field


@every_game
@every_language
def test_the_page_of_rules_says_that_the_box_was_corrected(
    program: Program, tmp_path: Path, slug: str, language: str
) -> None:
    """Boards that cannot be, or whose captions tell numbers, are left out, and that is said."""
    folder = corrected_folder(tmp_path / "box", slug)
    script = "import strandline as sl; from strandline.engine.guide import page; "
    script += f"print(page(sl.game({slug!r}), {language!r}))"
    done = program.python("-c", script, **QUICK, STRANDLINE_COMPONENTS=str(folder))
    assert done.returncode == 0, done.stderr
    assert done.stdout.lstrip().count('class="corrected"') > 1
    for path in CHANGES[slug]:
        assert path.partition(".")[0] in done.stdout


@every_game
@every_language
def test_the_guide_of_the_terminal_tells_the_numbers_that_are_played(
    program: Program, tmp_path: Path, slug: str, language: str
) -> None:
    """As text, and page by page on the full screen, which also says that the box was corrected."""
    folder = corrected_folder(tmp_path / "box", slug)
    script = f"""
import strandline as sl
from strandline.cli.full.screens import Rules
from strandline.cli.full.session import Session
from strandline.engine.errors import sentences
from strandline.engine.guide import FENCED, guide_in_words, guide_text

match = sl.new({slug!r}, language={language!r})
match.players = ("human",) * match.seats
session = Session(match, language={language!r})
told, boards = guide_in_words(match.game, {language!r}), len(FENCED.findall(guide_text(match.game, {language!r})))
assert "<!--" not in told and "```" not in told, told
assert sentences({language!r}).say("guide.left_out") in told, told
assert len(list(Rules(session).parts())) == 2 * boards + 2
print(*session.introduction())
session.close()
"""
    done = program.python("-c", script, **QUICK, STRANDLINE_COMPONENTS=str(folder))
    assert done.returncode == 0, done.stderr
    assert f"{folder}/{slug}.toml" in done.stdout


# Lines and comments


def test_lines_and_comments_of_a_file() -> None:
    text = """# head
plain = 1 # printed

[one."two"] # derived: because
"three" = [ # found
  { a = "x # y", b = [1,
    2] },
  '''
long''', # no
]
four.five = {} # reconstructed
"""
    lines, comments = lines_of(text), comments_of(text)
    assert lines["plain"] == 2
    assert lines["one.two"] == 4
    assert lines["one.two.three"] == 5
    assert lines["one.two.three[0]"] == lines["one.two.three[0].b[0]"] == 6
    assert lines["one.two.three[0].b[1]"] == 7
    assert lines["one.two.three[1]"] == 8
    assert lines["one.two.four.five"] == 11
    assert comments["plain"] == "printed"
    assert comments["one.two"] == "derived: because"
    assert comments["one.two.three"] == "found"
    assert comments["one.two.four.five"] == "reconstructed"
