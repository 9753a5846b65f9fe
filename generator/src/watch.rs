//! A changed file → the site as it is now.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

/// A save is often several writes; they are taken together when nothing has come for this long.
const QUIET: Duration = Duration::from_millis(25);
/// What goes on and on is taken after this long.
const LONGEST: Duration = Duration::from_secs(2);

/// Watches the folder of a site. While nothing changes it does nothing at all.
pub struct Watcher {
    changes: Receiver<Vec<PathBuf>>,
    _watcher: RecommendedWatcher,
}

impl Watcher {
    /// Begins to watch. Changes below `ignored` (the output) and in hidden folders do not count.
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
            let paths = changed.into_iter().flat_map(|event| event.paths);
            let paths: Vec<PathBuf> = paths.filter(|path| counts(&root, &ignored, path)).collect();
            if !paths.is_empty() {
                // Nobody listens any more when the program is ending.
                let _ = sender.send(paths);
            }
        })?;
        watcher.watch(&site, RecursiveMode::Recursive)?;
        Ok(Watcher { changes, _watcher: watcher })
    }

    /// Waits for changes, at most so long, and then until no more of them come; `None` when there were none, or never
    /// will be any more. What came while the last build ran belongs to the next one.
    #[must_use]
    pub fn next(&self, at_most: Duration) -> Option<Vec<PathBuf>> {
        let mut changed = match self.changes.recv_timeout(at_most) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
        };
        let end = Instant::now() + LONGEST;
        while let Ok(more) = self.changes.recv_timeout(QUIET) {
            changed.extend(more);
            if Instant::now() > end {
                break;
            }
        }
        changed.sort();
        changed.dedup();
        Some(changed)
    }
}

fn counts(root: &Path, ignored: &Path, path: &Path) -> bool {
    let Ok(inside) = path.strip_prefix(root) else { return false };
    let hidden = inside.components().any(|part| {
        let name = part.as_os_str().to_string_lossy();
        name.starts_with('.') || name.ends_with('~') || name.ends_with(".swp")
    });
    !hidden && !path.starts_with(ignored)
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
            "/s/.loggia/loggia.db",
            "/s/content/.a.json.swp",
            "/s/a.json~",
            "/t/a.json",
        ] {
            assert!(!counts(root, out, Path::new(path)), "{path}");
        }
    }
}
