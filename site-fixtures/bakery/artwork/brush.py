"""The drawing tools of the bakery's pictures: colours, filters and shapes that several scenes share.

Every function returns SVG text. A scene is a string of such pieces; `sheet` puts it on a canvas with the filters.
"""
import math
import random

TEAL, DEEP, NIGHT = "#1f6f6b", "#0f4c4a", "#12303b"
BUTTER, CREAM, FLOUR = "#ffcf5c", "#fff1cf", "#fffaf0"
PEACH, ROSE, TOMATO = "#f6a77f", "#ef8f86", "#c8402f"
MINT, SKY, SAGE = "#bfe0cf", "#a9d3e0", "#8bb89a"
OAK, WALNUT, RYE = "#d9a566", "#8a5a32", "#5a341b"

FILTERS = """
<filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="16"/></filter>
<filter id="blur" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="6"/></filter>
<filter id="glow" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="46"/></filter>
<filter id="cut" x="-5%" y="-5%" width="110%" height="110%">
  <feTurbulence type="fractalNoise" baseFrequency=".018" numOctaves="3" seed="4" result="n"/>
  <feDisplacementMap in="SourceGraphic" in2="n" scale="7" xChannelSelector="R" yChannelSelector="G"/></filter>
<filter id="crust" x="-8%" y="-8%" width="116%" height="116%" color-interpolation-filters="sRGB">
  <feTurbulence type="fractalNoise" baseFrequency=".02 .026" numOctaves="4" seed="11" result="n"/>
  <feDiffuseLighting in="n" surfaceScale="7" diffuseConstant="1.12" lighting-color="#fff" result="l"><feDistantLight azimuth="235" elevation="62"/></feDiffuseLighting>
  <feComposite in="SourceGraphic" in2="l" operator="arithmetic" k1="1" result="m"/>
  <feComposite in="m" in2="SourceGraphic" operator="in" result="c"/>
  <feDisplacementMap in="c" in2="n" scale="9" xChannelSelector="R" yChannelSelector="G"/></filter>
<filter id="crumb" x="-4%" y="-4%" width="108%" height="108%" color-interpolation-filters="sRGB">
  <feTurbulence type="fractalNoise" baseFrequency=".06" numOctaves="3" seed="3" result="n"/>
  <feDiffuseLighting in="n" surfaceScale="6" diffuseConstant="1.1" lighting-color="#fff" result="l"><feDistantLight azimuth="235" elevation="66"/></feDiffuseLighting>
  <feComposite in="SourceGraphic" in2="l" operator="arithmetic" k1="1" result="m"/>
  <feComposite in="m" in2="SourceGraphic" operator="in"/></filter>
<filter id="wood" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">
  <feTurbulence type="fractalNoise" baseFrequency=".004 .09" numOctaves="3" seed="8" result="n"/>
  <feDiffuseLighting in="n" surfaceScale="3.2" diffuseConstant="1.1" lighting-color="#fff" result="l"><feDistantLight azimuth="90" elevation="66"/></feDiffuseLighting>
  <feComposite in="SourceGraphic" in2="l" operator="arithmetic" k1="1" result="m"/>
  <feComposite in="m" in2="SourceGraphic" operator="in"/></filter>
<filter id="linen" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">
  <feTurbulence type="fractalNoise" baseFrequency=".006 .05" numOctaves="2" seed="8" result="n"/>
  <feDiffuseLighting in="n" surfaceScale="1.1" diffuseConstant="1.1" lighting-color="#fff" result="l"><feDistantLight azimuth="90" elevation="66"/></feDiffuseLighting>
  <feComposite in="SourceGraphic" in2="l" operator="arithmetic" k1="1" result="m"/>
  <feComposite in="m" in2="SourceGraphic" operator="in"/></filter>
"""

_made = []


def gradient(kind, stops, **attributes):
    """A gradient; answers its paint. `stops` is a list of (offset, colour)."""
    name = f"g{len(_made)}"
    inner = "".join(f'<stop offset="{o}" stop-color="{c}"/>' for o, c in stops)
    extra = " ".join(f'{k}="{v}"' for k, v in attributes.items())
    _made.append(f'<{kind}Gradient id="{name}" {extra}>{inner}</{kind}Gradient>')
    return f"url(#{name})"


def radial(*stops, cx=.42, cy=.3, r=.8):
    return gradient("radial", stops, cx=cx, cy=cy, r=r)


def linear(*stops, x1=0, y1=0, x2=0, y2=1):
    return gradient("linear", stops, x1=x1, y1=y1, x2=x2, y2=y2)


def golden():
    """A well baked crust, light from the upper left."""
    return radial((0, "#f9d38c"), (.38, "#dc9a4b"), (.75, "#a9622a"), (1, "#6d3816"))


def dark_crust():
    return radial((0, "#b97f4b"), (.45, "#84502a"), (.8, "#583218"), (1, "#381d0d"))


def shape(path, fill, extra=""):
    return f'<path d="{path}" fill="{fill}" {extra}/>'


def line(path, colour, width, extra=""):
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round" {extra}/>'


def ellipse(cx, cy, rx, ry, fill, extra=""):
    return f'<ellipse cx="{cx}" cy="{cy}" rx="{rx}" ry="{ry}" fill="{fill}" {extra}/>'


def rect(x, y, w, h, fill, r=0, extra=""):
    return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{r}" fill="{fill}" {extra}/>'


def group(content, extra):
    return f"<g {extra}>{content}</g>"


def filtered(content, name):
    return group(content, f'filter="url(#{name})"')


def placed(content, x, y, scale=1.0, turn=0.0):
    return group(content, f'transform="translate({x} {y}) rotate({turn}) scale({scale})"')


def shadow(cx, cy, rx, ry, strength=.35):
    return ellipse(cx, cy, rx, ry, "#1d1206", f'opacity="{strength}" filter="url(#soft)"')


def arch_path(cx, base, width, height):
    """The bakery's sign: a round arch standing on `base`."""
    left, right, spring = cx - width / 2, cx + width / 2, base - height + width / 2
    return f"M{left} {base}V{spring}A{width / 2} {width / 2} 0 0 1 {right} {spring}V{base}Z"


def arch(cx, base, width, height, fill, extra=""):
    return shape(arch_path(cx, base, width, height), fill, extra)


def table(y=640, top=OAK, width=1200, height=900):
    plank = rect(-20, y, width + 40, height - y + 20, linear((0, top), (1, WALNUT)))
    return filtered(plank, "wood") + rect(-20, y, width + 40, 5, "#fff", extra='opacity=".28"')


def room(wall, window, y=640, cx=600, width=560, height=560):
    """Wall, arched niche and table: the stage on which most of the goods stand."""
    niche = linear((0, window), (1, FLOUR))
    return (rect(0, 0, 1200, 900, wall) + arch(cx, y, width + 56, height + 28, "#fff", 'opacity=".22"')
            + arch(cx, y, width, height, niche) + table(y))


def board(cx, cy, rx, ry):
    """A round wooden board seen from the front, lying flat."""
    side = ellipse(cx, cy + 16, rx, ry, "#6f4624")
    return shadow(cx, cy + 40, rx * 1.02, ry * .9, .4) + side + filtered(ellipse(cx, cy, rx, ry, linear((0, "#c98d55"), (1, "#a86f3b"))), "wood")


def plate(cx, cy, rx, ry, rim="#ffffff", well="#eef1ec"):
    return (shadow(cx, cy + ry * .35, rx, ry * .9, .32) + ellipse(cx, cy + 10, rx, ry, "#b9c4bf")
            + ellipse(cx, cy, rx, ry, rim) + ellipse(cx, cy + 2, rx * .78, ry * .74, well))


def sprig(x, y, scale=1.0, turn=0.0, colour="#d9a441"):
    """An ear of wheat, standing on its stalk."""
    grains = "".join(
        f'<ellipse cx="{side * 13}" cy="{-62 - 21 * row}" rx="8" ry="17" fill="{colour}" transform="rotate({side * 26} {side * 13} {-62 - 21 * row})"/>'
        for row in range(6) for side in (-1, 1))
    whiskers = "".join(line(f"M{side * 13} {-70 - 21 * row}l{side * 26} -46", colour, 1.6) for row in range(2, 6) for side in (-1, 1))
    return placed(line("M0 0V-180", colour, 4) + whiskers + grains + ellipse(0, -196, 8, 18, colour), x, y, scale, turn)


def leaf(x, y, length, turn, colour):
    return placed(shape(f"M0 0C{length * .3} {-length * .32} {length * .75} {-length * .28} {length} 0C{length * .75} {length * .28} {length * .3} {length * .32} 0 0Z", colour)
                  + line(f"M4 0H{length * .8}", "#ffffff", 2, 'opacity=".35"'), x, y, 1, turn)


def flour(cx, cy, rx, ry, count, seed, size=(1.5, 5)):
    """A dusting of flour."""
    rng = random.Random(seed)
    dots = ""
    for _ in range(count):
        angle, far = rng.uniform(0, math.tau), math.sqrt(rng.random())
        dots += f'<circle cx="{cx + math.cos(angle) * rx * far:.0f}" cy="{cy + math.sin(angle) * ry * far:.0f}" r="{rng.uniform(*size):.1f}"/>'
    return group(dots, 'fill="#fffdf6" opacity=".8"')


def spiral(turns, start, step):
    """A flat spiral around the origin, as a path."""
    points = []
    for i in range(int(turns * 36) + 1):
        angle, radius = i / 36 * math.tau, start + step * i / 36
        points.append(f"{radius * math.cos(angle):.1f} {radius * math.sin(angle):.1f}")
    return "M" + "L".join(points)


def clip(name, path):
    _made.append(f'<clipPath id="{name}"><path d="{path}"/></clipPath>')
    return f'clip-path="url(#{name})"'


def cloth_top(colour, width=1200, height=900):
    """A painted table seen from above."""
    return rect(0, 0, width, height, colour) + filtered(rect(-20, -20, width + 40, height + 40, colour), "linen")


def sheet(scene, width=1200, height=900):
    """The finished picture. `scene` is called here so that its gradients land in this sheet."""
    _made.clear()
    body = scene()
    vignette = radial((0, "#ffffff"), (.62, "#ffffff"), (1, "#c9bfae"), cx=.5, cy=.46, r=.78)
    body += rect(0, 0, width, height, vignette, extra='style="mix-blend-mode:multiply"')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
            f'<defs>{FILTERS}{"".join(_made)}</defs>{body}</svg>')
