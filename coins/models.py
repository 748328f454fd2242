"""Rows of the ledger: Account and Transfer, in whole coins.

What the database itself refuses stands in the constraints here and in the
triggers of migration 0002. An account's sums are written by the trigger on a
transfer's insertion and by nothing else.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """Whose coins an account holds."""

    WALLET = "wallet", _("Wallet")
    TABLE = "table", _("Table")
    HOUSE = "house", _("House")


class Reason(models.TextChoices):
    """Why coins moved; the trigger knows which kinds of account each may join."""

    SIGNUP = "signup", _("Welcome gift")
    DAILY = "daily", _("Daily gift")
    TOP_UP = "topup", _("Top-up")
    ENTRY = "entry", _("Entry")
    POT = "pot", _("Match won")
    RETURN = "return", _("Entry returned")
    RECLAIM = "reclaim", _("Match voided: winnings taken back")
    REFUND = "refund", _("Match voided: entry returned")
    CORRECTION = "correction", _("Correction")
    CLOSING = "closing", _("Account closed")


class Account(models.Model):
    """What has ever gone out (`debits`) and come in (`credits`); never deleted.

    A wallet has a user, a table's account the table's number and address; the
    house gives the grants and alone may overdraw. `last_transfer` is the id of
    the youngest transfer in the sums: the database lets the sums change only
    together with it.
    """

    kind = models.CharField(_("kind"), max_length=6, choices=Kind)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        # No way back from the player: the ledger has one door.
        related_name="+",
        verbose_name=_("player"),
    )
    # Plain values, because the rooms of the games are above this one.
    table_id = models.BigIntegerField(_("table's number"), null=True, unique=True)
    table_slug = models.CharField(_("table's address"), max_length=16, blank=True)
    may_overdraw = models.BooleanField(_("may overdraw"), default=False)
    is_frozen = models.BooleanField(_("frozen"), default=False)
    debits = models.BigIntegerField(_("gone out"), default=0)
    credits = models.BigIntegerField(_("come in"), default=0)
    last_transfer = models.BigIntegerField(_("last transfer"), default=0)

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        default_permissions = ("view",)
        permissions = [
            ("correct_account", _("Can correct a balance")),
            ("freeze_account", _("Can freeze a wallet")),
        ]
        constraints = [
            models.CheckConstraint(
                name="account_not_overdrawn",
                condition=Q(may_overdraw=True) | Q(debits__lte=F("credits")),
            ),
            models.CheckConstraint(
                name="account_kind_whole",
                condition=Q(kind=Kind.WALLET, user__isnull=False, table_id__isnull=True)
                | Q(kind=Kind.TABLE, user__isnull=True, table_id__isnull=False)
                | Q(kind=Kind.HOUSE, user__isnull=True, table_id__isnull=True),
            ),
            models.CheckConstraint(
                name="account_house_alone_overdraws",
                condition=Q(kind=Kind.HOUSE, may_overdraw=True)
                | ~Q(kind=Kind.HOUSE) & Q(may_overdraw=False),
            ),
            models.CheckConstraint(
                name="account_wallet_alone_freezes",
                condition=Q(is_frozen=False) | Q(kind=Kind.WALLET),
            ),
            models.UniqueConstraint(
                name="account_one_house",
                fields=["kind"],
                condition=Q(kind=Kind.HOUSE),
            ),
        ]

    def __str__(self) -> str:
        whose = self.table_slug or self.user_id or ""
        return f"{self.get_kind_display()} {whose}".rstrip()

    @property
    def balance(self) -> int:
        """What the account holds; below zero for the house."""
        return self.credits - self.debits


class Transfer(models.Model):
    """Coins from the debit account to the credit account, for one cause.

    `key` names the cause and is unique, so that no cause moves coins twice.
    `debit_after` and `credit_after` are the two balances after it; on one
    account ids rise in the order in which its transfers were made. Append-only:
    the database refuses an update and a deletion.
    """

    key = models.CharField(_("cause"), max_length=80)
    reason = models.CharField(_("reason"), max_length=10, choices=Reason)
    debit = models.ForeignKey(
        Account, models.PROTECT, related_name="+", verbose_name=_("from")
    )
    credit = models.ForeignKey(
        Account, models.PROTECT, related_name="+", verbose_name=_("to")
    )
    amount = models.BigIntegerField(_("coins"))
    debit_after = models.BigIntegerField(_("left there"))
    credit_after = models.BigIntegerField(_("then there"))
    table_slug = models.CharField(_("table's address"), max_length=16, blank=True)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(name="transfer_once_a_cause", fields=["key"]),
            models.CheckConstraint(
                name="transfer_amount_positive", condition=Q(amount__gt=0)
            ),
            models.CheckConstraint(
                name="transfer_between_two", condition=~Q(debit=F("credit"))
            ),
        ]

    def __str__(self) -> str:
        return self.key
