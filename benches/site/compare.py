#!/usr/bin/env python3
"""Holds the generator against Hugo on one site, in one run, and prints the ratios.

    compare.py --loggia PROGRAM --hugo PROGRAM [--sizes 1000,10000] [--runs 3] [--work DIR] [--json FILE] [--check]

For each size: clean builds without and with small HTML, the tools in turn; user and system time, wall time and peak
memory of the process, medians over the runs. Then one edit of one item: built again by a new process, by `watch`, and,
with `serve`, until an open page has heard of it and shows it. Before anything is timed the outputs are compared: same
addresses, same text in every page, same items in the feed. `--check` exits 1 when a figure misses its target.
"""
import argparse
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
NOW = "1775001600000"
# At most these parts of Hugo's CPU time, wall time and peak memory; of a clean build's CPU time; milliseconds.
TARGETS = {"cpu": 0.25, "wall": 0.25, "memory": 0.25, "rebuild": 0.01, "reload": 100.0}


def run(command):
    """Runs a program to its end: seconds of CPU, seconds on the wall, megabytes at most."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = child.stderr.read()
    _, status, used = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    if status != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{said.decode()}")
    return {"cpu": used.ru_utime + used.ru_stime, "wall": wall, "memory": used.ru_maxrss / 1024}


def median(runs):
    return {key: statistics.median(one[key] for one in runs) for key in runs[0]}


class Tools:
    def __init__(self, asked, folder):
        self.loggia, self.hugo, self.folder = asked.loggia, asked.hugo, folder

    def command(self, tool, minified):
        site, out = self.folder / tool, self.folder / f"{tool}-out"
        if tool == "hugo":
            return [self.hugo, "-s", site, "-d", out, "--quiet", *(["--minify"] if minified else [])]
        small = [] if minified else ["--no-minify"]
        return [self.loggia, "build", site, "--out", out, "--now", NOW, "--quiet", *small]

    def clean(self, tool, minified):
        shutil.rmtree(self.folder / f"{tool}-out", ignore_errors=True)
        return run(self.command(tool, minified))


# --- Equality ---------------------------------------------------------------------------------------------------------


def pages(out):
    return {str(file.relative_to(out)): file for file in out.rglob("*.html")}


def text_of(file):
    """A page without what may differ: white space between tags, hashed names, a slash at the end of an address."""
    text = file.read_text(encoding="utf-8")
    text = re.sub(r"\.[0-9a-f]{10}(\.css|\.js)", r"\1", text)
    text = re.sub(r'<link rel="canonical"[^>]*>', "", text)
    text = re.sub(r"\s+", " ", text).replace("&#34;", "&quot;").replace("&#43;", "+")
    return re.sub(r"> <|> | <", lambda found: found.group().replace(" ", ""), text).strip()


def feed(file):
    text = file.read_text(encoding="utf-8").replace("&#43;", "+")
    part = lambda item, name: re.search(f"<{name}[^>]*>(.*?)</{name}>", item, re.S).group(1).rstrip("/")
    items = re.findall(r"<item>(.*?)</item>", text, re.S)
    return [tuple(part(item, name) for name in ("title", "link", "guid", "pubDate", "category")) for item in items]


def compare(folder):
    """Every difference between the outputs, as text."""
    ours, theirs = pages(folder / "loggia-out"), pages(folder / "hugo-out")
    theirs.pop("categories/index.html", None)
    own = [path for path in ours if re.match(r"(account|cart|checkout|gift-card|search|404)", path)]
    differences = [f"only ours: {path}" for path in sorted(set(ours) - set(theirs) - set(own))]
    differences += [f"missing: {path}" for path in sorted(set(theirs) - set(ours))]
    same = sorted(set(ours) & set(theirs))
    differences += [f"differs: {path}" for path in same if text_of(ours[path]) != text_of(theirs[path])]
    if feed(folder / "loggia-out/items/feed.xml") != feed(folder / "hugo-out/items/feed.xml"):
        differences.append("differs: items/feed.xml")
    return differences, len(same)


# --- One edit ---------------------------------------------------------------------------------------------------------


def cpu_of(process):
    """Seconds of CPU of a running process with all of its threads."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def edit(file, number):
    """Changes the words of an item as an editor saves them; what the page must show then."""
    word = f"edited{number:04d}"
    text = file.read_text(encoding="utf-8")
    text = re.sub(r"## (edited\d+ )?", f"## {word} ", text, count=1)
    file.with_suffix(".new").write_text(text, encoding="utf-8")
    os.replace(file.with_suffix(".new"), file)
    return word


def wait_for(what, check, at_most=60.0):
    end = time.perf_counter() + at_most
    while not check():
        if time.perf_counter() > end:
            sys.exit(f"{what} did not come")
        time.sleep(0.0005)


def end(process):
    process.send_signal(signal.SIGTERM)
    process.wait()


def watched(command, item, page, edits):
    """Edits under a program that builds again by itself: CPU seconds an edit, and milliseconds until the page is there."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for("the first build", page.exists, 600)
    idle = cpu_of(process)
    while True:
        time.sleep(1)
        now = cpu_of(process)
        if now - idle < 0.02:
            break
        idle = now
    waits = []
    before = cpu_of(process)
    for number in range(edits):
        start = time.perf_counter()
        word = edit(item, number)
        wait_for("the page", lambda: word in page.read_text(encoding="utf-8"))
        waits.append((time.perf_counter() - start) * 1000)
        time.sleep(0.5)
    used = (cpu_of(process) - before) / edits
    end(process)
    return {"cpu": used, "milliseconds": statistics.median(waits)}


def reloaded(program, folder, item, edits):
    """Milliseconds from a save to the new page in the hands of a browser that listens, through `serve`."""
    command = [program, "serve", folder / "loggia", "--port", "0", "--json", "--now", NOW]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    address = next(said["serving"] for said in map(json.loads, process.stdout) if "serving" in said)
    events = urllib.request.urlopen(f"{address}/_loggia/events")
    told = lambda: next(line for line in events if line.startswith(b"data:"))
    told()
    waits = []
    for number in range(edits):
        time.sleep(0.3)
        start = time.perf_counter()
        word = edit(item, 1000 + number)
        told()
        page = urllib.request.urlopen(f"{address}/items/item-000007/").read().decode()
        waits.append((time.perf_counter() - start) * 1000)
        if word not in page:
            sys.exit("serve told of a page before it was there")
    events.close()
    end(process)
    return statistics.median(waits)


# --- The run ----------------------------------------------------------------------------------------------------------


def one_size(asked, items):
    folder = asked.work / str(items)
    subprocess.run([sys.executable, HERE / "make_site.py", "--items", str(items), "--out", folder], check=True)
    tools = Tools(asked, folder)
    result = {"items": items}
    for minified in (False, True):
        runs = {"loggia": [], "hugo": []}
        for number in range(asked.runs):
            for tool in runs:
                runs[tool].append(tools.clean(tool, minified))
            if number == 0 and not minified:
                differences, same = compare(folder)
                if differences:
                    sys.exit("the outputs differ:\n" + "\n".join(differences[:20]))
                result["pages"] = same
        ours, theirs = median(runs["loggia"]), median(runs["hugo"])
        ratios = {key: ours[key] / theirs[key] for key in ours}
        result["minified" if minified else "plain"] = {"loggia": ours, "hugo": theirs, "ratio": ratios}
    clean = result["minified"]["loggia"]["cpu"]
    item, out = folder / "loggia/content/items/item-000007.json", folder / "loggia-out"
    again = []
    for number in range(asked.runs):
        edit(item, number)
        again.append(run(tools.command("loggia", True)))
    result["again"] = {"cpu": median(again)["cpu"], "part": median(again)["cpu"] / clean}
    watch = [asked.loggia, "watch", folder / "loggia", "--out", out, "--now", NOW, "--quiet"]
    result["watch"] = watched(watch, item, out / "items/item-000007/index.html", asked.edits)
    result["watch"]["part"] = result["watch"]["cpu"] / clean
    if asked.serve:
        result["reload"] = reloaded(asked.loggia, folder, item, asked.edits)
    if not asked.keep:
        shutil.rmtree(folder)
    return result


def show(result):
    print(f"\n{result['items']} items, {result['pages']} pages compared and equal")
    print(f"{'':22}{'ours':>10}{'Hugo':>10}{'ratio':>8}")
    for way in ("plain", "minified"):
        measured = result[way]
        for key, unit in (("cpu", "CPU s"), ("wall", "wall s"), ("memory", "peak MB")):
            ours, theirs, ratio = (measured[column][key] for column in ("loggia", "hugo", "ratio"))
            print(f"  {way:9} {unit:10}{ours:10.2f}{theirs:10.2f}{ratio:8.3f}")
    part = lambda value: f"{value * 100:.2f} % of a clean build's CPU time"
    print(f"  one edit, new process     {part(result['again']['part'])}")
    watch = result["watch"]
    print(f"  one edit, watch           {part(watch['part'])}, {watch['milliseconds']:.0f} ms to the page")
    if "reload" in result:
        print(f"  one edit, serve           {result['reload']:.0f} ms from the save to the reloaded page")
    sys.stdout.flush()


def missed(results):
    found = []
    for result in results:
        for way in ("plain", "minified"):
            ratios = result[way]["ratio"].items()
            found += [f"{result['items']} {way} {key}: {ratio:.3f}" for key, ratio in ratios if ratio > TARGETS[key]]
        if result["items"] >= 10000 and result["watch"]["part"] > TARGETS["rebuild"]:
            found.append(f"{result['items']} rebuild: {result['watch']['part']:.4f}")
        # Asked for at 10,000 items; at 100,000 it is told.
        if result["items"] <= 10_000 and result.get("reload", 0) > TARGETS["reload"]:
            found.append(f"{result['items']} reload: {result['reload']:.0f} ms")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loggia", required=True)
    parser.add_argument("--hugo", required=True)
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--edits", type=int, default=9)
    # In memory where that can be had, so that the tools are measured and not the disk.
    memory = Path("/dev/shm")
    work = memory / "loggia-bench" if os.access(memory, os.W_OK) else HERE / "work"
    parser.add_argument("--work", type=Path, default=work)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--no-serve", dest="serve", action="store_false")
    parser.add_argument("--keep", action="store_true", help="leave the sites where they are")
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    results = []
    for items in map(int, asked.sizes.split(",")):
        results.append(one_size(asked, items))
        show(results[-1])
    if len(results) > 1:
        cost = [1e3 * result["plain"]["loggia"]["cpu"] / result["pages"] for result in results]
        print("\nour CPU time a page, ms:", ", ".join(f"{result['items']}: {ms:.3f}" for result, ms in zip(results, cost)))
    if asked.json:
        asked.json.write_text(json.dumps(results, indent=1))
    over = missed(results)
    for line in over:
        print(f"target missed: {line}")
    if asked.check and over:
        sys.exit(1)


if __name__ == "__main__":
    main()
