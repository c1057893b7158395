"""Our server as `strand serve` runs it, but for the limit on new tables: `… PORT WHERE [WORKERS [HUB]]`."""

from __future__ import annotations

import sys
from pathlib import Path

from strandline.cli.serve import serve
from strandline.engine.errors import StrandlineError
from strandline.server import app

if __name__ == "__main__":
    # All tables come from one address here.
    app.make_app.__kwdefaults__ = {**(app.make_app.__kwdefaults__ or {}), "tables_per_hour": 10**6}
    where = {"store": sys.argv[2]} if "://" in sys.argv[2] else {"data": Path(sys.argv[2])}
    workers, hub = [*sys.argv[3:], "1", ""][:2] if len(sys.argv) == 3 else [*sys.argv[3:], ""][:2]
    try:
        serve("127.0.0.1", int(sys.argv[1]), no_browser=True, workers=int(workers), hub=hub or None, **where)
    except StrandlineError as error:  # as the command line says it
        sys.exit(error.sentence("en"))
