"""What the database itself refuses of blocks, sanctions, switches and cases."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Block, Sanction, Switches, User
from games.desk.models import Case

pytestmark = pytest.mark.django_db

Make = Callable[[User, User], Any]


def sanction(player: User, by: User, **more: Any) -> Sanction:
    wanted = {"kind": "warn", "reason": "other", "at": timezone.now(), **more}
    return Sanction.objects.create(player=player, by=by, **wanted)


def case(player: User, reporter: User | None, **more: Any) -> Case:
    wanted = {
        "kind": "report",
        "reason": "other",
        "text": "So.",
        "weight": 1,
        "opened_at": timezone.now(),
        **more,
    }
    return Case.objects.create(player=player, reporter=reporter, **wanted)


def later() -> Any:
    return timezone.now() + timedelta(days=1)


def twice(make: Callable[[], object]) -> None:
    make()
    make()


REFUSED: list[Make] = [
    lambda a, _b: Block.objects.create(who=a, whom=a, at=timezone.now()),
    lambda a, b: twice(lambda: Block.objects.create(who=a, whom=b, at=timezone.now())),
    lambda a, b: sanction(a, b, kind="hang"),
    lambda a, b: sanction(a, b, reason="because"),
    lambda a, b: sanction(a, b, outcome="maybe"),
    lambda a, b: sanction(a, b, kind="suspend"),
    lambda a, b: sanction(a, b, kind="close", until=later()),
    lambda a, b: sanction(a, b, kind="suspend", until=timezone.now() - timedelta(1)),
    lambda a, _b: sanction(a, a),
    lambda a, b: twice(lambda: sanction(a, b, case_id=1)),
    lambda a, b: sanction(a, b, kind="void", coins_back=5),
    lambda a, b: sanction(a, b, outcome="lifted", coins_back=5),
    lambda _a, _b: Switches.objects.create(id=2),
    lambda a, _b: case(a, None),
    lambda a, b: case(a, b, reason=""),
    lambda a, b: case(a, b, kind="appeal"),
    lambda a, _b: case(a, a),
    lambda a, b: case(a, b, closed_at=timezone.now()),
    lambda a, b: twice(lambda: case(a, b)),
]


@pytest.mark.parametrize("make", REFUSED)
def test_the_database_refuses(nino: User, giorgi: User, make: Make) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        make(nino, giorgi)


def test_what_it_takes(nino: User, giorgi: User) -> None:
    """Or a refusal above could be for another reason."""
    Block.objects.create(who=nino, whom=giorgi, at=timezone.now())
    twice(lambda: sanction(nino, giorgi))
    for number, kind in ((1, "warn"), (1, "clear"), (2, "warn")):
        sanction(nino, giorgi, case_id=number, kind=kind)
    sanction(giorgi, nino, case_id=1)
    sanction(nino, giorgi, kind="void", outcome="lifted", coins_back=5)
    sanction(nino, giorgi, kind="suspend", until=later(), outcome="lifted")
    Switches.objects.create(id=1)
    case(nino, giorgi)
    case(giorgi, nino, closed_at=timezone.now(), closed_by=nino)
