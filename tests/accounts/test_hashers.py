"""Passwords are hashed by Argon2, a few at a time."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher

from accounts import hashers
from accounts.hashers import CappedArgon2PasswordHasher
from nardi_site import settings as site_settings


class Gauge:
    """Counts how many run at once, and the most that ever did."""

    def __init__(self) -> None:
        self.running = self.most = 0
        self.lock = threading.Lock()
        self.full = threading.Event()

    def run(self, *_arguments: object) -> str:
        with self.lock:
            self.running += 1
            self.most = max(self.most, self.running)
        # Long enough for all who may come in to come in.
        self.full.wait(0.1)
        with self.lock:
            self.running -= 1
        return "hash"


def most_at_once(monkeypatch: pytest.MonkeyPatch) -> int:
    """Hash eight passwords from eight threads."""
    gauge = Gauge()
    monkeypatch.setattr(Argon2PasswordHasher, "encode", gauge.run)
    hasher = CappedArgon2PasswordHasher()
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(hasher.encode, ["word"] * 8, ["salt"] * 8))
    return gauge.most


def test_hashes_wait_for_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    assert most_at_once(monkeypatch) == settings.PASSWORD_HASHES_AT_ONCE


def test_without_the_cap_all_run_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the gauge would see it."""
    many = threading.BoundedSemaphore(100)
    monkeypatch.setattr(hashers, "turns", lambda: many)
    assert most_at_once(monkeypatch) > settings.PASSWORD_HASHES_AT_ONCE


def test_it_is_the_sites_first_hasher_and_argon2() -> None:
    assert site_settings.PASSWORD_HASHERS[0] == (
        f"{CappedArgon2PasswordHasher.__module__}.CappedArgon2PasswordHasher"
    )
    hasher = CappedArgon2PasswordHasher()
    encoded = hasher.encode("kaxuri-ghvino-9", "saltsaltsaltsaltsalt12")
    assert encoded.startswith("argon2$argon2id$")
    assert hasher.verify("kaxuri-ghvino-9", encoded)
    assert not hasher.verify("kaxuri-ghvino-8", encoded)
