//! A changed file → the site as it is now.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use loggia_commerce::{data_folder, protected_folder};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

/// A save is often several writes; they are taken together when nothing has come for this long.
const QUIET: Duration = Duration::from_millis(25);
/// What goes on and on is taken after this long.
const LONGEST: Duration = Duration::from_secs(2);

/// A file that something happened to, and whether that was its beginning.
type Happened = (PathBuf, bool);

/// Watches the folder of a site. While nothing changes it does nothing at all.
pub struct Watcher {
    changes: Receiver<Vec<Happened>>,
    _watcher: RecommendedWatcher,
}

impl Watcher {
    /// Begins to watch. Changes below `ignored` (the output), in the folders of protected pages and of data beside it and in hidden folders do
    /// not count.
    ///
    /// # Errors
    /// When the system cannot watch the folder.
    pub fn new(site: &Path, ignored: &Path) -> notify::Result<Watcher> {
        let (sender, changes) = mpsc::channel();
        let site = site.canonicalize().map_err(notify::Error::io)?;
        let root = site.clone();
        let ignored = ignored.canonicalize().unwrap_or_else(|_| ignored.to_path_buf());
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            let changed = event.ok().filter(|event| !matches!(event.kind, EventKind::Access(_)));
            let happened = changed.into_iter().flat_map(|event| {
                let begins = matches!(event.kind, EventKind::Create(_));
                event.paths.into_iter().map(move |path| (path, begins))
            });
            let happened: Vec<Happened> =
                happened.filter(|(path, _)| counts(&root, &ignored, path)).collect();
            if !happened.is_empty() {
                // Nobody listens any more when the program is ending.
                let _ = sender.send(happened);
            }
        })?;
        watcher.watch(&site, RecursiveMode::Recursive)?;
        Ok(Watcher { changes, _watcher: watcher })
    }

    /// Waits for changes, at most so long, and then until no more of them come; `None` when there were none, or never
    /// will be any more. What came while the last build ran belongs to the next one.
    #[must_use]
    pub fn next(&self, at_most: Duration) -> Option<Vec<PathBuf>> {
        let mut happened = match self.changes.recv_timeout(at_most) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
        };
        let end = Instant::now() + LONGEST;
        while let Ok(more) = self.changes.recv_timeout(QUIET) {
            happened.extend(more);
            if Instant::now() > end {
                break;
            }
        }
        let changed = settled(happened);
        (!changed.is_empty()).then_some(changed)
    }
}

/// The files that are others than before. Editors save into a file beside the one that they replace: what began
/// meanwhile and is gone again was never part of the site.
fn settled(happened: Vec<Happened>) -> Vec<PathBuf> {
    let mut first = BTreeMap::new();
    for (path, begins) in happened {
        first.entry(path).or_insert(begins);
    }
    first.into_iter().filter(|(path, begins)| !begins || path.exists()).map(|(path, _)| path).collect()
}

fn counts(root: &Path, ignored: &Path, path: &Path) -> bool {
    let Ok(inside) = path.strip_prefix(root) else { return false };
    let hidden = inside.components().any(|part| {
        let name = part.as_os_str().to_string_lossy();
        name.starts_with('.') || name.ends_with('~') || name.ends_with(".swp")
    });
    let beside = [protected_folder(ignored), data_folder(ignored)];
    !hidden && !path.starts_with(ignored) && !beside.iter().any(|folder| path.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_and_hidden_files_do_not_count() {
        let (root, out) = (Path::new("/s"), Path::new("/s/output"));
        assert!(counts(root, out, Path::new("/s/content/a.json")));
        for path in [
            "/s/output/index.html",
            "/s/output.protected/crew/index.html",
            "/s/output.data/catalog.json",
            "/s/.loggia/loggia.db",
            "/s/content/.a.json.swp",
            "/s/a.json~",
            "/t/a.json",
        ] {
            assert!(!counts(root, out, Path::new(path)), "{path}");
        }
    }

    #[test]
    fn a_save_by_way_of_another_file_is_one_change_of_the_file() {
        let site = tempfile::tempdir().unwrap();
        let file = site.path().canonicalize().unwrap().join("a.json");
        std::fs::write(&file, "{}").unwrap();
        let watcher = Watcher::new(site.path(), Path::new("nowhere")).unwrap();
        let save = |text: &str| {
            std::fs::write(file.with_extension("new"), text).unwrap();
            std::fs::rename(file.with_extension("new"), &file).unwrap();
        };
        save("{ }");
        assert_eq!(watcher.next(Duration::from_secs(20)), Some(vec![file.clone()]));
        std::fs::remove_file(&file).unwrap();
        assert_eq!(watcher.next(Duration::from_secs(20)), Some(vec![file.clone()]), "what went is a change");
        assert_eq!(watcher.next(Duration::from_millis(50)), None);
    }
}
