"""Experiments: is it fair, and does it matter? Arms on paired seeds, measured, compared, told with their intervals."""
