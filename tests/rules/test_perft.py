"""Perft: the counts in the file are those of the rules, by either reading."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.rulesets import RULESETS
from tests.rules.perft import (
    counted_by_reference,
    counted_fast,
    depth_1,
    depth_2,
    lines_read,
)

LINES = lines_read()


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["id"])
def test_depth_1(line: dict[str, Any]) -> None:
    """All 21 rolls: the product code and the second reading count the same."""
    assert depth_1(line, counted_fast) == line["depth_1"]
    assert depth_1(line, counted_by_reference) == line["depth_1"]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["id"])
def test_depth_2(line: dict[str, Any]) -> None:
    """All 21 rolls of the opponent after all 21 of the mover."""
    assert depth_2(line, counted_fast) == line["depth_2"]


def test_every_rule_set_is_counted_from_its_start() -> None:
    """The fixed positions include the start of every rule set."""
    starts = {line["ruleset"] for line in LINES if line["id"].endswith("-start")}
    assert starts == set(RULESETS)
