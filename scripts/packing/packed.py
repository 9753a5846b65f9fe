"""Files to pack, and archives of them whose bytes depend on nothing but them: sorted, of root, of one time."""
import gzip
import hashlib
import io
import lzma
import tarfile


class Tree:
    """Paths (without a leading slash) with what lies there: (mode, bytes), or (None, target) for a link."""

    def __init__(self):
        self.entries = {}

    def add(self, path, content, mode=0o644):
        """A file; text becomes UTF-8."""
        self.entries[path] = (mode, content.encode() if isinstance(content, str) else content)

    def link(self, path, target):
        """A symbolic link."""
        self.entries[path] = (None, target)

    def folder(self, path, mode=0o755):
        """A folder that is there even when nothing is in it."""
        self.entries[path] = (mode, None)


def tar(tree, time, prefix=""):
    """A tar archive (ustar, or PAX for long names) of the tree, with every folder above its files."""
    entries = {prefix + path: entry for path, entry in tree.entries.items()}
    for path in list(entries):
        above = path.rstrip("/").rpartition("/")[0]
        while above and above != ".":
            entries.setdefault(above, (0o755, None))
            above = above.rpartition("/")[0]
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(entries):
            mode, content = entries[path]
            info = tarfile.TarInfo(path)
            info.mtime, info.uname, info.gname = time, "root", "root"
            if mode is None:
                info.type, info.linkname, info.mode = tarfile.SYMTYPE, content, 0o777
                archive.addfile(info)
            elif content is None:
                info.type, info.mode = tarfile.DIRTYPE, mode
                archive.addfile(info)
            else:
                info.mode, info.size = mode, len(content)
                archive.addfile(info, io.BytesIO(content))
    return out.getvalue()


def gz(data):
    """Compressed by gzip, without a name or a time; small files as small as can be, which Debian asks of a manual."""
    return gzip.compress(data, 9 if len(data) < 1 << 20 else 6, mtime=0)


def xz(data):
    """Compressed by xz in one stream."""
    return lzma.compress(data, format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC64, preset=6)


def sha256(data):
    """The digest in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()
