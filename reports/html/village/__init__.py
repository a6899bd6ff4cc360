"""Please Don't Burn My Village! as it lies on the table."""
