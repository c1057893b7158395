"""Maui: connect towels on the beach, between the ocean and the trees."""
