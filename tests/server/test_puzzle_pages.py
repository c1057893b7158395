"""Puzzles over HTTP: nothing is kept, whatever is asked wrongly is refused in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from house import House, run

from strandline.puzzles import collection
from strandline.puzzles.trial import Trial
from strandline.server.allowance import Allowances

if TYPE_CHECKING:
    from pathlib import Path

GAME = "high-tide-leiman"


async def asked(here: House, number: int = 1, game: str = GAME, **content: Any) -> tuple[int, dict[str, Any]]:
    answer = await here.client.post(f"/puzzles/{game}/{number}/ask", json=content)
    return answer.status_code, answer.json()


def test_a_puzzle_is_answered_from_the_right_moves_alone(tmp_path: Path) -> None:
    async def test(here: House) -> None:
        trial = Trial(GAME, 1)
        status, shown = await asked(here, do="show", shape="tall")
        assert status == 200
        assert len(shown["moves"]) == len(trial.match.legal())
        assert shown["shown"]["board"]
        status, again = await asked(here, do="show", shape="tall", board=shown["shown"]["mark"])
        assert "board" not in again["shown"], "the page has it"
        wrong = trial.game.parse(next(iter(trial.puzzle.root.wrong)))
        status, verdict = await asked(here, do="try", move=wrong)
        assert (status, verdict["right"], verdict["done"]) == (200, False, False)
        right = trial.first_right()
        status, verdict = await asked(here, do="try", move=trial.game.parse(right))
        assert (verdict["right"], verdict["move"]) == (True, right)
        if not verdict["done"]:
            status, later = await asked(here, do="show", moves=[right])
            assert later["moves"] == verdict["moves"]
        assert (await asked(here, do="foresee"))[1].keys() == {"ghosts"}
        assert "(L-T" in (await asked(here, do="why", path=["c3", "c4"]))[1]["says"]
        assert (await asked(here, do="solve"))[1]["told"]

    run(test, tmp_path)


def test_what_is_asked_wrongly_is_refused(tmp_path: Path) -> None:
    async def test(here: House) -> None:
        wrong = next(iter(Trial(GAME, 1).puzzle.root.wrong))
        for content in (
            {},
            {"do": "fly"},
            {"do": "show", "moves": "a1"},
            {"do": "show", "moves": [1]},
            {"do": "show", "moves": [wrong]},
            {"do": "show", "moves": ["x" * 9000]},
            {"do": "show", "moves": ["a1-a2"] * 99},
            {"do": "try", "move": -1},
            {"do": "try", "move": "a1-a2"},
            {"do": "why", "path": "c3"},
        ):
            status, says = await asked(here, **content)
            assert (status, [*says]) == (400, ["says"]), content
        for path in ("day/never", "day/2025-01-01", "chess", "chess/1", f"{GAME}/0", f"{GAME}/²", f"{GAME}/1234567"):
            answer = await here.client.get(f"/puzzles/{path}")
            assert answer.status_code == 404, path
            assert "Traceback" not in answer.text
        assert (await here.client.get(f"/puzzles/{GAME}/1/picture.gif")).status_code == 404
        assert (await here.client.get(f"/puzzles/{GAME}")).headers["location"].endswith(f"{GAME}/1")

    run(test, tmp_path)


def test_an_address_asks_only_so_much(tmp_path: Path) -> None:
    async def test(here: House) -> None:
        here.room.puzzles = Allowances(1, 60, "error.too_many_questions")
        assert (await asked(here, do="show"))[0] == 200
        status, says = await asked(here, do="show")
        assert status == 429
        assert says["says"].startswith("That were many questions in a short time; the next one is answered in ")

    run(test, tmp_path)


def test_without_puzzles_there_is_no_door(tmp_path: Path, monkeypatch: Any) -> None:
    async def test(here: House) -> None:
        assert "/puzzles/day" in (await here.client.get("/")).text
        monkeypatch.setattr("strandline.server.pages.games_with_puzzles", list)
        assert "/puzzles/day" not in (await here.client.get("/")).text
        monkeypatch.setattr(collection, "games_with_puzzles", list)
        answer = await here.client.get("/puzzles")
        assert answer.status_code == 404
        assert "There are no puzzles here." in answer.text

    run(test, tmp_path)
