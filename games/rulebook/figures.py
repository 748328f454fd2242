"""Diagrams as figures: what is drawn of each, and what is said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from games.board.drawing import Position as Seen
from games.board.drawing import position_words
from games.board.figure import Figure, Hop
from games.board.geometry import seen
from games.rulebook.diagrams.diagram import hops_read
from games.rules.notation import play_format
from games.rules.position_string import position_to_string
from games.rules.rulesets import RULESETS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.board.drawing import Colour
    from games.board.geometry import Who
    from games.rulebook.diagrams.diagram import Diagram
    from games.rules.position import Position


def diagram_figure(diagram: Diagram) -> Figure:
    """The figure of `diagram`, its words in the active language."""
    position = position_seen_by(
        diagram.shown,
        diagram.ruleset.family,
        black=diagram.black,
        turned=diagram.turned,
    )
    turn = diagram.turn
    alone = (
        (point for point in turn.held if diagram.shown.mine[point] == 1) if turn else ()
    )
    return Figure(
        name=diagram.name,
        title=_title(diagram),
        words=" ".join([_position_said(diagram, position), *_said(diagram)]),
        position=position,
        who="theirs" if diagram.turned else "mine",
        dice=diagram.dice or (),
        hops=tuple(_hops(diagram)),
        held=tuple(alone),
        closed=diagram.closed,
        lit=diagram.lit,
    )


def position_seen_by(
    position: Position, family: str, *, black: bool, turned: bool = False
) -> Seen:
    """A position of the mover as the drawing wants it; `turned` to the other player."""
    mover: Colour = "tea" if black else "bone"
    other: Colour = "bone" if black else "tea"
    if turned:
        return Seen(position.theirs, position.mine, family, other)
    return Seen(position.mine, position.theirs, family, mover)


def ruleset_name(key: str) -> str:
    """What a rule set is called in the active language."""
    return {
        "georgian": gettext("Georgian nardi"),
        "short": gettext("Short nardy"),
        "long": gettext("Long nardy"),
        "long-white-opens": gettext("Long nardy, White opens"),
    }[key]


def explorer_address(diagram: Diagram) -> str:
    """Where the rules explorer shows the position before the roll, with the roll."""
    return explorer_url(
        diagram.start, diagram.ruleset_key, dice=diagram.dice, black=diagram.black
    )


def explorer_url(
    position: Position,
    ruleset_key: str,
    *,
    dice: tuple[int, int] | None = None,
    black: bool = False,
) -> str:
    """The address of a position in the explorer, in the active language."""
    text = position_to_string(position, RULESETS[ruleset_key].family)
    query = {}
    if ruleset_key == "short":
        query["rules"] = "short"
    if dice:
        query["dice"] = f"{max(dice)}{min(dice)}"
    if black:
        query["move"] = "black"
    address = reverse("rulebook:position", kwargs={"text": text})
    return f"{address}?{urlencode(query)}" if query else address


def _hops(diagram: Diagram) -> Iterator[Hop]:
    yield from (Hop(*hop) for hop in hops_read(diagram.made))
    for way in diagram.ways:
        yield from (Hop(*hop, "open") for hop in hops_read(way))
    for way in diagram.barred:
        *first, last = hops_read(way)
        yield from (Hop(*hop, "open") for hop in first)
        yield Hop(*last, "barred")


def _title(diagram: Diagram) -> str:
    name = ruleset_name(diagram.ruleset_key)
    if diagram.dice is None:
        return gettext("%(game)s: a position") % {"game": name}
    sentence = (
        gettext("%(game)s: Black rolls %(dice)s")
        if diagram.black
        else gettext("%(game)s: White rolls %(dice)s")
    )
    return sentence % {"game": name, "dice": "-".join(map(str, diagram.dice))}


def _position_said(diagram: Diagram, position: Seen) -> str:
    """What stands where; of a play that was made, that this is what it led to."""
    words = position_words(position)
    if not diagram.made:
        return words
    return gettext("Position after the play: %(position)s") % {"position": words}


def _said(diagram: Diagram) -> Iterator[str]:
    turn = diagram.turn
    if turn and turn.steps:
        play = _written(diagram, diagram.made) if diagram.turned else play_format(turn)
        yield gettext("Played: %(play)s.") % {"play": play}
    for way in diagram.ways:
        yield gettext("Allowed: %(play)s.") % {"play": _written(diagram, way)}
    for way in diagram.barred:
        yield gettext("Not allowed: %(play)s.") % {"play": _written(diagram, way)}
    if diagram.only == ():
        yield gettext("No move is possible.")
    if turn and turn.held:
        yield _points(
            turn.held,
            ngettext(
                "Held point: %(points)s.", "Held points: %(points)s.", len(turn.held)
            ),
        )
    if diagram.closed:
        points = _viewed(diagram, diagram.closed)
        yield _points(
            points,
            ngettext(
                "Closed point: %(points)s.", "Closed points: %(points)s.", len(points)
            ),
        )
    if diagram.lit:
        points = _viewed(diagram, diagram.lit)
        yield _points(
            points,
            ngettext(
                "Marked point: %(points)s.", "Marked points: %(points)s.", len(points)
            ),
        )


def _viewed(diagram: Diagram, points: Iterable[int]) -> list[int]:
    who: Who = "theirs" if diagram.turned else "mine"
    return [seen(who, diagram.ruleset.family, point) for point in points]


def _points(points: Iterable[int], sentence: str) -> str:
    return sentence % {"points": ", ".join(map(str, sorted(points, reverse=True)))}


def _written(diagram: Diagram, way: str) -> str:
    """A way in the numbers that the picture shows."""
    if not diagram.turned:
        return way
    places = {0: "off", 25: "bar"}
    who: Who = "theirs"
    return " ".join(
        "/".join(
            places.get(place) or str(seen(who, diagram.ruleset.family, place))
            for place in hop
        )
        for hop in hops_read(way)
    )
