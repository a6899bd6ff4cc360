"""Which readings a program follows, found out by questions."""
