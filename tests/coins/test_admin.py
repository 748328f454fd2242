"""The ledger in the admin: to read; a correction by a page of its own."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import AuditEntry, User
from coins.models import Account, Kind, Transfer
from tests.coins.conftest import account_of, balance_of, player
from tests.coins.playing import sit

pytestmark = pytest.mark.django_db

ADMIN = "/en/admin/coins"


@pytest.fixture
def desk(client: Client, mariam: User) -> Client:
    """The browser of Mariam, who may do everything."""
    client.force_login(mariam)
    return client


@pytest.fixture
def clerk(client: Client) -> User:
    """Of the staff, and allowed to look at accounts."""
    user = player("Clerk")
    user.is_staff = True
    user.save()
    user.user_permissions.add(Permission.objects.get(codename="view_account"))
    client.force_login(user)
    return user


def act(desk: Client, user: User, what: str, **data: object) -> tuple[int, str]:
    response = desk.post(
        f"{ADMIN}/account/{account_of(user).pk}/{what}/", data, follow=True
    )
    return response.status_code, response.content.decode()


def correction(coins: int) -> dict[str, object]:
    return {"coins": coins, "reason": "A lost match.", "token": "once"}


# --- Reading -----------------------------------------------------------------


def test_accounts_and_transfers_are_listed_and_found(
    desk: Client, nino: User, giorgi: User
) -> None:
    sit(nino, 0)
    for address, found, lost in (
        ("account/?q=nino", f"Wallet {nino.pk}<", f"Wallet {giorgi.pk}<"),
        ("account/?q=table7", "Table table7", f"Wallet {nino.pk}<"),
        ("account/?kind__exact=house", "House", f"Wallet {nino.pk}<"),
        ("transfer/?q=Nino", "table:7:entry:0", f"grant:signup:{giorgi.pk}"),
        ("transfer/?q=table7", "table:7:entry:0", f"grant:signup:{nino.pk}"),
    ):
        shown = desk.get(f"{ADMIN}/{address}").content.decode()
        assert found in shown, address
        assert lost not in shown, address


def test_nobody_is_found_by_his_address(desk: Client, nino: User) -> None:
    """It could be guessed letter by letter."""
    shown = desk.get(f"{ADMIN}/account/?q={nino.email}").content.decode()
    assert f"Wallet {nino.pk}<" not in shown


def test_a_row_is_shown_without_a_way_to_change_it(desk: Client, nino: User) -> None:
    for row in (account_of(nino), Transfer.objects.latest("id")):
        address = f"{ADMIN}/{row._meta.model_name}/{row.pk}"
        shown = desk.get(f"{address}/change/").content.decode()
        assert "_save" not in shown
        assert desk.post(f"{address}/change/", {}).status_code == 403
        assert desk.post(f"{address}/delete/", {"post": "yes"}).status_code == 403
    for model in ("account", "transfer"):
        assert desk.get(f"{ADMIN}/{model}/add/").status_code == 403
    assert balance_of(nino) == 1000


def test_audit_entries_are_shown_without_a_way_to_change_them(
    desk: Client, nino: User
) -> None:
    act(desk, nino, "correct", **correction(50))
    entry = AuditEntry.objects.get()
    listed = desk.get("/en/admin/accounts/auditentry/?q=Nino").content.decode()
    assert "A lost match." in listed
    assert "Mariam" in listed
    address = f"/en/admin/accounts/auditentry/{entry.pk}"
    assert "_save" not in desk.get(f"{address}/change/").content.decode()
    assert desk.post(f"{address}/change/", {}).status_code == 403
    assert desk.post(f"{address}/delete/", {"post": "yes"}).status_code == 403


# --- Correcting --------------------------------------------------------------


def test_a_correction_asks_for_coins_and_a_reason(desk: Client, nino: User) -> None:
    wallet = account_of(nino)
    assert (
        f"{wallet.pk}/correct/"
        in desk.get(f"{ADMIN}/account/{wallet.pk}/change/").content.decode()
    )
    shown = desk.get(f"{ADMIN}/account/{wallet.pk}/correct/").content.decode()
    for name in ("coins", "reason", "token"):
        assert f'name="{name}"' in shown
    code, shown = act(desk, nino, "correct", **correction(250))
    assert code == 200
    assert "Done; it is in the audit entries." in shown
    assert balance_of(nino) == 1250
    entry = AuditEntry.objects.get()
    assert (entry.actor_name, entry.reason) == ("Mariam", "A lost match.")


def test_two_clicks_are_one_correction(desk: Client, nino: User) -> None:
    act(desk, nino, "correct", **correction(250))
    act(desk, nino, "correct", **correction(250))
    assert balance_of(nino) == 1250


def test_every_form_has_a_token_of_its_own(desk: Client, nino: User) -> None:
    address = f"{ADMIN}/account/{account_of(nino).pk}/correct/"
    tokens = {desk.get(address).context["form"]["token"].value() for _ in range(2)}
    assert len(tokens) == 2


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (correction(-1001), "The wallet does not hold so many coins."),
        (correction(0), "A correction moves coins."),
        (correction(2_000_000), "less than or equal to 1000000"),
        ({"coins": 50, "reason": " ", "token": "once"}, "This field is required."),
        ({"coins": 50, "reason": "A fault."}, "This field is required."),
    ],
)
def test_a_correction_that_cannot_be(
    desk: Client, nino: User, data: dict[str, object], says: str
) -> None:
    code, shown = act(desk, nino, "correct", **data)
    assert code == 422
    assert says in shown
    assert balance_of(nino) == 1000
    assert not AuditEntry.objects.exists()


def test_nobody_corrects_himself(desk: Client, mariam: User) -> None:
    code, shown = act(desk, mariam, "correct", **correction(50))
    assert code == 422
    assert "Nobody corrects or freezes his own wallet." in shown
    assert balance_of(mariam) == 1000


@pytest.mark.parametrize("right", ["is_staff", "is_superuser"])
def test_nobody_corrects_the_desks_own_people(
    desk: Client, nino: User, right: str
) -> None:
    setattr(nino, right, True)
    nino.save()
    code, shown = act(desk, nino, "correct", **correction(50))
    assert code == 422
    assert "This cannot be done to the desk" in shown
    assert balance_of(nino) == 1000
    assert not AuditEntry.objects.exists()


def test_a_wallet_is_frozen_by_the_desk_alone(desk: Client, nino: User) -> None:
    """Here nobody would be told, and could not appeal."""
    wallet = account_of(nino)
    address = f"{ADMIN}/account/{wallet.pk}"
    assert "reeze<" not in desk.get(f"{address}/change/").content.decode()
    assert act(desk, nino, "freeze", reason="A doubt.", is_frozen=True)[0] == 200
    assert not account_of(nino).is_frozen
    assert not AuditEntry.objects.exists()


def test_a_form_sent_again_with_other_coins_is_refused(
    desk: Client, nino: User
) -> None:
    assert act(desk, nino, "correct", **correction(50))[0] == 200
    code, text = act(desk, nino, "correct", **correction(70))
    assert code == 422
    assert "has been sent before" in text
    assert balance_of(nino) == 1050


# --- Access ------------------------------------------------------------------


def test_a_player_does_not_come_in(client: Client, nino: User) -> None:
    client.force_login(nino)
    response = client.post(f"{ADMIN}/account/{account_of(nino).pk}/correct/", {})
    assert response.status_code == 302
    assert "/admin/login/" in response["Location"]


def test_it_takes_a_permission(client: Client, clerk: User, nino: User) -> None:
    """Of the staff, one sees and does only what he is allowed to."""
    wallet = account_of(nino)
    address = f"{ADMIN}/account/{wallet.pk}"
    shown = client.get(f"{address}/change/").content.decode()
    assert "/correct/" not in shown
    assert client.post(f"{address}/correct/", correction(50)).status_code == 403
    permission = Permission.objects.get(codename="correct_account")
    clerk.user_permissions.add(permission)
    assert "/correct/" in client.get(f"{address}/change/").content.decode()
    assert client.post(f"{address}/correct/", correction(50)).status_code == 302
    assert AuditEntry.objects.get().actor == clerk


def test_only_a_wallet_is_corrected(desk: Client) -> None:
    house = Account.objects.get(kind=Kind.HOUSE)
    shown = desk.get(f"{ADMIN}/account/{house.pk}/change/").content.decode()
    assert "/correct/" not in shown
    for number in (house.pk, house.pk + 1000):
        address = f"{ADMIN}/account/{number}/correct/"
        assert desk.get(address).status_code == 404
