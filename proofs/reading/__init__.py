"""The paper file: Markdown with a YAML header, claim headings, option lines and math fences, as data.

Nothing here knows what a formula means. Begin with `paper` (the data: `Paper`, `Claim`, `Settings`) and `reader`
(`read_paper`). `header`, `front_matter`, `headings`, `option_lines` and `yaml_values` read the parts of a file and refuse
what was meant as one and is none; `options` and `option_values` say what an audit may be told besides; `shipped` finds files.
"""
