"""Perfect play: right by the rules themselves, the same every time, and a command that tells it."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from itertools import islice, product
from typing import TYPE_CHECKING, Any

import pytest
from catalogue import ROOT, complaint_about, folder_of_tests

import strandline as sl
from strandline.bots import solve, starts
from strandline.bots.solve import Solver, Value
from strandline.engine.chance import seeded
from strandline.engine.row import copy_of
from strandline.engine.turns import OVER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from conftest import Program

    from strandline.engine.row import Row

GAME = sl.game("high-tide-leiman")
SLUG = GAME.slug
RECORD = folder_of_tests(GAME.slug) / "cases" / "three-two.strand"
READINGS = [
    {"free_sides": free_sides, "contact": contact, "highest_stack": highest_stack}
    for free_sides, contact, highest_stack in product(("neighbouring", "any"), ("level", "ground"), ("board", "own"))
]
PATIENCE = 4000  # moves that the referee makes for one position
WON = "N-BPNPBN-BBNBBPPPPPNB"  # starts that take 600,000 and 400,000 positions
LOST = "N-BPPBNN-PPBPBBNBNBPP"


class TooLong(Exception):
    """The referee has lost patience."""


class Referee:
    """Plays everything out by the rules; with `cut`, a move that wins is enough: alpha-beta, where only that counts."""

    def __init__(self, *, cut: bool) -> None:
        self.cut = cut
        self.made = 0

    def wins(self, state: Row) -> bool:
        """Does the mover win?"""
        into = GAME.buffer()
        won = False
        for move in into[: GAME.rules.moves(state, into)].tolist():
            won |= self.move_wins(state, move)
            if won and self.cut:
                break
        return won

    def move_wins(self, state: Row, move: int) -> bool:
        """Does the mover win by this move?"""
        self.made += 1
        if self.made > PATIENCE:
            raise TooLong
        after = copy_of(state)
        GAME.rules.play(after, move)
        if after.turn < 0:
            return bool(after["stones"][state.turn] > state["stones"][state.turn])
        return not self.wins(after)


def positions(*plies: int) -> Iterator[sl.Match]:
    """Make random positions of all readings after one of these numbers of moves of a round."""
    for number in range(10_000):
        dice = random.Random(number)
        match = sl.new(SLUG, seed=number, options=READINGS[number % 8] | {"length": "round"})
        for _ in range(plies[number // 8 % len(plies)]):
            if not match.over:
                match.play(dice.choice(match.legal_numbers()))
        if not match.over:
            yield match


def decided(count: int, *plies: int, cut: bool) -> Iterator[tuple[sl.Match, bool]]:
    """Find positions that the referee can judge in time, and who wins them."""
    for match in positions(*plies):
        try:
            verdict = Referee(cut=cut).wins(match.state)
        except TooLong:
            continue
        yield match, verdict
        count -= 1
        if count == 0:
            return


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(GAME)


def test_it_agrees_with_alpha_beta(solver: Solver) -> None:
    """A thousand positions, with more patience: bench/solve.py."""
    values = {Value.WINS: 0, Value.LOSES: 0}
    for match, wins in decided(60, 6, 7, 8, 9, cut=True):
        value = solver.value(match.state)
        assert value is (Value.WINS if wins else Value.LOSES), match.position()
        values[value] += 1
    assert min(values.values()) > 10


def test_it_agrees_with_looking_at_everything(solver: Solver) -> None:
    for match, wins in decided(40, 10, 11, 12, cut=False):
        solution = solver.solve(match.state)
        assert solution.value is (Value.WINS if wins else Value.LOSES), match.position()
        right = [move for move in match.legal_numbers() if Referee(cut=True).move_wins(match.state, move)]
        assert sorted(solution.moves) == match.legal_numbers()
        assert sorted(solution.winning) == right
        assert solution.unknown == ()
        assert solution.best in (right or solution.moves)
        assert solver.answer(match.state)[1] == solution.best


def test_a_start_is_won_by_a_move_after_which_the_other_loses(solver: Solver) -> None:
    for seed in range(3):
        match = sl.new(SLUG, seed=seed)
        solution = solver.solve(match.state)
        lost = []
        for move in solution.moves:
            match.play(move)
            if Solver(GAME).value(match.state) is Value.LOSES:
                lost.append(move)
            match.undo()
        assert list(solution.winning) == lost
        assert solution.value is (Value.WINS if lost else Value.LOSES)


def test_where_all_moves_lose_the_best_leaves_the_fewest_winning_replies(solver: Solver) -> None:
    seen = 0
    for match in islice(positions(8, 9), 60):
        solution = solver.solve(match.state)
        if solution.value is Value.LOSES:
            winning = {move: winning_replies(match, move) for move in solution.moves}
            assert winning[solution.best] == min(winning.values())
            seen += len(set(winning.values())) > 1
    assert seen > 3


def winning_replies(match: sl.Match, move: int) -> int:
    """How many replies refute a move? Where it ends the round at once, as many as can be."""
    after = GAME.after(match.state, move)
    return Solver(GAME).game.MAX_MOVES if after.turn == OVER else len(Solver(GAME).solve(after).winning)


def test_when_the_limit_is_reached_the_value_is_unknown() -> None:
    match = sl.new(SLUG, seed=0)
    hasty = Solver(GAME, limit=50)
    assert hasty.value(match.state) is Value.UNKNOWN
    assert hasty.nodes == 50
    assert hasty.answer(match.state)[1] in match.legal_numbers()
    solution = hasty.solve(match.state)
    assert solution.value is Value.UNKNOWN
    assert solution.unknown
    assert solution.best in match.legal_numbers()
    assert solution.nodes < 50 + 2 * len(solution.moves)


def test_the_answer_does_not_depend_on_what_was_asked_before(solver: Solver) -> None:
    first, second = (sl.new(SLUG, seed=seed).state for seed in (1, 2))
    alone = Solver(GAME).solve(first)
    solver.solve(second)
    assert solver.solve(first) == alone
    assert Solver(GAME).answer(first)[1] == alone.best


def test_the_table_grows_and_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    state = sl.new(SLUG, seed=1).state
    value = Solver(GAME).value(state)
    monkeypatch.setattr(solve, "MIN_ENTRIES", 16)
    small = Solver(GAME)
    assert small.value(state) is value
    assert len(small._entries) > 16


def test_in_a_crowded_table_the_least_work_gives_way() -> None:
    entries = solve.Entry.table(8)
    for key in range(1, 30):
        index = solve.slot_for(entries, key, key % 3)
        entries[index].key, entries[index].slot, entries[index].work = key, key % 3, key
    assert {entry.key for entry in entries} >= {27, 28, 29}


def test_a_position_where_nobody_is_to_move_is_refused(solver: Solver) -> None:
    with pytest.raises(ValueError):
        solver.value(sl.new(SLUG, chance="by hand").state)
    with pytest.raises(TypeError):
        Solver(sl.game("maui"))
    with pytest.raises(TypeError):
        starts.Starts(sl.game("maui"), sl.game("maui").options())


def test_a_game_that_offers_half_of_a_solver_is_refused(tmp_path: Path) -> None:
    complaint = complaint_about(tmp_path / "half_solved", "solve.py", "OPTIONS_USED = ()\n")
    assert "solve has no MAX_DEPTH" in complaint


def test_perfect_play_wins_every_round_that_is_won(solver: Solver) -> None:
    match, dice = sl.new(SLUG, seed=4, options={"first": "blue"}), seeded(4)
    won: set[int] = set()
    while not match.over:
        before = match.scores()
        if match.turn == 0 and solver.value(match.state) is Value.WINS:
            won.add(sum(before))
        move = Solver(GAME).answer(match.state)[1] if match.turn == 0 else dice_move(match, dice)
        match.play(move)
        if sum(match.scores()) > sum(before) and sum(before) in won:
            assert match.scores()[0] > before[0]
    assert won


def dice_move(match: sl.Match, dice: Any) -> int:
    from strandline.engine.chance import below

    legal = match.legal_numbers()
    return legal[below(dice, len(legal))]


SMALL = """
import strandline as sl
from strandline.bots.solve import Solver
solver = Solver(sl.game("high-tide-leiman"))
match = sl.load({record!r})
for count in {counts!r}:
    solution = solver.solve(match.state_at(count))
    print(count, solution)
"""


def test_compiled_and_uncompiled_searches_are_the_same(program: Program) -> None:
    match = sl.load(RECORD)
    turns = [match.turn_at(count) for count in range(len(match.played) + 1)]
    counts = [count for count, turn in enumerate(turns[:-3]) if turn >= 0 > turns[count + 3]]  # near the end of a round
    code = SMALL.format(record=str(RECORD), counts=counts)
    compiled = program.python("-c", code, STRANDLINE_RULES="compiled")
    assert compiled.stdout.count("Solution") == len(counts) > 3
    assert program.python("-c", code, STRANDLINE_RULES="python").stdout == compiled.stdout
    checked = program.python("-c", code, STRANDLINE_RULES="compiled", NUMBA_BOUNDSCHECK="1")
    assert checked.stdout == compiled.stdout


# The table of starts


def test_a_byte_tells_who_wins_and_how_hard_it_was() -> None:
    assert starts.as_byte(Value.UNKNOWN, 123) == starts.GIVEN_UP
    for nodes in (1, 2, 37, 1000, 999_999, 2**31):
        for value in (Value.WINS, Value.LOSES):
            byte = starts.as_byte(value, nodes)
            assert starts.SOLVED <= byte <= 255
            assert byte % 2 == (value is Value.WINS)
            assert starts.nodes_of(byte) == pytest.approx(nodes, rel=0.12)


def few_starts(count: int = 12) -> starts.Starts:
    """Pretend that a game has only so many starts."""
    found = starts.Starts(GAME, GAME.options({"contact": "ground"}))
    order = list(found.unsolved())[:count]
    found.start, found.multiplicity = found.start[order], found.multiplicity[order]
    found.result = found.result[order]
    return found


def test_starts_are_solved_kept_and_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "few.starts"
    table = few_starts()
    ticks: list[None] = []
    starts.solve_starts(table, path, count=5, threads=2, progress=lambda: ticks.append(None))
    assert len(ticks) == table.summary().solved == 5
    again = few_starts()
    again.load(path)
    assert bytes(again.result) == bytes(table.result)
    starts.solve_starts(again, path, threads=1)
    summary = again.summary(hardest=3)
    assert summary.solved == summary.starts == 12
    assert summary.interval is None, "all are solved: the share is exact"
    assert summary.share == pytest.approx(summary.first_wins / 12, abs=0.1)
    assert [hard.nodes for hard in summary.hardest] == sorted((hard.nodes for hard in summary.hardest), reverse=True)
    one_thread = few_starts()
    starts.solve_starts(one_thread, tmp_path / "other.starts", threads=1)
    assert (tmp_path / "other.starts").read_bytes() == path.read_bytes()


def test_starts_that_take_too_long_are_given_up(tmp_path: Path) -> None:
    table = few_starts()
    starts.solve_starts(table, tmp_path / "few.starts", limit=2, count=3)
    summary = table.summary()
    assert (summary.solved, summary.given_up, summary.share, summary.hardest) == (0, 3, None, ())
    starts.solve_starts(table, tmp_path / "few.starts")
    assert (table.summary().solved, table.summary().given_up) == (12, 0), "they are tried again, last"


def test_groups_of_starts_are_summed_up_by_themselves() -> None:
    """By hand: three starts of one ring, one of them symmetric, and one of another ring that nobody has solved."""
    table = few_starts(4)
    spelled = ("N-BBPPNN-BBBBBPPPNNPP", "N-BBPPNN-BBBBBPPPPPNN", "N-PPNNBB-BBBBBPPPPNPN", "N-BPBPNN-BBBBBPPPPPNN")
    table.start[:] = [sl.game(SLUG).solve.parse_start(text) for text in spelled]  # type: ignore[union-attr]
    table.multiplicity[:] = [12, 6, 12, 12]
    table.result[:] = [starts.as_byte(Value.WINS, 9), starts.as_byte(Value.LOSES, 9), starts.as_byte(Value.WINS, 9), 0]
    summary = table.summary()
    assert (summary.symmetric.starts, summary.symmetric.solved, summary.symmetric.share) == (1, 1, 0.0)
    first, second = summary.groups
    assert (first.name, first.starts, first.first_wins, first.share) == ("BBPPNN", 3, 2, 24 / 30)
    assert (second.name, second.starts, second.solved, second.share) == ("BPBPNN", 1, 0, None)


def test_starts_come_in_a_mixed_order() -> None:
    table = starts.Starts(GAME, GAME.options())
    order = list(table.unsolved())
    assert sorted(order) == list(range(124_920))
    assert abs(sum(order[:1000]) / 1000 - 62_460) < 4000
    assert list(islice(starts.Starts(GAME, GAME.options({"contact": "ground"})).unsolved(), 50)) == order[:50]


# The command


def test_solve_a_start(program: Program) -> None:
    done = program.strand("solve", "--seed", "0", "--json")
    data = json.loads(done.stdout)
    solution = Solver(GAME).solve(sl.new(SLUG, seed=0).state)
    assert data["value"] == solution.value
    assert data["winning"] == [GAME.spelled[move] for move in solution.winning]
    assert (data["moves"], data["nodes"], data["game"]) == (len(solution.moves), solution.nodes, SLUG)
    told = program.strand("solve", "--seed", "0").stdout
    assert "to move and wins by force" in told
    assert f"of {len(solution.moves)} moves win" in told
    assert "│" in told
    seed = program.strand("solve").stdout.split("\n")[0].removeprefix("Seed ").removesuffix(".")
    again = json.loads(program.strand("solve", "--seed", seed, "--json").stdout)
    assert again["position"] == GAME.notation.position(sl.new(SLUG, seed=int(seed)).state)


def test_solve_a_start_that_is_written_out(program: Program) -> None:
    data = json.loads(program.strand("solve", WON, "--json").stdout)
    assert (data["turn"], data["value"], data["position"]["stacks"]["b2"]) == (0, "wins", "B")
    told = program.strand("--lang", "de", "solve", LOST).stdout
    assert "Blau ist am Zug und verliert gegen bestes Spiel" in told
    assert "Am schwersten zu widerlegen" in told
    other = program.strand("solve", LOST, "--option", "highest_stack=own", "--json")
    assert json.loads(other.stdout)["value"] in {"wins", "loses"}


def test_solve_a_position_of_a_record_and_of_a_file(program: Program, tmp_path: Path) -> None:
    match = sl.load(RECORD)
    expected = Solver(GAME).solve(match.state_at(30))
    data = json.loads(program.strand("solve", str(RECORD), "--at", "30", "--json").stdout)
    assert data["value"] == expected.value
    position = {"game": SLUG, **GAME.notation.position(match.state_at(30))}
    (tmp_path / "here.json").write_text(json.dumps(position), encoding="utf-8")
    again = json.loads(program.strand("solve", "here.json", "--json").stdout)
    assert {**again, "seconds": 0} == {**data, "seconds": 0}


def test_solve_gives_up_at_the_limit(program: Program) -> None:
    told = program.strand("solve", WON, "--limit", "1000").stdout
    assert "was not found within" in told
    assert "The most promising:" in told
    assert "Not found out:" in told


def test_solve_uncompiled(program: Program) -> None:
    last = sl.load(RECORD).count - 1
    done = program.strand("solve", str(RECORD), "--at", str(last), STRANDLINE_RULES="python")
    assert "uncompiled" in done.stderr
    assert "to move and" in done.stdout


def test_solve_all_starts_a_few_at_a_time(program: Program, tmp_path: Path) -> None:
    first = program.strand("solve", "--all", "--count", "4", "--json")
    data = json.loads(first.stdout)
    assert (data["solved"], data["starts"], data["given_up"]) == (4, 124_920, 0)
    kept = tmp_path / "state" / "strandline" / "solve" / f"{SLUG}-neighbouring-level-board.starts"
    assert data["table"] == str(kept)
    assert kept.stat().st_size < 126_000
    more = json.loads(program.strand("solve", "--all", "--count", "3", "--threads", "1", "--json").stdout)
    assert more["solved"] == 7
    told = program.strand("solve", "--table", str(kept), "--summary").stdout
    assert told.startswith(f"7 of 124,920 starts solved, symmetric ones counted once ({kept}).\nThe first player wins ")
    assert "Wilson's interval" in told
    assert told.count("Hard: ") == 5
    assert "\nRing around the centre B" in told
    assert sum(group["solved"] for group in more["groups"]) == 7
    hardest = more["hardest"][0]
    assert json.loads(program.strand("solve", hardest["start"], "--json").stdout)["value"] == hardest["value"]
    german = program.strand("--lang", "de", "solve", "--summary").stdout
    assert german.startswith("7 von 124.920 Anfängen gelöst")
    assert "\nRing um die Mitte B" in german


def test_solve_all_starts_is_stopped_and_keeps_what_is_solved(tmp_path: Path) -> None:
    path = tmp_path / "stop.starts"
    command = [sys.executable, "-m", "strandline", "solve", "--all", "--table", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ) as run:
        try:
            deadline = time.monotonic() + 100
            lock = tmp_path / ".stop.starts.lock"
            while not lock.exists() and time.monotonic() < deadline:
                time.sleep(0.05)
            busy = subprocess.run([*command, "--count", "1"], capture_output=True, text=True, check=False)
            time.sleep(0.5)
            run.send_signal(signal.SIGINT)
            told, complaints = run.communicate(timeout=100)
        finally:
            run.kill()  # if it has not ended, it would solve for days
    assert (busy.returncode, busy.stdout) == (2, "")
    assert "another process" in busy.stderr
    assert run.returncode == 130
    assert "the same command goes on with it" in complaints
    header, result = starts.read(path)
    assert header["starts"] == str(len(result)) == "124920"
    assert told.startswith(f"{(result > 1).sum():,} of 124,920 starts solved")


MISTAKES = {
    "a game that cannot be solved": (["--game", "maui"], f"maui cannot be solved; choose one of: {SLUG}."),
    "no such game": (["--game", "chess"], "There is no game called 'chess'"),
    "no such file": (["nothing.strand"], "nothing.strand cannot be read: No such file or directory."),
    "the match is over": ([str(RECORD)], "no player is to move: The match is over."),
    "chance is to move": ([str(RECORD), "--at", "3"], "no player is to move: The tiles are being laid."),
    "too far": ([str(RECORD), "--at", "9999"], "There is no position after 9999 moves"),
    "tiles that are not in the box": (["N" * 19], "The position has 0 blue tiles; there are 7."),
    "a file and options": ([str(RECORD), "--option", "contact=ground"], "leave out --game, --option and --seed."),
    "a start and a seed": ([WON, "--seed", "1"], "leave out --game, --option and --seed."),
    "an option that is none": (["--option", "contact=never"], "option 'contact' cannot be 'never'"),
    "all starts and one": (["--all", "--seed", "1"], "--all and --summary are about all starts"),
    "a table for one position": (["--table", "x"], "add --all or --summary."),
    "no table": (["--summary"], ".starts cannot be read: No such file or directory."),
    "another file": (["--summary", "--table", str(RECORD)], "is not a table of starts"),
    "a limit of nothing": (["--limit", "0"], "--limit cannot have that value"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_end_in_one_sentence(program: Program, name: str) -> None:
    arguments, sentence = MISTAKES[name]
    done = program.strand("solve", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_table_of_other_options_is_refused(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "ground.starts"
    starts.Starts(GAME, GAME.options({"contact": "ground"})).save(path)
    other = program.strand("solve", "--all", "--table", str(path), "--option", "contact=level")
    assert (other.returncode, other.stderr.count("\n")) == (2, 1)
    assert "is not a table of starts of this game" in other.stderr
    same = json.loads(program.strand("solve", "--summary", "--table", str(path), "--json").stdout)
    assert (same["options"]["contact"], same["solved"], same["share"]) == ("ground", 0, None)
    path.write_bytes(path.read_bytes()[:-1])
    assert program.strand("solve", "--summary", "--table", str(path)).returncode == 2
    starts.Starts(GAME, GAME.options({"contact": "ground"})).save(path)
    path.write_bytes(path.read_bytes().replace(b"options: {", b"options: "))
    assert program.strand("solve", "--summary", "--table", str(path)).returncode == 2
    away = program.strand("solve", "--all", "--table", str(tmp_path / "ground.starts" / "no.starts"))
    assert (away.returncode, away.stderr.count("\n")) == (2, 1)


def test_a_table_of_starts_of_the_first_format_is_read(tmp_path: Path) -> None:
    """A table once written works for ever: the first ones were not compressed, and called their options readings."""
    table = ROOT / "bench" / "starts.table"
    header, solved = starts.read(table)
    written = {**header, "readings": header["options"]}
    del written["options"]
    lines = ["strandline starts 1", *(f"{key}: {value}" for key, value in written.items()), "", ""]
    (tmp_path / "old.table").write_bytes("\n".join(lines).encode() + solved.tobytes())
    again, same = starts.read(tmp_path / "old.table")
    assert again == header
    assert same.tobytes() == solved.tobytes()
