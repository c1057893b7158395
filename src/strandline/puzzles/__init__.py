"""Puzzles: positions in which one decision matters, with the answers that were proved or measured."""
