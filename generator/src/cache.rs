//! What was worked out once and is not worked out again: compiled style sheets and scaled pictures, on disk.
//!
//! It lies in `.loggia/cache` of the site. Everything in it is named by a digest of all that it was made of, so nothing
//! in it can be stale, and the whole folder may be deleted at any time. It keeps itself out of version control.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use crate::folder;
use crate::manifest::Digest;

/// The folder below a site's.
pub const FOLDER: &str = ".loggia/cache";
/// The same within the program's own folder.
const INSIDE: &str = "cache";
/// What is not asked for in so long is removed, milliseconds.
const KEPT: i64 = 30 * 24 * 60 * 60 * 1000;
/// A use is noted again after so long, milliseconds.
const NOTED: i64 = 24 * 60 * 60 * 1000;

/// A folder of results. Without one, everything is worked out again.
#[derive(Debug, Clone, Default)]
pub struct Cache {
    folder: Option<PathBuf>,
    /// Set for a folder that goes away with the last who uses it.
    temporary: Option<Arc<tempfile::TempDir>>,
}

impl Cache {
    /// The cache of a site; nothing is kept where a link would lead elsewhere.
    #[must_use]
    pub fn of_site(site: &Path) -> Cache {
        Cache { folder: folder::own(site, INSIDE).ok(), temporary: None }
    }

    /// Itself when it can be written, else one in the system's folder for temporary files: for results that are too
    /// large to be held in memory.
    #[must_use]
    pub fn or_temporary(self, kind: &str) -> Cache {
        if self.prepare(kind).is_some() {
            return self;
        }
        match tempfile::Builder::new().prefix("loggia-").tempdir() {
            Ok(folder) => {
                Cache { folder: Some(folder.path().to_path_buf()), temporary: Some(Arc::new(folder)) }
            }
            Err(_) => self,
        }
    }

    /// The file of a result, whether it is there or not; `None` without a folder.
    #[must_use]
    pub fn file(&self, kind: &str, key: Digest, extension: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(kind).join(format!("{key}.{extension}")))
    }

    /// A result, when it is there.
    #[must_use]
    pub fn get(&self, kind: &str, key: Digest, extension: &str) -> Option<Vec<u8>> {
        folder::read(self.file(kind, key, extension)?).ok()
    }

    /// Keeps a result and gives its file; `None` when the machine will not keep it, which stops nobody.
    pub fn put(&self, kind: &str, key: Digest, extension: &str, bytes: &[u8]) -> Option<PathBuf> {
        static WRITING: AtomicU64 = AtomicU64::new(0);
        let file = self.file(kind, key, extension)?;
        self.prepare(kind)?;
        // Two programs may keep the same result at the same time; each has its own file until it is whole.
        let number = WRITING.fetch_add(1, Ordering::Relaxed);
        let part = file.with_extension(format!("{}-{number}.part", std::process::id()));
        // What stands there may be a link.
        let _ = fs::remove_file(&part);
        let written = File::create_new(&part).and_then(|mut file| io::Write::write_all(&mut file, bytes));
        let done = written.and_then(|()| fs::rename(&part, &file));
        if done.is_err() {
            let _ = fs::remove_file(&part);
            return None;
        }
        Some(file)
    }

    fn prepare(&self, kind: &str) -> Option<()> {
        let folder = self.folder.as_ref()?;
        let own = folder.join(kind);
        let is_link = |path: &Path| fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
        if is_link(&own) || is_link(&folder.join(".gitignore")) {
            return None;
        }
        fs::create_dir_all(own).ok()?;
        let ignore = folder.join(".gitignore");
        if !ignore.exists() {
            fs::write(ignore, "*\n").ok()?;
        }
        Some(())
    }

    /// Notes at `now` (milliseconds since 1970, UTC) that results were used, and removes those of the kind that no
    /// build has used for a month.
    pub fn sweep<'k>(&self, kind: &str, used: impl IntoIterator<Item = &'k Path>, now: i64) {
        let Some(folder) = self.folder.as_ref().filter(|_| self.temporary.is_none()) else { return };
        for file in used {
            if age(file, now).is_some_and(|age| age > NOTED)
                && let Ok(millis) = u64::try_from(now)
                && let Ok(file) = File::options().append(true).open(file)
            {
                let _ = file.set_modified(UNIX_EPOCH + Duration::from_millis(millis));
            }
        }
        for entry in fs::read_dir(folder.join(kind)).into_iter().flatten().flatten() {
            if age(&entry.path(), now).is_some_and(|age| age > KEPT) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

fn age(file: &Path, now: i64) -> Option<i64> {
    let modified = fs::metadata(file).ok()?.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(now - i64::try_from(modified.as_millis()).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_found_again_and_hide_from_version_control() {
        let site = tempfile::tempdir().unwrap();
        let cache = Cache::of_site(site.path());
        let key = Digest::of(b"all that it was made of");
        assert_eq!(cache.get("less", key, "json"), None);
        let file = cache.put("less", key, "json", b"{}").unwrap();
        assert_eq!(cache.get("less", key, "json").as_deref(), Some(&b"{}"[..]));
        assert_eq!(fs::read_to_string(site.path().join(FOLDER).join(".gitignore")).unwrap(), "*\n");
        assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1, "no part is left behind");
    }

    #[test]
    fn what_is_not_used_for_a_month_goes() {
        let site = tempfile::tempdir().unwrap();
        let cache = Cache::of_site(site.path());
        let keys = [Digest::of(b"used"), Digest::of(b"not")];
        let files = keys.map(|key| cache.put("less", key, "json", b"").unwrap());
        let now = fs::metadata(&files[0]).unwrap().modified().unwrap();
        let now = i64::try_from(now.duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap();
        cache.sweep("less", [files[0].as_path()], now + KEPT - 1000);
        cache.sweep("less", [], now + KEPT + 1000);
        assert!(files[0].exists() && !files[1].exists());
    }

    #[test]
    fn a_folder_that_cannot_be_written_stops_nobody() {
        let site = tempfile::tempdir().unwrap();
        fs::write(site.path().join(".loggia"), "a file, not a folder").unwrap();
        let cache = Cache::of_site(site.path());
        assert_eq!(cache.put("less", Digest::of(b""), "json", b"x"), None);
        assert_eq!(Cache::default().put("less", Digest::of(b""), "json", b"x"), None);
        let temporary = cache.or_temporary("pictures");
        let file = temporary.put("pictures", Digest::of(b""), "webp", b"x").unwrap();
        assert!(file.exists());
        drop(temporary);
        assert!(!file.exists());
    }
}
