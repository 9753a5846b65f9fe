"""The event: the poster's shapes, in one picture after the other."""
import math
import random

from brush import circle, clip, down, ellipse, grain, group, line, mix, placed, rect, shadow, shape

YELLOW, VIOLET, CORAL, BLACK, WHITE, MINT, PINK = "#ffdf3f", "#5a1fd1", "#ff5a3c", "#17131f", "#fffaf0", "#7fe0c3", "#ff9ec7"
COLOURS = [VIOLET, CORAL, BLACK, WHITE, MINT, PINK]


def tile(x, y, s, kind, a, b):
    """One of eight figures in a square."""
    base = rect(x, y, s + .6, s + .6, a)
    figures = [
        lambda: shape(f"M{x} {y}A{s} {s} 0 0 1 {x + s} {y + s}H{x}Z", b),
        lambda: shape(f"M{x + s} {y}A{s} {s} 0 0 0 {x} {y + s}H{x + s}Z", b),
        lambda: circle(x + s / 2, y + s / 2, s * .42, b) + circle(x + s / 2, y + s / 2, s * .18, a),
        lambda: shape(f"M{x} {y + s}A{s / 2} {s / 2} 0 0 1 {x + s} {y + s}Z", b) + shape(f"M{x} {y + s / 2}A{s / 2} {s / 2} 0 0 1 {x + s} {y + s / 2}Z", b),
        lambda: "".join(rect(x, y + i * s / 4, s, s / 8, b) for i in range(4)),
        lambda: shape(f"M{x} {y}L{x + s} {y + s / 2}L{x} {y + s}Z", b),
        lambda: "".join(circle(x + s * (.25 + .5 * i), y + s * (.25 + .5 * k), s * .17, b) for i in (0, 1) for k in (0, 1)),
        lambda: shape("".join(f"{'M' if i == 0 else 'L'}{x + s / 2 + s * (.46 if i % 2 == 0 else .24) * math.cos(i * math.pi / 8):.1f} {y + s / 2 + s * (.46 if i % 2 == 0 else .24) * math.sin(i * math.pi / 8):.1f}" for i in range(16)) + "Z", b),
    ]
    return base + figures[kind]()


def pattern(w, h, size, seed, colours=None):
    dice = random.Random(seed)
    colours = colours or [*COLOURS, YELLOW]
    out, last = "", None
    for y in range(0, h, size):
        for x in range(0, w, size):
            a = dice.choice([c for c in colours if c != last])
            b = dice.choice([c for c in colours if c != a])
            last = a
            out += tile(x, y, size, dice.randrange(8), a, b)
    return out


def poster(w, h):
    return pattern(w, h, 200, 21) + grain(w, h, .12)


def hall(w, h):
    roof = shape(f"M0 0H{w}V170L{w / 2} 60L0 170Z", BLACK) + "".join(line(f"M{x} 0L{w / 2 + (x - w / 2) * .55} 560", "#2b2436", 10) for x in range(0, w + 1, 160))
    stage = rect(380, 250, 840, 360, VIOLET) + group(placed(pattern(1200, 400, 120, 5, [VIOLET, CORAL, PINK, YELLOW, WHITE]), 380, 250, .7), clip("M380 250h840v360H380Z")) + rect(340, 610, 920, 44, CORAL) + rect(320, 654, 960, 90, BLACK)
    beams = "".join(shape(f"M{x} 110L{x - 220 + k} 640H{x + 120 + k}Z", c, 'opacity=".22"') for x, k, c in ((420, 120, YELLOW), (800, 40, PINK), (1180, -20, MINT)))
    dice = random.Random(2)
    heads = "".join(ellipse(x, y, 30 * s, 36 * s, mix(BLACK, VIOLET, t)) + shape(f"M{x - 62 * s} {y + 140 * s}C{x - 60 * s} {y + 50 * s} {x - 30 * s} {y + 30 * s} {x} {y + 30 * s}S{x + 60 * s} {y + 50 * s} {x + 62 * s} {y + 140 * s}Z", mix(BLACK, VIOLET, t))
                    for s, t, row in ((.8, .5, 770), (1.05, .28, 850), (1.4, .08, 960)) for x, y in [(k * 118 * s + dice.uniform(-14, 14), row + dice.uniform(-10, 10)) for k in range(0, int(w / (118 * s)) + 2)])
    return rect(0, 0, w, h, down("#3a1a7a", "#6a2bd0")) + roof + stage + beams + heads + grain(w, h, .14)


def ticket(colour, ink, seed):
    def scene(w, h):
        art = pattern(600, 400, 100, seed, [c for c in (*COLOURS, YELLOW) if c != colour])
        card = group(rect(14, 26, 800, 400, "#000", 24, 'opacity=".4" filter="url(#soft)"')) + group(rect(0, 0, 800, 400, ink) + placed(art, 0, 0, 1) + line("M610 0V400", colour, 6, 'stroke-dasharray="4 18"') + "".join(rect(660 + i * 17, 60, 5 + (i * 7) % 9, 280, WHITE if ink == BLACK else BLACK) for i in range(6)),
                                                                                                         clip("M24 0H590A20 20 0 0 0 630 0H776A24 24 0 0 1 800 24V376A24 24 0 0 1 776 400H630A20 20 0 0 0 590 400H24A24 24 0 0 1 0 376V24A24 24 0 0 1 24 0Z"))
        return rect(0, 0, w, h, colour) + placed(card, w * .17, h * .34, .88, -8) + grain(w, h, .1)
    return scene


def role(back, skin, top, seed, hair):
    """Somebody without a face, in the poster's cloth; `hair` is one of four."""
    def scene(w, h):
        bust = f"M{w * .12} {h}C{w * .14} {h * .68} {w * .34} {h * .64} {w * .5} {h * .64}S{w * .86} {h * .68} {w * .88} {h}Z"
        behind, above = {
            "short": ("", shape(f"M{w * .335} {h * .39}C{w * .3} {h * .08} {w * .7} {h * .08} {w * .665} {h * .39}C{w * .64} {h * .29} {w * .46} {h * .31} {w * .335} {h * .39}Z", BLACK)),
            "bun": (circle(w * .5, h * .15, w * .09, BLACK), shape(f"M{w * .335} {h * .4}C{w * .3} {h * .08} {w * .7} {h * .08} {w * .665} {h * .4}C{w * .62} {h * .27} {w * .38} {h * .27} {w * .335} {h * .4}Z", BLACK)),
            "long": (shape(f"M{w * .29} {h * .66}C{w * .26} {h * .02} {w * .74} {h * .02} {w * .71} {h * .66}Z", BLACK), shape(f"M{w * .335} {h * .42}C{w * .3} {h * .1} {w * .7} {h * .1} {w * .665} {h * .42}C{w * .64} {h * .3} {w * .56} {h * .27} {w * .52} {h * .24}C{w * .46} {h * .3} {w * .38} {h * .32} {w * .335} {h * .42}Z", BLACK)),
            "curls": ("".join(circle(w * (.5 + .19 * math.cos(k)), h * (.33 + .18 * math.sin(k)), w * .085, BLACK) for k in [math.pi + i * math.pi / 7 for i in range(8)]), "".join(circle(w * (.38 + i * .06), h * .25, w * .05, BLACK) for i in range(5))),
        }[hair]
        return (rect(0, 0, w, h, back) + circle(w * .5, h * .44, w * .4, mix(back, "#ffffff", .25)) + behind + shape(bust, top)
                + group(placed(pattern(600, 300, 100, seed, [top, mix(top, "#ffffff", .3), BLACK, YELLOW]), 0, h * .62, 1), clip(bust))
                + rect(w * .43, h * .5, w * .14, h * .18, mix(skin, "#000000", .15), 30) + ellipse(w * .5, h * .4, w * .155, w * .2, skin) + above + grain(w, h, .06))
    return scene


def way(w, h):
    land = rect(0, 0, w, h, "#efe6ff")
    blocks = "".join(rect(x, y, a, b, c, 6) for x, y, a, b, c in [(60 + i * 215, 60 + k * 215, 165, 165, "#dccdf7" if (i * 3 + k * 5) % 4 else MINT) for i in range(8) for k in range(5)])
    rail = line("M-20 840L1640 640", BLACK, 14) + line("M-20 840L1640 640", WHITE, 8, 'stroke-dasharray="26 20"')
    hall_ = rect(705, 275, 380, 165, VIOLET, 6) + group(placed(pattern(400, 200, 95, 9, [VIOLET, CORAL, YELLOW, PINK]), 705, 275, 1), clip("M705 275h380v165H705Z"))
    walk = line("M1215 690V470H900V450", CORAL, 12, 'stroke-dasharray="3 24"')
    station = circle(1215, 692, 40, BLACK) + circle(1215, 692, 24, YELLOW)
    pin = shape("M900 290C838 198 828 170 828 142A72 72 0 0 1 972 142C972 170 962 198 900 290Z", CORAL) + circle(900, 142, 30, WHITE)
    return land + blocks + rail + hall_ + walk + station + pin + grain(w, h, .08)


PICTURES = {"poster": (poster, 1600, 1000), "hall": (hall, 1600, 1000), "way": (way, 1600, 900), "pass-two": (ticket(VIOLET, BLACK, 3), 1000, 1000), "pass-day": (ticket(CORAL, BLACK, 8), 1000, 1000), "pass-workshop": (ticket(MINT, BLACK, 14), 1000, 1000),
            **{f"role-{i + 1}": (role(*r), 600, 600) for i, r in enumerate(((CORAL, "#8d5a3c", VIOLET, 1, "curls"), (MINT, "#f0c3a0", CORAL, 2, "bun"), (PINK, "#5d3a28", MINT, 3, "short"), (VIOLET, "#dca27a", PINK, 4, "long"), (YELLOW, "#a86f4a", VIOLET, 5, "short"), (WHITE, "#f3cdb0", CORAL, 6, "long")))}}
