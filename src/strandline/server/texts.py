"""The server's own texts."""

from __future__ import annotations

from pathlib import Path

from strandline.engine.texts import LANGUAGES, Texts, load

TEXTS = Path(__file__).parent / "texts"


def texts(language: str) -> Texts:
    """Load the server's texts in one language."""
    return load(TEXTS, language)


def chosen_language(wanted: str | None, cookie: str | None, header: str) -> str:
    """Choose a language: the one asked for, the one chosen before, or the first of the browser's that we speak."""
    for language in (wanted, cookie):
        if language in LANGUAGES:
            return str(language)
    ranked = [part.partition(";q=") for part in header.replace(" ", "").split(",")]
    weighed = sorted(
        ((float(q or 1) if q.replace(".", "", 1).isdigit() or not q else 0.0, name) for name, _, q in ranked),
        key=lambda pair: -pair[0],
    )
    for _, name in weighed:
        if name[:2].lower() in LANGUAGES:
            return name[:2].lower()
    return "en"
