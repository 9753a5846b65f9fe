"""Debian packages by hand: `loggia` for who makes sites, `loggia-api` for the server of a published shop."""
import hashlib
import pathlib

from packed import Tree, gz, tar, xz

HERE = pathlib.Path(__file__).resolve().parent
MAINTAINER = "Loggia <packages@loggia.invalid>"


def ar(members, time):
    """An archive in the common format of `ar`."""
    out = b"!<arch>\n"
    for name, data in members:
        out += f"{name:<16}{time:<12}{0:<6}{0:<6}{0o100644:<8o}{len(data):<10}`\n".encode() + data + b"\n" * (len(data) % 2)
    return out


def package(name, tree, control, scripts, conffiles, time):
    """A .deb of the tree. `scripts` are those of the maintainer, by name."""
    files = {path: entry[1] for path, entry in tree.entries.items() if isinstance(entry[1], bytes)}
    size = sum((len(data) + 1023) // 1024 for data in files.values())
    inside = Tree()
    inside.add("./control", control.replace("Maintainer:", f"Installed-Size: {size}\nMaintainer:"))
    inside.add("./md5sums", "".join(f"{hashlib.md5(files[path]).hexdigest()}  {path}\n" for path in sorted(files) if "/" + path not in conffiles))
    if conffiles:
        inside.add("./conffiles", "".join(path + "\n" for path in conffiles))
    for script, text in scripts.items():
        inside.add("./" + script, text, 0o755)
    return ar([("debian-binary", b"2.0\n"), ("control.tar.xz", xz(tar(inside, time))), ("data.tar.xz", xz(tar(tree, time, "./")))], time)


def shared(tree, name, release):
    """What each package of Debian has: copyright, changelog, licences."""
    doc = f"usr/share/doc/{name}"
    tree.add(f"{doc}/copyright", release.copyright())
    tree.add(f"{doc}/changelog.gz", gz(f"{name} ({release.version}) unstable; urgency=medium\n\n  * Release {release.version}.\n\n"
                                       f" -- {MAINTAINER}  {release.date_mail}\n".encode()))
    tree.add(f"{doc}/THIRD-PARTY-LICENSES.txt.gz", gz(release.licences.encode()))


def control(name, release, depends, short, long):
    """The control file, without the size."""
    return (f"Package: {name}\nVersion: {release.version}\nArchitecture: {release.deb_arch}\nMaintainer: {MAINTAINER}\n"
            f"Depends: {depends}\nSection: web\nPriority: optional\nDescription: {short}\n {long}\n")


def packages(release):
    """Both packages, by file name."""
    libc = f"libc6 (>= {release.glibc}), libgcc-s1 (>= 4.2)"
    builder = Tree()
    builder.add("usr/bin/loggia", release.programs["loggia"], 0o755)
    for path, text in release.manual("loggia").items():
        builder.add(f"usr/share/man/man1/{path}.gz", gz(text))
    for path, text in release.completions.items():
        builder.add({"loggia.bash": "usr/share/bash-completion/completions/loggia", "_loggia": "usr/share/zsh/vendor-completions/_loggia",
                     "loggia.fish": "usr/share/fish/vendor_completions.d/loggia.fish"}[path], text)
    shared(builder, "loggia", release)

    server = Tree()
    server.add("usr/bin/loggia-api", release.programs["loggia-api"], 0o755)
    for path, text in release.manual("loggia-api").items():
        server.add(f"usr/share/man/man1/{path}.gz", gz(text))
    unit = (release.root / "deploy/loggia-api.service").read_text()
    changed = unit.replace("/usr/local/bin/", "/usr/bin/").replace("DynamicUser=yes", "User=loggia-api\nGroup=loggia-api")
    if changed.count("/usr/bin/loggia-api") != 2 or "User=loggia-api" not in changed:
        raise SystemExit("packing: deploy/loggia-api.service is not what the package changes")
    server.add("usr/lib/systemd/system/loggia-api.service", changed)
    server.add("etc/loggia-api.env", (release.root / "deploy/loggia-api.env.example").read_bytes(), 0o600)
    for name in ("Caddyfile", "nginx.conf", "nginx-headers.conf"):
        server.add(f"usr/share/doc/loggia-api/examples/{name}", (release.root / "deploy" / name).read_bytes())
    shared(server, "loggia-api", release)
    server.add("usr/share/lintian/overrides/loggia-api", "# The shop's secret is in it.\nloggia-api: non-standard-file-perm 0600 != 0644 [etc/loggia-api.env]\n")
    scripts = {path.name: path.read_text() for path in sorted((HERE / "maintainer").iterdir())}

    return {
        f"loggia_{release.version}_{release.deb_arch}.deb": package(
            "loggia", builder, control("loggia", release, f"{libc}, ca-certificates", "website builder and online store, as one program",
            "Builds a folder of content and templates into static pages, shows it with an\n editor in the browser, and publishes it."), {}, [], release.time),
        f"loggia-api_{release.version}_{release.deb_arch}.deb": package(
            "loggia-api", server, control("loggia-api", release, f"{libc}, adduser, ca-certificates",
            "live calls of a shop that was published with Loggia",
            "Cart, checkout, stock, orders and forms, on embedded SQLite or PostgreSQL.\n It is not started until its settings are written."),
            scripts, ["/etc/loggia-api.env"], release.time),
    }
