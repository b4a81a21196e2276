"""Loads the shared fixtures, and says once how properties are tried."""

from hypothesis import HealthCheck, settings

pytest_plugins = [
    "tests.fixtures.servers",
    "tests.fixtures.live",
    "tests.fixtures.browser",
    "tests.fixtures.webkit",
    "tests.fixtures.vault",
    "tests.fixtures.translations",
    "tests.fixtures.payloads",
]

# How long an example takes says how busy the machine is, not whether the rules are right; timings are measured in bench/.
settings.register_profile("croupier", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("croupier")
