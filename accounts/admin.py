"""Players in the admin, and what staff did."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import AuditEntry, Sanction, User


@admin.register(User)
class UserAdmin(DjangoUserAdmin):  # type: ignore[type-arg]
    """Django's own, without the names that a player does not have."""

    fieldsets = (
        (None, {"fields": ("username", "email", "language", "password")}),
        (
            _("Permissions"),
            {
                "fields": (
                    "is_active",
                    "is_staff",
                    "is_superuser",
                    "groups",
                    "user_permissions",
                )
            },
        ),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    list_display = ("username", "email", "is_staff", "is_active", "date_joined")
    search_fields = ("username", "email")

    def get_readonly_fields(
        self, request: HttpRequest, obj: User | None = None
    ) -> tuple[str, ...]:
        """Name and address change by services alone, which reserve and confirm."""
        shown = ("last_login", "date_joined")
        return shown if obj is None else ("username", "email", *shown)


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


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnly, admin.ModelAdmin[AuditEntry]):
    """What staff did, the youngest first."""

    list_display = ("at", "actor_name", "action", "subject", "reason")
    list_filter = ("action",)
    search_fields = ("actor_name", "subject", "reason", "data__name")
    ordering = ("-id",)


@admin.register(Sanction)
class SanctionAdmin(ReadOnly, admin.ModelAdmin[Sanction]):
    """What the desk has decided, the youngest first."""

    list_display = ("at", "player", "kind", "reason", "until", "by", "outcome")
    list_filter = ("kind", "reason", "outcome")
    list_select_related = ("player", "by")
    search_fields = ("player__username", "by__username", "table_slug")
    ordering = ("-id",)
