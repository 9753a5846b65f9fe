#!/usr/bin/env python3
"""Writes one synthetic site twice: as a site folder of ours, and as a Hugo project.

    make_site.py --items 10000 --out DIR [--tool loggia,hugo]

Both have the same pages at the same addresses (I items, T = max(20, I/50) tags, 10 categories, 20 items a page):

    /                                      the title and one sentence
    /about  /contact                       a page each
    /items/<slug>                          I pages: picture with seven widths, a text of about 300 words in Markdown,
                                           tags, category; every fifth is sold, with six variants in a table
    /items  /items/page/K                  the newest first
    /items/tag/<tag>[/page/K]  /items/category/<category>[/page/K]
    /tags                                  every tag, with its number of items
    /404.html  /items/feed.xml (20 newest)  /sitemap.xml  /robots.txt  /assets/*

No picture is read or written. The same arguments give the same bytes.
"""
import argparse
import json
import random
import shutil
from datetime import datetime, timedelta, timezone
from pathlib import Path

from templates import HUGO, LOGGIA

WORDS = """harbour lantern meadow window copper thread river garden kettle paper winter bridge candle orchard pebble
station ladder cotton summer market pocket mirror barrel feather island basket violin letter corner timber valley
blanket anchor cellar hammer shadow button silver forest saddle pepper signal needle pillow carpet engine butter
gather mend carry follow borrow answer measure travel notice polish repair settle listen wander deliver prepare
steady narrow gentle hollow bright early plain quiet sturdy modest ample crisp humble vivid tidy brisk mellow
the the the the a a a of of of and and to to in in on at by for with from under over between after before""".split()
CATEGORIES = ["Notes", "Workshop", "Journeys", "Portraits", "Kitchen", "Garden", "Letters", "Archive", "Goods", "Dates"]
COLORS = ["Ash", "Clay", "Moss", "Slate", "Rust", "Chalk"]
SIZES = ["S", "M", "L", "XL"]
PAGES = [("about", "About", "This site is made to be measured."), ("contact", "Contact", "Write to the usual place.")]
NAVIGATION = [("Home", "/"), ("Items", "/items/"), ("Tags", "/tags/"), ("About", "/about/"), ("Contact", "/contact/")]
TITLE, BASE, AUTHOR = "Measure & Sons", "https://measure.example", "M. Sons"
DESCRIPTION = "A synthetic site that generators of sites are measured with."
STYLE = "".join(f".k{n}{{color:#{n * 6151 % 0xFFFFFF:06x};padding:{n % 7}px}}\n" for n in range(180))
SCRIPT = "document.documentElement.dataset.ready = 'yes';\n" * 20


def sentence(dice, low=8, high=18):
    words = dice.choices(WORDS, k=dice.randint(low, high))
    return " ".join([words[0].capitalize(), *words[1:]]) + "."


def paragraph(dice, words):
    text = []
    while sum(part.count(" ") + 1 for part in text) < words:
        text.append(sentence(dice))
    return text


def markdown(dice, items):
    """About 300 words: headings, paragraphs, a strong and an emphasized sentence, a link, a list, a quotation."""
    first, second, third, last = (paragraph(dice, words) for words in (62, 62, 62, 50))
    first[0] = f"**{first[0][:-1]}**."
    second[-1] = f"*{second[-1][:-1]}*."
    third[0] = f"See [{third[0][:-1]}](/items/item-{dice.randrange(items):06d}/)."
    points = "\n".join("- " + sentence(dice, 5, 8) for _ in range(4))
    heading = lambda: sentence(dice, 3, 5)[:-1]
    parts = [" ".join(first), "## " + heading(), " ".join(second), points, "### " + heading(), " ".join(third)]
    return "\n\n".join([*parts, "> " + sentence(dice, 12, 16), " ".join(last)]) + "\n"


def item(number, items, tags):
    dice = random.Random(number * 2246822519 + 3266489917)
    title = " ".join(word.capitalize() for word in dice.choices(WORDS, k=dice.randint(3, 7)))
    if number % 10 == 3:
        title += " & Company"
    published = datetime(2015, 3, 1, tzinfo=timezone.utc) + timedelta(seconds=number * (10 * 365 * 86400 // items))
    made = {
        "id": f"{number:024x}",
        "slug": f"item-{number:06d}",
        "title": title,
        "published": published.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "excerpt": sentence(dice, 16, 22),
        "tags": [f"subject-{tag:04d}" for tag in sorted(dice.sample(range(tags), 3))],
        "category": CATEGORIES[number % 10],
        "image": {"url": f"/media/{number % 997:04d}/picture.jpg", "width": 2500, "height": 1667, "alt": title},
        "body": markdown(dice, items),
    }
    if number % 5 == 0:
        price = dice.randrange(400, 30000)
        amount = lambda cents: f"{cents // 100}.{cents % 100:02d}"
        variants = [
            {
                "sku": f"MS{dice.randrange(10**7):07d}",
                "color": color,
                "size": size,
                "price": amount(price + dice.randrange(5) * 100),
                "stock": dice.randrange(9),
            }
            for color in dice.sample(COLORS, 2)
            for size in dice.sample(SIZES, 3)
        ]
        made["product"] = {"price": amount(price), "onSale": dice.random() < 0.2, "variants": variants}
    return made


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def toml(value):
    """A value as it stands in TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def for_hugo(record):
    lines = {
        "title": toml(record["title"]),
        "date": record["published"],
        "slug": toml(record["slug"]),
        "description": toml(record["excerpt"]),
        "tags": toml(record["tags"]),
        "categories": toml([record["category"]]),
        "id": toml(record["id"]),
        "author": toml(AUTHOR),
        "image": toml(record["image"]),
    }
    if "product" in record:
        lines["product"] = toml(record["product"])
    return "+++\n" + "".join(f"{key} = {value}\n" for key, value in lines.items()) + "+++\n" + record["body"]


def for_loggia(record):
    return json.dumps(
        {
            "id": record["id"],
            "title": record["title"],
            "urlId": record["slug"],
            "publishOn": record["published"],
            "author": {"displayName": AUTHOR},
            "excerpt": record["excerpt"],
            "tags": record["tags"],
            "categories": [record["category"]],
            "image": record["image"],
            **({"product": record["product"]} if "product" in record else {}),
            "bodyFormat": "markdown",
            "body": record["body"],
        },
        ensure_ascii=False,
        indent=1,
    )


def loggia(folder, records, tags):
    site = {
        "website": {
            "id": "measure",
            "siteTitle": TITLE,
            "siteDescription": DESCRIPTION,
            "baseUrl": BASE,
            "timeZone": "UTC",
            "locale": "en-US",
        },
        "author": AUTHOR,
        # Hugo makes no index to search in.
        "websiteSettings": {"search": {"enabled": False}},
        "navigation": {"main": [{"title": title, "url": url} for title, url in NAVIGATION]},
    }
    write(folder / "site.json", json.dumps(site, indent=1))
    for name, text in LOGGIA.items():
        write(folder / "template" / name, text)
    write(folder / "template/assets/site.css", STYLE)
    write(folder / "template/assets/site.js", SCRIPT)
    page = lambda title, extra: json.dumps({"title": title, "typeName": "page", "type": 10, **extra})
    write(folder / "content/home/collection.json", page("Home", {"typeName": "home"}))
    for name, title, text in PAGES:
        write(folder / f"content/{name}/collection.json", page(title, {"mainContent": f"<p>{text}</p>"}))
    counts = {}
    for record in records:
        for tag in record["tags"]:
            counts[tag] = counts.get(tag, 0) + 1
    terms = [{"name": tag, "count": counts[tag]} for tag in sorted(counts)]
    write(folder / "content/tags/collection.json", page("Tags", {"typeName": "terms", "terms": terms}))
    items = {"title": "Items", "typeName": "items", "type": 1, "ordering": "chronological", "pageSize": 20}
    write(folder / "content/items/collection.json", json.dumps(items))
    for record in records:
        (folder / f"content/items/{record['slug']}.json").write_text(for_loggia(record), encoding="utf-8")


def hugo(folder, records, tags):
    menu = "".join(
        f"[[menu.main]]\nname = {toml(title)}\nurl = {toml(url)}\nweight = {place + 1}\n"
        for place, (title, url) in enumerate(NAVIGATION)
    )
    for name, text in HUGO.items():
        for mark, value in {"@TITLE@": TITLE, "@BASE@": BASE, "@AUTHOR@": AUTHOR, "@DESCRIPTION@": DESCRIPTION}.items():
            text = text.replace(mark, value)
        write(folder / name, text + (menu if name == "hugo.toml" else ""))
    write(folder / "static/assets/site.css", STYLE)
    write(folder / "static/assets/site.js", SCRIPT)
    for name, title, text in PAGES:
        write(folder / f"content/{name}.md", f"+++\ntitle = {toml(title)}\n+++\n{text}\n")
    write(folder / "content/items/_index.md", '+++\ntitle = "Items"\n+++\n')
    for record in records:
        (folder / f"content/items/{record['slug']}.md").write_text(for_hugo(record), encoding="utf-8")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--items", type=int, required=True)
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--tool", default="loggia,hugo")
    asked = arguments.parse_args()
    tags = max(20, asked.items // 50)
    records = [item(number, asked.items, tags) for number in range(asked.items)]
    for tool, make in (("loggia", loggia), ("hugo", hugo)):
        if tool in asked.tool.split(","):
            shutil.rmtree(asked.out / tool, ignore_errors=True)
            make(asked.out / tool, records, tags)


if __name__ == "__main__":
    main()
