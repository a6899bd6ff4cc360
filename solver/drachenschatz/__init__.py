"""Der Drachenschatz, told again as formulas: written from the rules page alone."""
