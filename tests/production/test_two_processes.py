"""Players on different web processes play with each other, and survive one."""

import signal

import pytest
from websockets.exceptions import ConnectionClosed

from tests.production.conftest import Meeting, Seated


def both(meeting: Meeting) -> tuple[Seated, Seated]:
    """Nino on the first process, Giorgi on the second, the game opened."""
    first, second = meeting.machine.web_ports
    nino, giorgi = meeting.connect(0, first), meeting.connect(1, second)
    for player in (nino, giorgi):
        player.phase("move")
    return nino, giorgi


def mover_first(pair: tuple[Seated, Seated]) -> tuple[Seated, Seated]:
    """The two, whose turn it is before the other."""
    seat = pair[0].said["state"]["turn"]["seat"]
    return pair[seat], pair[1 - seat]


def test_each_sees_the_others_steps(meeting: Meeting) -> None:
    """The opening comes from a worker, the step from another web process."""
    mover, other = mover_first(both(meeting))
    mover.step()
    version = mover.said["version"] + 1
    for player in (mover, other):
        event = player.hear(lambda m: m["type"] == "event")
        assert event["version"] == version
        assert event["facts"][0]["fact"] == "stepped"


def test_a_killed_process_frees_its_sockets_and_play_goes_on(meeting: Meeting) -> None:
    """Nino comes back through the other one; Giorgi sees him go and come."""
    machine = meeting.machine
    nino, giorgi = both(meeting)
    machine.parts["web1"].end(signal.SIGKILL)
    with pytest.raises(ConnectionClosed):
        nino.hear(lambda _: False)
    gone = giorgi.hear(lambda m: m["type"] == "presence" and m["presence"][0])
    assert gone["presence"][1] is None
    nino = meeting.connect(0, machine.port)
    giorgi.hear(lambda m: m["type"] == "presence" and m["presence"][0] is None)
    mover, other = mover_first((nino, giorgi))
    mover.step()
    for player in (mover, other):
        event = player.hear(lambda m: m["type"] == "event")
        assert event["facts"][0]["fact"] == "stepped"


def test_a_stopped_process_sends_its_players_to_the_other(meeting: Meeting) -> None:
    """Its sockets end with 1012, and nobody is seen to be away for it."""
    machine = meeting.machine
    nino, giorgi = both(meeting)
    machine.parts["web1"].end()
    with pytest.raises(ConnectionClosed) as closed:
        nino.hear(lambda _: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
    assert meeting.away() == [False, False]
    again = meeting.connect(0, machine.port)
    assert again.said["state"] == giorgi.said["state"]


def test_a_process_that_was_held_up_keeps_its_players(meeting: Meeting) -> None:
    """Its rows are freed while it stands still, its sockets are open all the time."""
    machine = meeting.machine
    _, giorgi = both(meeting)
    process = machine.parts["web1"].process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    try:
        giorgi.hear(lambda m: m["type"] == "presence" and m["presence"][0])
    finally:
        process.send_signal(signal.SIGCONT)
    giorgi.hear(lambda m: m["type"] == "presence" and m["presence"][0] is None)
    assert meeting.away() == [False, False]
