"""The drawing tools that the starters' pictures share. Every function answers SVG text."""
import math
import random

_made = []

FILTERS = """
<filter id="soft" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="18"/></filter>
<filter id="mist" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="42"/></filter>
<filter id="grain" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">
  <feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2" seed="7" result="n"/>
  <feColorMatrix in="n" type="matrix" values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 -1.4 .86" result="g"/>
  <feComposite in="g" in2="SourceGraphic" operator="in"/></filter>
<filter id="clay" x="-5%" y="-5%" width="110%" height="110%" color-interpolation-filters="sRGB">
  <feTurbulence type="fractalNoise" baseFrequency=".03 .05" numOctaves="3" seed="5" result="n"/>
  <feDiffuseLighting in="n" surfaceScale="1.6" diffuseConstant="1.08" lighting-color="#fff" result="l"><feDistantLight azimuth="220" elevation="66"/></feDiffuseLighting>
  <feComposite in="SourceGraphic" in2="l" operator="arithmetic" k1="1" result="m"/><feComposite in="m" in2="SourceGraphic" operator="in"/></filter>
<filter id="rough" x="-5%" y="-5%" width="110%" height="110%">
  <feTurbulence type="fractalNoise" baseFrequency=".02" numOctaves="2" seed="3" result="n"/><feDisplacementMap in="SourceGraphic" in2="n" scale="8"/></filter>
"""


def gradient(kind, stops, **attributes):
    name = f"g{len(_made)}"
    inner = "".join(f'<stop offset="{o}" stop-color="{c}"/>' for o, c in stops)
    extra = " ".join(f'{key}="{value}"' for key, value in attributes.items())
    _made.append(f'<{kind}Gradient id="{name}" {extra}>{inner}</{kind}Gradient>')
    return f"url(#{name})"


def down(*colours):
    return gradient("linear", [(i / (len(colours) - 1), c) for i, c in enumerate(colours)], x1=0, y1=0, x2=0, y2=1)


def across(*stops):
    return gradient("linear", stops, x1=0, y1=0, x2=1, y2=0)


def round_light(*stops, cx=.35, cy=.3, r=.85):
    return gradient("radial", stops, cx=cx, cy=cy, r=r)


def clip(path):
    name = f"c{len(_made)}"
    _made.append(f'<clipPath id="{name}"><path d="{path}"/></clipPath>')
    return f'clip-path="url(#{name})"'


def mix(one, two, share):
    a, b = ([int(c[i:i + 2], 16) for i in (1, 3, 5)] for c in (one, two))
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in zip(a, b))


def shape(path, fill, extra=""):
    return f'<path d="{path}" fill="{fill}" {extra}/>'


def line(path, colour, width, extra=""):
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round" {extra}/>'


def ellipse(cx, cy, rx, ry, fill, extra=""):
    return f'<ellipse cx="{cx:.1f}" cy="{cy:.1f}" rx="{rx:.1f}" ry="{ry:.1f}" fill="{fill}" {extra}/>'


def circle(cx, cy, r, fill, extra=""):
    return ellipse(cx, cy, r, r, fill, extra)


def rect(x, y, w, h, fill, r=0, extra=""):
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{r}" fill="{fill}" {extra}/>'


def group(content, extra=""):
    return f"<g {extra}>{content}</g>"


def filtered(content, name):
    return group(content, f'filter="url(#{name})"')


def placed(content, x, y, scale=1.0, turn=0.0):
    return group(content, f'transform="translate({x:.1f} {y:.1f}) rotate({turn:.1f}) scale({scale})"')


def shadow(cx, cy, rx, ry, strength=.3, colour="#14101c"):
    return ellipse(cx, cy, rx, ry, colour, f'opacity="{strength}" filter="url(#soft)"')


def grain(width, height, strength=.16):
    """Paper: fine dark specks over everything."""
    return group(rect(0, 0, width, height, "#000", extra='filter="url(#grain)"'), f'opacity="{strength}" style="mix-blend-mode:multiply"')


def smooth(points):
    """A curve through the points (Catmull-Rom as Béziers), beginning with M."""
    ends = [points[0], *points, points[-1]]
    path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for i in range(1, len(ends) - 2):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = ends[i - 1:i + 3]
        path += f"C{bx + (cx - ax) / 6:.1f} {by + (cy - ay) / 6:.1f} {cx - (dx - bx) / 6:.1f} {cy - (dy - by) / 6:.1f} {cx:.1f} {cy:.1f}"
    return path


def blob(cx, cy, r, seed, wobble=.18, count=9):
    dice = random.Random(seed)
    points = []
    for i in range(count):
        turn, far = 2 * math.pi * i / count, r * (1 + dice.uniform(-wobble, wobble))
        points.append((cx + far * math.cos(turn), cy + far * math.sin(turn)))
    return smooth(points + points[:2]) + "Z"


def leaf(x, y, length, turn, colour, vein="#ffffff"):
    return placed(shape(f"M0 0C{length * .3:.0f} {-length * .3:.0f} {length * .75:.0f} {-length * .26:.0f} {length} 0C{length * .75:.0f} {length * .26:.0f} {length * .3:.0f} {length * .3:.0f} 0 0Z", colour)
                  + line(f"M4 0H{length * .82:.0f}", vein, 2, 'opacity=".35"'), x, y, 1, turn)


def hills(width, height, base, rise, colour, seed, steps=7):
    dice = random.Random(seed)
    points = [(-40 + (width + 80) * i / steps, base - dice.uniform(0, rise)) for i in range(steps + 1)]
    return shape(smooth(points) + f"L{width + 40} {height + 40}L-40 {height + 40}Z", colour)


def sheet(scene, width, height):
    _made.clear()
    inner = scene(width, height)
    defs = FILTERS + "".join(_made)
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"><defs>{defs}</defs>{inner}</svg>'
