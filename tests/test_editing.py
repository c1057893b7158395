"""Positions edited by hand: a form for every game, made of what its reader asks; drafts that can be drawn."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from catalogue import EXAMPLE
from fuzzing import documents, mutated

import strandline as sl
from strandline.engine.chance import below, seeded
from strandline.engine.defaults import editing as nothing_declared
from strandline.engine.document import Document, noting
from strandline.engine.editing import Editing, Form, Pieces, added, inside, open_part, set_up
from strandline.engine.game import SHAPES, Game
from strandline.engine.match import Match
from strandline.games import GAMES
from strandline.server.analysis import code_for, document_in, drawn, line_at, looked_at, shown

ALL_OPTIONS: dict[str, dict[str, Any]] = {
    "high-tide-henn": {"coins": True, "surfer": "face-down", "shark": True, "baywatch": True},
    "maui": {"variant": "long"},
}
every_game = pytest.mark.parametrize("slug", GAMES)


def played(slug: str, moves: int = 10_000) -> Match:
    """Play a match, or a part of it, at random."""
    match = sl.new(slug, seed=5, options=ALL_OPTIONS.get(slug, {}))
    chance = seeded(1)
    while not match.over and match.count < moves:
        legal = match.legal_numbers()
        match.play(legal[below(chance, len(legal))])
    return match


def form_of(game: Game, document: dict[str, Any], match: Match, language: str = "en") -> tuple[Form, Any]:
    """Make the form of a document."""
    state = game.start(match.seats, match.options)
    notes, error = set_up(game, state, document)
    return Form(game, state, notes, language), error


def leaves(field: dict[str, Any]) -> list[dict[str, Any]]:
    """List the fields in which something stands."""
    return [leaf for one in field["fields"] for leaf in leaves(one)] if "fields" in field else [field]


def test_a_reader_says_what_could_stand_in_an_entry() -> None:
    with noting() as notes:
        document = Document({"turn": "red", "many": 3, "list": ["red"]}, ("turn", "many", "list", "more"))
        document.word("turn", ("red", "blue"))
        document.number("many", 1, 9)
        document.indices("list", ("red", "blue"), 4)
        document.flag("more")
    assert notes[""].known == ("turn", "many", "list", "more")
    assert notes["turn"].known == ("red", "blue")
    assert (notes["many"].low, notes["many"].high) == (1, 9)
    assert (notes["list"].kind, notes["list"].most) == ("words", 4)
    assert notes["more"].kind == "flag", "though it is not there"
    Document({"turn": "red"}, ("turn",)).word("turn", ("red",))
    assert len(notes) == 5, "nobody notes any more"


def test_texts_are_put_together_of_pieces_and_taken_apart_again() -> None:
    pieces = Pieces((("sand a", "sand a+b"), (" north", " east")))
    assert pieces.split("sand a+b east") == ["sand a+b", " east"]
    assert pieces.split("sand a") is None
    assert pieces.first == "sand a north"
    stack = Pieces((("B", "P"),), 3)
    assert stack.split("BPB") == ["B", "P", "B"]
    assert stack.split("BPBP") is None
    assert stack.split("BX") is None
    assert Pieces(((1, 2, "over"),)).split(2) == [2]


def test_an_entry_is_named_by_its_path_with_a_star_for_any() -> None:
    editing = Editing(names={"players.*.beach": ["n1"]}, follows={"track.*": ("pile",)})
    assert editing.names_in("players.1.beach") == ["n1"]
    assert editing.names_in("players.beach") == ()
    assert editing.followers("track.3") == ["pile"]
    assert editing.followers("track") == []


@every_game
def test_every_entry_of_a_match_has_a_field_in_words(slug: str) -> None:
    """No entry is left as a text that somebody would have to know the notation for."""
    match = played(slug)
    game = match.game
    for count in range(0, match.count + 1, max(match.count // 6, 1)):
        document = game.notation.position(match.state_at(count))
        for language in ("en", "de"):
            form, error = form_of(game, document, match, language)
            assert error is None
            for leaf in leaves(form.fields(document)):
                assert leaf["kind"] in {"choice", "stack", "number", "flag"}, leaf
                assert leaf["label"], leaf
                if leaf["kind"] == "choice":
                    assert all(
                        any(piece == value for piece, _ in part)
                        for part, value in zip(leaf["parts"], leaf["value"], strict=True)
                    )


@every_game
def test_what_follows_from_the_rest_need_not_be_said(slug: str) -> None:
    match = played(slug, 25)
    document = match.game.notation.position(match.state)
    form, _ = form_of(match.game, document, match)
    less = open_part(document, form.notes)
    again = match.game.start(match.seats, match.options)
    assert set_up(match.game, again, less)[1] is None
    assert match.game.notation.position(again) == document


@every_game
def test_positions_that_cannot_be_are_drawn_as_far_as_they_can_and_told_in_a_sentence(slug: str) -> None:
    match = played(slug)
    written, chance = documents(match, 9), random.Random(3)
    drafts = 0
    for number in range(60):
        document = mutated(chance.choice(written), chance.choice(written), chance)
        try:
            line = line_at(match.game, document)
        except sl.StrandlineError:
            continue
        found = looked_at(match.game, line, "de")
        content = shown(match.game, found, "de", SHAPES[number % 4], "")
        msgspec.json.encode(content)
        if found.error is not None:
            drafts += 1
            assert content["says"].endswith((".", "!")), content["says"]
            assert "\n" not in content["says"]
            assert drawn(match.game, found, "de", "wide", "")["parts"]
    assert drafts > 10


@every_game
def test_a_link_holds_the_whole_position(slug: str) -> None:
    match = played(slug, 40)
    code = code_for(match.position())
    assert len(code) < 1500
    found = looked_at(match.game, line_at(match.game, document_in(code)), "en")
    assert found.match is not None
    assert found.match.position() == match.position()


LINKS = {  # that were given out once: they work for ever
    "high-tide-leiman": (
        "1eNo1kEGOgzAMRe_iNZU6ZWbDkgMgblCFxIVoglMlprOouPt803b3eX7fjnjS7FamjpY4LyeNgU-J4-qEGqrstFJ3aSjfNWZBftI"
        "tlqrwQ3F_JiWWWReA1alfAG6F-VqxCDoJY-2UtxJlxsxnUeetnvjBCcTOctVrBf8Fn7IrgfaGdCti32lje4pm4eP-AbpzQ_coKJx"
        "3G6J7DF2LytijMH1ZGgeLBo35C4IR337Ct1kWfswxKZjUD8PYGw_tW-DXElz7_IDj_v4PIABe2g"
    ),
    "high-tide-henn": (
        "1eNpFUcuOgzAM_Jec00N5tAipX1JxMOAS1JSgkCyqqv77jgPsikvwPOyxP2qgF6tamXEwpzD2fDI8TUqrhSksqs61cnMY3YT3R3V"
        "ulEfwkcEw5J9_P9E_2MPoQR2fereKR0vvlUJnDhL3o1iBNbB_0aS-Ws2GFhnAO2u5hyhEnxieWTy8i1Ov6jOYowXx_o8keuulVwO"
        "dpw7j3BtBpkBW1QVEztmtuNIPSwj07AyNfn8bEvu7ai3ktwsc5-hny7dcTPfAnw0Gr9SFznWlr_qsLzprDjqgs85QKhKY6xJQa6M"
        "ABcqVlKC5Jo3zNA0C5SiVAAsAm92brXVrsiuhuSbLTFeSwIxBRBeIKqAZcAgbpAj0xE5SoO0SaWjZUL3Ljk3VexS977E-hoGULPu"
        "QGFEE6cDLnixPX5FyBVxibyBnO64eZ_X9_gLhtrRU"
    ),
    "maui": (
        "1eNqtUNFuwjAM_Be_Lg-lEwPxNPiNqkIOJFA1jau0HYpQ_312yka3oUmT9hLd2c75fFc4YWNgAw0OFSjoDPYdbHIF1PYVecZXeMN"
        "Qoe95ypE_8ZStQif0GPDimeMhUMejFl1nRgWeLtzthyDNMzoLm8X915aLrcNoApMdkwZDbbhTFNCS5kLUJDORoFQFaGqZ6Wj5JW2"
        "hLHljMMgLi1xlzGzgI5LVFp3ZazeYtJEC-pPA8WNjGtrKcyTnUHh2MzD1onFO3Gfitzsn8FhUGpWvGYi6weCSwOVc9d-7PdVGoiz"
        "YqzZ4YFk5K74u-UAYGh14K6bvOWfyue8pSSh45uKkq2ApA1P5ZVZezfD6PrLIZnjBeHI_CbOzIx1qqbZa2O5LMPlfgsn-LZhHicx"
        "d_xrHDa4epbieffuRy9S4J2J1hHEc3wE4EfWr"
    ),
    "day-at-the-beach": (
        "1eNp9UkGOgzAM_ArKFSrU7q1fqarKgAvRhoASI7aq-PvaaUoDWu0J8NgznjFP1UKP6qwaeByADtThoUKoO1Uoj0BenU-FGkbSg-X"
        "3p7pr50n6HcyWm2YgdDejrZBoa8A2aikUTc6GUTdMXDkfmY5w5B6Cb-S51ulG-Koj13yHxpR2zi3mXlA4cXUE0-c1eDJcJXB37Tt"
        "uYrgSOCIVGJO_CRirBUvaV84mGaodVC9M2L62wE6sFnijEvnSsfCIENv3HMPN4g-tNqJgmAyZhTSHETmmyyuArbgoR-8BTOppMLK"
        "YuhYqim1GhE-2mfrK8TdsJFuHaMuPLwnCTBgrH7FQXD0kUg6b8t33GWC50cAj-LvwecO_xLJzuDPHkgWu5OKZHRyJkl1bto5fuWX"
        "I1vZulqVINHYE6_EzP0xRAf_R4FVm_EvjuvwCchAQLw"
    ),
}


@every_game
def test_a_link_that_was_given_out_works_for_ever(slug: str) -> None:
    found = looked_at(sl.game(slug), line_at(sl.game(slug), document_in(LINKS[slug])), "en")
    assert found.match is not None
    assert found.match.position() == played(slug, 30).position()


def test_what_is_added_is_something_that_can_stand_there() -> None:
    """The reader is asked: nothing is declared for it."""
    match = sl.new("high-tide-henn", seed=1)
    document = match.game.notation.position(match.state)
    start = match.game.start(match.seats, match.options)
    assert added(match.game, start, document, "waves.black", "en")["waves"] == {"black": {}}  # type: ignore[index]
    assert added(match.game, start, document, "waves.black.large", "en")["waves"]["black"] == {"large": 0}  # type: ignore[index]
    assert added(match.game, start, document, "chairs.white", "en")["chairs"] == {"white": {}}  # type: ignore[index]
    added(match.game, start, document, "chairs.white.3", "en")
    assert inside(document, ["chairs", "white", "3"]) == ["red"]
    added(match.game, start, document, "chairs.white.3.2", "en")
    assert inside(document, ["chairs", "white", "3"]) == ["red", "red"]
    added(match.game, start, document, "pool.1", "en")
    assert inside(document, ["pool", "1"]) == "black=1"
    assert added(match.game, start, document, "nowhere.at.all", "en") is None


def test_a_game_that_declares_nothing_has_the_form_for_nothing() -> None:
    game = sl.add_game(EXAMPLE)
    assert game.notation.editing is nothing_declared
    match = sl.new(game.slug)
    for move in ("d", "d", "c"):
        match.play(move)
    document = game.notation.position(match.state)
    form, error = form_of(game, document, match, "de")
    assert error is None
    fields = form.fields(open_part(document, form.notes))
    assert [one["where"] for one in leaves(fields)] == ["columns.c", "columns.d"], "whose turn it is follows"
    assert [key for key, _ in fields["fields"][-1]["add"]] == ["a", "b", "e", "f", "g"]
