"""What is published when a table or the lobby changes."""

import json
from collections.abc import Iterable
from typing import Any

from accounts import live

Json = dict[str, Any]


def table_publish(slug: str, event: Json) -> None:
    """Tell everyone at the table; `event` has version, facts and whole state."""
    live.publish(
        live.table_group(slug),
        {
            "type": "table.event",
            "version": event["version"],
            # Written once here rather than once a socket.
            "text": json.dumps({"type": "event", **event}, separators=(",", ":")),
        },
    )


def beside_publish(slug: str, shape: Json) -> None:
    """Tell everyone at the table what has no version: who is there, who is ready."""
    live.publish(live.table_group(slug), {"type": "table.beside", "shape": shape})


def reload_publish(slug: str) -> None:
    """Have everyone at the table sent a snapshot."""
    live.publish(live.table_group(slug), {"type": "table.reload"})


def lobby_publish(
    open_tables: list[Json], live_tables: list[Json], players: Iterable[str]
) -> None:
    """Tell the lobby its two lists, whole, and whose own seat may have changed."""
    live.publish(
        live.LOBBY_GROUP,
        {
            "type": "lobby.event",
            "open": open_tables,
            "live": live_tables,
            "players": sorted(players),
        },
    )
