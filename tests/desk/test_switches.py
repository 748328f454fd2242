"""The operators' switches in the admin: who sees them, who sets them, with a reason."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import AuditEntry, Switches, User
from accounts.selectors import switches_get
from tests.desk.conftest import person
from tests.tables.pages import browser, text_of

pytestmark = pytest.mark.django_db

PAGE = "/en/admin/accounts/switches/"
SCRIPT = "<script>alert(1)</script>"
WORDS = {
    f"announcement_{code}": f"{code} {SCRIPT}" for code in ("ka", "en", "ru", "tr")
}


def save(client: Client, page: Any = None, **wanted: str) -> Any:
    """Fill the form of that page in, or of one that is opened now, and send it."""
    form = (page or client.get(PAGE)).context["form"]
    sent = {"version": form["version"].value(), **wanted}
    return client.post(PAGE, sent, follow=True)


def test_an_operator_sets_them_with_a_reason(operator: User) -> None:
    client = browser(operator)
    assert 'name="is_read_only"' in text_of(client.get(PAGE))
    wanted = {**WORDS, "no_new_tables": "on", "reason": "An upgrade."}
    answer = save(client, **wanted)
    assert "Done; it is in the audit entries." in text_of(answer)
    assert SCRIPT not in answer.content.decode()
    row = switches_get()
    assert (row.no_new_tables, row.is_read_only, row.version) == (True, False, 1)
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.reason) == (operator, "An upgrade.")
    assert SCRIPT not in browser(None).get("/ka/").content.decode()
    assert f"ka {SCRIPT}" in text_of(browser(None).get("/ka/"))


def test_an_old_page_undoes_nothing(operator: User) -> None:
    """Another has made the site read-only meanwhile; he does not know."""
    client, page = browser(operator), browser(operator).get(PAGE)
    save(browser(person("Eka", "operator")), is_read_only="on", reason="A fault.")
    answer = save(client, page, no_new_tables="on", reason="An upgrade.")
    assert answer.status_code == 422
    assert "have been changed since this page was opened" in text_of(answer)
    row = switches_get()
    assert (row.is_read_only, row.no_new_tables) == (True, False)
    assert AuditEntry.objects.count() == 1


def test_they_are_switched_off_while_the_site_is_read_only(operator: User) -> None:
    client = browser(operator)
    save(client, is_read_only="on", reason="A fault.")
    assert switches_get().is_read_only
    save(client, reason="Mended.")
    assert not switches_get().is_read_only
    assert AuditEntry.objects.count() == 2


@pytest.mark.parametrize(
    "data",
    [
        {"no_new_tables": "on"},
        {"no_new_tables": "on", "reason": " "},
        {"announcement_en": "Only English.", "reason": "Haste."},
        {"no_new_tables": "on", "reason": "An old page.", "version": ""},
        {**WORDS, "announcement_tr": "x" * 301, "reason": "Too long."},
    ],
)
def test_what_is_not_whole_is_refused(operator: User, data: dict[str, Any]) -> None:
    answer = browser(operator).post(PAGE, {"version": 0, **data})
    assert answer.status_code == 422
    assert not Switches.objects.exists()
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("who", ["visitor", "nino", "moderator", "senior"])
def test_nobody_else_sees_or_sets_them(
    request: pytest.FixtureRequest, who: str
) -> None:
    user = None if who == "visitor" else request.getfixturevalue(who)
    wanted = 302 if who in ("visitor", "nino") else 403
    client = browser(user)
    assert client.get(PAGE).status_code == wanted
    answer = client.post(PAGE, {"is_read_only": "on", "reason": "Mischief."})
    assert answer.status_code == wanted
    assert not Switches.objects.exists()


def test_a_post_from_elsewhere_is_refused(operator: User) -> None:
    client = browser(operator, csrf=True)
    assert client.post(PAGE, {"is_read_only": "on", "reason": "?"}).status_code == 403
    assert not Switches.objects.exists()
