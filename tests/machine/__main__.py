"""`make serve-production`: the whole set-up from one command, until Ctrl-C."""

import argparse
import os
import signal
import sys
import time
from pathlib import Path

from nardi_site.bootstrap import Refusal, socket_bound
from tests.machine.parts import ROOT, PartFailed
from tests.machine.setup import Machine


def main() -> int:
    """Start, print the address, wait, stop; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.machine")
    parser.add_argument("--folder", type=Path, default=ROOT / "var" / "production")
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT") or 8000))
    parser.add_argument("--webs", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    machine = None
    try:
        # nginx would be told by its log alone, and whoever holds it taken for nginx.
        os.environ["PORT"] = str(options.port)
        socket_bound().close()
        machine = Machine(
            options.folder,
            port=options.port,
            webs=options.webs,
            workers=options.workers,
        )
        passwords = machine.start()
        tell(machine, passwords)
        watch(machine)
    except KeyboardInterrupt:
        return 0
    except (Refusal, PartFailed, OSError, RuntimeError) as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        if machine is not None:
            print("Stopping ...", flush=True)
            machine.stop()
    return 0


def tell(machine: Machine, passwords: dict[str, str]) -> None:
    """Print what runs and where it is reached."""
    for name, part in machine.parts.items():
        pid = part.process.pid if part.process else "-"
        print(f"  {name:<9} pid {pid:<7} {part.log}")
    for name, password in passwords.items():
        print(f"  account {name:<8} {password}")
    print(f"Ready: {machine.url}  (Ctrl-C stops it)", flush=True)


def watch(machine: Machine) -> None:
    """Tell when a part ends or comes, whoever may have done that."""
    running = set(machine.parts)
    while True:
        time.sleep(0.5)
        now = {name for name, part in machine.parts.items() if part.is_running}
        for name in sorted(running - now):
            print(f"{name} has ended; its log is {machine.parts[name].log}", flush=True)
        running = now


if __name__ == "__main__":
    sys.exit(main())
