"""Audits of whole files: worker processes, and results that are kept.

Begin with `auditor` (`audit`). `workers` judges claims in processes of their own, `cluster` on a Ray cluster; `ledger`
keeps results and serves them only where they are whole and agree with their certificates.
"""
