"""The command line: what it prints, and that whatever a user can do wrong ends in one line and exit code 2."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest
from catalogue import EXAMPLE, folder_of_tests

import strandline as sl
from strandline.games import GAMES

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Program

GAME = "high-tide-leiman"
CASES = folder_of_tests(GAME) / "cases"
RECORD = (CASES / "three-two.strand").read_text(encoding="utf-8")
QUICK = {"STRANDLINE_RULES": "python"}


def test_games(program: Program) -> None:
    done = program.strand("--games", str(EXAMPLE), "games", "--json")
    listed = {entry["game"]: entry for entry in json.loads(done.stdout)}
    assert set(listed) == {*GAMES, "connect-four"}
    assert listed[GAME]["seats"] == [2]
    assert "Marceline Leiman, 2 players" in program.strand("games").stdout
    assert "2 Personen" in program.strand("--lang", "de", "games").stdout


def test_rules(program: Program) -> None:
    assert program.strand("rules", GAME, "l-t2").stdout == "L-T2: Only the topmost tile of a stack moves.\n"
    assert "L-T2: Nur das oberste" in program.strand("rules", GAME, "L-T2", LANG="de_DE.UTF-8").stdout
    assert json.loads(program.strand("rules", GAME, "--json").stdout) == sl.game(GAME).ledger().rules
    assert "Open readings" in program.strand("rules", GAME).stdout


def test_help_is_spoken_in_both_languages(program: Program) -> None:
    assert "Play a match in the terminal." in program.strand("--help").stdout
    assert "Spiele eine Partie im Terminal." in program.strand("--lang=de", "--help").stdout
    assert program.strand("--version").stdout == f"strandline {sl.__version__}\n"


@pytest.mark.parametrize("command", ["--version", "--help", "games", "rules"])
def test_a_command_loads_only_what_it_needs(program: Program, command: str) -> None:
    arguments = [command, GAME] if command == "rules" else [command]
    loaded = program.python("-X", "importtime", "-m", "strandline", *arguments).stderr
    names = {line.rpartition("|")[2].strip() for line in loaded.splitlines()}
    assert "strandline.cli" in names
    assert not names & {"numba", "uvicorn", "openskill", "strandline.bots", "strandline.server", "strandline.warm"}
    assert command in {"games", "rules"} or not names & {"numpy", "rich", "strandline.api", "strandline.cli.games"}


def test_replay(program: Program) -> None:
    path = str(CASES / "three-two.strand")
    told = program.strand("replay", path).stdout
    assert "1. A " in told
    assert "Stones" in told
    data = json.loads(program.strand("replay", path, "--json").stdout)
    assert data["scores"] == [2, 3]
    assert data["places"] == [2, 1]
    assert data["moves"][0]["turn"] == sl.CHANCE
    plain = program.strand("replay", path, "--at", "25", "--plain").stdout
    assert "stack of 2" in plain
    assert "│" not in plain
    stepped = program.strand("replay", path, "--step", stdin="\n\nq\n").stdout
    assert stepped.count("│") > 30
    german = program.strand("--lang", "de", "replay", path).stdout
    assert "Die Runde ist zu Ende" in german


def test_draw_svg_and_png(program: Program, tmp_path: Path) -> None:
    path = str(CASES / "three-two.strand")
    done = program.strand("draw", path, "-o", "board.svg", "--at", "30")
    assert done.stdout == "board.svg written.\n"
    assert ET.parse(tmp_path / "board.svg").getroot().get("viewBox")
    assert program.strand("draw", path, "-o", "board.png", "--width", "300").returncode == 0
    picture = (tmp_path / "board.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20], "big") == 300


def test_draw_a_position_file(program: Program, tmp_path: Path) -> None:
    (tmp_path / "here.json").write_text(json.dumps(sl.new(GAME, seed=1).position()), encoding="utf-8")
    assert program.strand("draw", "here.json").returncode == 0
    assert (tmp_path / "board.svg").exists()


def test_perft(program: Program) -> None:
    counted = program.strand("perft", GAME, "--depth", "6", "--json", **QUICK)
    assert json.loads(counted.stdout)["count"] == 90
    divided = json.loads(
        program.strand("perft", GAME, "--depth", "2", "--seed", "7", "--divide", "--json", **QUICK).stdout
    )
    assert sum(divided["moves"].values()) == divided["count"]
    single = json.loads(program.strand("perft", GAME, "--depth", "1", "--seed", "7", "--json", **QUICK).stdout)
    assert single["count"] == len(divided["moves"])
    assert program.strand("perft", GAME, "--depth", "0", **QUICK).stdout.startswith(f"{GAME}: 1 ways to make 0 moves")


def test_bench(program: Program) -> None:
    rows = json.loads(program.strand("bench", GAME, "--count", "200", "--threads", "1", "--json").stdout)
    assert rows[0]["matches"] == 200
    assert rows[0]["checksum"] == sl.playouts(GAME, 200).checksum
    told = program.strand("bench", GAME, "--count", "20", "--threads", "1", **QUICK)
    assert "uncompiled" in told.stderr
    assert GAME in told.stdout


def changed(old: str, new: str, count: int = 1) -> str:
    assert old in RECORD
    return RECORD.replace(old, new, count)


LINES = RECORD.splitlines()
FIRST_STEP = next(number for number, line in enumerate(LINES, 1) if "-" in line and number > 9)

BAD_RECORDS = {
    "empty": ("", "line 1: not a record; one begins with 'strandline record 2'."),
    "another format": ("hello\n", "line 1: not a record; one begins with 'strandline record 2'."),
    "no header": ("strandline record 1\n\nend 0 0 0\n", "line 2: the header lacks 'game'."),
    "unknown game": (changed(f"game: {GAME}", "game: chess"), "There is no game called 'chess'"),
    "wrong version": (
        changed("rules: 1", "rules: 2"),
        f"line 3: played by version 2 of the rules of {GAME}; this program has version 1.",
    ),
    "other components": (changed("components: ", "components: f"), "line 4: played with other components (f"),
    "bad seats": (changed("seats: 2", "seats: two"), "line 5: the header does not have 'seats: two'"),
    "too many seats": (changed("seats: 2", "seats: 5"), "line 5: high-tide-leiman is not for 5 players"),
    "bad option": (changed('"contact": "level"', '"contact": "sky"'), "line 6: high-tide-leiman: option 'contact'"),
    "bad json": (changed("options: {", "options: "), "line 6: the header does not have 'options: "),
    "a key twice": (changed("seats: 2\n", "seats: 2\nseats: 2\n"), "line 6: the header does not have 'seats: 2'"),
    "cut off in the header": ("\n".join(LINES[:4]), "line 4: the record is cut off"),
    "cut off in the moves": ("\n".join(LINES[:40]) + "\n", "line 40: the record is cut off"),
    "cut off in a line": (RECORD[: len(RECORD) // 2], "the record is cut off"),
    "no such move": ("\n".join([*LINES[:30], "z9-z8", *LINES[31:]]), "line 31: 'z9-z8' is not a move"),
    "a forbidden move": ("\n".join([*LINES[: FIRST_STEP - 1], "c3-c4", *LINES[FIRST_STEP:]]), "is not allowed (L-T"),
    "a move of the rival": ("\n".join([*LINES[:FIRST_STEP], *LINES[FIRST_STEP - 1 :]]), f"line {FIRST_STEP + 1}: "),
    "undo too far": ("\n".join([*LINES[:20], "undo", *LINES[20:]]), "line 21: Nothing can be taken back"),
    "wrong closing": (
        changed(LINES[-1], "end 12 3 0"),
        f"the closing line is 'end 12 3 0', but the moves come to '{LINES[-1]}'",
    ),
    "moves after the end": (RECORD + "a1-a2\nend 3 2 3\n", f"line {len(LINES)}: 'end"),
}


@pytest.mark.parametrize("name", BAD_RECORDS)
def test_a_bad_record_is_refused_in_one_line_that_says_where(program: Program, tmp_path: Path, name: str) -> None:
    text, message = BAD_RECORDS[name]
    (tmp_path / "bad.strand").write_text(text, encoding="utf-8")
    for arguments in (["replay", "bad.strand"], ["draw", "bad.strand", "-o", "out.svg"]):
        done = program.strand(*arguments)
        assert done.returncode == 2
        assert message in done.stderr
        assert done.stderr.count("\n") == 1
        assert done.stdout == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.strand"], "nothing was written"


BAD_COMMANDS = {
    "no such command": (["dance"], "'strand dance' is not a command; 'strand --help' shows what there is."),
    "no game": (["play"], "game is missing; add --help"),
    "unknown game": (["play", "chess"], "There is no game called 'chess'; choose one of: "),
    "unknown game for perft": (["perft", "chess"], "There is no game called 'chess'"),
    "unknown option": (["games", "--fast"], "There is no option --fast here"),
    "unknown rule": (["rules", GAME, "L-X9"], "high-tide-leiman has no rule L-X9"),
    "language": (["--lang", "fr", "games"], "The language 'fr' is not spoken here; choose one of: en, de."),
    "no such file": (["replay", "nowhere.strand"], "nowhere.strand cannot be read: No such file or directory."),
    "a folder": (["replay", "."], ". cannot be read: Is a directory."),
    "no such picture": (["draw", "nowhere.toml"], "nowhere.toml cannot be read"),
    "picture format": (
        ["draw", str(CASES / "three-two.strand"), "-o", "x.gif"],
        "x.gif cannot be drawn: the name must end",
    ),
    "picture width": (["draw", str(CASES / "three-two.strand"), "--width", "0"], "--width cannot have that value"),
    "picture folder": (["draw", str(CASES / "three-two.strand"), "-o", "no/x.svg"], "no/x.svg cannot be written"),
    "move too far": (
        ["replay", str(CASES / "three-two.strand"), "--at", "9999"],
        "There is no position after 9999 moves",
    ),
    "game option": (["play", GAME, "--option", "contact"], "'contact' is not an option; write name=value."),
    "game option value": (
        ["play", GAME, "--option", "contact=sky"],
        "option 'contact' cannot be 'sky'; choose level/ground.",
    ),
    "players": (
        ["play", GAME, "--players", "human,hal"],
        "'hal' cannot sit at the table; choose from: human, random, greedy, paddler, swimmer, surfer, lifeguard, tide.",
    ),
    "too many seats": (["play", GAME, "--seats", "7"], "takes 2 players, not 7; say how many"),
    "too many players": (
        ["play", GAME, "--players", "human,human,human"],
        "takes 2 players, not 3; say how many with --seats or --players.",
    ),
    "start": (["play", GAME, "--start", "third"], "start cannot be 'third'; choose any, first or second."),
    "start of a game that is not solved": (
        ["play", "maui", "--start", "second"],
        "The start of maui cannot be chosen, because it is not known who wins it",
    ),
    "start of a match that has begun": (
        ["play", GAME, "--start", "second", "--resume"],
        "--start is for a new match; leave out --resume.",
    ),
    "no human": (["play", GAME, "--players", "random,greedy"], "Nobody plays here"),
    "nothing to resume": (["play", GAME, "--resume"], "There is no match of high-tide-leiman to go on with."),
    "no game folder": (["--games", "nowhere", "games"], "is not a game folder: __init__.py is missing."),
    "no components folder": (
        ["--components", "nowhere", "rules", GAME],
        "The components folder nowhere does not exist",
    ),
    "depth": (["perft", GAME, "--depth", "-1"], "--depth cannot have that value"),
}


@pytest.mark.parametrize("name", BAD_COMMANDS)
def test_a_bad_command_is_refused_in_one_line(program: Program, tmp_path: Path, name: str) -> None:
    arguments, message = BAD_COMMANDS[name]
    done = program.strand(*arguments)
    assert done.returncode == 2, done.stdout
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == [], "nothing was written"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("blue = 7", "blue = 8", "tiles.blue: There are 8 in the box, but [setup] lays 7"),
        ("blue = 7", 'blue = "seven"', 'tiles.blue: This must be a whole number, not "seven".'),
        ("blue = 7", "blau = 7", "tiles.blau: There is no such field; there are: blue, pink, neutral."),
        ("blue = 7", "blue = = 7", "Invalid value (at line"),
        (
            "outer_ring = { blue = 5",
            "outer_ring = { blue = 6",
            "setup.outer_ring: These are 13 tiles, but the ring has 12 cells",
        ),
        ("to_win = 3", "to_win = 10", "stones.to_win: 10 stones cannot win a match"),
        ("in_box = 5", "in_box = 4", "stones.in_box: There are 4, but a match to 3 stones can take 5."),
        ('centre = "neutral"', 'centre = "green"', 'setup.centre: This cannot be "green".'),
    ],
)
def test_components_with_an_error_are_refused(
    program: Program, tmp_path: Path, old: str, new: str, message: str
) -> None:
    box = (sl.game(GAME).folder / "components.toml").read_text(encoding="utf-8")
    assert old in box
    (tmp_path / "high_tide_leiman.toml").write_text(box.replace(old, new, 1), encoding="utf-8")
    done = program.strand("--components", str(tmp_path), "rules", GAME)
    assert done.returncode == 2
    assert done.stderr.startswith(f"{tmp_path}/high_tide_leiman.toml")
    assert "line " in done.stderr
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_record_of_another_box_is_replayed_with_that_box(program: Program, tmp_path: Path) -> None:
    box = (sl.game(GAME).folder / "components.toml").read_text(encoding="utf-8")
    folder = tmp_path / "box"
    folder.mkdir()
    (folder / "high_tide_leiman.toml").write_text(
        box.replace("to_win = 3", "to_win = 1").replace("in_box = 5", "in_box = 1"), encoding="utf-8"
    )
    script = f"import strandline as sl; sl.new('{GAME}', seed=1).save('other.strand')"
    assert program.python("-c", script, **QUICK, STRANDLINE_COMPONENTS=str(folder)).returncode == 0
    refused = program.strand("replay", "other.strand")
    assert refused.returncode == 2
    assert "corrected components" in refused.stderr
    assert program.strand("--components", str(folder), "replay", "other.strand").returncode == 0


def test_an_unwritable_cache_is_named(program: Program, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = program.strand("perft", GAME, "--depth", "1", STRANDLINE_CACHE=str(tmp_path / "file"))
    assert done.returncode == 2
    assert "set STRANDLINE_CACHE to one that can" in done.stderr
    assert done.stderr.count("\n") == 1


def test_output_may_be_cut_short_by_its_reader(program: Program) -> None:
    code = (
        "import subprocess, sys;"
        f"p = subprocess.Popen([sys.executable, '-m', 'strandline', 'rules', '{GAME}', '--json'],"
        " stdout=subprocess.PIPE, stderr=subprocess.PIPE);"
        "p.stdout.close(); p.wait(); sys.stdout.write(p.stderr.read().decode()); p.stderr.close()"
    )
    done = program.python("-c", code)
    assert "Traceback" not in done.stdout + done.stderr


# What stands in a file does not steer the terminal

EVIL = "\x1b[31m\x1b]0;title\x07\x9b2J\u202e\x7f"


def spoiled(**header: str) -> str:
    """Write a record with other lines in its header."""
    lines = [line for line in RECORD.splitlines() if line.partition(":")[0] not in header]
    end = lines.index("")
    return "\n".join([*lines[:end], *(f"{key}: {value}" for key, value in header.items()), *lines[end:], ""])


RECORDS = [
    EVIL,
    EVIL + RECORD,
    spoiled(players=json.dumps([EVIL, "b"], ensure_ascii=False)),
    spoiled(players=json.dumps([EVIL, "b"])),
    spoiled(players='["[red]x", "[/]"]'),
    spoiled(players=f'["{EVIL}"'),
    spoiled(seed=json.dumps(EVIL)),
    spoiled(commitment=EVIL),
    spoiled(commitment=EVIL, seed=json.dumps(EVIL)),
    spoiled(game=EVIL),
    spoiled(rules=EVIL),
    spoiled(components=EVIL),
    spoiled(options=json.dumps({EVIL: EVIL})),
    spoiled(position=json.dumps({EVIL: EVIL})),
    spoiled(**{EVIL: EVIL}),
    RECORD.replace("\nend ", f"\n{EVIL}\nend "),
    RECORD.replace("\nend ", f"\nend {EVIL}"),
    RECORD.replace("\nend ", "\n" + "x" * 100_000 + "\nend "),
]
ALL_IN_ONE = """
import sys
from strandline.cli import main
for file in sys.argv[1:]:
    for command in (["replay"], ["replay", "--json"], ["replay", "--plain"], ["verify"]):
        sys.argv = ["strand", command[0], file, *command[1:]]
        try:
            main()
        except SystemExit as end:
            assert end.code in {0, 2}
        print("=", file, *command, file=sys.stderr)
"""


def test_control_bytes_of_a_record_are_shown_as_codes(program: Program, tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.strand" for number in range(len(RECORDS))]
    for file, text in zip(files, RECORDS, strict=True):
        file.write_text(text, encoding="utf-8", newline="")
    done = program.python("-c", ALL_IN_ONE, *map(str, files), NO_COLOR="1", **QUICK)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("\n=") >= 4 * len(RECORDS) - 1
    assert "\\u001b[31m" in done.stderr
    assert "(\\u001b[31m" in done.stdout, "a name on the score sheet"
    for line in (done.stdout + done.stderr).splitlines():
        assert line.isprintable(), line
        assert len(line) < 1000


def test_control_bytes_of_a_position_are_shown_as_codes(program: Program, tmp_path: Path) -> None:
    for name, text in (("p.json", json.dumps({"game": EVIL})), ("q.json", EVIL), ("r.toml", f'game = "{EVIL}"')):
        (tmp_path / name).write_text(text, encoding="utf-8")
        done = program.strand("replay", name, **QUICK)
        assert done.returncode == 2
        assert done.stderr.rstrip("\n").isprintable(), done.stderr


def test_control_bytes_of_a_name_survive_as_data(program: Program, tmp_path: Path) -> None:
    (tmp_path / "evil.strand").write_text(spoiled(players=json.dumps([EVIL, "😀"])), encoding="utf-8")
    assert json.loads(program.strand("replay", "evil.strand", "--json", **QUICK).stdout)["players"] == [EVIL, "😀"]
