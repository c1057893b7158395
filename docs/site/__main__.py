"""Build the site: `python -m docs.site [FOLDER]`."""

from __future__ import annotations

import os
import shutil
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

# Drawings and docstrings need no compiled rules; settled before anything of the package is imported.
os.environ["STRANDLINE_RULES"] = "python"
for name in ("STRANDLINE_COMPONENTS", "STRANDLINE_LANG"):
    os.environ.pop(name, None)

from docs.site.build import build  # noqa: E402
from docs.site.check import faults  # noqa: E402
from docs.site.pages import LANGUAGES, ROOT, SiteError  # noqa: E402


def main(folder: Path) -> int:
    """Build every language, each in a process of its own, and follow all links; 2 where something is wrong."""
    folder = folder.absolute()  # Sphinx looks for what is relative below the sources
    shutil.rmtree(folder, ignore_errors=True)
    try:
        with ProcessPoolExecutor(len(LANGUAGES), mp_context=get_context("spawn")) as processes:
            list(processes.map(build, [folder] * len(LANGUAGES), LANGUAGES))
    except SiteError as error:
        print(error, file=sys.stderr)
        return 2
    wrong = faults(folder)
    for fault in wrong:
        print(fault, file=sys.stderr)
    if not wrong:
        print(f"{folder / 'index.html'}: {len(list(folder.rglob('*.html')))} pages")
    return 2 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "site"))
