"""What `derive inspect` makes of a measured model: the report, its table, files and page; and how models and inputs are named."""
