"""Makes the embedded font of the reports: a subset of STIX Two Math under another family name.

Run once by hand: ``python subset.py STIXTwoMath-Regular.ttf`` (needs fonttools and brotli). The font file comes from
https://github.com/stipub/stixfonts; its license, the SIL Open Font License, lies beside this file as ``OFL.txt``.
"""

from __future__ import annotations

import sys
from pathlib import Path

FAMILY = "Derive Report Math"
RANGES = (
    (0x20, 0x7E), (0xA0, 0xFF), (0x131, 0x131), (0x237, 0x237), (0x2C6, 0x2DD), (0x300, 0x338), (0x391, 0x3F5),
    (0x2010, 0x2026), (0x2032, 0x2034), (0x2061, 0x2064), (0x20D0, 0x20EF), (0x2102, 0x2138), (0x2190, 0x21FF),
    (0x2200, 0x22FF), (0x2308, 0x230B), (0x23B0, 0x23E1), (0x25A0, 0x25EF), (0x27E6, 0x27FF), (0x2980, 0x2982),
    (0x2A00, 0x2A06), (0x2AAF, 0x2AB0), (0x1D400, 0x1D433), (0x1D434, 0x1D49B), (0x1D49C, 0x1D4CF),
    (0x1D504, 0x1D537), (0x1D538, 0x1D56B), (0x1D6A8, 0x1D71B), (0x1D7CE, 0x1D7E1),
)  # fmt: skip
"""What the MathML printer can write: Latin, Greek, operators and the mathematical alphabets (bold, script, double-struck)."""


def main(source: str) -> None:
    """Write ``derive-math.woff2`` beside this file."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    font = TTFont(source, recalcTimestamp=False)
    options = Options()
    options.layout_features = ["ssty", "dtls", "flac"]
    options.hinting = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[code for low, high in RANGES for code in range(low, high + 1)])
    subsetter.subset(font)
    for record in font["name"].names:
        words = {1: FAMILY, 3: FAMILY, 4: FAMILY, 6: FAMILY.replace(" ", "")}
        if record.nameID in words:
            record.string = words[record.nameID]
    font.flavor = "woff2"
    font.save(Path(__file__).with_name("derive-math.woff2"))


if __name__ == "__main__":
    main(sys.argv[1])
