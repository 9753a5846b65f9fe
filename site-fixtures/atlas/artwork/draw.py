#!/usr/bin/env python3
"""Draws the maps of Saltmark into ../files, and its sounds: Python alone, the same bytes on every machine.

    python3 draw.py          everything
    python3 draw.py harbor   only what is named
"""
import math
import pathlib
import random
import struct
import sys
import wave
import zlib

FILES = pathlib.Path(__file__).parent.parent / "files"

# Colors from the deep to the heights; a coast line lies where the sea ends.
PALETTES = {
    "tide": ["#0f2f45", "#17415c", "#235a78", "#3c7d98", "#7fb2bd", "#e9dfc3", "#cdd3a4", "#a5b983", "#7f9a6a", "#b79d72", "#d9c6a0", "#f4ecdc"],
    "ember": ["#2b1d2e", "#43263b", "#632f44", "#8a3f46", "#b95a48", "#f0d9b5", "#e5bd84", "#d49a5f", "#b97546", "#97563b", "#e9c9a2", "#f9efe0"],
    "frost": ["#16222f", "#223548", "#355169", "#567a93", "#92b1c2", "#eef0ea", "#dfe5e2", "#c6d2d3", "#aabcc2", "#8ea5b0", "#f4f6f4", "#ffffff"],
    "moss": ["#12292a", "#1b3b3a", "#2a5551", "#477b70", "#86ae9b", "#ece3c6", "#c2c48f", "#93a563", "#6a8447", "#4d6638", "#a5935f", "#e8dfc2"],
    "ink": ["#ece4d2", "#e6ddc9", "#dfd5bf", "#d6cab2", "#cabda3", "#f7f1e3", "#f1e9d8", "#eae0cc", "#e1d5be", "#d8cab1", "#f4eddd", "#fbf7ee"],
}

# name: (palette, seed, sea, zoom, width, height)
PICTURES = {
    "harbor": ("tide", 3, 0.50, 3.2, 1200, 800),
    "north-head": ("frost", 11, 0.46, 3.6, 1200, 800),
    "salt-flats": ("ember", 7, 0.54, 2.6, 1200, 800),
    "long-moor": ("moss", 23, 0.36, 4.2, 1200, 800),
    "seven-skerries": ("tide", 31, 0.62, 5.4, 1200, 800),
    "ferry-sound": ("frost", 41, 0.55, 2.9, 1200, 800),
    "kiln-bay": ("ember", 53, 0.48, 3.8, 1200, 800),
    "mill-valley": ("moss", 61, 0.40, 3.0, 1200, 800),
    "old-survey": ("ink", 73, 0.50, 3.4, 1200, 800),
    "cover": ("tide", 89, 0.52, 2.4, 1600, 900),
    "lighthouse": ("frost", 97, 0.58, 6.0, 800, 1000),
    "tide-table": ("ink", 101, 0.44, 4.4, 800, 800),
    "orrin": ("moss", 113, 0.56, 2.2, 800, 800),
    "evening": ("ember", 127, 0.58, 4.6, 800, 1000),
}


def noise(seed, zoom, width, height):
    """Heights from 0 to 1: five layers of smooth noise, each half as strong and twice as fine."""
    step = 4
    rows, columns = height // step + 3, width // step + 3
    field = [[0.0] * columns for _ in range(rows)]
    strength = 1.0
    for layer in range(5):
        pick = random.Random(seed * 1000 + layer)
        cells = int(zoom * 2 ** layer) + 3
        grid = [[pick.random() for _ in range(cells * 2)] for _ in range(cells * 2)]
        scale = zoom * 2 ** layer / (width / step)
        for y in range(rows):
            v = y * scale
            j, t = int(v), v - int(v)
            t = t * t * (3 - 2 * t)
            upper, lower = grid[j], grid[j + 1]
            line = field[y]
            for x in range(columns):
                u = x * scale
                i, s = int(u), u - int(u)
                s = s * s * (3 - 2 * s)
                top = upper[i] + (upper[i + 1] - upper[i]) * s
                bottom = lower[i] + (lower[i + 1] - lower[i]) * s
                line[x] += (top + (bottom - top) * t) * strength
        strength /= 2
    low = min(map(min, field))
    high = max(map(max, field))
    return [[(value - low) / (high - low) for value in line] for line in field], step


def draw(palette, seed, sea, zoom, width, height):
    """Rows of color numbers: bands of height, lit from the upper left, with a line between them."""
    field, step = noise(seed, zoom, width, height)
    slopes = [
        [(line[i + 1] - line[i]) + (below[i] - line[i]) for i in range(len(line) - 1)]
        for line, below in zip(field, field[1:])
    ]
    bands = len(PALETTES[palette])
    rows = []
    before = None
    for y in range(height):
        j, t = divmod(y, step)
        t /= step
        upper, lower = field[j], field[j + 1]
        steep, steeper = slopes[j], slopes[j + 1]
        numbers = []
        last = None
        for x in range(width):
            i, s = divmod(x, step)
            s /= step
            a = upper[i] + (upper[i + 1] - upper[i]) * s
            b = lower[i] + (lower[i + 1] - lower[i]) * s
            value = a + (b - a) * t
            if value < sea:
                band = int(value / sea * 5)
            else:
                band = 5 + int((value - sea) / (1 - sea) * 6.999)
            band = min(band, bands - 1)
            c = steep[i] + (steep[i + 1] - steep[i]) * s
            d = steeper[i] + (steeper[i + 1] - steeper[i]) * s
            light = c + (d - c) * t
            shade = 1 if band < 5 else (0 if light > 0.012 else 2 if light < -0.012 else 1)
            edge = last is not None and band != last or before is not None and before[x] != band
            numbers.append((band * 3 + (2 if edge and band >= 5 else shade), band))
            last = band
        before = [band for _, band in numbers]
        rows.append(bytes(number for number, _ in numbers))
    return rows


def colors(palette):
    """Three tones of every band: lit, plain, in the shade."""
    table = bytearray()
    for color in PALETTES[palette]:
        plain = [int(color[i:i + 2], 16) for i in (1, 3, 5)]
        for tone in (1.06, 1.0, 0.86):
            table += bytes(min(255, round(part * tone)) for part in plain)
    return bytes(table)


def write_png(name, palette, rows, width, height):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    picture = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"PLTE", colors(palette))
    (FILES / f"{name}.png").write_bytes(picture + chunk(b"IDAT", data) + chunk(b"IEND", b""))


# name: frequencies that sound together, seconds
SOUNDS = {
    "bell-buoy": ([311.1, 622.2, 933.3], 2.0),
    "ferry-horn": ([110.0, 138.6, 164.8], 2.0),
    "night-moor": ([196.0, 246.9, 293.7], 2.4),
}


def write_wav(name, tones, seconds):
    rate = 8000
    frames = bytearray()
    for at in range(int(rate * seconds)):
        time = at / rate
        fade = min(1.0, time * 20) * math.exp(-1.6 * time)
        value = sum(math.sin(2 * math.pi * tone * time) for tone in tones) / len(tones)
        frames.append(128 + round(110 * fade * value))
    with wave.open(str(FILES / f"{name}.wav"), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(1)
        out.setframerate(rate)
        out.writeframes(bytes(frames))


def main(wanted):
    FILES.mkdir(exist_ok=True)
    for name, (palette, seed, sea, zoom, width, height) in PICTURES.items():
        if not wanted or name in wanted:
            write_png(name, palette, draw(palette, seed, sea, zoom, width, height), width, height)
            print(name)
    for name, (tones, seconds) in SOUNDS.items():
        if not wanted or name in wanted:
            write_wav(name, tones, seconds)
            print(name)


if __name__ == "__main__":
    main(sys.argv[1:])
