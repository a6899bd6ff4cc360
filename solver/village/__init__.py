"""Please Don't Burn My Village!, told again as formulas: written from the rules page alone."""
