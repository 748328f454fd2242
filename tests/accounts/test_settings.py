"""What a player wants done for him at every table, on every device."""

import pytest
from django.test import Client

from accounts.models import User

SETTINGS = "/en/account/settings/"
FIELDS = ("auto_roll", "plays_forced", "confirms_by_hand", "home_on_left")


def kept(user: User) -> list[str]:
    """The settings that are on, as stored now."""
    stored = User.objects.get(pk=user.pk)
    return [field for field in FIELDS if getattr(stored, field)]


@pytest.mark.parametrize("field", FIELDS)
def test_a_setting_is_kept_and_shown(nino: User, player: Client, field: str) -> None:
    assert kept(nino) == []
    response = player.post(SETTINGS, {field: "on"}, follow=True)
    assert kept(nino) == [field]
    assert "Your settings are saved." in response.text
    form = response.context["form"]
    assert [name for name in FIELDS if form[name].value()] == [field]


def test_what_is_unticked_goes_off(nino: User, player: Client) -> None:
    player.post(SETTINGS, dict.fromkeys(FIELDS, "on"))
    assert kept(nino) == list(FIELDS)
    player.post(SETTINGS, {})
    assert kept(nino) == []


def test_only_the_settings_change(nino: User, player: Client) -> None:
    """Whatever else a form brings is not looked at."""
    forged = {"auto_roll": "on", "username": "Giorgi", "is_staff": "on"}
    player.post(SETTINGS, forged | {"id": "99", "email": "other@example.com"})
    stored = User.objects.get(pk=nino.pk)
    assert kept(nino) == ["auto_roll"]
    assert (stored.username, stored.email) == (nino.username, nino.email)
    assert not stored.is_staff


def test_other_players_keep_theirs(nino: User, player: Client) -> None:
    giorgi = User.objects.create_user("Giorgi", "giorgi@example.com")
    player.post(SETTINGS, {"auto_roll": "on"})
    assert kept(giorgi) == []


def test_a_stranger_logs_in_first(visitor: Client) -> None:
    for response in (visitor.get(SETTINGS), visitor.post(SETTINGS, {})):
        assert response.status_code == 302
        assert response["Location"] == f"/en/account/login/?next={SETTINGS}"


def test_a_form_from_elsewhere_is_refused(nino: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(nino)
    assert strict.post(SETTINGS, {"auto_roll": "on"}).status_code == 403
    assert kept(nino) == []


def test_the_menu_leads_there(player: Client) -> None:
    assert f'href="{SETTINGS}"' in player.get("/en/lobby/").text


def test_other_methods_are_refused(player: Client) -> None:
    assert player.head(SETTINGS).status_code == 200
    assert player.delete(SETTINGS).status_code == 405
