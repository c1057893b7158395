"""How strong a bot is, as the card of its seat tells it."""

from __future__ import annotations

from functools import cache

from strandline.bots.rating import Ratings, read_ratings
from strandline.engine.texts import written
from strandline.server.words import texts


@cache
def ratings() -> Ratings:
    """Read the table of ratings, once."""
    return read_ratings()


def rating_told(bot: str, game: str, seats: int, language: str) -> str:
    """Tell the rating of a bot in a game of so many, with its interval; nothing where it was not measured."""
    rated = ratings().get(game, {}).get(seats)
    if rated is None or bot not in rated.bots:
        return ""
    rating, interval = (written(f"{number:.1f}", language) for number in rated.bots[bot])
    return texts(language).say("seat.rating", rating=rating, interval=interval)
