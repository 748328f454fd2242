"""The ASGI application: pages by Django, sockets by Channels."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nardi_site.settings")

# Routing imports models, so the apps must be loaded before it.
pages = get_asgi_application()

from games.tables.routing import websocket_urlpatterns  # noqa: E402
from nardi_site.health import Health  # noqa: E402
from nardi_site.sockets import viewer_stack  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": Health(pages),
        "websocket": AllowedHostsOriginValidator(
            viewer_stack(URLRouter(websocket_urlpatterns))
        ),
    }
)
