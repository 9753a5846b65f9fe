"""The portfolio: six pieces of printed matter, each made of a few plain shapes."""
import math
import random

from brush import circle, clip, down, ellipse, filtered, grain, group, line, mix, placed, rect, shadow, shape, smooth

BLACK, WHITE, LIME, ORANGE, BLUE, PINK, GREEN = "#141414", "#f7f6f2", "#c9f03a", "#ff5b2e", "#2b50e0", "#f5a6c8", "#0f6b4f"


def poster(x, y, w, h, art, turn=0, paper=WHITE):
    """A sheet with its art (drawn on 600 by 800), lying or hanging."""
    return placed(group(rect(-w / 2 + 14, -h / 2 + 22, w, h, "#000", extra='opacity=".34" filter="url(#soft)"'))
                  + rect(-w / 2, -h / 2, w, h, paper) + group(placed(art, -w / 2, -h / 2, w / 600), clip(f"M{-w / 2} {-h / 2}h{w}v{h}h{-w}Z")), x, y, 1, turn)


def tide_art(shift=0):
    out = rect(0, 0, 600, 800, BLUE)
    for i in range(15):
        y = 210 + i * 42
        points = [(x, y + math.sin(x / 90 + i * .55 + shift) * (10 + i * 2.6)) for x in range(-40, 680, 40)]
        out += shape(smooth(points) + "L680 860L-40 860Z", mix(BLUE, WHITE, (i % 2) * .9))
    return out + circle(430, 170, 105, ORANGE)


def tide(w, h):
    return rect(0, 0, w, h, down("#dfe2df", "#c9cdca")) + poster(360, 450, 450, 600, tide_art(), -3) + poster(850, 460, 450, 600, tide_art(2.4).replace(ORANGE, LIME).replace(BLUE, BLACK), 2) + grain(w, h)


def market_art():
    out = rect(0, 0, 600, 800, ORANGE)
    tiles = [PINK, BLACK, LIME, WHITE, BLUE]
    dice = random.Random(11)
    for row in range(8):
        for col in range(6):
            x, y, c, d = col * 100, row * 100, dice.choice(tiles), dice.choice(tiles)
            out += rect(x, y, 101, 101, c)
            kind = dice.randrange(4)
            if kind == 0:
                out += shape(f"M{x} {y}A100 100 0 0 1 {x + 100} {y + 100}H{x}Z", d)
            elif kind == 1:
                out += circle(x + 50, y + 50, 38, d)
            elif kind == 2:
                out += shape(f"M{x} {y}H{x + 100}L{x} {y + 100}Z", d)
            else:
                out += rect(x, y, 50, 101, d) + circle(x + 50, y + 50, 22, c)
    return out


def market(w, h):
    def box(x, y, scale):
        art = market_art()
        front = group(placed(art, 0, 0, .6), clip("M0 0H300V380H0Z"))
        side = group(placed(art, 300, 0, .6), 'transform="skewY(-28)" opacity="1"')
        return placed(shadow(230, 400, 300, 40, .45) + front + group(group(placed(art, 0, 0, .6), clip("M0 0H120V380H0Z")) + rect(0, 0, 120, 380, "#000", extra='opacity=".28"'), 'transform="translate(300 0) skewY(-28)"')
                      + shape("M0 0L120 -64H420L300 0Z", mix(ORANGE, "#ffffff", .2)), x, y, scale)
    return rect(0, 0, w, h, down("#f7c9dd", "#eda9c7")) + box(170, 300, 1.15) + box(680, 470, .85) + grain(w, h)


def notes(w, h):
    def book(x, y, turn, colour, dot):
        art = rect(0, 0, 600, 800, colour) + "".join(line(f"M{60} {150 + i * 46}H{540}", WHITE, 5, 'opacity=".8"') for i in range(13)) + circle(300, 420, 150, dot) + rect(0, 0, 46, 800, "#000", extra='opacity=".25"')
        pages = "".join(rect(-176 + 6, -236 + i * 3 + 6, 352, 470, mix(WHITE, "#999999", .12 * (i % 2))) for i in range(4))
        return placed(pages, x + 8, y + 8, 1, turn) + poster(x, y, 352, 470, art, turn)
    return rect(0, 0, w, h, down("#17694f", GREEN)) + book(320, 500, -9, ORANGE, WHITE) + book(600, 440, 2, LIME, BLACK) + book(890, 480, 11, PINK, BLUE) + grain(w, h)


def signals(w, h):
    signs = [("M20 60H100M70 30L100 60L70 90", BLUE, WHITE), ("M60 100V20M30 50L60 20L90 50", LIME, BLACK), ("M30 30H90V90H30Z", ORANGE, WHITE), ("M60 22A38 38 0 1 1 59.900 22", WHITE, BLACK), ("M24 90L60 24L96 90Z", PINK, BLACK), ("M24 40H96M24 60H96M24 80H70", BLACK, LIME)]
    out = rect(0, 0, w, h, down("#d7d4cb", "#bdb9ad"))
    for i, (path, back, ink) in enumerate(signs):
        x, y = 180 + (i % 3) * 300, 120 + (i // 3) * 345
        out += shadow(x + 130, y + 150, 130, 130, .35) + rect(x, y, 250, 290, back, 18) + placed(line(path, ink, 11), x + 5, y + 25, 2)
    return out + grain(w, h)


def machines(w, h):
    def screen(x, y, width, height, inner, back):
        return shadow(x + width / 2 + 10, y + height / 2 + 24, width / 2, height / 2, .4) + rect(x, y, width, height, BLACK, 44) + rect(x + 14, y + 14, width - 28, height - 28, back, 32) + inner
    dial = circle(400, 400, 118, WHITE) + "".join(line(f"M{400 + 98 * math.cos(a):.0f} {400 + 98 * math.sin(a):.0f}L{400 + 112 * math.cos(a):.0f} {400 + 112 * math.sin(a):.0f}", BLACK, 5) for a in [i * math.pi / 6 for i in range(12)]) + line("M400 400L455 340", ORANGE, 12) + circle(400, 400, 14, BLACK) + "".join(rect(290, 560 + i * 64, 220, 40, c, 20) for i, c in enumerate((LIME, PINK, WHITE)))
    bars = "".join(rect(702 + i * 42, 690 - t, 28, t, c, 14) for i, (t, c) in enumerate(zip((120, 210, 160, 290, 240), (BLUE, BLACK, BLUE, ORANGE, BLUE)))) + circle(790, 290, 60, ORANGE) + rect(702, 730, 196, 26, BLACK, 13)
    return rect(0, 0, w, h, down("#5470ea", BLUE)) + screen(255, 120, 290, 680, dial, BLUE) + screen(655, 150, 290, 680, bars, WHITE) + grain(w, h)


def moon_art(colour, phase):
    return rect(0, 0, 600, 800, colour) + "".join(circle(300, 400, 270 - i * 30, mix(colour, WHITE if i % 2 else BLACK, .82)) for i in range(9)) + circle(300 + phase, 400, 130, ORANGE)


def moons(w, h):
    return rect(0, 0, w, h, down("#26262a", BLACK)) + poster(230, 450, 300, 400, moon_art(LIME, -120), 0, LIME) + poster(600, 450, 360, 480, moon_art(PINK, 0), 0, PINK) + poster(970, 450, 300, 400, moon_art(BLUE, 120), 0, BLUE) + grain(w, h)


def near(scene, x, y, scale=2.1):
    """A part of a scene from near."""
    return lambda w, h: placed(scene(w, h), -x * w * (scale - 1), -y * h * (scale - 1), scale)


PICTURES = {"tide": (tide, 1200, 900), "market": (market, 1200, 900), "notes": (notes, 1200, 900), "signals": (signals, 1200, 900), "machines": (machines, 1200, 900), "moons": (moons, 1200, 900),
            "tide-near": (near(tide, .16, .5), 1200, 800), "market-near": (near(market, .2, .5), 1200, 800), "notes-near": (near(notes, .5, .4), 1200, 800), "moons-near": (near(moons, .5, .5), 1200, 800)}
