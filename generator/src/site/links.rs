//! Links on the disk, and what is neither file nor folder. A site's folder may be a stranger's: what a link in it leads
//! to is not theirs to publish, and a pipe or a device in it may never end.

use std::fs::FileType;
use std::path::Path;

use walkdir::WalkDir;

use crate::diagnostic::Diagnostic;
use crate::folder::OWN;

/// What a site is made of.
pub const PARTS: [&str; 10] = [
    "site.json",
    "content",
    "emails",
    "forms",
    "fields",
    "languages",
    "redirects",
    "sections",
    "template",
    "files",
];

/// A fault for each link that leads to what is no part of the site: elsewhere, into hidden folders, nowhere; for each
/// pipe, device and socket; and for each link in the folder that the program keeps for itself.
#[must_use]
pub fn leading_elsewhere(root: &Path) -> Vec<Diagnostic> {
    let Ok(real) = root.canonicalize() else { return Vec::new() };
    let parts = PARTS.map(|part| real.join(part));
    let is_part =
        |path: &Path| path.canonicalize().is_ok_and(|there| parts.iter().any(|part| there.starts_with(part)));
    let leads_away = |path: &Path| path.is_symlink() && !is_part(path);
    let (mut found, mut faults) = (Vec::new(), Vec::new());
    for part in PARTS.map(|part| root.join(part)) {
        // A walk follows the link that it begins at: what it leads to may be the whole machine.
        if leads_away(&part) {
            found.push(part);
            continue;
        }
        for entry in WalkDir::new(&part).sort_by_file_name().into_iter().flatten() {
            if is_special(entry.file_type()) {
                faults.push(special(relative(root, entry.path())));
            } else if leads_away(entry.path()) {
                found.push(entry.into_path());
            }
        }
    }
    faults.extend(found.iter().map(|path| fault(relative(root, path))));
    faults.extend(within_own(root));
    faults
}

/// A fault for each link, pipe, device and socket in the folder that the program keeps for itself: what it writes there
/// would be written elsewhere.
#[must_use]
pub fn within_own(root: &Path) -> Vec<Diagnostic> {
    let entries = WalkDir::new(root.join(OWN)).follow_root_links(false).sort_by_file_name();
    let entries = entries.into_iter().flatten();
    let named = entries.filter_map(|entry| {
        let file = relative(root, entry.path());
        if entry.file_type().is_symlink() {
            let message =
                format!("{} is a link, in the folder that the program keeps for itself.", file.display());
            let help = "remove it, or put what it leads to in its place";
            return Some(Diagnostic::error("link-outside", file, message).help(help));
        }
        is_special(entry.file_type()).then(|| special(file))
    });
    named.collect()
}

fn relative<'p>(root: &Path, path: &'p Path) -> &'p Path {
    path.strip_prefix(root).unwrap_or(path)
}

/// Whether it is a pipe, a device or a socket.
fn is_special(kind: FileType) -> bool {
    !kind.is_file() && !kind.is_dir() && !kind.is_symlink()
}

fn special(file: &Path) -> Diagnostic {
    let message = format!("{} is a pipe, a device or a socket, and no file.", file.display());
    Diagnostic::error("no-file", file, message).help("remove it, or put a file in its place")
}

fn fault(file: &Path) -> Diagnostic {
    let message = format!("{} is a link that leads out of the site.", file.display());
    Diagnostic::error("link-outside", file, message).help("put what it leads to in its place")
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn s_123_links_that_lead_out_of_the_site_are_faults() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("site");
        for part in ["content/a", "files", "template/assets", ".git"] {
            fs::create_dir_all(root.join(part)).unwrap();
        }
        for file in ["site.json", "files/a.txt", ".git/config", ".env"] {
            fs::write(root.join(file), "x").unwrap();
        }
        fs::write(folder.path().join("secret"), "x").unwrap();
        let reported = || {
            let found = leading_elsewhere(&root);
            found.iter().map(|fault| fault.file.display().to_string()).collect::<Vec<_>>()
        };
        symlink("../../files/a.txt", root.join("template/assets/a.txt")).unwrap();
        assert!(reported().is_empty(), "links within the site are its own");
        symlink(folder.path().join("secret"), root.join("files/b.txt")).unwrap();
        symlink(folder.path(), root.join("content/b")).unwrap();
        symlink(folder.path(), root.join("forms")).unwrap();
        symlink("../.git/config", root.join("files/c.txt")).unwrap();
        symlink("../.env", root.join("files/d.txt")).unwrap();
        symlink("nowhere", root.join("files/e.txt")).unwrap();
        assert_eq!(
            reported(),
            ["content/b", "forms", "files/b.txt", "files/c.txt", "files/d.txt", "files/e.txt"]
        );
    }

    #[test]
    fn s_124_pipes_and_sockets_are_faults_wherever_they_stand() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for part in ["content/a", "files", "languages/de", "template/styles", ".loggia/cache", ".git"] {
            fs::create_dir_all(root.join(part)).unwrap();
        }
        let pipes = ["content/a/collection.json", "languages/de/site.json", "site.json", ".loggia/cache/x"];
        for pipe in pipes.into_iter().chain([".git/index", "notes"]) {
            assert!(std::process::Command::new("mkfifo").arg(root.join(pipe)).status().unwrap().success());
        }
        let _socket = std::os::unix::net::UnixListener::bind(root.join("files/s.png")).unwrap();
        let found = leading_elsewhere(root);
        let mut reported: Vec<_> =
            found.iter().map(|fault| (fault.file.to_str().unwrap(), fault.code)).collect();
        reported.sort_unstable();
        let mut expected: Vec<_> =
            pipes.into_iter().chain(["files/s.png"]).map(|pipe| (pipe, "no-file")).collect();
        expected.sort_unstable();
        assert_eq!(reported, expected);
    }

    #[test]
    fn s_125_links_in_the_programs_own_folder_are_faults() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("site");
        fs::create_dir_all(root.join(".loggia/cache")).unwrap();
        fs::create_dir(folder.path().join("outside")).unwrap();
        fs::write(root.join("site.json"), "{}").unwrap();
        let reported = || {
            let found = leading_elsewhere(&root);
            found.iter().map(|fault| fault.file.display().to_string()).collect::<Vec<_>>()
        };
        assert!(reported().is_empty());
        symlink("../../outside", root.join(".loggia/published")).unwrap();
        symlink("../../../new", root.join(".loggia/cache/.gitignore")).unwrap();
        assert_eq!(reported(), [".loggia/cache/.gitignore", ".loggia/published"]);
        fs::remove_dir_all(root.join(".loggia")).unwrap();
        for target in ["../outside", "content", "nowhere", "/"] {
            symlink(target, root.join(".loggia")).unwrap();
            assert_eq!(reported(), [".loggia"], "{target}");
            fs::remove_file(root.join(".loggia")).unwrap();
        }
    }
}
