"""What is read about a decision: by its player, and by the desk in the audit entries."""

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_stubs_ext import StrPromise

from accounts.audit import AuditEntry
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

# By the code of an audit entry; every room writes its own.
ACTIONS: dict[str, StrPromise] = {
    **{f"player.{kind}": kind.label for kind in Kind},
    "appeal.lifted": gettext_lazy("Decision taken back"),
    "appeal.upheld": gettext_lazy("Decision left standing"),
    "case.close": gettext_lazy("Case closed"),
    "coins.correction": gettext_lazy("Correction"),
    "coins.freeze": Kind.FREEZE.label,
    "coins.unfreeze": gettext_lazy("Wallet unfrozen"),
    "coins.pot_void": gettext_lazy("Coins of a void match returned"),
    "switches.set": gettext_lazy("Switches set"),
    "table.adjudicate": Kind.ADJUDICATE.label,
    "table.force_end": Kind.END.label,
    "table.void": Kind.VOID.label,
}
SUBJECTS: dict[str, StrPromise] = {
    "case": gettext_lazy("case"),
    "table": gettext_lazy("table"),
    "user": gettext_lazy("player"),
}


def subject_text(entry: AuditEntry) -> str:
    """Return to whom or what it was done, as far as the entry itself says."""
    kind, _colon, number = entry.subject.partition(":")
    name = entry.data.get("table") or entry.data.get("name") or number
    return f"{SUBJECTS[kind]}: {name}" if kind in SUBJECTS else ""


def why_text(entry: AuditEntry) -> str:
    """Return the reason, with the word of a known one in the reader's language."""
    code, colon, note = entry.reason.partition(": ")
    if code not in Reason.values:
        return entry.reason
    return f"{Reason(code).label}{colon}{note}"


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
