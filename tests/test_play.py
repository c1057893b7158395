"""`strand play`: a whole match in the terminal, its commands, its words for the ear."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest
from catalogue import EXAMPLE

import strandline as sl
from strandline.cli.thinking import Thinking
from strandline.engine.chance import seeded
from strandline.engine.texts import LANGUAGES
from strandline.games import GAMES

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Program

GAME = "high-tide-leiman"
QUICK = {"STRANDLINE_RULES": "python"}


def moves_of_a_whole_match(seed: int) -> str:
    """Both seats always play their first legal move: what a person would type to do so."""
    match = sl.new(GAME, seed=seed, options={"length": "round"})
    lines = []
    while not match.over:
        lines.append(match.legal()[0])
        match.play(lines[-1])
    return "\n".join(lines) + "\n"


def test_a_hot_seat_match_from_first_to_last_move(program: Program, tmp_path: Path) -> None:
    typed = moves_of_a_whole_match(4)
    arguments = ["play", GAME, "--hot-seat", "--seed", "4", "--option", "length=round", "--save", "mine.strand"]
    done = program.strand(*arguments, stdin=typed, **QUICK)
    assert done.returncode == 0, done.stderr
    assert "The match is over: " in done.stdout
    assert "The record is in mine.strand" in done.stdout
    match = sl.load(tmp_path / "mine.strand")
    assert match.over
    assert match.players == ("human", "human")


def test_against_a_bot_with_every_command(program: Program, tmp_path: Path) -> None:
    commands = ["?", "help", "why c3-c4", "why", "why nonsense", "hint", "board", "log", "score", "rules L-T5", "rules"]
    start = sl.new(GAME, seed=3)
    assert start.turn == 0
    commands += [start.legal()[0], "undo", "undo", "c3-c4", "xyzzy", "a1", "save kept.strand", "", "quit"]
    done = program.strand("play", GAME, "--seed", "3", stdin="\n".join(commands) + "\n", **QUICK)
    assert done.returncode == 0, done.stderr
    for told in (
        "25 legal moves: a1-a2",
        "L-T3: The tile needs two sides",
        "Which move? Write for example: why a1-a2",
        "'nonsense' is not a move",
        "Blue moves the blue tile from",
        "Pink moves the",
        "A blue tile is laid on a1.",
        "Visible tiles",
        "L-T5: All tiles must stay connected",
        "2 moves taken back.",
        "Nothing can be taken back: chance has revealed something since.",
        "c3-c4 is not allowed (L-T3)",
        "'xyzzy' is not a move",
        "a1: and then?",
        "Saved to kept.strand.",
        f"'strand play {GAME} --resume' goes on with it.",
    ):
        assert told in done.stdout, told
    assert sl.load(tmp_path / "kept.strand").record().count("undo") == 2


def test_a_match_is_left_and_gone_on_with(program: Program) -> None:
    first = sl.new(GAME, seed=3).legal()[2]
    assert "is kept" in program.strand("play", GAME, "--seed", "3", stdin=f"{first}\n", **QUICK).stdout
    resumed = program.strand("play", GAME, "--resume", stdin="log\n", **QUICK)
    assert resumed.returncode == 0
    assert "Going on after 21 moves." in resumed.stdout
    start, end = first.split("-")
    assert f"tile from {start} to {end}" in resumed.stdout


def test_a_finished_match_is_not_gone_on_with(program: Program) -> None:
    arguments = ["play", GAME, "--hot-seat", "--seed", "4", "--option", "length=round"]
    assert program.strand(*arguments, stdin=moves_of_a_whole_match(4), **QUICK).returncode == 0
    assert program.strand("play", GAME, "--resume", **QUICK).returncode == 2


def test_in_words_for_the_ear(program: Program) -> None:
    typed = moves_of_a_whole_match(4)
    arguments = ["play", GAME, "--hot-seat", "--plain", "--seed", "4", "--option", "length=round"]
    told = program.strand(*arguments, stdin=typed, **QUICK).stdout
    assert not set("│╱╲≈★·›") & set(told)
    assert "\x1b" not in told
    assert "a1: " in told
    assert "cannot move: the round is over." in told


def test_in_german(program: Program) -> None:
    typed = "?\nhilfe\nwarum c3-c4\ntipp\nstand\nzurück\nende\n"
    told = program.strand("--lang", "de", "play", GAME, "--seed", "3", stdin=typed, **QUICK).stdout
    for sentence in (
        "Blau>",
        "mögliche Züge",
        "L-T3: Das Plättchen braucht",
        "Blau zieht von",
        "(Mensch)",
        "bleibt erhalten",
    ):
        assert sentence in told
    assert "Nothing" not in told


def test_every_command_works_in_english_under_any_language(program: Program) -> None:
    told = program.strand("--lang", "de", "play", GAME, "--seed", "3", stdin="hint\nquit\n", **QUICK).stdout
    assert "Blau zieht von" in told


def test_the_first_match_on_a_machine_without_any_cache(program: Program, tmp_path: Path) -> None:
    """A cold machine plays uncompiled at once, and the rules are compiled in the background meanwhile."""
    first = sl.new(GAME, seed=3).legal()[0]
    cache = tmp_path / "cache"
    done = program.strand("play", GAME, "--seed", "3", stdin=f"{first}\nquit\n", STRANDLINE_CACHE=str(cache))
    assert done.returncode == 0, done.stderr
    assert "Pink moves the" in done.stdout
    deadline = time.monotonic() + 600
    while not list(cache.rglob("ready-*")) and time.monotonic() < deadline:
        time.sleep(0.5)
    assert list(cache.rglob("ready-*")), "the background process has compiled the rules"
    again = program.strand("play", GAME, "--seed", "3", stdin=f"{first}\nquit\n", STRANDLINE_CACHE=str(cache))
    assert again.stdout == done.stdout, "compiled rules and bots play the same match"


def test_an_added_game_is_compiled_in_the_background_and_then_played_compiled(program: Program, tmp_path: Path) -> None:
    cache = {"STRANDLINE_CACHE": str(tmp_path / "cache")}
    command = ["-X", "importtime", "-m", "strandline", "--games", str(EXAMPLE), "play", "connect-four"]
    command += ["--players", "human,tide"]
    cold = program.python(*command, stdin="quit\n", **cache)
    assert cold.returncode == 0
    assert "The rules are being compiled in the background; until then tide can think only a little." in cold.stdout
    assert not re.search(r"\| +numba$", cold.stderr, re.MULTILINE)
    deadline = time.monotonic() + 600
    while not list((tmp_path / "cache").rglob("ready-*")) and time.monotonic() < deadline:
        time.sleep(0.5)
    warm = program.python(*command, stdin="quit\n", **cache)
    assert warm.returncode == 0
    assert "being compiled" not in warm.stdout
    assert re.search(r"\| +numba$", warm.stderr, re.MULTILINE)


def test_the_number_of_players_can_be_said(program: Program) -> None:
    told = program.strand("play", "high-tide-henn", "--seats", "4", "--seed", "3", stdin="score\nquit\n").stdout
    assert "Beige (swimmer)" in told
    assert "Pink" not in told


def test_around_one_keyboard_a_curtain_falls_where_somebody_has_a_secret(program: Program) -> None:
    """H-U1: with face-down surfers each is asked to come alone, and sees only the own one."""
    command = ["play", "high-tide-henn", "--hot-seat", "--seed", "3", "--plain", "--option", "surfer=face-down"]
    told = program.strand(*command, stdin="\nlog\nquit\n").stdout
    assert "press Enter when nobody else is looking" in told
    assert told.count("Something happens that only one player may know.") == 2
    open_to_all = program.strand(*command[:-1], "surfer=face-up", stdin="quit\n").stdout
    assert "press Enter" not in open_to_all


# By the printed text alone


class Listener:
    """Somebody who hears what `strand play --plain` prints, and knows nothing else."""

    def __init__(self, program: Program, *arguments: str) -> None:
        self.process = program.begin(*arguments, **QUICK)
        self.heard = ""

    def listen(self) -> str:
        """Hear everything up to the prompt, or to the end."""
        text = ""
        while not re.search(r"(^|\n)[^\n]+> $", text):
            assert self.process.stdout is not None
            letter = self.process.stdout.read(1)
            if not letter:
                break
            text += letter
        self.heard += text
        return text

    def answer(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()


def best_choice(told: str) -> str:
    """Choose by what is told: what brings most, else the first; the number stands before it."""
    choices: list[tuple[str, str]] = re.findall(r"^  (\d+) (.*)$", told, re.MULTILINE)
    assert choices, told
    assert [number for number, _ in choices] == [str(number) for number in range(1, len(choices) + 1)]
    worth = {number: int(found[1]) if (found := re.search(r"brings? (\d+)", words)) else 0 for number, words in choices}
    return max(worth, key=lambda number: (worth[number], -int(number)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_printed_text_alone_is_enough_to_play_a_match(program: Program, game: str, language: str) -> None:
    short = ["--option", "length=round"] if game == GAME else []
    listener = Listener(program, "--lang", language, "play", game, "--plain", "--seed", "11", *short)
    turn = {"en": "to move.", "de": "ist am Zug."}[language]
    with listener.process:
        while (told := listener.listen()).endswith("> "):
            *above, _ = told.split("\n")
            choices = [line for line in above if re.match(r"  \d+ ", line)]
            assert above[-len(choices) :] == choices, "the choices stand right above the prompt"
            question = above[-len(choices) - 1]
            me = told.rsplit("\n", 1)[1].removesuffix("> ")
            assert question.startswith(f"{me} {turn}") or "(Enter" in question, told
            listener.answer(best_choice(told))
    assert listener.process.returncode == 0
    ending = {"en": "The match is over: ", "de": "Die Partie ist zu Ende: "}[language]
    assert ending in listener.heard
    assert not set("│╱╲≈★·›▶◤") & set(listener.heard)
    others = re.findall(r"(\w[\w ]*?) \(swimmer\)", listener.heard.split("\n")[1])
    assert others
    assert not any(f"\n{name} {turn} " in listener.heard for name in others), "a bot's question is never put"


def test_in_plain_words_leiman_tells_the_position_at_every_turn(program: Program) -> None:
    first = sl.new(GAME, seed=3).legal()[0]
    told = program.strand("play", GAME, "--plain", "--seed", "3", stdin=f"{first}\nquit\n", **QUICK).stdout
    assert told.count("c3: neutral.") == 2


def test_a_match_begins_with_who_is_who_the_goal_and_help(program: Program) -> None:
    told = program.strand("play", GAME, "--seed", "3", stdin="quit\n", **QUICK).stdout.split("\n")
    assert told[1] == "You are Blue. Against you plays a bot: Pink (swimmer)."
    assert "wins the round and a stone." in told[2]
    assert "'help'" in told[3]
    assert "'rules'" in told[3]


def test_rules_in_play_are_the_guide_one_line_or_a_sentence(program: Program) -> None:
    told = program.strand("play", GAME, "--seed", "3", stdin="rules\nrules l-t5\nrules L-Z9\nquit\n", **QUICK).stdout
    assert "## " in told
    assert "```" not in told
    assert "L-T5: All tiles must stay connected" in told
    assert "There is no rule L-Z9; they go from L-S1 to L-R4" in told


def test_numbers_choose_and_an_empty_line_goes_back(program: Program) -> None:
    told = program.strand("play", GAME, "--seed", "3", stdin="1\n\n99\n1\n2\nquit\n", **QUICK).stdout
    assert told.count("a1: and then?") == 2
    assert "There is no choice 99; choose 1 to 7." in told
    assert "Blue moves the blue tile from a1 to b2" in told


def test_german_moves_in_german_and_english_ones_too(program: Program) -> None:
    typed = "nimm 2-1\nquit\n"
    told = program.strand("--lang", "de", "play", "maui", "--hot-seat", "--seed", "3", stdin=typed, **QUICK).stdout
    assert "nimm 1-1" in told
    assert "take" not in told
    assert "Boot nimmt umsonst das Handtuch von 2-1" in told
    english = program.strand(
        "--lang", "de", "play", "maui", "--hot-seat", "--seed", "3", stdin="take 2-1\nquit\n", **QUICK
    ).stdout
    assert "Boot nimmt umsonst das Handtuch von 2-1" in english


def test_options_work_as_they_are_written(program: Program) -> None:
    for option in ("surfer=off", "surfer=face-up", "coins=on", "coins=off", "shark=true"):
        done = program.strand("play", "high-tide-henn", "--option", option, stdin="quit\n", **QUICK)
        assert done.returncode == 0, done.stderr
    wrong = program.strand("play", "high-tide-henn", "--option", "coins=maybe", stdin="quit\n", **QUICK)
    assert wrong.returncode == 2
    assert wrong.stderr == "high-tide-henn: option 'coins' cannot be 'maybe'; choose off/on.\n"
    listed = program.strand("games", "high-tide-henn").stdout
    for told in ("--option surfer=…  Surfer:", "      off: without (unless you say otherwise)", "      face-down:"):
        assert told in listed
    assert "'strand games GAME'" in program.strand("play", "--help").stdout


def test_lines_break_between_words_in_a_window_of_80_by_24(program: Program) -> None:
    """In a terminal nothing is wider than it, and no word is cut in two; a narrow one gets words."""
    for game in GAMES:
        for width, drawn in ((80, True), (34, False)):
            shown = program.in_window("play", game, "--seed", "3", width=width, height=24, typed="\r\rquit\r", **QUICK)
            lines = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).replace("\r", "").split("\n")
            assert max(map(len, lines)) <= width + len("Press Enter to begin. ")
            assert bool(set("│▸╔·") & set(shown)) == drawn, (game, width)
            text = " ".join(" ".join(lines).split())
            assert sl.game(game).texts("en").say("goal") in text


def test_strong_bots_think_with_compiled_rules_as_soon_as_there_are_some(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that began uncompiled goes on; its strong bots think in a process that has compiled rules."""
    match = sl.new(GAME, seed=3)
    thinking = Thinking(match.game, cold=True)
    monkeypatch.setattr("strandline.cli.thinking.is_strong", lambda _: False)
    assert not thinking.warmed()
    assert thinking.choose("swimmer", match.view(match.turn), seeded(1)) in match.legal_numbers()
    monkeypatch.setattr("strandline.cli.thinking.is_strong", lambda _: True)
    assert thinking.warmed()
    assert not thinking.warmed(), "it is said once"
    try:
        assert thinking.choose("surfer", match.view(match.turn), seeded(1)) in match.legal_numbers()
        assert not thinking.advise(match.view(match.turn), seeded(1)).glance
    finally:
        thinking.close()
