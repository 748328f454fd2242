"""The sockets of table and lobby: who may speak, how often, to what effect."""

from games.tables.consumers.keeper import keeper_start
from games.tables.consumers.lobby import LobbyConsumer
from games.tables.consumers.table import TableConsumer

__all__ = ["LobbyConsumer", "TableConsumer", "keeper_start"]
