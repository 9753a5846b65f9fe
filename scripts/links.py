#!/usr/bin/env python3
"""Follows the links of every page of documentation: each leads to a file that is there and, with `#`, to a heading of it, and
every page in docs/ is reached from docs/README.md."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
START = "docs/README.md"
LINK = re.compile(r"(?<!\\)\]\(([^)\s]+)\)")


def anchors(text):
    """The addresses of a page's headings, as Git hosts make them."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def without_code(text):
    """A page without its examples, which may hold what looks like a link."""
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))


def main():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    pages = [name for name in listed.stdout.split("\n") if name and (ROOT / name).is_file() and not name.startswith("site-fixtures/")]
    faults, links = [], {}
    for name in pages:
        for link in LINK.findall(without_code((ROOT / name).read_text())):
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (ROOT / name).parent.joinpath(path).resolve() if path else ROOT / name
            if not target.is_relative_to(ROOT) or not target.exists():
                faults.append(f"{name}: nothing is at {link}")
                continue
            links.setdefault(name, set()).add(str(target.relative_to(ROOT)))
            if anchor and target.suffix == ".md" and anchor not in anchors(target.read_text()):
                faults.append(f"{name}: {path or name} has no heading #{anchor}")
    reached, ahead = set(), [START]
    while ahead:
        name = ahead.pop()
        if name not in reached:
            reached.add(name)
            ahead.extend(links.get(name, ()))
    faults.extend(f"{name}: not reached from {START}" for name in pages if name.startswith("docs/") and name not in reached)
    print("\n".join(faults), file=sys.stderr) if faults else None
    print(f"{len(pages)} pages, {sum(map(len, links.values()))} links")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
