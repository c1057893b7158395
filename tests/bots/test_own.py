"""Bots of your own: functions, classes and programs that play by what their seat may know, and fail without harm."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from catalogue import ROOT

import strandline as sl
from strandline.bots.choosing import choose, finish
from strandline.bots.own import child, dialogue, referee, registry
from strandline.bots.own.faults import BadBot
from strandline.bots.own.view import HIDDEN, View, question_of
from strandline.bots.tournament import play_match
from strandline.engine.chance import seeded
from strandline.engine.row import from_bytes, to_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from conftest import Program

LEIMAN, HENN = "high-tide-leiman", "high-tide-henn"
EXAMPLES = ROOT / "examples" / "bots"
PATIENCE = 0.4  # seconds for the moves of bots that never make one
LENIENT = 60  # seconds for all others: a busy machine is slow


@pytest.fixture(autouse=True)
def _nobody_added(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "ADDED", {})
    monkeypatch.setattr(registry, "FILES", [])
    yield
    referee.close()


def round_of(seed: int = 3) -> sl.Match:
    return sl.new(LEIMAN, seed=seed, options={"length": "round"})


def program(folder: Path, name: str, source: str, seconds: float = LENIENT, **fields: Any) -> str:
    """Add a bot whose program is this Python."""
    (folder / f"{name}.py").write_text(source, encoding="utf-8")
    sl.add_bot(name, command=[sys.executable, str(folder / f"{name}.py")], seconds=seconds, **fields)
    return name


def in_file(folder: Path, name: str, source: str, seconds: float = LENIENT) -> str:
    """Add a bot of a file: Python in a process of its own."""
    (folder / f"{name}.py").write_text(source, encoding="utf-8")
    entry = f'[[bot]]\nname = "{name}"\npython = "{name}.py:bot"\nseconds = {seconds}\n'
    (folder / f"{name}.toml").write_text(entry, encoding="utf-8")
    assert sl.add_bots(folder / f"{name}.toml") == [name]
    return name


# A function of a view


def test_a_bot_is_a_function_of_a_view() -> None:
    seen: list[View] = []

    def first(view: View) -> str:
        seen.append(view)
        return view.legal[0]

    sl.add_bot("first", first)
    match = round_of()
    assert sl.choose(match, "first", seed=1) == match.legal()[0]
    view = seen[0]
    assert (view.seat, view.seats, view.seconds) == (match.turn, 2, 5.0)
    assert 0 < view.left <= 5
    assert list(view.legal) == match.legal()
    assert list(view.moves) == match.legal_numbers()
    assert [move.move for move in view.history] == [match.game.spelled[move] for move in match.played]
    assert view.position() == match.position()
    assert view.value(view.moves[0]) == view.value(view.legal[0])
    assert view.describe() == match.game.words.describe(match.state, match.texts("en"))
    assert "moves the" in view.tell(view.legal[0])


def test_the_same_seed_is_the_same_chance() -> None:
    sl.add_bot("any", lambda view: view.random.choice(view.legal))
    match = round_of()
    chosen = [sl.choose(match, "any", seed=seed) for seed in (*range(8), *range(8))]
    assert chosen[:8] == chosen[8:]
    assert len(set(chosen)) > 1


def test_a_bot_cannot_change_the_match_by_what_it_is_shown() -> None:
    def vandal(view: View) -> int:
        view.state.height[:] = 9  # type: ignore[attr-defined]
        return view.moves[0]

    sl.add_bot("vandal", vandal)
    match = round_of()
    before = to_bytes(match.state)
    sl.choose(match, "vandal")
    assert to_bytes(match.state) == before


def test_a_bot_sees_nothing_that_is_secret_from_its_seat() -> None:
    match = sl.new(HENN, seats=3, seed=4, options={"surfer": "face-down"})
    question = question_of(match, 1, "name", 1)
    assert question.state == to_bytes(match.view(1)) != to_bytes(match.state)
    hidden = [move for _, move in question.played if move == HIDDEN]
    assert hidden, "surfers are dealt face down"
    view = View(match.game, question, 1)
    assert None in [one.move for one in view.history]
    told = " ".join(dialogue.Dialogue(registry.OwnBot("x", command=("x",)))._news(match.game, question))
    assert "chance ?" in told
    # Nothing that is told depends on what is hidden: deal the others anew, and every word is the same.
    for number in range(20):
        other = from_bytes(match.game.rules.State.dtype, question.state)
        assert match.game.view is not None
        match.game.view.redeal(other, 1, seeded(number))
        assert to_bytes(match.seen_by(other, 1)) == question.state


# A class that keeps something


class Memory(sl.Bot):
    told: list[str] = []  # noqa: RUF012

    def start(self, view: View) -> None:
        self.told.append(f"start {view.seat} {len(view.history)}")
        self.count = 0

    def played(self, seat: int, move: str | None) -> None:
        self.count += 1

    def move(self, view: View) -> int:
        assert self.count == len(view.history)
        return view.moves[-1]

    def end(self, view: View, places: Sequence[int]) -> None:
        self.told.append(f"end {view.seat} {list(places)}")


def test_a_class_is_told_of_start_moves_and_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Memory, "told", [])
    sl.add_bot("memory", Memory)
    match = round_of()
    match.players = ("memory", "memory")
    while not match.over:
        answer = choose(match, "memory", seeded(1))
        assert answer.fault is None
        match.play(answer.move)
    finish(match, match.players)
    assert sorted(Memory.told[:2]) == ["start 0 0", "start 1 0"]
    assert Memory.told[2:] == [f"end 0 {match.places()}", f"end 1 {match.places()}"]


def test_a_class_whose_moves_are_taken_back_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Memory, "told", [])
    sl.add_bot("memory", Memory)
    match = round_of()
    sl.choose(match, "memory")
    match.play(match.legal()[0])
    match.play(match.legal()[0])
    sl.choose(match, "memory")
    assert len(Memory.told) == 1
    match.undo()
    match.undo()
    match.play(match.legal()[1])
    match.play(match.legal()[1])
    sl.choose(match, "memory")
    assert len(Memory.told) == 2


# What goes wrong


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        (lambda view: 1 / 0, "Bot wrong failed: ZeroDivisionError: division by zero (test_own.py:"),
        (lambda view: "castle", "Bot wrong answered 'castle', which is no move."),
        (lambda view: None, "Bot wrong answered 'None', which is no move."),
        (lambda view: True, "Bot wrong answered 'True', which is no move."),
        (lambda view: 10**9, "Bot wrong answered '1000000000', which is no move."),
        (lambda view: "c3-c4", "Bot wrong wanted to play c3-c4, which is not legal."),
        (lambda view: time.sleep(5), "Bot wrong did not answer within 0.1 seconds."),
        (lambda view: sys.exit(3), "Bot wrong failed: SystemExit: 3"),
    ],
)
def test_a_bot_that_fails_forfeits_its_choice(bot: Any, sentence: str, caplog: pytest.LogCaptureFixture) -> None:
    sl.add_bot("wrong", bot, seconds=0.1 if "0.1 seconds" in sentence else LENIENT)
    match = round_of()
    answer = choose(match, "wrong", seeded(1))
    assert answer.fault is not None
    assert str(answer.fault).startswith(sentence)
    assert answer.move in match.legal_numbers()
    assert answer.move == choose(match, "wrong", seeded(1)).move, "drawn by the seed"
    assert "A random legal move is played for it." in caplog.text
    assert answer.fault.forfeit("de").endswith("Für ihn wird ein zufälliger erlaubter Zug gespielt.")


READY = "import sys, time\nfor line in sys.stdin:\n    if line.startswith('strandline'): print('ready', flush=True)\n"
GO = "    if line.startswith('go'): "


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (READY + GO + "sys.exit('no more wine')", "Bot wrong ended in place of an answer, exit code 1 (no more wine)."),
        (READY, "Bot wrong did not answer within 0.4 seconds."),
        (READY + GO + "print('x' * (1 << 17), flush=True); time.sleep(5)", "Bot wrong wrote more than 1048576 bytes"),
        (READY + GO + "[print('info ' * 99) for _ in iter(int, 1)]", "Bot wrong wrote more than 1048576 bytes"),
        (READY + GO + "print('bestmove', flush=True)", "Bot wrong answered '', which is no move."),
        (READY + GO + "print('bestmove c3-c4', flush=True)", "Bot wrong wanted to play c3-c4, which is not legal."),
        ("raise ValueError('new moon')", "Bot wrong ended in place of an answer, exit code 1 (ValueError: new moon)."),
    ],
    ids=["dies", "is silent", "long line", "floods", "empty", "illegal", "does not begin"],
)
def test_a_program_that_fails_forfeits_its_choice_and_begins_anew(tmp_path: Path, source: str, sentence: str) -> None:
    program(tmp_path, "wrong", source, PATIENCE if source == READY else LENIENT)
    match = round_of()
    for _ in range(2):
        answer = choose(match, "wrong", seeded(1))
        assert str(answer.fault).startswith(sentence)
        match.play(answer.move)


def test_a_program_that_failed_once_plays_on(tmp_path: Path) -> None:
    mark = tmp_path / "failed"
    source = f"import os\nMARK = {str(mark)!r}\n{READY}"
    source += "    if line.startswith('legal'): legal = line[6:]\n"
    source += GO + "print('bestmove', legal, flush=True) if os.path.exists(MARK) else (open(MARK, 'w'), sys.exit(2))"
    program(tmp_path, "once", source)
    match = round_of()
    assert "exit code 2" in str(choose(match, "once", seeded(1)).fault)
    answer = choose(match, "once", seeded(1))
    assert answer.fault is None
    assert answer.move == match.legal_numbers()[-1]


def test_a_program_that_is_never_ready_is_not_waited_for_at_every_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogue, "BEGIN", 0.3)
    begun: list[child.Child] = []

    def begin(*given: Any) -> child.Child:
        begun.append(child.Child(*given))
        return begun[-1]

    monkeypatch.setattr(dialogue, "Child", begin)
    program(tmp_path, "asleep", "import time\ntime.sleep(60)")
    match = round_of()
    assert str(choose(match, "asleep", seeded(1)).fault) == "Bot asleep was not ready within 0.3 seconds."
    assert len(begun) == 1
    assert choose(match, "asleep", seeded(1)).fault is not None
    assert len(begun) == 1, "it was not even begun anew"


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    sl.add_bot("nowhere", command=[str(tmp_path / "nothing")])
    sentence = str(choose(round_of(), "nowhere", seeded(1)).fault)
    assert sentence == f"Bot nowhere cannot be started ({tmp_path}/nothing: No such file or directory)."


def test_python_in_a_process_of_its_own_is_ended_when_it_loops(tmp_path: Path) -> None:
    in_file(tmp_path, "loop", "print('hello')\ndef bot(view):\n    while True: pass\n", PATIENCE)
    match = round_of()
    answer = choose(match, "loop", seeded(1))
    assert str(answer.fault) == f"Bot loop did not answer within {PATIENCE} seconds."
    assert answer.move in match.legal_numbers()


def test_what_python_raises_in_a_process_of_its_own_is_told(tmp_path: Path) -> None:
    in_file(tmp_path, "raises", "print('hello')\ndef bot(view):\n    return {}['key']\n")
    assert str(choose(round_of(), "raises", seeded(1)).fault) == "Bot raises failed: KeyError: 'key' (raises.py:3)."


def test_a_bot_ends_with_whoever_asks_it(tmp_path: Path) -> None:
    """Also where that is killed while the bot thinks: nothing is left behind."""
    mark = tmp_path / "pid"
    source = f"import os\nopen({str(mark)!r}, 'w').write(str(os.getpid()))\n{READY}{GO}time.sleep(60)"
    (tmp_path / "slow.py").write_text(source, encoding="utf-8")
    asking = "import sys, strandline as sl\nsl.add_bot('slow', command=sys.argv[1:], seconds=50)\n"
    asking += f"sl.choose(sl.new('{LEIMAN}'), 'slow')"
    command = [sys.executable, "-c", asking, sys.executable, str(tmp_path / "slow.py")]
    asker = subprocess.Popen(command, env={**os.environ, "STRANDLINE_RULES": "python"})
    deadline = time.monotonic() + 100
    while not (mark.exists() and mark.read_text()) and time.monotonic() < deadline:
        time.sleep(0.05)
    pid = int(mark.read_text())
    asker.kill()
    asker.wait()
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not alive(pid)


def alive(pid: int) -> bool:
    """Does a process run? One that has ended and that nobody has asked about does not."""
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False


def test_a_program_that_does_not_read_holds_nobody_up(tmp_path: Path) -> None:
    (tmp_path / "deaf.py").write_text("import time\ntime.sleep(60)", encoding="utf-8")
    deaf = child.Child([sys.executable, str(tmp_path / "deaf.py")], None)
    with pytest.raises(child.Silent):
        deaf.send("x" * (1 << 20), time.monotonic() + 0.2)
    deaf.end()


# Names, files and entries


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Big", "add_bot: 'Big' cannot be the name of a bot;"),
        ("tide", "add_bot: the name 'tide' is taken;"),
        ("human", "add_bot: the name 'human' is taken;"),
        ("a" * 30, "add_bot: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' cannot be the name of a bot;"),
        ("a b", "add_bot: 'a b' cannot be the name of a bot;"),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, sentence: str) -> None:
    with pytest.raises(BadBot, match=sentence):
        sl.add_bot(name, lambda view: view.legal[0])


def test_a_bot_is_one_thing() -> None:
    with pytest.raises(BadBot, match="either python"):
        sl.add_bot("nothing")
    with pytest.raises(BadBot, match="either python"):
        sl.add_bot("both", lambda view: 0, command=["x"])
    with pytest.raises(BadBot, match="must be a function of a view, or a class with a method move; it is 3"):
        sl.add_bot("number", 3)
    with pytest.raises(BadBot, match=r"cannot have 1000\.0 seconds"):
        sl.add_bot("slow", lambda view: 0, seconds=1000)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[bot]", "cannot be read as a file of bots"),
        ("", "is no file of bots"),
        ("bot = 3", "is no file of bots"),
        ('[[bot]]\nname = "x"\ncolour = 3', "bot 1: there is no field 'colour'"),
        ('[[bot]]\nname = "x"\nseconds = "long"', "bot 1: Expected `float`, got `str`"),
        ('[[bot]]\ncommand = ["x"]', "bot 1: Object missing required field `name`"),
        ('[[bot]]\nname = "x"', "say of bot x either python"),
        ('[[bot]]\nname = "x"\ncommand = ["x"]\n[[bot]]\nname = "x"\ncommand = ["x"]', "two bots are called x"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_in_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "bots.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadBot) as refused:
        sl.add_bots(file)
    assert sentence in str(refused.value)
    assert str(file) in str(refused.value)
    assert registry.ADDED == {}


def test_bots_of_installed_packages_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib.metadata import EntryPoint

    points = [EntryPoint("parcel", "lookout:lookout", registry.GROUP)]
    monkeypatch.setattr(registry, "entry_points", lambda group: points if group == registry.GROUP else [])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(EXAMPLES), os.environ.get("PYTHONPATH", "")]))
    registry.installed.cache_clear()
    try:
        assert "parcel" in registry.names(LEIMAN)
        answer = choose(round_of(), "parcel", seeded(1))
        assert answer.fault is None
    finally:
        registry.installed.cache_clear()


def test_a_bot_that_does_not_play_a_game_says_so() -> None:
    sl.add_bot("only", lambda view: view.moves[0], games=["maui"])
    with pytest.raises(BadBot, match=r"Bot only does not play high-tide-leiman; it plays: maui\."):
        sl.choose(round_of(), "only")
    with pytest.raises(BadBot, match="There is no bot called 'nobody'"):
        sl.choose(round_of(), "nobody")
    with pytest.raises(BadBot, match="Nobody is to move"):
        sl.choose(sl.new(LEIMAN, chance="by hand"), "greedy")


# The examples


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The examples, with the one in C compiled."""
    folder = tmp_path_factory.mktemp("examples") / "bots"
    shutil.copytree(EXAMPLES, folder)
    bots = folder / "bots.toml"
    told = re.sub(r"seconds = \d+", f"seconds = {LENIENT}", bots.read_text(encoding="utf-8"))
    bots.write_text(told, encoding="utf-8")
    if compiler := shutil.which("cc") or shutil.which("gcc"):
        subprocess.run(
            [compiler, "-O2", "-Wall", "-Wextra", "-Werror", "-o", folder / "pebble", folder / "pebble.c"], check=True
        )
    return folder


@pytest.mark.parametrize("bot", ["lookout", "grudge", "pebble", "shell"])
def test_the_examples_play_to_the_end(bot: str, examples: Path) -> None:
    if bot == "pebble" and not (examples / "pebble").exists():
        pytest.skip("there is no C compiler here: cc or gcc")
    sl.add_bots(examples / "bots.toml")
    for slug in (LEIMAN, HENN) if bot != "grudge" else (LEIMAN,):
        match = sl.new(slug, seed=5)
        for _ in range(12):
            answer = choose(match, bot, seeded(match.ply))
            assert answer.fault is None
            match.play(answer.move)
        repeated = [choose(match, bot, seeded(1)).move for _ in range(2)]
        assert repeated[0] == repeated[1]


def test_bots_of_your_own_take_part_in_tournaments(examples: Path, tmp_path: Path) -> None:
    sl.add_bots(examples / "bots.toml")
    program(tmp_path, "mute", READY)
    game = sl.game(LEIMAN)
    played = play_match(game, game.options({"length": "round"}), 1, ("shell", "lookout"))
    assert sorted(played.places) == [1, 2]
    assert played.forfeits == ()
    sl.add_bot("broken", lambda view: "nonsense")
    played = play_match(game, game.options({"length": "round"}), 1, ("broken", "greedy"))
    assert played.forfeits[0] == len(played.seconds[0])
    assert played.faults == {"broken": ("fault.nonsense", {"bot": "broken", "answer": "nonsense"})}


def test_the_terminal_and_the_arena_take_them(program: Program, examples: Path) -> None:
    bots = ("--bots", str(examples / "bots.toml"))
    listed = program.strand(*bots, "bots")
    assert "lookout    takes the move after which the position looks best" in listed.stdout
    arguments = (*bots, "play", LEIMAN, "--against", "shell", "--seed", "3", "--plain")
    shown = program.strand(*arguments, stdin="a1-a2\nquit\n", STRANDLINE_RULES="python")
    assert shown.returncode == 0, shown.stderr
    assert "Pink moves" in shown.stdout
    refused = program.strand(*bots, "play", "maui", "--against", "grudge", STRANDLINE_RULES="python")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "Bot grudge does not play maui; it plays: high-tide-leiman.\n"
    resumed = program.strand("play", LEIMAN, "--resume", stdin="quit\n", STRANDLINE_RULES="python")
    assert resumed.returncode == 2
    assert resumed.stderr.startswith("'shell' cannot sit at the table; choose from: human, random")
    holding = (*bots, "arena", LEIMAN, "--bots", "shell,random", "--matches", "2", "--processes", "1")
    held = program.strand(*holding, "--option", "length=round", STRANDLINE_RULES="python")
    assert held.returncode == 0, held.stderr
    assert "shell" in held.stdout


def test_what_was_wrong_with_a_bot_is_told_in_the_terminal_and_after_a_tournament(
    program: Program, tmp_path: Path
) -> None:
    file = tmp_path / "bots.toml"
    file.write_text('[[bot]]\nname = "gone"\ncommand = ["./gone"]\n', encoding="utf-8")
    arguments = ("--bots", str(file), "play", LEIMAN, "--against", "gone", "--seed", "3")
    shown = program.strand(*arguments, stdin="a1-a2\nquit\n", STRANDLINE_RULES="python")
    assert "Bot gone cannot be started (" in shown.stdout
    assert "A random legal move is played for it." in shown.stdout
    assert shown.stderr == ""
    holding = ("--bots", str(file), "arena", LEIMAN, "--bots", "gone,random", "--matches", "2", "--processes", "1")
    held = program.strand(*holding, "--option", "length=round", STRANDLINE_RULES="python")
    assert held.returncode == 0, held.stderr
    assert "of its moves itself; random legal ones were played. First: Bot gone cannot be started (" in held.stdout


def test_against_goes_without_players(program: Program) -> None:
    refused = program.strand("play", LEIMAN, "--against", "tide", "--players", "human,tide", STRANDLINE_RULES="python")
    assert refused.returncode == 2
    assert refused.stderr.startswith("--against names who plays on all other seats;")
