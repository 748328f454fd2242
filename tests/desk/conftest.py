"""People of both sides of the desk, matches to report, and pages asked for."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.utils import timezone

from accounts.models import AuditEntry, User
from accounts.moderation import Kind, Reason
from games.desk import services
from games.desk.models import Case
from games.desk.services import Act
from games.tables import services as tables
from games.tables.models import Table
from tests.tables.playing import Play, come, table_of

roles = import_module("games.desk.migrations.0002_roles")


@pytest.fixture(autouse=True)
def _limits_unused() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def person(name: str, *groups: str) -> User:
    """A player, or one of the desk in these groups."""
    user = User.objects.create_user(name, f"{name}@example.com".lower())
    if groups:
        # A flush has taken them away where a test before was transactional.
        roles.roles_make(apps, None)
        user.is_staff = True
        user.save()
        user.groups.set(Group.objects.filter(name__in=groups))
    return user


@pytest.fixture
def nino(db: None) -> User:
    return person("Nino")


@pytest.fixture
def giorgi(db: None) -> User:
    return person("Giorgi")


@pytest.fixture
def lasha(db: None) -> User:
    return person("Lasha")


@pytest.fixture
def moderator(db: None) -> User:
    return person("Mariam", "moderator")


@pytest.fixture
def senior(db: None) -> User:
    return person("Tamar", "senior")


@pytest.fixture
def operator(db: None) -> User:
    return person("Irakli", "operator")


def sat(first: User, second: User, **settings: Any) -> Play:
    """A live match of the two, at this very moment."""
    now = timezone.now()
    table = table_of(first, **{"now": now, "target": 3, **settings})
    tables.table_join(user=second, slug=table.slug, now=now)
    for user in (first, second):
        come(table.slug, user, now)
    return Play(table.slug, (first, second), now=now)


@pytest.fixture
def live(nino: User, giorgi: User) -> Play:
    """Nino and Giorgi play for an entry of 500."""
    return sat(nino, giorgi, entry_coins=500)


@pytest.fixture
def over(live: Play, giorgi: User) -> Play:
    """Giorgi has resigned at once."""
    live.resign(giorgi)
    return live


def reported(
    by: User, player: User, table: Table | None = None, text: str = "He swore."
) -> Case:
    return services.report_make(
        reporter=by,
        player=player,
        table=table,
        reason=Reason.INSULT,
        text=text,
        now=timezone.now(),
    )


def acted(case: Case, actor: User, kind: Kind, **more: Any) -> None:
    """Carry an act out, for insults, with a note."""
    act = Act(kind=kind, reason=Reason.INSULT, note="seen in the record", **more)
    services.act_carry_out(case_id=case.pk, act=act, actor=actor, now=timezone.now())


@pytest.fixture
def case(nino: User, giorgi: User) -> Case:
    """Nino has reported Giorgi."""
    return reported(nino, giorgi)


def actions() -> list[str]:
    """What the audit says was done, in order."""
    return list(AuditEntry.objects.order_by("id").values_list("action", flat=True))
