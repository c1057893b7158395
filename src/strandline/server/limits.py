"""Limits: how much one visitor, one table and one message may take up; docs/serving.md has the table of all."""

from __future__ import annotations

import os

from strandline.engine.errors import BadOptions


def setting(name: str, default: int) -> int:
    """Read a limit that whoever runs the server may set: in the environment, a whole number from 1 on."""
    text = os.environ.get(f"STRANDLINE_{name}", str(default))
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise BadOptions("settings.limit", name=f"STRANDLINE_{name}", value=text, default=default)
    return int(text)


# Of one address
TABLES_PER_HOUR = setting("TABLES_PER_HOUR", 200)
PICTURES = setting("PICTURES", 30)  # at once, and then again in a minute

# Of one viewer
MESSAGES = setting("MESSAGES", 60)  # at once …
MESSAGES_PER_SECOND = 20  # … and in the long run
MESSAGE_BYTES = 4096
HELLO_WITHIN = setting("HELLO_WITHIN", 10)  # seconds until it has said which seat it comes for
WAITING_BYTES = 1 << 20  # of answers, for a viewer who does not read
UNREAD_SECONDS = setting("UNREAD_SECONDS", 30)  # without reading, while something waits

# Of one request
HEADER_BYTES = 16 * 1024
REQUEST_BYTES = 1 << 20  # behind the header, with whatever frames the body
HEADER_SECONDS = setting("HEADER_SECONDS", 10)
BODY_SECONDS = setting("BODY_SECONDS", 60)
PIPELINED = 8  # requests on one connection that wait for the one before

# Of connections
KEEP_ALIVE_SECONDS = setting("KEEP_ALIVE_SECONDS", 5)  # between two requests
SOCKETS = setting("SOCKETS", 200)  # of one address, plain and live
CONNECTIONS = setting("CONNECTIONS", 10_000)  # in all, as far as there are descriptors
DESCRIPTORS = 65_536  # asked for where the system sets no bound
RESERVE = 256  # descriptors that are left for files and processes
