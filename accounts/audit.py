"""The audit entry: who did what to whom, when and why; written once, never changed."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import NAME_MAX_LENGTH

if TYPE_CHECKING:
    from accounts.models import User


class AuditEntry(models.Model):
    """One act of a member of staff, or of the site itself where `actor` is null.

    `subject` is plain text such as "user:12" or "table:7", because every room
    has subjects and none may be imported here. `actor_name` is the name at that
    time. The database refuses an update and a deletion.
    """

    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("by"),
    )
    actor_name = models.CharField(_("name"), max_length=NAME_MAX_LENGTH, blank=True)
    action = models.CharField(_("action"), max_length=40)
    subject = models.CharField(_("subject"), max_length=80)
    reason = models.TextField(_("reason"))
    data = models.JSONField(_("data"), default=dict)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        default_permissions = ("view",)
        constraints = [
            models.CheckConstraint(
                name="audit_entry_has_reason", condition=~models.Q(reason="")
            ),
        ]
        indexes = [models.Index(name="audit_entry_subject", fields=["subject"])]

    def __str__(self) -> str:
        return f"#{self.pk}"


def audit_entry_append(
    *,
    actor: "User | None",
    action: str,
    subject: str,
    reason: str,
    now: datetime,
    data: dict[str, Any] | None = None,
) -> AuditEntry:
    """Write an entry in the caller's transaction; no actor is the site itself."""
    return AuditEntry.objects.create(
        actor=actor,
        actor_name=actor.username if actor else "",
        action=action,
        subject=subject,
        reason=reason,
        data=data or {},
        at=now,
    )
