"""Bots of your own: functions, classes and programs that play beside the levels; docs/bots.md tells how."""
