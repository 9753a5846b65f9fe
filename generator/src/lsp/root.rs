//! A folder that holds a template: a site's, or one by itself.
//!
//! Templates are compiled from a copy of the folder's texts, in which open files stand as they are being written. So what an
//! editor is told is what a build would say, by the same code.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tempfile::TempDir;
use walkdir::{DirEntry, WalkDir};

use super::text::Text;

/// The endings of files that are templates.
pub const TEMPLATES: [&str; 7] = ["region", "block", "list", "item", "page", "jsont", "html"];

/// The endings of other files whose text says something about a template.
const TEXTS: [&str; 4] = ["conf", "json", "less", "css"];

/// Bounds of what is copied: files, bytes of each and of all, and how deep folders go.
const MOST_FILES: usize = 5000;
const LARGEST: u64 = 2 << 20;
const LARGEST_TEMPLATE: u64 = 256 << 10;
const LARGEST_SUM: u64 = 64 << 20;
const DEEPEST: usize = 8;

/// How many folders above a file are looked at.
const FURTHEST: usize = 24;

/// What kind of folder it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A site: site.json, and its template in template/.
    Site,
    /// A template by itself: template.conf.
    Template,
    /// Neither: only what is open is known.
    Loose,
}

/// A folder that holds a template.
pub struct Root {
    /// The folder.
    pub folder: PathBuf,
    /// What kind it is.
    pub kind: Kind,
    copy: TempDir,
    copied: BTreeMap<PathBuf, Stamp>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Stamp {
    /// As it is on the disk.
    Disk(u64, Option<SystemTime>),
    /// As it is being written.
    Open(String),
    /// Its name alone.
    Name,
}

impl Root {
    /// A root with an empty copy.
    ///
    /// # Errors
    /// When there is no room for the copy.
    pub fn new(folder: PathBuf, kind: Kind) -> io::Result<Root> {
        let copy = tempfile::Builder::new().prefix("loggia-lsp-").tempdir()?;
        Ok(Root { folder, kind, copy, copied: BTreeMap::new() })
    }

    /// The folder of the root that a file belongs to.
    #[must_use]
    pub fn of(file: &Path) -> (PathBuf, Kind) {
        for folder in file.ancestors().skip(1).take(FURTHEST) {
            if folder.join("site.json").is_file() {
                return (folder.to_path_buf(), Kind::Site);
            }
            if folder.join("template.conf").is_file() {
                let above =
                    folder.parent().filter(|_| folder.file_name().is_some_and(|name| name == "template"));
                return match above.filter(|above| above.join("site.json").is_file()) {
                    Some(site) => (site.to_path_buf(), Kind::Site),
                    None => (folder.to_path_buf(), Kind::Template),
                };
            }
        }
        (file.parent().unwrap_or(file).to_path_buf(), Kind::Loose)
    }

    /// The folder of the copy, which looks like that of a site.
    #[must_use]
    pub fn copy(&self) -> &Path {
        self.copy.path()
    }

    /// A file's path below a site folder, as faults name it; `None` for what is not of this root.
    #[must_use]
    pub fn inside(&self, file: &Path) -> Option<PathBuf> {
        let inside = file.strip_prefix(&self.folder).ok()?;
        match self.kind {
            Kind::Site => Some(inside.to_path_buf()),
            Kind::Template | Kind::Loose => Some(Path::new("template").join(inside)),
        }
    }

    /// The file of a path below a site folder.
    #[must_use]
    pub fn outside(&self, inside: &Path) -> PathBuf {
        match self.kind {
            Kind::Site => self.folder.join(inside),
            Kind::Template | Kind::Loose => {
                self.folder.join(inside.strip_prefix("template").unwrap_or(inside))
            }
        }
    }

    /// The names of the files in a folder below a site folder.
    #[must_use]
    pub fn below(&self, folder: &str) -> Vec<String> {
        let files = self.copied.keys().filter_map(|file| file.strip_prefix(folder).ok());
        files.map(crate::asset::slashes).collect()
    }

    /// Brings the copy up to date. Gives the texts of all templates by their paths below `template/`, and whether something
    /// was left out because it is too much.
    ///
    /// # Errors
    /// When the copy cannot be written.
    pub fn refresh(
        &mut self,
        open: &BTreeMap<PathBuf, Text>,
    ) -> io::Result<(BTreeMap<String, String>, bool)> {
        let mut wanted: BTreeMap<PathBuf, Stamp> = BTreeMap::new();
        let mut left_out = false;
        let mut sum = 0;
        for entry in self.walk() {
            let Some(inside) = self.inside(entry.path()) else { continue };
            let Ok(about) = entry.metadata() else { continue };
            if wanted.len() >= MOST_FILES {
                left_out = true;
                break;
            }
            let stamp = match has_text(&inside) {
                true if about.len() <= largest(&inside) && sum + about.len() <= LARGEST_SUM => {
                    sum += about.len();
                    Stamp::Disk(about.len(), about.modified().ok())
                }
                true => {
                    left_out = true;
                    continue;
                }
                false => Stamp::Name,
            };
            wanted.insert(inside, stamp);
        }
        for (file, text) in open {
            let Some(inside) = self.inside(file).filter(|inside| has_text(inside)) else { continue };
            if text.as_str().len() as u64 > largest(&inside) {
                left_out = true;
                wanted.remove(&inside);
                continue;
            }
            wanted.insert(inside, Stamp::Open(text.as_str().to_owned()));
        }
        self.write(wanted)?;
        Ok((self.templates(), left_out))
    }

    fn walk(&self) -> impl Iterator<Item = DirEntry> + use<> {
        let folder = match self.kind {
            Kind::Site => Some(self.folder.join("template")),
            Kind::Template => Some(self.folder.clone()),
            Kind::Loose => None,
        };
        let is_kept = |entry: &DirEntry| {
            let name = entry.file_name().to_string_lossy();
            entry.depth() == 0
                || !(name.starts_with('.') || name == "node_modules" || name == "bower_components")
        };
        let walk =
            folder.map(|folder| WalkDir::new(folder).max_depth(DEEPEST).into_iter().filter_entry(is_kept));
        walk.into_iter().flatten().flatten().filter(|entry| entry.file_type().is_file())
    }

    fn write(&mut self, wanted: BTreeMap<PathBuf, Stamp>) -> io::Result<()> {
        let gone: BTreeSet<_> =
            self.copied.keys().filter(|file| !wanted.contains_key(*file)).cloned().collect();
        for file in gone {
            fs::remove_file(self.copy.path().join(&file))?;
            self.copied.remove(&file);
        }
        for (file, stamp) in wanted {
            if self.copied.get(&file) == Some(&stamp) {
                continue;
            }
            let to = self.copy.path().join(&file);
            if let Some(folder) = to.parent() {
                fs::create_dir_all(folder)?;
            }
            match &stamp {
                Stamp::Open(text) => fs::write(&to, text)?,
                Stamp::Name => fs::write(&to, "")?,
                Stamp::Disk(..) => {
                    // It may be gone again, or be something else by now.
                    let Ok(found) = crate::folder::open(&self.outside(&file)) else { continue };
                    let mut bytes = Vec::new();
                    found.take(LARGEST).read_to_end(&mut bytes)?;
                    fs::write(&to, bytes)?;
                }
            }
            self.copied.insert(file, stamp);
        }
        Ok(())
    }

    fn templates(&self) -> BTreeMap<String, String> {
        let mut templates = BTreeMap::new();
        for (inside, stamp) in &self.copied {
            let Some(name) = inside.strip_prefix("template").ok().filter(|name| is_template(name)) else {
                continue;
            };
            let text = match stamp {
                Stamp::Open(text) => Some(text.clone()),
                _ => crate::folder::read_to_string(self.copy.path().join(inside)).ok(),
            };
            if let Some(text) = text {
                templates.insert(crate::asset::slashes(name), text);
            }
        }
        templates
    }
}

/// Whether a file is a template by its name.
#[must_use]
pub fn is_template(file: &Path) -> bool {
    ends_with(file, &TEMPLATES)
}

/// Whether what a file says matters.
#[must_use]
pub fn has_text(file: &Path) -> bool {
    is_template(file) || ends_with(file, &TEXTS)
}

/// How large a file may be.
fn largest(file: &Path) -> u64 {
    if is_template(file) { LARGEST_TEMPLATE } else { LARGEST }
}

fn ends_with(file: &Path, endings: &[&str]) -> bool {
    file.extension().and_then(|ending| ending.to_str()).is_some_and(|ending| endings.contains(&ending))
}
