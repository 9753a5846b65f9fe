#!/usr/bin/env python3
"""Shows that the tests of the guards can fail (S-282): each mutation takes one guard away, and its test must notice.

    scripts/mutations.py                    every mutation
    scripts/mutations.py stock lock         those whose name holds one of the words
    scripts/mutations.py --item 9 --item 10 those of these items (`races` are the lists of mutations/races.py)
    scripts/mutations.py --list             what there is, and whether each guard stands where it is said to

Lists are scripts/mutations/*.json; a mutation says its `file`, the text of the guard (`guarded`, once in that file), what stands
there without it (`bare`, which compiles), and who must notice: `package`, `target` (a test program, `lib`, or in widgets a test
file) and `test`. Guards that are SQL may stand in mutations/races.py instead: those are taken out of the compiled tests.

Guards of Rust are taken out of a copy of the sources, many in one build, and still each is judged by itself: every mutation is
out in half of the builds, so that for any two there is a build without the one and with the other. A test notices when it fails
in each build without its guard and passes in each that has it; where that is not so, the mutation gets a build of its own.
Ends with 1 when a guard can be taken away unnoticed.
"""
import argparse
import importlib.util
import itertools
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LISTS = ROOT / "scripts/mutations"
# Made by other tools and embedded when the programs are compiled, or read by tests: the same in every build.
SHARED = ["widgets/dist", "widgets/node_modules", "generator/less/dist", "generator/less/node_modules"]
# A test that takes longer has lost its way without its guard.
LONGEST_S = 600


class Mutation:
    """One guard, and who must notice that it is gone."""

    def __init__(self, told, source):
        self.name, self.item = told["name"], str(told["item"])
        self.file, self.guarded, self.bare = told["file"], told["guarded"], told["bare"]
        self.package, self.target, self.test = told["package"], told["target"], told["test"]
        self.rounds, self.source = str(told.get("rounds", 1)), source

    def fault(self, tree):
        """What is wrong with the list itself."""
        path = tree / self.file
        if not path.is_file():
            return f"there is no {self.file}"
        count = path.read_text().count(self.guarded)
        return None if count == 1 else f"the guard stands {count} times in {self.file}"


def cargo(words, tree=ROOT):
    return subprocess.run(["cargo", *words], cwd=tree, capture_output=True, text=True, env={**os.environ, "CARGO_TARGET_DIR": target_folder()})


def target_folder():
    if "CARGO_TARGET_DIR" in os.environ:
        return os.environ["CARGO_TARGET_DIR"]
    told = subprocess.run(["cargo", "metadata", "--no-deps", "--format-version", "1"], cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(told.stdout)["target_directory"]


class Tree:
    """A copy of the sources in which guards are missing; files are written only where they differ, so that little is compiled."""

    def __init__(self):
        self.folder = pathlib.Path(target_folder()) / "mutations" / "tree"
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
        self.files = {name: (ROOT / name) for name in listed.decode().split("\0") if name and (ROOT / name).is_file()}
        for old in sorted(self.folder.rglob("*")) if self.folder.exists() else []:
            if old.is_file() and not old.is_symlink() and str(old.relative_to(self.folder)) not in self.files:
                old.unlink()
        for name, source in self.files.items():
            self.write(name, source.read_bytes(), source.stat().st_mode)
        for name in SHARED:
            place = self.folder / name
            if (ROOT / name).exists() and not place.exists():
                place.parent.mkdir(parents=True, exist_ok=True)
                place.symlink_to((ROOT / name).resolve())
        self.changed = set()

    def write(self, name, content, mode=None):
        place = self.folder / name
        if not place.is_file() or place.read_bytes() != content:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        if mode is not None:
            place.chmod(mode)

    def without(self, mutations):
        """Takes these guards out and puts every other back; those whose text others took along."""
        texts, left = {}, []
        for mutation in mutations:
            text = texts.get(mutation.file) or self.files[mutation.file].read_text()
            if text.count(mutation.guarded) != 1:
                left.append(mutation)
                continue
            texts[mutation.file] = text.replace(mutation.guarded, mutation.bare)
        for name in self.changed - set(texts):
            self.write(name, self.files[name].read_bytes())
        for name, text in texts.items():
            self.write(name, text.encode())
        self.changed = set(texts)
        return left


def build(tree, package, targets):
    """Compiles test programs of a package; each by its target."""
    chosen = [word for target in sorted(targets) for word in (["--lib"] if target == "lib" else ["--bin", target[4:]] if target.startswith("bin:") else ["--test", target])]
    done = cargo(["test", "--quiet", "--locked", "-p", package, *chosen, "--no-run", "--message-format=json"], tree)
    if done.returncode != 0:
        said = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        faults = [m["message"]["rendered"] for m in said if m.get("reason") == "compiler-message" and m["message"]["level"] == "error"]
        return None, "".join(faults)[:2000] or done.stderr[:2000]
    programs = {}
    for line in filter(lambda line: line.startswith("{"), done.stdout.splitlines()):
        message = json.loads(line)
        if message.get("executable") and message.get("profile", {}).get("test"):
            kinds, name = message["target"]["kind"], message["target"]["name"]
            folder = pathlib.Path(message["manifest_path"]).parent
            key = "lib" if "lib" in kinds else f"bin:{name}" if "bin" in kinds else name
            programs[key] = (message["executable"], folder)
    return programs, None


def run(program, folder, tests, rounds):
    """Which of the tests failed; a test is every one whose name holds the text. None is one that is not there."""
    environment = {**os.environ, "LOGGIA_ROUNDS": rounds}
    try:
        done = subprocess.run([program, *tests], cwd=folder, env=environment, capture_output=True, text=True, timeout=LONGEST_S, errors="replace")
        told = dict(re.findall(r"^test (\S+)(?: - should panic)? \.\.\. (ok|FAILED|ignored)", done.stdout, re.MULTILINE))
        if "test result:" in done.stdout:
            verdicts = {}
            for test in tests:
                found = [word for name, word in told.items() if test in name and word != "ignored"]
                verdicts[test] = None if not found else "FAILED" in found
            return verdicts
    except subprocess.TimeoutExpired:
        pass
    # It died, or does not end: then each by itself.
    if len(tests) == 1:
        return {tests[0]: True}
    return {test: run(program, folder, [test], rounds)[test] for test in tests}


def codes(count):
    """As many sets of builds, none within another: in which builds each mutation is out."""
    size = 2
    while math.comb(size, size // 2) < count:
        size += 1
    return size, list(itertools.islice(itertools.combinations(range(size), size // 2), count))


class Judge:
    """Takes guards out of one package's sources and says which tests notice."""

    def __init__(self, tree, package):
        self.tree, self.package = tree, package

    def look(self, out, asked):
        """Fails of the asked mutations' tests in a build without the guards `out`."""
        left = self.tree.without(out)
        programs, fault = build(self.tree.folder, self.package, {mutation.target for mutation in asked})
        if programs is None:
            return None, fault, left
        failed = {}
        for (target, rounds), group in grouped(asked, lambda mutation: (mutation.target, mutation.rounds)).items():
            program, folder = programs[target]
            verdicts = run(program, folder, sorted({mutation.test for mutation in group}), rounds)
            failed.update({mutation.name: verdicts[mutation.test] for mutation in group})
        return failed, None, left

    def alone(self, mutation, why):
        """A build of its own: the test must fail without the guard, and pass with it."""
        without, fault, _ = self.look([mutation], [mutation])
        if without is None:
            return say(mutation, False, f"it does not compile without the guard: {fault}")
        if without[mutation.name] is None:
            return say(mutation, False, f"there is no test {mutation.test}")
        with_it, _, _ = self.look([], [mutation]) if without[mutation.name] else ({mutation.name: False}, None, None)
        if with_it[mutation.name]:
            return say(mutation, False, "its test fails with the guard as well")
        return say(mutation, without[mutation.name], why)

    def together(self, mutations):
        """Each is out in half of the builds."""
        if len(mutations) < 3:
            return [mutation for mutation in mutations if not self.alone(mutation, "alone")]
        size, sets = codes(len(mutations))
        seen = {mutation.name: [] for mutation in mutations}
        apart = {}
        for number in range(size):
            out = [mutation for mutation, places in zip(mutations, sets) if number in places and mutation.name not in apart]
            failed, fault, left = self.look(out, mutations)
            print(f"  {self.package}: build {number + 1} of {size}, {len(out)} guards out", flush=True)
            if failed is None:
                print(fault, flush=True)
                apart.update({mutation.name: "a build of many did not compile" for mutation in out})
                continue
            apart.update({mutation.name: "its guard overlaps another" for mutation in left})
            for mutation in mutations:
                seen[mutation.name].append((mutation in out, failed[mutation.name]))
        survivors = []
        for mutation in mutations:
            if any(failed is None for _, failed in seen[mutation.name]):
                noticed = say(mutation, False, f"there is no test {mutation.test}")
            elif mutation.name not in apart and all(out == failed for out, failed in seen[mutation.name]):
                noticed = say(mutation, True, f"{sum(out for out, _ in seen[mutation.name])} builds")
            elif mutation.name not in apart and not any(failed for out, failed in seen[mutation.name] if out):
                noticed = say(mutation, False, "no build")
            else:
                noticed = self.alone(mutation, apart.get(mutation.name, "others touch its test: alone"))
            if not noticed:
                survivors.append(mutation)
        return survivors


def say(mutation, noticed, how):
    print(f"{mutation.name} (item {mutation.item}): {'noticed' if noticed else 'NOT noticed'} by {mutation.test} [{how}]", flush=True)
    return noticed


def grouped(things, key):
    groups = {}
    for thing in things:
        groups.setdefault(key(thing), []).append(thing)
    return groups


def rounds_apart(mutations):
    """Mutations that name the same test are judged in rounds of their own: in one build it could not be said which it saw."""
    counts, rounds = {}, []
    for mutation in mutations:
        number = counts.get((mutation.target, mutation.test), 0)
        counts[(mutation.target, mutation.test)] = number + 1
        while len(rounds) <= number:
            rounds.append([])
        rounds[number].append(mutation)
    return rounds


def in_widgets(tree, mutations):
    """Jest compiles nothing ahead: one guard at a time."""
    survivors = []
    for mutation in mutations:
        def failed():
            words = ["npx", "jest", *([mutation.target] if mutation.target != "jest" else []), "-t", mutation.test]
            done = subprocess.run(words, cwd=tree.folder / "widgets", capture_output=True, text=True, timeout=LONGEST_S)
            ran = re.search(r"Tests:.*?(\d+) (?:passed|failed)", done.stderr)
            return None if not ran and "Test suite failed to run" not in done.stderr else done.returncode != 0
        tree.without([mutation])
        without = failed()
        tree.without([])
        if without is None:
            noticed = say(mutation, False, f"there is no test {mutation.test}")
        else:
            noticed = say(mutation, without and not failed(), "alone")
        if not noticed:
            survivors.append(mutation)
    return survivors


def statements(chosen):
    """Guards that are SQL: taken out of a copy of the compiled tests, where the statement stands as text."""
    if not chosen:
        return []
    programs, fault = build(ROOT, "loggia-api", {"api"})
    if programs is None:
        sys.exit(fault)
    whole, survivors = pathlib.Path(programs["api"][0]).read_bytes(), []
    folder = pathlib.Path(target_folder()) / "mutations"
    folder.mkdir(parents=True, exist_ok=True)
    for name, guarded, bare, test in chosen:
        if guarded.encode() not in whole:
            sys.exit(f"{name}: the guard is in no statement; change races.py with it")
        copy = folder / name
        copy.write_bytes(whole.replace(guarded.encode(), bare.encode().ljust(len(guarded.encode()))))
        copy.chmod(0o755)
        # What meets by chance meets in ten rounds.
        failed = run(str(copy), ROOT / "api", [test], "10")[test]
        copy.unlink()
        if failed is None:
            sys.exit(f"{name}: there is no test {test}")
        print(f"{name} (item races): {'noticed' if failed else 'NOT noticed'} by {test}", flush=True)
        if not failed:
            survivors.append(name)
    return survivors


def load():
    spec = importlib.util.spec_from_file_location("races", LISTS / "races.py")
    races = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(races)
    sources = [
        Mutation({"name": name, "item": "races", "file": f"api/src/{file}", "guarded": guarded, "bare": bare, "package": "loggia-api", "target": "api", "test": test, "rounds": 10}, "races.py")
        for name, file, guarded, bare, test in races.SOURCES
    ]
    for file in sorted(LISTS.glob("*.json")):
        sources += [Mutation(told, file.name) for told in json.loads(file.read_text())]
    twice = [name for name, group in grouped(sources, lambda one: one.name).items() if len(group) > 1]
    if twice:
        sys.exit(f"these names stand twice: {', '.join(twice)}")
    return races.STATEMENTS, sources


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*", help="parts of names")
    parser.add_argument("--item", action="append", default=[], help="an item's number, or `races`")
    parser.add_argument("--package", action="append", default=[])
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    sql, sources = load()

    def is_chosen(name, item, package):
        return (not options.words or any(word in name for word in options.words)) and (not options.item or item in options.item) and (not options.package or package in options.package)

    sql = [one for one in sql if is_chosen(one[0], "races", "loggia-api")]
    sources = [one for one in sources if is_chosen(one.name, one.item, one.package)]
    broken = [(one, fault) for one in sources if (fault := one.fault(ROOT))]
    if options.list:
        for name, _, _, test in sql:
            print(f"races  {name}: {test}")
        for one in sources:
            print(f"{one.item:>5}  {one.name} ({one.source}): {one.package} {one.target} {one.test}")
    for one, fault in broken:
        print(f"{one.name} ({one.source}): {fault}", flush=True)
    if options.list or not (sql or sources):
        print(f"{len(sql) + len(sources)} mutations, {len(broken)} lists to be mended")
        sys.exit(1 if broken else 0)
    missed = [one.name for one, _ in broken] + statements(sql)
    sound = [one for one in sources if one not in {one for one, _ in broken}]
    if sound:
        tree = Tree()
        missed += [one.name for one in in_widgets(tree, [one for one in sound if one.package == "widgets"])]
        for package, group in grouped([one for one in sound if one.package != "widgets"], lambda one: one.package).items():
            judge = Judge(tree, package)
            for together in rounds_apart(group):
                missed += [one.name for one in judge.together(together)]
        tree.without([])
    count = len(sql) + len(sources)
    print(f"{count - len(missed)} of {count} noticed" + (f"; not: {', '.join(missed)}" if missed else ""))
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
