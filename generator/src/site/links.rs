//! Links on the disk. A site's folder may be a stranger's: what a link in it leads to is not theirs to publish.

use std::path::Path;

use walkdir::WalkDir;

use crate::diagnostic::Diagnostic;

/// What a site is made of.
pub const PARTS: [&str; 7] = ["site.json", "content", "forms", "fields", "languages", "template", "files"];

/// A fault for each link that leads to what is no part of the site: elsewhere, into hidden folders, nowhere.
#[must_use]
pub fn leading_elsewhere(root: &Path) -> Vec<Diagnostic> {
    let Ok(real) = root.canonicalize() else { return Vec::new() };
    let parts = PARTS.map(|part| real.join(part));
    let is_part =
        |path: &Path| path.canonicalize().is_ok_and(|there| parts.iter().any(|part| there.starts_with(part)));
    let leads_away = |path: &Path| path.is_symlink() && !is_part(path);
    let mut found = Vec::new();
    for part in PARTS.map(|part| root.join(part)) {
        // A walk follows the link that it begins at: what it leads to may be the whole machine.
        if leads_away(&part) {
            found.push(part);
            continue;
        }
        let entries = WalkDir::new(&part).sort_by_file_name().into_iter().flatten();
        found.extend(entries.map(walkdir::DirEntry::into_path).filter(|path| leads_away(path)));
    }
    found.iter().map(|path| fault(path.strip_prefix(root).unwrap_or(path))).collect()
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
        let said = || {
            let found = leading_elsewhere(&root);
            found.iter().map(|fault| fault.file.display().to_string()).collect::<Vec<_>>()
        };
        symlink("../../files/a.txt", root.join("template/assets/a.txt")).unwrap();
        assert!(said().is_empty(), "links within the site are its own");
        symlink(folder.path().join("secret"), root.join("files/b.txt")).unwrap();
        symlink(folder.path(), root.join("content/b")).unwrap();
        symlink(folder.path(), root.join("forms")).unwrap();
        symlink("../.git/config", root.join("files/c.txt")).unwrap();
        symlink("../.env", root.join("files/d.txt")).unwrap();
        symlink("nowhere", root.join("files/e.txt")).unwrap();
        assert_eq!(
            said(),
            ["content/b", "forms", "files/b.txt", "files/c.txt", "files/d.txt", "files/e.txt"]
        );
    }
}
