"""Cases as text: one line of JSON in, the answer of the rules as one line out.

All points of a case are in the mover's numbering, `"25"` is the mover's bar, `"bar"`
the opponent's; of an outcome in the loser's. Every refusal is an `InvalidMessage`.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, NoReturn

from games.rules.errors import InvalidMessage
from games.rules.plays import legal_plays
from games.rules.position import (
    BAR,
    CHECKERS,
    HOME,
    OFF,
    POINTS,
    SIDE_LENGTH,
    Position,
    Side,
    position_checked,
)
from games.rules.rulesets import RuleSet, ruleset_get
from games.rules.scoring import game_points, result_name

if TYPE_CHECKING:
    from collections.abc import Mapping

_POINT_KEYS = {str(point): point for point in POINTS}
_OWN_KEYS = {**_POINT_KEYS, "25": BAR}
_OTHER_KEYS = {**_POINT_KEYS, "bar": BAR}
_LONGEST_SHOWN = 20


class _Object(dict[str, object]):
    """A JSON object that knows which keys were given more than once."""

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        super().__init__(pairs)
        counts = Counter(key for key, _ in pairs)
        self.repeated = {key for key, times in counts.items() if times > 1}


def plays_answer(line: bytes) -> str:
    """The answer to one case: its id and every legal play, sorted.

    `id`, `ruleset`, `mine`, `theirs`, `off`, `dice` and `first_turn` are all required
    and read strictly; any other key is ignored. The position is taken as it stands:
    whether play can lead there is not asked.
    """
    case = _object_read(line)
    name = _name(case)
    ruleset = _ruleset(case)
    off_mine, off_theirs = _pair(case, "off", range(CHECKERS + 1))
    mine = _side(case, "mine", _OWN_KEYS, off_mine)
    theirs_seen = _side(case, "theirs", _OTHER_KEYS, off_theirs)
    theirs = tuple(theirs_seen[facing] for facing in ruleset.opposite)
    position = position_checked(ruleset, mine, theirs)
    dice = _pair(case, "dice", HOME)
    first_turn = _value(case, "first_turn")
    if not isinstance(first_turn, bool):
        raise InvalidMessage('"first_turn" must be true or false.')
    plays = legal_plays(ruleset, position, dice, first_turn=first_turn)
    sequences = [[[step.source, step.die] for step in play] for play in plays]
    return json.dumps({"id": name, "sequences": sequences})


def outcome_answer(line: bytes) -> str:
    """The answer to one finished game: its id, its points and their name.

    `id`, `ruleset`, `winner_off` (15), `loser` and `loser_off` are required.
    """
    game = _object_read(line)
    name = _name(game)
    ruleset = _ruleset(game)
    if _whole(game, "winner_off", range(CHECKERS + 1)) != CHECKERS:
        raise InvalidMessage('"winner_off" must be 15: the game is not finished.')
    loser = _side(game, "loser", _OWN_KEYS, _whole(game, "loser_off", range(CHECKERS)))
    # The winner's side is only there to be complete; nothing of it is scored.
    winner = (CHECKERS, *(0,) * BAR)
    position: Position = position_checked(ruleset, loser, winner)
    points = game_points(ruleset, position.mine)
    return json.dumps(
        {"id": name, "points": points, "name": result_name(ruleset, points)}
    )


def _object_read(line: bytes) -> _Object:
    try:
        value = json.loads(
            line.decode("utf-8"), object_pairs_hook=_Object, parse_constant=_no_number
        )
    except UnicodeDecodeError:
        raise InvalidMessage("Not text in UTF-8.") from None
    except json.JSONDecodeError as error:
        raise InvalidMessage(f"Not JSON: {error.msg}, column {error.colno}.") from None
    except ValueError:
        raise InvalidMessage("Not JSON that can be read: a number is wrong.") from None
    except RecursionError:
        raise InvalidMessage("Not JSON that can be read: nested too deeply.") from None
    if not isinstance(value, _Object):
        raise InvalidMessage("Not a JSON object.")
    return value


def _no_number(_: str) -> NoReturn:
    raise ValueError


def _value(given: _Object, key: str) -> object:
    if key not in given:
        raise InvalidMessage(f'"{key}" is missing.')
    if key in given.repeated:
        raise InvalidMessage(f'"{key}" is given more than once.')
    return given[key]


def _name(given: _Object) -> str:
    name = _value(given, "id")
    if not isinstance(name, str):
        raise InvalidMessage('"id" must be a text.')
    return name


def _ruleset(given: _Object) -> RuleSet:
    key = _value(given, "ruleset")
    if not isinstance(key, str):
        raise InvalidMessage('"ruleset" must be a text.')
    return ruleset_get(key)


def _whole(given: _Object, key: str, allowed: range) -> int:
    return _whole_checked(_value(given, key), f'"{key}"', allowed)


def _whole_checked(value: object, what: str, allowed: range) -> int:
    # JSON's true and 3.0 are no whole numbers, though Python takes them for such.
    if type(value) is not int or value not in allowed:
        raise InvalidMessage(
            f"{what} must be a whole number from {allowed[0]} to {allowed[-1]}."
        )
    return value


def _pair(given: _Object, key: str, allowed: range) -> tuple[int, int]:
    match _value(given, key):
        case [first, second]:
            what = f'Each number of "{key}"'
            return (
                _whole_checked(first, what, allowed),
                _whole_checked(second, what, allowed),
            )
        case _:
            raise InvalidMessage(f'"{key}" must be a list of two numbers.')


def _side(given: _Object, key: str, points: Mapping[str, int], off: int) -> Side:
    """The side that an object of points and counts describes, in its own numbering."""
    checkers = _value(given, key)
    if not isinstance(checkers, _Object):
        raise InvalidMessage(f'"{key}" must be an object of points and counts.')
    side = [0] * SIDE_LENGTH
    side[OFF] = off
    for point, count in checkers.items():
        if point not in points:
            shown = json.dumps(point[:_LONGEST_SHOWN])
            raise InvalidMessage(f'"{key}" has no point called {shown}.')
        if point in checkers.repeated:
            raise InvalidMessage(f'"{key}" gives point "{point}" more than once.')
        what = f'The count on "{point}" of "{key}"'
        side[points[point]] = _whole_checked(count, what, range(CHECKERS + 1))
    if sum(side) != CHECKERS:
        raise InvalidMessage(
            f'"{key}" and the {off} borne off make {sum(side)} checkers instead of 15.'
        )
    return tuple(side)
