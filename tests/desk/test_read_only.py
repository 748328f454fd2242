"""Read-only, nothing is written: not by the desk, nor by the ledger's staff either."""

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import AuditEntry, Sanction, User
from accounts.selectors import switches_get
from accounts.services import switches_set
from coins.models import Account
from games.desk.models import Case
from tests.desk.conftest import person
from tests.desk.test_case_page import PRESS, address
from tests.desk.test_switches import save
from tests.tables.pages import browser, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def read_only(operator: User) -> None:
    switches_set(
        actor=operator, reason="A fault.", now=timezone.now(), is_read_only=True
    )


@pytest.fixture
def chief(db: None) -> User:
    """Who may do everything."""
    user = person("Chief_one")
    user.is_staff = user.is_superuser = True
    user.save()
    return user


def refused(answer: Any) -> None:
    """The answer says that nothing can be changed; nothing was."""
    assert answer.status_code == 503
    assert "Nothing can be changed for a moment" in text_of(answer)
    assert list(AuditEntry.objects.values_list("action", flat=True)) == ["switches.set"]


@pytest.mark.parametrize("act", ["warn", "suspend", "close", "freeze", "dismiss"])
def test_the_desk_does_nothing(
    case: Case, chief: User, read_only: None, act: str
) -> None:
    client = browser(chief)
    assert client.get(address(case)).status_code == 200
    refused(client.post(address(case), {**PRESS, "act": act}))
    assert not Sanction.objects.exists()
    case.refresh_from_db()
    assert case.closed_at is None


def test_no_wallet_is_corrected(nino: User, chief: User, read_only: None) -> None:
    wallet = Account.objects.get(user=nino)
    sent = {"coins": 50, "reason": "A fault.", "token": "once"}
    page = f"/en/admin/coins/account/{wallet.pk}/correct/"
    refused(browser(chief).post(page, sent))
    wallet.refresh_from_db()
    assert wallet.balance == 1000


def test_nobody_becomes_staff(nino: User, chief: User, read_only: None) -> None:
    page = f"/en/admin/accounts/user/{nino.pk}/change/"
    refused(browser(chief).post(page, {"is_staff": "on"}))
    nino.refresh_from_db()
    assert not nino.is_staff


def test_the_switches_and_the_way_out_work(operator: User, read_only: None) -> None:
    client = browser(operator)
    assert client.post("/en/admin/logout/").status_code in (200, 302)
    assert "_auth_user_id" not in client.session
    save(browser(operator), reason="Mended.")
    assert not switches_get().is_read_only


@pytest.mark.parametrize("is_player", [True, False])
def test_a_language_is_remembered_by_the_browser_alone(
    nino: User, read_only: None, *, is_player: bool
) -> None:
    client = browser(nino if is_player else None)
    client.get("/en/")
    answer = client.post("/en/language/", {"language": "ka", "next": "/en/lobby/"})
    assert answer["Location"] == "/ka/lobby/"
    assert answer.cookies["django_language"].value == "ka"
    nino.refresh_from_db()
    assert nino.language == ""
    assert "language_chosen" not in client.session
