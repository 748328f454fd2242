"""What the rules explorer shows of a position, as its template needs it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from games.board.drawing import position_words
from games.board.figure import Figure
from games.rulebook.figures import explorer_url, position_seen_by, ruleset_name
from games.rulebook.plays import (
    MOST_SHOWN,
    ROLLS,
    Roll,
    distinct_plays,
    is_over,
    plays_written,
)
from games.rules.position import Position, pip_count
from games.rules.position_string import position_to_gnu, position_to_string
from games.rules.rulesets import RULESETS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.rules.position_string import Family

_RULES: Mapping[Family, tuple[str, ...]] = {
    "short": ("georgian", "short"),
    "long": ("long",),
}
_DICE = re.compile(r"([1-6])-?([1-6])")
_PAGE = re.compile(r"[1-9][0-9]?")


@dataclass(frozen=True, slots=True)
class Link:
    """Somewhere to go, and whether one is there already."""

    text: str
    address: str
    current: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks for: a position, its rule set, whose turn, which roll."""

    position: Position
    ruleset_key: str
    black: bool = False
    dice: Roll | None = None
    page: int = 1
    misread: bool = False
    """Whether the roll in the address is none."""

    @property
    def address(self) -> str:
        """The address that asks for the same."""
        address = explorer_url(
            self.position, self.ruleset_key, dice=self.dice, black=self.black
        )
        return f"{address}&page={self.page}" if self.page > 1 else address

    def switched(self, after: Position) -> Asked:
        """The other player's turn in a position that the mover sees as `after`."""
        return Asked(after.switched(), self.ruleset_key, black=not self.black)


def asked_read(family: Family, position: Position, query: Mapping[str, str]) -> Asked:
    """What the query of an address asks for; what it does not say is as usual."""
    rules = query.get("rules", "")
    given = query.get("dice", "")
    match = _DICE.fullmatch(given)
    page = query.get("page", "")
    return Asked(
        position,
        rules if rules in _RULES[family] else _RULES[family][0],
        black=query.get("move") == "black",
        dice=_ordered(int(match[1]), int(match[2])) if match else None,
        page=int(page) if _PAGE.fullmatch(page) else 1,
        misread=bool(given) and match is None,
    )


@dataclass(frozen=True, slots=True)
class Explored:
    """Everything that the explorer's page shows."""

    asked: Asked
    heading: str
    """Whose turn it is, or that it is nobody's."""
    figure: Figure
    game: str
    string: str
    gnu: str
    """The ID for GNU Backgammon; empty in the long family, which it does not know."""
    pips: tuple[int, int]
    """White's and Black's."""
    over: bool
    rules: tuple[Link, ...]
    rolls: tuple[tuple[Link, ...], ...]
    other_side: str
    """The address of the same position with the other player to move."""
    plays: tuple[Link, ...] = ()
    count: int = 0
    first: int = 1
    """The number of the first of `plays` among all `count`."""
    earlier: str = ""
    later: str = ""

    @property
    def layouts(self) -> tuple[str, ...]:
        """The shapes of board that the page needs."""
        return (self.figure.layout,)

    @property
    def last(self) -> int:
        """The number of the last of `plays`."""
        return self.first + len(self.plays) - 1

    @property
    def passes(self) -> bool:
        """Whether there is a roll and nothing to play with it."""
        return self.asked.dice is not None and not self.over and not self.count


def explored(asked: Asked) -> Explored:
    """Look at what is asked for; the plays only where there is a roll."""
    ruleset = RULESETS[asked.ruleset_key]
    position, family = asked.position, ruleset.family
    seen = position_seen_by(position, family, black=asked.black)
    white, black = position.mine, position.theirs
    if asked.black:
        white, black = black, white
    over = is_over(position)
    found = Explored(
        asked=asked,
        heading=_heading(asked),
        figure=Figure(
            name="position",
            title=_title(asked),
            words=position_words(seen),
            position=seen,
            dice=() if over else asked.dice or (),
        ),
        game=ruleset_name(asked.ruleset_key),
        string=position_to_string(position, family),
        gnu=position_to_gnu(position) if family == "short" else "",
        pips=(pip_count(white), pip_count(black)),
        over=over,
        rules=tuple(
            Link(
                ruleset_name(key),
                replace(asked, ruleset_key=key, page=1).address,
                key == asked.ruleset_key,
            )
            for key in _RULES[family]
        ),
        rolls=tuple(
            tuple(
                Link(
                    f"{high}-{low}",
                    replace(asked, dice=(high, low), page=1).address,
                    asked.dice == (high, low),
                )
                for high, low in row
            )
            for row in ROLLS
        ),
        other_side=asked.switched(position).address,
    )
    return found if over or asked.dice is None else _with_plays(found, asked.dice)


def _with_plays(found: Explored, dice: Roll) -> Explored:
    asked = found.asked
    ruleset = RULESETS[asked.ruleset_key]
    plays = distinct_plays(ruleset, asked.position, dice)
    pages = max(1, -(-len(plays) // MOST_SHOWN))
    page = min(asked.page, pages)
    first = (page - 1) * MOST_SHOWN
    shown = plays[first : first + MOST_SHOWN]
    written = plays_written(ruleset, asked.position, dice, shown)
    return replace(
        found,
        plays=tuple(
            Link(text, asked.switched(one.position).address)
            for text, one in zip(written, shown, strict=True)
        ),
        count=len(plays),
        first=first + 1,
        earlier=replace(asked, page=page - 1).address if page > 1 else "",
        later=replace(asked, page=page + 1).address if page < pages else "",
    )


def starts() -> tuple[Link, ...]:
    """The start position of each game."""
    return tuple(
        Link(
            ruleset_name(key),
            Asked(Position(RULESETS[key].start, RULESETS[key].start), key).address,
        )
        for keys in _RULES.values()
        for key in keys
    )


def _title(asked: Asked) -> str:
    game, heading = ruleset_name(asked.ruleset_key), _heading(asked)
    return f"{game}. {heading}" if is_over(asked.position) else f"{game}: {heading}"


def _heading(asked: Asked) -> str:
    if is_over(asked.position):
        return gettext("The game is over: somebody has taken off all fifteen.")
    return gettext("Black to move") if asked.black else gettext("White to move")


def _ordered(first: int, second: int) -> Roll:
    return max(first, second), min(first, second)
