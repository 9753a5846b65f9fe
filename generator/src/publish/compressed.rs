//! Compressed copies made ahead, for web servers that take them from the disk (`gzip_static` and `brotli_static` of nginx,
//! `precompressed` of Caddy): `index.html.br` beside `index.html`. What is made once is harder compressed than a server can
//! do it for each visitor, and costs it nothing.
//!
//! The copies of a build are kept beside its output by the digest of what they are made from, so that a file that did not
//! change is not compressed again.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Deserialize;

use super::error::PublishError;
use crate::manifest::{Entry, Manifest, data_file};

/// Where the copies of a build are kept, beside its output.
const FOLDER: &str = "_data/compressed";
/// A smaller file fits into one packet however it is written. Bytes.
const SMALLEST: u64 = 512;
/// What is text, or as good as text.
const KINDS: [&str; 21] = [
    "atom",
    "css",
    "csv",
    "geojson",
    "htm",
    "html",
    "ics",
    "js",
    "json",
    "map",
    "md",
    "mjs",
    "otf",
    "rss",
    "svg",
    "ttf",
    "txt",
    "vtt",
    "wasm",
    "webmanifest",
    "xml",
];

/// A way to compress that browsers ask for (`Accept-Encoding`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Coding {
    /// Brotli (RFC 7932), `.br`.
    #[serde(alias = "br")]
    Brotli,
    /// Gzip (RFC 1952), `.gz`.
    #[serde(alias = "gz")]
    Gzip,
    /// Zstandard (RFC 8878), `.zst`.
    #[serde(alias = "zst")]
    Zstd,
}

impl Coding {
    /// Every one.
    pub const ALL: [Coding; 3] = [Coding::Brotli, Coding::Gzip, Coding::Zstd];

    /// What ends the name of a copy.
    #[must_use]
    pub fn suffix(self) -> &'static str {
        match self {
            Coding::Brotli => ".br",
            Coding::Gzip => ".gz",
            Coding::Zstd => ".zst",
        }
    }

    /// Compresses. What is kept for a year is worth more work than a page that the next publish replaces.
    fn compress(self, bytes: &[u8], is_kept_long: bool) -> io::Result<Vec<u8>> {
        let mut copy = Vec::with_capacity(bytes.len() / 3);
        match self {
            Coding::Brotli => {
                let quality = if is_kept_long { 11 } else { 9 };
                let mut writer = brotli::CompressorWriter::new(&mut copy, 1 << 16, quality, 22);
                writer.write_all(bytes)?;
            }
            Coding::Gzip => {
                let mut writer = flate2::write::GzEncoder::new(&mut copy, flate2::Compression::best());
                writer.write_all(bytes)?;
                writer.finish()?;
            }
            Coding::Zstd => copy = zstd::bulk::compress(bytes, if is_kept_long { 19 } else { 12 })?,
        }
        Ok(copy)
    }
}

/// The paths that copies of a path would have.
pub(super) fn copies_of(path: &str) -> impl Iterator<Item = String> + '_ {
    Coding::ALL.into_iter().map(move |coding| format!("{path}{}", coding.suffix()))
}

/// The copies of a build: each path and where the copy lies.
pub(super) type Copies = BTreeMap<String, PathBuf>;

/// Makes the copies of a manifest's files that are smaller than these, and adds them to it. `find` says where a file lies.
///
/// # Errors
/// When a file is not what was built, or the machine refuses.
pub(super) fn add(
    manifest: &mut Manifest,
    output: &Path,
    codings: &[Coding],
    find: impl Fn(&str) -> PathBuf + Sync,
) -> Result<Copies, PublishError> {
    if codings.is_empty() {
        return Ok(Copies::new());
    }
    let folder = data_file(output, FOLDER);
    fs::create_dir_all(&folder).map_err(|source| PublishError::Io {
        doing: "write",
        path: folder.clone(),
        source,
    })?;
    let codings: BTreeSet<Coding> = codings.iter().copied().collect();
    let wanted: Vec<(&String, Entry, Coding)> = manifest
        .public()
        .filter(|(path, entry)| entry.size >= SMALLEST && is_text(path))
        .flat_map(|(path, entry)| codings.iter().map(move |coding| (path, *entry, *coding)))
        // A file of the owner's own keeps its name.
        .filter(|(path, _, coding)| !manifest.files.contains_key(&format!("{path}{}", coding.suffix())))
        .collect();
    let made = wanted
        .into_par_iter()
        .map(|(path, entry, coding)| {
            let kept = folder.join(format!("{}{}{}", entry.hash, long(path), coding.suffix()));
            let bytes = match crate::folder::read(&kept) {
                Ok(bytes) => bytes,
                Err(_) => make(&kept, &find(path), entry, (coding, !long(path).is_empty()))?,
            };
            let name = kept.file_name().unwrap_or_default().to_owned();
            // An empty one says that a copy is not worth it.
            let copy = (!bytes.is_empty())
                .then(|| (format!("{path}{}", coding.suffix()), Entry::of(&bytes), kept.clone()));
            Ok((name, copy))
        })
        .collect::<Result<Vec<(OsString, Option<_>)>, PublishError>>()?;
    forget(&folder, &made.iter().map(|(name, _)| name).collect());
    let mut copies = Copies::new();
    for (path, entry, file) in made.into_iter().filter_map(|(_, copy)| copy) {
        manifest.files.insert(path.clone(), entry);
        copies.insert(path, file);
    }
    Ok(copies)
}

/// Whether a file is compressed at all.
fn is_text(path: &str) -> bool {
    Path::new(path)
        .extension()
        .and_then(|extension| extension.to_str())
        .is_some_and(|extension| KINDS.contains(&extension.to_ascii_lowercase().as_str()))
}

/// Part of a copy's name: what has a digest in its own is kept for a year by browsers, and compressed harder.
fn long(path: &str) -> &'static str {
    if path.starts_with("assets/") { "-11" } else { "" }
}

/// Makes a copy, keeps it, and gives its bytes; nothing when it would save less than a twentieth.
fn make(
    kept: &Path,
    file: &Path,
    entry: Entry,
    (coding, is_kept_long): (Coding, bool),
) -> Result<Vec<u8>, PublishError> {
    let refused = |source| PublishError::Io { doing: "write", path: kept.to_path_buf(), source };
    let bytes = super::built::read_as_built(file, entry)?;
    let mut copy = coding.compress(&bytes, is_kept_long).map_err(refused)?;
    if copy.len() * 20 > bytes.len() * 19 {
        copy.clear();
    }
    // Two files of the same bytes may come here at once: each writes under a name of its own, and one wins.
    let folder = kept.parent().unwrap_or(Path::new("."));
    let mut fresh = tempfile::NamedTempFile::new_in(folder).map_err(refused)?;
    fresh.write_all(&copy).map_err(refused)?;
    fresh.persist(kept).map_err(|error| refused(error.error))?;
    Ok(copy)
}

/// Copies of earlier builds go. One that stays by a fault costs room and nothing else.
fn forget(folder: &Path, wanted: &BTreeSet<&OsString>) {
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !wanted.contains(&file.file_name()) {
            let _ = fs::remove_file(file.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn back(coding: Coding, bytes: &[u8]) -> Vec<u8> {
        let mut text = Vec::new();
        match coding {
            Coding::Brotli => brotli::Decompressor::new(bytes, 4096).read_to_end(&mut text),
            Coding::Gzip => flate2::read::GzDecoder::new(bytes).read_to_end(&mut text),
            Coding::Zstd => zstd::stream::read::Decoder::new(bytes).unwrap().read_to_end(&mut text),
        }
        .unwrap();
        text
    }

    /// S-976: each copy is its file again, is smaller, and is made once.
    #[test]
    fn s_976_copies_are_their_files_again_and_smaller() {
        let output = tempfile::tempdir().unwrap();
        let files = [
            ("index.html", "<p>words and words</p>\n".repeat(60)),
            ("assets/a.0123456789.css", "a{color:red}\n".repeat(99)),
            ("assets/photo.webp", "RIFF".repeat(999)),
            ("small.txt", "x".repeat(511)),
            ("named.txt", "y".repeat(900)),
            ("named.txt.gz", "the owner's own".to_owned()),
        ];
        let mut manifest = Manifest::default();
        for (path, text) in &files {
            let file = output.path().join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, text).unwrap();
            manifest.files.insert((*path).to_owned(), Entry::of(text.as_bytes()));
        }
        let find = |path: &str| output.path().join(path);
        let before = manifest.clone();
        let copies = add(&mut manifest, output.path(), &Coding::ALL, find).unwrap();
        let names: Vec<&str> = copies.keys().map(String::as_str).collect();
        assert_eq!(
            names,
            [
                "assets/a.0123456789.css.br",
                "assets/a.0123456789.css.gz",
                "assets/a.0123456789.css.zst",
                "index.html.br",
                "index.html.gz",
                "index.html.zst",
                "named.txt.br",
                "named.txt.zst",
            ]
        );
        for (path, text) in &files[..2] {
            for coding in Coding::ALL {
                let name = format!("{path}{}", coding.suffix());
                let copy = fs::read(&copies[&name]).unwrap();
                assert_eq!(back(coding, &copy), text.as_bytes(), "{name}");
                assert!(copy.len() * 4 < text.len() && manifest.files[&name] == Entry::of(&copy), "{name}");
            }
        }
        // Again, without the files that they are made from: nothing is read of these.
        fs::remove_file(output.path().join("index.html")).unwrap();
        let mut again = before.clone();
        assert_eq!(add(&mut again, output.path(), &Coding::ALL, find).unwrap(), copies);
        assert_eq!(again, manifest);
        // What a build no longer has is not kept.
        let mut fewer = Manifest::of(BTreeMap::from([("named.txt".to_owned(), before.files["named.txt"])]));
        add(&mut fewer, output.path(), &[Coding::Brotli], find).unwrap();
        assert_eq!(fs::read_dir(data_file(output.path(), FOLDER)).unwrap().count(), 1);
    }

    /// S-976: noise is no smaller for being compressed, and is not looked at again.
    #[test]
    fn s_976_a_copy_that_saves_nothing_is_none() {
        let output = tempfile::tempdir().unwrap();
        let mut state = 7_u32;
        let noise: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        })
        .take(4096)
        .collect();
        fs::write(output.path().join("noise.txt"), &noise).unwrap();
        let mut manifest = Manifest::of(BTreeMap::from([("noise.txt".to_owned(), Entry::of(&noise))]));
        for _ in 0..2 {
            let copies =
                add(&mut manifest, output.path(), &Coding::ALL, |path| output.path().join(path)).unwrap();
            assert!(copies.is_empty() && manifest.files.len() == 1);
        }
    }
}
