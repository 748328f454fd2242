"""The rules of nardi as values: no Django, no clock, no entropy, no I/O."""
