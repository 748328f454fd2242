"""Players in the admin, and what staff did."""

from collections.abc import Callable
from typing import Any, NoReturn

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.forms import CheckboxSelectMultiple
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from accounts.audit import audit_entry_append
from accounts.models import AuditEntry, Sanction, User
from accounts.wording import (
    ACTIONS,
    IN_THE_ADMIN,
    player_name,
    subject_text,
    why_text,
)

# The groups that a migration of the desk makes.
ROLES = {
    "moderator": _("Moderator"),
    "senior": _("Senior moderator"),
    "operator": _("Operator"),
}


@admin.register(User)
class UserAdmin(DjangoUserAdmin):  # type: ignore[type-arg]
    """Who is of the staff, and in which role; the rest is the player's own.

    Accounts begin by signing up and end by closing, which keep names and wallets
    in order; `manage.py changepassword` sets a password.
    """

    fieldsets = (
        (None, {"fields": ("username", "email", "language")}),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups")},
        ),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    list_display = ("username", "email", "is_staff", "is_active", "date_joined")
    search_fields = ("username", "email")
    list_filter = ("is_staff", "is_superuser", "is_active")
    filter_horizontal = ()
    readonly_fields = (
        *("username", "email", "language"),
        *("is_active", "last_login", "date_joined"),
    )
    actions = None

    def formfield_for_manytomany(
        self, db_field: Any, request: HttpRequest, **kwargs: Any
    ) -> Any:
        """Give each role a box of its own."""
        kwargs["widget"] = CheckboxSelectMultiple
        field: Any = super().formfield_for_manytomany(db_field, request, **kwargs)
        field.label_from_instance = lambda group: ROLES.get(group.name, group.name)
        return field

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse."""
        return False

    def log_change(self, request: HttpRequest, obj: User, message: Any) -> Any:
        """Note it in the audit entries too, where nobody can change it."""
        audit_entry_append(
            actor=get_object_or_404(User, pk=request.user.pk),
            action="staff.set",
            subject=f"user:{obj.pk}",
            reason=IN_THE_ADMIN,
            data={
                "name": obj.username,
                "is_staff": obj.is_staff,
                "is_superuser": obj.is_superuser,
                "roles": sorted(obj.groups.values_list("name", flat=True)),
            },
            now=timezone.now(),
        )
        return super().log_change(request, obj, message)

    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> NoReturn:
        """Refuse: nobody takes over an account by way of the admin."""
        raise PermissionDenied


class ReadOnly:
    """No adding, changing or deleting: for rows that only services write."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse."""
        return False


def player_column(
    field: str, heading: StrPromise
) -> Callable[[Any, Model], str | None]:
    """Return a column of a list that names the player as he is read everywhere."""

    @admin.display(description=heading, ordering=f"{field}__username")
    def said(_self: Any, row: Model) -> str | None:
        player: User | None = getattr(row, field)
        return player_name(player.username) if player else None

    return said


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnly, admin.ModelAdmin[AuditEntry]):
    """What staff did, the youngest first."""

    list_display = ("at", "actor_said", "action_said", "subject_said", "reason_said")
    fields = ("at", "actor", "action_said", "subject_said", "reason_said", "data")
    search_fields = ("actor_name", "action", "subject", "reason", "data__name")
    ordering = ("-id",)

    @admin.display(description=_("name"), ordering="actor_name")
    def actor_said(self, entry: AuditEntry) -> str:
        """Return who did it, by the name that he had then."""
        return player_name(entry.actor_name)

    @admin.display(description=_("action"), ordering="action")
    def action_said(self, entry: AuditEntry) -> StrPromise | str:
        """Return what was done, in words."""
        return ACTIONS.get(entry.action, entry.action)

    @admin.display(description=_("subject"), ordering="subject")
    def subject_said(self, entry: AuditEntry) -> str:
        """Return to whom or what, in words."""
        return subject_text(entry)

    @admin.display(description=_("reason"))
    def reason_said(self, entry: AuditEntry) -> str:
        """Return why, in words."""
        return why_text(entry)


@admin.register(Sanction)
class SanctionAdmin(ReadOnly, admin.ModelAdmin[Sanction]):
    """What the desk has decided, the youngest first."""

    list_display = (
        *("at", "player_said", "kind", "reason", "until", "by_said", "outcome"),
    )
    list_filter = ("kind", "reason", "outcome")
    list_select_related = ("player", "by")
    search_fields = ("player__username", "by__username", "table_slug")
    ordering = ("-id",)

    player_said = player_column("player", _("player"))
    by_said = player_column("by", _("by"))
