"""Everything that a person or a CI system sees: one thin module a command."""
