#!/usr/bin/env python3
"""Holds the packing with stand-ins for the programs, within seconds; `make dist-test` does it with the real ones.

Held here: S-843 (what is in each file), S-848 (packing twice), S-849 (digests and signatures), S-845 (scripts of the packages).
"""
import hashlib
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = """#!/bin/sh
case "$1" in
completions) echo "# completions for $2" ;;
man) mkdir -p "$3" && for page in loggia loggia-build; do echo ".TH $page 1" > "$3/$page.1"; done ;;
*) echo "stand-in $*" ;;
esac
"""


def pack(folder, name, **environment):
    """One packing of the stand-ins; the folder that it made."""
    out = folder / name
    subprocess.run([sys.executable, HERE / "main.py", folder / "programs", out, "--version", "1.2.3", "--licences", folder / "licences.txt"],
                   check=True, capture_output=True, env={"PATH": os.environ["PATH"], "SOURCE_DATE_EPOCH": "1700000000", **environment})
    return out


def names(data):
    """What a tar archive holds, of any compression."""
    with tarfile.open(fileobj=io.BytesIO(data)) as inside:
        return {each.name.removeprefix("./"): each for each in inside}


def deb_part(path, part):
    """A part of a .deb, as dpkg reads it."""
    return subprocess.run(["dpkg-deb", part, path], check=True, capture_output=True).stdout


class Packing(unittest.TestCase):
    """The files of one packing."""

    @classmethod
    def setUpClass(cls):
        cls.kept = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.kept.name)
        (cls.folder / "programs").mkdir()
        (cls.folder / "programs/loggia").write_text(PROGRAM)
        (cls.folder / "programs/loggia").chmod(0o755)
        # The image looks for the libraries of a real program.
        shutil.copy("/bin/true", cls.folder / "programs/loggia-api")
        (cls.folder / "licences.txt").write_text("who made it\n")
        cls.out = pack(cls.folder, "first")

    @classmethod
    def tearDownClass(cls):
        cls.kept.cleanup()

    def test_s_848_packing_twice_makes_the_same_bytes(self):
        again = pack(self.folder, "second", TZ="Asia/Tokyo", LANG="C", HOME="/nowhere")
        files = sorted(path.name for path in self.out.iterdir())
        self.assertEqual(files, sorted(path.name for path in again.iterdir()))
        self.assertEqual([name for name in files if (self.out / name).read_bytes() != (again / name).read_bytes()], [])
        later = pack(self.folder, "third", SOURCE_DATE_EPOCH="1800000000")
        self.assertNotEqual((self.out / "SHA256SUMS").read_bytes(), (later / "SHA256SUMS").read_bytes())

    def test_s_843_the_archive_has_programs_manual_completions_and_licences(self):
        held = names((self.out / "loggia-1.2.3-x86_64-unknown-linux-gnu.tar.gz").read_bytes())
        top = "loggia-1.2.3-x86_64-unknown-linux-gnu/"
        for name in ("bin/loggia", "bin/loggia-api", "share/man/man1/loggia.1", "share/man/man1/loggia-build.1", "share/man/man1/loggia-api.1", "completions/loggia.bash",
                     "completions/_loggia", "completions/loggia.fish", "LICENSE-MIT", "LICENSE-APACHE", "LICENSE-UNICODE", "THIRD-PARTY-LICENSES.txt",
                     "README.md", "deploy/loggia-api.service"):
            self.assertIn(top + name, held)
        self.assertEqual({each.uname for each in held.values()} | {each.gname for each in held.values()}, {"root"})
        self.assertEqual({each.mtime for each in held.values()}, {1700000000})
        self.assertEqual(held[top + "bin/loggia"].mode, 0o755)

    @unittest.skipUnless(shutil.which("dpkg-deb"), "dpkg is not here")
    def test_s_845_the_packages_are_what_dpkg_reads(self):
        builder, server = self.out / "loggia_1.2.3_amd64.deb", self.out / "loggia-api_1.2.3_amd64.deb"
        held = names(deb_part(server, "--fsys-tarfile"))
        self.assertEqual(held["etc/loggia-api.env"].mode, 0o600)
        self.assertIn("usr/lib/systemd/system/loggia-api.service", held)
        # What a server needs is no matter of a laptop on which a site is written.
        self.assertFalse([name for name in names(deb_part(builder, "--fsys-tarfile")) if "systemd" in name or name.startswith("etc")])
        control = names(deb_part(server, "--ctrl-tarfile"))
        self.assertTrue({"control", "conffiles", "md5sums", "postinst", "prerm", "postrm"} <= set(control))
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["dpkg-deb", "--raw-extract", server, folder], check=True)
            self.assertEqual(pathlib.Path(folder, "DEBIAN/conffiles").read_text(), "/etc/loggia-api.env\n")
            subprocess.run(["md5sum", "--check", "--quiet", "DEBIAN/md5sums"], cwd=folder, check=True)
            unit = pathlib.Path(folder, "usr/lib/systemd/system/loggia-api.service").read_text()
            self.assertIn("ExecStart=/usr/bin/loggia-api serve", unit)
            self.assertIn("\nUser=loggia-api\n", unit)
            self.assertNotIn("/usr/local", unit)
            for script in ("postinst", "prerm", "postrm"):
                subprocess.run(["sh", "-n", f"{folder}/DEBIAN/{script}"], check=True)
                self.assertNotRegex(pathlib.Path(folder, "DEBIAN", script).read_text(), r"\brm\b|deluser|userdel")

    def test_s_846_npm_takes_the_program_of_the_platform_and_runs_no_script(self):
        with tarfile.open(self.out / "loggia-1.2.3.tgz") as inside:
            front = json.load(inside.extractfile("package/package.json"))
        with tarfile.open(self.out / "loggia-linux-x64-gnu-1.2.3.tgz") as inside:
            platform = json.load(inside.extractfile("package/package.json"))
            self.assertEqual(inside.getmember("package/bin/loggia").mode, 0o755)
        self.assertEqual(front["optionalDependencies"], {platform["name"]: platform["version"]})
        self.assertEqual((platform["os"], platform["cpu"], platform["libc"]), (["linux"], ["x64"], ["glibc"]))
        self.assertNotIn("scripts", {**front, **platform})

    def test_s_847_every_digest_of_the_image_is_that_of_its_blob(self):
        with tarfile.open(self.out / "loggia-api-1.2.3-amd64.oci.tar") as inside:
            blobs = {each.name: inside.extractfile(each).read() for each in inside if each.isfile()}
        held = {name.rpartition("/")[2]: data for name, data in blobs.items() if name.startswith("blobs/sha256/")}
        self.assertEqual({name: hashlib.sha256(data).hexdigest() for name, data in held.items()}, {name: name for name in held})
        index = json.loads(blobs["index.json"])
        manifest = json.loads(held[index["manifests"][0]["digest"].removeprefix("sha256:")])
        layer = held[manifest["layers"][0]["digest"].removeprefix("sha256:")]
        inside = names(layer)
        self.assertIn("usr/local/bin/loggia-api", inside)
        self.assertTrue([name for name in inside if "libc.so.6" in name])

    def test_s_849_digests_and_texts_name_the_files(self):
        subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=self.out, check=True)
        listed = {line.split()[1] for line in (self.out / "SHA256SUMS").read_text().splitlines()}
        self.assertEqual(listed, {path.name for path in self.out.iterdir()} - {"SHA256SUMS"})
        digest = hashlib.sha256((self.out / "loggia-1.2.3-x86_64-unknown-linux-gnu.tar.gz").read_bytes()).hexdigest()
        for name in ("loggia.rb", "loggia.nix"):
            self.assertIn(f'sha256 {"= " if name.endswith("nix") else ""}"{digest}"', (self.out / name).read_text())

    @unittest.skipUnless(shutil.which("minisign"), "minisign is not here")
    def test_s_849_a_signature_holds_for_the_list_and_for_nothing_else(self):
        subprocess.run(["minisign", "-G", "-W", "-p", self.folder / "key.pub", "-s", self.folder / "key"], check=True, capture_output=True)
        out = pack(self.folder, "signed", LOGGIA_MINISIGN_KEY=str(self.folder / "key"))
        verify = ["minisign", "-V", "-p", self.folder / "key.pub", "-m", "SHA256SUMS"]
        subprocess.run(verify, cwd=out, check=True, capture_output=True)
        with (out / "SHA256SUMS").open("a") as listed:
            listed.write("0  another\n")
        self.assertNotEqual(subprocess.run(verify, cwd=out, capture_output=True, check=False).returncode, 0)


if __name__ == "__main__":
    unittest.main()
