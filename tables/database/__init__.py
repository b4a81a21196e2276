"""What the database itself keeps: the guards of its tables, and the rights of the service's role (README.md)."""
