"""Why an account is not closed."""


class MatchUnderWay(Exception):  # noqa: N818 - a refusal is an answer, not a fault
    """The player sits at a live table; its address is `slug`."""

    def __init__(self, slug: str) -> None:
        super().__init__(slug)
        self.slug = slug
