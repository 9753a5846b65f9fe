#!/usr/bin/env python3
"""Packs release programs in every form in which they are handed out.

usage: main.py PROGRAMS OUT [--version V] [--triple T] [--licences FILE] [--base-url URL]

PROGRAMS is the folder of `loggia` and `loggia-api`. Nothing but them, the repository, the machine's C library and certificates
(in the image) and SOURCE_DATE_EPOCH (the commit's time where it is not set) is in the bytes: packing twice makes the same files.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import deb
import licences
import npm
import oci
from packed import Tree, gz, sha256, tar
from release import Release

ROOT = pathlib.Path(__file__).resolve().parents[2]


def archive(release):
    """The archive for any Linux: programs, manual, completions, licences, README."""
    name = f"loggia-{release.version}-{release.triple}"
    tree = Tree()
    for program, data in release.programs.items():
        tree.add(f"bin/{program}", data, 0o755)
        for page, text in release.manual(program).items():
            tree.add(f"share/man/man1/{page}", text)
    for file, text in release.completions.items():
        tree.add(f"completions/{file}", text)
    for file, text in release.licence_files.items():
        tree.add(file, text)
    tree.add("THIRD-PARTY-LICENSES.txt", release.licences)
    tree.add("README.md", release.readme)
    for path in sorted((ROOT / "deploy").iterdir()):
        if path.is_file() and not path.name.startswith("Containerfile"):
            tree.add(f"deploy/{path.name}", path.read_bytes())
    return {f"{name}.tar.gz": gz(tar(tree, release.time, f"{name}/"))}


def formula(release, digest, url):
    """A formula for Homebrew on Linux, with the digest of the archive."""
    arch = {"amd64": "intel", "arm64": "arm"}[release.deb_arch]
    return f'''class Loggia < Formula
  desc "Website builder and online store: static pages from a folder of content"
  homepage "{url}"
  version "{release.version}"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on :linux

  on_{arch} do
    url "{url}/loggia-{release.version}-{release.triple}.tar.gz"
    sha256 "{digest}"
  end

  def install
    bin.install "bin/loggia", "bin/loggia-api"
    man1.install Dir["share/man/man1/*.1"]
    bash_completion.install "completions/loggia.bash" => "loggia"
    zsh_completion.install "completions/_loggia"
    fish_completion.install "completions/loggia.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{{bin}}/loggia --version")
  end
end
'''


def nix(release, digest, url):
    """An expression for Nix, with the digest of the archive."""
    return f'''{{ stdenv, lib, fetchurl, autoPatchelfHook, installShellFiles }}:
stdenv.mkDerivation {{
  pname = "loggia";
  version = "{release.version}";
  src = fetchurl {{
    url = "{url}/loggia-{release.version}-{release.triple}.tar.gz";
    sha256 = "{digest}";
  }};
  nativeBuildInputs = [ autoPatchelfHook installShellFiles ];
  buildInputs = [ stdenv.cc.cc.lib ];
  installPhase = ''
    install -Dm755 -t $out/bin bin/loggia bin/loggia-api
    installManPage share/man/man1/*.1
    installShellCompletion completions/loggia.bash completions/_loggia completions/loggia.fish
  '';
  meta = {{
    description = "Website builder and online store: static pages from a folder of content";
    license = with lib.licenses; [ mit asl20 ];
    platforms = [ "{release.triple.partition("-")[0]}-linux" ];
    mainProgram = "loggia";
  }};
}}
'''


def sign(folder, version):
    """Signs the list of digests with the key of LOGGIA_MINISIGN_KEY (the file of a key without a password), or says that it does not."""
    key = os.environ.get("LOGGIA_MINISIGN_KEY")
    if not key:
        print("packing: not signed: LOGGIA_MINISIGN_KEY names no key")
        return
    subprocess.run(["minisign", "-S", "-s", key, "-m", "SHA256SUMS", "-t", f"loggia {version}"], cwd=folder, check=True, stdin=subprocess.DEVNULL)
    print("packing: signed: SHA256SUMS.minisig")


def main():
    """Packs, lists and signs."""
    words = argparse.ArgumentParser()
    words.add_argument("programs", type=pathlib.Path)
    words.add_argument("out", type=pathlib.Path)
    words.add_argument("--version", default=re.search(r'\[workspace\.package\]\nversion = "([^"]+)"', (ROOT / "Cargo.toml").read_text())[1])
    words.add_argument("--triple", default="x86_64-unknown-linux-gnu")
    words.add_argument("--licences", type=pathlib.Path, help="a text in place of the licences that are gathered")
    words.add_argument("--base-url", default=os.environ.get("LOGGIA_DIST_URL", "https://loggia.invalid/download"), help="where the files will lie")
    args = words.parse_args()
    time = int(os.environ.get("SOURCE_DATE_EPOCH") or subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    text = args.licences.read_text() if args.licences else licences.text(ROOT, args.triple)
    release = Release(ROOT, args.programs, args.version, args.triple, time, text)
    files = {**archive(release), **npm.packages(release), **deb.packages(release), f"loggia-api-{release.version}-{release.deb_arch}.oci.tar": oci.image(release)}
    digest = sha256(files[f"loggia-{release.version}-{release.triple}.tar.gz"])
    files["loggia.rb"] = formula(release, digest, args.base_url).encode()
    files["loggia.nix"] = nix(release, digest, args.base_url).encode()
    args.out.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (args.out / name).write_bytes(data)
        print(f"packing: {name}: {len(data)} bytes")
    listed = sorted(path.name for path in args.out.iterdir() if path.is_file() and not path.name.startswith("SHA256SUMS"))
    (args.out / "SHA256SUMS").write_text("".join(f"{sha256((args.out / name).read_bytes())}  {name}\n" for name in listed))
    sign(args.out, release.version)


main()
