"""The games: one folder each, one line each."""

from __future__ import annotations

GAMES: dict[str, str] = {
    "high-tide-leiman": "strandline.games.high_tide_leiman",
    "high-tide-henn": "strandline.games.high_tide_henn",
    "maui": "strandline.games.maui",
    "day-at-the-beach": "strandline.games.day_at_the_beach",
}
