"""All addresses: language-prefixed pages, the admin, the JavaScript catalog."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path
from django.views.decorators.http import conditional_page
from django.views.i18n import JavaScriptCatalog

from accounts.views import language, switches
from nardi_site.crawlers import robots, sitemap
from nardi_site.views import home

handler400 = "nardi_site.errors.bad_request"
handler403 = "nardi_site.errors.permission_denied"
handler404 = "nardi_site.errors.page_not_found"
handler500 = "nardi_site.away.server_error"

urlpatterns = [
    path("robots.txt", robots, name="robots"),
    path("sitemap.xml", sitemap, name="sitemap"),
    # The same for every reader and language, so that it can be kept.
    path("switches.json", switches, name="switches"),
    *i18n_patterns(
        path("", home, name="home"),
        # Below the prefix, because a page is found in the others from its own.
        path("language/", language, name="set_language"),
        path("account/", include("accounts.urls")),
        path("account/", include("games.players.account_urls")),
        path("admin/", admin.site.urls),
        path(
            "js-catalog/",
            # Our own texts alone; the admin's come with the admin.
            conditional_page(JavaScriptCatalog.as_view(packages=["nardi_site"])),
            name="javascript-catalog",
        ),
        path("", include("coins.urls")),
        path("", include("games.tables.urls")),
        path("", include("games.players.urls")),
        path("", include("games.desk.urls")),
        path("", include("games.rulebook.urls")),
    ),
]
