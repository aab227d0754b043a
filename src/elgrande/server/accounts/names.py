"""Names and other short texts that people give: in one form, and with nothing invisible."""

import unicodedata

from elgrande.server.errors import BadName

LONGEST_NAME = 30
MOST_READ = 1000
# Control characters, direction and zero-width marks, surrogates, unassigned characters and line
# separators. Such a name could look like another or disturb the text beside it.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Letters that are blank where they are shown.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
# A character may carry a few marks, but not a tower of them.
_MOST_MARKS = 3


LONGEST_MESSAGE = 300
MOST_MESSAGE_BYTES = 600  # as many as 300 letters of most alphabets have


def clean_message(text: str) -> str:
    """What somebody says at a table, as it is kept and shown; BadName if it is invalid."""
    message = clean_name(text, LONGEST_MESSAGE, what="A message")
    if len(message.encode()) > MOST_MESSAGE_BYTES:
        raise BadName(f"A message may have at most {MOST_MESSAGE_BYTES} bytes in UTF-8.")
    return message


def clean_name(text: str, longest: int = LONGEST_NAME, what: str = "A name") -> str:
    """A name as it is kept and shown; BadName if it cannot be one."""
    if len(text) > MOST_READ:
        raise BadName(f"{what} must have 1 to {longest} characters.")
    name = unicodedata.normalize("NFC", text)
    marks = 0
    for character in name:
        category = unicodedata.category(character)
        if category in _UNSEEN or character in _BLANK:
            raise BadName(f"{what} may only contain visible characters.")
        marks = marks + 1 if category.startswith("M") else 0
        if marks > _MOST_MARKS:
            raise BadName(f"{what} may only contain visible characters.")
    name = " ".join(name.split())
    if not 1 <= len(name) <= longest:
        raise BadName(f"{what} must have 1 to {longest} characters.")
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        raise BadName(f"{what} must have at least one letter, digit or symbol.")
    return name
