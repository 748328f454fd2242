"""Tests on a real set-up: PostgreSQL, Redis, web processes, workers, beat, nginx."""
