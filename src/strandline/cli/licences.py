"""`strand licences`: what the package stands on, and under which terms."""

from __future__ import annotations

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution, requires
from typing import Annotated, NamedTuple

import typer

from strandline.cli.shell import say, write_json

NAME = re.compile(r"[\w.-]+")
NAMED = re.compile(r"\S.*Licen[cs]e.*")
MIT = "Permission is hereby granted, free of charge"
TROVE = "License :: OSI Approved :: "


class Licence(NamedTuple):
    """A package and its terms."""

    package: str
    version: str
    licence: str


def licences(as_json: Annotated[bool, typer.Option("--json", help=say("help.json"))] = False) -> None:
    """List the packages that are used here, with their licences."""
    found = [terms_of(distribution(name)) for name in sorted(used_by("strandline"))]
    if as_json:
        write_json([licence._asdict() for licence in found])
        return
    wide = max(len(f"{licence.package} {licence.version}") for licence in found)
    for package, version, licence in found:
        print(f"{f'{package} {version}':{wide}}  {licence or say('licences.unknown')}")


def used_by(package: str) -> set[str]:
    """Find the packages that this one stands on, those of theirs included, as far as they are installed."""
    found: set[str] = set()
    waiting = [package]
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if name in found:
            continue
        try:
            wanted = requires(name) or ()
        except PackageNotFoundError:  # for another system, or an extra that is not here
            continue
        found.add(name)
        ours = name == package  # what our own extras bring is ours to name; those of others are not asked for
        waiting += [NAME.match(line)[0] for line in wanted if ours or "extra ==" not in line]  # type: ignore[index]
    return found


def terms_of(package: Distribution) -> Licence:
    """Read a package's terms: an expression, or its classifiers, or what it says, or what its licence file says."""
    facts = package.metadata
    told = {name: facts.get_all(name) or [""] for name in ("License-Expression", "Classifier", "License")}
    classified = [line.removeprefix(TROVE) for line in told["Classifier"] if line.startswith(TROVE)]
    terms = told["License-Expression"][0] or ", ".join(classified) or told["License"][0] or text_of(package)
    return Licence(facts["Name"], facts["Version"], next(iter(terms.strip().splitlines()), ""))


def text_of(package: Distribution) -> str:
    """Find out from the text of a package's licence, if it brings one, what it is called."""
    texts = [file.read_text() for file in package.files or () if file.name.upper().startswith("LICEN")]
    named = next((found[0] for text in texts if (found := NAMED.search(text))), "")
    return named or ("MIT" if any(MIT in text for text in texts) else "")
