"""The pytest plugin under its earlier name, for `-p proofs.plugin`; it is `derive_checker.plugin`."""

from derive_checker.plugin import (
    pytest_addoption,
    pytest_collect_file,
    pytest_configure,
    pytest_unconfigure,
)

__all__ = ["pytest_addoption", "pytest_collect_file", "pytest_configure", "pytest_unconfigure"]
