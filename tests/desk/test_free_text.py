"""What people write for others to read: nothing unseen in it, in any form."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest
from django import forms
from django.conf import settings

from accounts.free_text import text_shown
from accounts.models import Switches, User
from accounts.moderation import Kind
from coins.forms import CorrectionForm
from games.desk.forms import ActForm, AppealForm, ReportForm, SwitchesForm
from games.desk.models import Case
from games.players.forms import TextForm
from tests.desk.conftest import reported
from tests.tables.pages import browser

TURNED = "\u202eHe\u200b swore.\u2066"
EMPTY = ["\u200b\u202e", "\u3164\n\u2800", " \ufe0f", "\ufeff\t"]
ANNOUNCED = [f"announcement_{code}" for code in ("ka", "en", "ru", "tr")]
# Every form in which somebody writes freely for others: how it is filled in, where.
FORMS: list[tuple[Callable[[dict[str, Any]], forms.BaseForm], list[str], bool]] = [
    (
        lambda data: ReportForm(data | {"reason": "other"}, names=["Nino"]),
        ["text"],
        True,
    ),
    (AppealForm, ["text"], True),
    (
        lambda data: ActForm(
            {"act": "warn", "on": "player", "days": 7, "reason": "other", **data}
        ),
        ["note"],
        False,
    ),
    (lambda data: SwitchesForm({"version": 0, **data}), ["reason"], True),
    (
        lambda data: SwitchesForm(
            {"version": 0, "reason": "An upgrade.", **data}, instance=Switches()
        ),
        ANNOUNCED,
        False,
    ),
    (
        lambda data: CorrectionForm({"coins": 5, "token": "t", **data}),
        ["reason"],
        True,
    ),
    (TextForm, ["text"], False),
]
EACH = pytest.mark.parametrize(("make", "names", "is_required"), FORMS)
# Names by a rule of their own, secrets, and what pages themselves send.
OTHER_FIELDS = {"username", "name", "password", "token", "code"}
FORMS_OF_ALLAUTH = ("accounts.forms", "accounts.factor_forms")


@EACH
def test_what_turns_a_line_about_is_left_out(
    make: Callable[..., forms.Form], names: list[str], is_required: bool
) -> None:
    form = make(dict.fromkeys(names, TURNED))
    assert form.is_valid(), form.errors
    assert [form.cleaned_data[name] for name in names] == ["He swore."] * len(names)


@EACH
@pytest.mark.parametrize("text", EMPTY)
def test_what_looks_empty_is_empty(
    make: Callable[..., forms.Form], names: list[str], is_required: bool, text: str
) -> None:
    form = make(dict.fromkeys(names, text))
    assert form.is_valid() is not is_required
    if is_required:
        assert set(form.errors) == set(names)
    else:
        assert [form.cleaned_data[name] for name in names] == [""] * len(names)


@EACH
def test_a_letter_under_a_heap_of_marks_is_refused(
    make: Callable[..., forms.Form], names: list[str], is_required: bool
) -> None:
    assert set(
        make(dict.fromkeys(names, "Ni\u0301\u0302\u0303\u0304no")).errors
    ) == set(names)


def all_forms(of: type[forms.BaseForm] = forms.BaseForm) -> Iterator[type[Any]]:
    for form in of.__subclasses__():
        yield form
        yield from all_forms(form)


def test_no_other_form_of_the_site_has_a_free_text() -> None:
    """A new one is given the field, or stands in OTHER_FIELDS with a reason."""
    # These are imported when somebody comes to one of their pages.
    for module in (settings.ROOT_URLCONF, *FORMS_OF_ALLAUTH):
        import_module(module)
    free = {
        f"{form.__name__}.{name}"
        for form in all_forms()
        if form.__module__.split(".")[0] in ("accounts", "coins", "games")
        for name, field in form.base_fields.items()
        if type(field) is forms.CharField and name not in OTHER_FIELDS
    }
    assert free == set()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("ერთი\r\n\r\n\r\n\r\nორი", "ერთი\n\nორი"),
        ("a\tb", "a b"),
        ("❤️ й é", "❤️ й é"),
        ("?!", "?!"),
        ("ㅤ", ""),
    ],
)
def test_what_is_seen_stays(text: str, shown: str) -> None:
    assert text_shown(text) == shown


@pytest.mark.django_db
def test_a_report_of_nothing_is_none(nino: User, giorgi: User) -> None:
    data = {"reason": "insult", "text": "\u200b\u202e"}
    answer = browser(nino).post(f"/en/report/player/{giorgi.username}/", data)
    assert answer.status_code == 422
    assert not Case.objects.exists()


@pytest.mark.django_db
def test_the_audit_keeps_what_can_be_read(
    nino: User, giorgi: User, moderator: User
) -> None:
    case = reported(nino, giorgi)
    data = {"act": Kind.WARN, "on": "player", "days": 7, "reason": "insult"}
    browser(moderator).post(
        f"/en/admin/desk/case/{case.pk}/change/", {**data, "note": TURNED}
    )
    page = browser(User.objects.create_superuser("Chief_one")).get(
        "/en/admin/accounts/auditentry/"
    )
    assert "insults or threats: He swore." in page.content.decode()


@pytest.mark.django_db
def test_the_desk_is_told_what_is_wrong_with_a_note(
    nino: User, giorgi: User, moderator: User
) -> None:
    case = reported(nino, giorgi)
    data = {"act": Kind.WARN, "on": "player", "days": 7, "reason": "insult"}
    answer = browser(moderator).post(
        f"/en/admin/desk/case/{case.pk}/change/",
        {**data, "note": "Ni\u0301\u0302\u0303\u0304no"},
    )
    assert answer.status_code == 422
    assert "A letter can carry three marks at most." in answer.content.decode()
    assert "Choose a reason." not in answer.content.decode()
