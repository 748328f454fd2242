"""What comes twice, and what does not come at all."""

import json
import time

from redis import Redis

from tests.machine.stores import redis_url
from tests.production.conftest import Meeting, until

NOTICED_WITHIN_S = 20.0

# The turn's time is over; its task is sent again and again, to both workers.
MANY_TASKS = """
import json
from django.utils import timezone
from games.tables.models import Table
from games.tables.tasks import table_act
table = Table.objects.get(slug="{slug}")
now = timezone.now()
Table.objects.filter(pk=table.pk).update(deadline_at=now, move_deadline_at=now)
for _ in range(50):
    table_act.delay(table.pk, table.version)
print(json.dumps(table.version))
"""

DONE = """
import json
from games.tables.models import Event
print(json.dumps([
    list(Event.objects.filter(table__slug="{slug}", version__gt={version})
        .values_list("command", flat=True)),
]))
"""


def test_one_task_delivered_fifty_times_to_two_workers_acts_once(
    meeting: Meeting,
) -> None:
    """And the sweep, which finds the table due as well, adds nothing to it."""
    machine = meeting.machine
    pair = [meeting.connect(seat, port) for seat, port in enumerate(machine.web_ports)]
    for player in pair:
        player.phase("move")
    sent = MANY_TASKS.format(slug=meeting.slug)
    version = json.loads(machine.manage("shell", "-v0", "-c", sent))
    for player in pair:
        event = player.hear(lambda m: m["type"] == "event")
        assert event["version"] == version + 1
        assert event["facts"][-1]["fact"] == "turn"
        assert event["facts"][-1]["turn"]["by"] == "server"
    broker = Redis.from_url(redis_url(machine.redis_port))
    # Neither waiting nor in a worker's hands.
    until(lambda: not broker.llen("celery") and not broker.hlen("unacked"))
    asked = DONE.format(slug=meeting.slug, version=version)
    assert json.loads(machine.manage("shell", "-v0", "-c", asked)) == [["finish"]]


def test_a_player_whose_phone_sleeps_is_seen_to_be_away(meeting: Meeting) -> None:
    """His line is open and says nothing: nobody has told the server that he went."""
    first, second = meeting.machine.web_ports
    meeting.connect(0, first, is_paused=True)
    giorgi = meeting.connect(1, second)
    giorgi.phase("move")
    begin = time.monotonic()
    giorgi.hear(lambda m: m["type"] == "presence" and m["presence"][0])
    assert time.monotonic() - begin < NOTICED_WITHIN_S
    assert meeting.away() == [True, False]
