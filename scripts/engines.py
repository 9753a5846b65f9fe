#!/usr/bin/env python3
"""Goes through every SQL text and migration of the API, and lists what servers lack that speak PostgreSQL and are none.

usage: engines.py [--check]

Writes the table of docs/operation/engines.md. What must not be used at all (`gone`) fails wherever it stands; with --check the page is
compared, so that a new use is seen in review. Held here: S-355.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/operation/engines.md"
BEGIN, END = "<!-- uses -->", "<!-- end of uses -->"
GONE, SWITCH, KNOWN = "gone", "switch", "known"

# What, how it is found, whether CockroachDB and YugabyteDB have it, what is done about it, and why.
USES = [
    ("advisory locks", r"pg_(?:try_)?advisory", "no", "newer ones", GONE, "who changes tables holds a row"),
    ("`LOCK TABLE`", r"\bLOCK TABLE\b", "no", "newer ones", GONE, ""),
    ("`LISTEN`, `NOTIFY`", r"\b(?:LISTEN|NOTIFY)\b|pg_notify", "no", "no", GONE, "servers ask by the clock"),
    ("`SKIP LOCKED`, `NOWAIT`", r"\bSKIP LOCKED\b|\bNOWAIT\b", "partly", "partly", GONE, "rows are claimed by one `UPDATE`"),
    ("`FOR UPDATE`, `FOR SHARE`", r"\bFOR (?:NO KEY )?UPDATE\b|\bFOR (?:KEY )?SHARE\b", "not under every isolation", "yes", GONE,
     "a row is held by changing it"),
    ("temporary tables", r"\bTEMP(?:ORARY)? TABLE\b", "behind a setting", "yes", GONE, ""),
    ("cursors that are declared", r"\bDECLARE \w+ .*CURSOR\b", "partly", "yes", GONE, ""),
    ("two-phase commit, `COPY`", r"\bPREPARE TRANSACTION\b|\bCOPY \w+ (?:FROM|TO)\b", "partly", "partly", GONE, ""),
    ("extensions, types of our own, domains", r"\bCREATE (?:EXTENSION|TYPE|DOMAIN)\b", "partly", "yes", GONE, ""),
    ("`SERIAL`, sequences of our own", r"\b(?:BIG|SMALL)?SERIAL\b|\bCREATE SEQUENCE\b|\bnextval\(", "with other numbers", "with gaps", GONE,
     "ids are texts of our own; numbers of orders and invoices are rows"),
    ("generated columns", r"GENERATED ALWAYS AS \(", "yes", "yes", GONE, ""),
    ("constraints that wait, exclusions", r"\bDEFERRABLE\b|\bEXCLUDE USING\b", "no", "partly", GONE, ""),
    ("inheritance, rules, materialized views", r"\bINHERITS\b|\bCREATE RULE\b|\bMATERIALIZED VIEW\b", "partly", "partly", GONE, ""),
    ("GIN and GiST indexes", r"\bUSING (?:gin|gist)\b", "partly", "partly", GONE, ""),
    ("functions", r"\bCREATE (?:OR REPLACE )?FUNCTION\b", "partly", "yes", SWITCH, "left out: only triggers call them"),
    ("triggers", r"\bCREATE (?:CONSTRAINT )?TRIGGER\b", "newer ones, not for a statement, not before `TRUNCATE`", "yes", SWITCH,
     "left out: they say once more what the statements and the record's chain of hashes hold"),
    ("partitions", r"\) PARTITION BY\b|\bPARTITION OF\b|\bpg_inherits\b", "with another syntax", "yes", SWITCH, "left out: one table, and old rows are deleted"),
    ("a column's collation", r"COLLATE \"C\"|COLLATE \\\"C\\\"", "other names", "yes", SWITCH, "left out: texts compare by their bytes as it is"),
    ("sizes and counts of tables", r"\bpg_total_relation_size\b|\bpg_stat_user_tables\b", "partly", "partly", SWITCH,
     "not asked: the limit of what visitors' events take does not count there, only their age"),
    ("whole numbers divided by `/`", r"[\w)] / [\w$(]", "the result is no whole number", "yes", SWITCH, "written with `%` in the migration"),
    ("settings of a session", r"(?:^|; )(?:RE)?SET (?!TRANSACTION\b|LOCAL search_path\b)\w+", "yes", "yes", KNOWN,
     "asked by a test of the lists' plans alone"),
    ("the search path", r"\bsearch_path\b", "yes", "yes", KNOWN, "of the session, or through a pooler of each transaction"),
    ("numbers from the server", r"GENERATED ALWAYS AS IDENTITY|pg_get_serial_sequence", "yes, with gaps", "yes, with gaps", KNOWN,
     "groups of events; nothing needs them without gaps"),
    ("a snapshot for backups", r"\bREPEATABLE READ\b", "yes (serializable)", "yes", KNOWN, ""),
    ("indexes of some rows", r"\bCREATE (?:UNIQUE )?INDEX\b[^;]* WHERE ", "yes", "yes", KNOWN, ""),
    ("`ON CONFLICT`", r"\bON CONFLICT\b", "yes", "yes", KNOWN, ""),
    ("a change within `WITH`", r"\bWITH \w+ AS \((?:UPDATE|INSERT|DELETE|$)", "yes, of different tables", "yes", KNOWN, "a cart and its entry"),
    ("lists that become rows", r"\bUNNEST\(", "yes", "yes", KNOWN, ""),
]


def texts():
    """Every text of SQL with its file: migrations of PostgreSQL whole, and of the sources what stands in quotes."""
    for folder in ("api/migrations/postgres", "api/migrations/visits/postgres"):
        for file in sorted((ROOT / folder).glob("*.sql")):
            yield file.relative_to(ROOT), re.sub(r"--[^\n]*", "", file.read_text())
    for file in sorted((ROOT / "api/src").rglob("*.rs")):
        source = "\n".join(line for line in file.read_text().split("\n") if not line.lstrip().startswith("//"))
        source = source.split("#[cfg(test)]")[0]
        for text in re.findall(r'"((?:[^"\\]|\\.)*)"', source, re.DOTALL):
            if re.search(r"\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|SET|WITH|BEGIN|LOCK|LISTEN|COPY)\b", text):
                yield file.relative_to(ROOT), re.sub(r"\\\n\s*", "", text)


def found(uses, everything):
    """The files of a use with how often it stands there; what the migrations for other servers are written with is none."""
    where = {}
    for file, text in everything:
        if file.name in ("portable.rs",):
            continue
        times = len(re.findall(uses, text))
        if times:
            where[file] = where.get(file, 0) + times
    return where


def table():
    everything = list(texts())
    lines, wrong = ["| what | CockroachDB | YugabyteDB | here | where |", "|---|---|---|---|---|"], []
    for name, pattern, cockroach, yugabyte, state, reason in USES:
        where = found(pattern, everything)
        if state == GONE and where:
            wrong.append(f"{name} must not be used: {', '.join(map(str, where))}")
        here = {GONE: "not used", SWITCH: "`engine=distributed`", KNOWN: "used"}[state] + (f": {reason}" if reason else "")
        several = sum(where.values()), len(where)
        files = ", ".join(f"`{file.relative_to('api')}`" for file in where) if len(where) <= 4 else f"{several[0]} times in {several[1]} files"
        lines.append(f"| {name} | {cockroach} | {yugabyte} | {here} | {files} |")
    statements = sum(1 for _ in everything)
    return f"{statements} texts were looked at.\n\n" + "\n".join(lines), wrong


def main():
    made, wrong = table()
    page = PAGE.read_text()
    head, rest = page.split(BEGIN)
    whole = f"{head}{BEGIN}\n\n{made}\n\n{END}{rest.split(END)[1]}"
    if "--check" in sys.argv and whole != page:
        wrong.append(f"{PAGE.relative_to(ROOT)} is not what the sources use: python3 scripts/engines.py")
    if wrong:
        sys.exit("\n".join(wrong))
    if "--check" not in sys.argv:
        PAGE.write_text(whole)


main()
