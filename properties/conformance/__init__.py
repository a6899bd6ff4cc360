"""Conformance: driving other implementations of the games, and comparing them with the rules."""
