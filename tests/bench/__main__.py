"""`make bench`: every benchmark of this folder, one after the other."""

import pkgutil
import subprocess
import sys

import tests.bench


def main() -> int:
    """Run each in a process of its own; returns the first code that is not 0."""
    for module in pkgutil.iter_modules(tests.bench.__path__):
        if module.name == "__main__":
            continue
        name = f"tests.bench.{module.name}"
        print(f"== {name}", flush=True)
        if code := subprocess.call([sys.executable, "-m", name]):
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
