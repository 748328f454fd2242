"""A copy of everything that the site holds of a player, as one JSON file."""

import json
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from accounts.models import User
from games.players.holdings import HOLDINGS

FORMAT = 1


def player_data(*, user: User, now: datetime) -> dict[str, Any]:
    """Return it as plain values; moments are UTC, coins whole."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "made_at": now,
        "account": {
            "id": user.pk,
            "name": user.username,
            "email": user.email,
            "made_at": user.date_joined,
            "last_login": user.last_login,
            "barred_until": user.barred_until,
            "must_rename": user.must_rename,
            "staff": user.is_staff,
            "roles": list(user.groups.order_by("name").values_list("name", flat=True)),
        },
        "settings": {
            "auto_roll": user.auto_roll,
            "plays_forced": user.plays_forced,
            "confirms_by_hand": user.confirms_by_hand,
            "home_on_left": user.home_on_left,
            "language": user.language,
        },
    }
    for holding in HOLDINGS.values():
        if holding.read is not None:
            data[holding.section] = holding.read(user)
    return data


def player_file(*, user: User, now: datetime) -> bytes:
    """Return the file."""
    data = player_data(user=user, now=now)
    text = json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2)
    return text.encode()
