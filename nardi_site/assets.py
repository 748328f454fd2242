"""Static files: hashed names, collected when stale, served with long caching."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


class AssetsStorage(CompressedManifestStaticFilesStorage):
    """Puts a file's hash in its name, and in the imports of ES modules too."""

    support_js_module_import_aggregation = True


class AssetsMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise, answering with whole files instead of streams.

    Under ASGI Django reads a blocking stream to its end before it sends any of
    it, and warns. The site's files are small, so they are simply read.
    """

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponseBase:
        """Return the file, or what the request's conditions make of it."""
        answer = static_file.get_response(request.method, request.META)
        body = b""
        if answer.file is not None:
            with answer.file as file:
                body = file.read()
        response = HttpResponse(body, status=int(answer.status))
        del response["Content-Type"]
        for name, value in answer.headers:
            response[name] = value
        return response


def assets_collect(*, clear: bool = True) -> bool:
    """Collect the static files if any has changed since; tell whether it did.

    `clear` takes away what is there first, of older code too.
    """
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    state = _sources_state()
    if stamp.exists() and stamp.read_text(encoding="ascii") == state:
        return False
    call_command("collectstatic", interactive=False, clear=clear, verbosity=0)
    # Last, so that an interrupted collection is done again.
    stamp.write_text(state, encoding="ascii")
    return True


def _sources_state() -> str:
    """Return a digest of the name, size and age of every static file."""
    digest = hashlib.sha256()
    sources = [Path(__file__)]
    for finder in get_finders():
        sources += (Path(storage.path(path)) for path, storage in finder.list(None))
    for source in sources:
        stat = source.stat()
        digest.update(f"{source} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()
