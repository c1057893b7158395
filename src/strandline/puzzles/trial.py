"""A puzzle being tried: where it stands after some right moves, what a further move comes to, and all that in words.

Nothing is kept: whoever tries tells the right moves so far, and is answered from the collection alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from strandline import api
from strandline.analysis.values import LineGap
from strandline.analysis.words import gap_in_words, percent
from strandline.analysis.words import texts_in as analysis_texts
from strandline.engine.contract import NOBODY
from strandline.engine.texts import load
from strandline.puzzles import collection
from strandline.puzzles.faults import TEXTS, BadPuzzle
from strandline.puzzles.puzzle import Kind, node_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from strandline.engine.match import Match
    from strandline.engine.texts import Texts
    from strandline.puzzles.puzzle import Follow, Measured, Node


class Verdict(NamedTuple):
    """What a try comes to."""

    right: bool
    done: bool  # nothing more is to be found
    says: str
    match: Match  # after it, with the reply where there is one
    reply: int = NOBODY  # the move that refutes a wrong one, or that was answered to a right one


class Trial:
    """A puzzle after some right moves of whoever tries it."""

    def __init__(self, game: str, number: int, moves: Sequence[str] = ()) -> None:
        self.puzzle = collection.find(game, number)
        self.number = number
        self.match = api.at(game, self.puzzle.position, chance="by hand")
        self.game, self.seat = self.match.game, self.match.turn
        self.moves: list[str] = []
        for move in moves:
            follow = self.follow(move)
            self.match.play(move)
            if follow is not None:
                self.match.play(follow.reply)
            self.moves.append(move)

    def follow(self, move: str) -> Follow | None:
        """Give what comes after a right move; a wrong one never came to pass."""
        node = self.node
        if node is None or move not in node.right:
            raise BadPuzzle("fault.moves")
        return node.right[move]

    @property
    def node(self) -> Node | None:
        """What is to be found here; None where nothing is any more."""
        return node_at(self.puzzle.root, self.moves)

    @property
    def done(self) -> bool:
        """Is everything found?"""
        return self.node is None

    def tried(self, move: int, language: str) -> Verdict:
        """Say what a legal move comes to."""
        node, spelled = self.node, self.game.spelled[move]
        if node is None or not {spelled} & {*node.right, *node.wrong}:
            raise BadPuzzle("fault.moves")
        after = self.match.copy()
        after.play(move)
        if spelled in node.right:
            return self.right(node.right[spelled], after, language)
        refutation = node.wrong[spelled]
        reply = self.game.parse(refutation) if refutation else NOBODY
        return Verdict(False, False, self.wrong_in_words(spelled, after, reply, language), after, reply)

    def right(self, follow: Follow | None, after: Match, language: str) -> Verdict:
        """Go on after a right move, or say that it was the last."""
        ours, names = texts_in(language), self.names(language)
        if follow is None:
            return Verdict(True, True, self.done_in_words(after, language), after)
        reply = self.game.parse(follow.reply)
        told = self.told(after, reply, language)
        after.play(reply)
        says = ours.say("verdict.go_on", told=told, seat=names.seat(self.seat))
        return Verdict(True, False, says, after, reply)

    # In words

    def names(self, language: str) -> Texts:
        """Give the game's texts for this position."""
        return self.match.texts(language)

    def told(self, match: Match, move: int, language: str) -> str:
        """Tell a move of a position in words, as the one who tries it may see it."""
        view = match.seen_by(match.state, self.seat)
        return self.game.words.tell(view, move, self.game.after(view, move), match.texts(language))

    def title(self, language: str) -> str:
        """Name what is asked for."""
        return texts_in(language).say(f"kind.{self.puzzle.kind}")

    def task(self, language: str) -> str:
        """Say what is to be found."""
        names = self.names(language)
        facts = {"seat": names.seat(self.seat), "count": self.puzzle.length}
        if self.puzzle.kind is not Kind.BEST:
            facts |= {"rival": names.seat(1 - self.seat), "what": names.say("solved")}
        return texts_in(language).say(f"task.{self.puzzle.kind}", **facts)

    def form(self, language: str) -> str:
        """Tell how many play, and which options are not as usual."""
        names, options, usual = self.game.texts(language), self.match.options, self.game.options()
        told = [
            f"{names.say(f'option.{name}.label')}: {names.say(f'option.{name}.{getattr(options, name)}')}"
            for name in self.game.rules.Options.__struct_fields__
            if getattr(options, name) != getattr(usual, name)
        ]
        return "; ".join([texts_in(language).say("players", count=self.match.seats), *told])

    def done_in_words(self, after: Match, language: str) -> str:
        """Say that everything is found, and why it is right."""
        ours, names = texts_in(language), self.names(language)
        if (measured := self.puzzle.measured) is not None:
            return " ".join(filter(None, (ours.say("verdict.best"), self.chances(measured, language))))
        key = "verdict.over" if after.over else "verdict.won"
        return ours.say(key, seat=names.seat(self.seat), what=names.say("solved"), told=self.last_told(after, language))

    def last_told(self, after: Match, language: str) -> str:
        """Tell the move that was made last."""
        entry = after.standing(after.count - 1)
        return self.game.words.tell(entry.before, entry.move, entry.after, after.texts(language))

    def wrong_in_words(self, spelled: str, after: Match, reply: int, language: str) -> str:
        """Say what is wrong with a move, without telling which one is right."""
        ours, names = texts_in(language), self.names(language)
        facts = {"seat": names.seat(self.seat)}
        if (measured := self.puzzle.measured) is not None:
            best, chance = max(measured.chances.values()), self.chance(measured, spelled)
            said = percent(chance / 1000, analysis_texts(language))
            return ours.say("verdict.worse", **facts, chance=said, gap=max(round((best - chance) / 10), 1))
        facts |= {"rival": names.seat(1 - self.seat), "what": names.say("solved")}
        if reply == NOBODY:
            return ours.say("verdict.lost", **facts)
        return ours.say("verdict.refuted", **facts, told=self.told(after, reply, language))

    def chance(self, measured: Measured, spelled: str) -> int:
        """Find the chance after a move; of those that come to the same, one was measured."""
        if spelled in measured.chances:
            return measured.chances[spelled]
        after = self.game.after(self.match.view(self.seat), self.game.parse(spelled))
        for other, chance in measured.chances.items():
            if after == self.game.after(self.match.view(self.seat), self.game.parse(other)):
                return chance
        return min(measured.chances.values())

    def chances(self, measured: Measured, language: str) -> str:
        """Tell by how much the right move is better than the next, and in what it shows."""
        ours, names, numbers = texts_in(language), self.names(language), analysis_texts(language)
        best, second = sorted(measured.chances.values(), reverse=True)[:2]
        said = ours.say(
            "verdict.chances",
            seat=names.seat(self.seat),
            best=percent(best / 1000, numbers),
            second=percent(second / 1000, numbers),
        )
        reason = self.reason(measured)
        return f"{said} {gap_in_words(self.match, reason, language)}" if reason is not None else said

    def reason(self, measured: Measured) -> LineGap | None:
        """Find the line of the score sheet in which the right move gains most, or the others lose most."""
        lines, total = self.match.lines(), self.game.rules.SHEET[0]
        gaps = [LineGap(one.seat, one.line, one.better, one.next_best, 0.0) for one in measured.lines]
        clear = [gap for gap in gaps if gap.line in lines and (gap.gap > 0) == (gap.seat == self.seat)]
        shown = [gap for gap in clear if round(gap.better, 1) != round(gap.chosen, 1)]
        parts = [gap for gap in shown if gap.line != total] or shown
        return max(parts, key=lambda gap: (abs(gap.gap), gap.seat == self.seat), default=None)

    def hint(self, language: str) -> tuple[str, list[str]]:
        """Say how the right move begins, or, where that would be all of it, among which few it is; with the places."""
        ours, spelled, paths = texts_in(language), self.game.spelling(language).spelled, self.game.paths
        right, legal = self.game.parse(self.first_right()), self.match.legal_numbers()
        alike = [move for move in legal if paths[move][:1] == paths[right][:1]]
        if paths[right] and 1 < len(alike) <= len(legal) / 2:
            begins = spelled[right].replace("-", " ").split()[0]
            return ours.say("hint.begins", begins=begins), [paths[right][0]]
        wrong = [move for move in legal if self.game.spelled[move] in (self.node.wrong if self.node else {})]
        step = max(len(wrong) // max(len(legal) // 3, 1), 1)
        few = sorted([right, *wrong[::step][: max(len(legal) // 3, 1)]])
        says = ours.say("hint.among", moves=" – ".join(self.told(self.match, move, language) for move in few))
        return says, [paths[move][0] for move in few if paths[move]]

    def first_right(self) -> str:
        """Name the right move; of several the one whose line is longest."""
        if self.node is None:
            raise BadPuzzle("fault.moves")
        return longest(self.node)

    def solution(self, language: str) -> list[str]:
        """Tell the right moves from here on, with the replies, and why."""
        ours, spelled = texts_in(language), self.game.spelling(language).spelled
        match, node, told = self.match.copy(), self.node, []
        if self.puzzle.measured is not None and node is not None:
            move = self.game.parse(next(iter(node.right)))
            said = ours.say("solution.move", move=spelled[move], told=self.told(match, move, language))
            return [said, self.chances(self.puzzle.measured, language)]
        while node is not None:
            right = longest(node)
            follow = node.right[right]
            for move in [self.game.parse(one) for one in (right, follow.reply if follow else "") if one]:
                told.append(ours.say("solution.move", move=spelled[move], told=self.told(match, move, language)))
                match.play(move)
            others = [spelled[self.game.parse(move)] for move in node.right if move != right]
            if others:
                told[-2 if follow else -1] += " " + ours.say("solution.also", moves=", ".join(others))
            node = follow.node if follow else None
        names = self.names(language)
        key = "solution.over" if match.over else "solution.won"
        return [*told, ours.say(key, seat=names.seat(self.seat), what=names.say("solved"))]


def longest(node: Node) -> str:
    """Name the right move whose line is longest."""
    return max(node.right, key=lambda move: depth_of(node.right[move]))


def depth_of(follow: Follow | None) -> int:
    """How many right moves come after this one?"""
    if follow is None:
        return 0
    return 1 + max(depth_of(one) for one in follow.node.right.values())


def texts_in(language: str) -> Texts:
    """Load the texts of puzzles."""
    return load(TEXTS, language)
