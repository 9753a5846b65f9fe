"""Rooms and streets."""
import math
import random

from breads import boule, tin_loaf
from brush import *  # noqa: F403
from things import bowl


def little_loaf(kind):
    """A loaf for a shelf, standing on y = 0, about 110 wide."""
    if kind == 0:
        return ellipse(0, -34, 58, 38, radial((0, "#f6cf88"), (.5, "#d08e45"), (1, "#7c451c"))) + "".join(line(f"M{-30 + i * 24} -22q10 -34 26 -40", "#fbe3b4", 6) for i in range(3))
    if kind == 1:
        return rect(-58, -62, 116, 62, linear((0, "#a96a37"), (1, "#5a3117")), 26) + "".join(ellipse(-38 + i * 19, -52 + (i % 2) * 8, 5, 3, "#f0ddb0") for i in range(5))
    if kind == 2:
        return "".join(placed(rect(-12, -118, 24, 118, linear((0, "#f0c079"), (1, "#a96327"), x2=1, y2=0), 12) + "".join(line(f"M-7 {-30 - k * 26}l14 -12", "#fde6bb", 4) for k in range(3)), -36 + i * 24, 0, 1, -9 + i * 6) for i in range(4))
    if kind == 3:
        return "".join(ellipse(x, y, 24, 19, radial((0, "#ffdf9f"), (1, "#c07a33"))) for x, y in ((-32, -18), (14, -18), (-10, -48), (36, -40)))
    return rect(-40, -66, 80, 66, FLOUR, 6) + rect(-40, -44, 80, 22, TOMATO) + rect(-46, -74, 92, 14, "#e8dcc0", 5)


def shelves(cx, base, width, rows, seed, gap=150):
    """Shelves of bread in an arch; `base` is the lowest board."""
    rng = random.Random(seed)
    out = ""
    for row in range(rows):
        y = base - row * gap
        half = width / 2 - (row == rows - 1) * width * .1
        count = int(half * 2 / 128)
        for i in range(count):
            x = cx - half + half * 2 * (i + .5) / count
            out += ellipse(round(x), y, 58, 8, "#3a1f0d", 'opacity=".35"') + placed(little_loaf(rng.choice((0, 0, 1, 2, 3, 4))), round(x), y, rng.uniform(.88, 1.02))
        out += rect(cx - width / 2, y, width, 14, linear((0, "#c98d55"), (1, "#7d4c26"))) + rect(cx - width / 2, y + 14, width, 10, "#2a1508", extra='opacity=".25"')
    return out


def lamp(x, top, length, scale=1.0):
    return (ellipse(x, top + length + 40, 150 * scale, 120 * scale, "#ffe7a0", 'opacity=".5" filter="url(#glow)"') + line(f"M{x} {top}V{top + length}", "#1b2a2e", 4)
            + placed(shape("M-52 40C-50 0 -24 -14 0 -16C24 -14 50 0 52 40Z", DEEP) + ellipse(0, 40, 52, 10, "#ffe9a8"), x, top + length, scale))


def stars(count, width, height, seed):
    rng = random.Random(seed)
    return "".join(f'<circle cx="{rng.uniform(0, width):.0f}" cy="{rng.uniform(0, height):.0f}" r="{rng.uniform(1.2, 3.4):.1f}" fill="#fff6d8" opacity="{rng.uniform(.4, .95):.2f}"/>' for _ in range(count))


def night_dough():
    wall = rect(0, 0, 1200, 900, linear((0, "#27364f"), (1, "#34486a")))
    sky = group(rect(340, 60, 560, 600, linear((0, "#0e1a38"), (1, "#3a5690"))) + group(stars(70, 560, 420, 4), 'transform="translate(340 60)"') + ellipse(740, 230, 120, 120, "#ffe9a8", 'opacity=".35" filter="url(#glow)"') + shape("M752 160a66 66 0 1 1 -76 92a56 56 0 0 0 76 -92Z", "#fff0c2")
                + shape("M340 560C440 500 520 560 620 520S800 500 900 550V660H340Z", "#15233f"), clip("window", arch_path(620, 640, 520, 560)))
    scene = wall + arch(620, 640, 572, 588, "#dfe7ee", 'opacity=".9"') + sky + line("M620 90V640M362 380H880", "#dfe7ee", 12) + table(640, "#8f6f57")
    scene += shadow(560, 792, 230, 30, .55) + placed(bowl(480, "#f4efe2", "#c8402f"), 540, 796, 1.1)
    scene += filtered(shape("M306 590C320 470 430 428 540 430S770 470 784 590C700 640 380 640 306 590Z", radial((0, "#fff7e0"), (.6, "#efdcb2"), (1, "#b9986a"))), "cut")
    cloth = "M276 600C300 520 410 498 520 540S740 560 812 584L800 700C760 660 730 740 690 690S600 700 560 660 420 720 380 670 300 700 276 600Z"
    scene += filtered(shape(cloth, linear((0, "#fdf6e6"), (1, "#cfc3a8"))), "cut") + line("M292 636C400 600 470 640 560 620S720 650 800 640", "#5d83b3", 8, 'opacity=".8"')
    clock = ellipse(0, 6, 86, 86, "#16233a", 'opacity=".4"') + ellipse(0, 0, 86, 86, "#c9904e") + ellipse(0, 0, 72, 72, FLOUR) + "".join(placed(rect(-3, -64, 6, 14, DEEP), 0, 0, 1, k * 30) for k in range(12)) + line("M0 0L-22 -34", NIGHT, 8) + line("M0 0L-4 -54", NIGHT, 5) + ellipse(0, 0, 7, 7, TOMATO)
    return scene + placed(clock, 1050, 250) + shadow(990, 812, 110, 18, .45) + rect(900, 690, 180, 120, linear((0, "#f1e7cf"), (1, "#c6b48d")), 12) + rect(900, 726, 180, 40, "#7c95b5") + rect(892, 670, 196, 30, "#e3d6b6", 8)


def mill():
    scene = rect(0, 0, 1200, 900, linear((0, "#8fcbe0"), (.6, "#fde7b5"), (1, "#fde7b5"))) + ellipse(890, 250, 200, 200, "#fff3c4", 'opacity=".7" filter="url(#glow)"') + ellipse(890, 250, 84, 84, "#ffd968")
    scene += "".join(group(ellipse(x, y, 110, 30, "#fff") + ellipse(x - 46, y - 22, 60, 34, "#fff") + ellipse(x + 40, y - 26, 70, 40, "#fff"), 'opacity=".8"') for x, y in ((210, 190), (1060, 130), (640, 110)))
    scene += shape("M0 520C200 430 420 470 640 500S1040 440 1200 480V900H0Z", "#9cc19a") + shape("M0 560C260 500 520 560 760 540S1080 520 1200 550V900H0Z", "#7fae82")
    tower = shape("M330 590L366 300H474L510 590Z", linear((0, "#fffaf0"), (1, "#d8cdb8"), x2=1, y2=0)) + shape("M352 306C364 250 390 226 420 224S476 250 488 306Z", TOMATO) + arch(420, 590, 52, 92, DEEP) + arch(420, 430, 34, 50, DEEP)
    sail = rect(-9, -230, 18, 230, WALNUT) + rect(6, -222, 58, 160, "#fff6e0", 3, 'opacity=".95"') + "".join(line(f"M6 {-216 + k * 38}h58", "#c9a877", 4) for k in range(5))
    scene += tower + "".join(placed(sail, 420, 300, 1, 28 + k * 90) for k in range(4)) + ellipse(420, 300, 18, 18, RYE)
    rng = random.Random(2)
    for row in range(4):
        y = 640 + row * 78
        colour = ["#c99a3c", "#dcae49", "#ebc05a", "#f6d274"][row]
        scene += shape(f"M0 {y}C300 {y - 34} 700 {y + 20} 1200 {y - 20}V900H0Z", ["#b98a34", "#c99a3f", "#d7aa4b", "#e2b657"][row])
        for x in range(-10, 1230, 46 - row * 3):
            scene += sprig(round(x + rng.uniform(-12, 12)), y + 118, .62 + row * .14, round(rng.uniform(-9, 12)), colour)
    return scene


def bricks(x0, y0, x1, y1, colour):
    rng = random.Random(6)
    out = rect(x0, y0, x1 - x0, y1 - y0, "#6e3b2a")
    for row, y in enumerate(range(y0, y1, 54)):
        for x in range(x0 - (row % 2) * 62, x1, 124):
            out += rect(x + 4, y + 4, 116, 46, rng.choice(colour), 5)
    return out


def oven():
    scene = filtered(bricks(0, 0, 1200, 900, ["#8f4b37", "#9a533c", "#85442f", "#a55b42"]), "linen")
    rays = "".join(placed(shape("M-40 0L-30 -112H30L40 0Z", ["#c9714f", "#b8623f", "#d07d58"][k % 3], 'stroke="#6e3b2a" stroke-width="5"'), 600 + 336 * math.cos(math.radians(180 + k * 15)), 560 + 336 * math.sin(math.radians(180 + k * 15)), 1, -90 + k * 15) for k in range(13))
    scene += filtered(rays, "linen") + arch(600, 700, 680, 480, "#1d0f0b")
    mouth = arch_path(600, 700, 640, 458)
    fire = rect(240, 220, 720, 500, linear((0, "#2a0f08"), (.6, "#a33a12"), (1, "#f09a2f"))) + ellipse(600, 700, 340, 200, "#ffb43f", 'opacity=".75" filter="url(#glow)"') + ellipse(380, 660, 120, 150, "#ff7a1f", 'opacity=".8" filter="url(#glow)"')
    flames = "".join(placed(shape("M-40 0C-60 -70 -10 -90 -16 -150C30 -110 60 -60 40 0Z", "#ff8a24") + shape("M-20 0C-30 -40 0 -50 0 -90C24 -60 30 -30 20 0Z", "#ffe07a"), x, 660, s) for x, s in ((350, 1.2), (420, .86), (470, .6)))
    floor = shape("M270 720L330 640H870L930 720Z", "#5b2a18")
    loaves = placed(boule(96, 62), 620, 668) + placed(boule(104, 68), 800, 690) + placed(boule(104, 66), 560, 716)
    scene += group(fire + flames + floor + loaves, clip("mouth", mouth)) + filtered(rect(180, 700, 840, 46, "#c9b9a4", 6), "crumb") + rect(180, 742, 840, 12, "#000", extra='opacity=".3"')
    peel = rect(-16, 0, 32, 420, linear((0, "#d9a566"), (1, "#94602f"), x2=1, y2=0), 12) + shape("M-110 10C-120 -120 -90 -180 0 -184S120 -120 110 10C60 34 -60 34 -110 10Z", linear((0, "#e3b67c"), (1, "#b07a40")))
    scene += ellipse(600, 760, 520, 120, "#ffb14a", 'opacity=".25" filter="url(#glow)"') + placed(filtered(peel, "wood"), 1010, 640, 1, 16) + shadow(190, 872, 130, 16, .5)
    sack = shape("M90 872C70 760 84 680 120 648H260C296 680 312 770 290 872Z", linear((0, "#f3e6c8"), (1, "#c2a877"), x2=1, y2=.4)) + line("M116 656C160 676 220 676 262 656", "#9a7c49", 8) + arch(190, 800, 44, 64, "#9b6b3a", 'opacity=".7"') + arch(142, 800, 36, 52, "#9b6b3a", 'opacity=".5"') + arch(238, 800, 36, 52, "#9b6b3a", 'opacity=".5"')
    return scene + filtered(sack, "linen")


def counter():
    scene = rect(0, 0, 1200, 900, linear((0, "#fdf0d2"), (1, "#f6dfae"))) + "".join(rect(0, 470 + r * 40, 1200, 2, "#d9b877", extra='opacity=".5"') for r in range(5))
    for cx, width in ((230, 330), (600, 330), (970, 330)):
        niche = arch_path(cx, 600, width, 540)
        scene += arch(cx, 600, width + 36, 558, "#fff9ea") + group(rect(cx - 200, 40, 400, 580, linear((0, "#1a5a58"), (1, "#2b7b76"))) + shelves(cx, 588, width - 24, 3, cx, 150), clip(f"niche{cx}", niche))
    scene += lamp(415, 0, 110, .9) + lamp(785, 0, 110, .9)
    scene += rect(0, 640, 1200, 280, DEEP) + filtered(rect(-20, 622, 1240, 40, "#d9a566", 4), "wood") + rect(0, 660, 1200, 12, "#000", extra='opacity=".22"')
    scene += "".join(rect(30 + i * 146, 700, 118, 190, "#155c58", 8) for i in range(8))
    scene += placed(little_loaf(0), 200, 624, 1.5) + placed(boule(110, 74), 420, 626)
    scene += shape("M900 624V520H1050V624Z", "#e9eeea") + rect(884, 600, 182, 24, "#c7d0cb", 6) + rect(920, 470, 110, 60, NIGHT, 8) + rect(930, 482, 90, 30, MINT, 4)
    return scene + ellipse(690, 620, 120, 12, "#fff") + "".join(ellipse(x, y, 32, 24, radial((0, "#ffdf9f"), (1, "#c07a33"))) for x, y in ((620, 600), (690, 598), (760, 600), (655, 562), (726, 562), (690, 528)))


def arcade():
    """The shop's front: three arches at dawn, wide."""
    scene = rect(0, 0, 1600, 1000, linear((0, "#233a66"), (.42, "#c8738a"), (.7, "#ffc27a"), (1, "#ffe2a6"))) + stars(46, 1600, 200, 12) + ellipse(1340, 300, 210, 210, "#ffe9b0", 'opacity=".6" filter="url(#glow)"') + ellipse(1340, 300, 70, 70, "#fff0c4")
    roofs = "M0 420L110 360L220 420V380H300V440L420 370L540 440V1000H0ZM1080 430L1200 350L1320 430V390H1400V450L1500 380L1600 440V1000H1080Z"
    scene += shape(roofs, "#7d5674", 'opacity=".75"')
    scene += rect(150, 250, 1300, 690, linear((0, "#fbe8c8"), (1, "#efcf9d"))) + rect(120, 214, 1360, 48, DEEP, 6) + rect(150, 262, 1300, 14, "#000", extra='opacity=".12"') + shape("M170 214L230 150H1370L1430 214Z", "#a8432f")
    scene += "".join(line(f"M{230 + i * 60} 150L{176 + i * 66} 214", "#8b3424", 4) for i in range(20))
    scene += "".join(arch(600 + i * 200, 330 + 0, 60, 64, "#6b4c5f") + arch(600 + i * 200, 326, 48, 54, "#ffdf8e") for i in (-1.6, 0, 2, 3.6))
    for index, cx in enumerate((380, 800, 1220)):
        opening = arch_path(cx, 900, 340, 520)
        scene += arch(cx, 900, 396, 548, "#fff6e2") + arch(cx, 900, 362, 531, "#d9b07c")
        inside = rect(cx - 180, 380, 360, 540, linear((0, "#ffdf8e"), (1, "#f6b95c"))) + ellipse(cx, 560, 170, 170, "#fff3c9", 'opacity=".8" filter="url(#glow)"')
        if index == 1:
            inside += rect(cx - 116, 470, 232, 450, "#155c58", 4) + rect(cx - 96, 492, 88, 250, "#ffe6a0") + rect(cx + 8, 492, 88, 250, "#ffe6a0") + rect(cx - 96, 762, 192, 120, "#0f4c4a") + ellipse(cx + 92, 772, 9, 9, BUTTER) + rect(cx - 52, 560, 104, 64, FLOUR, 6) + line(f"M{cx - 40} 560L{cx} 520L{cx + 40} 560", WALNUT, 4) + group(arch(cx - 24, 612, 18, 30, TEAL) + arch(cx, 612, 20, 38, DEEP) + arch(cx + 24, 612, 18, 30, TEAL), "")
        else:
            inside += shelves(cx, 790, 330, 3, 31 + index, 122) + rect(cx - 180, 806, 360, 120, "#155c58") + "".join(rect(cx - 158 + i * 82, 822, 70, 78, "#0f4c4a", 4) for i in range(4))
        scene += group(inside, clip(f"opening{index}", opening))
    for cx in (380, 1220):
        stripes = "".join(shape(f"M{cx - 200 + i * 50} 560H{cx - 150 + i * 50}L{cx - 162 + i * 54} 640C{cx - 170 + i * 54} 668 {cx - 204 + i * 54} 668 {cx - 216 + i * 54} 640Z", TOMATO if i % 2 else FLOUR) for i in range(8))
        scene += group(rect(cx - 200, 640, 400, 34, "#000", extra='opacity=".14"') + stripes, 'transform="translate(0 -70)"')
    for x in (590, 1010):
        scene += ellipse(x, 560, 90, 90, "#ffe7a0", 'opacity=".65" filter="url(#glow)"') + line(f"M{x} 500V540", NIGHT, 6) + shape(f"M{x - 22} 590L{x - 28} 546H{x + 28}L{x + 22} 590Z", "#ffe9a8") + shape(f"M{x - 34} 548L{x} 522L{x + 34} 548Z", NIGHT) + rect(x - 24, 588, 48, 8, NIGHT)
    scene += rect(0, 900, 1600, 120, linear((0, "#b98f78"), (1, "#7f6274"))) + "".join(rect(x + (r % 2) * 60 - 60, 912 + r * 30, 112, 24, "#ffffff", 4, 'opacity=".1"') for r in range(3) for x in range(0, 1720, 120))
    scene += "".join(ellipse(cx, 930, 220, 36, "#ffd98a", 'opacity=".55" filter="url(#blur)"') for cx in (380, 800, 1220))
    for x in (612, 988):
        scene += rect(x - 46, 830, 92, 84, "#c8663f", 8) + rect(x - 54, 820, 108, 20, "#a94f2e", 6) + "".join(leaf(x, 824, 110, a, c) for a, c in ((-150, "#3f7a58"), (-125, "#55936a"), (-100, "#6da97c"), (-78, "#3f7a58"), (-52, "#55936a"), (-28, "#6da97c")))
    bench = filtered(rect(1290, 850, 210, 16, "#a06b3f", 4) + rect(1290, 800, 210, 14, "#b57c4a", 4) + rect(1306, 800, 12, 122, "#5f3a1a") + rect(1472, 800, 12, 122, "#5f3a1a"), "cut")
    return scene + bench + placed(boule(56, 38), 1400, 852)
