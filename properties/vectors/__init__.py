"""Conformance vectors: positions, actions and what must come of them, as data that any language can read."""
