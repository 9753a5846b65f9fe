#!/usr/bin/env python3
"""Installs what `make dist` made into clean systems and uses it there: each package in a root of its own, of Debian's smallest.

usage: roots.py OUT [archive|deb|npm|oci …]

Held here: S-844 (archive), S-845 (Debian packages), S-846 (npm), S-847 (image). As root alone: it changes roots.
"""
import hashlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.error
import urllib.request

# Packages come from the mirror that debootstrap knows; LOGGIA_DEBIAN_MIRROR names another.
SUITE, MIRROR = "bookworm", os.environ.get("LOGGIA_DEBIAN_MIRROR")
PATH = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}
# Of a server that is only tried: it takes no money and sends no letters.
TRIAL = {"LOGGIA_ENVIRONMENT": "dev", "LOGGIA_DATA": "/data"}


def within(root, *words, **more):
    """Runs a command in a root; its failure is told with what it said."""
    done = subprocess.run(["chroot", root, *words], env=PATH, capture_output=True, text=True, check=False, **more)
    if done.returncode != 0:
        raise SystemExit(f"roots: {' '.join(map(str, words))}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def free_port():
    """A port that nobody has."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return held.getsockname()[1]


def answered(server, url, limit=60):
    """What a server that was just started answers."""
    end = time.monotonic() + limit
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                return answer.read().decode()
        except (urllib.error.URLError, ConnectionError) as fault:
            if server.poll() is not None or time.monotonic() > end:
                raise SystemExit(f"roots: {url}: {fault}; {server.communicate()[0] if server.poll() is not None else 'still running'}") from fault
            time.sleep(0.2)


def serving(command, url, environment=None):
    """Starts a server, asks it, and stops it as an operator does."""
    server = subprocess.Popen(command, env={**PATH, **(environment or {})}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        body = answered(server, url)
    finally:
        if server.poll() is None:
            server.send_signal(signal.SIGTERM)
    try:
        server.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        server.kill()
        server.communicate()
        raise SystemExit(f"roots: {' '.join(map(str, command))}: did not end within a minute of SIGTERM") from None
    return body


def uses(root, loggia, api):
    """What everybody does first: the version, a new site, its pages, its server; then the API alone."""
    said = within(root, *loggia, "--version")
    assert said.startswith("loggia "), said
    within(root, *loggia, "new", "/root/site", "--starter", "shop", "--title", "Corner shop")
    within(root, *loggia, "build", "/root/site", "--out", "/root/output")
    page = root / "root/output/index.html"
    assert "Corner shop" in page.read_text(), page
    port = free_port()
    body = serving(["chroot", root, *loggia, "serve", "/root/site", "--port", str(port)], f"http://127.0.0.1:{port}/")
    assert "Corner shop" in body, body[:500]
    healthy(["chroot", root, *api])


def healthy(command):
    """The API starts on an empty database and says that it is well."""
    port = free_port()
    serving([*command, "serve"], f"http://127.0.0.1:{port}/health/ready", {**TRIAL, "LOGGIA_BIND": f"127.0.0.1:{port}"})


def certificates(root):
    """What a server needs beside a C library: without a list of authorities it does not start."""
    within(root, "apt-get", "update", "-qq")
    within(root, "apt-get", "install", "-y", "-qq", "--no-install-recommends", "ca-certificates")


def archive(out, root):
    """The archive, unpacked."""
    certificates(root)
    (file,) = out.glob("loggia-*-unknown-linux-gnu.tar.gz")
    with tarfile.open(file) as inside:
        inside.extractall(root / "opt", filter="data")
    (folder,) = [path.name for path in (root / "opt").iterdir()]
    uses(root, [f"/opt/{folder}/bin/loggia"], [f"/opt/{folder}/bin/loggia-api"])


def deb(out, root):
    """Both packages: installed, used, installed again, removed, purged. What the shop stored stays through all of it."""
    names = [path.name for path in sorted(out.glob("*.deb"))]
    for name in names:
        size = (out / name).stat().st_size
        assert size < 30_000_000, f"{name}: {size} bytes"
        shutil.copy(out / name, root / "root")
    within(root, "apt-get", "update", "-qq")
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *(f"/root/{name}" for name in names)]
    within(root, *install)
    uses(root, ["loggia"], ["loggia-api"])
    within(root, "sh", "-c", "grep -q '^loggia-api:' /etc/passwd && test \"$(stat -c '%U %a' /var/lib/loggia-api)\" = 'loggia-api 700'")
    settings, stored = root / "etc/loggia-api.env", root / "var/lib/loggia-api/shop.sqlite"
    assert settings.stat().st_mode & 0o777 == 0o600, oct(settings.stat().st_mode)
    settings.write_text(settings.read_text().replace("LOGGIA_SECRET=\n", "LOGGIA_SECRET=kept\n"))
    stored.write_text("what the shop stored")
    within(root, *install, "--reinstall")
    assert "LOGGIA_SECRET=kept" in settings.read_text(), "an upgrade changed the settings"
    within(root, "apt-get", "remove", "-y", "-qq", "loggia-api", "loggia")
    assert not (root / "usr/bin/loggia-api").exists() and not (root / "usr/bin/loggia").exists()
    assert settings.exists(), "removing took the settings"
    within(root, "apt-get", "purge", "-y", "-qq", "loggia-api")
    assert not settings.exists(), "a purge left the settings"
    assert stored.read_text() == "what the shop stored", "a purge took what the shop stored"
    assert "LOGGIA_SECRET=kept" in (root / "var/lib/loggia-api/loggia-api.env.kept").read_text(), "a purge took the secret"
    within(root, *install)
    assert stored.exists() and "LOGGIA_SECRET=kept" not in settings.read_text()


def npm(out, root):
    """Both packages of npm in a project, without a registry and without scripts; Node is this machine's."""
    certificates(root)
    node = pathlib.Path(shutil.which("node")).resolve()
    shutil.copy(node, root / "usr/bin/node")
    modules = pathlib.Path(shutil.which("npm")).resolve().parents[1]
    shutil.copytree(modules, root / "usr/lib/node_modules/npm", symlinks=True)
    project = root / "root/project"
    project.mkdir()
    (platform,) = out.glob("loggia-linux-*.tgz")
    (front,) = [path for path in out.glob("loggia-*.tgz") if path != platform]
    for path in (platform, front):
        shutil.copy(path, project)
    (project / "package.json").write_text(json.dumps({"private": True}))
    npm_cli = "/usr/lib/node_modules/npm/bin/npm-cli.js"
    within(root, "sh", "-c", f"cd /root/project && node {npm_cli} install --offline --ignore-scripts --no-audit --no-fund ./{platform.name} ./{front.name}")
    bin = "/root/project/node_modules/.bin"
    uses(root, [f"{bin}/loggia"], [f"{bin}/loggia-api"])
    # What the program says of its end is what the starter says.
    done = subprocess.run(["chroot", root, f"{bin}/loggia", "no-such-verb"], env=PATH, capture_output=True, check=False)
    assert done.returncode == 2, done


def oci(out, root):
    """The image alone, nothing of Debian: every digest that it names is that of its blob, and its command runs as its user."""
    shutil.rmtree(root)
    root.mkdir()
    (file,) = out.glob("*.oci.tar")
    with tarfile.open(file) as inside:
        blobs = {member.name: inside.extractfile(member).read() for member in inside if member.isfile()}

    def blob(descriptor):
        data = blobs["blobs/" + descriptor["digest"].replace(":", "/")]
        assert len(data) == descriptor["size"] and "sha256:" + hashlib.sha256(data).hexdigest() == descriptor["digest"], descriptor
        return data

    manifest = json.loads(blob(json.loads(blobs["index.json"])["manifests"][0]))
    config = json.loads(blob(manifest["config"]))
    for descriptor in manifest["layers"]:
        layer = root.parent / "layer.tar.gz"
        layer.write_bytes(blob(descriptor))
        with tarfile.open(layer) as inside:
            inside.extractall(root, filter="fully_trusted")
        layer.unlink()
    settings = config["config"]
    assert settings["User"] == "10001:10001" and settings["Cmd"] == ["serve"], settings
    healthy(["chroot", f"--userspec={settings['User']}", root, *settings["Entrypoint"]])


def main():
    """Makes the clean system once, and a copy of it for each way to install."""
    if os.geteuid() != 0:
        raise SystemExit("roots: this installs into clean systems, which root alone may")
    out = pathlib.Path(sys.argv[1]).resolve()
    ways = {"archive": archive, "deb": deb, "npm": npm, "oci": oci}
    subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=out, check=True)
    with tempfile.TemporaryDirectory(prefix="loggia-roots-") as folder:
        base = pathlib.Path(os.environ.get("LOGGIA_ROOTS_BASE") or f"{folder}/base")
        if not base.exists():
            subprocess.run(["debootstrap", "--variant=minbase", SUITE, base, *filter(None, [MIRROR])], check=True, stdout=subprocess.DEVNULL)
        for name in sys.argv[2:] or ways:
            root = pathlib.Path(folder) / name
            subprocess.run(["cp", "-a", base, root], check=True)
            ways[name](out, root)
            shutil.rmtree(root)
            print(f"roots: {name}: installed and used", flush=True)


main()
