"""What can be wrong with an experiment, or with the folder of its results."""

from __future__ import annotations

import re
from pathlib import Path

from strandline.engine.components import field_in_words
from strandline.engine.errors import StrandlineError, printable, sentences

TEXTS = Path(__file__).parent / "texts"
LONG_WORD = re.compile(r"(\S{80})\S+")


class BadLab(StrandlineError, ValueError):
    """An experiment that cannot be run, or results that cannot be used."""

    def __init__(self, key: str, /, **facts: object) -> None:
        super().__init__(key, home=TEXTS, **facts)


class BadExperiment(StrandlineError, ValueError):
    """A field of an experiment that cannot be used: the sentence says file, line and field."""

    def __init__(self, file: str, line: int, field: str, reason: StrandlineError) -> None:
        super().__init__("experiment.fault", home=TEXTS, file=file, line=line, field=field)
        self.reason = reason

    def sentence(self, language: str = "en") -> str:
        """Say what is wrong with which field, and where."""
        field = shortened(field_in_words(str(self.facts["field"]), sentences(language)))
        facts = self.facts | {"field": field, "reason": shortened(self.reason.sentence(language))}
        return printable(" ".join(sentences(language, self.home).say(self.key, **facts).split()))


def shortened(text: str) -> str:
    """Cut what nobody would read to its end: words longer than a line."""
    return LONG_WORD.sub(r"\1…", text)
