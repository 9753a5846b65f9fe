#!/usr/bin/env python3
"""Lists every text of the editor in docs/editor/messages/, in its four languages, with where it is seen.

usage: messages.py [--check]

With --check nothing is written; what would change is told, and so is every text that nothing shows and every one that a
language lacks.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
EDITOR = ROOT / "widgets/src/editor"
TEXTS = EDITOR / "text"
FOLDER = ROOT / "docs/editor/messages"
INDEX = ROOT / "docs/editor/messages.md"
LANGUAGES = {"en": "English", "de": "German", "es": "Spanish", "fr": "French"}
# 'key': 'text', with the text on the next line where it is long.
ENTRY = re.compile(r"""^ {2}(?:'([\w.-]+)'|"([\w.-]+)"|([\w-]+)):\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`),""", re.M)
# What a key that is put together begins with: t(`desk.view.${one}`), named('order', …), counted('desk.newOrders', …).
BEGUN = re.compile(r"[`]([\w.-]+\.)\$\{|\b(?:named|counted)\(\s*'([\w.-]+)'|\b(?:named|counted)\(\s*`([\w.-]+?\.?)\$\{")
WHOLE = re.compile(r"""['"`]([\w-]+(?:\.[\w-]+)+)['"`]""")
SHORT = re.compile(r"""['"`]([\w-]+(?:[. ][\w-]+)*)['"`]""")
FRONT = """# Messages of the editor

Every text of the editor in English, German, Spanish and French, with the files that show it. Written by
`python3 scripts/messages.py`, which `make test-names` holds it against: a text that a language lacks or that nothing shows is a
fault.

| texts of | how many |
|---|---|
"""
HEAD = """# {title}

{about} Written by `python3 scripts/messages.py`: change the text there, not
here. What stands in braces is filled in.

| key | {languages} | seen in |
|---|{rules}---|
"""


def entries(path):
    """The texts of a file, by key."""
    found = {}
    for match in ENTRY.finditer(path.read_text()):
        text = match[4]
        plain = re.sub(r"\\(u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|.)", unescaped, text[1:-1])
        found[match[1] or match[2] or match[3]] = plain
    return found


def spoken(code):
    """All texts of a language, whichever of its files they stand in."""
    found = {}
    for path in [*sorted((TEXTS / code).glob("*.ts")), TEXTS / f"{code}.ts"]:
        found |= entries(path)
    return found


def unescaped(match):
    """What an escape of a string stands for."""
    code = match[2] or match[3]
    if code:
        return chr(int(code, 16))
    return {"n": "\n", "t": "\t"}.get(match[1], match[1])


def uses(named, part=None):
    """Where keys are named: whole (as the pattern finds them), and by how they begin; of a part, in its files and those that take from it."""
    whole, begun = {}, {}
    for path in sorted(EDITOR.rglob("*.ts*")):
        if re.search(r"\.(test|stories|fixture|d)\.tsx?$", path.name) or path.parent.parent == TEXTS or path.parent.name == "words":
            continue
        seen = str(path.relative_to(EDITOR))
        text = path.read_text()
        if part and part not in path.parents and f"/{part.name}/" not in text:
            continue
        for key in named.findall(text):
            whole.setdefault(key, set()).add(seen)
        for groups in BEGUN.findall(text):
            start = next(filter(None, groups))
            begun.setdefault(start if start.endswith(".") else f"{start}.", set()).add(seen)
    return whole, begun


def seen_in(key, whole, begun):
    """The files that show a text."""
    if key in whole:
        return sorted(whole[key])
    # One that is put together is seen where the most of it is named.
    starts = [start for start in begun if key.startswith(start)]
    return sorted(begun[max(starts, key=len)]) if starts else []


def cell(text):
    """A text within a table."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", "<br>").replace("<", "&lt;").replace("&lt;br>", "<br>")


def main():
    check = "--check" in sys.argv[1:]
    faults, pages, front, count = [], {}, FRONT, 0
    everywhere, common = uses(WHOLE), {code: spoken(code) for code in LANGUAGES}
    sources = [(source.stem, source, common, everywhere) for source in sorted((TEXTS / "en").glob("*.ts"))]
    # What a part says that is opened alone stands beside it.
    for source in sorted(EDITOR.glob("*/words/en.ts")):
        part = source.parent.parent
        own = {code: entries(source.with_name(f"{code}.ts")) for code in LANGUAGES}
        sources.append((f"{part.name}-part", source, own, uses(SHORT, part)))
    for name, source, languages, (whole, begun) in sources:
        rows = []
        for key in entries(source):
            for code in LANGUAGES:
                if key not in languages[code]:
                    faults.append(f"{key} has no {LANGUAGES[code]}")
            where = seen_in(key, whole, begun)
            if not where:
                faults.append(f"{key} is shown nowhere")
            texts = " | ".join(cell(languages[code].get(key, "")) for code in LANGUAGES)
            rows.append(f"| {key} | {texts} | {', '.join(where)} |\n")
        title = f"Messages of the editor: {name}"
        about = f"The {len(rows)} texts of `{source.relative_to(ROOT)}`."
        head = HEAD.format(title=title, about=about, languages=" | ".join(LANGUAGES.values()), rules="---|" * len(LANGUAGES))
        pages[FOLDER / f"{name}.md"] = head + "".join(rows)
        front += f"| [{name}](messages/{name}.md) | {len(rows)} |\n"
        count += len(rows)
    pages[INDEX] = front
    for path in set(FOLDER.glob("*.md")) - set(pages):
        if check:
            faults.append(f"{path.relative_to(ROOT)} is of no texts")
        else:
            path.unlink()
    FOLDER.mkdir(exist_ok=True)
    for path, page in pages.items():
        if path.is_file() and path.read_text() == page:
            continue
        if check:
            faults.append(f"{path.relative_to(ROOT)} is not what messages.py writes")
        else:
            path.write_text(page)
    for fault in faults:
        print(f"messages: {fault}")
    print(f"messages: {count} texts in {len(LANGUAGES)} languages")
    return 1 if faults else 0


sys.exit(main())
