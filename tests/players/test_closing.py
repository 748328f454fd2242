"""Closing an account: what goes, what stays, and when it is refused."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts import live, names
from accounts.models import AddressSeen, FormerName, User
from accounts.selectors import name_is_reserved, player_named
from coins import selectors as coin_selectors
from coins import services as coin_services
from games.players import closing
from games.players.closing import account_close
from games.players.errors import MatchUnderWay
from games.tables import services
from games.tables.models import Status, Table
from tests.players.conftest import PASSWORD, lived, playing
from tests.tables.playing import NOON, table_of

CLOSE = "/en/account/close/"
LOGIN = "/en/account/login/"


def close(client: Client, password: str = PASSWORD) -> Any:
    """Send the form."""
    return client.post(CLOSE, {"password": password}, follow=True)


def test_a_player_closes_his_account(nino: User, player: Client) -> None:
    page = close(player)
    assert "Your account is closed. Farewell." in page.text
    assert "_auth_user_id" not in player.session
    nino.refresh_from_db()
    assert not nino.is_active
    assert not nino.has_usable_password()


def test_everything_personal_is_gone(nino: User, giorgi: User, player: Client) -> None:
    lived(nino, giorgi)
    close(player)
    nino.refresh_from_db()
    assert (nino.username, nino.email, nino.last_login) == (
        f"deleted_{nino.pk}",
        "",
        None,
    )
    names.name_checked(nino.username)
    for model in (EmailAddress, Authenticator, UserSession, AddressSeen, FormerName):
        assert not model.objects.filter(user=nino).exists(), model


def test_its_matches_stay_under_another_name(
    nino: User, giorgi: User, player: Client
) -> None:
    play = lived(nino, giorgi)
    close(player)
    page = Client().get(f"/en/match/{play.slug}/")
    assert page.status_code == 200
    assert "Ninutsa" not in page.text
    assert "Nino<" not in page.text


def test_where_its_name_stood_words_stand_and_lead_nowhere(
    nino: User, giorgi: User, player: Client
) -> None:
    """In the record, its text, the table, and among the other's last matches."""
    play = lived(nino, giorgi)
    close(player)
    for where in (f"/en/match/{play.slug}/", f"/en/table/{play.slug}/", "/en/@Giorgi"):
        page = Client().get(where).text
        assert ">deleted player</" in page, where
        assert f"@deleted_{nino.pk}" not in page, where
        assert f">deleted_{nino.pk}<" not in page, where
    text = Client().get(f"/en/match/{play.slug}/text/").text
    assert "deleted player" in text
    assert "deleted_" not in text


@pytest.mark.parametrize("name", ["Ninutsa", "NINUTSA", "Nino", "nino"])
def test_its_names_are_given_to_nobody(
    nino: User, giorgi: User, player: Client, name: str
) -> None:
    lived(nino, giorgi)
    close(player)
    form = {"username": name, "email": "new@example.com", "password1": PASSWORD}
    page = Client().post("/en/account/signup/", form)
    assert page.context["form"].errors == {
        "username": ["This name is taken. Please choose another one."]
    }
    assert name_is_reserved(name=name, user=giorgi)
    assert player_named(name=name) is None


def test_its_address_can_sign_up_again(nino: User, player: Client) -> None:
    close(player)
    form = {"username": "Nana", "email": "nino@example.com", "password1": PASSWORD}
    Client().post("/en/account/signup/", form)
    assert User.objects.filter(username="Nana").exists()


def test_nobody_logs_in_to_it(nino: User, player: Client) -> None:
    other = Client()
    other.force_login(nino)
    close(player)
    assert other.get("/en/lobby/").status_code == 302
    for name in ("Nino", "nino@example.com", f"deleted_{nino.pk}"):
        for password in (PASSWORD, ""):
            answer = Client().post(LOGIN, {"login": name, "password": password})
            assert answer.status_code == 200


def test_its_coins_go_back_to_the_house(
    nino: User, giorgi: User, player: Client
) -> None:
    lived(nino, giorgi)
    close(player)
    wallet = coin_selectors.wallet_get(user=nino)
    assert (wallet.balance, wallet.is_frozen) == (0, True)
    (last, *_) = coin_selectors.statement(user=nino)
    assert (last["reason"], last["coins"]) == ("closing", -1100)


def test_an_empty_wallet_is_closed_too(nino: User, player: Client) -> None:
    coin_services.correction_make(
        user=nino,
        coins=-1000,
        actor=User.objects.create_superuser("Operator"),
        reason="for the test",
        token="t",
        now=NOON,
    )
    close(player)
    assert coin_selectors.wallet_get(user=nino).is_frozen


def test_its_sockets_are_closed(
    nino: User,
    player: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    closed: list[int] = []
    monkeypatch.setattr(live, "user_close", closed.append)
    with django_capture_on_commit_callbacks(execute=True):
        close(player)
    assert closed == [nino.pk]


def test_an_open_table_is_cancelled(nino: User, player: Client) -> None:
    table = table_of(nino, entry_coins=100)
    close(player)
    table.refresh_from_db()
    assert table.status == Status.CANCELLED
    assert coin_selectors.wallet_get(user=nino).balance == 0


def test_it_is_refused_during_a_match(nino: User, giorgi: User, player: Client) -> None:
    play = playing(nino, giorgi, entry_coins=100)
    page = close(player)
    assert f'href="/en/table/{play.slug}/"' in page.text
    assert "Finish your match first, or resign it." in page.text
    nino.refresh_from_db()
    assert (nino.username, nino.is_active) == ("Nino", True)
    assert coin_selectors.wallet_get(user=nino).balance == 900
    assert Table.objects.get(slug=play.slug).status == Status.LIVE


def test_who_sits_down_at_this_moment_keeps_his_account(
    nino: User, giorgi: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table that was to be cancelled is taken first."""
    table = table_of(nino)

    def late(**wanted: Any) -> Any:
        services.table_join(user=giorgi, slug=table.slug, now=NOON)
        return services.table_cancel(**wanted)

    monkeypatch.setattr(closing, "table_cancel", late)
    with pytest.raises(MatchUnderWay):
        account_close(user=nino, now=NOON)
    nino.refresh_from_db()
    assert nino.is_active


@pytest.mark.parametrize("password", ["", "guess", PASSWORD.upper()])
def test_it_asks_the_password(nino: User, player: Client, password: str) -> None:
    page = close(player, password)
    assert "password" in page.context["form"].errors
    nino.refresh_from_db()
    assert nino.is_active


def test_guessing_the_password_is_limited(nino: User, player: Client) -> None:
    for n in range(11):
        close(player, f"guess-{n}")
    page = close(player)
    assert page.context["form"].errors == {
        "password": ["Too many attempts to log in. Please try again in a few minutes."]
    }
    nino.refresh_from_db()
    assert nino.is_active


def test_asking_alone_closes_nothing(nino: User, player: Client) -> None:
    assert player.get(CLOSE).status_code == 200
    nino.refresh_from_db()
    assert nino.is_active


def test_nobody_closes_anothers(nino: User, giorgi: User) -> None:
    other = Client()
    other.force_login(giorgi)
    other.post(CLOSE, {"password": PASSWORD, "username": "Nino", "user": nino.pk})
    nino.refresh_from_db()
    giorgi.refresh_from_db()
    assert (nino.is_active, giorgi.is_active) == (True, False)


def test_a_visitor_logs_in_first(visitor: Client) -> None:
    for response in (visitor.get(CLOSE), visitor.post(CLOSE, {"password": "x"})):
        assert response["Location"] == f"{LOGIN}?next={CLOSE}"


def test_a_form_from_elsewhere_is_refused(nino: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(nino)
    assert strict.post(CLOSE, {"password": PASSWORD}).status_code == 403


def test_staff_leaves_its_rights_behind(db: None) -> None:
    admin = User.objects.create_superuser("Operator", "o@example.com", PASSWORD)
    account_close(user=admin, now=NOON)
    admin.refresh_from_db()
    assert not admin.is_staff
    assert not admin.is_superuser
