"""`strand components`: what is in the box of a game, where each number comes from, and how to correct it."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from strandline import api
from strandline.cli.shell import UsageError, complain, console, in_print, language, say, write_json
from strandline.engine.components import Entry, entries, faults_of, field_in_words, outer, spelled
from strandline.engine.errors import BadComponents, sentences
from strandline.engine.record import write_whole
from strandline.engine.sources import DELIVERED, files_in

if TYPE_CHECKING:
    from types import ModuleType

    from strandline.engine.game import Game


def components(
    game: Annotated[str | None, typer.Argument(help=say("help.components_game"))] = None,
    copy: Annotated[Path | None, typer.Option(metavar="FOLDER", help=say("help.copy"))] = None,
    check: Annotated[Path | None, typer.Option(metavar="FOLDER", help=say("help.check"))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=say("help.json"))] = False,
) -> None:
    """Show what is in the box of a game, write it to be corrected, or check what was corrected."""
    if check is not None:
        if game is not None or copy is not None:
            raise UsageError("components.check_alone")
        check_folder(check)
        return
    chosen = [api.game(slug) for slug in ([game] if game else api.all_games())]
    boxes = [one for one in chosen if (one.folder / DELIVERED).exists()]
    if not boxes:
        raise UsageError("components.none", game=game)
    if copy is not None:
        for one in boxes:
            copy_to(copy, one)
    elif as_json:
        write_json({one.slug: in_json(one) for one in boxes})
    else:
        for one in boxes:
            show(one)


# Showing


def show(game: Game) -> None:
    """Show what is in a box as a table: field, meaning, value, origin; and where it is played from."""
    texts = game.texts(language())
    table = Table(box=None, pad_edge=False, title_justify="left", title=texts.say("name"), title_style="bold")
    for name in ("field", "meaning", "value", "origin"):
        table.add_column(say(f"components.{name}"), overflow="fold", no_wrap=name == "field")
    told = ""
    for entry in entries(game.folder, texts):
        label = f"box.{outer(entry.path) if entry.path.endswith(']') else entry.path}"
        meaning = texts.say(label) if label in texts and label != told else ""
        told = label
        field = field_in_words(entry.path, sentences(language()))
        table.add_row(
            *(Text(str(in_print(cell))) for cell in (field, meaning, value_of(entry), origin_in_words(entry)))
        )
    console().print(table)
    console().print(say("components.played_from", file=game.components_file), markup=False)
    if game.corrected:
        console().print(say("components.corrected", count=len(game.corrected)), markup=False)


def value_of(entry: Entry) -> str:
    """Write what is played; a field that is left out has nothing."""
    return "–" if entry.value is None else spelled(entry.value)


def origin_in_words(entry: Entry) -> str:
    """Say where a number comes from: the file, or that it was corrected, and what was delivered."""
    if entry.value == entry.was:
        return say(f"origin.{entry.origin}") if entry.origin else "–"
    return say("origin.corrected", was="–" if entry.was is None else spelled(entry.was))


def in_json(game: Game) -> dict[str, Any]:
    """Give what is in a box for a program to read."""
    fields = [
        {"field": entry.path, "value": entry.value, "delivered": entry.was, "origin": entry.origin}
        for entry in entries(game.folder, game.texts(language()))
    ]
    file = str(game.components_file)
    return {"file": file, "components": game.components, "corrected": bool(game.corrected), "fields": fields}


# Correcting


def copy_to(folder: Path, game: Game) -> None:
    """Write the file of a game into a folder, to be edited; one that is there already stays as it is."""
    path = folder / f"{game.slug}.toml"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError("components.no_copy", file=folder, reason=error.strerror) from error
    if path.exists() or (folder / f"{game.folder.name}.toml").exists():
        raise UsageError("components.there", folder=folder, game=game.slug)
    write_whole(path, game.components_file.read_bytes())
    print(say("components.copied", file=path, folder=folder))


def check_folder(folder: Path) -> None:
    """Say what is wrong with the files of a folder, one sentence for each fault; or that all is well."""
    if not folder.is_dir():
        raise BadComponents("components.no_folder", folder=folder)
    wrong = False
    for slug, path in files_in(folder, api.all_games()).items():
        found = faults_in(api.game(slug), path)
        for one in found:
            complain(one.sentence(language()))
        wrong = wrong or bool(found)
        if not found:
            print(say("components.sound", file=path, game=slug))
    if wrong:
        raise typer.Exit(2)


def faults_in(game: Game, path: Path) -> list[BadComponents]:
    """List what is wrong with a file of a game."""
    box: ModuleType = import_module(f"{game.package}.components")
    try:
        return [*faults_of(path, box.Box, box.faults, game.folder / "texts")]
    except BadComponents as error:
        return [error]
