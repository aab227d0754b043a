"""The kinds of entries in a table's log, and which of them people may read there.

A table is its entries in order (docs/inside/server.md). Entries of play hold choices,
which may be secret, so they are never shown as they are; events say what they did.
"""

from typing import Final

# Play: what `Playthrough` folds.
CHOICE: Final = "choice"  # choice, step, confirm, and "by" if a bot or the clock chose
CONFIRM: Final = "confirm"  # step
TAKE_BACK: Final = "take_back"  # step, to: how many choices remain
WITHDRAW: Final = "withdraw"  # step; a secret answer, while others still think
ASK_UNDO: Final = "ask_undo"  # to
ANSWER_UNDO: Final = "answer_undo"  # request, agree
UNDO: Final = "undo"  # to; everybody agreed
TIMEOUT: Final = "timeout"  # the seat's time is up; its policy plays this turn
RESUME: Final = "resume"  # the server was down; nobody's time ran meanwhile
RESTORED: Final = "restored"  # position, and the game it goes on from: the rules had changed

# These change nothing at the table but its game.
MOVES: Final = frozenset({CHOICE, CONFIRM, TAKE_BACK, WITHDRAW})

# The table: what `Seating` folds.
OPENED: Final = "opened"  # seats
JOINED: Final = "joined"  # name
LEFT: Final = "left"
REMOVED: Final = "removed"  # kind, name; by the host, before the start
LOCKED: Final = "locked"  # locked; nobody new sits down
ASKED_SEAT: Final = "asked_seat"  # name, seat; where the host wants to be asked
WITHDREW: Final = "withdrew"  # request
DECLINED: Final = "declined"  # request
SEAT_SET: Final = "seat_set"  # a change before the start: the host's, or a bot's name given up
STARTED: Final = "started"  # seal
HANDED: Final = "handed"  # bot, reason
RETURNED: Final = "returned"
POLICY: Final = "policy"  # bot
CLOSED: Final = "closed"  # reason
FINISHED: Final = "finished"  # scores, winners, digest

# What people at a running game propose to each other: what `Proposals` folds.
PROPOSED: Final = "proposed"  # wish, target, bot
ANSWERED: Final = "answered"  # proposal, agree

CHAT: Final = "chat"  # text, speaker
MUTED: Final = "muted"  # muted, speaker; who may not write
CHAT_SET: Final = "chat_set"  # spectators; whether they may write
WATCH_RENEWED: Final = "watch_renewed"  # earlier links to watch are void
PUBLISHED: Final = "published"  # published; whether anyone may look at the finished game

# What the log of the table shows, and which of an entry's data with it.
SHOWN: Final[dict[str, tuple[str, ...]]] = {
    OPENED: (),
    JOINED: ("name",),
    LEFT: ("name",),
    REMOVED: ("name",),
    LOCKED: ("locked",),
    SEAT_SET: ("name",),
    STARTED: ("seal",),
    ASK_UNDO: ("to",),
    ANSWER_UNDO: ("agree",),
    UNDO: ("to",),
    TIMEOUT: (),
    RESTORED: ("position",),
    HANDED: ("bot", "reason"),
    RETURNED: (),
    POLICY: ("bot",),
    CLOSED: ("reason",),
    FINISHED: ("scores", "winners"),
    PROPOSED: ("wish", "target"),
    ANSWERED: ("proposal", "agree"),
    CHAT: ("text", "speaker"),
    MUTED: ("muted", "speaker"),
    CHAT_SET: ("spectators",),
    PUBLISHED: ("published",),
}
