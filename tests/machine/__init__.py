"""A real production set-up on one machine, for development and tests.

`python -m tests.machine` is `make serve-production`. Each part is a process that
can be stopped, killed and started by its name.
"""
