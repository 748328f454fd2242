"""What search engines ask for: the map of the pages, and what to leave alone."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import override
from django.views.decorators.http import require_safe

from games.rulebook.pages import PAGES, Page, page_url

LEFT_ALONE = ("account/", "admin/", "js-catalog/", "language/", "table/")
"""Nothing below these, in any language, is for search engines.

Positions of the explorer are not named here: they say themselves that they are not to
be listed, and who may not read them could not know.
"""


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """Name every public page in every language, with its counterparts."""
    pages = [_in_languages(request, None), *(_in_languages(request, p) for p in PAGES)]
    return render(
        request,
        "site/sitemap.xml",
        {"pages": [page for page in pages if page]},
        content_type="application/xml",
    )


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Say what to leave alone, and where the map is."""
    lines = ["User-agent: *"]
    lines += [
        f"Disallow: /{code}/{path}"
        for code, _ in settings.LANGUAGES
        for path in LEFT_ALONE
    ]
    lines += ["", f"Sitemap: {request.build_absolute_uri('/sitemap.xml')}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


def _in_languages(request: HttpRequest, page: Page | None) -> list[tuple[str, str]]:
    """The absolute address of a page, or of the first one, by language."""
    found = []
    for code, _ in settings.LANGUAGES:
        if page is not None and code not in page.languages:
            continue
        with override(code):
            address = page_url(page.key) if page is not None else reverse("home")
        found.append((code, request.build_absolute_uri(address)))
    return found
