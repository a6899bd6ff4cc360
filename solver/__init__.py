"""The rules again, as logic: the second, independent telling."""
