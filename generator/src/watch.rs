//! A changed file → the site as it is now.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use notify::{EventKind, RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};

/// A save is often several writes; they are taken together when nothing has come for this long.
const QUIET: Duration = Duration::from_millis(25);

/// Watches the folder of a site.
pub struct Watcher {
    changes: Receiver<Vec<PathBuf>>,
    _debouncer: Debouncer<RecommendedWatcher, RecommendedCache>,
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
        let mut debouncer = new_debouncer(QUIET, None, move |result: DebounceEventResult| {
            let events = result.unwrap_or_default();
            let changed = events.into_iter().filter(|event| !matches!(event.kind, EventKind::Access(_)));
            let paths =
                changed.flat_map(|event| event.event.paths).filter(|path| counts(&root, &ignored, path));
            let mut paths: Vec<PathBuf> = paths.collect();
            paths.sort();
            paths.dedup();
            if !paths.is_empty() {
                // Nobody listens any more when the program is ending.
                let _ = sender.send(paths);
            }
        })?;
        debouncer.watch(&site, RecursiveMode::Recursive)?;
        Ok(Watcher { changes, _debouncer: debouncer })
    }

    /// Waits for changes, at most so long; `None` when there were none, or never will be any more.
    #[must_use]
    pub fn next(&self, at_most: Duration) -> Option<Vec<PathBuf>> {
        let first = match self.changes.recv_timeout(at_most) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
        };
        // What came while the last build ran belongs to the next one as well.
        Some(self.changes.try_iter().fold(first, |mut all, more| {
            all.extend(more);
            all
        }))
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
