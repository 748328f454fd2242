"""The refusals of the rules core; each carries one English sentence."""


class InvalidMessage(ValueError):  # noqa: N818 - the word of the whole site
    """What was given cannot be read: a wrong shape, type, range or count."""


class IllegalMove(ValueError):  # noqa: N818 - the word of the whole site
    """What was given can be read, and the rules forbid it."""


class NothingToUndo(IllegalMove):
    """No step of this turn has been made that could be taken back."""
