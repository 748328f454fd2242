"""Benchmarks: the figures that are promised, printed."""
