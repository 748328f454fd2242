"""What other sites show of a page that is linked there: its words and a picture."""

from django import template
from django.http import HttpRequest
from django.template import Context
from django.template.base import NodeList, Parser, Token
from django.templatetags.static import static
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from nardi_site.templatetags.languages import OPEN_GRAPH_LOCALES

register = template.Library()


class Keep(template.Node):
    """Renders its content where it stands, and keeps it under a name."""

    def __init__(self, name: str, content: NodeList) -> None:
        self.name, self.content = name, content

    def render(self, context: Context) -> SafeString:
        """Render, and keep: for the rest of the page in which the tag stands."""
        kept = self.content.render(context)
        context[self.name] = SafeString(" ".join(kept.split()))
        return kept


@register.tag
def keep(parser: Parser, token: Token) -> Keep:
    """`{% keep NAME %}…{% endkeep %}`: say it here, and again where NAME stands."""
    _, name = token.split_contents()
    content = parser.parse(("endkeep",))
    parser.delete_first_token()
    return Keep(name, content)


@register.simple_tag
def open_graph_locale(code: str) -> str:
    """Return a language's code as og:locale writes it."""
    return OPEN_GRAPH_LOCALES[code]


@register.simple_tag(takes_context=True)
def social_picture(context: Context) -> str:
    """Return the absolute address of the page's picture in the page's language."""
    request = context["request"]
    if not isinstance(request, HttpRequest):
        raise TypeError("Without a request nobody knows where the site is.")
    key = context.get("picture") or "nardi"
    picture = static(f"board/social/{key}-{get_language()}.jpg")
    return request.build_absolute_uri(picture)
