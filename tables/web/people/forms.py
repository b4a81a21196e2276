"""The forms about people; what may stand in a field is for the acts to say (OPS 1.4)."""

from tables.actions.people.requests import Secrets
from tables.web.shared.fields import PageForm, SecretField, TextField, TextsField


class SignedForm(PageForm):
    """A form that the person who sends it signs with their own password; `part` tells the forms of one page apart."""

    part = TextField()
    signature = SecretField()


class ReviewForm(SignedForm):
    """The words with which the review of roles is signed."""

    words = TextField()


class RolesForm(SignedForm):
    """Further roles."""

    roles = TextsField()


class RoleForm(SignedForm):
    """A role that is taken away."""

    role = TextField()


class SecretsForm(SignedForm):
    """A new PIN, a new password, or both."""

    pin = SecretField()
    password = SecretField()

    @property
    def secrets(self) -> Secrets:
        """What was typed; empty for what stays."""
        fields = self.read()
        return Secrets(fields["pin"], fields["password"])


class PersonForm(RolesForm, SecretsForm):
    """A new person."""

    badge = TextField()
    name = TextField()
    licence = TextField()
