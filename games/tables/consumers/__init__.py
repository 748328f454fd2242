"""The sockets of table, lobby and all other pages: who may speak, how often, why."""

from games.tables.consumers.keeper import keeper_start, sockets_release
from games.tables.consumers.lobby import LobbyConsumer
from games.tables.consumers.nowhere import NowhereConsumer
from games.tables.consumers.site import SiteConsumer
from games.tables.consumers.socket import CLOSE_TRY_LATER, in_database
from games.tables.consumers.table import GlimpseConsumer, TableConsumer

__all__ = [
    "CLOSE_TRY_LATER",
    "GlimpseConsumer",
    "LobbyConsumer",
    "NowhereConsumer",
    "SiteConsumer",
    "TableConsumer",
    "in_database",
    "keeper_start",
    "sockets_release",
]
