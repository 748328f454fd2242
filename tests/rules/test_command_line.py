"""`python -m games.rules`: cases in, answers out, one clear line on a bad one."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.rules.__main__ import main

ROOT = Path(__file__).parents[2]
CASES = Path(__file__).parent / "cases" / "plays.jsonl"

CASE: dict[str, Any] = {
    "id": "a",
    "ruleset": "georgian",
    "mine": {"13": 1},
    "theirs": {"4": 2, "19": 13},
    "off": [14, 0],
    "dice": [3, 3],
    "first_turn": False,
}
CASE_ANSWER = {"id": "a", "sequences": [[[13, 3], [10, 3]]]}
GAME: dict[str, Any] = {
    "id": "a",
    "ruleset": "georgian",
    "winner_off": 15,
    "loser": {"24": 1, "6": 14},
    "loser_off": 0,
}
GAME_ANSWER = {"id": "a", "points": 3, "name": "koks"}


def _run(
    command: str | list[str], given: bytes | str = b""
) -> subprocess.CompletedProcess[bytes]:
    arguments = [command] if isinstance(command, str) else command
    return subprocess.run(
        [sys.executable, "-m", "games.rules", *arguments],
        input=given.encode() if isinstance(given, str) else given,
        capture_output=True,
        cwd=ROOT,
        timeout=60,
        check=False,
    )


def _answers(output: bytes) -> list[Any]:
    return [json.loads(line) for line in output.splitlines()]


def _changed(base: dict[str, Any], **changes: object) -> str:
    return json.dumps({**base, **changes})


def _without(base: dict[str, Any], key: str) -> str:
    return json.dumps({name: value for name, value in base.items() if name != key})


def test_all_cases() -> None:
    """Every worked case as it stands, its expectations and remarks ignored."""
    done = _run("plays", CASES.read_bytes())
    assert (done.returncode, done.stderr) == (0, b"")
    expected = [
        {"id": case["id"], "sequences": case["expect"]}
        for case in _answers(CASES.read_bytes())
    ]
    assert _answers(done.stdout) == expected


def test_answers_are_written_as_promised() -> None:
    """One line each, in the order and with the keys of the description."""
    done = _run("plays", json.dumps(CASE))
    assert done.stdout == b'{"id": "a", "sequences": [[[13, 3], [10, 3]]]}\n'
    done = _run("outcome", json.dumps(GAME))
    assert done.stdout == b'{"id": "a", "points": 3, "name": "koks"}\n'


@pytest.mark.parametrize(
    ("ruleset", "loser", "loser_off", "points", "name"),
    [
        ("georgian", {"1": 12}, 3, 1, "oini"),
        ("georgian", {"6": 15}, 0, 2, "mars"),
        ("georgian", {"6": 13, "18": 2}, 0, 2, "mars"),
        ("georgian", {"6": 14, "19": 1}, 0, 3, "koks"),
        ("georgian", {"6": 14, "25": 1}, 0, 3, "koks"),
        ("georgian", {"6": 13, "25": 1}, 1, 1, "oini"),
        ("short", {"1": 14}, 1, 1, "single"),
        ("short", {"1": 15}, 0, 2, "gammon"),
        ("short", {"1": 14, "24": 1}, 0, 3, "backgammon"),
        ("long", {"1": 14}, 1, 1, "oin"),
        ("long", {"24": 15}, 0, 2, "mars"),
        ("long-white-opens", {"24": 15}, 0, 2, "mars"),
    ],
)
def test_outcome(
    ruleset: str, loser: dict[str, int], loser_off: int, points: int, name: str
) -> None:
    """What each finished game is worth and is called."""
    done = _run(
        "outcome",
        _changed(GAME, id="x", ruleset=ruleset, loser=loser, loser_off=loser_off),
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert _answers(done.stdout) == [{"id": "x", "points": points, "name": name}]


BAD_CASES = {
    "not JSON": "{",
    "nothing but a word": "plays",
    "a list": "[]",
    "a number": "1",
    "null": "null",
    "NaN": '{"id": NaN}',
    "NaN under an unknown key": json.dumps(CASE)[:-1] + ', "x": NaN}',
    "not UTF-8": b'{"id": "\xff"}',
    "nested deeply": "[" * 100_000,
    "an endless number": '{"id": ' + "9" * 10_000 + "}",
    **{f"no {key}": _without(CASE, key) for key in CASE},
    "a key twice": json.dumps(CASE)[:-1] + ', "dice": [1, 2]}',
    "a point twice": json.dumps(CASE).replace('{"13": 1}', '{"13": 1, "13": 1}'),
    "id is a number": _changed(CASE, id=7),
    "unknown rule set": _changed(CASE, ruleset="nackgammon"),
    "rule set is a list": _changed(CASE, ruleset=["georgian"]),
    "mine is a list": _changed(CASE, mine=[13]),
    "mine is null": _changed(CASE, mine=None),
    "point 0": _changed(CASE, mine={"0": 1}),
    "point 26": _changed(CASE, mine={"26": 1}),
    "point 013": _changed(CASE, mine={"013": 1}),
    "point 13.0": _changed(CASE, mine={"13.0": 1}),
    "point with a space": _changed(CASE, mine={" 13": 1}),
    "point in other digits": _changed(CASE, mine={"१३": 1}),
    "point of great length": _changed(CASE, mine={"1" * 10_000: 1}),
    "mine on bar by its name": _changed(CASE, mine={"bar": 1}),
    "theirs on 25": _changed(CASE, theirs={"4": 2, "19": 12, "25": 1}),
    "count is a text": _changed(CASE, mine={"13": "1"}),
    "count is true": _changed(CASE, mine={"13": True}),
    "count is 1.0": _changed(CASE, mine={"13": 1.0}),
    "count is negative": _changed(CASE, mine={"13": 2, "12": -1}),
    "count is 16": _changed(CASE, mine={"13": 16}, off=[0, 0]),
    "count is huge": _changed(CASE, mine={"13": 10**30}),
    "sixteen of mine": _changed(CASE, mine={"13": 2}),
    "fourteen of mine": _changed(CASE, off=[13, 0]),
    "sixteen of theirs": _changed(CASE, off=[14, 1]),
    "fourteen of theirs": _changed(CASE, theirs={"4": 2, "19": 12}),
    "both on one point": _changed(CASE, mine={"4": 1}),
    "both on one point, long": _changed(
        CASE, ruleset="long", mine={"12": 1}, theirs={"12": 15}
    ),
    "bar in the long family": _changed(CASE, ruleset="long", mine={"25": 1}),
    "their bar in the long family": _changed(
        CASE, ruleset="long", theirs={"4": 2, "bar": 13}
    ),
    "off is a number": _changed(CASE, off=14),
    "off has one number": _changed(CASE, off=[14]),
    "off has three numbers": _changed(CASE, off=[14, 0, 0]),
    "off is negative": _changed(CASE, off=[-1, 0]),
    "off is true": _changed(CASE, mine={"13": 14}, off=[True, 0]),
    "one die": _changed(CASE, dice=[3]),
    "three dice": _changed(CASE, dice=[3, 3, 3]),
    "four dice of a double": _changed(CASE, dice=[3, 3, 3, 3]),
    "die 0": _changed(CASE, dice=[0, 3]),
    "die 7": _changed(CASE, dice=[3, 7]),
    "die is a text": _changed(CASE, dice=["3", 3]),
    "die is 3.0": _changed(CASE, dice=[3.0, 3]),
    "die is true": _changed(CASE, dice=[True, 3]),
    "dice are a text": _changed(CASE, dice="33"),
    "dice are null": _changed(CASE, dice=None),
    "first_turn is 0": _changed(CASE, first_turn=0),
    "first_turn is a text": _changed(CASE, first_turn="false"),
}

BAD_GAMES = {
    **{f"no {key}": _without(GAME, key) for key in GAME},
    "not finished": _changed(GAME, winner_off=14),
    "winner has sixteen off": _changed(GAME, winner_off=16),
    "winner_off is 15.0": _changed(GAME, winner_off=15.0),
    "loser has finished too": _changed(GAME, loser={}, loser_off=15),
    "loser has sixteen": _changed(GAME, loser_off=1),
    "loser has fourteen": _changed(GAME, loser={"6": 14}),
    "loser's point 0": _changed(GAME, loser={"6": 14, "0": 1}),
    "loser's bar by its name": _changed(GAME, loser={"6": 14, "bar": 1}),
    "loser's bar, long": _changed(GAME, ruleset="long", loser={"6": 14, "25": 1}),
    "loser_off is false": _changed(GAME, loser_off=False),
    "loser is a list": _changed(GAME, loser=[6]),
    "unknown rule set": _changed(GAME, ruleset=""),
    "id is null": _changed(GAME, id=None),
    "not JSON": "}",
}


class Refusing:
    """Runs the command line in this process: hundreds of others would take minutes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def __call__(
        self, command: str, good: dict[str, Any], answer: object, bad: bytes
    ) -> None:
        """The good line is answered, the bad one named, the one after it not read."""
        line = json.dumps(good).encode()
        streams = {name: io.BytesIO() for name in ("stdin", "stdout", "stderr")}
        streams["stdin"].write(b"\n".join((line, b"", bad, line)))
        streams["stdin"].seek(0)
        wrapped = {
            name: io.TextIOWrapper(stream, encoding="utf-8")
            for name, stream in streams.items()
        }
        with self._monkeypatch.context() as patch:
            for name, stream in wrapped.items():
                patch.setattr(sys, name, stream)
            code = main([command])
        assert code == 2
        assert _answers(streams["stdout"].getvalue()) == [answer]
        complaint = streams["stderr"].getvalue().decode("ascii").splitlines()
        assert len(complaint) == 1
        assert complaint[0].startswith("line 3: ")
        assert 20 < len(complaint[0]) < 200


@pytest.fixture
def refuses(monkeypatch: pytest.MonkeyPatch) -> Refusing:
    return Refusing(monkeypatch)


@pytest.mark.parametrize("bad", BAD_CASES.values(), ids=BAD_CASES.keys())
def test_bad_case(refuses: Refusing, bad: bytes | str) -> None:
    """One line on standard error, exit 2, the good line before it answered."""
    bad = bad.encode() if isinstance(bad, str) else bad
    refuses("plays", CASE, CASE_ANSWER, bad)


@pytest.mark.parametrize("bad", BAD_GAMES.values(), ids=BAD_GAMES.keys())
def test_bad_game(refuses: Refusing, bad: str) -> None:
    """The same of a finished game that is none."""
    refuses("outcome", GAME, GAME_ANSWER, bad.encode())


def test_bad_line_from_a_shell() -> None:
    """The same once more as a command of its own."""
    line = json.dumps(CASE)
    done = _run("plays", f"{line}\n{_changed(CASE, dice=[7, 1])}\n{line}\n")
    assert done.returncode == 2
    assert _answers(done.stdout) == [CASE_ANSWER]
    assert done.stderr == (
        b'line 2: Each number of "dice" must be a whole number from 1 to 6.\n'
    )


def test_line_of_enormous_length() -> None:
    """Refused without being read as JSON."""
    done = _run("plays", b'{"id": "' + b"a" * (17 * 1024 * 1024) + b'"}')
    assert done.returncode == 2
    assert done.stderr == b"line 1: The line is too long.\n"


def test_long_line_that_is_fine() -> None:
    """Unknown keys may hold a great deal."""
    done = _run("plays", _changed(CASE, expect=[[[1, 1]]] * 100_000))
    assert _answers(done.stdout) == [CASE_ANSWER]


def test_unknown_keys_and_blank_lines() -> None:
    """Ignored both; the last line needs no end."""
    given = f"\n{_changed(CASE, ply=1, why=None)}\r\n   \n{json.dumps(CASE)}"
    done = _run("plays", given)
    assert (done.returncode, done.stderr) == (0, b"")
    assert _answers(done.stdout) == [CASE_ANSWER, CASE_ANSWER]


def test_name_comes_back_as_it_was() -> None:
    """Any text may be an id, in any script."""
    for name in ("", "ნარდი", '"\n', "\ud800"):
        done = _run("plays", _changed(CASE, id=name))
        assert _answers(done.stdout)[0]["id"] == name


def test_nothing_in_nothing_out() -> None:
    """Empty input is no mistake."""
    done = _run("plays")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_finished_position_has_no_play() -> None:
    """All fifteen off: nothing to play."""
    done = _run("plays", _changed(CASE, mine={}, off=[15, 0]))
    assert _answers(done.stdout) == [{"id": "a", "sequences": []}]


@pytest.mark.parametrize("arguments", [[], ["help"], ["plays", "x"], ["--help"], [""]])
def test_wrong_arguments(arguments: list[str]) -> None:
    """A usage line and exit 2."""
    done = _run(arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.startswith(b"usage: python -m games.rules plays|outcome")
    assert done.stderr.count(b"\n") == 1


def test_each_line_is_answered_at_once() -> None:
    """A caller may wait for an answer before it writes the next line."""
    with subprocess.Popen(
        [sys.executable, "-m", "games.rules", "plays"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(json.dumps(CASE).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == CASE_ANSWER


def test_reader_that_leaves() -> None:
    """A closed pipe ends the run without a traceback."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as output:
        done = subprocess.run(
            [sys.executable, "-m", "games.rules", "plays"],
            input=json.dumps(CASE).encode(),
            stdout=output,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            timeout=60,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == b""


@pytest.mark.parametrize("stream", ["<&-", ">&-"])
def test_closed_streams(stream: str) -> None:
    """No standard input or output: one sentence, no traceback."""
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m games.rules plays {stream}', sys.executable],
        capture_output=True,
        cwd=ROOT,
        timeout=60,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 1
    assert done.stderr == b"Standard input and output must be open.\n"
