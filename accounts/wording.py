"""What a player reads about a decision of the desk, in his language."""

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.moderation import Kind, Outcome, Reason, Sanction

SENTENCES = {
    Kind.WARN: gettext_lazy("The desk has given you a warning."),
    Kind.CLOSE: gettext_lazy("Your account is closed."),
    Kind.RENAME: gettext_lazy("Your name has been taken away; choose another one."),
    Kind.CLEAR: gettext_lazy("Your text about yourself has been removed."),
    Kind.FREEZE: gettext_lazy(
        "Your wallet is frozen: it can neither pay an entry nor take a gift."
    ),
    Kind.VOID: gettext_lazy(
        "A match of yours has been declared void; the entries went back."
    ),
    Kind.ADJUDICATE: gettext_lazy("A match of yours has been decided by the desk."),
    Kind.END: gettext_lazy("A match of yours has been ended by the desk."),
}


def sanction_text(sanction: Sanction) -> str:
    """Return what was decided, as a sentence to the player."""
    if sanction.until is not None:
        until = formats.date_format(
            timezone.localtime(sanction.until), "DATETIME_FORMAT"
        )
        return _("Your account is suspended until %(until)s (UTC).") % {"until": until}
    return str(SENTENCES[Kind(sanction.kind)])


def reason_text(sanction: Sanction) -> str:
    """Return why, as a sentence."""
    return _("Reason: %(reason)s.") % {"reason": Reason(sanction.reason).label}


def outcome_text(sanction: Sanction) -> str:
    """Return what became of the player's appeal; empty before it is decided."""
    if sanction.outcome == Outcome.LIFTED:
        return _("Your appeal was heard: the decision has been taken back.")
    if sanction.outcome == Outcome.UPHELD:
        return _("Your appeal was heard: the decision stands.")
    return ""
