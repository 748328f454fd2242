"""Positions for the pictures on pages where nobody plays."""

from dataclasses import dataclass

from django.utils.translation import gettext_noop

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


@dataclass(frozen=True, slots=True)
class SocialPicture:
    """What a link to the site is shown with elsewhere; `make pictures` draws it."""

    name: str
    """What is written beside the board, to be translated."""
    sides: tuple[Side, Side]
    dice: tuple[int, int]
    family: str = "short"


SOCIAL_PICTURES = {
    "nardi": SocialPicture(
        gettext_noop("Georgian nardi for two, in the browser"), MIDDLE_GAME, (6, 5)
    ),
    "georgian": SocialPicture(
        gettext_noop("Georgian nardi"), DOOR_SIDES["short"], (5, 3)
    ),
    "long": SocialPicture(
        gettext_noop("Long nardy"), DOOR_SIDES["long-white-opens"], (4, 2), "long"
    ),
    "short": SocialPicture(gettext_noop("Short nardy"), DOOR_SIDES["short"], (3, 1)),
}


def social_picture(ruleset_key: str) -> str:
    """Return the key of the picture for a rule set."""
    return "long" if RULESETS[ruleset_key].family == "long" else ruleset_key
