"""Every diagram of the rule book, found by its name."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from games.rulebook.diagrams import (
    first_game,
    georgian,
    georgian_strategy,
    long,
    long_strategy,
    short,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.rulebook.diagrams.diagram import Diagram

_ALL: tuple[Diagram, ...] = (
    *georgian.DIAGRAMS,
    *georgian_strategy.DIAGRAMS,
    *long.DIAGRAMS,
    *long_strategy.DIAGRAMS,
    *first_game.DIAGRAMS,
    *short.DIAGRAMS,
)

DIAGRAMS: Mapping[str, Diagram] = MappingProxyType({one.name: one for one in _ALL})

if len(DIAGRAMS) != len(_ALL):
    raise ValueError("Two diagrams have one name.")
