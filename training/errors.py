"""What can be wrong with the files that training works on."""


class TrainingError(Exception):
    """Training cannot go on; the message says why in one sentence."""


class NoGames(TrainingError):
    """A folder has no games to learn from."""


class BadCheckpoint(TrainingError):
    """A checkpoint is missing, damaged, or of another network or lesson."""


class OtherRun(TrainingError):
    """A folder belongs to a run with other settings."""
