"""An OCI image of loggia-api without a daemon: the program, the libraries that it names, and the certificates of authorities."""
import json
import pathlib
import subprocess

from packed import Tree, gz, sha256, tar

LAYER = "application/vnd.oci.image.layer.v1.tar+gzip"
MANIFEST = "application/vnd.oci.image.manifest.v1+json"
CONFIG = "application/vnd.oci.image.config.v1+json"


def libraries(program):
    """The files that the loader takes for a program: path as it is asked for, and the file."""
    said = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    for line in said.splitlines():
        words = line.split()
        path = words[2] if len(words) > 2 and words[1] == "=>" else words[0]
        if path.startswith("/"):
            yield path, pathlib.Path(path).resolve().read_bytes()


def image(release):
    """The image in the layout of OCI, as one tar archive. What is in it is checked by digests that it names itself."""
    root = Tree()
    for path, data in libraries(release.paths["loggia-api"]):
        root.add(path.lstrip("/"), data, 0o755)
    root.add("usr/local/bin/loggia-api", release.programs["loggia-api"], 0o755)
    root.add("etc/ssl/certs/ca-certificates.crt", pathlib.Path("/etc/ssl/certs/ca-certificates.crt").read_bytes())
    root.add("etc/passwd", "root:x:0:0:root:/:/sbin/nologin\nloggia:x:10001:10001::/data:/sbin/nologin\n")
    root.add("etc/group", "root:x:0:\nloggia:x:10001:\n")
    root.add("etc/nsswitch.conf", "hosts: files dns\n")
    root.folder("tmp", 0o1777)
    # The user is 10001; an archive of root alone cannot say so, and a volume takes the owner of the folder.
    root.folder("data", 0o1777)
    for name in ("libc6", "libgcc-s1"):
        notice = pathlib.Path(f"/usr/share/doc/{name}/copyright")
        if notice.exists():
            root.add(f"usr/share/doc/{name}/copyright", notice.resolve().read_bytes())
    root.add("usr/share/doc/loggia-api/THIRD-PARTY-LICENSES.txt", release.licences)
    for name, text in release.licence_files.items():
        root.add(f"usr/share/doc/loggia-api/{name}", text)
    layer = tar(root, release.time)
    packed = gz(layer)
    config = json.dumps({"created": release.date_iso, "architecture": release.deb_arch, "os": "linux",
                         "config": {"User": "10001:10001", "Entrypoint": ["/usr/local/bin/loggia-api"], "Cmd": ["serve"], "WorkingDir": "/data",
                                    "Env": ["PATH=/usr/local/bin", "LOGGIA_DATA=/data", "LOGGIA_BIND=0.0.0.0:8787", "LOGGIA_ENVIRONMENT=prod",
                                            "LOGGIA_LOG_FORMAT=json"],
                                    "ExposedPorts": {"8787/tcp": {}}, "Volumes": {"/data": {}}, "StopSignal": "SIGTERM"},
                         "rootfs": {"type": "layers", "diff_ids": [f"sha256:{sha256(layer)}"]},
                         "history": [{"created": release.date_iso, "created_by": "scripts/dist.sh"}]}).encode()
    manifest = json.dumps({"schemaVersion": 2, "mediaType": MANIFEST,
                           "config": {"mediaType": CONFIG, "digest": f"sha256:{sha256(config)}", "size": len(config)},
                           "layers": [{"mediaType": LAYER, "digest": f"sha256:{sha256(packed)}", "size": len(packed)}]}).encode()
    out = Tree()
    out.add("oci-layout", json.dumps({"imageLayoutVersion": "1.0.0"}))
    out.add("index.json", json.dumps({"schemaVersion": 2, "manifests": [
        {"mediaType": MANIFEST, "digest": f"sha256:{sha256(manifest)}", "size": len(manifest), "platform": {"architecture": release.deb_arch, "os": "linux"},
         "annotations": {"org.opencontainers.image.ref.name": release.version}}]}))
    for blob in (config, manifest, packed):
        out.add(f"blobs/sha256/{sha256(blob)}", blob)
    return tar(out, release.time)
