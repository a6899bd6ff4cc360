"""Data: clauses and readings, schemas, recorded games, perft counts."""
