"""Pastries and cakes."""
import math
import random

from brush import *  # noqa: F403


def croissant(size=1.0):
    """A crescent of rolled segments, centred, tips pointing down."""
    out = ""
    segments = [(-4, .3), (4, .3), (-3, .56), (3, .56), (-2, .8), (2, .8), (-1, .97), (1, .97), (0, 1.08)]
    for place, width in segments:
        angle = math.radians(90 - place * 19.5)
        x, y = 330 * math.sin(math.radians(place * 21)), 210 - 215 * math.sin(angle)
        turn = place * 19
        w, h = 78 + 36 * width, 40 + 112 * width
        roll = f"M{-w * .75} {h * .72}C{-w * 1.15} {h * .1} {-w * .9} {-h * .8} 0 {-h}C{w * .9} {-h * .8} {w * 1.15} {h * .1} {w * .75} {h * .72}C{w * .3} {h * .9} {-w * .3} {h * .9} {-w * .75} {h * .72}Z"
        layer = filtered(shape(roll, radial((0, "#ffdf9a"), (.4, "#e6a552"), (.8, "#b26a2b"), (1, "#79401a"), cx=.4, cy=.22, r=.85), 'stroke="#6d3816" stroke-width="3"'), "crust")
        layer += line(f"M{-w * .5} {h * .5}C{-w * .7} {0} {-w * .5} {-h * .5} {-w * .1} {-h * .76}", "#fff2cc", 7, 'opacity=".5"')
        layer += line(f"M{w * .45} {h * .6}C{w * .65} {h * .1} {w * .6} {-h * .3} {w * .3} {-h * .62}", "#8a4a1c", 4, 'opacity=".5"')
        out += placed(layer, round(x, 1), round(y, 1), 1, turn)
    return placed(out, 0, 0, size)


def bun(seed=1):
    """A cinnamon bun from above, about 300 wide, with icing."""
    rng = random.Random(seed)
    out = ellipse(0, 10, 152, 148, "#7a431d") + filtered(ellipse(0, 0, 152, 146, radial((0, "#f3c583"), (.6, "#d9974a"), (1, "#a9642b"), cx=.45, cy=.4, r=.7)), "crust")
    path = spiral(3.6, 6, 36)
    out += filtered(line(path, "#7a3f1b", 15), "cut") + line(path, "#f6d69c", 5, 'opacity=".55" transform="translate(-4 -7)"')
    drizzle = "M-128 {0}C-90 {1} -70 {2} -30 {0}S40 {1} 64 {0} 110 {2} 128 {0}"
    lines = "".join(line(drizzle.format(y, y - 34, y + 34), "{}", 17) for y in (-70, -8, 58))
    icing = group(lines.replace('"{}"', '"#d9c4a2"'), 'transform="translate(0 6)"') + lines.replace('"{}"', f'"{FLOUR}"')
    return out + group(group(filtered(icing, "cut"), f'transform="rotate({rng.randint(0, 360)})"'), clip("bun", "M-138 0A138 132 0 1 1 138 0A138 132 0 1 1 -138 0Z"))


def cookie(radius=130, seed=1):
    """A chocolate cookie from above."""
    rng = random.Random(seed)
    out = ellipse(0, 9, radius, radius, "#7c4a20") + filtered(ellipse(0, 0, radius, radius, radial((0, "#f0bd78"), (.7, "#cf8d45"), (1, "#9a5d28"), cx=.45, cy=.4, r=.66)), "crust")
    for i in range(11):
        angle, far = i * 2.4 + seed, radius * math.sqrt((i + .6) / 12.5)
        x, y, s = far * math.cos(angle), far * math.sin(angle), rng.uniform(.14, .2) * radius
        points = " ".join(f"{x + s * rng.uniform(.8, 1.15) * math.cos(a * math.tau / 6):.0f},{y + s * rng.uniform(.7, 1.1) * math.sin(a * math.tau / 6):.0f}" for a in range(6))
        out += f'<polygon points="{points}" fill="#3b1f14" stroke="#3b1f14" stroke-width="8" stroke-linejoin="round"/>' + ellipse(round(x - s * .3), round(y - s * .35), round(s * .32), round(s * .18), "#8a5b44")
    for _ in range(16):
        a, far = rng.uniform(0, math.tau), rng.uniform(.1, .85) * radius
        out += rect(round(far * math.cos(a)), round(far * math.sin(a)), 5, 5, "#fffdf5", extra='opacity=".9"')
    return out


def croissants():
    return (room("#e79a4b", "#ffe9b8") + plate(600, 716, 372, 66, "#ffffff", "#e8efea") + shadow(600, 708, 250, 30, .45)
            + placed(croissant(.84), 600, 524, 1, -4) + sprig(1000, 880, 1.1, 60) + flour(180, 800, 150, 50, 50, 4))


def buns():
    scene = cloth_top("#f3c0b0")
    stripes = "".join(rect(90 + i * 64, 0, 26, 900, "#fff7ee", extra='opacity=".5"') for i in range(3))
    scene += stripes + shadow(640, 500, 440, 340, .38)
    scene += filtered(rect(230, 96, 830, 716, "#34474c", 60), "cut") + rect(258, 122, 774, 664, "#4d646a", 44)
    for i, (x, y) in enumerate([(398, 286), (646, 274), (892, 290), (398, 616), (646, 628), (892, 612)]):
        if i == 5:
            scene += ellipse(x, y, 118, 112, "#43585e") + flour(x, y, 100, 96, 40, 8, (2, 6))
        else:
            scene += shadow(x, y + 20, 150, 146, .35) + placed(bun(i + 2), x, y, .8, i * 58)
    stick = filtered(rect(-150, -22, 300, 20, linear((0, "#a9673a"), (1, "#6c3b1d")), 10) + rect(-150, 0, 300, 20, linear((0, "#b97545"), (1, "#6c3b1d")), 10), "crust")
    return scene + placed(stick, 120, 640, .9, -72) + placed(stick, 168, 690, .9, -60)


def cookies():
    scene = cloth_top("#aed8cd")
    scene += shadow(620, 500, 420, 360, .3) + ellipse(610, 462, 396, 388, "#cfd8d4") + ellipse(610, 450, 396, 388, "#ffffff") + ellipse(610, 452, 318, 310, "#eef3f0")
    for i, (x, y) in enumerate([(480, 330), (742, 346), (500, 586), (756, 600), (618, 452)]):
        scene += shadow(x + 6, y + 24, 130, 126, .32) + placed(cookie(134, i + 1), x, y, 1, i * 40)
    scene += shadow(206, 214, 130, 120, .3) + ellipse(200, 190, 136, 136, "#dfe6e2") + ellipse(200, 184, 136, 136, "#fff") + ellipse(200, 186, 104, 104, "#f3ead9") + ellipse(180, 166, 60, 46, "#fff", 'opacity=".7"')
    return scene + placed(cookie(96, 9), 1080, 790, 1, 20) + flour(1070, 180, 110, 90, 26, 5, (3, 8))


def cake():
    scene = room("#2d6f86", "#cfe7ea", 660)
    flags = "".join(shape(f"M{90 + i * 104} {96 + 46 * math.sin((i + .5) / 10 * math.pi):.0f}l72 {6 if i < 5 else -6}l-38 84Z", [BUTTER, TOMATO, FLOUR, PEACH][i % 4]) for i in range(10))
    scene += line("M60 84C300 170 900 170 1140 84", FLOUR, 5) + flags
    scene += ellipse(600, 760, 330, 44, "#c4cfca") + ellipse(600, 748, 330, 44, "#fff") + shape("M560 760L540 850H660L640 760Z", "#e6ebe7")
    for cx, top, base, half, colour in ((600, 520, 736, 262, "#f7c5b3"), (600, 352, 528, 180, "#fbe2c4")):
        scene += shadow(cx, base + 6, half, 20, .3) + shape(f"M{cx - half} {top}V{base - 20}Q{cx} {base + 34} {cx + half} {base - 20}V{top}Z", linear((0, colour), (1, "#e3a68f" if half > 200 else "#e8c08e"), x1=0, y1=0, x2=1, y2=0))
        drip = f"M{cx - half} {top}"
        count = 9
        for i in range(count):
            x0, x1 = cx - half + 2 * half * i / count, cx - half + 2 * half * (i + 1) / count
            depth = [64, 38, 84, 46, 70, 34, 78, 44, 60][i]
            drip += f"C{x0 + 6} {top + depth + 20} {x1 - 6} {top + depth + 20} {x1:.0f} {top + 14}"
        scene += shape(drip + f"V{top}Z", FLOUR) + ellipse(cx, top, half, 34, FLOUR) + ellipse(cx, top, half - 26, 24, "#fff", 'opacity=".8"')
    for x, y in ((470, 346), (540, 362), (662, 362), (732, 346), (600, 336)):
        scene += ellipse(x, y - 16, 24, 24, radial((0, "#f0674a"), (1, "#a92a20"))) + ellipse(x - 8, y - 24, 7, 5, "#fff", 'opacity=".7"') + line(f"M{x} {y - 38}q6 -30 24 -44", "#5c7d45", 4)
    for x in (390, 470, 556, 644, 730, 810):
        scene += ellipse(x, 690 + 16 * math.cos((x - 600) / 140), 15, 15, radial((0, "#f7d57e"), (1, "#d09a34")))
    return scene + flour(600, 770, 330, 20, 30, 3)


def tart():
    scene = cloth_top("#1d5f5c") + shadow(600, 500, 420, 360, .5)
    scene += ellipse(600, 448, 420, 408, "#e9eeea") + ellipse(600, 446, 400, 388, "#fff")
    crust = "".join(f"{'M' if i == 0 else 'L'}{600 + (344 + 13 * math.cos(i * math.pi)) * math.cos(i / 64 * math.tau):.0f} {446 + (334 + 13 * math.cos(i * math.pi)) * math.sin(i / 64 * math.tau):.0f}" for i in range(64)) + "Z"
    scene += shadow(604, 466, 340, 330, .35) + filtered(shape(crust, radial((0, "#f3cd8e"), (.8, "#dca25a"), (1, "#a9682c"), cx=.45, cy=.4, r=.66), 'stroke="#b87a3a" stroke-width="14" stroke-linejoin="round"'), "crust")
    scene += ellipse(600, 446, 296, 286, "#c98f1e") + ellipse(600, 450, 292, 282, radial((0, "#fff0a0"), (.55, "#ffd84a"), (1, "#f0b42a"), cx=.42, cy=.36, r=.75))
    for i in range(11):
        a = i / 11 * math.tau + .3
        x, y = 600 + 226 * math.cos(a), 448 + 218 * math.sin(a)
        peak = "M-40 20C-46 -10 -22 -22 -12 -42C-6 -54 8 -50 10 -38C16 -16 46 -10 40 20C26 36 -26 36 -40 20Z"
        scene += placed(shape(peak, "#e2d3b8", 'transform="translate(4 8)"') + shape(peak, FLOUR) + shape("M-12 -42C-6 -54 8 -50 10 -38C4 -26 -6 -24 -16 -30Z", "#d9a15a", 'opacity=".7"'), round(x), round(y), 1, round(math.degrees(a) + 90))
    for x, y, s in ((560, 430, 1), (660, 470, .84)):
        wheel = ellipse(0, 0, 84, 84, "#f5c22a") + ellipse(0, 0, 74, 74, "#fff6cf") + "".join(placed(shape("M8 -6C30 -30 58 -34 64 -20C68 -4 66 8 60 18C48 26 24 14 8 6Z", "#ffe063"), 0, 0, 1, k * 45) for k in range(8))
        scene += placed(shadow(6, 14, 80, 76, .3) + wheel, x, y, s, x)
    scene += leaf(612, 388, 92, -40, "#5f9a55") + leaf(618, 392, 74, -96, "#79b36a")
    return scene + placed(shape("M-90 0C-80 -70 80 -70 90 0C110 6 110 14 90 18C70 80 -70 80 -90 18C-112 14 -112 6 -90 0Z", radial((0, "#ffe77a"), (1, "#e3ae24"))), 1070, 800, 1, -24)
