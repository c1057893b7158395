"""The matches of a language model: it sits on one seat, bots sit on the others and answer at once."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strandline import api
from strandline.bots.choosing import choose, finish
from strandline.bots.own.registry import names
from strandline.engine.chance import seeded
from strandline.engine.errors import StrandlineError
from strandline.engine.game import choices_of, written
from strandline.engine.guide import guide_in_words
from strandline.engine.prompt import legal
from strandline.engine.texts import check_language, load

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from strandline.engine.game import Game
    from strandline.engine.match import Match
    from strandline.engine.texts import Texts

TEXTS = Path(__file__).parent / "texts"
MOST = 32  # matches that are remembered
USUAL = "swimmer"  # who plays where nobody is named


class TableError(StrandlineError):
    """Something that cannot be asked here."""

    def __init__(self, key: str, /, **facts: object) -> None:
        super().__init__(f"error.{key}", home=TEXTS, **facts)


def ours(language: str) -> Texts:
    """Give the texts of this door."""
    return load(TEXTS, language)


# Games and rules


def games_in_words(language: str) -> str:
    """List the games with their options and the bots that play them."""
    return "\n".join(game_in_words(api.game(slug), language) for slug in api.all_games())


def game_in_words(game: Game, language: str) -> str:
    """Tell what there is to know of a game before it is begun."""
    texts, say = game.texts(language), ours(language).say
    facts = {key: texts.say(key) for key in ("name", "designer", "length", "line")}
    lines = [say("say.game", game=game.slug, seats=game.players, **facts)]
    usual = game.options()
    for name in game.rules.Options.__struct_fields__:
        values = "/".join(map(written, choices_of(game.rules.Options, name))) or "…"
        told = {"option": name, "help": texts.say(f"option.{name}.help"), "values": values}
        lines.append(say("say.option", **told, usual=written(getattr(usual, name)) or "–"))
    return "\n".join([*lines, "  " + say("say.bots", bots=", ".join(names(game.slug)))])


def rules_in_words(slug: str, rule: str | None, language: str) -> str:
    """Give the rules as they are explained to people, or one line of the ledger."""
    game = api.game(slug)
    if rule is None:
        return guide_in_words(game, language)
    rules = game.ledger(language).rules
    if rule.upper() not in rules:
        raise TableError("rule", game=slug, rule=rule, known=", ".join(rules))
    return f"{rule.upper()}: {rules[rule.upper()]}"


# Matches


class Table:
    """A match with a language model on one seat."""

    def __init__(self, match: Match, seat: int, bots: Mapping[int, str], language: str) -> None:
        self.match, self.seat, self.bots, self.language = match, seat, bots, language
        self._random = seeded(secrets.randbits(62))
        self._told = 0  # moves that stood when it was last told what has happened
        self._finished = False

    def let_bots_move(self) -> list[str]:
        """Let bots move until it is the model's turn, or over; what was wrong with them?"""
        faults = []
        while not self.match.over and self.match.turn in self.bots:
            answer = choose(self.match, self.bots[self.match.turn], self._random)
            if answer.fault is not None:
                faults.append(answer.fault.forfeit(self.language))
            self.match.play(answer.move)
        if self.match.over and not self._finished:
            self._finished = True
            finish(self.match, [self.bots.get(seat, "") for seat in range(self.match.seats)])
        return faults

    def look(self, *, rules: bool = False) -> str:
        """Put everything that the seat may know into words."""
        return api.text(self.match, self.seat, self.language, rules=rules)

    def legal(self) -> str:
        """List the legal moves in words."""
        return legal(self.match, self.language) if self.match.turn == self.seat else self.result()

    def why(self, move: str) -> str:
        """Say which rule forbids a move, or what it does."""
        refused = self.match.why(move, seat=self.seat)
        if refused is not None:
            return self._refused(refused.sentence(self.language), getattr(refused, "rule", ""))
        number, game = self.match.number(move), self.match.game
        if number not in self.match.legal_numbers() or self.match.turn != self.seat:
            return self.result()
        view, spelled = self.match.view(self.seat), game.spelling(self.language).spelled[number]
        told = game.words.tell(view, number, game.after(view, number), self.match.texts(self.language))
        return ours(self.language).say("say.allowed", move=spelled, told=told)

    def _refused(self, sentence: str, rule: str) -> str:
        """Add the whole rule to a refusal."""
        rules = self.match.game.ledger(self.language).rules
        return f"{sentence}\n{rule}: {rules[rule]}" if rule in rules else sentence

    def play(self, move: str) -> str:
        """Play a move of the model, let bots answer, and tell what has happened."""
        if self.match.over:
            raise TableError("turn")
        refused = self.match.why(move, seat=self.seat)
        if refused is not None:
            raise refused
        self._told = self.match.count
        self.match.play(move, seat=self.seat)
        faults = self.let_bots_move()
        return "\n\n".join([*faults, self.happened(), self.look()])

    def happened(self) -> str:
        """Tell what has happened since the last time, as the seat may know it."""
        say, entries = ours(self.language).say, range(self._told, self.match.count)
        told = [self.match.tell(self.match.standing(index), self.language, self.seat) for index in entries]
        self._told = self.match.count
        return "\n".join([say("say.happened"), *(f"- {line or say('say.hidden')}" for line in told)])

    def undo(self) -> str:
        """Take the model's last move back, with what bots answered."""
        count = self.match.undo(self.seat, yielding=tuple(self.bots))
        self._told = self.match.count
        return ours(self.language).say("say.undone", count=count) + "\n\n" + self.look()

    def result(self) -> str:
        """Say how it ended, or how it stands."""
        say, texts = ours(self.language).say, self.match.texts(self.language)
        points = self.match.scores(self.match.view(self.seat))
        if not self.match.over:
            stands = ", ".join(f"{texts.seat(seat)} {score}" for seat, score in enumerate(points))
            return say("say.running", turn=texts.turn(self.match.turn).rstrip("."), points=stands)
        ended = zip(self.match.places(), points, strict=True)
        lines = [
            say("say.place", seat=texts.seat(seat), place=place, points=score)
            for seat, (place, score) in enumerate(ended)
        ]
        return "\n".join([say("say.over"), *(f"- {line}" for line in lines)])


class Tables:
    """The matches that are under way."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._tables: dict[str, Table] = {}

    def find(self, match: str) -> Table:
        """Find a match by its name."""
        if match not in self._tables:
            raise TableError("match", match=match)
        return self._tables[match]

    def start(
        self,
        slug: str,
        seat: int,
        bots: Sequence[str],
        seats: int | None,
        options: Mapping[str, Any],
        seed: int | str | None,
        language: str | None,
    ) -> str:
        """Begin a match, let bots move first where they do, and tell everything there is to know."""
        language = check_language(language or self.language)
        match = api.new(slug, seats=seats, options=options, seed=seed, language=language)
        seated = seat_bots(match, seat, bots)
        table = Table(match, seat, seated, language)
        name = secrets.token_hex(3)
        self._tables[name] = table
        if len(self._tables) > MOST:
            del self._tables[next(iter(self._tables))]
        faults = table.let_bots_move()
        say, texts = ours(language).say, match.texts(language)
        others = [say("say.bot", seat=texts.seat(other), bot=bot) for other, bot in seated.items()]
        begun = say("say.begun", match=name, seat=texts.seat(seat), others=texts.listed(others))
        return "\n\n".join([begun, *faults, table.look()])


def seat_bots(match: Match, seat: int, bots: Sequence[str]) -> dict[int, str]:
    """Seat bots on all seats but one: the one that is named on all, or each on its own, in the order of seats."""
    slug, others = match.game.slug, [other for other in range(match.seats) if other != seat]
    if type(seat) is not int or not 0 <= seat < match.seats:
        raise TableError("seat", seat=seat, game=slug, seats=match.seats, high=match.seats - 1)
    wanted = list(bots) or [USUAL]
    if len(wanted) not in {1, len(others)}:
        raise TableError("bots", game=slug, seats=match.seats, count=len(others), given=len(wanted))
    for bot in wanted:
        if bot not in names(slug):
            raise TableError("bot", bot=bot, game=slug, known=", ".join(names(slug)))
    return dict(zip(others, wanted * len(others) if len(wanted) == 1 else wanted, strict=True))
