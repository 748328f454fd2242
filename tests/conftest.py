"""What all tests share: compiled catalogs, and races on PostgreSQL only."""

import hypothesis
import pytest
from django.db import connection

from nardi_site.catalogs import catalogs_refresh
from tests.flush import flush_make_way

# How long an example takes says more about the machine than about the site.
hypothesis.settings.register_profile(
    "site", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("site")


def pytest_configure() -> None:
    """Compile the catalogs before any text is translated; let flushes pass."""
    catalogs_refresh()
    flush_make_way()


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Begin with the browsers; leave the races out on SQLite.

    The longest tests at the end would leave one core without work. On SQLite one
    writer at a time is the rule: `make test` runs the races on PostgreSQL.
    """
    items.sort(key=lambda item: "browser" not in item.path.parts)
    if connection.vendor == "postgresql":
        return
    races = [item for item in items if item.get_closest_marker("concurrency")]
    if races:
        config.hook.pytest_deselected(items=races)
        items[:] = [item for item in items if item not in races]
