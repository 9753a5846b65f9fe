"""The shop: pots and plates of a small pottery, in the light of a window."""
from brush import across, circle, clip, down, ellipse, filtered, grain, group, leaf, line, mix, placed, rect, shadow, shape, smooth

COBALT, OAT, OCHRE, ROSE, MOSS, INK, SKY = "#2846c8", "#efe6d6", "#d9972f", "#dd8f86", "#6d8450", "#23253a", "#9dbbe8"


def room(width, height, wall, table, edge=.7):
    """A wall with the light of a window on it, and a table."""
    y = height * edge
    bars = ""
    for i in range(2):
        x = width * (.08 + i * .2)
        bars += shape(f"M{x} {-20}L{x + width * .16} {-20}L{x + width * .5} {y}L{x + width * .3} {y}Z", "#fff", 'opacity=".2"')
    return (rect(0, 0, width, height, down(mix(wall, "#ffffff", .12), wall)) + bars
            + rect(0, y, width, height - y, down(table, mix(table, "#000000", .12))) + rect(0, y, width, 3, "#fff", extra='opacity=".35"'))


def body(cx, base, profile, scale):
    """The outline of a thrown pot: half widths by height, mirrored."""
    right = [(cx + w * scale, base - h * scale) for w, h in profile]
    left = [(cx - w * scale, base - h * scale) for w, h in reversed(profile)]
    return smooth(right) + "L" + smooth(left)[1:] + "Z"


def pot(cx, base, profile, glaze, scale=1.0, dip=None, at=.55, spots=False):
    """A pot, shaded as if the light came from the left; `dip` is a second glaze from the top down to `at` of its height."""
    top_w, top_h = profile[-1]
    foot = profile[0][0] * scale
    path = body(cx, base, profile, scale)
    wide = max(w for w, _ in profile) * scale

    def shaded(colour):
        return gradient_of(colour, cx, wide)
    inner = shape(path, shaded(glaze))
    if dip:
        y = base - top_h * scale * (1 - at)
        wave = f"M{cx - wide * 1.2} {base - top_h * scale - 60}H{cx + wide * 1.2}V{y}C{cx + wide * .6} {y + 34 * scale} {cx + wide * .2} {y - 18 * scale} {cx - wide * .2} {y + 14 * scale}S{cx - wide * .9} {y - 10 * scale} {cx - wide * 1.2} {y + 20 * scale}Z"
        inner += group(shape(wave, shaded(dip)), clip(path))
    if spots:
        import random
        dice = random.Random(4)
        dots = "".join(circle(cx + dice.uniform(-wide, wide), base - dice.uniform(0, top_h * scale), dice.uniform(1.2, 3.2) * scale, "#3a2c20", 'opacity=".5"') for _ in range(90))
        inner += group(dots, clip(path))
    shine = group(ellipse(cx - wide * .45, base - top_h * scale * .58, wide * .1, top_h * scale * .25, "#fff", 'opacity=".5" filter="url(#soft)"'), clip(path))
    ry = max(top_w * scale * .2, 5)
    rim = dip or glaze
    mouth = (ellipse(cx, base - top_h * scale, top_w * scale, ry, mix(rim, "#ffffff", .35))
             + ellipse(cx, base - top_h * scale + 1.5, top_w * scale - 7 * scale, ry - 3.5 * scale, across((0, mix(rim, "#000000", .62)), (1, mix(rim, "#000000", .3)))))
    cast = shadow(cx + wide * .5, base - 2, wide * 1.15, 20 * scale, .38) + ellipse(cx, base, foot * 1.02, 7 * scale, "#14101c", 'opacity=".35"')
    return cast + filtered(inner, "clay") + shine + mouth


def gradient_of(colour, cx, wide):
    from brush import gradient
    return gradient("linear", [(0, mix(colour, "#000000", .22)), (.28, mix(colour, "#ffffff", .3)), (.55, colour), (1, mix(colour, "#000000", .45))],
                    x1=cx - wide, y1=0, x2=cx + wide, y2=0, gradientUnits="userSpaceOnUse")


VASE = [(60, 0), (92, 60), (112, 150), (96, 260), (52, 340), (40, 400), (58, 440)]
BOTTLE = [(70, 0), (104, 40), (112, 120), (80, 210), (34, 260), (28, 340), (40, 370)]
BOWL = [(58, 0), (100, 22), (150, 70), (178, 130), (184, 160)]
CUP = [(62, 0), (78, 20), (86, 80), (88, 150), (88, 170)]
JAR = [(84, 0), (118, 40), (130, 130), (118, 220), (96, 250)]
PITCHER = [(76, 0), (108, 50), (118, 140), (92, 230), (70, 290), (82, 340)]
PLANTER = [(82, 0), (96, 40), (120, 150), (132, 210)]


def handle(x, y, size, colour, side=1, thick=22):
    path = f"M{x} {y - size * .5}C{x + side * size * .85} {y - size * .6} {x + side * size * .85} {y + size * .55} {x - side * size * .04} {y + size * .5}"
    return line(path, mix(colour, "#000000", .3), thick) + line(path, mix(colour, "#ffffff", .12), thick * .45, 'transform="translate(-3 -3)"')


def stems(x, y, colour, count=5, seed=1, length=300):
    import random
    dice = random.Random(seed)
    out = ""
    for i in range(count):
        lean = (i - count / 2 + .5) * 44 + dice.uniform(-10, 10)
        top = length * dice.uniform(.75, 1)
        out += line(f"M{x} {y}Q{x + lean * .2} {y - top * .6} {x + lean} {y - top}", colour, 5)
        for step in range(3, 8):
            t = step / 8
            px, py = x + lean * t * t * .9, y - top * t
            out += leaf(px, py, 62 * (1.15 - t * .5), -60 + lean * .5, colour) + leaf(px, py, 62 * (1.15 - t * .5), -120 + lean * .5, mix(colour, "#ffffff", .15))
    return out


def vase(w, h):
    return room(w, h, "#cfd9f0", "#b7c4e4") + stems(500, 420, "#4c6650", 5, 3, 310) + pot(500, 800, VASE, COBALT, .98, dip=OAT, at=.3) + grain(w, h)


def bowl(w, h):
    return room(w, h, "#f2d9cc", "#e0b9a6") + pot(500, 760, BOWL, OAT, 1.75, dip=ROSE, at=.42, spots=True) + grain(w, h)


def mug(w, h):
    return (room(w, h, "#e6e9c9", "#cfd4a4") + handle(400 + 150, 590, 190, OCHRE) + pot(400, 760, CUP, OAT, 1.8, dip=OCHRE, at=.62, spots=True)
            + handle(710 + 96, 720, 140, COBALT, thick=18) + pot(710, 830, CUP, COBALT, 1.25) + grain(w, h))


def pitcher(w, h):
    return (room(w, h, "#d6e5e0", "#b4cec6") + handle(500 + 128, 520, 300, OAT, thick=28) + pot(490, 810, PITCHER, OAT, 1.55, dip=MOSS, at=.36, spots=True)
            + grain(w, h))


def plate(w, h):
    def from_above(cx, cy, r, rim, well):
        rings = "".join(circle(cx, cy, r * k, "none", f'stroke="{mix(well, "#000000", .12)}" stroke-width="2" opacity=".5"') for k in (.24, .36, .48))
        return (shadow(cx + 18, cy + 26, r, r, .34) + filtered(circle(cx, cy, r, rim) + circle(cx, cy, r * .72, mix(rim, "#000000", .1)) + circle(cx + 3, cy + 4, r * .7, well), "clay")
                + rings + group(ellipse(cx - r * .4, cy - r * .45, r * .3, r * .16, "#fff", 'opacity=".35" filter="url(#soft)"')))
    return rect(0, 0, w, h, down("#f0e2d0", "#e2cdb2")) + from_above(420, 430, 320, COBALT, OAT) + from_above(720, 740, 210, OAT, ROSE) + grain(w, h)


def jar(w, h):
    lid = ellipse(500, 800 - 250 * 1.55, 165, 34, mix(INK, "#ffffff", .1)) + shape("M340 405C360 350 440 330 500 330S640 350 660 405Z", INK) + circle(500, 316, 30, mix(INK, "#ffffff", .12))
    return room(w, h, "#f5e3ae", "#e6c87a") + pot(500, 800, JAR, OAT, 1.55, dip=INK, at=.45, spots=True) + lid + grain(w, h)


def planter(w, h):
    leaves = "".join(leaf(500, 440, 330, a, c) for a, c in ((-150, "#3f6149"), (-30, "#54795a"), (-120, "#5f8a63"), (-60, "#476b4f"), (-90, "#6f9a6d"), (-172, "#54795a"), (-8, "#3f6149")))
    return room(w, h, "#f0cfc9", "#dca79e") + leaves + pot(500, 820, PLANTER, ROSE, 1.7, dip=OAT, at=.16) + grain(w, h)


def card(w, h):
    paper = rect(230, 330, 560, 370, "#fdfbf4", 14) + placed(pot(0, 0, BOWL, COBALT, .62) + pot(-150, 0, VASE, ROSE, .42) + pot(150, 0, BOTTLE, OCHRE, .5), 510, 640)
    ribbon = rect(230, 420, 560, 20, COBALT) + ""
    return (rect(0, 0, w, h, down("#b9c6ee", "#a3b3e6")) + shadow(520, 560, 300, 190, .3) + placed(rect(-270, -190, 560, 380, "#e3bd4a", 12), 500, 500, 1, -7)
            + placed(paper.replace(ribbon, ""), 0, 0, 1, 2) + grain(w, h))


def shelf(w, h):
    """The front page: a row of pots in the light of the window."""
    y = 800
    back = room(w, h, "#c6d3f2", "#aebfe9", y / h)
    row = (pot(180, y + 40, JAR, OCHRE, 1.1, dip=OAT, at=.3, spots=True) + stems(470, y - 360, "#46604b", 6, 8, 330) + pot(470, y + 60, VASE, COBALT, 1.08, dip="#1b2f94", at=.45)
           + pot(770, y + 80, BOWL, OAT, 1.15, dip=ROSE, at=.42, spots=True) + handle(1035 + 92, y - 190, 230, OAT) + pot(1030, y + 50, PITCHER, OAT, 1.25, dip=MOSS, at=.36, spots=True)
           + pot(1330, y + 70, BOTTLE, ROSE, 1.3, dip=OAT, at=.3) + handle(1500 + 74, y + 10, 120, INK, thick=16) + pot(1500, y + 110, CUP, INK, .95, dip=OAT, at=.7))
    return back + row + grain(w, h)


def wheel(w, h):
    """Hands are away; the bowl still turns."""
    rings = "".join(ellipse(800, 690, 420 - i * 34, 84 - i * 7, mix("#8d94ab", "#ffffff", i * .06)) for i in range(5))
    return (rect(0, 0, w, h, down("#efd8cb", "#e0b7a3")) + rect(0, 752, w, 320, down("#7d5a48", "#5d4133")) + shape("M200 0L560 0L1000 752L760 752Z", "#fff", 'opacity=".2"') + shadow(830, 790, 470, 40, .5)
            + ellipse(800, 720, 430, 90, "#5e6580") + rings + pot(800, 690, BOWL, "#b98a6c", 1.65) + grain(w, h))


PICTURES = {
    "shelf": (shelf, 1600, 1100), "wheel": (wheel, 1600, 1000), "vase": (vase, 1000, 1000), "bowl": (bowl, 1000, 1000), "mug": (mug, 1000, 1000),
    "pitcher": (pitcher, 1000, 1000), "plate": (plate, 1000, 1000), "jar": (jar, 1000, 1000), "planter": (planter, 1000, 1000), "gift-card": (card, 1000, 1000),
}
