"""The tables app without its models, for commands that are pure."""

from django.apps import AppConfig, apps


class CalculatorConfig(AppConfig):
    """Offers the commands of `tables` and leaves its models alone."""

    name = "tables"
    label = "tables"

    def import_models(self) -> None:
        """Import nothing: a calculator has no database."""
        self.models = apps.all_models[self.label]
