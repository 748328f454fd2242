"""Positions for the pictures on pages where nobody plays."""

from games.rules.position import Side
from games.rules.rulesets import RULESETS

# Georgian nardi in the middle of a game: Black waits on the bar.
MIDDLE_GAME: tuple[Side, Side] = (
    (0, 0, 0, 0, 1, 2, 4, 1, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 2, 0, 6, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1),
)

# Long nardy after a few turns: both have left the head and hold single points.
LONG_OPENING: tuple[Side, Side] = (
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1, 1, 0, 0, 0, 10, 0),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 0, 11, 0),
)

# What the lobby's doors show.
DOOR_SIDES: dict[str, tuple[Side, Side]] = {
    "georgian": MIDDLE_GAME,
    "long": (RULESETS["long"].start, RULESETS["long"].start),
    "long-white-opens": LONG_OPENING,
    "short": (RULESETS["short"].start, RULESETS["short"].start),
}
