"""Does anything that one visitor does hold up the others? Attacks, each with moves at another table meanwhile."""
