//! A folder as the target: one folder a version, and one link that says which is live.
//!
//! ```text
//! FOLDER/current -> releases/20261121T101500000Z-3fa9c1/site     what a web server serves
//! FOLDER/releases/<version>/site/…                               the pages
//! FOLDER/releases/<version>/manifest.json, catalog.json          what is in it; what the api imports
//! ```
//! A file that did not change is a hard link to the version before, so that a version costs what changed. A version is
//! put together under a name of its own, brought to disk, and only then does the link move, in one rename.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rayon::prelude::*;

use super::compressed::Coding;
use super::error::PublishError;
use super::sold::Sold;
use super::target::{Delivery, Published, Target, Version};
use crate::manifest::{Entry, Manifest, data_file, make_private};

const CURRENT: &str = "current";
const RELEASES: &str = "releases";
const INCOMING: &str = "incoming";
const SITE: &str = "site";

/// A folder that keeps the newest versions of a site.
pub struct Directory {
    folder: PathBuf,
    keep: usize,
    copies: Vec<Coding>,
}

impl Directory {
    /// A target that keeps at most `keep` versions, the live one among them.
    #[must_use]
    pub fn new(folder: &Path, keep: usize) -> Self {
        Directory { folder: folder.to_path_buf(), keep: keep.max(1), copies: Vec::new() }
    }

    /// With copies that are compressed so beside the files, for a web server that looks for them.
    #[must_use]
    pub fn with_copies(self, copies: &[Coding]) -> Self {
        Directory { copies: copies.to_vec(), ..self }
    }

    /// The version that the link names.
    fn live(&self) -> Result<Option<String>, PublishError> {
        let link = self.folder.join(CURRENT);
        match fs::read_link(&link) {
            Ok(to) => {
                Ok(to.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned()))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(_) => Err(PublishError::Target(format!(
                "{} is not a link that loggia made; move it away first",
                link.display()
            ))),
        }
    }

    fn release(&self, version: &str) -> PathBuf {
        self.folder.join(RELEASES).join(version)
    }

    fn lock(&self) -> Result<File, PublishError> {
        let path = self.folder.join(".lock");
        let file = fs::create_dir_all(&self.folder)
            .and_then(|()| File::create(&path))
            .map_err(io("write", &path))?;
        // A moment of patience: the one before may just be closing its files.
        for _ in 0..20 {
            match file.try_lock() {
                Ok(()) => return Ok(file),
                Err(fs::TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
                Err(fs::TryLockError::Error(error)) => return Err(io("lock", &path)(error)),
            }
        }
        Err(PublishError::Busy(self.folder.display().to_string()))
    }

    /// Moves the link in one step.
    fn switch(&self, version: &str) -> Result<(), PublishError> {
        let link = self.folder.join(CURRENT);
        let fresh = self.folder.join(".current-new");
        let _ = fs::remove_file(&fresh);
        symlink(&Path::new(RELEASES).join(version).join(SITE), &fresh)
            .and_then(|()| fs::rename(&fresh, &link))
            .and_then(|()| sync(&self.folder))
            .map_err(io("switch", &link))
    }

    fn ids(&self) -> Result<Vec<String>, PublishError> {
        let folder = self.folder.join(RELEASES);
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(io("read", &folder)(error)),
        };
        let mut ids: Vec<String> = entries
            .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
            .filter(|name| !name.starts_with(INCOMING) && self.release(name).join("manifest.json").exists())
            .collect();
        ids.sort();
        Ok(ids)
    }
}

impl Directory {
    /// Takes the files out of a version, and then their names: a version that is interrupted here is looked at again.
    fn withdraw_from(&self, release: &Path, sold: &Sold) -> Result<(), PublishError> {
        let file = release.join("manifest.json");
        let Some(mut manifest) = Manifest::read_file(&file) else { return Ok(()) };
        let found = sold.found_in(&manifest);
        if found.is_empty() {
            return Ok(());
        }
        for path in found {
            let there = release.join(SITE).join(&path);
            match fs::remove_file(&there) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(io("remove", &there)(error));
                }
                _ => manifest.files.remove(&path),
            };
        }
        let fresh = release.join(".manifest-new");
        write_through(&fresh, &manifest.to_json())
            .and_then(|()| fs::rename(&fresh, &file))
            .and_then(|()| sync(release))
            .map_err(io("write", &file))
    }
}

impl Target for Directory {
    fn copies(&self) -> &[Coding] {
        &self.copies
    }

    fn begin(&self, manifest: &Manifest, output: &Path, id: &str) -> Result<Box<dyn Delivery>, PublishError> {
        let lock = self.lock()?;
        let before = self.live()?;
        let base = before.as_ref().map(|version| self.release(version));
        let old = base
            .as_ref()
            .and_then(|base| Manifest::read_file(&base.join("manifest.json")))
            .unwrap_or_default();
        let (mut missing, mut linked) = (Vec::new(), Vec::new());
        for (path, entry) in manifest.public() {
            let there = base.as_ref().map(|base| base.join(SITE).join(path));
            let same = old.files.get(path) == Some(entry)
                && there.is_some_and(|file| fs::metadata(file).is_ok_and(|file| file.len() == entry.size));
            if same { linked.push(path.clone()) } else { missing.push((path.clone(), *entry)) }
        }
        let removed = old
            .public()
            .map(|(path, _)| path)
            .filter(|path| !manifest.files.contains_key(*path))
            .cloned()
            .collect();
        let catalog = ["catalog.json"].map(|name| data_file(output, name));
        let catalog_changed = base.as_ref().is_none_or(|base| {
            catalog.iter().any(|file| {
                crate::folder::read(file).ok()
                    != crate::folder::read(base.join(file.file_name().unwrap_or_default())).ok()
            })
        });
        // What an interrupted publish left is of no use: the version before is whole, and only it is linked to.
        for entry in fs::read_dir(self.folder.join(RELEASES)).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(INCOMING) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
        Ok(Box::new(Release {
            target: Directory::new(&self.folder, self.keep),
            incoming: self.folder.join(RELEASES).join(format!("{INCOMING}-{id}")),
            id: id.to_owned(),
            before,
            missing,
            linked,
            removed,
            catalog: catalog.into_iter().filter(|file| file.exists()).collect(),
            catalog_changed,
            manifest: manifest.clone(),
            _lock: lock,
        }))
    }

    fn versions(&self) -> Result<Vec<Version>, PublishError> {
        let live = self.live()?;
        Ok(self
            .ids()?
            .into_iter()
            .map(|id| {
                let manifest =
                    Manifest::read_file(&self.release(&id).join("manifest.json")).unwrap_or_default();
                Version {
                    live: live.as_ref() == Some(&id),
                    files: Some(manifest.public().count()),
                    bytes: Some(manifest.public().map(|(_, entry)| entry.size).sum()),
                    id,
                }
            })
            .collect())
    }

    fn rollback(&self, version: Option<&str>) -> Result<Version, PublishError> {
        let _lock = self.lock()?;
        let versions = self.versions()?;
        let live = versions.iter().position(|version| version.live);
        let chosen = match (version, live) {
            (Some(id), _) => versions
                .iter()
                .find(|version| version.id == id)
                .ok_or_else(|| PublishError::no_version(version))?,
            (None, Some(live)) if live > 0 => &versions[live - 1],
            (None, _) => return Err(PublishError::no_version(None)),
        };
        self.switch(&chosen.id)?;
        Ok(Version { live: true, ..chosen.clone() })
    }

    fn withdraw(&self, sold: &Sold) -> Result<(), PublishError> {
        let _lock = self.lock()?;
        for id in self.ids()? {
            self.withdraw_from(&self.release(&id), sold)?;
        }
        Ok(())
    }

    fn catalog(&self, version: &str) -> Option<Vec<u8>> {
        crate::folder::read(self.release(version).join("catalog.json")).ok()
    }
}

/// A version on its way.
struct Release {
    target: Directory,
    id: String,
    incoming: PathBuf,
    before: Option<String>,
    missing: Vec<(String, Entry)>,
    linked: Vec<String>,
    removed: Vec<String>,
    catalog: Vec<PathBuf>,
    catalog_changed: bool,
    manifest: Manifest,
    /// Held until the end, so that two publishes never mix.
    _lock: File,
}

impl Delivery for Release {
    fn missing(&self) -> &[(String, Entry)] {
        &self.missing
    }

    fn put(&self, path: &str, entry: Entry, file: &Path) -> Result<(), PublishError> {
        let target = self.incoming.join(SITE).join(path);
        let bytes = super::built::read_as_built(file, entry)?;
        write_through(&target, &bytes).map_err(io("write", &target))
    }

    fn finish(self: Box<Self>) -> Result<Published, PublishError> {
        let nothing_new = self.missing.is_empty() && self.removed.is_empty() && !self.catalog_changed;
        if let (true, Some(before)) = (nothing_new, &self.before) {
            return Ok(self.published(before.clone()));
        }
        let site = self.incoming.join(SITE);
        if let Some(before) = &self.before {
            let base = self.target.release(before).join(SITE);
            self.linked.par_iter().try_for_each(|path| {
                let target = site.join(path);
                link(&base.join(path), &target).map_err(io("write", &target))
            })?;
        }
        for file in &self.catalog {
            let target = self.incoming.join(file.file_name().unwrap_or_default());
            let bytes = crate::folder::read(file).map_err(io("read", file))?;
            write_through(&target, &bytes)
                .and_then(|()| make_private(&target, 0o600))
                .map_err(io("write", &target))?;
        }
        let manifest = self.incoming.join("manifest.json");
        write_through(&manifest, &self.manifest.to_json()).map_err(io("write", &manifest))?;
        self.sync_folders().map_err(io("write", &self.incoming))?;
        let release = self.target.release(&self.id);
        fs::rename(&self.incoming, &release)
            .and_then(|()| sync(&self.target.folder.join(RELEASES)))
            .map_err(io("write", &release))?;
        self.target.switch(&self.id)?;
        self.forget_old()?;
        Ok(self.published(self.id.clone()))
    }
}

impl Release {
    fn published(&self, version: String) -> Published {
        Published {
            version,
            sent: self.missing.iter().map(|(path, _)| path.clone()).collect(),
            removed: self.removed.clone(),
            unchanged: self.linked.len(),
            bytes: self.missing.iter().map(|(_, entry)| entry.size).sum(),
            address: None,
        }
    }

    /// Names are on disk only when their folder is.
    fn sync_folders(&self) -> io::Result<()> {
        let site = self.incoming.join(SITE);
        fs::create_dir_all(&site)?;
        let mut folders = BTreeSet::from([site.clone(), self.incoming.clone()]);
        for path in self.missing.iter().map(|(path, _)| path).chain(&self.linked) {
            let mut folder = Path::new(path).parent();
            while let Some(inner) = folder.filter(|inner| !inner.as_os_str().is_empty()) {
                if !folders.insert(site.join(inner)) {
                    break;
                }
                folder = inner.parent();
            }
        }
        folders.into_iter().collect::<Vec<_>>().par_iter().try_for_each(|folder| sync(folder))
    }

    /// The oldest versions go, after the new one is live.
    fn forget_old(&self) -> Result<(), PublishError> {
        let ids = self.target.ids()?;
        let spare = ids.len().saturating_sub(self.target.keep);
        for id in ids.iter().filter(|id| **id != self.id).take(spare) {
            let release = self.target.release(id);
            // Without its manifest it is no version any more, even if removing the rest is interrupted.
            let _ = fs::remove_file(release.join("manifest.json"));
            fs::remove_dir_all(&release).map_err(io("remove", &release))?;
        }
        Ok(())
    }
}

fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> PublishError {
    let path = path.to_path_buf();
    move |source| PublishError::Io { doing, path, source }
}

/// Writes a file and waits until it is on disk.
fn write_through(file: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut handle = File::create(file)?;
    io::Write::write_all(&mut handle, bytes)?;
    handle.sync_all()
}

/// A hard link, or a copy where the file system has none.
fn link(from: &Path, to: &Path) -> io::Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::hard_link(from, to).or_else(|_| fs::copy(from, to).map(drop))
}

fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(unix)]
fn symlink(to: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(to, link)
}

#[cfg(not(unix))]
fn symlink(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "publishing to a folder needs symbolic links"))
}
