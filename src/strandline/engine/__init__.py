"""What every game stands on: rows, rules, chance, matches, records. It imports no other part of the package."""
