//! Files that are sold: handed to the shop before the pages go out, and taken out of what was published earlier.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use loggia_commerce::{Catalog, FileDigest};

use super::compressed::copies_of;
use super::error::PublishError;
use crate::asset::short_path;
use crate::manifest::{Entry, Manifest, data_file};

/// What a build sells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sold {
    /// Each file once: its digest, its bytes, and where the build left it.
    pub files: Vec<(FileDigest, u64, PathBuf)>,
    digests: BTreeSet<String>,
    names: BTreeSet<String>,
}

impl Sold {
    /// That of a build; nothing when it has no catalogue.
    ///
    /// # Errors
    /// When its catalogue cannot be read.
    pub fn of_build(output: &Path) -> Result<Sold, PublishError> {
        let file = data_file(output, "_data/catalog.json");
        let text = match crate::folder::read(&file) {
            Ok(text) => text,
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => return Ok(Sold::default()),
            Err(source) => return Err(PublishError::Io { doing: "read", path: file, source }),
        };
        let catalog: Catalog =
            serde_json::from_slice(&text).map_err(|_| PublishError::Changed(file.clone()))?;
        let place = |digest: &FileDigest| data_file(output, &format!("_data/files/{digest}"));
        let sold = catalog.sold();
        Ok(Sold {
            files: sold.iter().map(|(digest, file)| ((*digest).clone(), file.size, place(digest))).collect(),
            digests: sold.keys().map(ToString::to_string).collect(),
            names: catalog.files.values().flatten().map(|file| file.address.clone()).collect(),
        })
    }

    /// Whether a published file is one of them: by what is in it under any name, or by its address in an earlier edition.
    #[must_use]
    pub fn has(&self, path: &str, entry: Entry) -> bool {
        let short = |name: &String| short_path(name).is_some_and(|short| short == path);
        self.digests.contains(&entry.hash.to_string())
            || self.names.contains(&plain(path, entry))
            || self.names.iter().any(short)
    }

    /// The paths of a published version that hold one of them, compressed copies as well.
    pub(super) fn found_in(&self, manifest: &Manifest) -> Vec<String> {
        let files = manifest.public().filter(|(path, entry)| self.has(path, **entry));
        let with_copies = files.flat_map(|(path, _)| {
            let copies = copies_of(path).filter(|copy| manifest.files.contains_key(copy));
            std::iter::once(path.clone()).chain(copies)
        });
        with_copies.collect::<BTreeSet<String>>().into_iter().collect()
    }

    /// Whether nothing is sold.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.names.is_empty()
    }
}

/// The address that the owner writes for a path of the output: `/files/a.pdf` for `assets/files/a.0123456789.pdf`.
fn plain(path: &str, entry: Entry) -> String {
    let path = path.replacen(&format!(".{}", entry.hash.short()), "", 1);
    format!("/{}", path.strip_prefix("assets/").unwrap_or(&path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_171_earlier_editions_are_known_by_their_address_and_copies_by_what_is_in_them() {
        let (paid, before) = (Entry::of(b"paid"), Entry::of(b"the edition before"));
        let sold = Sold {
            files: Vec::new(),
            digests: BTreeSet::from([paid.hash.to_string()]),
            names: BTreeSet::from(["/files/glaze book.pdf".to_owned()]),
        };
        let hashed = format!("assets/files/glaze book.{}.pdf", before.hash.short());
        for (path, entry, is_sold) in [
            ("assets/copy.pdf", paid, true),
            ("files/glaze book.pdf", before, true),
            (hashed.as_str(), before, true),
            ("s/glaze book.pdf", before, true),
            ("files/other.pdf", before, false),
            ("index.html", before, false),
        ] {
            assert_eq!(sold.has(path, entry), is_sold, "{path}");
        }
    }
}
