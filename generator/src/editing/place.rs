//! Which files the editor may touch: those of the site, by a path that leads nowhere else.

use std::fs;
use std::path::{Path, PathBuf};

use super::bin_name;
use super::wire::FileKind;

/// Why a path is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// It is not written as the path of a file of a site is.
    #[error("This is not the path of a file of the site.")]
    NotOurs,
    /// A link stands on the way.
    #[error("A link stands on the way to this file; the editor follows none.")]
    Link,
}

/// The folder of the sections that an owner keeps to use again.
pub const SECTIONS: &str = "sections";

/// Folders of a site and the endings of the files in them that the editor may write; an empty list takes every ending.
const FOLDERS: [(&str, &[&str]); 8] = [
    ("content", &["json", "md"]),
    ("forms", &["json"]),
    ("fields", &["json"]),
    ("languages", &["json", "md"]),
    ("redirects", &["csv", "txt"]),
    (SECTIONS, &["json"]),
    (
        "template",
        &[
            "conf", "region", "block", "list", "item", "page", "css", "less", "js", "json", "svg", "html",
            "txt",
        ],
    ),
    ("files", &[]),
];

/// The longest name of a file that every system takes, in bytes.
const NAME: usize = 200;
/// How deep files may lie.
const DEPTH: usize = 10;

/// A file of a site.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    path: String,
}

impl Place {
    /// Takes a path that somebody sent.
    ///
    /// # Errors
    /// When it is not that of a file that the editor may touch.
    pub fn parse(path: &str) -> Result<Place, PathError> {
        let parts: Vec<&str> = path.split('/').collect();
        let is_plain = |part: &&str| {
            !part.is_empty()
                && part.len() <= NAME
                && !part.starts_with('.')
                && !part.ends_with(['.', ' ', '~'])
                && !part.starts_with(' ')
                && !part
                    .chars()
                    .any(|c| c.is_control() || matches!(c, '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|'))
                && !is_device(part)
        };
        if parts.len() > DEPTH || !parts.iter().all(is_plain) {
            return Err(PathError::NotOurs);
        }
        if let Some(home) = bin_name::home(path) {
            // What lies in the bin is what it was where it stood.
            let is_kept = home.starts_with("content/") || home.starts_with("languages/");
            return match Place::parse(home) {
                Ok(_) if is_kept => Ok(Place { path: path.to_owned() }),
                _ => Err(PathError::NotOurs),
            };
        }
        if path == "site.json" {
            return Ok(Place { path: path.to_owned() });
        }
        let (folder, rest) = parts.split_first().ok_or(PathError::NotOurs)?;
        let (_, endings) = FOLDERS.iter().find(|(name, _)| name == folder).ok_or(PathError::NotOurs)?;
        let ending = rest.last().and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending);
        let fits = endings.is_empty() || ending.is_some_and(|ending| endings.contains(&ending));
        let deep_enough = match *folder {
            "content" => rest.len() == 2,
            "forms" | "fields" | "redirects" | SECTIONS => rest.len() == 1,
            "languages" => rest.len() >= 2,
            _ => !rest.is_empty(),
        };
        if !fits || !deep_enough || ending.is_none() {
            return Err(PathError::NotOurs);
        }
        Ok(Place { path: path.to_owned() })
    }

    /// Its path below the site folder.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Its path where it stands in the site, or stood before it was put into the bin.
    #[must_use]
    pub fn home(&self) -> &str {
        bin_name::home(&self.path).unwrap_or(&self.path)
    }

    /// Whether it lies in the bin, where the site does not see it.
    #[must_use]
    pub fn is_in_bin(&self) -> bool {
        bin_name::home(&self.path).is_some()
    }

    /// What it is to the site, or was before it was put into the bin.
    #[must_use]
    pub fn kind(&self) -> FileKind {
        match self.home().split('/').next().unwrap_or_default() {
            "site.json" => FileKind::Site,
            "redirects" => FileKind::Redirects,
            "content" if self.path.ends_with("/collection.json") => FileKind::Collection,
            "content" => FileKind::Item,
            "forms" => FileKind::Form,
            "fields" => FileKind::Field,
            SECTIONS => FileKind::SavedSection,
            "template" => FileKind::Template,
            "languages" => FileKind::Translation,
            _ => FileKind::File,
        }
    }

    /// Whether it is JSON, whatever it is called.
    #[must_use]
    pub fn is_json(&self) -> bool {
        let json = |ending: &str| self.path.ends_with(ending);
        json(".json") || (self.kind() == FileKind::Template && json(".conf"))
    }

    /// Whether it is a text in Markdown with members at its top.
    #[must_use]
    pub fn is_markdown(&self) -> bool {
        self.path.ends_with(".md") && matches!(self.kind(), FileKind::Item | FileKind::Translation)
    }

    /// The file on disk, below the folder of the site.
    ///
    /// # Errors
    /// When a link stands on the way: what it leads to may be anything.
    pub fn on_disk(&self, root: &Path) -> Result<PathBuf, PathError> {
        let mut file = root.to_path_buf();
        for part in self.path.split('/') {
            file.push(part);
            if fs::symlink_metadata(&file).is_ok_and(|found| found.file_type().is_symlink()) {
                return Err(PathError::Link);
            }
        }
        Ok(file)
    }
}

/// Names that a widespread system takes for devices.
fn is_device(part: &str) -> bool {
    let name = part.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let numbered = |kind: &str| {
        name.strip_prefix(kind)
            .is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|b| b.is_ascii_digit()))
    };
    matches!(name.as_str(), "con" | "prn" | "aux" | "nul") || numbered("com") || numbered("lpt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_site_are_known_by_their_paths() {
        for (path, kind) in [
            ("site.json", FileKind::Site),
            ("content/blog/collection.json", FileKind::Collection),
            ("content/blog/01-a.json", FileKind::Item),
            ("content/blog/a.md", FileKind::Item),
            ("forms/contact.json", FileKind::Form),
            ("fields/sidebar.json", FileKind::Field),
            ("sections/prices.json", FileKind::SavedSection),
            ("template/blocks/a.block", FileKind::Template),
            ("template/template.conf", FileKind::Template),
            ("languages/fr/content/blog/a.json", FileKind::Translation),
            ("redirects/own.csv", FileKind::Redirects),
            ("redirects/moved.txt", FileKind::Redirects),
            ("bin/20261125T154012Z-about/content/about/collection.json", FileKind::Collection),
            ("bin/20261125T154012Z-about/content/about/a.md", FileKind::Item),
            ("bin/20261125T154012Z-about/languages/fr/content/about/a.json", FileKind::Translation),
            ("files/Café d’été.jpg", FileKind::File),
        ] {
            assert_eq!(Place::parse(path).map(|place| place.kind()), Ok(kind), "{path}");
        }
    }

    #[test]
    fn nothing_else_has_a_path() {
        for path in [
            "",
            "/",
            ".",
            "..",
            "../x.json",
            "/site.json",
            "./site.json",
            "site.json/",
            "site.json/x",
            "SITE.JSON",
            "content",
            "content/",
            "content/blog",
            "content/blog/",
            "content/x.json",
            "content/blog/deep/x.json",
            "content/../site.json",
            "content/blog/../../../etc/passwd",
            "content/./blog/x.json",
            "content//x.json",
            "content/blog/.x.json",
            "content/.git/x.json",
            ".loggia/loggia.db",
            ".loggia/secret.json",
            ".git/config",
            "content\\blog\\x.json",
            "content/blog/..\\x.json",
            "content/blog/x.json\0",
            "content/blog/\nx.json",
            "content/blog/x.json:stream",
            "c:/site.json",
            "content/blog/x.exe",
            "content/blog/x",
            "content/blog/x.json~",
            "content/blog/x.json.",
            "content/blog/x.json ",
            "content/blog/ x.json",
            "content/blog/CON.json",
            "content/blog/lpt1.json",
            "output/index.html",
            "template",
            "template/x.php",
            "template/../site.json",
            "files",
            "files/",
            "files/x",
            "files/../site.json",
            "files/.htaccess",
            "languages/fr",
            "forms/a/b.json",
            "node_modules/x.json",
            "content/blog/x\u{7f}.json",
            "content/%2e%2e/..json",
            "redirects/a/b.csv",
            "redirects/a.json",
            "bin/x/content/a/b.json",
            "bin/content/a/b.json",
            "bin/20261125T154012Z-about",
            "bin/20261125T154012Z-about/site.json",
            "bin/20261125T154012Z-about/template/a.css",
            "bin/20261125T154012Z-about/files/a.jpg",
            "bin/20261125T154012Z-about/content/../../../x.json",
            "bin/20261125T154012Z-about/bin/20261125T154012Z-about/content/a/b.json",
            "files/a|b.jpg",
        ] {
            assert_eq!(Place::parse(path), Err(PathError::NotOurs), "{path:?}");
        }
        assert_eq!(Place::parse(&format!("files/{}.jpg", "a".repeat(300))), Err(PathError::NotOurs));
        assert_eq!(Place::parse(&format!("files/{}a.jpg", "a/".repeat(20))), Err(PathError::NotOurs));
    }

    #[cfg(unix)]
    #[test]
    fn no_link_is_followed() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("site");
        fs::create_dir_all(root.join("content")).unwrap();
        fs::create_dir_all(folder.path().join("outside")).unwrap();
        fs::write(folder.path().join("outside/x.json"), "{}").unwrap();
        std::os::unix::fs::symlink(folder.path().join("outside"), root.join("content/blog")).unwrap();
        std::os::unix::fs::symlink(folder.path().join("outside/x.json"), root.join("site.json")).unwrap();
        for path in ["content/blog/x.json", "content/blog/new.json", "site.json"] {
            assert_eq!(Place::parse(path).unwrap().on_disk(&root), Err(PathError::Link), "{path}");
        }
        assert!(Place::parse("content/notes/x.json").unwrap().on_disk(&root).is_ok());
    }
}
