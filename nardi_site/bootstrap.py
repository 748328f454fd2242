"""From a fresh clone to a running command, with nothing but the standard library.

Run by path, before anything is installed: `python3 nardi_site/bootstrap.py run`
or `test`. It makes `.venv`, installs the locked requirements, and replaces
itself by the real command. Every refusal is one sentence and exit code 1.

Old Pythons must be able to parse this file, or they could not be told that they
are too old: nothing here is younger than Python 3.6 before the version check.
"""

import contextlib
import errno
import hashlib
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "installed-locks"

WANTED = (3, 11)
LAST_PORT = 65535
COMMANDS = {
    "run": ("requirements.txt", ["manage.py", "serve"]),
    "test": ("requirements-dev.txt", ["-m", "tests.run"]),
    "install": ("requirements-dev.txt", []),
}


class Refusal(Exception):  # noqa: N818 - what the reader sees, not a fault
    """One sentence that says what is wrong and what to do about it."""


def python_check() -> None:
    """Refuse any Python but the one that the lock files were made for."""
    found = tuple(sys.version_info[:2])
    if found != WANTED:
        raise Refusal(
            "This site needs Python 3.11, but {} is Python {}.{}: install Python "
            "3.11 and run make again with PYTHON=/path/to/python3.11.".format(
                sys.executable, *found
            )
        )
    if importlib.util.find_spec("ensurepip") is None:
        raise Refusal(
            "This Python cannot make virtual environments: install its venv "
            "package (on Debian and Ubuntu `apt-get install python3.11-venv`) "
            "and run make again."
        )


def folder_check(folder: Path) -> None:
    """Refuse a folder in which no file can be made; make it when missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Permission bits say nothing to root, nor about a read-only mount.
        with tempfile.TemporaryFile(dir=str(folder)):
            pass
    except OSError as error:
        raise refusal_of(error, folder) from error


def refusal_of(error: OSError, path: Path) -> Refusal:
    """Put an operating system's error about `path` into a sentence."""
    if error.errno == errno.ENOSPC:
        return Refusal(
            f"The disk that holds {path} is full: free some space and try again."
        )
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return Refusal(
            f"{path} cannot be written: make it writable for you, or copy the "
            "project to a folder that is."
        )
    return Refusal(f"{path} cannot be used: {error.strerror}.")


def address() -> "tuple[str, int]":
    """Return the host and port to serve on, from HOST and PORT; 0 is any free one."""
    host = os.environ.get("HOST") or "127.0.0.1"
    text = os.environ.get("PORT") or "8000"
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(LAST_PORT))
    if not is_number or int(text) > LAST_PORT:
        raise Refusal(f"PORT must be a number from 0 to {LAST_PORT}, not {text!r:.20}.")
    return host, int(text)


def socket_bound() -> socket.socket:
    """Return a socket bound to the site's address, or refuse a taken one."""
    host, port = address()
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    # Without it, a restart would find its own last connections in the way.
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
        bound.listen(128)
    except OSError as error:
        bound.close()
        if error.errno == errno.EADDRINUSE:
            raise Refusal(
                f"Port {port} is taken, perhaps by this site already running: stop "
                "what uses it, or choose another with `make run PORT="
                f"{port + 1 if port < LAST_PORT else 8000}`."
            ) from error
        if error.errno == errno.EACCES:
            raise Refusal(
                f"Port {port} needs more rights than you have: choose another with "
                "`make run PORT=8000`."
            ) from error
        raise Refusal(
            f"Cannot serve on {host}:{port} ({error.strerror or error}): set HOST "
            "to an address of this machine, or leave it out."
        ) from error
    return bound


def lock_mark(lock: Path) -> str:
    """Return the line by which the stamp says that `lock` is installed."""
    content = hashlib.sha256(lock.read_bytes()).hexdigest()
    # A system upgrade may leave the link pointing at another Python.
    return f"{content} {PYTHON.resolve()}"


def install(lock: Path) -> None:
    """Make `.venv` hold what `lock` says; quick when it already does.

    The stamp is taken away first and written last, so that an installation
    interrupted at any moment is made afresh by the next one.
    """
    marks = STAMP.read_text(encoding="utf-8").splitlines() if STAMP.exists() else []
    if PYTHON.exists() and lock_mark(lock) in marks:
        return
    folder_check(ROOT)
    if PYTHON.exists() and any(m.endswith(f" {PYTHON.resolve()}") for m in marks):
        print("Installing what changed ...", flush=True)
        STAMP.unlink()
    else:
        print("Making .venv and installing (once, about a minute) ...", flush=True)
        if VENV.exists():
            shutil.rmtree(str(VENV))
        step_run([sys.executable, "-m", "venv", str(VENV)], "make .venv")
    step_run(
        [
            *(str(PYTHON), "-m", "pip", "install", "--quiet", "--no-input"),
            *("--disable-pip-version-check", "--require-hashes", "-r", str(lock)),
        ],
        "install the packages",
    )
    # The development lock holds all of the other one, at the same versions.
    done = {lock, ROOT / "requirements.txt"}
    STAMP.write_text("\n".join(map(lock_mark, sorted(done))), encoding="utf-8")


def step_run(command: "list[str]", what: str) -> None:
    """Run one step of the installation, or say why it failed."""
    process = subprocess.Popen(  # noqa: S603 - the commands stand above
        command, cwd=str(ROOT), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    said = process.communicate()[0].decode("utf-8", "replace")
    if process.returncode == 0:
        return
    if os.strerror(errno.ENOSPC) in said:
        raise refusal_of(OSError(errno.ENOSPC, ""), ROOT)
    if "DO NOT MATCH THE HASHES" in said:
        raise Refusal(
            "A downloaded package is not the one that was locked: check what your "
            "package index serves and run make again."
        )
    last = (said.strip().splitlines() or ["no reason given"])[-1]
    raise Refusal(
        f"Could not {what} ({last.strip().rstrip('.')}): check the network "
        "connection and run make again."
    )


def main(arguments: "list[str]") -> int:
    """Install, then become the command named by the first argument."""
    name, rest = arguments[0], arguments[1:]
    lock_name, command = COMMANDS[name]
    try:
        python_check()
        if name == "run":
            # Asked again when serving; here so that it is not said only after
            # a minute of installing.
            socket_bound().close()
        install(ROOT / lock_name)
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 1
    except OSError as error:
        print(refusal_of(error, Path(error.filename or ROOT)), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped; the next make goes on.", file=sys.stderr)
        return 130
    if command:
        os.chdir(str(ROOT))
        os.execv(str(PYTHON), [str(PYTHON), *command, *rest])  # noqa: S606 - by design
    return 0


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        sys.exit(main(sys.argv[1:]))
