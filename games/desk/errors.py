"""Why the desk refuses: one exception a reason."""


class DeskRefusal(Exception):  # noqa: N818 - a refusal is an answer, not a fault
    """Nothing has changed."""


class AlreadyReported(DeskRefusal):
    """An open report of that pair and match is there."""


class AlreadyAppealed(DeskRefusal):
    """A sanction is appealed against once."""


class NotReportable(DeskRefusal):
    """Nobody reports himself, or somebody who did not play that match."""


class CaseClosed(DeskRefusal):
    """Another moderator has closed the case."""


class OwnCase(DeskRefusal):
    """A moderator keeps out of what concerns himself or what he has decided."""


class NothingToDo(DeskRefusal):
    """The case has no match, or the player no text: there is nothing to act on."""
