"""Changing a name: once in 30 days, the old one kept, no look-alikes."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts import live, services
from accounts.errors import NameChangedLately, NameTaken
from accounts.models import FormerName, User
from accounts.selectors import player_named

NAME = "/en/account/name/"
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
TAKEN = "This name is taken. Please choose another one."


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def player(nino: User) -> Client:
    client = Client()
    client.force_login(nino)
    return client


def name_of(user: User) -> str:
    return User.objects.get(pk=user.pk).username


def test_a_player_takes_another_name(nino: User, player: Client) -> None:
    page = player.post(NAME, {"name": "Ninutsa"}, follow=True)
    assert "Your name is changed." in page.text
    assert name_of(nino) == "Ninutsa"
    (former,) = FormerName.objects.all()
    assert (former.user, former.name, former.changed_at) == (nino, "Nino", NOW)


def test_the_way_to_him_by_the_old_name_remains(nino: User, player: Client) -> None:
    player.post(NAME, {"name": "Ninutsa"})
    for name in ("Ninutsa", "ninutsa", "Nino", "NINO"):
        assert player_named(name=name) == nino
    for name in ("Nobody", "nіno", "Nıno"):
        assert player_named(name=name) is None


def test_a_name_changes_once_in_30_days(
    nino: User, player: Client, clock: time_machine.Traveller
) -> None:
    player.post(NAME, {"name": "Ninutsa"})
    clock.move_to(NOW + timedelta(days=30, seconds=-1))
    player.force_login(nino)
    page = player.post(NAME, {"name": "Nana"})
    assert "It can be changed again from this day on" in page.text
    assert name_of(nino) == "Ninutsa"
    clock.move_to(NOW + timedelta(days=30))
    player.post(NAME, {"name": "Nana"})
    assert name_of(nino) == "Nana"
    assert {one.name for one in FormerName.objects.all()} == {"Nino", "Ninutsa"}


@pytest.mark.parametrize("name", ["GIORGI", "giorgi", "gIORGi"])
def test_anothers_name_is_refused_in_any_case(
    nino: User, player: Client, name: str
) -> None:
    User.objects.create_user("Giorgi")
    page = player.post(NAME, {"name": name})
    assert page.context["form"].errors == {"name": [TAKEN]}
    assert name_of(nino) == "Nino"


@pytest.mark.parametrize("name", ["GIORGI", "giorgi"])
def test_anothers_former_name_is_refused_in_any_case(
    nino: User, player: Client, name: str
) -> None:
    giorgi = User.objects.create_user("Giorgi")
    services.name_change(user=giorgi, name="Gio", now=NOW)
    page = player.post(NAME, {"name": name})
    assert page.context["form"].errors == {"name": [TAKEN]}
    assert name_of(nino) == "Nino"


@pytest.mark.parametrize(
    "name",
    ["gіorgi", "Gıorgi", "GİORGİ", "ab", "a" * 21, "a b", "<b>nino", "ნინო", ""],
)
def test_a_look_alike_or_a_bad_name_is_refused(
    nino: User, player: Client, name: str
) -> None:
    page = player.post(NAME, {"name": name})
    assert "name" in page.context["form"].errors
    assert name_of(nino) == "Nino"
    assert "<b>nino" not in page.text


@pytest.mark.parametrize("name", ["admin", "M0derator", "deleted_7", "DELETED_7"])
def test_a_reserved_name_is_refused(nino: User, player: Client, name: str) -> None:
    page = player.post(NAME, {"name": name})
    assert "reserved" in page.context["form"].errors["name"][0]
    assert name_of(nino) == "Nino"


def test_ones_own_name_is_no_change(nino: User, player: Client) -> None:
    page = player.post(NAME, {"name": "Nino"})
    assert page.context["form"].errors == {"name": ["This is your name already."]}
    assert not FormerName.objects.exists()


def test_a_player_takes_his_old_name_again(
    nino: User, player: Client, clock: time_machine.Traveller
) -> None:
    player.post(NAME, {"name": "Ninutsa"})
    clock.move_to(NOW + timedelta(days=31))
    player.force_login(nino)
    player.post(NAME, {"name": "nino"})
    assert name_of(nino) == "nino"
    clock.move_to(NOW + timedelta(days=62))
    player.force_login(nino)
    player.post(NAME, {"name": "Nana"})
    assert {one.name for one in FormerName.objects.all()} == {"nino", "Ninutsa"}


def test_other_letters_case_is_a_change_too(nino: User) -> None:
    services.name_change(user=nino, name="NINO", now=NOW)
    assert name_of(nino) == "NINO"
    with pytest.raises(NameChangedLately) as caught:
        services.name_change(user=nino, name="Nino", now=NOW)
    assert caught.value.next_at == NOW + timedelta(days=30)


def test_a_moderator_need_not_wait(nino: User) -> None:
    services.name_change(user=nino, name="Ninutsa", now=NOW)
    services.name_change(user=nino, name="Player_1", now=NOW, is_forced=True)
    assert name_of(nino) == "Player_1"


def test_a_name_taken_at_this_moment_is_refused(nino: User) -> None:
    """The form was valid when it was looked at."""
    giorgi = User.objects.create_user("Giorgi")
    with pytest.raises(NameTaken):
        services.name_change(user=nino, name="giorgi", now=NOW)
    services.name_change(user=giorgi, name="Gio", now=NOW)
    with pytest.raises(NameTaken):
        services.name_change(user=nino, name="giorgi", now=NOW)
    assert name_of(nino) == "Nino"
    assert FormerName.objects.filter(user=nino).count() == 0


def test_the_database_keeps_former_names_apart(nino: User) -> None:
    FormerName.objects.create(user=nino, name="Nana", changed_at=NOW)
    with pytest.raises(IntegrityError), transaction.atomic():
        FormerName.objects.create(user=None, name="NANA", changed_at=NOW)


def test_open_pages_come_again_under_the_new_name(
    nino: User,
    player: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    renewed: list[int] = []
    monkeypatch.setattr(live, "user_renew", renewed.append)
    with django_capture_on_commit_callbacks(execute=True):
        player.post(NAME, {"name": "Ninutsa"})
    assert renewed == [nino.pk]


def test_only_ones_own_name_changes(nino: User, player: Client) -> None:
    giorgi = User.objects.create_user("Giorgi")
    player.post(NAME, {"name": "Ninutsa", "user": giorgi.pk, "id": giorgi.pk})
    assert name_of(giorgi) == "Giorgi"


def test_a_visitor_logs_in_first(visitor: Client) -> None:
    for response in (visitor.get(NAME), visitor.post(NAME, {"name": "Nana"})):
        assert response["Location"] == f"/en/account/login/?next={NAME}"


def test_a_form_from_elsewhere_is_refused(nino: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(nino)
    assert strict.post(NAME, {"name": "Nana"}).status_code == 403
    assert name_of(nino) == "Nino"
