"""What the diagrams claim is what the rules say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.utils.translation import override

from games.rulebook.diagrams import DIAGRAMS
from games.rulebook.diagrams.diagram import (
    Diagram,
    first_turn,
    hops_read,
    step_found,
)
from games.rulebook.figures import diagram_figure
from games.rulebook.plays import ROLLS, distinct_plays, plays_written
from games.rules.errors import IllegalMove
from games.rules.notation import play_parse
from games.rules.plays import legal_positions
from games.rules.position import BAR, CHECKERS, OFF, Position
from games.rules.scoring import game_points

if TYPE_CHECKING:
    from games.rules.turn import Turn

ALL = pytest.mark.parametrize("diagram", DIAGRAMS.values(), ids=lambda one: one.name)


def rolled(diagram: Diagram) -> Turn:
    """The turn that the diagram shows; a claim about plays needs a roll."""
    assert diagram.turn is not None
    return diagram.turn


def parsed(diagram: Diagram, play: str) -> None:
    assert diagram.dice is not None
    play_parse(
        play,
        diagram.ruleset,
        diagram.start,
        diagram.dice,
        first_turn=first_turn(diagram.start),
    )


def follow(turn: Turn, hops: tuple[tuple[int, int], ...]) -> Turn:
    for hop in hops:
        turn = turn.take(step_found(turn, hop))
    return turn


@ALL
def test_the_steps_shown_as_made_are_legal(diagram: Diagram) -> None:
    """And what is left to play continues to a legal play, by construction."""
    assert diagram.shown.mine
    assert not diagram.made or rolled(diagram).steps


@ALL
def test_a_hit_is_marked_where_there_is_one(diagram: Diagram) -> None:
    turn = diagram.before
    for part in diagram.made.split():
        assert turn is not None
        step = step_found(turn, hops_read(part)[0])
        assert turn.hits(step) == part.endswith("*"), part
        turn = turn.take(step)


@ALL
def test_every_arrow_shows_a_legal_way(diagram: Diagram) -> None:
    for way in diagram.ways:
        follow(rolled(diagram), hops_read(way))


@ALL
def test_every_barred_arrow_shows_an_illegal_step(diagram: Diagram) -> None:
    for way in diagram.barred:
        *first, last = hops_read(way)
        turn = follow(rolled(diagram), tuple(first))
        source, target = last
        assert any(max(0, source - die) == target for die in turn.dice_left), way
        with pytest.raises(IllegalMove):
            step_found(turn, last)


@ALL
def test_plays_said_to_be_legal_are(diagram: Diagram) -> None:
    for play in diagram.legal:
        parsed(diagram, play)


@ALL
def test_plays_said_to_be_illegal_are(diagram: Diagram) -> None:
    for play in diagram.illegal:
        with pytest.raises(IllegalMove):
            parsed(diagram, play)


@ALL
def test_there_is_nothing_but_the_plays_said_to_be_all(diagram: Diagram) -> None:
    if diagram.only is None:
        return
    assert diagram.dice is not None
    plays = distinct_plays(diagram.ruleset, diagram.start, diagram.dice)
    written = plays_written(diagram.ruleset, diagram.start, diagram.dice, plays)
    assert sorted(written) == sorted(diagram.only)


@ALL
def test_points_said_to_be_closed_are(diagram: Diagram) -> None:
    least = 2 if diagram.ruleset.hits else 1
    for point in diagram.closed:
        assert diagram.shown.theirs[diagram.ruleset.opposite[point]] >= least


@ALL
def test_shots_are_counted_right(diagram: Diagram) -> None:
    """Of the 36 rolls, those with which the other player can hit."""
    if diagram.shots is None:
        return
    assert shots(diagram) == diagram.shots


@ALL
def test_who_is_stuck_on_his_head_is_counted_right(diagram: Diagram) -> None:
    if diagram.stuck is None:
        return
    after = diagram.shown.switched()
    head = after.mine[24]
    assert head
    stuck = sum(
        1 if high == low else 2
        for row in ROLLS
        for high, low in row
        if all(
            found.mine[24] == head
            for found in legal_positions(
                diagram.ruleset, after, (high, low), first_turn=False
            )
        )
    )
    assert stuck == diagram.stuck


def shots(diagram: Diagram) -> int:
    after = diagram.shown.switched()
    return sum(
        1 if high == low else 2
        for row in ROLLS
        for high, low in row
        if any(
            found.theirs[BAR] > after.theirs[BAR]
            for found in legal_positions(
                diagram.ruleset, after, (high, low), first_turn=False
            )
        )
    )


@ALL
def test_a_finished_game_is_worth_what_is_said(diagram: Diagram) -> None:
    if diagram.worth is None:
        assert CHECKERS not in (diagram.start.mine[OFF], diagram.start.theirs[OFF])
        return
    assert diagram.start.mine[OFF] == CHECKERS
    assert game_points(diagram.ruleset, diagram.start.theirs) == diagram.worth


@ALL
def test_a_spoken_diagram_says_which_position_it_tells(diagram: Diagram) -> None:
    """Of a play that was made, the position after it; otherwise the one on the board."""
    with override("en"):
        words = diagram_figure(diagram).words
    assert words.startswith("Position after the play: ") == bool(diagram.made)
    assert ("Played: " in words) == bool(diagram.made)


def test_a_wrong_claim_is_seen() -> None:
    """The checks above refuse what is not so."""
    start = DIAGRAMS["georgian-start"]
    wrong = Diagram(
        "wrong",
        "georgian",
        start.mine,
        start.theirs,
        dice=(5, 3),
        ways=("24/19",),
        barred=("13/8",),
        legal=("24/19 13/10",),
        illegal=("13/5",),
        only=("13/5",),
        closed=(20,),
    )
    for check in (
        test_plays_said_to_be_legal_are,
        test_every_arrow_shows_a_legal_way,
    ):
        with pytest.raises(IllegalMove):
            check(wrong)
    for check in (
        test_there_is_nothing_but_the_plays_said_to_be_all,
        test_points_said_to_be_closed_are,
    ):
        with pytest.raises(AssertionError):
            check(wrong)
    for check in (
        test_every_barred_arrow_shows_an_illegal_step,
        test_plays_said_to_be_illegal_are,
    ):
        with pytest.raises(pytest.fail.Exception):
            check(wrong)


def test_a_position_of_fewer_checkers_is_refused() -> None:
    with pytest.raises(ValueError, match="15"):
        _ = Diagram("short of one", "georgian", "24:1 6:13", "off:15").start
    assert isinstance(DIAGRAMS["long-start"].start, Position)
