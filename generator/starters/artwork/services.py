"""The workshop: a bicycle, its parts, and the wall on which the tools hang."""
import math

from brush import circle, down, ellipse, grain, group, hills, leaf, line, mix, placed, rect, shadow, shape

PETROL, APRICOT, NIGHT, SKY, CHALK, RED = "#0e6b78", "#ffb072", "#123038", "#cfe9ec", "#f7fbfa", "#e2553d"


def wheel(x, y, r, tyre=NIGHT, rim="#d5dee0", spokes=24):
    out = circle(x, y, r, "none", f'stroke="{tyre}" stroke-width="{r * .1:.1f}"') + circle(x, y, r * .9, "none", f'stroke="{rim}" stroke-width="{r * .045:.1f}"')
    for i in range(spokes):
        a = 2 * math.pi * i / spokes
        b = a + (.5 if i % 2 else -.5)
        out += line(f"M{x + r * .07 * math.cos(b):.1f} {y + r * .07 * math.sin(b):.1f}L{x + r * .88 * math.cos(a):.1f} {y + r * .88 * math.sin(a):.1f}", rim, max(r * .009, 1.2))
    return out + circle(x, y, r * .085, NIGHT) + circle(x, y, r * .035, rim)


def bicycle(colour=PETROL, second=APRICOT):
    """On a ground at y = 0, about 760 wide."""
    rear, front, r = (-250, -165), (270, -165), 150
    crank, seat, head = (-20, -150), (-100, -400), (190, -395)
    frame = (line(f"M{rear[0]} {rear[1]}L{crank[0]} {crank[1]}L{seat[0]} {seat[1]}Z", colour, 17) + line(f"M{crank[0]} {crank[1]}L{head[0] + 8} {head[1] + 50}L{seat[0] + 12} {seat[1] + 34}", colour, 19)
             + line(f"M{head[0] - 8} {head[1] - 20}L{head[0] + 24} {head[1] + 84}C{head[0] + 40} {head[1] + 140} {front[0] - 10} {front[1] - 60} {front[0]} {front[1]}", colour, 16))
    saddle = line(f"M{seat[0]} {seat[1]}L{seat[0] - 18} {seat[1] - 58}", "#b9c6c9", 12) + shape(f"M{seat[0] - 95} {seat[1] - 76}C{seat[0] - 60} {seat[1] - 96} {seat[0] + 30} {seat[1] - 82} {seat[0] + 62} {seat[1] - 66}C{seat[0] + 20} {seat[1] - 52} {seat[0] - 30} {seat[1] - 46} {seat[0] - 62} {seat[1] - 42}C{seat[0] - 92} {seat[1] - 42} {seat[0] - 104} {seat[1] - 62} {seat[0] - 95} {seat[1] - 76}Z", "#7a4a2e")
    bar = line(f"M{head[0] - 10} {head[1] - 22}L{head[0] - 22} {head[1] - 74}C{head[0] + 10} {head[1] - 84} {head[0] + 64} {head[1] - 84} {head[0] + 66} {head[1] - 50}", "#b9c6c9", 12) + line(f"M{head[0] + 66} {head[1] - 52}C{head[0] + 60} {head[1] - 22} {head[0] + 10} {head[1] - 26} {head[0] - 8} {head[1] - 32}", "#7a4a2e", 15)
    chain = line(f"M{rear[0]} {rear[1] - 24}L{crank[0]} {crank[1] - 52}M{rear[0]} {rear[1] + 24}L{crank[0]} {crank[1] + 52}", "#33464c", 6, 'stroke-dasharray="7 4"') + circle(*crank, 54, "none", 'stroke="#33464c" stroke-width="9"') + circle(*crank, 18, "#33464c") + line(f"M{crank[0]} {crank[1]}L{crank[0] + 62} {crank[1] + 66}", "#33464c", 12) + rect(crank[0] + 42, crank[1] + 62, 52, 14, NIGHT, 6) + circle(*rear, 27, "#33464c")
    basket = shape(f"M{head[0] + 76} {head[1] - 90}H{head[0] + 204}L{head[0] + 186} {head[1] + 20}H{head[0] + 92}Z", second) + "".join(line(f"M{head[0] + 84 + i * 20} {head[1] - 88}L{head[0] + 96 + i * 17} {head[1] + 18}", mix(second, "#7a4a2e", .4), 3) for i in range(6))
    return ellipse(10, -6, 420, 16, NIGHT, 'opacity=".3"') + wheel(*rear, r) + wheel(*front, r) + chain + frame + saddle + bar + basket


def street(w, h):
    wall = rect(0, 0, w, h, down("#ffd3a8", APRICOT)) + "".join(rect(x + (row % 2) * 60, row * 58, 108, 46, mix(APRICOT, "#ffffff", .16), 4, 'opacity=".6"') for row in range(14) for x in range(-80, w, 120) if (x * 7 + row * 13) % 5 == 0)
    door = rect(1180, 170, 270, 640, PETROL, 8) + rect(1210, 205, 210, 300, SKY, 6) + shape("M1210 420L1340 205H1420V260L1260 505H1210Z", "#fff", 'opacity=".4"') + circle(1400, 600, 13, APRICOT)
    window = rect(150, 150, 380, 320, CHALK, 8) + rect(172, 172, 336, 276, SKY) + rect(334, 172, 12, 276, CHALK) + placed(wheel(0, 0, 74), 252, 320) + placed(wheel(0, 0, 56, RED), 430, 330) + "".join(shape(f"M{130 + i * 60} 110h60l-10 76a25 25 0 0 1 -40 0z", RED if i % 2 else CHALK) for i in range(7))
    plant = placed(shape("M-70 0L-54 130H54L70 0Z", RED) + "".join(leaf(0, 10, 190, a, c) for a, c in ((-155, "#2f7a62"), (-125, "#3f8d6d"), (-95, "#2f7a62"), (-65, "#4a9a78"), (-35, "#2f7a62"))), 1060, 690)
    return wall + window + door + rect(0, 815, w, h, down("#8fb5b4", "#6f9897")) + rect(0, 815, w, 14, CHALK, extra='opacity=".6"') + plant + placed(bicycle(), 600, 900, 1.08) + grain(w, h)


def tools(w, h):
    board = rect(0, 0, w, h, down("#13808f", PETROL)) + "".join(circle(x, y, 5, "#0a4f59") for x in range(40, w, 60) for y in range(40, h, 60))
    spanner = shape("M-22 0V-230C-64 -250 -70 -310 -34 -340V-290L0 -272L34 -290V-340C70 -310 64 -250 22 -230V0A22 22 0 0 1 -22 0Z", "#dbe4e5")
    driver = rect(-9, -210, 18, 160, "#dbe4e5") + shape("M-9 -210H9L14 -232H-14Z", "#dbe4e5") + rect(-30, -60, 60, 170, RED, 26) + rect(-14, -40, 7, 130, "#fff", 3, 'opacity=".4"')
    pliers = line("M-10 -60C-70 20 -66 110 -46 170M10 -60C70 20 66 110 46 170", APRICOT, 30) + shape("M-44 -70C-40 -170 -12 -220 0 -230C12 -220 40 -170 44 -70A46 46 0 0 1 -44 -70Z", "#c3d0d2") + circle(0, -68, 17, "#5b7177") + line("M0 -225V-110", "#5b7177", 5)
    pump = rect(-22, -200, 44, 330, "#f1c15c", 12) + rect(-8, -290, 16, 100, "#dbe4e5") + rect(-90, -310, 180, 32, NIGHT, 14) + rect(-80, 130, 160, 22, NIGHT, 10) + line("M20 100C110 120 120 -20 96 -90", NIGHT, 12)
    hung = "".join(placed(group(t, 'opacity=".3" transform="translate(12 16)" style="filter:brightness(0) blur(6px)"') + t, x, y, s, a) for t, x, y, s, a in ((spanner, 150, 500, 1, 0), (spanner, 260, 470, .82, 0), (spanner, 350, 440, .66, 0), (driver, 480, 400, 1.1, 0), (driver, 580, 400, .9, 0), (pliers, 730, 430, 1.1, 0)))
    return board + hung + placed(pump, 1060, 490, 1.15) + placed(wheel(0, 0, 150, NIGHT, "#dbe4e5"), 250, 730) + placed(wheel(0, 0, 110, RED, "#dbe4e5"), 560, 740) + rect(0, 850, w, 60, "#b9814f") + grain(w, h)


def hub(w, h):
    x, y = 600, 460
    teeth = "".join(shape(f"M-13 {-r}h26l-6 -26h-14z", "#4b6067", f'transform="translate({x} {y}) rotate({i * 360 / n})"') for r, n in ((300, 44), (215, 32), (140, 20)) for i in range(n))
    rings = "".join(circle(x, y, r, c) + circle(x, y, r - 26, "#8fa3a8") for r, c in ((300, "#4b6067"), (215, "#4b6067"), (140, "#4b6067")))
    holes = "".join(circle(x + 250 * math.cos(a), y + 250 * math.sin(a), 20, "#e9c79d") for a in [i * math.pi / 5 for i in range(10)])
    chain = "".join(placed(rect(-28, -14, 56, 28, "#c6d2d4", 14) + circle(-16, 0, 6, NIGHT) + circle(16, 0, 6, NIGHT), x + 312 * math.cos(a), y + 312 * math.sin(a), 1, math.degrees(a) + 90) for a in [math.pi / 2 + i * math.pi / 17 for i in range(18)])
    ends = "".join(placed(rect(-28, -14, 56, 28, "#c6d2d4", 14) + circle(-16, 0, 6, NIGHT) + circle(16, 0, 6, NIGHT), 620 + i * 58, yy) for i in range(11) for yy in (y - 312, y + 312))
    return rect(0, 0, w, h, down("#fbd9b4", "#f3c08c")) + shadow(x + 20, y + 60, 320, 300, .3) + ends + rings + teeth + holes + chain + circle(x, y, 74, NIGHT) + circle(x, y, 40, APRICOT) + grain(w, h)


def stand(w, h):
    post = line("M600 900V300M600 330H560M420 900H780", NIGHT, 26) + rect(530, 312, 60, 40, RED, 8)
    return rect(0, 0, w, h, down("#d9eef0", "#b4dadd")) + rect(0, 800, w, 100, "#8fb5b4") + placed(rect(0, 0, 260, 180, CHALK, 8) + rect(16, 16, 228, 148, "#ffe3c4") + hills(260, 180, 150, 0, APRICOT, 1, 2).replace("-40", "16"), 110, 120, .001) + post + placed(bicycle(RED, "#f1c15c"), 600, 745, .95) + grain(w, h)


def ride(w, h):
    sky = rect(0, 0, w, h, down("#bfe5ea", "#fff0dc")) + circle(1180, 190, 92, APRICOT)
    land = hills(w, h, 560, 130, "#8cc3b8", 7) + hills(w, h, 660, 120, "#4f9c92", 11) + hills(w, h, 800, 90, PETROL, 3, 5) + shape("M-20 880C400 800 900 860 1640 780V1010H-20Z", "#efe2cf") + line("M-20 935C400 860 900 915 1640 840", CHALK, 7, 'stroke-dasharray="50 40"')
    return sky + land + placed(bicycle(RED, APRICOT), 560, 912, .72, -3) + grain(w, h)


PICTURES = {"street": (street, 1600, 1050), "ride": (ride, 1600, 1000), "tools": (tools, 1200, 900), "hub": (hub, 1200, 900), "stand": (stand, 1200, 900)}
