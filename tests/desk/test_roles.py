"""Who may read and write what: the table of ARCHITECTURE.md is what is so."""

import re
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.test import RequestFactory

from accounts.admin import ReadOnly
from accounts.models import AuditEntry, User
from tests.desk.conftest import person, roles
from tests.running import ROOT
from tests.tables.pages import browser, text_of

pytestmark = pytest.mark.django_db

APPS = ("accounts", "coins", "tables", "players", "desk")
ROLES = ("moderator", "senior", "operator")
ROW = re.compile(r"^\| `(\w+\.\w+)` \| (.+?) \| (.+?) \| (.+?) \|$", re.M)
# What Django's own class writes: for whoever runs the site.
SUPERUSERS = {"accounts.User"}


def table() -> dict[str, tuple[set[str], dict[str, set[str]], str]]:
    """The rows: model → readers in the admin, what each role may do, who writes."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = {}
    for model, read, act, written in ROW.findall(text):
        readers = set() if read == "–" else set(read.split(", "))
        acts: dict[str, set[str]] = {}
        for part in [] if act == "–" else act.split("; "):
            role, _, codes = part.partition(": ")
            acts[role] = set(re.findall(r"`(\w+)`", codes))
        rows[model] = (readers, acts, written)
    return rows


def models() -> dict[str, Any]:
    return {
        f"{app}.{model.__name__}": model
        for app in APPS
        for model in apps.get_app_config(app).get_models()
    }


@pytest.fixture
def granted() -> dict[str, dict[str, set[str]]]:
    """What the groups have: role → model → codenames."""
    roles.roles_make(apps, None)
    found: dict[str, dict[str, set[str]]] = {}
    for group in Group.objects.filter(name__in=ROLES):
        for permission in group.permissions.select_related("content_type"):
            model = permission.content_type.model_class()
            assert model is not None, permission
            name = f"{model._meta.app_label}.{model.__name__}"
            found.setdefault(group.name, {}).setdefault(name, set()).add(
                permission.codename
            )
    return found


def test_every_model_has_its_row() -> None:
    """A new one cannot be forgotten."""
    assert set(table()) == set(models())


def test_the_table_says_what_each_role_may_read(granted: Any) -> None:
    for name, model in models().items():
        view = f"view_{model._meta.model_name}"
        wanted = table()[name][0] - {"superuser"}
        can = {role for role in ROLES if view in granted[role].get(name, set())}
        assert can == wanted, name
        assert (model in admin.site._registry) == bool(table()[name][0]) or (
            # Shown on the page of its table only.
            name in ("tables.Seat", "tables.Game")
        ), name


def test_the_table_says_what_each_role_may_do(granted: Any) -> None:
    for name, model in models().items():
        view = f"view_{model._meta.model_name}"
        for role in ROLES:
            can = granted[role].get(name, set()) - {view}
            assert can == table()[name][1].get(role, set()), (name, role)


def test_no_role_has_a_right_on_anything_else(granted: Any) -> None:
    for role in ROLES:
        assert set(granted[role]) <= set(models())


def test_a_right_that_is_asked_for_is_there() -> None:
    """What the table names exists: a slip would lock everybody out."""
    roles.roles_make(apps, None)
    known = set(Permission.objects.values_list("codename", flat=True))
    for _, acts, _ in table().values():
        for codes in acts.values():
            assert codes <= known


@pytest.mark.parametrize("name", sorted(set(models()) - SUPERUSERS))
def test_the_admin_itself_writes_nothing(name: str) -> None:
    """Not even for whoever may do everything: the services write."""
    request = RequestFactory().get("/")
    request.user = person("Root")
    request.user.is_superuser = request.user.is_staff = True
    registered = admin.site._registry.get(models()[name])
    if registered is None:
        return
    assert isinstance(registered, ReadOnly)
    assert not registered.has_add_permission(request)
    assert not registered.has_change_permission(request)
    assert not registered.has_delete_permission(request)
    for inline in registered.get_inline_instances(request):
        assert isinstance(inline, ReadOnly)


@pytest.mark.parametrize("role", ROLES)
def test_a_role_opens_its_lists_and_no_others(role: str) -> None:
    user = person("Somebody", role)
    client = browser(user)
    for name, model in models().items():
        if model not in admin.site._registry:
            continue
        address = f"/en/admin/{model._meta.app_label}/{model._meta.model_name}/"
        wanted = 200 if role in table()[name][0] else 403
        assert client.get(address).status_code == wanted, name


def test_players_are_for_whoever_runs_the_site(
    moderator: User, senior: User, operator: User
) -> None:
    """Their addresses, and who is of the desk."""
    for user in (moderator, senior, operator):
        assert browser(user).get("/en/admin/accounts/user/").status_code == 403


def test_an_account_is_neither_made_nor_deleted_nor_taken_over_in_the_admin(
    nino: User,
) -> None:
    """Whoever runs the site says who is of the desk, and nothing else of a player."""
    chief = browser(User.objects.create_superuser("Chief_one"))
    page = f"/en/admin/accounts/user/{nino.pk}"
    assert chief.get("/en/admin/accounts/user/add/").status_code == 403
    assert chief.post(f"{page}/delete/", {"post": "yes"}).status_code == 403
    assert chief.post(f"{page}/password/", {"password1": "x"}).status_code == 403
    moderators = Group.objects.get(name="moderator")
    assert ">Moderator<" in "".join(text_of(chief.get(f"{page}/change/")).split())
    sent = {"is_staff": "on", "groups": [moderators.pk]}
    chief.post(f"{page}/change/", {**sent, "username": "Chief", "email": "c@c.ge"})
    after = User.objects.get(pk=nino.pk)
    assert (after.username, after.email) == (nino.username, nino.email)
    assert (after.is_staff, list(after.groups.all())) == (True, [moderators])
    entry = AuditEntry.objects.get(action="staff.set", subject=f"user:{nino.pk}")
    assert entry.actor_name == "Chief_one"
    assert entry.data == {
        "name": nino.username,
        "is_staff": True,
        "is_superuser": False,
        "roles": ["moderator"],
    }
