"""The index form: elaboration, differentiation, normal form, equality for all sizes."""

from derive.index.differentiate import differentiate
from derive.index.form import IndexForm, index_form
from derive.index.normal import normal_form
from derive.index.road import prove

__all__ = ["IndexForm", "differentiate", "index_form", "normal_form", "prove"]
