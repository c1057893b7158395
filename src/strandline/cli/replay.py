"""`strand replay`: a recorded match, move by move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from strandline.cli.match import open_match
from strandline.cli.sheet import show_sheet
from strandline.cli.shell import console, language, say, write_json

if TYPE_CHECKING:
    from strandline.engine.match import Match


def replay(
    file: Annotated[Path, typer.Argument(help=say("help.record_argument"))],
    at: Annotated[int | None, typer.Option(help=say("help.at_move"))] = None,
    boards: Annotated[bool, typer.Option("--boards", help=say("help.boards"))] = False,
    step: Annotated[bool, typer.Option("--step", help=say("help.step"))] = False,
    plain: Annotated[bool, typer.Option("--plain", help=say("help.plain"))] = False,
    as_json: Annotated[bool, typer.Option("--json", help=say("help.json"))] = False,
) -> None:
    """Step through a recorded match."""
    match = open_match(file)
    last = len(match.played) if at is None else at
    match.state_at(last)
    if as_json:
        write_json(as_data(match, last))
        return
    options = "".join(f", {name} {value}" for name, value in match.position()["options"].items())
    facts = {"name": match.colours(language()).say("name"), "seats": match.seats, "count": len(match.played)}
    out = console(plain=plain)
    out.print(say("replay.start", **facts, options=options), markup=False)
    for index, move in enumerate(match.played[:last]):
        in_words = match.game.tell(match.state_at(index), move, language())
        out.print(say("replay.move", number=index + 1, told=in_words), markup=False)
        if boards or step:
            show(match, index + 1, plain=plain)
        if step and index + 1 < last and input(say("replay.more")).strip().lower() == "q":
            return
    if not (boards or step) or last == 0:
        show(match, last, plain=plain)
    if last == len(match.played):
        show_sheet(match, plain=plain)


def show(match: Match, count: int, *, plain: bool) -> None:
    """Show the position after this many moves."""
    words, texts, state = match.game.words, match.colours(language()), match.state_at(count)
    last = match.played[count - 1] if count else -1
    console(plain=plain).print(words.describe(state, texts) if plain else words.board(state, texts, last))


def as_data(match: Match, last: int) -> dict[str, Any]:
    """Give the match as data: the moves in notation and in words, and how it stands at its end."""
    texts = match.colours(language())
    moves = [
        {
            "move": match.game.notation.spell(move),
            "turn": int(match.state_at(index).turn),
            "told": match.game.words.tell(match.state_at(index), move, match.state_at(index + 1), texts),
        }
        for index, move in enumerate(match.played[:last])
    ]
    return {
        "game": match.game.slug,
        "seats": match.seats,
        "players": list(match.players),
        "options": match.position()["options"],
        "corrected": match.game.corrected,
        "moves": moves,
        "turn": match.turn,
        "scores": match.scores(),
        "places": match.places() if match.over else None,
        "sheet": match.sheet(),
    }
