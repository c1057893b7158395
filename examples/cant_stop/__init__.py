"""Can't Stop: roll four dice, climb in the columns of their sums, and stop before they fail you."""
