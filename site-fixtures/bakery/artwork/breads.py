"""Loaves: what leaves the oven before the town wakes."""
import math
import random

from brush import *  # noqa: F403 - the drawing tools are this folder's own vocabulary


def boule(rx=310, ry=200):
    """A round sourdough with the rings of its basket, standing on y = 0."""
    body = f"M{-rx} {-ry * .62}C{-rx} {-ry * 1.5} {-rx * .5} {-ry * 2} 0 {-ry * 2}S{rx} {-ry * 1.5} {rx} {-ry * .62}C{rx} {-ry * .1} {rx * .6} 0 0 0S{-rx} {-ry * .1} {-rx} {-ry * .62}Z"
    out = filtered(shape(body, golden()), "crust")
    rings = ""
    for i in range(1, 9):
        w, h = rx * (.1 + .15 * i), ry * (.04 + .16 * i)
        rings += ellipse(0, -ry * 1.2, w, h, "none", f'stroke="#fff6df" stroke-width="{11 - i * .7:.1f}" opacity="{.7 - i * .045:.2f}"')
    out += group(filtered(rings, "cut"), clip(f"boule{rx}", body))
    for x, lift, size in ((0, 0, 1), (-.12, .62, .5), (.14, .78, .42)):
        x0, x1, y = rx * (x - .62 * size), rx * (x + .64 * size), -ry * (1.12 - lift * .62)
        ear = f"M{x0} {y}C{x0 + rx * .3 * size} {y - ry * .74 * size} {x1 - rx * .35 * size} {y - ry * .78 * size} {x1} {y - ry * .2 * size}C{x1 - rx * .35 * size} {y - ry * .48 * size} {x0 + rx * .42 * size} {y - ry * .4 * size} {x0} {y}Z"
        out += filtered(shape(ear, linear((0, "#fff0c8"), (1, "#e2a75c")), f'stroke="#6d3816" stroke-width="{6 * size:.1f}"'), "crumb")
    return out


def tin_loaf(width=520, height=300, paint=None, seeds=True):
    """A tin loaf, standing on y = 0, its left end at x = 0."""
    paint = paint or dark_crust()
    body = f"M0 -30C-14 {-height * .55} -34 {-height * .8} 40 {-height * .92}C120 {-height * 1.12} {width - 120} {-height * 1.12} {width - 40} {-height * .92}C{width + 34} {-height * .8} {width + 14} {-height * .55} {width} -30Q{width} 0 {width - 30} 0H30Q0 0 0 -30Z"
    out = filtered(shape(body, paint), "crust")
    if seeds:
        rng = random.Random(5)
        for _ in range(150):
            x = rng.uniform(24, width - 24)
            y = -height * rng.uniform(.62, 1.0) + abs(x - width / 2) / width * 40
            colour = rng.choice(["#f4e2b5", "#e9cf95", "#6a7a4e", "#2c1a10", "#f4e2b5"])
            out += f'<ellipse cx="{x:.0f}" cy="{y:.0f}" rx="8" ry="4.4" fill="{colour}" transform="rotate({rng.uniform(0, 180):.0f} {x:.0f} {y:.0f})"/>'
    return out


def slice_of(width=230, height=270, crust="#5a341b", crumb="#c79a66"):
    """One slice, standing on y = 0, centred on x = 0."""
    half = width / 2
    edge = f"M{-half + 14} 0C{-half} 0 {-half} -20 {-half} -40V{-height * .6}C{-half - 22} {-height * .86} {-half + 20} {-height} 0 {-height}S{half + 22} {-height * .86} {half} {-height * .6}V-40C{half} -20 {half} 0 {half - 14} 0Z"
    out = shape(edge, crust)
    out += filtered(placed(shape(edge, crumb), 0, -9, .92), "crumb")
    rng = random.Random(int(width))
    for _ in range(26):
        out += ellipse(round(rng.uniform(-half * .7, half * .7)), round(-height * rng.uniform(.12, .84)), round(rng.uniform(3, 9)), round(rng.uniform(2, 6)), "#8d6238", 'opacity=".45"')
    return out


def baguette(length=560):
    """Lying along x, centred."""
    half = length / 2
    body = f"M{-half} 0C{-half + 20} -62 {-half + 120} -66 0 -66S{half - 20} -62 {half} 0C{half - 20} 54 {half - 120} 58 0 58S{-half + 20} 54 {-half} 0Z"
    out = filtered(shape(body, linear((0, "#f3c377"), (.5, "#cf8a3f"), (1, "#7d431b"))), "crust")
    for i in range(5):
        x = -half * .72 + i * length * .165
        out += filtered(shape(f"M{x} 26C{x + 20} -34 {x + 66} -56 {x + 104} -46C{x + 76} -26 {x + 44} 4 {x} 26Z", "#fbe0ab", 'stroke="#8a4e20" stroke-width="3"'), "cut")
    return out


def sourdough():
    return (room(TEAL, MINT) + sprig(255, 690, 1.5, -16) + sprig(300, 700, 1.3, 4, "#e8bd5f") + board(600, 700, 400, 66)
            + shadow(600, 694, 280, 34, .5) + placed(boule(), 600, 706) + flour(600, 720, 400, 60, 70, 2) + flour(930, 790, 180, 40, 60, 3))


def rye():
    scene = room("#c9653f", "#ffd9b0") + board(600, 712, 410, 62) + shadow(560, 706, 300, 30, .5)
    scene += placed(tin_loaf(420, 276), 268, 712)
    for i, x in enumerate((768, 832)):
        scene += shadow(x + 10, 716, 90, 20, .4) + placed(slice_of(200 - i * 4, 248 - i * 6), x, 716 + i * 12, 1, 7 + i * 5)
    rng = random.Random(9)
    for _ in range(60):
        x, y = rng.uniform(120, 1080), rng.uniform(770, 870)
        scene += ellipse(round(x), round(y), 8, 4, rng.choice(["#f4e2b5", "#e0c48a", "#4d5a38"]), f'transform="rotate({rng.uniform(0, 180):.0f} {x:.0f} {y:.0f})"')
    return scene


def focaccia():
    scene = cloth_top("#efc263")
    scene += shadow(610, 490, 440, 290, .4) + filtered(rect(150, 150, 900, 600, "#3b4a4b", 34), "cut") + rect(180, 176, 840, 548, "#526567", 26)
    slab = "M212 250C206 196 250 200 330 204H880C970 198 994 206 988 270V640C994 700 960 696 880 694H320C230 700 204 690 212 620Z"
    scene += filtered(shape(slab, radial((0, "#fbe3a6"), (.55, "#eebf6a"), (.9, "#cd8b3b"), (1, "#96571f"), cx=.5, cy=.5, r=.72)), "crust")
    rng = random.Random(21)
    spots = [(300 + 118 * c + (r % 2) * 50 + rng.uniform(-18, 18), 278 + 92 * r + rng.uniform(-14, 14)) for r in range(5) for c in range(6) if 300 + 118 * c + (r % 2) * 50 < 930]
    for i, (x, y) in enumerate(spots):
        scene += ellipse(round(x), round(y), 27, 21, "#b9772f", 'opacity=".55"') + ellipse(round(x), round(y) + 5, 22, 15, "#f6d483")
        if i % 5 == 0:
            scene += ellipse(round(x), round(y), 34, 31, "#9d2c20") + ellipse(round(x) - 1, round(y) - 3, 32, 28, radial((0, "#f0674a"), (1, "#b93325"))) + ellipse(round(x) - 10, round(y) - 12, 9, 6, "#fff", 'opacity=".6"')
        elif i % 5 == 2:
            scene += ellipse(round(x), round(y), 24, 21, "#2f2a33") + ellipse(round(x), round(y), 9, 8, "#6d5d52") + ellipse(round(x) - 9, round(y) - 9, 5, 4, "#fff", 'opacity=".6"')
        elif i % 5 in (1, 4):
            turn = rng.uniform(0, 180)
            needles = "".join(line(f"M{k * 9} 0l{9} {-15 if k % 2 else 15}", "#3f6b3c", 4) for k in range(-5, 5))
            scene += placed(line("M-52 0H46", "#54793f", 4) + needles, round(x), round(y), 1, round(turn))
    for _ in range(140):
        x, y = rng.uniform(240, 960), rng.uniform(230, 670)
        scene += f'<rect x="{x:.0f}" y="{y:.0f}" width="5" height="5" fill="#fffdf5" opacity=".85" transform="rotate({rng.uniform(0, 90):.0f} {x:.0f} {y:.0f})"/>'
    return scene + leaf(60, 800, 120, -30, "#5c8a4b") + leaf(120, 840, 110, -70, "#6d9a57")


def crate():
    """The weekly bread: a crate with handle holes, filled."""
    scene = room("#6d8f5e", "#e9f0c9") + shadow(600, 740, 420, 40, .5)
    scene += placed(baguette(560), 420, 330, 1, -68) + placed(baguette(520), 540, 320, 1, -84)
    scene += placed(boule(190, 150), 800, 560) + placed(tin_loaf(270, 210, golden(), False), 540, 600)
    cloth = "M250 560C330 500 380 600 470 556S620 520 700 566 860 530 950 566L930 640H270Z"
    scene += filtered(shape(cloth, FLOUR), "cut") + line("M280 592C360 540 400 628 480 588S620 556 700 598 850 566 930 594", TOMATO, 8)
    for i in range(3):
        y = 590 + i * 58
        scene += filtered(rect(228, y, 744, 52, linear((0, "#dba968"), (1, "#b47c40")), 5), "wood") + rect(228, y + 46, 744, 6, "#5f3a1a", extra='opacity=".45"')
    scene += "".join(filtered(rect(x, 580, 44, 184, "#c08a4e", 4), "wood") + ellipse(x + 22, 616, 5, 5, "#5f3a1a") + ellipse(x + 22, 730, 5, 5, "#5f3a1a") for x in (240, 916))
    scene += rect(520, 642, 160, 72, FLOUR, 6, 'transform="rotate(-3 600 678)"')
    scene += group(arch(560, 700, 34, 46, DEEP) + arch(600, 700, 34, 46, TEAL) + arch(640, 700, 34, 46, DEEP), 'transform="rotate(-3 600 678)"')
    return scene
