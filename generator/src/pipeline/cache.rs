//! What the pages of an earlier build were made of, kept beside the output. It may be deleted at any time: then every
//! page is made again.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::manifest::Digest;

/// Where it lies, below the output folder.
const FILE: &str = "_data/.cache";

/// The layout of the file; another one is read as empty.
const LAYOUT: &[u8] = b"loggia pages 2\n";

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

/// What an output folder remembers; nothing when there is no memory that this program can read.
#[must_use]
pub fn read(out: &Path) -> Pages {
    let read = std::fs::read(out.join(FILE)).unwrap_or_default();
    read.strip_prefix(LAYOUT).and_then(|pages| postcard::from_bytes(pages).ok()).unwrap_or_default()
}

/// Remembers the pages of a build. A memory that cannot be written is none: the next build makes every page.
pub fn write(out: &Path, pages: &Pages) {
    let mut bytes = Vec::with_capacity(LAYOUT.len() + pages.len() * 96);
    bytes.extend_from_slice(LAYOUT);
    let bytes = postcard::to_extend(pages, bytes);
    if bytes.ok().and_then(|bytes| std::fs::write(out.join(FILE), bytes).ok()).is_none() {
        forget(out);
    }
}

/// Forgets everything, before pages change: a build that is interrupted leaves no memory of what it did not do.
pub fn forget(out: &Path) {
    let _ = std::fs::remove_file(out.join(FILE));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_remembered_and_half_a_memory_is_none() {
        let out = tempfile::tempdir().unwrap();
        std::fs::create_dir(out.path().join("_data")).unwrap();
        let made = Made { of: Digest::of(b"x"), products: vec!["p".to_owned()] };
        let pages = Pages::from([("a/index.html".to_owned(), made.clone()), ("b.html".to_owned(), made)]);
        assert_eq!(read(out.path()), Pages::new());
        write(out.path(), &pages);
        assert_eq!(read(out.path()), pages);
        let file = out.path().join(FILE);
        let bytes = std::fs::read(&file).unwrap();
        for length in 0..bytes.len() {
            std::fs::write(&file, &bytes[..length]).unwrap();
            assert_eq!(read(out.path()), Pages::new(), "{length} bytes of {}", bytes.len());
        }
    }
}
