"""Domino Coin, the play coin: a double-entry ledger that the database itself keeps."""
