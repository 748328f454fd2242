"""Tables and their events in the admin: to read, never to write.

Nothing but the services writes a table.
"""

from django.contrib import admin

from accounts.admin import ReadOnly
from games.tables.models import Event, Game, Seat, Table


class SeatInline(ReadOnly, admin.TabularInline[Seat, Table]):
    """Who sits at the table."""

    model = Seat
    extra = 0


class GameInline(ReadOnly, admin.TabularInline[Game, Table]):
    """The games of the match."""

    model = Game
    extra = 0


@admin.register(Table)
class TableAdmin(ReadOnly, admin.ModelAdmin[Table]):
    """Tables, the newest first."""

    list_display = (
        "slug",
        "ruleset",
        "target",
        "entry_coins",
        "status",
        "version",
        "created_at",
    )
    list_filter = ("status", "ruleset", "target", "entry_coins")
    search_fields = ("slug", "seats__user__username")
    ordering = ("-created_at",)
    inlines = (SeatInline, GameInline)


@admin.register(Event)
class EventAdmin(ReadOnly, admin.ModelAdmin[Event]):
    """Every command of every match."""

    list_display = ("table", "version", "game", "command", "seat", "at")
    list_select_related = ("table",)
    search_fields = ("table__slug",)
    ordering = ("-id",)
    # Counting millions of rows would hold the page up.
    show_full_result_count = False
