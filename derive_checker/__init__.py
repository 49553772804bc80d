"""What the distribution `derive-checker` adds to other programs: the plugin of pytest. The library is `derive`."""
