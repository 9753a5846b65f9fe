"""What is packed: programs, manual, completions and licences of one release."""
import datetime
import email.utils
import pathlib
import re
import subprocess
import tempfile

CPUS = {"x86_64": ("amd64", "x64"), "aarch64": ("arm64", "arm64")}


class Release:
    """One release: `folder` holds the programs, `time` is that of the commit in seconds since 1970."""

    def __init__(self, root, folder, version, triple, time, licences):
        self.root, self.version, self.triple, self.time, self.licences = root, version, triple, time, licences
        self.paths = {name: pathlib.Path(folder) / name for name in ("loggia", "loggia-api")}
        self.programs = {name: stripped(path) for name, path in self.paths.items()}
        self.deb_arch, self.npm_cpu = CPUS[triple.partition("-")[0]]
        moment = datetime.datetime.fromtimestamp(time, datetime.timezone.utc)
        self.date_iso = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
        self.date_mail = email.utils.format_datetime(moment)
        self.date_day = moment.strftime("%Y-%m-%d")
        self.readme = (root / "README.md").read_text()
        self.licence_files = {"LICENSE-MIT": (root / "LICENSE-MIT").read_text(), "LICENSE-APACHE": (root / "LICENSE-APACHE").read_text(),
                              "LICENSE-UNICODE": (root / "crates/locale/LICENSE-UNICODE").read_text()}
        self.glibc = newest_glibc(self.paths.values())
        self.completions = {name: said(self.paths["loggia"], "completions", shell).decode()
                            for shell, name in (("bash", "loggia.bash"), ("zsh", "_loggia"), ("fish", "loggia.fish"))}
        self._manual = {"loggia": self._pages(), "loggia-api": {"loggia-api.1": self._page_of_help()}}

    def manual(self, name):
        """The pages of a program: file name and bytes."""
        return self._manual[name]

    def _pages(self):
        with tempfile.TemporaryDirectory() as folder:
            said(self.paths["loggia"], "man", "--out", folder)
            return {path.name: path.read_bytes() for path in sorted(pathlib.Path(folder).glob("*.1"))}

    def _page_of_help(self):
        """A page with what the program itself says of its commands."""
        parts = [f'.TH LOGGIA-API 1 "{self.date_day}" "loggia-api {self.version}"\n.SH NAME\nloggia\\-api \\- the live calls of a published shop\n']
        text = said(self.paths["loggia-api"], "--help").decode()
        escaped = "\n".join(("\\&" if line[:1] in (".", "'") else "") + line.replace("\\", "\\e").replace("-", "\\-") for line in text.splitlines())
        parts.append(f".SH DESCRIPTION\n.nf\n{escaped}\n.fi\n")
        return "".join(parts).encode()

    def copyright(self):
        """The text that Debian wants beside a package."""
        mit = self.licence_files["LICENSE-MIT"].strip().splitlines()
        body = "\n".join(" " + (line.strip() or ".") for line in mit)
        return ("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Loggia\n\n"
                "Files: *\nCopyright: the contributors of Loggia\nLicense: Expat or Apache-2.0\n"
                "Comment: What is compiled in has licences of its own; THIRD-PARTY-LICENSES.txt.gz beside this file has their texts.\n\n"
                f"License: Expat\n{body}\n\nLicense: Apache-2.0\n On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.\n")


def said(program, *words):
    """What a program prints; its failure ends the packing."""
    return subprocess.run([program, *words], capture_output=True, check=True, env={"PATH": "/usr/bin:/bin", "COLUMNS": "100"}).stdout


def stripped(path):
    """A program without its table of names; a text that is run is taken as it is."""
    data = path.read_bytes()
    if not data.startswith(b"\x7fELF"):
        return data
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "program"
        subprocess.run(["strip", "--strip-all", "--enable-deterministic-archives", "-o", out, path], check=True)
        return out.read_bytes()


def newest_glibc(paths):
    """The oldest glibc that has every function the programs ask for."""
    found = [(2, 17)]
    for path in paths:
        names = subprocess.run(["readelf", "-VW", path], capture_output=True, text=True, check=False).stdout
        found += [tuple(map(int, each.split("."))) for each in re.findall(r"GLIBC_(\d+\.\d+)", names)]
    return ".".join(map(str, max(found)))
