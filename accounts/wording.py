"""What is read about a decision: by its player, and by the desk in the audit entries."""

from collections.abc import Iterator

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop
from django_stubs_ext import StrPromise

from accounts.audit import AuditEntry
from accounts.moderation import BARRING, Kind, Outcome, Reason, Sanction
from accounts.names import is_closed_name

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

TAKEN_BACK = gettext_lazy("Your appeal was heard: the decision has been taken back.")
# Of a match both players are told, whoever of them appealed.
COUNTS_NO_MORE = gettext_lazy(
    "After an appeal the decision has been taken back: the match counts for neither "
    "player, and the entries went back."
)
LIFTED: dict[Kind, StrPromise] = {
    Kind.WARN: TAKEN_BACK,
    Kind.SUSPEND: TAKEN_BACK,
    Kind.CLOSE: TAKEN_BACK,
    Kind.FREEZE: TAKEN_BACK,
    Kind.RENAME: gettext_lazy(
        "Your appeal was heard: the decision has been taken back, and your old name "
        "is yours again, unless another decision keeps it from you."
    ),
    Kind.CLEAR: gettext_lazy(
        "Your appeal was heard: the decision has been taken back. Your text is on "
        "your page again, unless you have written a new one."
    ),
    Kind.VOID: gettext_lazy(
        "After an appeal the desk agrees that the match should not have been declared "
        "void. A match that is void stays void."
    ),
    Kind.ADJUDICATE: COUNTS_NO_MORE,
    Kind.END: COUNTS_NO_MORE,
}

# Said to staff, in more than one room.
OUT_OF_REACH = gettext_lazy(
    "This cannot be done to the desk's own people, nor to yourself."
)
OWN_WALLET = gettext_lazy("Nobody corrects or freezes his own wallet.")
ACCOUNT_GONE = gettext_lazy(
    "The player has closed this account: nothing can be done to it."
)

# By the code of an audit entry; every room writes its own.
ACTIONS: dict[str, StrPromise] = {
    **{f"player.{kind}": kind.label for kind in Kind},
    "appeal.lifted": gettext_lazy("Decision taken back"),
    "appeal.upheld": gettext_lazy("Decision left standing"),
    "case.close": gettext_lazy("Case closed"),
    "coins.amends": gettext_lazy("Coins given back after an appeal"),
    "coins.amends_back": gettext_lazy("Coins given after an appeal taken back"),
    "coins.correction": gettext_lazy("Correction"),
    "coins.freeze": Kind.FREEZE.label,
    "coins.unfreeze": gettext_lazy("Wallet unfrozen"),
    "coins.pot_void": gettext_lazy("Coins of a void match returned"),
    "staff.set": gettext_lazy("Role changed"),
    "switches.set": gettext_lazy("Switches set"),
    "table.adjudicate": Kind.ADJUDICATE.label,
    "table.force_end": Kind.END.label,
    "table.void": Kind.VOID.label,
}
# Why, where nobody was asked: of these an entry keeps the code.
IN_THE_ADMIN = gettext_noop("In the admin.")
CODES: dict[str, StrPromise] = {
    **{reason.value: reason.label for reason in Reason},
    **{outcome.value: outcome.label for outcome in Outcome},
    "report": gettext_lazy("Report"),
}
SUBJECTS: dict[str, StrPromise] = {
    "case": gettext_lazy("case"),
    "table": gettext_lazy("table"),
    "user": gettext_lazy("player"),
}


def subject_text(entry: AuditEntry) -> str:
    """Return to whom or what it was done, as far as the entry itself says."""
    kind, _colon, number = entry.subject.partition(":")
    name = entry.data.get("table") or player_name(entry.data.get("name") or number)
    return f"{SUBJECTS[kind]}: {name}" if kind in SUBJECTS else ""


def why_text(entry: AuditEntry) -> str:
    """Return the reason, with the word of a known one in the reader's language."""
    if entry.reason == IN_THE_ADMIN:
        return _(IN_THE_ADMIN)
    code, colon, note = entry.reason.partition(": ")
    if code not in CODES:
        return entry.reason
    return f"{CODES[code]}{colon}{note}"


def player_name(name: str) -> str:
    """Return a player's name as it is read: a closed account has none any more."""
    return _("deleted player") if is_closed_name(name) else name


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
    """Return what became of an appeal, and what it changed; empty before that."""
    if sanction.outcome == Outcome.UPHELD:
        return _("Your appeal was heard: the decision stands.")
    if sanction.outcome != Outcome.LIFTED:
        return ""
    return " ".join([str(LIFTED[Kind(sanction.kind)]), *_beside(sanction)])


def _beside(sanction: Sanction) -> Iterator[str]:
    """Give what a lifted decision leaves as it is, and what came back, if anything."""
    if sanction.kind in BARRING and sanction.table_slug:
        yield _("The match that was lost by it stays lost.")
    if sanction.kind == Kind.VOID and sanction.is_of_win_taken_back():
        yield _(
            "The decision that gave the match to one of its players has been taken "
            "back too, so nobody is owed coins for it."
        )
    if sanction.coins_back:
        coins = formats.number_format(sanction.coins_back, force_grouping=True)
        yield _("Coins given back to you: %(coins)s.") % {"coins": coins}
