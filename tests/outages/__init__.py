"""`make outages`: parts of a real set-up are killed while matches are played on it.

`python -m tests.outages [PART ...]`. Not a part of `make test`.
"""
