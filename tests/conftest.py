"""What all tests share: no test fails because a machine is busy."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None, max_examples=40)
settings.load_profile("untimed")
