"""Every address of the service starts here."""

from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path

from casino.health import healthz, readyz
from tables.admin import window

handler500 = "casino.faults.failed"
urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("admin/", window.urls),
]
for prefix, module in (("api/v1/", "tables.api.urls"), ("", "tables.web.urls")):
    if find_spec(module.rpartition(".")[0]) and find_spec(module):
        urlpatterns.append(path(prefix, include(module)))
