r"""Sequences told step by step, shown by induction, and false neighbors: other first terms, exponents, ranges and rates."""

# ruff: noqa: E501 - formulas stay on one line

from __future__ import annotations

STEPS = r"\quad \forall t \in \{0,\dots,T-1\}"
NUMBERS = r"a_t \in \mathbb{R} \quad \forall t \in \{0, \dots, T\} \\ \gamma, b \in \mathbb{R} \\ "
DECAY = NUMBERS + r"\gamma \ge 0 \\ a_{t+1} \le \gamma a_t" + STEPS
NOISE = NUMBERS + r"0 \le \gamma < 1 \\ a_{t+1} \le \gamma a_t + b" + STEPS
LINEAR = r"x_t \in \mathbb{R}^n \quad \forall t \in \{0, \dots, T\} \\ A \in \mathbb{R}^{n \times n} \\ x_{t+1} = A x_t"
DESCENT = (
    r"f_t, g_t \in \mathbb{R} \quad \forall t \in \{0, \dots, T\} \\ c \in \mathbb{R}_{>0} \\ f_{t+1} \le f_t - c g_t"
)
WALK = r"x_t, g_t \in \mathbb{R}^n \quad \forall t \in \{0, \dots, T\} \\ \eta, G \in \mathbb{R}_{>0} \\ x_{t+1} = x_t - \eta g_t"
SMALL = WALK + STEPS + r" \\ \|g_t\| \le G \quad \forall t \in \{0, \dots, T\}"
QUADRATIC = r"x_t \in \mathbb{R}^n \quad \forall t \in \{0, \dots, T\} \\ \eta, \mu, L \in \mathbb{R}_{>0}, A \in \mathbb{R}^{n \times n}, A = A^\top, \mu I \preceq A \preceq L I \\ x_{t+1} = x_t - \eta A x_t"
STATES = r"h_t \in \mathbb{R}^n, u_t \in \mathbb{R}^m \quad \forall t \in \{0, \dots, T\} \\ A \in \mathbb{R}^{n \times n}, B \in \mathbb{R}^{n\times m} \\ h_{t} = A h_{t-1} + B u_t \quad \forall t \in \{1,\dots,T\} \\ h_0 = 0"
NETWORK = r"H_l \in \mathbb{R}^{n \times d}, W_l \in \mathbb{R}^{d \times d} \quad \forall l \in \{0, \dots, L\} \\ H_{l+1} = \operatorname{ReLU}(H_l W_l) \quad \forall l \in \{0,\dots,L-1\}"
RESIDUAL = NETWORK.replace(r"\operatorname{ReLU}(H_l W_l)", r"H_l + \tanh(H_l W_l)")
TO_POINT = QUADRATIC.replace("x_t \\in", "z, x_t \\in").replace("A x_t", "A (x_t - z)") + STEPS + r" \\ \eta \le 1/L"
TRUE = [
    (TO_POINT, r"\|x_{t+1} - z\| \le (1 - \eta \mu) \|x_t - z\| \quad \forall t \in \{0,\dots,T-1\}"),
    (TO_POINT, r"\|x_T - z\| \le (1 - \eta \mu)^T \|x_0 - z\|"),
    (DECAY, r"a_T \le \gamma^{T} a_0"),
    (DECAY, r"a_t \le \gamma^{t} a_0 \quad \forall t \in \{0, \dots, T\}"),
    (NOISE, r"a_T \le \gamma^{T} a_0 + b \frac{1 - \gamma^T}{1-\gamma}"),
    (NOISE + r" \\ b \ge 0", r"a_T \le \gamma^{T} a_0 + \frac{b}{1-\gamma}"),
    (LINEAR + STEPS, r"\|x_T\| \le \|A\|^{T} \|x_0\|"),
    (DESCENT + STEPS, r"\sum_{s=0}^{T-1} g_s \le \frac{f_0 - f_T}{c}"),
    (DESCENT + STEPS, r"\frac1T \sum_{s=0}^{T-1} g_s \le \frac{f_0 - f_T}{c T}"),
    (WALK + STEPS, r"\|x_T - x_0\| \le \eta \sum_{s=0}^{T-1} \|g_s\|"),
    (SMALL, r"\|x_T - x_0\| \le \eta G T"),
    (QUADRATIC + STEPS + r" \\ \eta \le 1/L", r"\|x_T\| \le (1 - \eta \mu)^T \|x_0\|"),
    (QUADRATIC + STEPS + r" \\ \eta \le 1/L", r"\|x_T\|^2 \le (1 - \eta \mu)^{2T} \|x_0\|^2"),
    (STATES, r"\|h_T\| \le \sum_{s=1}^T \|A\|^{T-s} \|B\| \|u_s\|"),
    (NETWORK, r"\|H_L\|_F \le \|H_0\|_F \prod_{l=0}^{L-1} \|W_l\|_2"),
    (RESIDUAL, r"\|H_L\|_F \le \|H_0\|_F \prod_{l=0}^{L-1} (1 + \|W_l\|_2)"),
    (
        r"d, g \in \mathbb{R}^n, \eta \in \mathbb{R}_{>0}, S \in \mathbb{R}, \|d\| \le \eta S",
        r"\|d - \eta g\| \le \eta (S + \|g\|)",
    ),
    (
        r"\mu, L \in \mathbb{R}, A \in \mathbb{R}^{n \times n}, A = A^\top, \mu I \preceq A \preceq L I",
        r"\mu \le L",
    ),
    (
        r"u \in \mathbb{R}^n, \eta, \mu, L \in \mathbb{R}_{>0}, A \in \mathbb{R}^{n \times n}, A = A^\top, \mu I \preceq A \preceq L I \\ \eta \le 1/L",
        r"\|u - \eta A u\| \le (1 - \eta \mu) \|u\|",
    ),
]
FALSE = [
    (DECAY, r"a_T \le \gamma^{T-1} a_0"),
    (DECAY.replace(r"\gamma \ge 0 \\ ", ""), r"a_T \le \gamma^{T} a_0"),
    (LINEAR + STEPS, r"\|x_T\| \le \|A\|^{T-1} \|x_0\|"),
    (LINEAR + r"\quad \forall t \in \{1,\dots,T-1\}", r"\|x_T\| \le \|A\|^{T} \|x_0\|"),
    (LINEAR + r"\quad \forall t \in \{0,\dots,T-2\}", r"\|x_T\| \le \|A\|^{T} \|x_0\|"),
    (NOISE, r"a_T \le \gamma^{T} a_0 + \frac{b}{1-\gamma}"),
    (NOISE + r" \\ b \ge 0", r"a_T \le \gamma^{T} a_0 + b"),
    (DESCENT + STEPS, r"\sum_{s=0}^{T-1} g_s \le \frac{f_0 - f_T}{2 c}"),
    (DESCENT + STEPS, r"\sum_{s=1}^{T} g_s \le \frac{f_0 - f_T}{c}"),
    (WALK + STEPS, r"\|x_T - x_0\| \le \eta \sum_{s=1}^{T-1} \|g_s\|"),
    (SMALL, r"\|x_T - x_0\| \le \eta G (T-1)"),
    (QUADRATIC + STEPS + r" \\ \eta \le 2/L", r"\|x_T\| \le (1 - \eta \mu)^T \|x_0\|"),
    (QUADRATIC + STEPS + r" \\ \eta \le 1/L", r"\|x_T\|^2 \le (1 - \eta L)^{2T} \|x_0\|^2"),
    (STATES, r"\|h_T\| \le \sum_{s=1}^T \|A\|^{s} \|B\| \|u_s\|"),
    (NETWORK, r"\|H_L\|_F \le \|H_0\|_F \prod_{l=1}^{L-1} \|W_l\|_2"),
    (RESIDUAL, r"\|H_L\|_F \le \|H_0\|_F \prod_{l=0}^{L-1} \|W_l\|_2"),
    (r"d, g \in \mathbb{R}^n, \eta, S \in \mathbb{R}, \|d\| \le \eta S", r"S \ge 0"),
]
