"""No model that holds something of a player is forgotten."""

import pytest
from django.apps import apps
from django.db.models import Model
from django.test import Client

from accounts.models import User
from games.players.export import player_data
from games.players.holdings import HOLDINGS, Holding, holding_add
from tests.players.conftest import lived
from tests.tables.playing import NOON


def keys_to_players() -> dict[str, list[str]]:
    """Every model with a key to the player: its label, the fields."""
    found: dict[str, list[str]] = {}
    for model in apps.get_models(include_auto_created=True):
        fields = [
            field.name
            for field in model._meta.concrete_fields
            if field.is_relation and field.related_model is User
        ]
        if fields:
            found[_label(model)] = fields
    return found


def _label(model: type[Model]) -> str:
    return f"{model._meta.app_label}.{model.__name__}"


def test_every_model_with_a_key_to_the_player_is_accounted_for() -> None:
    """Add a new one to games.players.holdings, or from its app's `ready`."""
    assert set(HOLDINGS) == set(keys_to_players())


def test_a_player_gets_each_or_is_told_why_not() -> None:
    for holding in HOLDINGS.values():
        assert holding.ending, holding.model
        if holding.read is None:
            assert holding.why, holding.model
        else:
            assert holding.section, holding.model
    sections = [one.section for one in HOLDINGS.values() if one.read]
    assert len(set(sections)) == len(sections)


def test_a_room_above_adds_its_own(nino: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for model in list(HOLDINGS):
        monkeypatch.setitem(HOLDINGS, model, HOLDINGS[model])
    added = Holding("desk.Report", "reports", lambda user: [user.pk], "kept")
    holding_add(added)
    try:
        assert player_data(user=nino, now=NOON)["reports"] == [nino.pk]
    finally:
        del HOLDINGS["desk.Report"]


def test_every_field_of_the_player_is_in_the_file_or_named_here() -> None:
    """A new field on the player must not be forgotten either."""
    proofs = {"password"}  # what proves who one is
    told = {
        "id": "id",
        "username": "name",
        "email": "email",
        "date_joined": "made_at",
        "last_login": "last_login",
        "is_staff": "staff",
        "barred_until": "barred_until",
        "must_rename": "must_rename",
    }
    always = {"is_active", "is_superuser"}  # of one who can ask: true, or his role
    settings = {
        "auto_roll",
        "plays_forced",
        "confirms_by_hand",
        "home_on_left",
        "language",
    }
    fields = {field.name for field in User._meta.concrete_fields}
    assert fields == proofs | set(told) | always | settings


def test_what_is_read_is_there(nino: User, giorgi: User, player: Client) -> None:
    """Each section of someone who has done everything has something in it."""
    lived(nino, giorgi)
    data = player_data(user=nino, now=NOON)
    empty = {one.section for one in HOLDINGS.values() if one.read} - {
        section for section, value in data.items() if value
    }
    assert empty == {"acts_as_staff"}
