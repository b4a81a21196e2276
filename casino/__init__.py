"""The Django project: settings, addresses, servers."""
