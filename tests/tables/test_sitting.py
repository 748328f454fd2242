"""Who may not sit down: the blocked, the barred, anybody when no match may begin."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts import services as accounts
from accounts.errors import OutOfReach
from accounts.models import AuditEntry, Block, User
from accounts.selectors import blocks_of, switches_get
from coins import selectors as coins
from games.tables import services
from games.tables.errors import Barred, Blocked, NoNewTables, Refusal
from games.tables.models import Seat, Status, Table
from tests.tables.pages import address, browser, text_of, told
from tests.tables.playing import NOON, Play, refused, table_of


def block(who: User, whom: User) -> None:
    accounts.block_set(who=who, whom=whom, now=NOON)


def join(user: User, table: Table) -> Table:
    return services.table_join(user=user, slug=table.slug, now=NOON)


def bar(user: User) -> None:
    """As a suspension does."""
    User.objects.filter(pk=user.pk).update(barred_until=NOON.replace(year=2027))
    user.refresh_from_db()


def switch(actor: User, **wanted: Any) -> None:
    accounts.switches_set(actor=actor, reason="An upgrade.", now=NOON, **wanted)


Arrange = Callable[[User, User], None]
REFUSED: list[tuple[type[Refusal], Arrange]] = [
    (Blocked, block),
    (Blocked, lambda nino, giorgi: block(giorgi, nino)),
    (Barred, lambda _nino, giorgi: bar(giorgi)),
    (Barred, lambda nino, _giorgi: bar(nino)),
    (NoNewTables, lambda nino, _giorgi: switch(nino, no_new_tables=True)),
    (NoNewTables, lambda nino, _giorgi: switch(nino, is_read_only=True)),
]


def test_the_lobby_does_not_show_those_who_are_kept_apart_to_each_other(
    nino: User, giorgi: User, lasha: User
) -> None:
    """Whoever of the two has blocked; everybody else sees both tables."""

    def shown(user: User) -> set[str]:
        page = browser(user).get(address("lobby"))
        return {table["name"] for table in page.context["open_tables"]}

    table_of(nino)
    table_of(giorgi)
    assert shown(nino) == shown(giorgi) == {"Nino", "Giorgi"}

    block(nino, giorgi)

    assert shown(nino) == {"Nino"}
    assert shown(giorgi) == {"Giorgi"}
    assert shown(lasha) == {"Nino", "Giorgi"}


@pytest.mark.parametrize(("error", "arrange"), REFUSED)
def test_a_table_is_not_joined(
    nino: User, giorgi: User, error: type[Refusal], arrange: Arrange
) -> None:
    """Nothing is paid, and the seat is still free; without the reason it is taken."""
    table = table_of(nino, entry_coins=100)
    arrange(nino, giorgi)
    with refused(Play(table.slug, (nino, giorgi)), error):
        join(giorgi, table)
    assert coins.wallet_get(user=giorgi).balance == 1000
    Block.objects.all().delete()
    User.objects.update(barred_until=None)
    switch(nino, no_new_tables=False, is_read_only=False)
    assert join(giorgi, table).status == Status.LIVE


@pytest.mark.parametrize(("error", "arrange"), REFUSED)
def test_a_rematch_is_not_asked_for(
    moving: Play, error: type[Refusal], arrange: Arrange
) -> None:
    nino, giorgi = moving.players
    moving.resign(giorgi)
    arrange(nino, giorgi)
    for user in (nino, giorgi):
        with refused(moving, error):
            services.rematch_ask(user=user, slug=moving.slug, now=moving.now)


@pytest.mark.parametrize(
    ("error", "arrange"), REFUSED[3:], ids=["barred", "new", "read"]
)
def test_a_table_is_not_opened(
    nino: User, giorgi: User, error: type[Refusal], arrange: Arrange
) -> None:
    arrange(nino, giorgi)
    with pytest.raises(error):
        table_of(nino, entry_coins=100)
    assert not Table.objects.exists()
    assert coins.wallet_get(user=nino).balance == 1000


def test_a_refused_join_leaves_ones_own_table(nino: User, giorgi: User) -> None:
    mine = table_of(giorgi)
    table = table_of(nino)
    block(nino, giorgi)
    with pytest.raises(Blocked):
        join(giorgi, table)
    assert Seat.objects.get(user=giorgi).is_active
    mine.refresh_from_db()
    assert mine.status == Status.OPEN


def test_a_match_that_is_on_goes_on(moving: Play) -> None:
    """A block and the switch are for the next one."""
    nino, giorgi = moving.players
    block(nino, giorgi)
    switch(nino, no_new_tables=True)
    moving.step(nino, 8, 5)


# --- The block itself --------------------------------------------------------


def test_a_block_may_be_set_twice_and_taken_back_twice(
    nino: User, giorgi: User
) -> None:
    block(nino, giorgi)
    block(nino, giorgi)
    assert blocks_of(user=nino) == [giorgi]
    assert blocks_of(user=giorgi) == []
    for _ in range(2):
        accounts.block_remove(who=nino, whom=giorgi)
    assert blocks_of(user=nino) == []


def test_each_takes_back_his_own_block_only(nino: User, giorgi: User) -> None:
    block(nino, giorgi)
    accounts.block_remove(who=giorgi, whom=nino)
    assert blocks_of(user=nino) == [giorgi]


def test_nobody_blocks_himself(nino: User) -> None:
    with pytest.raises(OutOfReach):
        block(nino, nino)


# --- Pages -------------------------------------------------------------------


@pytest.mark.parametrize("who_blocks", ["nino", "giorgi"])
def test_the_refusal_is_a_sentence_that_blames_nobody(
    request: pytest.FixtureRequest, nino: User, giorgi: User, who_blocks: str
) -> None:
    """It is the same, whoever of the two has blocked the other."""
    table = table_of(nino)
    people = {"nino": nino, "giorgi": giorgi}
    who = people.pop(who_blocks)
    block(who, *people.values())
    client = browser(giorgi)
    assert client.post(address("join", table.slug))["Location"] == address("lobby")
    assert told(client) == [
        "You and this player do not meet at a table. Choose another one."
    ]


def test_no_new_tables_is_said_in_the_lobby(nino: User, giorgi: User) -> None:
    table = table_of(nino)
    switch(nino, no_new_tables=True)
    client = browser(giorgi)
    form = {"ruleset": "georgian", "target": 1, "move_seconds": 60, "entry_coins": 0}
    for post in (
        lambda: client.post(address("create"), form),
        lambda: client.post(address("join", table.slug)),
    ):
        assert post()["Location"] == address("lobby")
        assert told(client) == [
            "No new match can begin just now. Please try again later."
        ]


def test_blocking_on_a_page_and_taking_it_back_in_the_settings(
    nino: User, giorgi: User
) -> None:
    client = browser(nino)
    assert 'action="/en/account/block/Giorgi/"' in text_of(client.get("/en/@Giorgi"))
    answer = client.post("/en/account/block/giorgi/", follow=True)
    assert "You have blocked this player" in text_of(answer)
    settings = text_of(client.get("/en/account/settings/"))
    assert 'action="/en/account/unblock/Giorgi/"' in settings
    answer = client.post("/en/account/unblock/Giorgi/", {"from": "settings"})
    assert answer["Location"] == "/en/account/settings/"
    assert "You have blocked nobody." in text_of(client.get("/en/account/settings/"))


def test_blocking_is_for_players_and_posts(nino: User, giorgi: User) -> None:
    for where in ("block", "unblock"):
        page = f"/en/account/{where}/Giorgi/"
        assert "/account/login/" in browser(None).post(page)["Location"]
        assert browser(nino).get(page).status_code == 405
        assert browser(nino, csrf=True).post(page).status_code == 403
        assert browser(nino).post(page.replace("Giorgi", "Nobody")).status_code == 404
    answer = browser(nino).post("/en/account/block/Nino/", follow=True)
    assert "You cannot block yourself." in text_of(answer)
    assert not Block.objects.exists()


@pytest.mark.parametrize("by_nino", [True, False])
def test_an_invitation_says_that_the_two_do_not_meet(
    nino: User, giorgi: User, lasha: User, *, by_nino: bool
) -> None:
    """Whoever of them has blocked; the post is refused all the same."""
    table = table_of(nino)
    block(nino, giorgi) if by_nino else block(giorgi, nino)
    where = address("table", table.slug)
    sentence = "You and this player do not meet at a table. Choose another one."
    shown = text_of(browser(giorgi).get(where))
    assert sentence in shown
    assert "data-sits-down" not in shown
    for user in (lasha, None):
        assert sentence not in text_of(browser(user).get(where))
    assert "data-sits-down" in text_of(browser(lasha).get(where))
    browser(giorgi).post(address("join", table.slug))
    assert table.seats.count() == 1


# --- The switches ------------------------------------------------------------


def test_a_switch_is_an_audit_entry_and_no_change_is_none(nino: User) -> None:
    switch(nino, no_new_tables=True)
    switch(nino, no_new_tables=True)
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.data) == ("switches.set", {"no_new_tables": True})
    assert switches_get().version == 1


def test_read_only_nothing_is_written_by_pages(nino: User, giorgi: User) -> None:
    """Pages are read, one can log out, and the operators can switch it off."""
    switch(nino, is_read_only=True)
    client = browser(giorgi)
    assert client.get(address("lobby")).status_code == 200
    for page in (address("create"), "/en/account/block/Nino/", "/en/player/text/"):
        answer = client.post(page, {"text": "?"})
        assert answer.status_code == 503
        assert "Nothing can be changed for a moment" in text_of(answer)
    assert not Block.objects.exists()
    client.post("/en/language/", {"language": "tr"})
    assert client.post("/en/account/logout/").status_code == 302
    assert browser(None).post("/en/account/signup/", {}).status_code == 503


def test_an_announcement_stands_on_every_page_in_its_language(nino: User) -> None:
    switch(
        nino,
        announcement_ka="ხუთ წუთში დავბრუნდებით <b>",
        announcement_en="Back in five minutes.",
    )
    shown = browser(None).get("/ka/").content.decode()
    assert "ხუთ წუთში დავბრუნდებით &lt;b&gt;" in shown
    assert "Back in five minutes." in text_of(browser(nino).get("/en/lobby/"))
    assert "data-announcement-text></p>" in text_of(browser(None).get("/tr/"))


def test_a_closed_account_sits_down_nowhere(nino: User, giorgi: User) -> None:
    """A request of his that began before he closed it may come after."""
    table = table_of(nino)
    User.objects.filter(pk=giorgi.pk).update(is_active=False)
    with pytest.raises(Barred):
        join(giorgi, table)
    assert not Seat.objects.filter(user=giorgi).exists()


READ_ONLY = "Nothing can be changed for a moment, and no time runs."
NO_NEW_TABLES = "No new match can begin just now; matches under way go on."


def hidden(page: str, sentence: str) -> bool:
    """Whether the element around that sentence is hidden."""
    before = page[: page.index(sentence)]
    opened = before[max(before.rindex("<aside"), before.rfind("data-no-new")) :]
    return "hidden>" in opened


def test_read_only_is_said_on_every_page(nino: User) -> None:
    for user, where in ((None, "/en/"), (None, "/en/rules/"), (nino, "/en/lobby/")):
        assert hidden(text_of(browser(user).get(where)), READ_ONLY)
    switch(nino, is_read_only=True)
    for user, where in ((None, "/en/"), (None, "/en/rules/"), (nino, "/en/lobby/")):
        assert not hidden(text_of(browser(user).get(where)), READ_ONLY)


@pytest.mark.parametrize("which", ["no_new_tables", "is_read_only"])
def test_nobody_is_offered_a_seat_while_nobody_sits_down(
    nino: User, giorgi: User, which: str
) -> None:
    """Neither in the lobby nor by invitation, and the page says why."""
    table = table_of(nino)
    pages = [address("lobby"), address("table", table.slug)]
    for where in pages:
        page = text_of(browser(giorgi).get(where))
        assert "data-sits-down>" in page
        assert "data-sits-down disabled>" not in page
        assert hidden(page, NO_NEW_TABLES)
    switch(nino, **{which: True})
    for where in pages:
        page = text_of(browser(giorgi).get(where))
        assert "data-sits-down disabled>" in page
        assert "data-sits-down>" not in page
        assert hidden(page, NO_NEW_TABLES) is (which == "is_read_only")


def test_a_page_hears_the_news_over_one_socket_or_asks_for_them(
    nino: User, opened: Table
) -> None:
    """A player's pages have one, of their own or the site's; a visitor's none."""
    line, glance = "site/js/line.js", "site/js/glance.js"
    for user, where, wanted in (
        (None, "/en/", {glance}),
        (nino, "/en/rules/", {line}),
        (nino, "/en/account/settings/", {line}),
        (nino, "/en/lobby/", set()),
        (nino, address("table", opened.slug), set()),
    ):
        page = text_of(browser(user).get(where))
        assert {one for one in (line, glance) if one in page} == wanted, where


def test_a_visitors_page_asks_how_the_switches_stand(nino: User) -> None:
    switch(nino, no_new_tables=True, announcement_tr="Birazdan.")
    answer = browser(None).get("/switches.json")
    assert answer.json() == {
        "announcement": {"ka": "", "en": "", "ru": "", "tr": "Birazdan."},
        "no_new_tables": True,
        "read_only": False,
    }
    assert answer["Cache-Control"] == "public, max-age=5"
    assert "Cookie" not in answer.get("Vary", "")
    assert browser(None).post("/switches.json").status_code == 405
