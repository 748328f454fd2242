"""The live table: lobby, seats, games of a match, sockets, sweep."""
