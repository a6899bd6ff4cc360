"""Der Drachenschatz as it lies on the table."""
