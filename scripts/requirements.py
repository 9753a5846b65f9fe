#!/usr/bin/env python3
"""Joins the requirements of docs/requirements/*.md with the tests that name them.

usage: requirements.py [--check]

Each file there has tables of three columns: the id, what holds (written by hand) and the files of the tests that name the id
(written by this command), and docs/requirements.md has the counts. With --check nothing is written; what would change is told,
and so is every id that is named somewhere and defined nowhere, every requirement that no test names, and every id in a comment
of a package whose tests do not name it.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs/requirements"
INDEX = ROOT / "docs/requirements.md"
GROUPS = "TGCAWKENS"
HEAD = re.compile(r"^\| id \| what holds \|(?:.*\|)?$")
ROW = re.compile(rf"^\| ([{GROUPS}]-\d{{3}}) \| ((?:[^|\\]|\\.)*) \|(?:.*\|)?$")
# As a test is named (`s_101_the_…`), or as it is written in a text (`S-101`).
IN_TEST = re.compile(rf"(?<![A-Za-z0-9])(?:([{GROUPS}])-|([{GROUPS.lower()}])_)(\d{{3}})(?!\d)")
IN_TEXT = re.compile(rf"(?<![A-Za-z0-9-])([{GROUPS}]-\d{{3}})(?![\d-])")
SOURCES = {".rs", ".ts", ".tsx", ".mjs", ".js", ".css", ".html", ".py", ".sh", ".sql", ".toml", ".json"}
TEST_FOLDERS = {"tests", "cases", "vectors", "e2e"}
# Files in which a letter and three digits are something else.
OTHER = re.compile(r"(^|/)(package-lock\.json|Cargo\.lock|requirements\.txt)$|^site-fixtures/|^benches/|/fixtures/")
# Made from the comments of the sources.
GENERATED = re.compile(r"\.gen\.ts$|openapi\.json$")
# How many files stand in a row; the others are a number.
SHOWN = 4


def listed():
    """The files of the project, with their text."""
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in sorted(filter(None, names.stdout.split("\n"))):
        path = ROOT / name
        if path.suffix in SOURCES and path.is_file() and not OTHER.search(name) and not name.startswith("docs/"):
            yield name, path.read_text(errors="replace")


def test_modules(files):
    """The files of modules that are compiled for tests alone."""
    found = set()
    for name, text in files:
        folder = pathlib.PurePath(name).parent
        if name.endswith(".rs") and pathlib.PurePath(name).name not in ("mod.rs", "lib.rs", "main.rs"):
            folder = folder / pathlib.PurePath(name).stem
        for module in re.findall(r"#\[cfg\(test\)\]\n(?:#\[[^\n]*\]\n)*(?:pub(?:\([^)]*\))? )?mod (\w+);", text):
            found.update({f"{folder}/{module}.rs", f"{folder}/{module}/mod.rs"})
    return found


def split(name, text, modules):
    """A file's text as (what is program, what is test)."""
    path = pathlib.PurePath(name)
    if name in modules or TEST_FOLDERS & set(path.parts) or path.name == "tests.rs" or re.search(r"\.(test|spec)\.tsx?$", path.name):
        return "", text
    if path.suffix == ".rs":
        program, mark, test = text.partition("#[cfg(test)]\nmod ")
        # `mod tests;` alone says that the tests are in another file.
        return (program, test) if mark else (text, "")
    # Commands that hold something to its promise are tests.
    return ("", text) if name.startswith("scripts/") else (text, "")


def without_docs(name, text):
    """A test's text without its comments of documentation: they tell, and prove nothing."""
    if not name.endswith(".rs"):
        return text
    return "\n".join(line for line in text.split("\n") if not line.lstrip().startswith(("///", "//!")))


def package(name):
    """The part of the project that a file belongs to."""
    parts = name.split("/")
    return "/".join(parts[:2]) if parts[0] == "crates" else parts[0]


def provers(name):
    """The parts whose tests may prove what a comment in this file says: its own, and those that run it."""
    own = package(name)
    if own.startswith("crates/"):
        return {own, "crates/formatters", "generator", "api", "widgets"}
    # Journeys in the browser run both programs; the generator's tests run the editor's server.
    return {own, "widgets"} if own in ("api", "generator") else {own}


def read():
    """Ids to the files of their tests, ids to the packages of their tests, and ids in programs with their places."""
    tests, packages, told, unknown_in_tests = {}, {}, [], []
    files = list(listed())
    modules = test_modules(files)
    for name, text in files:
        program, test = split(name, text, modules)
        for upper, lower, number in IN_TEST.findall(without_docs(name, test)):
            one = f"{upper or lower.upper()}-{number}"
            tests.setdefault(one, set()).add(name)
            packages.setdefault(one, set()).add(package(name))
            # The widgets run the vectors of the crates as well.
            if "/vectors/" in name:
                packages[one].add("widgets")
        for number, line in enumerate(program.split("\n") if not GENERATED.search(name) else (), 1):
            told.extend((one, name, number) for one in IN_TEXT.findall(line))
        for number, line in enumerate(test.split("\n"), 1):
            unknown_in_tests.extend((one, name, number) for one in IN_TEXT.findall(line))
    return tests, packages, told, unknown_in_tests


def places(files):
    """The files of a row's tests as its third cell."""
    some = sorted(files, key=lambda name: (name.endswith(".json"), name))
    more = f" and {len(some) - SHOWN} more" if len(some) > SHOWN else ""
    return ", ".join(f"`{name}`" for name in some[:SHOWN]) + more if some else "none"


def joined(page, tests, defined, faults):
    """A page with its third column, and its ids."""
    lines = []
    for number, line in enumerate(page.read_text().split("\n"), 1):
        row = ROW.match(line)
        if HEAD.match(line):
            line = "| id | what holds | tests |"
        elif re.fullmatch(r"\|(---\|){2,3}", line):
            line = "|---|---|---|"
        elif row:
            one, what = row.groups()
            if one in defined:
                faults.append(f"{page.relative_to(ROOT)}:{number}: {one} stands twice")
            defined.add(one)
            line = f"| {one} | {what} | {places(tests.get(one, ()))} |"
        elif line.startswith("| ") and re.match(rf"\| [{GROUPS}]-", line):
            faults.append(f"{page.relative_to(ROOT)}:{number}: not a row: a `|` in its text is written `\\|`")
        lines.append(line)
    return "\n".join(lines)


def index(pages):
    """The page that leads to the others."""
    rows = []
    for page, text in pages:
        ids = [row for row in map(ROW.match, text.split("\n")) if row]
        title = text.split("\n", 1)[0].removeprefix("# ")
        rows.append(f"| [{title}](requirements/{page.name}) | {len(ids)} |")
    return "\n".join(
        [
            "# Requirements",
            "",
            "What the project promises, a row each, with the tests that name it. An id (`S-101`) in a test's name or in a comment means",
            "the row of that id. The texts are written by hand; the column of tests and the numbers below by `make requirements`.",
            "`make test-names` fails when they are stale, when an id is named that is not defined, when no test names a row, and when a",
            "comment names a row that no test of the same package names.",
            "",
            "| group | rows |",
            "|---|---|",
            *rows,
            "",
        ]
    )


def main():
    check = "--check" in sys.argv[1:]
    tests, packages, told, in_tests = read()
    faults, defined, stale = [], set(), []
    pages = [(page, joined(page, tests, defined, faults)) for page in sorted(FOLDER.glob("*.md"))]
    for page, text in [*pages, (INDEX, index(pages))]:
        if not page.is_file() or page.read_text() != text:
            stale.append(str(page.relative_to(ROOT)))
            if not check:
                page.write_text(text)
    if check:
        faults.extend(f"{name}: stale; run `make requirements`" for name in stale)
    faults.extend(f"{name}:{number}: {one} is not defined in docs/requirements" for one, name, number in told + in_tests if one not in defined)
    faults.extend(f"{one}: no test names it" for one in sorted(defined - set(tests)))
    faults.extend(
        f"{name}:{number}: no test of what runs {package(name)} names {one}"
        for one, name, number in told
        if one in tests and not provers(name) & packages[one]
    )
    print("\n".join(faults), file=sys.stderr) if faults else None
    print(f"{len(defined)} requirements, {len(defined & set(tests))} named by tests")
    sys.exit(1 if faults and check else 0)


if __name__ == "__main__":
    main()
