"""The licences of everything that is compiled into the programs, as one text; the same text stands once."""
import json
import pathlib
import re
import subprocess

NOTICE = re.compile(r"^(licen[cs]e|copying|notice|unlicense|copyright)", re.IGNORECASE)


def crates(root, triple):
    """(name, version, licence, folder) of each crate that the programs link."""
    said = json.loads(subprocess.run(["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", triple], cwd=root,
                                     capture_output=True, text=True, check=True).stdout)
    packages = {each["id"]: each for each in said["packages"]}
    nodes = {each["id"]: each for each in said["resolve"]["nodes"]}
    left = [id for id in nodes if packages[id]["name"] in ("loggia-generator", "loggia-api") and packages[id]["source"] is None]
    seen = set()
    while left:
        id = left.pop()
        if id in seen:
            continue
        seen.add(id)
        # What serves tests or the build alone is not handed out.
        left += [each["pkg"] for each in nodes[id]["deps"] if any(kind["kind"] is None for kind in each["dep_kinds"])]
    for id in sorted(seen, key=lambda id: (packages[id]["name"], packages[id]["version"])):
        each = packages[id]
        if each["source"] is not None:
            yield each["name"], each["version"], each["license"] or "see its files", pathlib.Path(each["manifest_path"]).parent


def modules(root):
    """The same of each package of npm that is in the widgets or the LESS compiler."""
    for folder in ("widgets", "generator/less"):
        lock = root / folder / "package-lock.json"
        for path, each in sorted(json.loads(lock.read_text())["packages"].items()):
            if path and not each.get("dev") and not each.get("link") and (root / folder / path).is_dir():
                yield path.rpartition("node_modules/")[2], each["version"], str(each.get("license", "see its files")), root / folder / path


def text(root, triple):
    """The whole text: who, in which version, under which licence, and the texts that lie beside each."""
    texts, lines = {}, []
    for name, version, licence, folder in [*crates(root, triple), *modules(root)]:
        lines.append(f"{name} {version}: {licence}\n")
        for file in sorted(folder.iterdir()):
            if NOTICE.match(file.name) and file.is_file():
                said = file.read_text(errors="replace").replace("\r\n", "\n").strip()
                texts.setdefault(said, []).append(f"{name} {version}")
    if not lines:
        raise SystemExit("packing: no dependency was found")
    parts = ["".join(lines)]
    parts += ["\n" + "=" * 78 + "\n" + ", ".join(dict.fromkeys(who)) + "\n" + "-" * 78 + "\n" + said + "\n" for said, who in texts.items()]
    return "Loggia is made of these, with thanks. The texts of their licences follow.\n\n" + "".join(parts)
