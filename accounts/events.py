"""What is published when the desk has decided something about a player."""

import json

from accounts import live


def user_bar(user_id: int) -> None:
    """End all sockets of a player who may come in no more."""
    live.user_bar(user_id)


def user_renew(user_id: int) -> None:
    """End all sockets of a player; each browser opens a new one."""
    live.user_renew(user_id)


def notice_publish(user_id: int) -> None:
    """Tell a player's open pages that there is something for him to read."""
    live.publish(
        live.user_group(user_id),
        {"type": "user.told", "text": json.dumps({"type": "notice"})},
    )
