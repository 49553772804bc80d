"""The error of a command that cannot be carried out as it was asked for."""


class BadInput(Exception):
    """Input or usage that cannot be acted on: printed as one message, exit code 2."""
