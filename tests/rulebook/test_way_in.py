"""The rule book is offered where it is written, and nowhere else."""

import pytest
from django.conf import settings
from django.test import Client

from games.rulebook.languages import LIBRARY

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_pages_lead_to_a_rule_book_that_there_is(client: Client, language: str) -> None:
    """A link to rules in a language without them would lead nowhere."""
    page = client.get(f"/{language}/account/login/").content.decode()
    offered = f'href="/{language}/' + (
        LIBRARY[language]["index"].path if language in LIBRARY else "rules/"
    )
    assert (offered in page) == (language in LIBRARY)
    assert ("footer__links" in page) == (language in LIBRARY)
