"""What a player chooses for the whole site."""

from accounts.models import User


def language_keep(*, user: User, language: str) -> None:
    """Remember the language that the player reads the site in, a code of ours."""
    if user.language != language:
        user.language = language
        user.save(update_fields=["language"])
