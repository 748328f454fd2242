"""`make run` on a machine that lacks something: one sentence, and what to do."""

import ast
import errno
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from nardi_site import bootstrap
from nardi_site.bootstrap import Refusal, folder_check, refusal_of

SCRIPT = Path(bootstrap.__file__)
NOBODY = 65534


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A fresh clone with nothing to install."""
    (tmp_path / "nardi_site").mkdir()
    shutil.copy(SCRIPT, tmp_path / "nardi_site")
    (tmp_path / "requirements.txt").write_text("")
    (tmp_path / "requirements-dev.txt").write_text("")
    return tmp_path


def started(
    project: Path, *, name: str = "run", before: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the script as make does, after the Python statements in `before`."""
    script = str(project / "nardi_site" / "bootstrap.py")
    code = (
        f"import runpy, sys\n{before}\nsys.argv = [{script!r}, {name!r}]\n"
        f"runpy.run_path({script!r}, run_name='__main__')"
    )
    return subprocess.run(
        [sys._base_executable, "-c", code],  # type: ignore[attr-defined]
        env={**os.environ, "PORT": "0", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def refusal(result: subprocess.CompletedProcess[str]) -> str:
    """The one sentence that a refused start says."""
    assert result.returncode == 1
    (sentence,) = result.stderr.splitlines()
    assert sentence.endswith(".")
    return sentence


def test_an_old_python_can_read_the_script() -> None:
    ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 6))


@pytest.mark.parametrize("version", [(3, 9), (3, 12)])
def test_a_wrong_python_is_told_which_one_to_install(
    project: Path, version: tuple[int, int]
) -> None:
    before = f"sys.version_info = {(*version, 1, 'final', 0)}"
    sentence = refusal(started(project, before=before))
    assert f"is Python {version[0]}.{version[1]}" in sentence
    assert "install Python 3.11" in sentence


def test_a_python_without_venv_is_told_the_package(project: Path) -> None:
    sentence = refusal(started(project, before="sys.modules['ensurepip'] = None"))
    assert "python3.11-venv" in sentence


def test_a_taken_port_is_told_before_anything_is_installed(project: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        sentence = refusal(started(project, PORT=str(port)))
    assert sentence.startswith(f"Port {port} is taken")
    assert "make run PORT=" in sentence
    assert not (project / ".venv").exists()


@pytest.mark.parametrize("port", ["eight", "65536", "-1", "9" * 5000])
def test_a_port_that_is_none_is_refused(project: Path, port: str) -> None:
    assert "from 0 to 65535" in refusal(started(project, PORT=port))


def test_an_address_of_another_machine_is_refused(project: Path) -> None:
    assert "set HOST" in refusal(started(project, HOST="192.0.2.1"))


def test_a_read_only_folder_is_named(project: Path) -> None:
    """Checked by really writing, as somebody whom the folder shuts out."""
    project.chmod(0o555)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        # Permission bits do not stop root.
        if os.getuid() == 0:
            os.setuid(NOBODY)
        try:
            folder_check(project)
        except Refusal as said:
            os.write(writer, str(said).encode())
        os._exit(0)
    os.waitpid(child, 0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        sentence = pipe.read()
    project.chmod(0o755)
    assert sentence.startswith(f"{project} cannot be written")


def test_a_full_disk_is_called_that(project: Path) -> None:
    full = refusal_of(OSError(errno.ENOSPC, "No space left on device"), project)
    assert "is full" in str(full)


def test_a_failed_installation_is_said_and_heals_itself(project: Path) -> None:
    """A sentence; then made afresh; then nothing to do; then only the change."""
    lock = project / "requirements-dev.txt"
    lock.write_text(f"nardi-absent==1.0 --hash=sha256:{'0' * 64}\n")
    failed = started(project, name="install", PIP_NO_INDEX="1", PIP_FIND_LINKS="")
    assert "check the network connection" in refusal(failed)

    lock.write_text("")
    healed = started(project, name="install")
    assert healed.stdout.startswith("Making .venv")
    assert healed.returncode == 0

    again = started(project, name="install")
    assert (again.stdout, again.stderr, again.returncode) == ("", "", 0)

    lock.write_text("# changed\n")
    changed = started(project, name="install")
    assert changed.stdout.startswith("Installing what changed")
    assert changed.returncode == 0
