"""The restaurant: dishes from above, the room in the evening, and the way to it."""
import math
import random

from brush import (blob, circle, clip, down, ellipse, filtered, grain, group, leaf, line, mix, placed, rect, round_light, shadow, shape, smooth)

TOMATO, YOLK, LEAF, BOTTLE, CREAM, BEET, OIL = "#c8371f", "#f2b632", "#5f8a3f", "#17362a", "#f6f1e2", "#8c1f4a", "#b9b04a"


def cloth(w, h, colour, lines=True):
    threads = "".join(rect(x, 0, 10, h, "#fff", extra='opacity=".07"') for x in range(0, w, 64)) + "".join(rect(0, y, w, 10, "#fff", extra='opacity=".07"') for y in range(0, h, 64))
    return rect(0, 0, w, h, colour) + (threads if lines else "")


def plate(cx, cy, r, rim=CREAM, well=None, band=None):
    well = well or mix(rim, "#ffffff", .5)
    ring = circle(cx, cy, r * .92, "none", f'stroke="{band}" stroke-width="{r * .035:.1f}"') if band else ""
    return (shadow(cx + r * .08, cy + r * .12, r, r, .42) + filtered(circle(cx, cy, r, rim), "clay") + ring + circle(cx, cy, r * .73, mix(rim, "#000000", .1)) + circle(cx + 2, cy + 3, r * .71, well))


def fork(x, y, scale, turn, colour="#d9dcd6"):
    tines = "".join(rect(-24 + i * 15, -210, 6, 96, colour, 3) for i in range(4))
    body = tines + shape("M-26 -120C-26 -70 -10 -66 -7 -40L-5 190C-5 204 9 204 9 190L11 -40C12 -66 27 -70 27 -120Z", colour)
    return placed(group(body, 'opacity=".35" transform="translate(10 14)" filter="url(#soft)"') + body, x, y, scale, turn)


def knife(x, y, scale, turn, colour="#d9dcd6"):
    body = shape("M-6 -220C24 -190 26 -80 10 -20L-6 -20Z", colour) + rect(-8, -20, 17, 220, mix(colour, "#000000", .12), 8)
    return placed(group(body, 'opacity=".35" transform="translate(10 14)" filter="url(#soft)"') + body, x, y, scale, turn)


def glass(cx, cy, r, wine):
    return (shadow(cx + 14, cy + 18, r, r, .35) + circle(cx, cy, r, "#ffffff", 'opacity=".4"') + circle(cx, cy, r * .86, round_light((0, mix(wine, "#ffffff", .35)), (1, wine)))
            + circle(cx, cy, r, "none", 'stroke="#fff" stroke-width="5" opacity=".8"') + ellipse(cx - r * .35, cy - r * .4, r * .25, r * .14, "#fff", 'opacity=".7"'))


def tomato(cx, cy, r, seed=1):
    wedge = "".join(shape(f"M{cx} {cy}L{cx + r * .78 * math.cos(a):.1f} {cy + r * .78 * math.sin(a):.1f}A{r * .78:.1f} {r * .78:.1f} 0 0 1 {cx + r * .78 * math.cos(a + .85):.1f} {cy + r * .78 * math.sin(a + .85):.1f}Z", mix(TOMATO, "#5a0f06", .25), 'opacity=".55"') for a in [seed + i * 1.257 for i in range(5)])
    return circle(cx + 4, cy + 6, r, "#3a120a", 'opacity=".3"') + circle(cx, cy, r, round_light((0, "#f0684a"), (1, TOMATO))) + circle(cx, cy, r * .84, "#e2573a") + wedge + circle(cx, cy, r * .14, "#f3c7a0")


def herbs(cx, cy, r, count, seed, colour=LEAF, size=40):
    dice = random.Random(seed)
    out = ""
    for _ in range(count):
        a, d = dice.uniform(0, 6.28), r * math.sqrt(dice.random())
        out += leaf(cx + d * math.cos(a), cy + d * math.sin(a), dice.uniform(.6, 1.2) * size, dice.uniform(0, 360), mix(colour, "#ffffff" if dice.random() > .5 else "#000000", dice.uniform(0, .2)))
    return out


def tomatoes_on(cx, cy, r):
    out = plate(cx, cy, r, CREAM, "#fbf7ea", TOMATO) + shape(blob(cx, cy, r * .55, 5, .12), "#fffdf6") + shape(blob(cx + 6, cy + 8, r * .4, 8, .2), OIL, 'opacity=".45"')
    dice = random.Random(3)
    for i in range(9):
        a = i * .75 + dice.uniform(-.15, .15)
        d = r * (.42 if i % 2 else .24)
        out += tomato(cx + d * math.cos(a), cy + d * math.sin(a), r * dice.uniform(.11, .19), i)
    return out + herbs(cx, cy, r * .5, 16, 4, size=r * .15)


def pasta_on(cx, cy, r):
    out = plate(cx, cy, r, "#2f5a48", "#e9e2c9")
    dice = random.Random(9)
    for i in range(70):
        a, d = dice.uniform(0, 6.28), r * .36 * math.sqrt(dice.random())
        x, y, k, t = cx + d * math.cos(a), cy + d * math.sin(a), r * dice.uniform(.14, .3), dice.uniform(0, 6.28)
        path = f"M{x + k * math.cos(t):.1f} {y + k * math.sin(t):.1f}Q{x + k * math.cos(t + 1.4):.1f} {y + k * math.sin(t + 1.4):.1f} {x + k * math.cos(t + 2.9):.1f} {y + k * math.sin(t + 2.9):.1f}"
        shade = mix("#f0cf73", "#d9a93f", dice.random())
        out += line(path, mix(shade, "#6b4a12", .5), r * .052) + line(path, shade, r * .038)
    for _ in range(26):
        a, d = dice.uniform(0, 6.28), r * .42 * math.sqrt(dice.random())
        out += circle(cx + d * math.cos(a), cy + d * math.sin(a), r * .022, mix(LEAF, "#1c3d12", dice.random()))
    return out + herbs(cx, cy, r * .3, 7, 12, size=r * .17) + circle(cx + r * .05, cy - r * .04, r * .13, "#fff8e6") + circle(cx + r * .06, cy - r * .05, r * .075, round_light((0, "#ffd25e"), (1, "#eda11f")))


def fish_on(cx, cy, r):
    body = shape("M-300 0C-220 -110 40 -140 220 -16L310 -90C296 -30 296 30 310 90L220 16C40 140 -220 110 -300 0Z", down("#8fa9b5", "#dfe8e6", "#a9bcc2"))
    marks = "".join(line(f"M{-150 + i * 62} -70L{-190 + i * 62} 70", "#4a3526", 11, 'opacity=".75"') for i in range(6))
    eye = circle(-238, -16, 14, "#fff") + circle(-238, -16, 8, "#222") + line("M-196 -62C-176 -22 -176 22 -196 62", "#6f8790", 6)
    whole = group(body + group(marks, clip("M-170 -120H220V120H-170Z")) + eye, "")
    lemons = "".join(circle(x, y, r * .13, "#f7d94a") + circle(x, y, r * .105, "#fdf2ab") + "".join(line(f"M{x} {y}l{r * .1 * math.cos(k):.1f} {r * .1 * math.sin(k):.1f}", "#f0cd3a", 3) for k in [i * .785 for i in range(8)]) for x, y in ((cx + r * .3, cy + r * .36), (cx + r * .12, cy + r * .42)))
    return plate(cx, cy, r, "#d7e0dc", "#f4f6ef") + herbs(cx - r * .1, cy - r * .25, r * .4, 22, 6, size=r * .16) + shadow(cx + 8, cy + 30, r * .55, r * .2, .3) + placed(whole, cx, cy, r / 480, -14) + lemons


def beets_on(cx, cy, r):
    out = plate(cx, cy, r, CREAM, "#fdfbf2") + shape(blob(cx, cy, r * .52, 21, .1), "#f7efe0")
    dice = random.Random(14)
    for i in range(8):
        a = i * .8
        d = r * (.34 if i % 3 else .12)
        x, y, k = cx + d * math.cos(a), cy + d * math.sin(a), r * dice.uniform(.12, .18)
        out += circle(x + 4, y + 6, k, "#30081a", 'opacity=".3"') + circle(x, y, k, BEET) + "".join(circle(x, y, k * q, "none", f'stroke="#c0557f" stroke-width="4" opacity=".7"') for q in (.35, .6, .82))
    for i in range(12):
        a, d = dice.uniform(0, 6.28), r * .45 * math.sqrt(dice.random())
        out += shape(blob(cx + d * math.cos(a), cy + d * math.sin(a), r * .05, i, .3, 6), "#c98f4e")
    return out + herbs(cx, cy, r * .45, 12, 2, "#7fa24e", r * .14)


def tart_on(cx, cy, r):
    slice_ = shape("M0 -230L130 150C60 190 -60 190 -130 150Z", "#c48a43") + shape("M0 -205L112 138C56 170 -56 170 -112 138Z", "#f6d254") + line("M-112 138C-56 170 56 170 112 138", "#9c6528", 22)
    sugar = "".join(circle(x, y, 9, "#8c5a1e", 'opacity=".35"') for x, y in ((-20, 20), (30, 70), (-40, 100), (10, -60), (40, 120), (-5, 130)))
    return (plate(cx, cy, r, "#e7c9c1", "#fbf3ee") + shadow(cx + 14, cy + 30, r * .26, r * .34, .35) + placed(slice_ + sugar, cx - r * .05, cy, r / 390, 24)
            + shape(blob(cx + r * .36, cy + r * .2, r * .16, 8, .12), "#fffdf5") + "".join(circle(cx + r * (.2 + i * .09), cy - r * (.3 - i * .03), r * .05, "#b3202e") for i in range(3)) + leaf(cx + r * .2, cy - r * .3, r * .15, -50, LEAF))


def table(w, h):
    """The front page: the whole table."""
    return (cloth(w, h, down("#1e4636", "#143227")) + tomatoes_on(760, 520, 350) + pasta_on(1340, 300, 270) + fish_on(1320, 860, 300) + beets_on(250, 240, 215) + tart_on(240, 860, 200)
            + glass(660, 70, 84, "#e6c65a") + glass(1010, 160, 76, TOMATO) + fork(60, 560, .8, 8) + grain(w, h))


def dish(scene, colour):
    return lambda w, h: cloth(w, h, colour) + scene(w / 2, h / 2 + 10, h * .43) + fork(w * .1, h * .55, .9, 8) + grain(w, h)


def room(w, h):
    """The room at dusk: lamps over tables, a long window."""
    wall = rect(0, 0, w, h, down("#21493a", "#17362a"))
    panes = "".join(rect(120 + i * 230, 130, 206, 370, down("#f3a76a", "#f6d29a"), 6) for i in range(6))
    roofs = "".join(rect(120 + i * 97, 500 - d, 97, d, c) for i, (d, c) in enumerate(zip([120, 170, 90, 200, 140, 110, 180, 130, 210, 100, 150, 190, 120, 160], ["#b4593c", "#8c4a3c", "#a45a46", "#7c4038"] * 4)))
    view = group(roofs, clip("".join(f"M{120 + i * 230} 130h206v370h-206Z" for i in range(6))))
    lamps, tables = "", ""
    for x in (300, 800, 1300):
        lamps += (ellipse(x, 640, 330, 190, "#ffd98a", 'opacity=".35" filter="url(#mist)"') + line(f"M{x} 0V330", "#0d2219", 5) + shape(f"M{x - 84} 400C{x - 80} 340 {x - 40} 326 {x} 326S{x + 80} 340 {x + 84} 400Z", TOMATO)
                  + ellipse(x, 400, 84, 13, "#ffe9b0"))
        tables += (rect(x - 12, 720, 24, 260, "#0f271d") + ellipse(x, 735, 205, 40, "#0f271d", 'opacity=".5"') + ellipse(x, 720, 205, 40, CREAM) + ellipse(x, 714, 205, 38, "#fffdf4")
                   + ellipse(x - 80, 712, 46, 10, "#d9dccd") + ellipse(x + 84, 712, 46, 10, "#d9dccd") + rect(x - 10, 640, 20, 70, "#e9e2c9", 8) + circle(x, 632, 26, YOLK) + leaf(x, 650, 70, -130, LEAF) + leaf(x, 650, 70, -50, LEAF))
        for side in (-1, 1):
            tables += rect(x + side * 268 - 34, 760, 68, 16, "#8c5a36", 6) + rect(x + side * 268 + side * 22 - 6, 610, 12, 370, "#8c5a36", 5) + rect(x + side * 268 - side * 28 - 5, 770, 10, 210, "#744a2c", 5)
    return wall + panes + view + lamps + rect(0, 960, w, h - 960, "#3d2a1d") + tables + grain(w, h)


def way(w, h):
    """The way to the door, drawn by hand: no map service is asked."""
    land = rect(0, 0, w, h, "#e6ead8")
    park = shape(blob(330, 270, 190, 4, .2), "#b9cf98") + "".join(circle(x, y, 17, "#86a763") for x, y in ((250, 220), (320, 180), (400, 240), (300, 320), (230, 300), (380, 330), (440, 290)))
    river = line(f"M-40 720C260 640 420 800 700 720S1180 560 {w + 60} 640", "#9cc4cf", 100)
    roads = ["M-20 470L1640 400", "M560 -20L640 1020", "M1010 -20L960 1020", "M-20 150L1640 120", "M220 -20L160 1020", "M1340 -20L1400 1020"]
    streets = "".join(line(p, "#cfd4bd", 40) for p in roads) + "".join(line(p, "#fffdf4", 30) for p in roads)
    blocks = "".join(rect(x, y, a, b, "#d8dcc4", 8) for x, y, a, b in ((690, 190, 110, 170), (830, 180, 110, 80), (830, 285, 110, 75), (1070, 170, 200, 90), (1060, 290, 110, 70), (1200, 280, 100, 80), (690, 480, 110, 110), (1060, 470, 230, 70), (700, 830, 200, 110), (1050, 760, 260, 150), (270, 850, 280, 90), (1440, 180, 120, 170)))
    steps = line("M1010 -20L990 385L860 445", TOMATO, 9, 'stroke-dasharray="4 22"')
    pin = shadow(846, 470, 40, 12, .4) + shape("M840 470C790 396 782 372 782 350A58 58 0 0 1 898 350C898 372 890 396 840 470Z", TOMATO) + circle(840, 350, 24, CREAM)
    tram = placed(rect(-40, -22, 80, 44, "#2f5a48", 10) + rect(-30, -14, 26, 18, "#dfe8d4", 3) + rect(4, -14, 26, 18, "#dfe8d4", 3), 1004, 100)
    return land + park + river + streets + blocks + tram + steps + pin + grain(w, h, .1)


PICTURES = {
    "table": (table, 1600, 1050), "tomatoes": (dish(tomatoes_on, "#e0b9a0"), 1200, 900), "pasta": (dish(pasta_on, "#e9c46a"), 1200, 900), "fish": (dish(fish_on, "#3f7a86"), 1200, 900),
    "tart": (dish(tart_on, "#2f5a48"), 1200, 900), "beets": (dish(beets_on, "#b58a9c"), 1200, 900), "room": (room, 1600, 1050), "way": (way, 1600, 900),
}
