"""Why a move is forbidden is answered from what the asker may know: nothing hidden shows through a refusal."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from house import House, Page, run, until
from test_hidden_surfers import OWNER, is_surfer, played_out, table_of, with_other_surfers

from strandline.engine.contract import NOBODY
from strandline.server.requests import refused_path

if TYPE_CHECKING:
    from pathlib import Path

    from strandline.server.table import Table


def answers(table: Table, seat: int) -> list[Any]:
    """Ask about every move, by number and by what would be pointed at."""
    by_number = [table.match.why(move, seat=seat) for move in range(table.game.rules.MOVES)]
    by_path = [refused_path(table.match, list(path), seat) for path in table.game.paths if path]
    return [refused and (refused.move, refused.rule, refused.reasons) for refused in (*by_number, *by_path)]


def test_a_refusal_says_nothing_about_a_face_down_surfer(tmp_path: Path) -> None:
    """H-U1: at any moment, even in the middle of the deal, where the rules refuse a surfer that somebody has."""

    async def test(house: House) -> None:
        match = played_out(5)
        moves, others = list(match.played)[:-1], with_other_surfers(match)[:-1]
        deal = max(index for index, move in enumerate(moves) if is_surfer(match, move))
        truth = []
        for end in (deal - 1, deal, deal + 1, len(moves) // 2, len(moves)):
            one, other = (table_of(house.room, match, log[:end]) for log in (moves, others))
            for seat in (OWNER, NOBODY):
                assert answers(one, seat) == answers(other, seat)
            truth += [(one.match.why(n) is None, other.match.why(n) is None) for n in range(one.game.rules.MOVES)]
        assert any(mine != theirs for mine, theirs in truth), "the true position would have told"

    run(test, tmp_path)


@pytest.mark.parametrize("asked", [{"text": "surfer=1"}, {"path": ["surfer", "1"]}, {"move": 3}])
def test_a_page_asks_as_the_seat_that_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: Any) -> None:
    async def test(house: House) -> None:
        match = played_out(5)
        table = table_of(house.room, match, list(match.played)[: len(match.played) // 2])
        house.room._tables[table.id] = table
        seats: list[int | None] = []
        monkeypatch.setattr(table.match, "why", lambda _, *, seat=None: seats.append(seat))
        pages = [Page(house.app, table.id), Page(house.app, table.id, "key 2")]
        for page in pages:
            await until(lambda page=page: bool(page.frames))  # type: ignore[misc]
            page.say(do="why", n=1, **asked)
            await until(lambda page=page: any(frame.get("n") == 1 for frame in page.frames))  # type: ignore[misc]
        assert seats == [NOBODY, 2]
        for page in pages:
            await page.close()
        await asyncio.sleep(0)

    run(test, tmp_path)
