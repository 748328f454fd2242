"""Tables and their events in the admin: to read, never to write.

Nothing but the services writes a table.
"""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from accounts.admin import ReadOnly
from games.tables.forms import RULESET_NAMES
from games.tables.models import Event, Game, Seat, Table

# What is kept of a match, by the rules' names of its commands and the tables' own.
COMMANDS: dict[str, StrPromise] = {
    "join": _("Join"),
    "cancel": _("Cancelled"),
    "open": _("Opening roll"),
    "roll": _("Roll the dice"),
    "move": _("Move"),
    "undo": _("Take the last step back"),
    "confirm": _("Confirm"),
    "finish": _("Turn finished by the server"),
    "resign": _("Resign"),
    "forfeit": _("Match counted as lost"),
    "void": _("Void"),
}


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
        "ruleset_name",
        "target",
        "entry_coins",
        "status",
        "version",
        "created_at",
    )
    list_filter = ("status", "target", "entry_coins")
    search_fields = ("slug", "seats__user__username")
    ordering = ("-created_at",)
    exclude = ("ruleset",)
    readonly_fields = ("ruleset_name",)
    inlines = (SeatInline, GameInline)

    @admin.display(description=_("Game"), ordering="ruleset")
    def ruleset_name(self, table: Table) -> StrPromise:
        """Return the rule set's name."""
        return RULESET_NAMES[table.ruleset]


@admin.register(Event)
class EventAdmin(ReadOnly, admin.ModelAdmin[Event]):
    """Every command of every match."""

    list_display = ("table", "version", "game", "command_said", "seat", "at")
    fields = (*list_display, "data")
    list_select_related = ("table",)
    search_fields = ("table__slug",)
    ordering = ("-id",)
    # Counting millions of rows would hold the page up.
    show_full_result_count = False

    @admin.display(description=_("command"), ordering="command")
    def command_said(self, event: Event) -> StrPromise | str:
        """Return the command, in words."""
        return COMMANDS.get(event.command, event.command)
