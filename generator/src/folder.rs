//! A site's folder on the disk. It may be a stranger's: only regular files of it are read, and what the program keeps in
//! it for itself lies in a real folder of the site, not where a link leads.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};

/// The program's own folder below a site's.
pub const OWN: &str = ".loggia";
/// The folder of what the owner deleted in the editor, below a site's: no build reads it.
pub const BIN: &str = "bin";

/// Whether nothing but bytes is read from what stands there: no pipe, device or socket, which may never end, and no
/// folder.
///
/// # Errors
/// When it is something else.
pub fn is_regular(found: &Metadata) -> io::Result<()> {
    if found.is_file() {
        Ok(())
    } else if found.is_dir() {
        Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"))
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "it is a pipe, a device or a socket, and no file"))
    }
}

/// Opens a regular file. Anything else is neither waited for nor read, also when it takes the file's place meanwhile.
///
/// # Errors
/// When it is no regular file, or the machine refuses.
pub fn open(file: &Path) -> io::Result<File> {
    // To open a device may already do something: its kind is looked at first.
    is_regular(&fs::metadata(file)?)?;
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK | libc::O_NOCTTY);
    let opened = options.open(file)?;
    is_regular(&opened.metadata()?)?;
    Ok(opened)
}

/// The bytes of a regular file.
///
/// # Errors
/// As [`open`].
pub fn read(file: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let mut opened = open(file.as_ref())?;
    let mut bytes = Vec::new();
    opened.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text of a regular file.
///
/// # Errors
/// As [`open`], and when it is no UTF-8.
pub fn read_to_string(file: impl AsRef<Path>) -> io::Result<String> {
    let mut opened = open(file.as_ref())?;
    let mut text = String::new();
    opened.read_to_string(&mut text)?;
    Ok(text)
}

/// Copies a regular file with its permissions, in place of what is there.
///
/// # Errors
/// As [`open`], and when the copy cannot be written.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut from = open(from)?;
    let mut to = File::create(to)?;
    from.rewind()?;
    io::copy(&mut from, &mut to)?;
    to.set_permissions(from.metadata()?.permissions())
}

/// Where the program keeps something of its own below a site: a path inside of [`OWN`]. Everything that it writes there
/// gets its place here.
///
/// # Errors
/// When a link stands on the way: it would be written elsewhere.
pub fn own(site: &Path, inside: &str) -> io::Result<PathBuf> {
    let mut path = site.join(OWN);
    let parts = inside.split('/').filter(|part| !part.is_empty());
    let mut parts = parts.peekable();
    loop {
        if fs::symlink_metadata(&path).is_ok_and(|found| found.is_symlink()) {
            let message = format!("{} is a link; put a folder of the site in its place", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        match parts.next() {
            Some(part) => path.push(part),
            None => return Ok(path),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    use super::*;

    #[test]
    fn s_124_only_regular_files_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("file"), "words").unwrap();
        symlink("file", path("link")).unwrap();
        for name in ["file", "link"] {
            assert_eq!(read_to_string(path(name)).unwrap(), "words");
        }
        copy(&path("link"), &path("copy")).unwrap();
        assert_eq!(read(path("copy")).unwrap(), b"words");
        assert!(Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
        symlink("pipe", path("link-to-pipe")).unwrap();
        symlink("/dev/zero", path("device")).unwrap();
        let _socket = UnixListener::bind(path("socket")).unwrap();
        for name in ["pipe", "link-to-pipe", "device", "socket"] {
            assert_eq!(read(path(name)).unwrap_err().kind(), io::ErrorKind::InvalidInput, "{name}");
            assert!(copy(&path(name), &path("copy")).is_err(), "{name}");
        }
        assert_eq!(read(folder.path()).unwrap_err().kind(), io::ErrorKind::IsADirectory);
        assert_eq!(read(path("none")).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn s_125_what_the_program_keeps_lies_in_the_site() {
        let folder = tempfile::tempdir().unwrap();
        let site = folder.path().join("site");
        fs::create_dir_all(site.join(".loggia/cache")).unwrap();
        fs::create_dir(folder.path().join("outside")).unwrap();
        assert_eq!(own(&site, "").unwrap(), site.join(".loggia"));
        assert_eq!(own(&site, "cache/less").unwrap(), site.join(".loggia/cache/less"));
        symlink("../../outside", site.join(".loggia/published")).unwrap();
        symlink("nowhere", site.join(".loggia/cache/.gitignore")).unwrap();
        for inside in ["published", "published/site", "cache/.gitignore"] {
            assert!(own(&site, inside).is_err(), "{inside}");
        }
        fs::rename(site.join(".loggia"), folder.path().join("kept")).unwrap();
        symlink("../kept", site.join(".loggia")).unwrap();
        for inside in ["", "cache", "editing/x"] {
            assert!(own(&site, inside).is_err(), "{inside}");
        }
    }
}
