"""Objects of the shop: paper, cloth, bowls and boards."""
import math
import random

from breads import boule, slice_of
from brush import *  # noqa: F403


def arches(cx, base, scale, colours):
    """The three arches of the shop's sign."""
    return "".join(arch(cx + place * 92 * scale, base, 76 * scale, (150 if place == 0 else 124) * scale, colour) for place, colour in zip((-1, 0, 1), colours))


def bars(x, y, widths, colour, height=12, gap=26):
    """Lines of writing, as bars: a picture carries no text that cannot be read aloud."""
    return "".join(rect(x, y + i * gap, w, height, colour, height / 2) for i, w in enumerate(widths))


def rolling_pin(length=520):
    return (shadow(10, 40, length * .55, 26, .35) + rect(-length / 2 - 84, -15, length + 168, 30, linear((0, "#8a5a32"), (1, "#5a341b")), 15)
            + filtered(rect(-length / 2, -42, length, 84, linear((0, "#edc28a"), (.4, "#d39a58"), (1, "#94602f")), 20), "wood"))


def bowl(width=420, colour=FLOUR, band=TEAL):
    """Standing on y = 0, rim at -190, centred."""
    half = width / 2
    body = f"M{-half} -190C{-half} -60 {-half * .6} -6 {-half * .34} 0H{half * .34}C{half * .6} -6 {half} -60 {half} -190Z"
    return (shape(body, linear((0, colour), (1, "#c9cfc6"), x2=1, y2=.4)) + group(rect(-half, -132, width, 20, band) + rect(-half, -104, width, 8, band), clip(f"bowl{width}", body))
            + ellipse(0, -190, half, 42, "#dfe5de") + ellipse(0, -188, half - 14, 34, "#b9c4bf"))


def booklet():
    scene = cloth_top("#f2b79c") + "".join(rect(0, 90 + i * 60, 1200, 22, FLOUR, extra='opacity=".35"') for i in range(3))
    scene += group(shadow(640, 500, 300, 360, .42) + rect(372, 104, 500, 690, "#d8cdb7", 10) + rect(364, 98, 500, 690, "#efe6d3", 10) + rect(354, 90, 500, 690, DEEP, 10) + rect(354, 90, 46, 690, "#0a3836", 10)
                   + rect(432, 130, 386, 610, "none", 6, f'stroke="{BUTTER}" stroke-width="5"') + arch(625, 560, 290, 350, BUTTER) + placed(group(boule(116, 76), ""), 625, 548)
                   + rect(470, 556, 310, 8, FLOUR) + bars(505, 606, (240,), FLOUR, 22) + bars(545, 654, (160, 160), "#8fc0b4", 12), 'transform="rotate(-7 600 450)"')
    spoon = rect(-14, -10, 28, 420, linear((0, "#d9a566"), (1, "#a06b36")), 14) + ellipse(0, -60, 62, 88, linear((0, "#e3b67c"), (1, "#b57c42"))) + ellipse(0, -64, 42, 64, "#a36d38", 'opacity=".5"')
    return scene + shadow(1040, 420, 50, 220, .25) + placed(filtered(spoon, "wood"), 1030, 300, 1, 14) + sprig(170, 820, 1.7, 18) + sprig(120, 700, 1.3, -14, "#c98f2e") + flour(980, 800, 140, 60, 60, 6)


def gift_card():
    scene = cloth_top("#7fb5a6")
    envelope = rect(-330, -210, 660, 430, "#fff1cf", 12) + shape("M-330 -200L0 60L330 -200V-210H-330Z", "#f4dfae") + line("M-330 -204L0 58L330 -204", "#dcbf7f", 4)
    scene += shadow(510, 566, 300, 200, .35) + placed(envelope, 500, 530, .92, -11)
    card = (rect(-320, -200, 640, 400, TOMATO, 26) + "".join(rect(-320 + i * 64, -200, 30, 400, "#b63527", extra=clip("card", "M-294 -200H294A26 26 0 0 1 320 -174V174A26 26 0 0 1 294 200H-294A26 26 0 0 1 -320 174V-174A26 26 0 0 1 -294 -200Z")) for i in range(10))
            + rect(-210, -150, 420, 300, FLOUR, 16) + arches(0, 70, 1.1, (TEAL, DEEP, TEAL)) + rect(-150, 74, 300, 8, DEEP) + bars(-70, 100, (140,), BUTTER, 18))
    scene += shadow(700, 450, 320, 200, .4) + placed(card, 650, 400, .92, 9)
    ribbon = line("M0 0C-30 90 -120 120 -110 230", BUTTER, 26) + line("M0 0C40 90 110 130 90 240", "#f0b93a", 26)
    knot = shape("M0 0C-70 -90 -150 -70 -140 -6C-132 52 -60 40 0 0Z", BUTTER) + shape("M0 0C70 -90 150 -70 140 -6C132 52 60 40 0 0Z", "#f6c043") + ellipse(0, 0, 30, 26, "#e0a42c")
    return scene + shadow(870, 720, 140, 110, .3) + placed(ribbon + knot, 860, 640, .95, -12) + leaf(120, 200, 150, -40, "#4c8a72") + leaf(110, 220, 140, 10, "#5c9b80") + leaf(96, 210, 130, 60, "#3f7a64")


def baking_class():
    scene = cloth_top("#d9dfe6") + flour(560, 500, 460, 330, 420, 12, (1.5, 6))
    scene += ellipse(520, 520, 330, 240, "#fffdf8", 'opacity=".75" filter="url(#soft)"')
    dough = "M270 520C250 380 380 300 520 306S790 380 776 530C764 660 640 712 510 704S284 660 270 520Z"
    scene += shadow(540, 560, 260, 190, .35) + filtered(shape(dough, radial((0, "#fff8e6"), (.6, "#f4e0b8"), (1, "#cfae78"))), "cut")
    scene += line("M360 430C430 370 520 360 600 376", "#ffffff", 18, 'opacity=".8"') + line("M400 540C470 480 560 470 650 520M452 610C520 560 590 556 650 590", "#c7a56c", 8, 'opacity=".45"')
    scene += placed(rolling_pin(), 560, 150, 1, -7)
    scene += shadow(1010, 560, 160, 150, .35) + ellipse(1000, 540, 160, 158, "#fff") + ellipse(1000, 540, 138, 136, TEAL) + ellipse(1000, 544, 122, 120, "#f6ead1") + ellipse(980, 520, 70, 60, "#fffaf0")
    scene += "".join(placed(shadow(4, 10, 46, 54, .3) + ellipse(0, 0, 46, 58, radial((0, "#fff3e2"), (1, "#d9a778"))), x, y, 1, t) for x, y, t in ((150, 300, 24), (214, 226, -30), (132, 190, 70)))
    scraper = rect(-90, -60, 180, 120, linear((0, "#eef2f2"), (1, "#a9b5b6")), 10) + rect(-96, -84, 192, 44, WALNUT, 20)
    return scene + shadow(220, 760, 100, 50, .3) + placed(scraper, 210, 740, 1, 160) + sprig(1130, 330, 1.2, 14)


def linen_bag():
    scene = room("#54788f", "#f7dcb4") + board(560, 726, 440, 62) + shadow(640, 716, 250, 30, .5)
    bag = "M470 716C440 560 452 380 500 300C540 268 700 262 752 300C806 400 826 580 790 716Z"
    scene += placed(boule(150, 128), 630, 420) + filtered(shape(bag, linear((0, "#fdf6e6"), (1, "#d8c8a6"), x2=1, y2=.3)), "linen")
    scene += "".join(line(f"M{512 + i * 46} 330C{500 + i * 52} 450 {498 + i * 50} 580 {506 + i * 48} 700", "#b9a47a", 4, 'opacity=".5"') for i in range(6))
    scene += line("M484 350C560 392 690 392 772 346", TOMATO, 9) + line("M628 380C600 440 590 470 606 520M640 380C680 430 690 470 676 512", TOMATO, 7) + group(arches(634, 640, .62, ("#4d7f7a", DEEP, "#4d7f7a")), 'opacity=".85"')
    scene += shadow(300, 722, 130, 20, .4) + placed(slice_of(190, 210, "#8a4e22", "#f0d7a6"), 300, 716, 1, -4)
    knife = shape("M0 -16H330C372 -14 388 6 396 20H0Z", linear((0, "#f4f7f7"), (1, "#a9b5b8"))) + rect(-170, -22, 176, 44, linear((0, "#8a5a32"), (1, "#4f2d16")), 16)
    return scene + placed(shadow(120, 40, 260, 14, .35) + knife, 720, 800, 1, -4) + flour(300, 780, 150, 30, 40, 8)


def butter_layers():
    scene = cloth_top("#f6d98a") + flour(600, 480, 520, 340, 260, 14, (1.5, 5)) + shadow(600, 640, 430, 60, .4)
    dough, butter = linear((0, "#fff6e2"), (1, "#ecd7ad")), linear((0, "#ffe38a"), (1, "#f3c145"))
    for i in range(13):
        inset = 8 * math.sin(i * 1.7)
        fill, height = (dough, 36) if i % 2 == 0 else (butter, 18)
        y = 300 + (i // 2) * 54 + (36 if i % 2 else 0)
        scene += filtered(rect(210 + inset, y, 760 + inset, height, fill, 16 if i % 2 == 0 else 7), "cut")
    lid = "M214 312C260 220 330 196 420 194H1010C1040 196 1030 240 978 312Z"
    scene += filtered(shape(lid, linear((0, "#fffaf0"), (1, "#f1dfb8"))), "cut") + line("M300 262C420 226 700 226 930 236", "#fff", 12, 'opacity=".8"')
    scene += placed(rolling_pin(560), 620, 110, 1, 4)
    scene += shadow(200, 800, 130, 40, .3) + placed(shape("M-110 -60H90L120 -30V40H-80L-110 10Z", "#f7cf5a") + shape("M-110 -60H90L120 -30H-80Z", "#ffe796") + shape("M-80 -30V40L-110 10V-60Z", "#e3ae33"), 190, 780)
    return scene + shadow(1010, 790, 130, 40, .3) + placed(line("M-130 0H40", WALNUT, 26) + shape("M30 -34H170C188 -20 188 20 170 34H30Z", linear((0, "#f4f7f7"), (1, "#aab6b9"))), 960, 780, 1, -12)


def soup():
    scene = room("#b8553b", "#ffe6b0", 600) + shadow(600, 780, 330, 34, .5) + ellipse(600, 776, 420, 54, "#e9eee9") + ellipse(600, 768, 420, 54, "#fff") + placed(bowl(560, FLOUR, "#c8402f"), 600, 776, 1.15)
    scene += ellipse(600, 560, 306, 38, linear((0, "#f0a03c"), (1, "#d4772a")))
    rng = random.Random(3)
    for i in range(15):
        x, y = 600 + rng.uniform(-240, 240), 556 + rng.uniform(-20, 16)
        scene += placed(rect(-20, -20, 40, 36, radial((0, "#f8d28a"), (1, "#b8742f")), 6), round(x), round(y), 1, rng.randint(-40, 40))
    scene += "".join(leaf(round(600 + rng.uniform(-220, 200)), round(556 + rng.uniform(-14, 14)), 36, rng.randint(0, 360), "#4f7f43") for _ in range(9))
    for x in (500, 600, 700):
        scene += line(f"M{x} 470C{x - 40} 420 {x + 40} 380 {x} 330S{x - 30} 260 {x + 10} 220", "#ffffff", 16, 'opacity=".4" filter="url(#blur)"')
    return scene + shadow(170, 790, 130, 20, .4) + placed(slice_of(200, 220, "#8a4e22", "#e9c486"), 170, 790, 1, -10) + placed(slice_of(190, 206, "#8a4e22", "#eccb90"), 250, 812, 1, 8) + placed(line("M0 0C120 -10 200 -10 260 0", "#c9d1d0", 16) + ellipse(-40, 2, 56, 34, "#dfe6e5") + ellipse(-44, 4, 40, 22, "#aeb9b8"), 930, 830, 1, -6)
