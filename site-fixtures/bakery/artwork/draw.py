#!/usr/bin/env python3
"""Draws the bakery's pictures into ../files.

    python3 draw.py            every picture
    python3 draw.py sourdough  only the named ones
    python3 draw.py --svg DIR  keeps the SVG sheets in DIR as well

Needs Chromium (renders the SVG, filters included) and ImageMagick's `convert` (writes the JPEG).
"""
import pathlib
import subprocess
import sys
import tempfile

import breads
import places
import sweets
import things
from brush import sheet

HERE = pathlib.Path(__file__).parent
FILES = HERE.parent / "files"

# name of the file: (scene, width, height)
PICTURES = {
    "country-sourdough": (breads.sourdough, 1200, 900),
    "seeded-rye": (breads.rye, 1200, 900),
    "rosemary-focaccia": (breads.focaccia, 1200, 900),
    "weekly-bread": (breads.crate, 1200, 900),
    "butter-croissants": (sweets.croissants, 1200, 900),
    "cinnamon-buns": (sweets.buns, 1200, 900),
    "chocolate-cookies": (sweets.cookies, 1200, 900),
    "celebration-cake": (sweets.cake, 1200, 900),
    "lemon-tart": (sweets.tart, 1200, 900),
    "recipe-booklet": (things.booklet, 1200, 900),
    "gift-card": (things.gift_card, 1200, 900),
    "baking-class": (things.baking_class, 1200, 900),
    "linen-bag": (things.linen_bag, 1200, 900),
    "butter-layers": (things.butter_layers, 1200, 900),
    "soup-and-toast": (things.soup, 1200, 900),
    "night-dough": (places.night_dough, 1200, 900),
    "mill-and-field": (places.mill, 1200, 900),
    "oven-at-four": (places.oven, 1200, 900),
    "shop-counter": (places.counter, 1200, 900),
    "arcade-at-dawn": (places.arcade, 1600, 1000),
}


def draw(name, scene, width, height, keep):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        svg = sheet(scene, width, height)
        page, png = folder / "page.html", folder / "page.png"
        page.write_text(f"<!doctype html><style>*{{margin:0}}svg{{display:block}}</style>{svg}")
        if keep:
            (keep / f"{name}.svg").write_text(svg)
        subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={folder / 'profile'}",
             f"--window-size={width},{height}", f"--screenshot={png}", page.as_uri()],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        target = FILES / f"{name}.jpg"
        for quality in (86, 80, 74, 68, 62):
            subprocess.run(["convert", str(png), "-crop", f"{width}x{height}+0+0", "+repage", "-strip", "-interlace", "JPEG", "-sampling-factor", "4:2:0", "-quality", str(quality), str(target)], check=True)
            if target.stat().st_size <= 120_000:
                break
        print(f"{target.name}: {width}x{height}, {target.stat().st_size // 1000} kB, quality {quality}")


def main(arguments):
    keep = None
    if "--svg" in arguments:
        at = arguments.index("--svg")
        keep = pathlib.Path(arguments[at + 1])
        keep.mkdir(parents=True, exist_ok=True)
        del arguments[at:at + 2]
    FILES.mkdir(exist_ok=True)
    for name, (scene, width, height) in PICTURES.items():
        if not arguments or any(word in name for word in arguments):
            draw(name, scene, width, height, keep)


if __name__ == "__main__":
    main(sys.argv[1:])
