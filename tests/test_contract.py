"""What every game must keep, at every table: the contract between rules, notation, drawing, words and engine."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from catalogue import SLUGS, TABLES, name_of, random_match
from fuzzing import documents, mutated

import strandline as sl
from strandline.bots import BOTS, LEVELS
from strandline.engine.chance import seeded
from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.errors import CannotUndo, StrandlineError
from strandline.engine.game import FLAT, SHAPES, SQUARE, TALL, WIDE, Game
from strandline.engine.match import Match
from strandline.engine.row import copy_of, from_bytes, to_bytes
from strandline.engine.texts import LANGUAGES

if TYPE_CHECKING:
    from strandline.engine.row import Row

every_table = pytest.mark.parametrize("table", TABLES, ids=name_of)
every_game = pytest.mark.parametrize("slug", SLUGS)


def listed(match: Match, state: Row) -> list[int]:
    into = match.game.buffer()
    return [int(move) for move in into[: match.game.rules.moves(state, into)]]


def some_states(match: Match, every: int) -> list[Row]:
    """The first, the last and every n-th state of a match."""
    count = len(match.played)
    return [match.state_at(index) for index in sorted({0, count, *range(0, count, every)})]


def set_up(slug: str, document: dict[str, Any]) -> Match | None:
    """Set a position up; where it is refused, the complaint is one line in every language."""
    try:
        return sl.at(slug, document, chance="by hand")
    except StrandlineError as refused:
        complaints = [refused.sentence(language) for language in LANGUAGES]
    assert all(line and "\n" not in line and len(line) < 1000 for line in complaints), document
    return None


@every_table
def test_a_random_match_comes_to_its_end(table: tuple[str, int, dict[str, Any]]) -> None:
    slug, seats, options = table
    match = random_match(slug, 1, seats=seats, options=options)
    assert match.over
    assert match.turn == OVER
    assert len(match.scores()) == len(match.places()) == seats
    assert min(match.places()) == 1
    for index in range(len(match.played)):
        state = match.state_at(index)
        assert CHANCE <= state.turn < seats
        assert len(set(listed(match, state))) == len(listed(match, state)) > 0
        assert match.played[index] in listed(match, state)
    assert listed(match, match.state) == []


@every_table
def test_what_is_not_listed_is_refused_with_a_rule_of_the_ledger(table: tuple[str, int, dict[str, Any]]) -> None:
    slug, seats, options = table
    match = random_match(slug, 2, seats=seats, options=options)
    rules, ledger = match.game.rules, match.game.ledger()
    for state in some_states(match, 23):
        legal = set(listed(match, state))
        for move in range(rules.MOVES):
            number = rules.refusal(state, move)
            assert (number == 0) == (move in legal), match.game.notation.spell(move)
            assert number == 0 or rules.REFUSALS[number] in ledger.rules


@every_table
def test_a_position_is_written_and_set_up_again(table: tuple[str, int, dict[str, Any]]) -> None:
    slug, seats, options = table
    match = random_match(slug, 3, seats=seats, options=options)
    common = {"game": slug, "seats": seats, "options": options}
    for state in some_states(match, 11):
        document = json.dumps(common | match.game.notation.position(state))
        again = sl.at(slug, document, chance="by hand")
        assert to_bytes(again.state) == to_bytes(state), document


@every_table
def test_a_record_is_written_and_replayed(table: tuple[str, int, dict[str, Any]], tmp_path: Any) -> None:
    slug, seats, options = table
    match = random_match(slug, 4, seats=seats, options=options)
    match.save(tmp_path / "a.strand")
    again = sl.load(tmp_path / "a.strand")
    assert again.record() == match.record()
    assert to_bytes(again.state) == to_bytes(match.state)


@every_game
def test_every_move_is_spelled_in_its_own_way(slug: str) -> None:
    game = sl.game(slug)
    spelled = [game.notation.spell(move) for move in range(game.rules.MOVES)]
    assert len(set(spelled)) == game.rules.MOVES
    assert [game.notation.parse(text) for text in spelled] == list(range(game.rules.MOVES))
    assert all(text == text.strip() and "\n" not in text for text in spelled)
    for text in ("", "?", "undo", "end", "a", "zz9", "-1", "999999", "a1-", "ä"):
        if text not in spelled:
            with pytest.raises((ValueError, StrandlineError)):
                game.notation.parse(text)


@every_game
def test_a_row_is_its_bytes(slug: str) -> None:
    match = random_match(slug, 5)
    for state in some_states(match, 5):
        again = from_bytes(match.game.rules.State.dtype, to_bytes(state))
        assert to_bytes(again) == to_bytes(state)
        assert again.turn == state.turn


@every_game
def test_rules_of_a_state_only_look(slug: str) -> None:
    """Listing, refusing, scoring, drawing and telling leave the row as it was."""
    match = random_match(slug, 6)
    game, texts = match.game, match.game.texts("en")
    for state in some_states(match, 9):
        before = to_bytes(state)
        listed(match, state)
        for move in range(game.rules.MOVES):
            game.rules.refusal(state, move)
        match.sheet(state)
        game.rules.places(state, np.zeros(match.seats, np.int64))
        game.draw.board(state, texts, NOBODY)
        game.draw.pieces(state, texts, -1, NOBODY)
        game.draw.ghosts(state, texts, int(state.turn))
        game.words.describe(state, texts)
        game.words.board(state, texts, -1)
        for seat in range(match.seats):
            game.evaluate.evaluate(state, seat)
            seen = match.seen_by(state, seat)
            seen.turn = OVER
        assert to_bytes(state) == before


@every_game
def test_chance_is_drawn_by_its_weights(slug: str) -> None:
    """Wherever chance has its turn, of 4,000 draws each outcome comes as often as its weight says (5 deviations)."""
    match = random_match(slug, 10)
    rules = match.game.rules
    turns = [count for count in range(match.count) if match.turn_at(count) == CHANCE]
    for count in turns[:: len(turns) // 6 + 1]:
        state = match.state_at(count)
        weights = {move: rules.weight(state, move) for move in listed(match, state)}
        assert min(weights.values()) > 0
        random = seeded(count)
        drawn = [rules.sample(state, random) for _ in range(4000)]
        assert set(drawn) <= set(weights)
        for move, weight in weights.items():
            share = weight / sum(weights.values())
            spread = (4000 * share * (1 - share)) ** 0.5
            assert abs(drawn.count(move) - 4000 * share) <= 5 * spread + 1e-9


@every_table
def test_a_position_that_somebody_got_wrong_is_refused_in_one_sentence_or_played(
    table: tuple[str, int, dict[str, Any]],
) -> None:
    """Whatever stands in a document: a complaint in both languages, or a position that is written and played on."""
    slug, seats, options = table
    written = documents(random_match(slug, 12, seats=seats, options=options), 7)
    random = Random(f"{slug} {seats} {options}")
    for number in range(max(25, 500 // len(TABLES))):
        document = mutated(random.choice(written), random.choice(written), random)
        match = set_up(slug, document)
        if match is None:
            continue
        again = sl.at(slug, match.position(), chance="by hand")
        assert to_bytes(again.state) == to_bytes(match.state), document
        for _ in range(25):
            legal = match.legal_numbers()
            assert bool(legal) != match.over, document
            if match.over:
                break
            match.play(random.choice(legal))
        assert match.record()
        if number % 5 == 0:
            match.svg()


@every_game
@pytest.mark.parametrize("level", LEVELS)
def test_bots_of_every_level_choose_legal_moves(slug: str, level: str) -> None:
    """With as few and as many players as there can be, early in a match and late."""
    game = sl.game(slug)
    for seats in {game.rules.SEATS[0], game.rules.SEATS[-1]}:
        match = random_match(slug, 13, seats=seats)
        moves = [count for count in range(match.count) if match.turn_at(count) >= 0]
        for count in (moves[0], moves[-1]):
            state = match.state_at(count)
            view = match.seen_by(state, match.turn_at(count))
            assert BOTS[level](game, view, seeded(count)) in listed(match, state)


@every_game
def test_a_move_can_be_taken_back_until_something_follows(slug: str) -> None:
    whole = random_match(slug, 11)
    index = next(n for n in range(whole.count) if whole.turn_at(n) >= 0 and whole.turn_at(n + 1) >= 0)
    match = Match(whole.game, whole.seats, whole.options, dice=whole.dice, log=list(whole.played[:index]))
    before = to_bytes(match.state)
    ply = match.ply
    mover = match.turn
    match.play(whole.played[index])
    with pytest.raises(CannotUndo):
        match.undo(seat=(mover + 1) % match.seats)
    assert match.undo(seat=mover) == 1
    assert to_bytes(match.state) == before
    assert match.ply == ply + 2, "the log keeps the move and its undoing"
    again = Match(match.game, match.seats, match.options, dice=match.dice, log=list(match.log))
    assert to_bytes(again.state) == before
    if any(match.state_at(index).turn == CHANCE for index in range(len(match.played))):
        with pytest.raises(CannotUndo, match="chance"):
            match.undo()


@every_game
def test_greedy_bots_play_to_the_end(slug: str) -> None:
    """With every value of every option, and with as few and as many players as there can be."""
    game = sl.game(slug)
    sets = [{}, *({name: value} for options in game.option_sets() for name, value in options.items())]
    for number, options in enumerate({str(options): options for options in sets}.values()):
        match = sl.new(slug, seats=game.rules.SEATS[-(number % 2)], seed=number, options=options)
        dice = seeded(number)
        while not match.over:
            match.play(BOTS["greedy"](game, match.view(match.turn), dice))
        assert min(match.places()) == 1


@every_game
def test_a_view_is_the_viewers_own(slug: str) -> None:
    match = sl.new(slug, seed=1)
    seen = match.view(0)
    seen.turn = OVER
    assert match.turn != OVER


def drawn_for(game: Game) -> list[str]:
    """For which shapes of windows has a game a drawing of its own?"""
    return [shape for shape in SHAPES if game.shape(shape) == shape]


@every_game
def test_a_window_of_any_shape_has_a_drawing(slug: str) -> None:
    game = sl.game(slug)
    assert {WIDE} <= set(drawn_for(game)) <= set(game.drawings) == set(SHAPES)
    for wanted in (*SHAPES, "", "round", None, 3, ["wide"]):
        assert game.shape(wanted) in drawn_for(game)
    for shape in set(SHAPES) - set(drawn_for(game)):
        assert game.drawings[shape] is (game.drawings[TALL] if shape == FLAT else game.draw)


@every_table
def test_every_legal_move_has_a_target_with_a_spoken_name(table: tuple[str, int, dict[str, Any]]) -> None:
    slug, seats, options = table
    match = random_match(slug, 7, seats=seats, options=options)
    spoken = {WIDE: "en", TALL: "de", SQUARE: "de", FLAT: "en"}
    for language, shape in [(spoken[shape], shape) for shape in drawn_for(match.game)]:
        texts = match.game.texts(language)
        for state in some_states(match, 29):
            eyes = max(int(state.turn), NOBODY)
            drawing = match.game.drawings[shape]
            parts = drawing.pieces(state, texts, -1, eyes)
            ghosts = drawing.ghosts(state, texts, eyes)
            assert not ghosts or (state.turn >= 0 and parts["ghosts"] == ""), "where they are put, nothing is before"
            layers = drawing.board(state, texts, eyes) + "".join(parts.values()) + ghosts
            drawn = ET.fromstring(f"<svg>{layers}</svg>")
            named = {
                element.get("data-target", ""): element.get("aria-label", "")
                for element in drawn.iter()
                if element.get("data-target")
            }
            named |= match.game.words.actions(state, texts)  # answers that are no place have buttons of the page
            keys = [element.get("data-key") for element in drawn.iter() if element.get("data-key")]
            assert len(keys) == len(set(keys)), "a key names one piece, or it could not glide"
            if state.turn >= 0:
                paths = [match.game.notation.path(move) for move in listed(match, state)]
                for path in paths:
                    for target in path:
                        assert named[target], target
                ways = {way for ghost in drawn.iter() for way in ghost.get("data-ghost", "").split(",") if way}
                assert {name for way in ways for name in way.split("|")} <= named.keys(), "all can be pointed at"


@every_table
def test_at_every_decision_the_mover_is_told_what_to_do(table: tuple[str, int, dict[str, Any]]) -> None:
    """A prompt, what binds, the answers that are no place, the moments: in both languages, as its seat may know it."""
    slug, seats, options = table
    match = random_match(slug, 8, seats=seats, options=options)
    words = match.game.words
    for language in ("en", "de"):
        texts = match.game.texts(language)
        for count in range(match.count):
            state, turn = match.state_at(count), match.turn_at(count)
            if turn >= 0:
                view = match.seen_by(state, turn)
                assert words.prompt(view, texts)
                assert isinstance(words.note(view, texts), str)
                paths = {target for move in listed(match, state) for target in match.game.notation.path(move)}
                actions = words.actions(view, texts)
                assert all(actions.values())
                assert len(actions) < 6
                assert len(set(actions.values())) == len(actions)
                assert not actions or set(actions) & paths, "at least one of them can be given"
        assert set(words.lines(match.state)) <= set(match.game.rules.SHEET)
        scored = words.scoring(match.state, texts) if match.over else ()
        assert all(line.title for line in scored)
        if scored:
            assert [sum(points) for points in zip(*(line.points for line in scored), strict=True)] == match.scores()
        for count in range(match.count):
            entry = match.standing(count)
            if moment := words.moment(entry.before, entry.move, entry.after, texts):
                assert moment.title
                assert all(moment.lines)


@every_game
def test_what_a_line_of_the_scoring_speaks_of_is_drawn(slug: str) -> None:
    """Where somebody gets points by a line, some of it is on the board, on a phone as well."""
    for seed in range(4):
        match = random_match(slug, seed)
        assert match.over
        texts = match.game.texts("en")
        for shape in match.game.drawings:
            parts = match.game.drawings[shape].pieces(match.state, texts, -1, NOBODY)
            drawn = set(re.findall(r'data-(?:key|target)="([^"]*)"', "".join(parts.values())))
            for line in match.game.words.scoring(match.state, texts):
                assert not line.targets or not any(line.points) or drawn & {*line.targets}, line


@every_game
def test_a_gliding_piece_is_drawn_before_and_after(slug: str) -> None:
    match = random_match(slug, 9)
    game, texts = match.game, match.game.texts("en")

    def keys(count: int, shape: str) -> set[str]:
        parts = game.drawings[shape].pieces(match.state_at(count), texts, -1, NOBODY)
        return {
            element.get("data-key", "") for element in ET.fromstring(f"<svg>{''.join(parts.values())}</svg>").iter()
        }

    for index, move in enumerate(match.played):
        for before, after in game.draw.glides(match.state_at(index), move, match.state_at(index + 1)):
            for shape in drawn_for(game):
                assert before in keys(index, shape)
                assert after in keys(index + 1, shape)


@every_game
def test_a_drawing_stands_alone_and_is_well_formed(slug: str) -> None:
    for state_of in (sl.new(slug, seed=1), random_match(slug, 8)):
        for language in ("en", "de"):
            document = ET.fromstring(state_of.svg(language=language))
            assert document.get("viewBox")
            assert document.get("aria-label")
            classes = {name for element in document.iter() for name in (element.get("class") or "").split()}
            assert {"strandline", slug} <= classes
            for element in document.iter():
                assert element.get("fill", "none").startswith(("none", "url(#", "currentColor"))
                assert "style" not in element.attrib, "colours live in the style sheet"


@every_game
def test_copying_a_row_makes_it_its_own(slug: str) -> None:
    match = sl.new(slug, seed=2)
    copied = copy_of(match.state)
    copied.turn = OVER
    assert match.turn != OVER
