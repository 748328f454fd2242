"""Every write to a profile."""

from accounts.models import User
from games.players.models import Profile


def text_set(*, user: User, text: str) -> None:
    """Have the player's page say this of him; nothing where it is empty."""
    Profile.objects.update_or_create(user=user, defaults={"text": text})


def text_give_back(*, user: User, text: str) -> None:
    """Have the page say again what was taken away, unless it says something new."""
    Profile.objects.filter(user=user, text="").update(text=text)


def text_clear(*, user: User) -> str:
    """Take the player's text away, in the caller's transaction; return it."""
    profile = (
        Profile.objects.select_for_update(of=("self",), no_key=True)
        .filter(user=user)
        .first()
    )
    if profile is None or not profile.text:
        return ""
    text, profile.text = profile.text, ""
    profile.save(update_fields=["text"])
    return text
