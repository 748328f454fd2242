"""A name is ASCII, of 3 to 20 characters, and nobody's but one player's."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone

from accounts import services
from accounts.errors import NameTaken
from accounts.models import User
from accounts.names import (
    NAME_ALIKE,
    name_checked,
    name_folded,
    name_folded_in,
    name_free_checked,
)
from accounts.selectors import name_looks_taken
from tests.accounts.conftest import PASSWORD

GOOD = ("abc", "Nino", "GIORGI", "lasha_99", "_x_", "2048", "a" * 20)
BAD = (
    "",
    "ab",
    "a" * 21,
    "nino k",
    "nino-k",
    "nino.k",
    "nino@k",
    "nino\n",
    "gіorgi",  # Cyrillic і
    "gıorgi",  # Turkish dotless i
    "GİORGİ",  # Turkish dotted I
    "ნინო",
    "Нино",
    "niño",
    "ｎｉｎｏ",  # full width
    "\N{KELVIN SIGN}ino",
    "123٤",  # an Arabic digit
)


@pytest.mark.parametrize("name", GOOD)
def test_a_good_name_passes(name: str) -> None:
    name_checked(name)


@pytest.mark.parametrize("name", BAD)
def test_a_bad_name_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        name_checked(name)


@pytest.mark.parametrize("name", ["admin", "Admin", "adm1n", "_system_", "N4RDI"])
def test_the_sites_own_names_are_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        name_free_checked(name)


@pytest.mark.parametrize(
    "name",
    [
        *("Admin_Giorgi", "administrator2", "adm1n7", "ADM1N_1STRAT0R", "a_d_m_i_n"),
        *("Moderator_Team", "m0derator99", "operator_1", "0perator", "supp0rt24"),
        *("nardi_ge", "n4rdi", "Nardl_Support", "nard1_help", "Domino_Coin", "d0m1no"),
        *(
            "deleted_7",
            "DELETED_7",
            "deleted__7",
            "_deleted7",
            "deleted_7_",
            "de1eted_7",
        ),
        *("SiteAdmin", "The_Admin", "the_desk", "Mod1", "mods", "5taff", "Staff_24"),
        *("moderation1", "Official_Nino", "0fficia1", "Judge", "Deleted_User"),
        *("Player_12345678", "player12345678", "P1ayer_12345678", "PIayer__12345678"),
    ],
)
def test_what_looks_official_or_like_a_marker_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        name_free_checked(name)


@pytest.mark.parametrize(
    "name",
    [
        *("Nino", "Giorgi", "admiral", "botanik", "Whitey", "Gogi_admin", "Dominik"),
        *(
            "Stafford",
            "Modi",
            "judgement",
            "Player_1",
            "player1234567",
            "deleted_me",
            "undeleted_7",
        ),
    ],
)
def test_other_names_are_free(name: str) -> None:
    name_free_checked(name)


def raw_insert(name: str, email: str = "") -> None:
    """Insert a row past every manager, form and validator."""
    user = User(username=name, email=email)
    fields = [field for field in User._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(str(field.column) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    values = [
        field.get_db_prep_save(field.value_from_object(user), connection)
        for field in fields
    ]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO accounts_user ({columns}) VALUES ({places})",  # noqa: S608
            values,
        )


@pytest.mark.parametrize("name", GOOD)
def test_the_database_takes_a_good_name(db: None, name: str) -> None:
    raw_insert(name)
    assert User.objects.get().username == name


@pytest.mark.parametrize("name", BAD)
def test_the_database_refuses_a_bad_name(db: None, name: str) -> None:
    # PostgreSQL says it by the column's length when the name is too long.
    with pytest.raises((IntegrityError, DataError)):
        raw_insert(name)
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["nino", "NINO", "nINO", "Nino"])
def test_the_database_refuses_a_second_nino(nino: User, name: str) -> None:
    raw_insert("Mariam")
    with pytest.raises(IntegrityError):
        raw_insert(name)
    assert set(User.objects.values_list("username", flat=True)) == {"Nino", "Mariam"}


@pytest.mark.parametrize("email", ["nino@example.com", "NINO@Example.com"])
def test_the_database_refuses_a_second_address(nino: User, email: str) -> None:
    raw_insert("Mariam", "mariam@example.com")
    with pytest.raises(IntegrityError):
        raw_insert("Lasha", email)


def test_many_players_may_have_no_address(db: None) -> None:
    raw_insert("Mariam")
    raw_insert("Lasha")


@pytest.mark.parametrize("name", ["Nino", "nino", "NINO"])
def test_a_player_is_found_in_any_case(nino: User, name: str) -> None:
    assert User.objects.get_by_natural_key(name) == nino


@pytest.mark.parametrize("name", ["nın", "Nıno", "nіno", "nin_", "n%", None])
def test_nobody_is_found_by_a_look_alike(nino: User, name: str | None) -> None:
    with pytest.raises(User.DoesNotExist):
        User.objects.get_by_natural_key(name)


def test_an_address_is_kept_in_lower_case(db: None) -> None:
    user = User.objects.create_user("Nino", "Nino@Example.COM")
    assert user.email == "nino@example.com"


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"username": "NINO"}, "username"),
        ({"username": "ab"}, "username"),
        ({"username": "Lasha", "email": "NINO@example.com"}, "email"),
    ],
)
def test_a_model_form_says_it_in_a_sentence(
    nino: User, values: dict[str, Any], field: str
) -> None:
    with pytest.raises(ValidationError) as caught:
        User(password="x", **values).full_clean()
    sentences = [m for found in caught.value.message_dict.values() for m in found]
    assert all(sentence.endswith(".") for sentence in sentences)
    assert not any("onstraint" in sentence for sentence in sentences)


def test_a_player_has_one_name_only(nino: User) -> None:
    assert nino.get_full_name() == nino.get_short_name() == "Nino"
    fields = {field.name for field in User._meta.get_fields()}
    assert not fields & {"first_name", "last_name"}


ALIKE = [
    *("Lasha_10", "Iasha_10", "lasha_l0", "1asha_1o", "Lasha__1O", "LASHA_10__"),
    *("lasha_____________10", "Iasha_Io", "_Lasha10", "Las_ha_10_"),
]


def test_names_that_look_alike_are_folded_alike() -> None:
    assert {name_folded(name) for name in ALIKE} == {"iashaio"}
    assert len({name_folded(name) for name in ("Nino", "Nini", "Ninoo", "Nano")}) == 4


@pytest.mark.parametrize("name", [*ALIKE, "___", "_" * 20, "Nino", "x" * 20, "L1o0_"])
def test_the_database_folds_a_name_as_we_do(db: None, name: str) -> None:
    User.objects.create_user(name)
    found = User.objects.annotate(folded=name_folded_in("username")).get()
    assert found.folded == name_folded(name)


@pytest.mark.parametrize("name", ["Nin0", "nino_", "NIN0__", "N1no", "_Nino", "n_lno"])
def test_a_new_name_must_not_look_like_another(nino: User, name: str) -> None:
    """At sign-up, at a change of name, and where a service is asked at once."""
    form = {"username": name, "email": "l@example.com", "password1": PASSWORD}
    page = Client().post("/en/account/signup/", form)
    assert page.context["form"].errors["username"] == [str(NAME_ALIKE)]
    lasha = User.objects.create_user("Lasha")
    client = Client()
    client.force_login(lasha)
    page = client.post("/en/account/name/", {"name": name})
    assert page.context["form"].errors["name"] == [str(NAME_ALIKE)]
    with pytest.raises(NameTaken):
        services.name_change(user=lasha, name=name, now=timezone.now())
    assert set(User.objects.values_list("username", flat=True)) == {"Nino", "Lasha"}


def test_nor_like_one_that_another_had(nino: User) -> None:
    services.name_change(user=nino, name="Nana", now=timezone.now())
    assert name_looks_taken(name="Nin0")
    assert not name_looks_taken(name="Nin0", user=nino)


def test_names_that_looked_alike_before_stay(db: None) -> None:
    """Only who looks for another name is refused; one's own may change its look."""
    lasha = User.objects.create_user("Lasha")
    User.objects.create_user("Iasha")
    assert services.name_change(user=lasha, name="Lado", now=timezone.now())
    nino = User.objects.create_user("Nino")
    renamed = services.name_change(user=nino, name="Nin0_", now=timezone.now())
    assert renamed.username == "Nin0_"
