"""Counts words."""

from .count import count_words

__all__ = ["count_words"]
