"""The command line of `make outages`."""

import argparse
import asyncio
import contextlib
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from time import monotonic

from tests.machine.setup import Machine
from tests.outages.browsers import BrowserMatch


def main() -> int:
    """Play all scenes, or those whose name has the words; 1 when a match went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.outages")
    parser.add_argument("words", nargs="*", help="only scenes with all of these words")
    parser.add_argument("--no-browser", action="store_true", help="clients only")
    parser.add_argument("--keep", action="store_true", help="keep the folder")
    options = parser.parse_args()
    # So that everything is stopped when this is told to stop.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    folder = Path(tempfile.mkdtemp(prefix="nardi-outages-"))
    folder.chmod(0o755)
    machine = Machine(folder, quick=True)
    os.environ.update(machine.environment)
    try:
        print(f"Starting everything in {folder} ...", flush=True)
        machine.start()
        browsers = None if options.no_browser else BrowserMatch(machine.url)
        return asyncio.run(show(machine, options.words, browsers))
    finally:
        machine.stop()
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)


async def show(
    machine: Machine, words: list[str], browsers: BrowserMatch | None
) -> int:
    """Open, play the scenes, close; print what happened."""
    import django  # noqa: PLC0415 - the settings come from the machine

    django.setup()
    from tests.outages.scenes import Cast, Failed, scene_play, scenes  # noqa: PLC0415

    begin = monotonic()
    cast = Cast(machine, browsers)
    await cast.open()
    try:
        for scene in scenes(machine):
            if all(word in scene.name for word in words):
                print(await scene_play(machine, cast, scene), flush=True)
        await cast.close(within_s=240)
    except Failed as failure:
        cast.faults.append(str(failure))
        for match in cast.matches:
            print(
                f"  {match.slug} {match.moment.value}: {match.stage}, version "
                f"{match.version}, {match.state.get('phase')}, open {match.is_open}"
            )
    finally:
        for task in cast.tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*cast.tasks, return_exceptions=True)
    for fault in cast.faults:
        print(f"WRONG: {fault}")
    print(
        f"{len(cast.ended)} matches ended, {len(cast.faults)} things wrong, "
        f"{monotonic() - begin:.0f} s in all."
    )
    return 1 if cast.faults else 0


if __name__ == "__main__":
    sys.exit(main())
