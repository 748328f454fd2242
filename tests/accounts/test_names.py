"""A name is ASCII, of 3 to 20 characters, and nobody's but one player's."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, connection, transaction

from accounts.models import User
from accounts.names import name_checked, name_free_checked

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


@pytest.mark.parametrize("name", ["Nino", "admiral", "botanik", "Whitey"])
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
