"""The research doors: many matches as one table, observations, policies, and what others build on them."""
