"""Adapters from vectors to the real rules: a module for each game and shared model."""
