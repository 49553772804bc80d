"""The paper file that `derive new` writes: small, true, and showing every part of the format."""

TEMPLATE = r"""---
title: My notes
source: where the formulas are to be found
---
Prose is free. A `given` block declares names and their shapes; before the first claim it holds for the whole file.

```math given
\mathbf{A} \in \mathbb{R}^{m \times n}, \quad \mathbf{X} \in \mathbb{R}^{n \times p} \\
\mathbf{B} \in \mathbb{R}^{p \times q} \\
\mathbf{F}(\mathbf{X}) := \mathbf{A}\mathbf{X}\mathbf{B}
```

## jacobian: the derivative of a linear map
where: Section 1
expect: holds

Every claim has a heading `## id: title`, option lines directly below it, and a math block.

```math
\frac{\partial \mathbf{F}}{\partial \mathbf{X}} = \mathbf{A} \otimes \mathbf{B}^\top
```

## transposed: a product that is transposed
uses: jacobian

```math
\left(\mathbf{A}\mathbf{X}\right)^\top = \mathbf{X}^\top\mathbf{A}^\top
```
"""
