"""What is published when a player's balance changes."""

import json

from accounts import live


def balance_publish(user_id: int, balance: int, version: int) -> None:
    """Tell all open pages of a player what he has, in coins.

    `version` rises with every transfer of the wallet; a page drops a message
    that is not above the one it has.
    """
    live.publish(
        live.user_group(user_id),
        {
            "type": "user.told",
            "text": json.dumps(
                {"type": "coins", "version": version, "balance": balance},
                separators=(",", ":"),
            ),
        },
    )
