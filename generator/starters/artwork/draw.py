#!/usr/bin/env python3
"""Draws the starters' pictures into their `files` folders.

    python3 draw.py                 every picture
    python3 draw.py shop            those of one starter
    python3 draw.py shop/mug        one

Needs Chromium (renders the SVG, filters included) and Pillow (writes WebP).
"""
import importlib
import pathlib
import subprocess
import sys
import tempfile

from PIL import Image

from brush import sheet

HERE = pathlib.Path(__file__).parent
STARTERS = ["shop", "restaurant", "magazine", "portfolio", "services", "event"]
# As many bytes as a picture may take, and a wide one.
MOST, MOST_WIDE = 30_000, 42_000


def draw(starter, name, scene, width, height):
    target = HERE.parent / starter / "files" / f"{name}.webp"
    target.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        page, png = folder / "page.html", folder / "page.png"
        page.write_text(f"<!doctype html><style>*{{margin:0}}svg{{display:block}}</style>{sheet(scene, width, height)}")
        subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={folder / 'profile'}",
             f"--window-size={width},{height + 150}", f"--screenshot={png}", page.as_uri()],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with Image.open(png) as taken:
            picture = taken.convert("RGB").crop((0, 0, width, height))
        for quality in (86, 80, 72, 64, 56, 48, 42, 36):
            picture.save(target, "WEBP", quality=quality, method=6)
            if target.stat().st_size <= (MOST_WIDE if width > 1200 else MOST if width > 600 else MOST // 2):
                break
    print(f"{starter}/{target.name}: {width}x{height}, {target.stat().st_size // 1000} kB, quality {quality}")


def main(wanted):
    for starter in STARTERS:
        if not (HERE / f"{starter}.py").exists():
            continue
        for name, (scene, width, height) in importlib.import_module(starter).PICTURES.items():
            if not wanted or any(f"{starter}/{name}".startswith(word) for word in wanted):
                draw(starter, name, scene, width, height)


if __name__ == "__main__":
    main(sys.argv[1:])
