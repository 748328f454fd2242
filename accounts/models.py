"""The player's account."""

from datetime import datetime
from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.db import models
from django.db.models.functions import Lower, Upper
from django.utils.translation import gettext_lazy as _

from accounts.addresses import AddressKey, AddressSeen
from accounts.audit import AuditEntry
from accounts.former_names import FormerName
from accounts.moderation import Block, Sanction
from accounts.names import (
    NAME_INVALID,
    NAME_MAX_LENGTH,
    NAME_PATTERN,
    NAME_RULE,
    NAME_TAKEN,
    name_checked,
    name_folded_in,
)
from accounts.switches import Switches

# Django looks for models here; those of other nouns have modules of their own.
__all__ = [
    "AddressKey",
    "AddressSeen",
    "AuditEntry",
    "Block",
    "FormerName",
    "Sanction",
    "Switches",
    "User",
    "UserManager",
]


class UserManager(DjangoUserManager["User"]):
    """Finds a player by name without regard to case."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the player of that name; raises User.DoesNotExist.

        A name with a letter outside ASCII is nobody's: the database might fold
        a dotless i into an I.
        """
        if username is None or not username.isascii():
            raise self.model.DoesNotExist
        return self.get(username__iexact=username)

    async def aget_by_natural_key(self, username: str | None) -> "User":
        """Return the player of that name; raises User.DoesNotExist."""
        if username is None or not username.isascii():
            raise self.model.DoesNotExist
        return await self.aget(username__iexact=username)

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """Return the address in lower case, as it is stored and looked up."""
        return super().normalize_email(email).lower()


class User(AbstractUser):
    """A player.

    `username` is ASCII and unique without regard to case; `email` is unique
    without regard to case unless it is empty. The database holds both. `email`
    is the address that the player has confirmed, empty until he has: one that he
    has only entered is an `EmailAddress` of allauth's, and may be anybody's.
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    # `unique` is what Django's own checks and `createsuperuser` ask for; the
    # constraint below is the one that counts.
    username = models.CharField(
        _("name"),
        max_length=NAME_MAX_LENGTH,
        unique=True,
        help_text=NAME_RULE,
        validators=[name_checked],
        error_messages={"unique": NAME_TAKEN},
    )
    email = models.EmailField(_("e-mail address"), blank=True)
    auto_roll = models.BooleanField(_("roll the dice for me"), default=False)
    plays_forced = models.BooleanField(_("play forced turns for me"), default=False)
    confirms_by_hand = models.BooleanField(
        _("confirm my moves by hand only"), default=False
    )
    home_on_left = models.BooleanField(_("my home on the left"), default=False)
    # A code of settings.LANGUAGES; empty until the player has chosen one.
    language = models.CharField(_("language"), max_length=2, blank=True, default="")
    # What the sanctions that hold come to; written with them and by nothing else.
    barred_until = models.DateTimeField(_("barred until"), null=True, blank=True)
    must_rename = models.BooleanField(_("must choose a name"), default=False)

    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # Upper rather than Lower: it is what `iexact` compares by, so that
            # PostgreSQL finds a name through this index.
            models.UniqueConstraint(
                Upper("username"),
                name="user_name_unique",
                violation_error_message=NAME_TAKEN,
            ),
            models.CheckConstraint(
                condition=models.Q(username__regex=NAME_PATTERN),
                name="user_name_valid",
                violation_error_message=NAME_INVALID,
            ),
            models.UniqueConstraint(
                Lower("email"),
                condition=~models.Q(email=""),
                name="user_email_unique",
                violation_error_message=_("This e-mail address is taken."),
            ),
        ]

        indexes: ClassVar[list[models.Index]] = [
            models.Index(name_folded_in("username"), name="user_name_folded"),
        ]

    def has_perm(self, perm: str, obj: models.Model | None = None) -> bool:
        """Return whether he has that right, as one of the staff.

        Who is not one any more may still be in a group of theirs.
        """
        return self.is_staff and super().has_perm(perm, obj)

    def is_barred(self, now: datetime) -> bool:
        """Return whether the player is suspended, or his account closed."""
        return self.barred_until is not None and now < self.barred_until

    def get_full_name(self) -> str:
        """Return the name: a player has no other."""
        return self.username

    def get_short_name(self) -> str:
        """Return the name: a player has no other."""
        return self.username
