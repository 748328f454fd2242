"""Where a player is logged in, and logging out there."""

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts import live, services
from accounts.agents import agent_name
from accounts.models import User
from accounts.sessions import NO_ADDRESS
from tests.accounts.conftest import PASSWORD

SESSIONS = "/en/account/sessions/"
END_OTHERS = f"{SESSIONS}end/"
LOGIN = "/en/account/login/"
LOBBY = "/en/lobby/"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Firefox/140.0"
CHROME = "Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile Safari/537.36"
EDGE = "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Safari/604"


def logged_in(name: str = "Nino", agent: str = FIREFOX) -> Client:
    """A browser in which that player has logged in."""
    client = Client(headers={"user-agent": agent})
    client.post(LOGIN, {"login": name, "password": PASSWORD})
    return client


def is_in(client: Client) -> bool:
    """Whether the browser is logged in."""
    return client.get(LOBBY).status_code == 200


@pytest.fixture(autouse=True)
def closed(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """The sessions whose sockets were closed."""
    keys: list[str | None] = []
    monkeypatch.setattr(live, "session_close", keys.append)
    return keys


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox, Windows"),
        (CHROME, "Chrome, Android"),
        (EDGE, "Edge, Windows"),
        (IPHONE, "Safari, iPhone"),
        ("curl/8", ""),
        ("", ""),
        ("<script>alert(1)</script> Firefox", "Firefox"),
    ],
)
def test_a_browser_is_named_as_its_owner_knows_it(agent: str, name: str) -> None:
    assert agent_name(agent) == name


def test_all_of_ones_sessions_are_shown(nino: User) -> None:
    here = logged_in()
    logged_in(agent=IPHONE)
    text = here.get(SESSIONS).text
    assert "Firefox, Windows" in text
    assert "Safari, iPhone" in text
    assert text.count("This device") == 1


def test_nobody_elses_are(nino: User) -> None:
    User.objects.create_user("Giorgi", password=PASSWORD)
    logged_in("Giorgi", CHROME)
    assert "Chrome" not in logged_in().get(SESSIONS).text


def test_a_session_is_noted_without_its_network_address(nino: User) -> None:
    client = logged_in()
    client.post(
        "/en/account/password/change/",
        {"oldpassword": PASSWORD, "password1": "new-9-word", "password2": "new-9-word"},
    )
    assert {one.ip for one in UserSession.objects.all()} == {NO_ADDRESS}
    assert UserSession.objects.filter(session_key=client.session.session_key).exists()


def test_one_session_is_ended_with_its_sockets(
    nino: User,
    closed: list[str | None],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    here, there = logged_in(), logged_in(agent=IPHONE)
    key = there.session.session_key
    session = UserSession.objects.get(session_key=key)
    with django_capture_on_commit_callbacks(execute=True):
        page = here.post(f"{SESSIONS}{session.pk}/end/", follow=True)
    assert "That device is logged out." in page.text
    assert closed == [key]
    assert is_in(here)
    assert not is_in(there)


def test_all_others_are_ended(
    nino: User,
    closed: list[str | None],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    here, *others = logged_in(), logged_in(agent=IPHONE), logged_in(agent=CHROME)
    keys = {one.session.session_key for one in others}
    with django_capture_on_commit_callbacks(execute=True):
        here.post(END_OTHERS)
    assert set(closed) == keys
    assert is_in(here)
    assert not any(is_in(one) for one in others)


def test_anothers_session_cannot_be_ended(nino: User) -> None:
    User.objects.create_user("Giorgi", password=PASSWORD)
    giorgi = logged_in("Giorgi")
    session = UserSession.objects.get(session_key=giorgi.session.session_key)
    here = logged_in()
    assert here.post(f"{SESSIONS}{session.pk}/end/").status_code == 404
    here.post(END_OTHERS)
    assert is_in(giorgi)


def test_an_unknown_session_is_not_found(nino: User) -> None:
    assert logged_in().post(f"{SESSIONS}999/end/").status_code == 404


def test_a_visitor_logs_in_first(visitor: Client) -> None:
    assert visitor.get(SESSIONS)["Location"] == f"{LOGIN}?next={SESSIONS}"
    for path in (END_OTHERS, f"{SESSIONS}1/end/"):
        assert visitor.post(path)["Location"] == f"{LOGIN}?next={path}"
        assert visitor.get(path).status_code == 405


def test_a_form_from_elsewhere_is_refused(nino: User) -> None:
    there = logged_in()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(nino)
    assert strict.post(END_OTHERS).status_code == 403
    assert is_in(there)


def test_what_has_run_out_is_cleared_at_night(nino: User) -> None:
    kept, gone = logged_in(), logged_in(agent=IPHONE)
    Session.objects.filter(session_key=gone.session.session_key).update(
        expire_date="2020-01-01T00:00Z"
    )
    services.sessions_clear()
    keys = list(UserSession.objects.values_list("session_key", flat=True))
    assert keys == [kept.session.session_key]
    assert Session.objects.count() == 1
