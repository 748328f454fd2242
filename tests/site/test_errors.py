"""Error pages, which are drawn in a thread that no request ends in."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import AsyncClient

from accounts.models import User
from nardi_site import urls


@pytest.fixture
def nino(transactional_db: None) -> User:
    return User.objects.create_user("Nino")


def connection_taken() -> bool:
    """Whether this thread has one; it is closed."""
    was_taken = connection.connection is not None
    connection.close()
    return was_taken


async def connection_left(nino: User) -> tuple[int, bool]:
    """The status of a page that does not exist, and whether it kept a connection."""
    client = AsyncClient()
    await client.aforce_login(nino)
    loop = asyncio.get_running_loop()
    # One thread, so that what is asked afterwards is asked in the page's own.
    with ThreadPoolExecutor(1) as threads:
        loop.set_default_executor(threads)
        answer = await client.get("/en/nosuch/")
        assert "Nino" in answer.content.decode()
        return answer.status_code, await loop.run_in_executor(None, connection_taken)


async def test_no_connection_is_kept(nino: User) -> None:
    """Though the page's header has asked the database who reads it."""
    assert await connection_left(nino) == (404, False)


async def test_without_handing_back_it_would_be(
    nino: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: Django's own page keeps it."""
    monkeypatch.setattr(urls, "handler404", "django.views.defaults.page_not_found")
    assert await connection_left(nino) == (404, True)
