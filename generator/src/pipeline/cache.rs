//! What the pages of an earlier build were made of, kept beside the output. It may be deleted at any time: then every
//! page is made again.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::manifest::{Digest, data_file};

/// Its path.
const FILE: &str = "_data/.cache";

/// The layout of the file; another one is read as empty.
const LAYOUT: &[u8] = b"loggia pages 3\n";

/// One page of an earlier build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// Of everything it was made of.
    pub of: Digest,
    /// The products whose data it carries.
    pub products: Vec<String>,
}

/// Pages by their path below the output folder, with what each was made of.
pub type Pages = BTreeMap<String, Made>;

/// A page that is remembered, or forgotten, after all that stands before in the file.
type Later = Vec<(String, Option<Made>)>;

/// What an output folder remembers; nothing when there is no memory that this program can read.
#[must_use]
pub fn read(out: &Path) -> Pages {
    let read = crate::folder::read(data_file(out, FILE)).unwrap_or_default();
    read.strip_prefix(LAYOUT).and_then(whole).unwrap_or_default()
}

fn whole(bytes: &[u8]) -> Option<Pages> {
    let (mut pages, mut rest) = postcard::take_from_bytes::<Pages>(bytes).ok()?;
    while !rest.is_empty() {
        let (later, after) = postcard::take_from_bytes::<Later>(rest).ok()?;
        rest = after;
        for (path, made) in later {
            match made {
                Some(made) => drop(pages.insert(path, made)),
                None => drop(pages.remove(&path)),
            }
        }
    }
    Some(pages)
}

/// Remembers the pages of a build. A memory that cannot be written is none: the next build makes every page.
pub fn write(out: &Path, pages: &Pages) {
    let mut bytes = Vec::with_capacity(LAYOUT.len() + pages.len() * 96);
    bytes.extend_from_slice(LAYOUT);
    let bytes = postcard::to_extend(pages, bytes);
    if bytes
        .ok()
        .and_then(|bytes| crate::manifest::write_private(&data_file(out, FILE), &bytes).ok())
        .is_none()
    {
        forget(out);
    }
}

/// Forgets everything, before pages change: a build that is interrupted leaves no memory of what it did not do.
pub fn forget(out: &Path) {
    let _ = std::fs::remove_file(data_file(out, FILE));
}

/// Forgets some pages, before they change. The rest is not written again: of many pages few change at a time.
pub fn forget_some(out: &Path, pages: &Pages) {
    let gone = pages.keys().map(|path| (path.clone(), None));
    if !append(out, &gone.collect(), u64::MAX) {
        forget(out);
    }
}

/// Remembers some pages after they changed; `all` is everything that is remembered then.
pub fn amend(out: &Path, some: &Pages, all: &Pages) {
    let later = some.iter().map(|(path, made)| (path.clone(), Some(made.clone())));
    // A file that has grown to several times its size is written anew.
    if !append(out, &later.collect(), (all.len() as u64 * 512).max(1 << 20)) {
        write(out, all);
    }
}

/// Adds to the file, when it is there and not longer than `longest`.
fn append(out: &Path, later: &Later, longest: u64) -> bool {
    let add = || -> Option<()> {
        let mut file = std::fs::OpenOptions::new().append(true).open(data_file(out, FILE)).ok()?;
        if file.metadata().ok()?.len() > longest {
            return None;
        }
        file.write_all(&postcard::to_extend(later, Vec::new()).ok()?).ok()
    };
    add().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output() -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        std::fs::create_dir(&out).unwrap();
        std::fs::create_dir(folder.path().join("out.data")).unwrap();
        (folder, out)
    }

    #[test]
    fn pages_are_remembered_and_half_a_memory_is_none() {
        let (_folder, out) = output();
        let made = Made { of: Digest::of(b"x"), products: vec!["p".to_owned()] };
        let pages = Pages::from([("a/index.html".to_owned(), made.clone()), ("b.html".to_owned(), made)]);
        assert_eq!(read(&out), Pages::new());
        write(&out, &pages);
        assert_eq!(read(&out), pages);
        let file = data_file(&out, FILE);
        let bytes = std::fs::read(&file).unwrap();
        for length in 0..bytes.len() {
            std::fs::write(&file, &bytes[..length]).unwrap();
            assert_eq!(read(&out), Pages::new(), "{length} bytes of {}", bytes.len());
        }
    }

    #[test]
    fn what_changes_is_added_and_half_of_an_addition_is_no_memory() {
        let (_folder, out) = output();
        let made = |of: &[u8]| Made { of: Digest::of(of), products: Vec::new() };
        let mut pages = Pages::from([("a".to_owned(), made(b"1")), ("b".to_owned(), made(b"2"))]);
        write(&out, &pages);
        let changed = Pages::from([("a".to_owned(), made(b"3"))]);
        forget_some(&out, &changed);
        assert_eq!(read(&out).into_keys().collect::<Vec<_>>(), ["b"]);
        let before = std::fs::read(data_file(&out, FILE)).unwrap().len();
        pages.extend(changed.clone());
        amend(&out, &changed, &pages);
        assert_eq!(read(&out), pages);
        let bytes = std::fs::read(data_file(&out, FILE)).unwrap();
        for length in before + 1..bytes.len() {
            std::fs::write(data_file(&out, FILE), &bytes[..length]).unwrap();
            assert_eq!(read(&out), Pages::new(), "{length} bytes of {}", bytes.len());
        }
        // Nothing is added to a file that is gone: it is written anew.
        forget(&out);
        forget_some(&out, &changed);
        amend(&out, &changed, &pages);
        assert_eq!(read(&out), pages);
    }

    #[test]
    fn a_file_that_has_grown_long_is_written_anew() {
        let (_folder, out) = output();
        let made = Made { of: Digest::of(b"x"), products: vec!["p".repeat(1 << 16)] };
        let pages = Pages::from([("a".to_owned(), made)]);
        write(&out, &pages);
        let mut longest = 0;
        for _ in 0..40 {
            amend(&out, &pages, &pages);
            longest = longest.max(std::fs::metadata(data_file(&out, FILE)).unwrap().len());
        }
        assert!(longest < 2 << 20, "{longest}");
        assert_eq!(read(&out), pages);
    }
}
