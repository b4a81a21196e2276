"""Loads the shared fixtures."""

pytest_plugins = ["tests.fixtures.servers", "tests.fixtures.live", "tests.fixtures.browser", "tests.fixtures.vault"]
