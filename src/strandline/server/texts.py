"""The server's own texts."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from strandline.engine.texts import LANGUAGES, load

WEIGHT = re.compile(r"[01](\.[0-9]{0,3})?")
TEXTS = Path(__file__).parent / "texts"


texts = partial(load, TEXTS)
"""Load the server's texts in one language."""


def chosen_language(wanted: str | None, cookie: str | None, header: str) -> str:
    """Choose a language: the one asked for, the one chosen before, or the first of the browser's that we speak."""
    for language in (wanted, cookie):
        if language in LANGUAGES:
            return str(language)
    ranked = [part.partition(";q=") for part in header.replace(" ", "").split(",")]
    for name, _, _ in sorted(ranked, key=lambda part: -weight(part[2])):
        if name[:2].lower() in LANGUAGES:
            return name[:2].lower()
    return "en"


def weight(text: str) -> float:
    """Read how much a language is wanted; what is no weight weighs nothing, and none at all is 1."""
    return float(text) if WEIGHT.fullmatch(text) else float(not text)
