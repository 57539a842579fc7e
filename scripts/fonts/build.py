#!/usr/bin/env python3
"""Makes templates/fonts/*.woff2 and prints the @font-face rules of templates/styles/fonts.css.

The faces come from two npm packages (SIL Open Font License, see templates/fonts/LICENSES.md):

    npm install --no-save @fontsource-variable/brygada-1918@5 @fontsource-variable/onest@5
    pip install fonttools brotli
    python3 scripts/fonts/build.py [node_modules]

Each face is cut into three files, so that a page fetches only what its language needs: `latin`
(ASCII, Western letters, punctuation), `az` (Azerbaijani letters and the manat sign) and `cyrillic`
(Russian). The weight axis is limited to what the styles use.
"""

import os
import sys
from io import BytesIO
from pathlib import Path

os.environ["SOURCE_DATE_EPOCH"] = "1735689600"  # the same bytes on every run

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "templates" / "fonts"

# name in CSS, package, weights kept, stand-ins with their files' metrics (average width per em
# over the sample text, measured from the metric-compatible open faces)
FACES = [
    ("display", "brygada-1918", (400, 600)),
    ("text", "onest", (400, 600)),
]

SUBSETS = {
    "latin": [
        *range(0x20, 0x7F),
        *range(0xA0, 0x100), 0x131,
        0x2009, 0x200B, 0x2011, 0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C, 0x201D, 0x201E,
        0x2022, 0x2026, 0x202F, 0x2032, 0x2039, 0x203A, 0x20AC, 0x2192, 0x2212,
    ],
    "az": [0x11E, 0x11F, 0x130, 0x15E, 0x15F, 0x18F, 0x259, 0x20BC],
    "cyrillic": [0x401, *range(0x410, 0x450), 0x451, 0x2116],
}

FEATURES = ["kern", "liga", "locl", "ccmp", "mark", "mkmk", "tnum", "lnum"]


def sources(modules: Path, package: str) -> list[Path]:
    """The package's files in the order in which glyphs are looked up."""
    files = modules / "@fontsource-variable" / package / "files"
    return [files / f"{package}-{part}-wght-normal.woff2" for part in ("latin", "latin-ext", "cyrillic")]


def cut(path: Path, codepoints: set[int], weights: tuple[int, int]) -> TTFont:
    """One file with these code points and the limited weight axis."""
    font = TTFont(path)
    options = Options()
    options.layout_features = FEATURES
    options.flavor = "woff2"
    options.hinting = False
    options.desubroutinize = True
    options.name_IDs = [0, 1, 2, 13, 14]
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codepoints)
    subsetter.subset(font)
    font = instantiateVariableFont(font, {"wght": weights})
    font.flavor = "woff2"
    font["head"].modified = font["head"].created
    return font


def unicode_range(codepoints: list[int]) -> str:
    """`U+20-7E, U+A0-FF, …`"""
    spans: list[list[int]] = []
    for code in sorted(codepoints):
        if spans and code == spans[-1][1] + 1:
            spans[-1][1] = code
        else:
            spans.append([code, code])
    return ", ".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in spans)


def main() -> None:
    modules = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "node_modules"
    OUT.mkdir(parents=True, exist_ok=True)
    totals = {"az": 0, "en": 0, "ru": 0}
    for name, package, weights in FACES:
        paths = sources(modules, package)
        maps = [(path, set(TTFont(path).getBestCmap())) for path in paths]
        for subset, codepoints in SUBSETS.items():
            wanted = set(codepoints)
            # every glyph of a subset from one file: letters of one file keep their kerning
            best = max(maps, key=lambda item: len(wanted & item[1]))
            missing = wanted - best[1]
            font = cut(best[0], wanted & best[1], weights)
            buffer = BytesIO()
            font.save(buffer)
            target = OUT / f"{name}-{subset}.woff2"
            target.write_bytes(buffer.getvalue())
            size = len(buffer.getvalue())
            for lang, needs in {"az": ("latin", "az"), "en": ("latin",), "ru": ("latin", "cyrillic")}.items():
                totals[lang] += size if subset in needs else 0
            print(f"/* {target.name}: {size} bytes; not in the source: {[hex(c) for c in sorted(missing)]} */")
            print(f"   unicode-range: {unicode_range(sorted(wanted - missing))};")
    print({lang: f"{size / 1024:.1f} KB" for lang, size in totals.items()})


if __name__ == "__main__":
    main()
