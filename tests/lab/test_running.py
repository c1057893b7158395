"""Whoever plays, whoever dies, whatever disk is full: the rows are the same, and nothing finished is lost."""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
import time
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from strandline.engine.errors import StrandlineError
from strandline.lab import running
from strandline.lab.comparing import compare
from strandline.lab.engines import SILENT, Local, Ray
from strandline.lab.experiment import parse_experiment
from strandline.lab.faults import BadLab
from strandline.lab.reporting import report
from strandline.lab.running import Run, load, run

if TYPE_CHECKING:
    import subprocess

    from conftest import Program

    from strandline.lab.playing import Work

# One round, and boxes with more tiles of one colour: the seat that has it should win more often.
PLANTED = """
question = "Do more tiles help?"
game = "high-tide-leiman"
options.length = "round"
matches = 6_000
measure = ["win", "points", "length", "spread"]

[arm.base]

[arm.more]
components.tiles = { blue = 8, pink = 6 }
components.setup.inner_ring = { blue = 3, pink = 1 }
"""
BOTS = """
game = "high-tide-leiman"
options.length = "round"
matches = 60
luck = true
measure = ["win", "length", "lead_changes"]
bots = ["surfer", "random"]
"""


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of an experiment with a planted effect, on one thread."""
    folder = tmp_path_factory.mktemp("planted") / "more.lab"
    run(parse_experiment(PLANTED, "more.toml"), folder, on="threads", workers=1)
    return folder


def rows(folder: Path) -> dict[str, bytes]:
    """Give the files of a folder of results."""
    return {path.name: path.read_bytes() for path in folder.glob("*.parquet")}


def test_a_planted_effect_is_found_with_its_interval(planted: Path, program: Program, tmp_path: Path) -> None:
    """The truth is asked of many other matches, played elsewhere with the box written by hand."""
    experiment, results = load(planted)
    [arm] = [arm for arm in experiment.arms if arm.name == "more"]
    (tmp_path / "boxes").mkdir()
    (tmp_path / "boxes" / "high-tide-leiman.toml").write_text(arm.box, encoding="utf-8")
    script = (
        "import strandline as sl; p = sl.playouts('high-tide-leiman', 40_000, seed=77, options={'length': 'round'});"
        "print(sl.game('high-tide-leiman').components, (p.place[:, 0] == 1).mean())"
    )
    told = program.python("-c", script, STRANDLINE_COMPONENTS=str(tmp_path / "boxes")).stdout.split()
    assert told[0] == arm.components == results.facts["arms"]["more"]["components"]
    from strandline.lab.finding import find

    found = find(experiment, results)
    [effect] = [one for one in found.contrasts if one.baseline == "base" and one.name == "win.seat.1"]
    [after] = [one for one in found.estimates if one.arm == "more" and one.name == "win.seat.1"]
    assert effect.apart
    assert effect.low > 0
    assert effect.corrected < 0.001
    assert after.low - 0.01 < float(told[1]) < after.high + 0.01


def test_threads_and_processes_write_the_same_bytes_even_if_one_is_killed(planted: Path, tmp_path: Path) -> None:
    """One of two processes is killed in mid-run; another takes its part over."""
    killed: list[int] = []
    experiment = parse_experiment(PLANTED, "more.toml")
    playing = Run(experiment, tmp_path / "more.lab", on="processes", workers=2, progress=lambda _: kill())
    made: list[Local] = []

    def kill() -> None:
        import gc

        made[:] = [one for one in gc.get_objects() if isinstance(one, Local) and not one.closed]
        if not killed and made and made[0].children:
            killed.append(made[0].children[-1].process.pid)
            os.kill(killed[0], signal.SIGKILL)

    playing.run()
    assert killed
    assert rows(tmp_path / "more.lab") == rows(planted)


def test_bots_that_are_asked_move_by_move_play_the_same_in_any_process(tmp_path: Path) -> None:
    experiment = parse_experiment(BOTS, "bots.toml")
    run(experiment, tmp_path / "one", on="threads", workers=1)
    run(experiment, tmp_path / "two", on="processes", workers=2)
    assert rows(tmp_path / "one") == rows(tmp_path / "two")


def test_a_first_part_of_one_match_has_no_interval_yet(program: Program, tmp_path: Path) -> None:
    """Bots that are asked move by move begin with a single match, after which nobody knows how far it may be off."""
    file = tmp_path / "surfer.toml"
    text = 'game = "high-tide-leiman"\nbots = "surfer"\noptions.length = "round"\nmatches = 3\n'
    file.write_text(text, encoding="utf-8")
    done = program.strand("lab", str(file), "--workers", "1")
    assert done.returncode == 0, done.stderr
    assert "3 matches" in done.stdout


def test_an_experiment_goes_on_where_it_stopped_and_further(planted: Path, tmp_path: Path) -> None:
    experiment = parse_experiment(PLANTED, "more.toml")
    folder = tmp_path / "more.lab"

    def stop(_: object) -> None:
        raise KeyboardInterrupt

    first = Run(experiment, folder, on="threads", workers=1, progress=stop)
    found = first.run()
    assert first.interrupted
    assert not found.finished
    before = sum(map(load(folder)[1].played, experiment.arms))
    assert 0 < before < 12_000
    again = Run(experiment, folder, on="threads", workers=1)
    assert again.before == before, "nothing is played twice"
    assert again.run().finished
    assert rows(folder) == rows(planted)


def test_results_of_another_experiment_are_never_mixed(planted: Path) -> None:
    other = parse_experiment(PLANTED.replace("matches", "seed = 3\nmatches"), "more.toml")
    with pytest.raises(StrandlineError, match="another experiment"):
        run(other, planted)


def test_a_rule_to_stop_by_stops_when_the_interval_is_narrow(tmp_path: Path) -> None:
    text = 'game = "high-tide-leiman"\noptions.length = "round"\nmeasure = "win"\nmatches = 50_000\n'
    text += "[until]\nwithin = 0.05\n"
    found = run(parse_experiment(text), tmp_path / "narrow", on="threads", workers=2)
    assert found.stopped_early
    assert all(one.high - one.low <= 0.1 for one in found.estimates)
    assert {one.method for one in found.estimates} == {"sequence"}
    assert found.estimates[0].matches < 5_000


def test_a_full_disk_loses_nothing_that_was_written(program: Program, tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk: the first part fits, the file of all matches does not."""
    (tmp_path / "q.toml").write_text('game = "high-tide-leiman"\noptions.length = "round"\nmatches = 30_000\n')
    script = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (90_000, 90_000));"
        "sys.argv = ['strand', 'lab', 'q.toml', '--on', 'threads']; from strandline.cli import main; main()"
    )
    # What is compiled is larger than the limit.
    program.strand("lab", "q.toml", "--on", "threads", "--matches", "10", "--into", "before")
    done = program.python("-c", script)
    assert done.returncode == 2, done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "cannot be written" in done.stderr
    assert not rows(tmp_path / "q.lab"), "the file of all matches does not fit"
    done = program.strand("lab", "q.toml", "--on", "threads", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["matches"] == 30_000
    program.strand("lab", "q.toml", "--on", "threads", "--into", "undisturbed")
    assert rows(tmp_path / "q.lab") == rows(tmp_path / "undisturbed")


def test_a_page_tells_everything_without_a_script_and_its_commands_print_it_again(
    planted: Path, program: Program
) -> None:
    for language in ("de", "en"):
        html, markdown = report(planted, language)
        page, text = html.read_text(encoding="utf-8"), markdown.read_text(encoding="utf-8")
        assert "<script" not in page
        assert "prefers-color-scheme: dark" in page
        assert page.count("<svg") >= 5
        for plot in ("win", "points-distribution"):
            assert f"plots/{plot}.svg" in text
            assert "</svg>" in (planted / "plots" / f"{plot}.svg").read_text(encoding="utf-8")
    done = program.strand("lab", "report", str(planted), "--measure", "win", COLUMNS="40")
    assert "…" not in done.stdout, "a file has room for whole tables"
    for line in done.stdout.splitlines()[1:3]:
        value = line.split("  ")[-2].strip()
        assert value in page
        assert value in text


def test_lines_of_the_score_sheet_have_the_words_of_their_game(program: Program, tmp_path: Path) -> None:
    """In the sentences of a run, and in what compares two."""
    text = 'game = "maui"\nseats = 2\nmatches = 60\nmeasure = "sheet"\n[arm.plain]\n[arm.greedy]\nbots = "greedy"\n'
    (tmp_path / "q.toml").write_text(text, encoding="utf-8")
    for words in (("q.toml", "--into", "one"), ("compare", "one", "one")):
        done = program.strand("lab", *words, STRANDLINE_LANG="de")
        assert "Leisten" in done.stdout, done.stderr
        assert "tracks" not in done.stdout


def test_two_results_are_compared_arm_by_arm(planted: Path, tmp_path: Path) -> None:
    other = parse_experiment(PLANTED.replace("matches = 6_000", "matches = 500\nseed = 9"), "more.toml")
    run(other, tmp_path / "other", on="threads", workers=2)
    found = compare(planted, tmp_path / "other")
    assert ("seed", 0, 9) in found.facts
    assert {one.arm for one in found.contrasts} == {"base", "more"}
    assert not any(one.paired for one in found.contrasts)
    assert not any(one.apart for one in found.contrasts)
    same = compare(planted, planted)
    assert same.facts == ()
    assert all(one.difference == 0 and one.p == 1 for one in same.contrasts)


def begun(program: Program, **environment: str) -> subprocess.Popen[str]:
    """Begin an experiment without an end, and wait until some of it is written."""
    (program.home / "q.toml").write_text('game = "high-tide-leiman"\nmatches = 50_000_000\n')
    process = program.begin("lab", "q.toml", "--workers", "1", **environment)
    waited = time.monotonic()
    while not list(program.home.glob("q.lab/parts/*/*.parquet")):
        assert time.monotonic() - waited < 600
        assert process.poll() is None, process.stdout and process.stdout.read()
        time.sleep(0.1)
    return process


def kept(folder: Path) -> int:
    """Count the matches that a folder has, from the first on without a gap."""
    experiment, results = load(folder)
    assert results.done(experiment.arms[0]) == results.played(experiment.arms[0])
    return results.played(experiment.arms[0])


def files_of(folder: Path) -> set[Path]:
    """List the files of a folder."""
    return {path for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupt_keeps_what_is_there(program: Program, tmp_path: Path, number: signal.Signals, code: int) -> None:
    """By hand, or by a scheduler that wants its machine back."""
    process = begun(program)
    process.send_signal(number)
    out, _ = process.communicate(timeout=100)
    assert process.returncode == code
    assert out.splitlines()[-1].startswith("Stopped; what is finished is in q.lab, and the same command goes on")
    assert f"{kept(tmp_path / 'q.lab')} matches are in q.lab" in out


def test_a_folder_that_vanishes_is_written_anew(program: Program, tmp_path: Path) -> None:
    process = begun(program)
    moved = (tmp_path / "q.lab").rename(tmp_path / "moved")
    out, _ = process.communicate(timeout=100)
    assert process.returncode == 2
    assert out.splitlines() == [
        "q.lab has vanished; what is finished was written there anew, and the same command goes on from there."
    ]
    assert kept(tmp_path / "q.lab") >= kept(moved) > 0


def test_where_a_folder_cannot_be_made_anew_another_keeps_its_matches(program: Program, tmp_path: Path) -> None:
    (tmp_path / "temporary").mkdir()
    process = begun(program, TMPDIR=str(tmp_path / "temporary"))
    moved = (tmp_path / "q.lab").rename(tmp_path / "moved")
    (tmp_path / "q.lab").write_text("in the way")
    out, _ = process.communicate(timeout=100)
    assert process.returncode == 2
    assert len(out.splitlines()) == 1
    place = Path(out.split("--into ")[1].strip().rstrip("."))
    assert place.parent == tmp_path / "temporary"
    assert kept(place) >= kept(moved) > 0


def test_a_folder_that_takes_no_more_keeps_what_it_has(program: Program, tmp_path: Path) -> None:
    process = begun(program)
    there = files_of(tmp_path / "q.lab")
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, 0))
    out, _ = process.communicate(timeout=100)
    assert process.returncode == 2
    assert len(out.splitlines()) == 1
    assert out.startswith("q.lab cannot be written to: File too large; what was written before stays")
    assert there <= files_of(tmp_path / "q.lab")
    assert not [path for path in files_of(tmp_path / "q.lab") - there if path.suffix != ".parquet"], "nothing half done"
    assert kept(tmp_path / "q.lab") > 0


def test_an_experiment_of_somebody_is_not_written_over(program: Program, tmp_path: Path) -> None:
    (tmp_path / "q.toml").write_text('game = "high-tide-leiman"\noptions.length = "round"\nmatches = 10\n')
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "experiment.toml").write_text("mine")
    done = program.strand("lab", "q.toml", "--into", "mine")
    assert done.returncode == 2
    assert done.stderr == "mine already has another experiment.toml; choose another folder with --into.\n"
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["experiment.toml"]
    assert (tmp_path / "mine" / "experiment.toml").read_text() == "mine"


def test_what_is_finished_is_written_though_nothing_more_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match may take minutes, and a cluster that is lost may take the process along."""

    class Slow(Local):
        waited = 0

        def submit(self, work: Work, first: int, count: int) -> Future[dict[str, Any]]:
            return super().submit(work, first, count) if first == 0 else Future()

        def check(self) -> None:
            Slow.waited += 1
            if kept(tmp_path / "slow") > 0:
                raise BadLab("run.cluster", reason="gone")

    monkeypatch.setattr(running, "engine", lambda *_: Slow(1, threads=True))
    monkeypatch.setattr(running, "SECONDS", 0.1)
    experiment = parse_experiment('game = "high-tide-leiman"\noptions.length = "round"\nmatches = 9_000\n')
    with pytest.raises(BadLab, match="gone"):
        run(experiment, tmp_path / "slow", on="threads")
    assert Slow.waited >= 1


def test_a_cluster_that_does_not_answer_is_waited_for_a_while() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    cluster = Ray.__new__(Ray)
    cluster.address, cluster.silent = f"127.0.0.1:{port}", 0
    for _ in range(SILENT - 1):
        cluster.check()
    with pytest.raises(BadLab, match=f"127.0.0.1:{port}: Connection refused; what is finished is kept"):
        cluster.check()
    with socket.create_server(("127.0.0.1", port)):
        cluster.check()
    assert not cluster.gone


def test_tables_lose_no_letters_where_there_is_no_window(planted: Path, program: Program) -> None:
    for words in (("report", str(planted), "--measure", "win"), ("compare", str(planted), str(planted))):
        done = program.strand("lab", *words, COLUMNS="60")
        assert done.returncode == 0, done.stderr
        assert "…" not in done.stdout
        heads = [line for line in done.stdout.splitlines() if "Difference" in line]
        assert heads
        assert all("p (Holm)" in line for line in heads)


def test_a_page_tells_how_to_run_it_again_and_is_named_after_its_folder(tmp_path: Path) -> None:
    experiment = parse_experiment('game = "high-tide-leiman"\noptions.length = "round"\nmatches = 10\n', "q.toml")
    run(experiment, tmp_path / "my own.lab", on="threads", workers=1)
    text = report(tmp_path / "my own.lab")[1].read_text(encoding="utf-8")
    assert text.startswith("# my own\n")
    assert "`strand lab 'my own.lab/experiment.toml' --into 'my own.lab'`" in text
    assert "`strand lab report 'my own.lab' --measure win`" in text


def test_an_arm_may_be_called_as_it_likes(tmp_path: Path) -> None:
    text = 'game = "high-tide-leiman"\noptions.length = "round"\nmatches = 10\n[arm.lock]\n[arm.parts]\n[arm.facts]\n'
    run(parse_experiment(text), tmp_path / "named", on="threads", workers=1)
    assert set(rows(tmp_path / "named")) == {"lock.parquet", "parts.parquet", "facts.parquet"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["report"], "strand lab FILE"),
        (["compare", "one"], "strand lab FILE"),
        (["nothing.toml"], "nothing.toml cannot be read"),
        (["report", "nothing"], "no results"),
        (["q.toml", "--on", "steam"], "steam"),
        (["q.toml", "--device", "cuda"], "cuda"),
        (["q.toml", "--into", ""], "Name a folder with --into"),
        (["q.toml", "--into", "q.toml"], "q.toml cannot be made or written to: Not a directory; choose another folder"),
        ([""], ". cannot be read: Is a directory"),
    ],
)
def test_what_cannot_be_done_is_one_line(program: Program, tmp_path: Path, words: list[str], told: str) -> None:
    (tmp_path / "q.toml").write_text('game = "high-tide-leiman"\nmatches = 10\n')
    done = program.strand("lab", *words)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert told in done.stderr


def test_a_tournament_tells_shares_with_luck_taken_out(program: Program) -> None:
    words = ("high-tide-leiman", "--bots", "greedy,random", "--matches", "16", "--option", "length=round")
    done = program.strand("arena", *words, "--luck", "6", "--processes", "2", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["luckless"]
    assert set(found) == {"greedy", "random"}
    assert found["greedy"]["won"] + found["random"]["won"] == pytest.approx(1)
    assert found["greedy"]["fair"] + found["random"]["fair"] == pytest.approx(1, abs=1e-3)
    assert program.strand("arena", *words, "--on", "steam").stderr.count("steam") == 1


def test_what_the_lab_offers_hides_behind_no_module_of_the_same_name() -> None:
    """Whatever was imported before: a module that is imported takes the name of its folder's own."""
    import strandline as sl

    assert all(callable(getattr(sl.lab, name)) for name in sl.lab.__all__)
    assert not {path.stem for path in Path(sl.lab.__file__).parent.glob("*.py")} & set(sl.lab.__all__)
