"""Every address of the service starts here."""

from django.urls import URLPattern, URLResolver, include, path

from casino.health import healthz, readyz
from tables.admin import window

handler500 = "casino.faults.failed"
urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("admin/", window.urls),
    path("api/v1/", include("tables.api.urls")),
    path("", include("tables.web.urls")),
]
