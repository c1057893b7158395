"""Limits: how much one visitor, one table and one message may take up; docs/serving.md has the table of all."""

from __future__ import annotations

import os

from strandline.engine.errors import BadOptions

SETTINGS: dict[str, int] = {}  # the limits that whoever runs the server may set, with their defaults


def setting(name: str, default: int, *, least: int = 1) -> int:
    """Read a limit that whoever runs the server may set: in the environment, a whole number."""
    SETTINGS[name] = default
    text = os.environ.get(f"STRANDLINE_{name}", str(default))
    if not text.isascii() or not text.isdigit() or int(text) < least:
        raise BadOptions("settings.limit", name=f"STRANDLINE_{name}", value=text, least=least, default=default)
    return int(text)


# Of one address
TABLES_PER_HOUR = setting("TABLES_PER_HOUR", 200)  # at once, and then again in an hour
PICTURES = setting("PICTURES", 30)  # at once, and then again in a minute
HINTS = 3  # under way at once
PAPERS = 4  # pictures and records under way at once …
PAPERS_IN_ALL = 40  # … and of all addresses
REVIEWS_PER_HOUR = setting("REVIEWS_PER_HOUR", 30)  # at once, and then again in an hour
REVIEWS = 3  # under way or waiting at once …
REVIEWS_IN_ALL = 20  # … and of all addresses; they are made one after the other
TRIED_MOVES = setting("TRIED_MOVES", 60)  # judged at once, and then again in a minute
ANALYSIS_STEPS = setting("ANALYSIS_STEPS", 240)  # on analysis boards at once, and then again in a minute
OPINION_SLICES = setting("OPINION_SLICES", 240)  # of thinking about a position at once, and then again in a minute
OPINIONS = 4  # slices under way or waiting at once …
OPINIONS_IN_ALL = 20  # … and of all addresses; they are thought one after the other
LESSON_STEPS = setting("LESSON_STEPS", 300)  # shown, tried and foreseen at once, and then again in a minute
PUZZLE_QUESTIONS = setting("PUZZLE_QUESTIONS", 300)  # of the pages of puzzles, at once, and then again in a minute
ADDRESSES = 10_000  # whose counts are remembered

# Of one viewer
MESSAGES = setting("MESSAGES", 60)  # at once …
MESSAGES_PER_SECOND = 20  # … and in the long run
MESSAGE_BYTES = 4096
HELLO_WITHIN = setting("HELLO_WITHIN", 10)  # seconds until it has said which seat it comes for
WAITING_BYTES = 1 << 20  # of answers, for a viewer who does not read
UNREAD_SECONDS = setting("UNREAD_SECONDS", 30)  # without reading, while something waits
BACKLOG = 8  # messages that may wait to be read
PIECES = 64  # that one message may come in

# Of one request
HEADER_BYTES = 16 * 1024
REQUEST_BYTES = 1 << 20  # behind the header, with whatever frames the body
HEADER_SECONDS = setting("HEADER_SECONDS", 10)
BODY_SECONDS = setting("BODY_SECONDS", 60)
PIPELINED = 8  # requests on one connection that wait for the one before
BODY = 64 * 1024  # bytes
RECORD_BODY = 256 * 1024  # bytes

# Of connections
KEEP_ALIVE_SECONDS = setting("KEEP_ALIVE_SECONDS", 5)  # between two requests
SOCKETS = setting("SOCKETS", 200)  # of one address, plain and live
CONNECTIONS = setting("CONNECTIONS", 10_000)  # in all, as far as there are descriptors
DESCRIPTORS = 65_536  # asked for where the system sets no bound
RESERVE = 256  # descriptors that are left for files and processes

# Of one position on an analysis board
POSITION_BYTES = 32 * 1024  # of the document that a link holds
CODE_LENGTH = 8 * 1024  # of the link
ANALYSED_MOVES = 1000  # made on it

# Of one match
NAME_LENGTH = 40
SALT_LENGTH = 64
TALK_LENGTH = 240  # letters of one line of a conversation
TALK_LINES = 50  # that are remembered, in memory alone
TALK_AT_ONCE = setting("TALK_AT_ONCE", 6)  # lines of one seat …
TALK_SECONDS = 20  # … and as many again in the course of so many seconds
LINK_LENGTH = 400  # letters of a link that is drawn as a code
INVITES_KEPT = 8  # invitations to one seat of which it is remembered that they were taken up
ENTRIES = 10_000  # of the log; the longest that people have played has a few hundred
UNDO_UNTIL = 9_000  # entries; from then on nothing is taken back, so that a match can be played to its end
RECORD_LINES = ENTRIES + 1000  # of a record that is brought: header, moves, what is left of the last outcomes of chance
RECENT = 100  # entries that a page may be behind and still be sent what is new; one further behind is sent all
LOG = 400  # entries of the log that a page is sent; those before them are in the record

# Of memory
IN_MEMORY = 2000  # tables kept ready; the longest untouched without a viewer make room
IDLE_SECONDS = setting("IDLE_SECONDS", 600)  # after which a table that nobody looks at leaves memory
PICTURE_BYTES = 32 * 1024 * 1024  # of pictures that are kept

# Of the disk: days after the last visit, 0 for ever
KEEP_FINISHED_DAYS = setting("KEEP_FINISHED_DAYS", 365, least=0)
KEEP_ABANDONED_DAYS = setting("KEEP_ABANDONED_DAYS", 90, least=0)
KEEP_UNBEGUN_DAYS = setting("KEEP_UNBEGUN_DAYS", 30, least=0)
KEEP_UPLOADED_DAYS = setting("KEEP_UPLOADED_DAYS", 30, least=0)

# Of a worker: seconds for one question, after which its process counts as hanging
MOVE_SECONDS = setting("MOVE_SECONDS", 120)
HINT_SECONDS = setting("HINT_SECONDS", 120)
START_SECONDS = setting("START_SECONDS", 300)
PAPER_SECONDS = setting("PAPER_SECONDS", 60)
OPINION_SECONDS = setting("OPINION_SECONDS", 60)
REVIEW_SECONDS = setting("REVIEW_SECONDS", 300)  # for one part of a review
UNASKED_SECONDS = setting("UNASKED_SECONDS", 60)  # without anybody who looks, after which a review is given up
