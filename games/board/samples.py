"""Positions for the pictures on pages where nobody plays."""

from games.rules.position import Side

# Georgian nardi in the middle of a game: Black waits on the bar.
MIDDLE_GAME: tuple[Side, Side] = (
    (0, 0, 0, 0, 1, 2, 4, 1, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 2, 0, 6, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1),
)
