#!/usr/bin/env python3
"""Holds docs/security.md to the tree (S-283): every requirement of ASVS 5.0 up to level 2 stands in its table once, and every test that
the page names is there.

Names it knows: a test of Rust by its function, `S-101 file.spec.ts` for one of TypeScript that carries the id, `attack 7` for a
group of scripts/attack, `make lint` for a verb, and paths of files.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/security.md"
STATES = ("met", "not applicable", "open")
# The numbers of the standard, chapter by chapter: section, then its requirements, `a` for level 1 and `b` for level 2.
NUMBERS = {
    "V1": "1: 1b 2b; 2: 1a 2a 3a 4a 5a 6b 7b 8b 9b; 3: 1a 2a 3b 4b 5b 6b 7b 8b 9b 10b 11b; 4: 1b 2b 3b; 5: 1a 2b",
    "V2": "1: 1a 2b 3b; 2: 1a 2a 3b; 3: 1a 2b 3b 4b; 4: 1b",
    "V3": "2: 1a 2a; 3: 1a 2b 3b 4b; 4: 1a 2a 3b 4b 5b 6b; 5: 1a 2a 3a 4b 5b; 7: 1b 2b",
    "V4": "1: 1a 2b 3b; 2: 1b; 3: 1b 2b; 4: 1a 2b 3b 4b",
    "V5": "1: 1b; 2: 1a 2a 3b; 3: 1a 2a; 4: 1b 2b 3b",
    "V6": "1: 1a 2b 3b; 2: 1a 2a 3a 4a 5a 6a 7a 8a 9b 10b 11b 12b; 3: 1a 2a 3b 4b; 4: 1a 2a 3b 4b; 5: 1b 2b 3b 4b 5b; 6: 1b 2b 3b; 8: 1b 2b 3b 4b",
    "V7": "1: 1b 2b 3b; 2: 1a 2a 3a 4a; 3: 1b 2b; 4: 1a 2a 3b 4b 5b; 5: 1b 2b; 6: 1b 2b",
    "V8": "1: 1a 2b; 2: 1a 2a 3b; 3: 1a; 4: 1b",
    "V9": "1: 1a 2a 3a; 2: 1a 2b 3b 4b",
    "V10": "1: 1b 2b; 2: 1b 2b; 3: 1b 2b 3b 4b; 4: 1a 2a 3a 4a 5a 6b 7b 8b 9b 10b 11b; 5: 1b 2b 3b 4b 5b; 6: 1b 2b; 7: 1b 2b 3b",
    "V11": "1: 1b 2b; 2: 1b 2b 3b; 3: 1a 2a 3b; 4: 1a 2b 3b 4b; 5: 1b; 6: 1b",
    "V12": "1: 1a 2b 3b; 2: 1a 2a; 3: 1b 2b 3b 4b",
    "V13": "1: 1b; 2: 1b 2b 3b 4b 5b; 3: 1b 2b; 4: 1a 2b 3b 4b 5b",
    "V14": "1: 1b 2b; 2: 1a 2b 3b 4b; 3: 1a 2b 3b",
    "V15": "1: 1a 2b 3b; 2: 1a 2b 3b; 3: 1a 2b 3b 4b 5b 6b 7b",
    "V16": "1: 1b; 2: 1b 2b 3b 4b 5b; 3: 1b 2b 3b 4b; 4: 1b 2b 3b; 5: 1b 2b 3b",
    "V17": "1: 1b; 2: 1b 2b 3b 4b; 3: 1b 2b",
}


def numbers():
    """Every requirement with its level."""
    all_of_them = {}
    for chapter, sections in NUMBERS.items():
        for section in sections.split("; "):
            name, ones = section.split(": ")
            for one in ones.split():
                all_of_them[f"{chapter}.{name}.{one[:-1]}"] = {"a": "1", "b": "2"}[one[-1]]
    return all_of_them


def known():
    """What a page may name: functions that are tests, ids of tests in TypeScript by file, groups of attacks, verbs."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    names = set()
    attribute = re.compile(r"#\[(?:tokio::|actix_web::)?test(?:\([^)]*\))?\]\s*(?:(?:#\[[^\n]*\]|//[^\n]*)\s*)*(?:async )?fn (\w+)")
    on_both = re.compile(r"async fn (\w+)\(\w+: &TestApp\)")
    for name in (ROOT / one for one in listed if one.endswith(".rs")):
        if name.is_file():
            text = name.read_text()
            names.update(attribute.findall(text))
            names.update(on_both.findall(text) if "on_both!" in text else [])
    for one in listed:
        if re.search(r"\.(spec|test)\.tsx?$", one) and (ROOT / one).is_file():
            names.update(f"{found} {pathlib.Path(one).name}" for found in re.findall(r"\b[A-Z]-\d{3}\b", (ROOT / one).read_text()))
    for one in (ROOT / "scripts/attack/items").glob("*.mjs"):
        names.update(f"attack {item}" for item in re.findall(r'^\s*item: "?(\w+)"?,', one.read_text(), re.MULTILINE))
    names.update(f"make {verb}" for verb in re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    names.update(one for one in listed if one)
    names.update(str(parent) + "/" for one in listed for parent in pathlib.Path(one).parents)
    return names


def named(text):
    """The names in a text that must be there: not settings, nor words of a protocol."""
    looks_like_one = re.compile(r"attack \w+|make [a-z-]+|[A-Z]-\d{3} \S+|[a-z][a-z0-9]*(?:_[a-z0-9]+){2,}|[\w./-]+/[\w./-]*")
    return [one for one in re.findall(r"`([^`]+)`", text) if looks_like_one.fullmatch(one)]


def main():
    text, names, faults = PAGE.read_text(), known(), []
    wanted, seen = numbers(), set()
    for row in re.findall(r"^\| (V[\d.]+) \|(.*)\|$", text, re.MULTILINE):
        number, cells = row[0], [cell.strip() for cell in row[1].split(" | ")]
        if number not in wanted or number in seen or len(cells) != 4:
            faults.append(f"{number}: not of the standard, twice, or not of four cells")
            continue
        seen.add(number)
        level, what, state, why = cells
        if level != wanted[number]:
            faults.append(f"{number} is of level {wanted[number]}")
        if state not in STATES or not what or not why:
            faults.append(f"{number}: say met, not applicable or open, and why")
        if state == "met" and not [one for one in named(why) if "/" not in one]:
            faults.append(f"{number} is met without a test")
    faults += [f"{number} is missing" for number in wanted if number not in seen]
    faults += [f"there is no {one}" for one in sorted(set(named(text))) if one not in names]
    print("\n".join(faults) if faults else f"{len(seen)} requirements, {len(set(named(text)))} names, each of them there")
    sys.exit(1 if faults else 0)


main()
