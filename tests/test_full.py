"""`strand play --full`: whole matches by keys and by mouse, in small and large windows, in both languages."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
from catalogue import SLUGS
from rich.style import Style
from rich.text import Text
from textual.widgets import Static

import strandline as sl
from strandline.bots import BOTS, LEVELS
from strandline.cli.full.app import BESIDE, SINGLE, FullScreen
from strandline.cli.full.board import Board, nearest, places
from strandline.cli.full.panels import Chips
from strandline.cli.full.screens import Curtain, Help, Rules, Summary
from strandline.cli.full.session import Session
from strandline.engine.contract import NOBODY
from strandline.engine.row import to_bytes
from strandline.engine.texts import LANGUAGES
from strandline.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from pathlib import Path

    from conftest import Program
    from textual.pilot import Pilot

    from strandline.engine.game import Game

SMALL, LARGE = (80, 24), (200, 50)
QUICK = {"high-tide-leiman": {"length": "round"}}
MOST = 600  # decisions of a match


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records of these matches are kept in a folder of their own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


def screen(slug: str, *players: str, language: str = "en", seed: int = 3, **options: Any) -> FullScreen:
    """Set up a match of people, or of these players."""
    seats = len(players) or sl.game(slug).rules.SEATS[0]
    match = sl.new(slug, seats=seats, seed=seed, options=options or QUICK.get(slug, {}), language=language)
    match.players = players or ("human",) * seats
    return FullScreen(Session(match, language=language))


def in_window(app: FullScreen, size: tuple[int, int], play: Callable[[Pilot[None]], Awaitable[None]]) -> None:
    """Run the app in a window of this size, and let somebody play."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(pilot)

    asyncio.run(run())


async def until(pilot: Pilot[None], what: Callable[[], bool]) -> None:
    """Wait for something, for a minute at most."""
    deadline = time.monotonic() + 60
    while not what():
        assert time.monotonic() < deadline
        await pilot.pause(0.01)


def text_of(app: FullScreen, selector: str) -> str:
    """Read what a panel shows."""
    strips = app.screen_stack[0].query_one(selector).render_lines(app.screen_stack[0].query_one(selector).size.region)
    return "\n".join(strip.text.rstrip() for strip in strips)


def number_keys(app: FullScreen, index: int) -> list[str]:
    """Which keys choose this one of the choices by its number?"""
    typed = list(str(index + 1))
    return [*typed, "enter"] if (index + 1) * 10 <= len(app.offered) else typed


async def choose_all(pilot: Pilot[None], app: FullScreen, most: int = MOST) -> None:
    """Choose by keys until the match is over: by number, and by arrow and Enter."""
    for turn in range(most):
        if app.session.match.over:
            break
        if isinstance(app.screen, Curtain):
            await pilot.press("enter")
            continue
        await pilot.press(*(["right", "enter"] if turn % 2 else number_keys(app, turn % len(app.offered))))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_whole_match_by_keys_in_a_small_window(slug: str) -> None:
    app = screen(slug)

    async def play(pilot: Pilot[None]) -> None:
        await choose_all(pilot, app)
        await pilot.pause()
        assert isinstance(app.screen, Summary)
        await pilot.press("escape")
        assert app.session.ending()[0] in " ".join(text_of(app, "#prompt").split())

    in_window(app, SMALL, play)
    assert app.session.match.over
    assert sl.load(app.session.record).over


@pytest.mark.parametrize("slug", GAMES)
def test_a_whole_match_by_mouse_in_a_large_window(slug: str) -> None:
    app = screen(slug, seed=5)

    async def play(pilot: Pilot[None]) -> None:
        chips = app.query_one(Chips)
        for turn in range(MOST):
            if app.session.match.over:
                break
            if isinstance(app.screen, Curtain):
                await pilot.click(Curtain)
                continue
            placed = chips.placed(chips.content_size.width)
            wanted = placed[turn % len(placed)]
            await pilot.click(Chips, offset=(wanted.column + 1, wanted.line))
        await pilot.pause()
        assert isinstance(app.screen, Summary)

    in_window(app, LARGE, play)
    assert app.session.match.over


@pytest.mark.parametrize("slug", GAMES)
def test_a_small_window_begins_with_who_is_who_and_the_goal(slug: str) -> None:
    """Whoever begins: a bot may have moved already."""
    for seed in (1, 2):
        bots = ["greedy"] * (sl.game(slug).rules.SEATS[0] - 1)
        app = screen(slug, "human", *bots, seed=seed)

        async def play(pilot: Pilot[None], app: FullScreen = app) -> None:
            await until(pilot, lambda: app.session.asked)
            await pilot.pause()
            said = " ".join(text_of(app, "#told").split())
            assert said.startswith("You are ")
            assert "greedy" in said
            assert said.endswith("Press ? for all keys.")

        in_window(app, SMALL, play)


@pytest.mark.parametrize("slug", ["high-tide-leiman", "high-tide-henn", "maui"])
def test_news_are_whole_sentences_and_nothing_of_them_is_cut_off(slug: str) -> None:
    most = sl.game(slug).rules.SEATS[-1]
    app = screen(slug, "human", *["greedy"] * (most - 1), seed=4)

    async def play(pilot: Pilot[None]) -> None:
        told = 0
        for turn in range(14):
            await until(pilot, lambda: app.session.asked or app.session.match.over)
            if app.session.match.over:
                break
            await pilot.pause()
            news = str(app.query_one("#news", Static).content)
            shown = " ".join(text_of(app, "#news").split())
            assert shown == " ".join(news.split())
            assert not news or news.endswith((".", "!", "?", "…"))
            told += bool(news)
            if slug == "high-tide-leiman":
                assert app.query_one("#board-panel").max_scroll_y == 0
            await pilot.press(*number_keys(app, turn % len(app.offered)))
        assert told

    in_window(app, SMALL, play)


def test_bots_of_ones_own_are_told_the_end_even_by_whoever_leaves_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the other doors: once for each seat of theirs, with the places; one that dawdles holds up no key."""
    monkeypatch.setattr("strandline.bots.own.registry.ADDED", {})
    told: list[tuple[int, list[int], int]] = []
    left = threading.Event()

    class Sulking(sl.Bot):
        def start(self, view: sl.View) -> None:
            self.heard = 0

        def played(self, seat: int, move: str | None) -> None:
            self.heard += 1

        def move(self, view: sl.View) -> int:
            return view.moves[0]

        def end(self, view: sl.View, places: Sequence[int]) -> None:
            assert left.wait(4), "the screen did not wait for this bot"
            told.append((view.seat, list(places), self.heard))

    sl.add_bot("sulking", Sulking)
    app = screen("high-tide-leiman", "human", "sulking")

    async def play(pilot: Pilot[None]) -> None:
        while not app.session.match.over:
            await until(pilot, lambda: app.session.asked or app.session.match.over)
            if not app.session.match.over:
                await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Summary))
        await pilot.press("q")

    in_window(app, SMALL, play)
    assert told == []
    left.set()
    for thread in threading.enumerate():
        if thread.name == "end":
            thread.join(10)
    match = app.session.match
    assert told == [(1, match.places(), match.count)]


@pytest.mark.parametrize("slug", GAMES)
def test_the_window_is_resized_in_mid_match(slug: str) -> None:
    """In every window the question, a choice and the keys are on view, and the board or its words."""
    app = screen(slug)

    async def play(pilot: Pilot[None]) -> None:
        for size in (LARGE, SMALL, (120, 40), (50, 20), (100, 70), LARGE):
            await pilot.resize_terminal(*size)
            await choose_all(pilot, app, 3)
            await pilot.pause()
            if app.session.match.over:
                break
            for panel in ("#standing", "#prompt", "#chips", "#keys", "#board-panel"):
                region = app.query_one(panel).region
                assert region.area > 0, (panel, size)
                assert app.screen.region.contains_region(region), (panel, size)
            assert app.query_one("#board-panel").size.height >= 8, size
            board = app.query_one(Board)
            assert board.size.width <= app.query_one("#board-panel").size.width, size

    in_window(app, SMALL, play)


@pytest.mark.parametrize("slug", GAMES)
def test_at_80_columns_every_game_is_drawn_and_a_large_window_shows_all_panels(slug: str) -> None:
    for language in LANGUAGES:
        app = screen(slug, language=language)

        async def play(pilot: Pilot[None], app: FullScreen = app) -> None:
            assert app.session.drawing(None, *app.room()) is not None
            await pilot.resize_terminal(*LARGE)
            await pilot.pause()
            assert app.arrangement == BESIDE
            assert app.query_one("#log-panel").size.height > 5
            assert app.query_one("#sheet-panel").size.height > 2

        in_window(app, SMALL, play)


# Keys


def test_two_digits_choose_where_there_are_ten_or_more() -> None:
    app = screen("day-at-the-beach", seed=3)

    async def play(pilot: Pilot[None]) -> None:
        while len(app.offered) < 10:
            await pilot.press("1")
        tenth, within = app.offered[9], app.within
        await pilot.press("1")
        assert app.within == within
        assert app.digits == "1"
        await pilot.press("0")
        assert app.within == tenth.moves

    in_window(app, SMALL, play)


def test_a_step_is_taken_back_and_a_move_too() -> None:
    app = screen("high-tide-leiman")

    async def play(pilot: Pilot[None]) -> None:
        match = app.session.match
        count = match.count
        assert app.offered[0].group
        await pilot.press("1")
        assert app.within
        await pilot.press("escape")
        assert app.within is None
        await pilot.press("1", "1")
        assert match.count == count + 1
        await pilot.press("u")
        assert match.count == count
        assert "1 move taken back." in text_of(app, "#told")
        await pilot.press("u")
        assert "chance has revealed something" in text_of(app, "#told")

    in_window(app, SMALL, play)


def test_a_typed_move_is_played_and_a_forbidden_one_gets_its_rule() -> None:
    app = screen("high-tide-leiman")

    async def play(pilot: Pilot[None]) -> None:
        count = app.session.match.count
        await pilot.press("m", *("c", "3", "minus", "c", "4"), "enter")
        assert "(L-T3)" in text_of(app, "#told")
        move = app.session.match.legal()[0]
        await pilot.press("m", *(("minus" if sign == "-" else sign) for sign in move), "enter")
        assert app.session.match.count == count + 1

    in_window(app, SMALL, play)


def test_panels_language_daylight_help_rules_and_looking_back() -> None:
    app = screen("maui")

    async def play(pilot: Pilot[None]) -> None:
        await choose_all(pilot, app, 4)
        assert app.arrangement == SINGLE
        await pilot.press("l")
        assert app.query_one("#log-panel").size.height > 8
        assert not app.query_one("#board-panel").size.height
        await pilot.press("s")
        assert app.query_one("#sheet-panel").size.height > 8
        await pilot.press("b")
        assert app.query_one("#board-panel").size.height > 8
        theme = app.theme
        await pilot.press("d")
        assert app.theme != theme
        await pilot.press("g")
        assert "nimm" in text_of(app, "#chips") or "lege" in text_of(app, "#chips") or "leg" in text_of(app, "#chips")
        assert "Regeln" in text_of(app, "#keys")
        await pilot.press("question_mark")
        assert isinstance(app.screen, Help)
        await pilot.press("escape", "r")
        assert isinstance(app.screen, Rules)
        await pilot.press("u", "escape")
        assert not isinstance(app.screen, Rules)
        count = app.session.match.count
        await pilot.press("left_square_bracket")
        assert app.looking is not None
        assert app.looking < count == app.session.match.count
        assert not app.offered
        await pilot.press("1", "enter")
        assert app.session.match.count == count, "nothing is chosen while one looks back"
        await pilot.press("right_square_bracket")
        assert app.looking is None
        assert app.offered
        await pilot.press("o", "w")
        assert sl.load("maui.strand").count == count

    in_window(app, SMALL, play)


def test_a_place_of_the_board_can_be_clicked() -> None:
    app = screen("high-tide-leiman")

    async def play(pilot: Pilot[None]) -> None:
        match, board = app.session.match, app.query_one(Board)
        count = match.count
        start, end = match.legal()[0].split("-")
        for cell in (start, end):
            place = next(place for place in board.places if place.target == cell)
            await pilot.click(Board, offset=(place.column + 1, place.line - 1))
        assert match.count == count + 1
        assert match.game.spelled[match.last] == f"{start}-{end}"

    for size in (SMALL, LARGE):
        app = screen("high-tide-leiman")
        in_window(app, size, play)


@pytest.mark.parametrize("slug", GAMES)
def test_drawings_say_what_can_be_pointed_at(slug: str) -> None:
    """Over a whole match: most first steps are places of both drawings, and such a click takes the step."""
    match, found, steps = sl.new(slug, seed=3), 0, 0
    while not match.over:
        texts = match.game.texts("en")
        wanted = {match.game.paths[move][0] for move in match.legal_numbers()}
        actions = match.game.words.actions(match.state, texts).keys()
        for drawn in (
            match.game.words.board(match.state, texts, -1),
            match.game.words.compact(match.state, texts, -1, [match.turn]),
        ):
            steps += len(wanted - actions)
            found += len({place.target for place in places(drawn, wanted)} - actions)
        match.play(match.legal_numbers()[match.count % len(wanted)])
    assert found > 0.8 * steps


def test_a_target_is_found_where_a_drawing_marks_it_or_by_its_name() -> None:
    named = places(Text("a1  a12\n b2"), {"market.a1", "b2", "row.1"})
    assert {(place.target, place.line, place.column) for place in named} == {("market.a1", 0, 0), ("b2", 1, 1)}
    assert places(Text("   w1 \n n1"), {"w1", "n1w1"}) == []
    marked = places(Text("a1  \n ").append("xx", Style(meta={"target": "row.1"})), {"a1", "row.1"})
    assert [(place.target, place.line, place.column) for place in marked] == [("row.1", 1, 1)]
    assert nearest(marked, 2, 1) == "row.1"
    assert nearest(marked, 40, 1) is None


# Bots


def test_the_screen_answers_while_a_bot_thinks_and_what_it_thought_of_a_position_that_is_gone_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, may_move = threading.Event(), threading.Event()

    def slow(game: Game, view: Any, dice: Any) -> int:
        asked.set()
        assert may_move.wait(60)
        return BOTS["greedy"](game, view, dice)

    monkeypatch.setitem(BOTS, "tide", slow)
    app = screen("high-tide-leiman", "human", "tide")

    async def play(pilot: Pilot[None]) -> None:
        match = app.session.match
        count = match.count
        await pilot.press("1", "1")
        await until(pilot, asked.is_set)
        assert match.turn == 1
        assert "Pink (tide) thinks" in text_of(app, "#prompt")
        await pilot.press("r")
        assert isinstance(app.screen, Rules)
        await pilot.press("escape", "u")
        assert match.count == count
        may_move.set()
        await pilot.pause(0.1)
        assert match.count == count
        await pilot.press("1", "1")
        await until(pilot, lambda: match.count == count + 2)
        assert text_of(app, "#news").startswith("Pink moves")

    in_window(app, SMALL, play)


@pytest.mark.parametrize("bot", LEVELS)
def test_a_bot_of_every_level_plays(bot: str) -> None:
    app = screen("high-tide-leiman", "human", bot, length="round")

    async def play(pilot: Pilot[None]) -> None:
        for _ in range(2):
            await until(pilot, lambda: app.session.asked)
            await pilot.press("1", *(["1"] if app.offered[0].group else []))
        await until(pilot, lambda: app.session.asked or app.session.match.over)

    in_window(app, SMALL, play)


def test_a_hint_is_told() -> None:
    app = screen("high-tide-leiman", "human", "random")

    async def play(pilot: Pilot[None]) -> None:
        await pilot.press("h")
        await until(pilot, lambda: "Blue moves" in app.message)

    in_window(app, SMALL, play)


# Around one screen


def test_behind_the_curtain_nobody_sees_what_another_one_knows() -> None:
    """H-U1: with face-down surfers the screen shows nothing before the next player is there, then only the own one."""
    app = screen("high-tide-henn", "human", "human", "human", surfer="face-down")

    async def play(pilot: Pilot[None]) -> None:
        session = app.session
        for _ in range(6):
            await until(pilot, lambda: isinstance(app.screen, Curtain))
            assert session.eyes == NOBODY
            assert not app.offered
            hidden = to_bytes(session.seen())
            assert hidden == to_bytes(session.match.view(NOBODY))
            turn = session.match.turn
            await pilot.press("enter")
            assert not isinstance(app.screen, Curtain)
            assert session.eyes == turn
            while not session.match.over and session.match.turn == turn:
                await pilot.press("1")

    in_window(app, SMALL, play)


def test_without_secrets_there_is_no_curtain() -> None:
    app = screen("high-tide-henn", "human", "human", "human", surfer="face-up")

    async def play(pilot: Pilot[None]) -> None:
        for _ in range(6):
            assert not isinstance(app.screen, Curtain)
            await pilot.press("1")

    in_window(app, SMALL, play)


# The end


def test_at_the_end_there_is_a_summary_and_another_match() -> None:
    app = screen("high-tide-leiman")

    async def play(pilot: Pilot[None]) -> None:
        first = app.session.match
        await choose_all(pilot, app)
        await pilot.pause()
        assert isinstance(app.screen, Summary)
        await pilot.press("n")
        assert app.session.match is not first
        assert app.session.match.players == first.players
        assert not app.session.match.over
        await pilot.press("q")

    in_window(app, LARGE, play)
    assert sl.load(app.session.record).played == app.session.match.played


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "200x50"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_screenshots_of_every_game_by_day_and_night(size: tuple[int, int], language: str) -> None:
    """Whatever is on the screen can be exported, and has no key of a text in it."""
    for slug in GAMES:
        app = screen(slug, language=language)

        async def play(pilot: Pilot[None], app: FullScreen = app) -> None:
            for _ in range(2):
                await pilot.press("d")
                shown = app.export_screenshot()
                assert shown.startswith("<svg")
                assert "full." not in shown

        in_window(app, size, play)


# The command


def test_the_command_in_a_terminal(tmp_path: Path) -> None:
    """A real terminal of 80 by 24: the board comes, q leaves, and the match can be gone on with."""
    command = [sys.executable, "-m", "strandline", "play", "high-tide-leiman", "--full", "--seed", "3"]
    environment = {**os.environ, "STRANDLINE_RULES": "python", "TERM": "xterm-256color", "PYTHONUTF8": "1"}
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    running = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=tmp_path, env=environment)
    os.close(theirs)
    assert "Lift your own" in read_until(ours, "hint")
    os.write(ours, b"q")
    assert "--resume" in read_until(ours, "--resume")
    assert running.wait(60) == 0
    os.close(ours)


def read_until(terminal: int, wanted: str) -> str:
    """Read what a terminal is sent until something comes."""
    seen, deadline = "", time.monotonic() + 60
    while wanted not in seen:
        assert time.monotonic() < deadline, seen
        if select.select([terminal], [], [], 1)[0]:
            seen += os.read(terminal, 65536).decode(errors="replace")
    return seen


def test_where_there_is_no_screen_it_says_so(program: Program) -> None:
    told = program.strand("play", "maui", "--full", STRANDLINE_RULES="python")
    assert told.returncode == 2
    assert told.stderr.startswith("--full needs a terminal of its own")
    told = program.strand("--lang", "de", "play", "maui", "--full", "--plain", STRANDLINE_RULES="python")
    assert told.returncode == 2
    assert told.stderr == "--full zeichnet und --plain erzählt; lass eines davon weg.\n"


def test_without_the_extra_it_says_what_to_install(program: Program) -> None:
    """Where Textual is missing there is one sentence; the line mode goes on."""
    hidden = program.home / "hidden"
    hidden.mkdir()
    (hidden / "sitecustomize.py").write_text("import sys\nsys.modules['textual'] = None\n")
    environment = {
        "PYTHONPATH": f"{hidden}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
        "STRANDLINE_RULES": "python",
    }
    told = program.strand("play", "maui", "--full", **environment)
    assert told.returncode == 2
    assert told.stderr == "This needs the package textual, which is not installed; install strandline[full].\n"
    assert program.strand("play", "maui", stdin="quit\n", **environment).returncode == 0


def test_only_the_full_screen_imports_textual(program: Program) -> None:
    code = "import sys, strandline.cli.terminal, strandline.cli.play; sys.exit('textual' in sys.modules)"
    assert program.python("-c", code, STRANDLINE_RULES="python").returncode == 0
