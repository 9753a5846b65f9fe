"""The magazine: printed in few colours, as if on a press that allows no more."""
import math
import random

from brush import circle, clip, down, ellipse, filtered, grain, group, hills, leaf, line, mix, placed, rect, shape, smooth

PINK, INK, SUN, PAPER, SEA, MINT = "#e5487f", "#1b2440", "#ffc83d", "#fdf3e3", "#2f6fa8", "#9fd3c0"


def waves(w, top, bottom, colour, seed, rows=11):
    dice = random.Random(seed)
    out = ""
    for row in range(rows):
        y = top + (bottom - top) * (row / rows) ** 1.25
        for _ in range(4 + row):
            x, length = dice.uniform(-40, w), dice.uniform(30, 60) * (1 + row * .5)
            out += line(f"M{x:.0f} {y:.0f}q{length / 2:.0f} {-4 - row:.0f} {length:.0f} 0", colour, 2 + row * .55)
    return out


def ferry(w, h):
    sky = rect(0, 0, w, h, down("#f6a4a0", "#ffd59a")) + circle(980, 470, 150, SUN) + hills(w, h, 520, 70, "#c9577f", 4, 9) + hills(w, h, 540, 40, "#8d3f73", 8, 6)
    sea = rect(0, 535, w, h - 535, down("#4a5a9c", INK)) + rect(860, 545, 240, 6, SUN) + rect(890, 566, 180, 7, SUN) + rect(915, 592, 130, 8, SUN) + rect(940, 625, 80, 9, SUN)
    boat = (shape("M0 70H520L470 140H60Z", INK) + shape("M8 70H512L505 84H16Z", PINK) + rect(70, 14, 350, 56, PAPER, 6) + rect(130, -34, 210, 48, PAPER, 6) + rect(250, -92, 54, 58, PINK) + rect(250, -92, 54, 14, INK)
            + "".join(rect(92 + i * 40, 30, 22, 18, SUN, 3) for i in range(8)) + "".join(rect(150 + i * 40, -22, 22, 16, SUN, 3) for i in range(5)) + line("M277 -92q30 -44 90 -50q60 0 92 -34", "#fbe3d0", 16, 'opacity=".7"'))
    return sky + waves(w, 560, h, "#8d9bd0", 3) + placed(boat, 330, 520, 1.08) + waves(w, 690, h, "#c7cdf0", 6, 6) + grain(w, h, .2)


def rain(w, h):
    dice = random.Random(5)
    out = rect(0, 0, w, h, down("#3e6f96", "#8fb8c4"))
    for layer, (base, colour) in enumerate(((640, "#5a86a3"), (740, "#33587c"), (860, INK))):
        x = -30
        while x < w:
            wide, tall = dice.uniform(90, 170), dice.uniform(180, 360) - layer * 30
            roof = shape(f"M{x} {base - tall}l{wide / 2} -60l{wide / 2} 60z", colour) if dice.random() > .4 else ""
            out += rect(x, base - tall, wide + 1, tall + 300, colour) + roof
            for wx in range(int(x + 16), int(x + wide - 24), 34):
                for wy in range(int(base - tall + 22), int(base - 10), 46):
                    if dice.random() > .62:
                        out += rect(wx, wy, 15, 22, SUN if dice.random() > .3 else PINK)
            x += wide
    garden = ellipse(700, 890, 430, 90, MINT) + ellipse(700, 900, 330, 58, "#4f93b5") + "".join(ellipse(x, y, r, r * .25, "none", 'stroke="#d8eef2" stroke-width="4"') for x, y, r in ((600, 895, 60), (600, 895, 30), (820, 910, 46), (740, 880, 26)))
    reeds = "".join(line(f"M{x} 900q{k} -80 {k * 2} -{t}", "#2f7a62", 7) for x, k, t in [(dice.uniform(300, 420), dice.uniform(-18, 18), dice.uniform(90, 170)) for _ in range(14)] + [(dice.uniform(990, 1100), dice.uniform(-18, 18), dice.uniform(90, 170)) for _ in range(14)])
    drops = "".join(line(f"M{x:.0f} {y:.0f}l-16 62", "#e3f1f4", 3, 'opacity=".7"') for x, y in [(dice.uniform(0, w), dice.uniform(-60, h)) for _ in range(150)])
    return out + garden + reeds + drops + grain(w, h, .2)


def train(w, h):
    stars = "".join(circle(x, y, r, PAPER) for x, y, r in [(random.Random(i).uniform(0, w), random.Random(i + 99).uniform(0, 420), random.Random(i + 7).uniform(1, 3.4)) for i in range(120)])
    peaks = shape("M-20 700L220 330L390 560L640 210L900 600L1080 400L1420 760V960H-20Z", "#3a3f78") + shape("M640 210L560 322L630 300L668 350L722 333Z", PAPER) + shape("M220 330L158 425L222 404L262 431L286 420Z", PAPER) + shape("M1080 400L1030 455L1078 446L1118 470L1150 462Z", PAPER)
    near = hills(w, h, 790, 120, "#262b57", 12, 6)
    cars = ""
    for i in range(5):
        x = -60 + i * 316
        cars += rect(x, 640, 300, 112, PINK if i else PINK, 14) + rect(x, 720, 300, 16, INK) + "".join(rect(x + 24 + k * 66, 662, 46, 36, SUN, 5) for k in range(4)) + circle(x + 60, 758, 17, INK) + circle(x + 240, 758, 17, INK)
    viaduct = rect(0, 768, w, 26, "#c9b9cf") + "".join(shape(f"M{x} 794h150v180h-26v-90a49 49 0 0 0 -98 0v90h-26z", "#a995b5") for x in range(-20, w, 150))
    return rect(0, 0, w, h, down("#141a3f", "#4d3f84", "#b5567f")) + stars + circle(1130, 190, 74, PAPER) + circle(1098, 172, 68, "#2c2a60") + peaks + near + viaduct + cars + grain(w, h, .2)


def orchard(w, h):
    ground = rect(0, 430, w, h, down("#b8cf7a", "#7da653")) + "".join(shape(f"M{w / 2 + k * 26} 430L{w / 2 + k * 330} {h}H{w / 2 + k * 330 + 150}L{w / 2 + k * 26 + 14} 430Z", "#92b866") for k in range(-4, 5))
    out = rect(0, 0, w, h, down("#a8dbe0", "#fdeec3")) + hills(w, h, 440, 90, "#7fb39b", 3) + circle(1120, 150, 76, SUN) + ground
    for depth, scale, y in ((0, .34, 470), (1, .6, 590), (2, 1.05, 800)):
        for k in (-3, -2, -1, 1, 2, 3):
            x = w / 2 + k * (120 + depth * 130) * (1 + depth * .18)
            dice = random.Random(k * 10 + depth)
            crown = "".join(circle(dice.uniform(-95, 95), -210 + dice.uniform(-75, 75), dice.uniform(58, 92), c) for c in ("#2f6b4a", "#38795a", "#2f6b4a", "#468a5f", "#38795a", "#569b66"))
            fruit = "".join(circle(dice.uniform(-120, 120), -210 + dice.uniform(-100, 100), 15, PINK) for _ in range(15))
            out += placed(ellipse(20, 8, 130, 20, "#3c5c2c", 'opacity=".35"') + line("M0 8C4 -60 -6 -90 0 -160M0 -90L46 -170M0 -70L-44 -150", "#5b3a35", 22) + crown + fruit, x, y, scale)
    return out + grain(w, h, .26)


def lighthouse(w, h):
    beam = shape("M470 262L-60 60V330Z", "#ffe9a8", 'opacity=".75"') + shape("M560 262L1460 -60V300Z", "#ffe9a8", 'opacity=".75"')
    tower = shape("M430 800L470 310H560L600 800Z", PAPER) + group("".join(shape(f"M400 {y}h230v62h-230z", PINK) for y in (380, 510, 640, 770)), clip("M430 800L470 310H560L600 800Z")) + rect(456, 290, 118, 22, INK, 4) + rect(480, 224, 70, 66, SUN) + "".join(rect(x, 224, 6, 66, INK) for x in (480, 512, 544)) + shape("M466 226L515 168L564 226Z", INK) + rect(500, 700, 32, 60, INK, 14)
    rock = shape("M160 860C240 760 330 800 420 770S640 770 700 800S850 800 930 880L1000 960H100Z", "#2a2f55") + shape("M240 880C330 800 420 820 520 800S720 830 800 880Z", "#3c4272")
    return rect(0, 0, w, h, down("#1f5f73", "#5aa79c", "#f0d9a4")) + beam + rect(0, 760, w, h, down("#2f7f8c", "#174a63")) + waves(w, 775, h, "#a7dcd2", 2) + rock + tower + waves(w, 880, h, "#e6f5ec", 9, 4) + "".join(line(f"M{x} {y}q16 -14 30 0q14 -14 30 0", INK, 5) for x, y in ((820, 380), (930, 330), (1010, 410), (240, 420))) + grain(w, h, .28)


def stairs(w, h):
    out = rect(0, 0, w, h, down("#ffd89a", "#f7b9a0"))
    walls = shape("M0 0H520L300 960H0Z", "#ef8f6f") + shape("M1400 0H900L1120 960H1400Z", "#d7648a") + shape("M520 0H900V160H520Z", "#8fd0e0")
    steps = ""
    for i in range(15):
        t = i / 14
        y = 160 + (960 - 160) * t ** 1.25
        tall = 20 + 46 * t
        left, right = 505 - 205 * t, 905 + 215 * t
        steps += shape(f"M{left:.0f} {y:.0f}H{right:.0f}L{right + 10:.0f} {y + tall:.0f}H{left - 10:.0f}Z", mix(PAPER, "#f2c9a5", .1)) + shape(f"M{left - 10:.0f} {y + tall * .55:.0f}H{right + 10:.0f}V{y + tall:.0f}H{left - 10:.0f}Z", mix("#7d4a6e", INK, t * .5))
    windows = "".join(shape(f"M{x} {y}l70 {-8 + k}v110l-70 {14}z", INK) + shape(f"M{x - 16} {y}l16 0v124l-16 -2z", MINT) for x, y, k in ((90, 180, 4), (250, 150, 4), (70, 440, 6), (210, 420, 6))) + "".join(shape(f"M{x} {y}l66 8v116l-66 -8z", INK) for x, y in ((1080, 170), (1230, 190), (1180, 430), (1310, 450)))
    cat = placed(shape("M-40 0C-60 -80 -20 -110 0 -110S60 -80 40 0Z", INK) + circle(0, -126, 32, INK) + shape("M-28 -140l-4 -36l24 18zM28 -140l4 -36l-24 18z", INK) + line("M40 -8q60 0 50 -60", INK, 14), 640, 520, .8)
    plants = "".join(placed(shape("M-30 0L-22 56H22L30 0Z", "#c2553f") + "".join(leaf(0, 0, 90, a, "#2f7a62") for a in (-150, -120, -90, -60, -30)), x, y, k) for x, y, k in ((900, 330, .7), (985, 520, 1), (1080, 730, 1.4), (400, 560, 1), (330, 760, 1.3)))
    return out + walls + steps + windows + plants + cat + grain(w, h, .28)


def soup(w, h):
    tiles = "".join(rect(x, y, 96, 96, "#f3e5cf" if (x // 100 + y // 100) % 2 else "#e9d5b8", 4) for x in range(0, w, 100) for y in range(0, 600, 100))
    pot = shape("M420 470H980V690C980 770 930 800 860 800H540C470 800 420 770 420 690Z", PINK) + rect(400, 448, 600, 36, mix(PINK, INK, .3), 18) + line("M410 540C340 530 340 620 410 610M990 540C1060 530 1060 620 990 610", mix(PINK, INK, .3), 26) + shape("M440 500H520V690C520 740 480 720 460 690Z", "#fff", 'opacity=".25"')
    steam = "".join(line(f"M{x} 420C{x - 60} 350 {x + 60} 310 {x} 240S{x + 50} 130 {x} 80", "#fff", 24, 'opacity=".65"') for x in (560, 700, 840))
    things = leaf(180, 820, 190, -20, "#2f7a62") + leaf(190, 830, 170, 10, "#3f8d6d") + circle(1180, 780, 70, "#ef8f3f") + circle(1290, 800, 54, "#f2b04a") + placed(shape("M0 0L220 -30C240 -28 240 30 220 32L0 8Z", "#ef8f3f") + leaf(230, 0, 90, -20, "#3f8d6d") + leaf(230, 6, 80, 14, "#2f7a62"), 140, 740, .8, 8)
    return rect(0, 0, w, h, "#efdfc6") + tiles + rect(0, 600, w, h, down("#3b4a86", INK)) + ellipse(700, 812, 330, 26, "#0d1226", 'opacity=".5"') + steam + pot + things + grain(w, h, .28)


def printed(scene):
    """A scene of 1400 by 960 on a sheet of 1200 by 823."""
    return lambda w, h: placed(scene(1400, 960), 0, 0, w / 1400)


PICTURES = {name: (printed(scene), 1200, 823) for name, scene in (("ferry", ferry), ("rain", rain), ("train", train), ("orchard", orchard), ("lighthouse", lighthouse), ("stairs", stairs), ("soup", soup))}
