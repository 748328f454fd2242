"""What a browser may send to a table: protocol.message_read."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.rules.commands import Command, Confirm, Move, Resign, RollDice, Undo
from games.rules.errors import InvalidMessage
from games.rules.turn import Step
from games.tables.errors import TooLarge
from games.tables.protocol import (
    MAX_BYTES,
    MAX_VERSION,
    READERS,
    Message,
    message_read,
)

GIORGI = 1

VALID: list[tuple[dict[str, Any], int | None, Command | None]] = [
    ({"type": "resign"}, None, Resign(GIORGI)),
    ({"type": "roll", "version": 4}, 4, RollDice(GIORGI)),
    ({"type": "undo", "version": 0}, 0, Undo(GIORGI)),
    ({"type": "confirm", "version": MAX_VERSION}, MAX_VERSION, Confirm(GIORGI)),
    (
        {"type": "step", "from": 8, "die": 5, "version": 5},
        5,
        Move(GIORGI, (Step(8, 5),)),
    ),
    (
        {"type": "step", "from": 25, "die": 1, "version": 5},
        5,
        Move(GIORGI, (Step(25, 1),)),
    ),
    (
        {"type": "step", "from": 1, "die": 6, "version": 5},
        5,
        Move(GIORGI, (Step(1, 6),)),
    ),
    (
        {"type": "move", "from": 13, "dice": [5, 3], "version": 5},
        5,
        Move(GIORGI, (Step(13, 5), Step(8, 3))),
    ),
    (
        {"type": "move", "from": 25, "dice": [2, 2, 2, 2], "version": 5},
        5,
        Move(GIORGI, (Step(25, 2), Step(23, 2), Step(21, 2), Step(19, 2))),
    ),
    (
        {"type": "move", "from": 8, "dice": [6, 6], "version": 5},
        5,
        Move(GIORGI, (Step(8, 6), Step(2, 6))),
    ),
]

# Messages without a command: what they ask for.
WISHES: list[tuple[str, Message]] = [
    ("sync", Message(command=None)),
    ("pong", Message(command=None, is_pong=True)),
    ("ready", Message(command=None, wish="ready")),
    ("rematch", Message(command=None, wish="rematch")),
]

BY_TYPE = {message["type"]: message for message, _, _ in VALID} | {
    kind: {"type": kind} for kind, _ in WISHES
}

NOT_INTEGERS: list[Any] = [
    None,
    True,
    False,
    "5",
    "",
    5.0,
    5.5,
    1e400,
    [],
    [5],
    {},
    float("nan"),
]


def command_of(message: Message) -> Command | None:
    return message.command and message.command(GIORGI)


@pytest.mark.parametrize(("sent", "version", "command"), VALID)
def test_every_message_is_read(
    sent: dict[str, Any], version: int | None, command: Command | None
) -> None:
    """Each becomes the command of the sender's seat, with the version he saw."""
    message = message_read(json.dumps(sent))

    assert (message.version, command_of(message)) == (version, command)


@pytest.mark.parametrize(("kind", "message"), WISHES)
def test_what_is_no_command_is_read_too(kind: str, message: Message) -> None:
    assert message_read(json.dumps({"type": kind})) == message


def test_every_message_is_tried() -> None:
    """A new one needs its case."""
    assert set(BY_TYPE) == set(READERS)


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ({"type": "resign", "version": 3}, "'resign' has no key but 'type'."),
        ({"type": "roll"}, "'roll' has the keys 'type' and 'version'."),
        (
            {"type": "step", "from": 8},
            "'step' has the keys 'type', 'die', 'from' and 'version'.",
        ),
    ],
)
def test_wrong_keys_are_answered_with_the_right_ones(
    message: dict[str, Any], reason: str
) -> None:
    with pytest.raises(InvalidMessage) as raised:
        message_read(json.dumps(message))
    assert str(raised.value) == f"A message of the type {reason}"


def test_the_order_of_keys_and_white_space_do_not_matter() -> None:
    message = message_read('\n{"version" : 4,\t"type":"\\u0072oll"}  ')

    assert (message.version, command_of(message)) == (4, RollDice(GIORGI))


@pytest.mark.parametrize("kind", sorted(BY_TYPE))
def test_a_key_too_few_or_too_many_is_refused(kind: str) -> None:
    """Exactly the keys that the message has."""
    message = BY_TYPE[kind]
    assert message_read(json.dumps(message))

    for key in message:
        without = {k: v for k, v in message.items() if k != key}
        with pytest.raises(InvalidMessage):
            message_read(json.dumps(without))
    for key in ("seat", "Version", "user", "", "type "):
        with pytest.raises(InvalidMessage):
            message_read(json.dumps({**message, key: 1}))


@pytest.mark.parametrize(
    ("kind", "key", "low", "high"),
    [
        ("roll", "version", 0, MAX_VERSION),
        ("undo", "version", 0, MAX_VERSION),
        ("confirm", "version", 0, MAX_VERSION),
        ("step", "version", 0, MAX_VERSION),
        ("step", "from", 1, 25),
        ("step", "die", 1, 6),
        ("move", "version", 0, MAX_VERSION),
        ("move", "from", 6, 25),  # 5 is borne off by the first of 5-3
    ],
)
def test_a_number_is_an_integer_within_its_range(
    kind: str, key: str, low: int, high: int
) -> None:
    """True and 5.0 are no integers, and nothing is rounded."""
    message = BY_TYPE[kind] | ({"dice": [5, 3]} if kind == "move" else {})
    for good in (low, high):
        assert message_read(json.dumps({**message, key: good}))

    for bad in (low - 1, high + 1, -1, 10**30, -(10**30), *NOT_INTEGERS):
        with pytest.raises(InvalidMessage):
            message_read(json.dumps({**message, key: bad}))


@pytest.mark.parametrize(
    "dice",
    [
        [],
        [1, 1, 1, 1, 1],
        [0],
        [7],
        [5, 7],
        5,
        "53",
        None,
        {"0": 5},
        [[5, 3]],
        *([bad] for bad in NOT_INTEGERS),
        *([5, bad] for bad in NOT_INTEGERS),
    ],
)
def test_dice_are_a_list_of_one_to_four(dice: Any) -> None:
    message = BY_TYPE["move"]
    assert message_read(json.dumps({**message, "dice": [5, 3]}))

    with pytest.raises(InvalidMessage):
        message_read(json.dumps({**message, "dice": dice}))


def test_a_checker_does_not_go_on_once_it_is_off() -> None:
    """The last die may bear it off, an earlier one may not."""
    move = {"type": "move", "from": 5, "version": 1}
    assert message_read(json.dumps({**move, "dice": [3, 6]}))

    with pytest.raises(InvalidMessage, match="off before the last die"):
        message_read(json.dumps({**move, "dice": [5, 1]}))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "null",
        "true",
        "1",
        '"sync"',
        "[]",
        '["sync"]',
        "{}",
        "{",
        '{"type": "sync"',
        '{"type": "sync"}}',
        '{"type": "sync"} {"type": "sync"}',
        "{'type': 'sync'}",
        '{"type": "sync",}',
        '{"type": "sync", "type": "sync"}',
        '{"type": "resign", "type": "sync"}',
        '{"type": "roll", "version": 1, "version": 2}',
        '{"type": NaN}',
        '{"type": "roll", "version": NaN}',
        '{"type": "roll", "version": Infinity}',
        '{"type": "roll", "version": -Infinity}',
        '{"type": "roll", "version": 01}',
        '{"type": "roll", "version": 1e0}',
        '{"type": "roll", "version": ' + "9" * 4000 + "}",
        '{"type": null}',
        '{"type": 1}',
        '{"type": true}',
        '{"type": ["sync"]}',
        '{"type": {"sync": 1}}',
        '{"type": "SYNC"}',
        '{"type": "sync "}',
        '{"type": "sync\\u0000"}',
        '{"type": "open"}',
        '{"type": "finish"}',
        '{"type": "__class__"}',
        '{"type": "\\ud800"}',
        '{"type": "sync", "\\ud800": 1}',
        '{"type": "\ud800"}',
        '\ufeff{"type": "sync"}',
        '{"type": "roll", "version": ' + "[" * 4000,
        '{"type":' * 400,
        "[" * 2000 + "]" * 2000,
        "\0",
    ],
)
def test_what_is_no_message_is_refused(text: str) -> None:
    """Nothing but InvalidMessage comes out, with a reason for its sender."""
    with pytest.raises(InvalidMessage) as refusal:
        message_read(text)

    assert type(refusal.value) is InvalidMessage
    assert str(refusal.value)


def test_a_binary_frame_is_refused() -> None:
    with pytest.raises(InvalidMessage, match="text frame"):
        message_read(None)


@pytest.mark.parametrize("letter", ["x", "ა", "\ud800", "😀"])
def test_more_than_4_kb_are_refused_whatever_they_say(letter: str) -> None:
    """Bytes are counted as they travelled, white space among them."""
    sync = '{"type": "sync"}'
    assert message_read(sync + " " * (MAX_BYTES - len(sync)))
    with pytest.raises(TooLarge):
        message_read(sync + " " * (MAX_BYTES - len(sync) + 1))

    size = len(letter.encode(errors="surrogatepass"))
    with pytest.raises(InvalidMessage) as refusal:
        message_read(letter * (MAX_BYTES // size))
    assert type(refusal.value) is InvalidMessage
    with pytest.raises(TooLarge):
        message_read(letter * (MAX_BYTES // size + 1))


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(sorted(BY_TYPE)),
    lambda values: (
        st.lists(values)
        | st.dictionaries(
            st.sampled_from(["type", "version", "from", "die", "dice"]) | st.text(),
            values,
        )
    ),
    max_leaves=12,
)


def read_or_refused(text: str) -> None:
    try:
        message = message_read(text)
    except InvalidMessage:
        return
    command = command_of(message)
    assert command is None or command.seat == GIORGI  # type: ignore[union-attr]
    assert message.version is None or 0 <= message.version <= MAX_VERSION


@given(JSON)
def test_any_json_is_read_or_refused(value: Any) -> None:
    read_or_refused(json.dumps(value))


@given(
    st.fixed_dictionaries(
        {"type": st.sampled_from(sorted(BY_TYPE))},
        optional={
            "version": JSON | st.integers(0, 9),
            "from": JSON | st.integers(0, 26),
            "die": JSON | st.integers(0, 7),
            "dice": JSON | st.lists(st.integers(0, 7) | JSON, max_size=5),
        },
    )
)
@example({"type": "move", "version": 1, "from": 25, "dice": [1, True]})
def test_anything_like_a_message_is_read_or_refused(value: dict[str, Any]) -> None:
    read_or_refused(json.dumps(value))


@given(st.text(st.characters()) | st.text('{}[]":,0123456789.eE-+ntf\\u'))
def test_any_text_is_read_or_refused(text: str) -> None:
    read_or_refused(text)
