//! What a build wrote: every file with its hash and size.
//!
//! `output.data/manifest.json` is how the next build knows which files are its own, and how `publish` knows what
//! differs without reading the target.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// The manifest's path.
pub const MANIFEST: &str = "_data/manifest.json";

/// Begins the paths of what is for programs and never published. No file below it lies in the output folder: each is
/// written to the folder beside it (`loggia_commerce::data_folder`).
pub const DATA_FOLDER: &str = "_data/";

/// The file of a path that is for programs, such as `_data/catalog.json`, of an output folder.
#[must_use]
pub fn data_file(output: &Path, path: &str) -> PathBuf {
    let output = output.canonicalize().unwrap_or_else(|_| output.to_path_buf());
    loggia_commerce::data_folder(&output).join(path.strip_prefix(DATA_FOLDER).unwrap_or(path))
}

/// Begins the paths of pages that not everybody may see. No file below it lies in the output folder: each is written
/// to the folder beside it (`loggia_commerce::protected_folder`).
pub const PROTECTED: &str = "_data/protected/";

/// Begins the paths of what stands at other addresses of a site for hosts that read no rules. No file below it lies in the
/// output folder: hosts that read rules make no difference between `/News` and `/news`, so that the two would be one there.
pub const MOVED: &str = "_data/moved/";

/// The redirects of the site's own lists, for the preview.
pub const REDIRECTS: &str = "_data/redirects.json";

/// Writes a file that its owner alone may read.
///
/// # Errors
/// When the machine refuses.
pub fn write_private(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut handle = options.open(file)?;
    make_private(file, 0o600)?;
    std::io::Write::write_all(&mut handle, bytes)
}

/// Takes the rights of others away.
///
/// # Errors
/// When the machine refuses.
pub fn make_private(path: &Path, mode: u32) -> std::io::Result<()> {
    #[cfg(unix)]
    std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode))?;
    #[cfg(not(unix))]
    let _ = (path, mode);
    Ok(())
}

/// The layout of the manifest; a manifest of another layout is read as absent.
const LAYOUT: u32 = 1;

/// A digest of a file's bytes: BLAKE3, 32 bytes, written as hex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of some bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Digest(*blake3::hash(bytes).as_bytes())
    }

    /// Begins a digest of several parts. Each part counts with its length, so that no two lists of parts are the same.
    #[must_use]
    pub fn builder() -> DigestBuilder {
        DigestBuilder(blake3::Hasher::new())
    }

    /// The 32 bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// This digest with something more in it.
    #[must_use]
    pub fn and(&self, more: &[u8]) -> Digest {
        let mut builder = Digest::builder();
        builder.add(&self.0);
        builder.add(more);
        builder.finish()
    }

    /// The first ten hex digits: enough to tell the versions of one asset apart in its name.
    #[must_use]
    pub fn short(&self) -> String {
        self.to_string()[..10].to_owned()
    }
}

/// A digest while its parts are added.
pub struct DigestBuilder(blake3::Hasher);

impl DigestBuilder {
    /// Adds a part.
    pub fn add(&mut self, part: &[u8]) {
        self.0.update(&(part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    /// The digest of all parts.
    #[must_use]
    pub fn finish(self) -> Digest {
        Digest(*self.0.finalize().as_bytes())
    }
}

/// The digest of bytes that are written to it.
#[derive(Default)]
pub struct DigestWriter(blake3::Hasher);

impl DigestWriter {
    /// How many bytes were written.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.count()
    }

    /// The digest of all that was written.
    #[must_use]
    pub fn finish(self) -> Digest {
        Digest(*self.0.finalize().as_bytes())
    }
}

impl std::io::Write for DigestWriter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(blake3::Hash::from_bytes(self.0).to_hex().as_str())
    }
}

impl std::fmt::Debug for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

impl Serialize for Digest {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serializer.is_human_readable() {
            true => serializer.collect_str(self),
            false => self.0.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return <[u8; 32]>::deserialize(deserializer).map(Digest);
        }
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        let hash = blake3::Hash::from_hex(text.as_bytes()).map_err(serde::de::Error::custom)?;
        Ok(Digest(*hash.as_bytes()))
    }
}

/// One file of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Entry {
    /// Of the bytes.
    pub hash: Digest,
    /// Bytes.
    pub size: u64,
}

impl Entry {
    /// The entry of a file with these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Entry { hash: Digest::of(bytes), size: bytes.len() as u64 }
    }

    /// The entry of a large file, read in pieces.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of_reader(reader: impl std::io::Read) -> std::io::Result<Self> {
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(reader)?;
        Ok(Entry { hash: Digest(*hasher.finalize().as_bytes()), size: hasher.count() })
    }
}

/// Every file of one build by its path below the output folder, with forward slashes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    layout: u32,
    /// Path below the output folder → what is there. The manifest itself is not listed.
    pub files: BTreeMap<String, Entry>,
}

impl Default for Manifest {
    fn default() -> Self {
        Manifest { layout: LAYOUT, files: BTreeMap::new() }
    }
}

impl Manifest {
    /// The manifest of an output folder; `None` when there is none that this version can read.
    #[must_use]
    pub fn read(folder: &Path) -> Option<Manifest> {
        Manifest::read_file(&data_file(folder, MANIFEST))
    }

    /// A manifest kept under any name.
    #[must_use]
    pub fn read_file(file: &Path) -> Option<Manifest> {
        Manifest::from_json(&crate::folder::read(file).ok()?)
    }

    /// A manifest as it is written; `None` when this version cannot read it.
    #[must_use]
    pub fn from_json(json: &[u8]) -> Option<Manifest> {
        let manifest: Manifest = serde_json::from_slice(json).ok()?;
        (manifest.layout == LAYOUT).then_some(manifest)
    }

    /// A manifest of these files.
    #[must_use]
    pub fn of(files: BTreeMap<String, Entry>) -> Manifest {
        Manifest { layout: LAYOUT, files }
    }

    /// As it is written: one line a file, in order of path, so that two of them can be compared by eye.
    #[must_use]
    pub fn to_json(&self) -> Vec<u8> {
        let mut text = Vec::with_capacity(64 + self.files.len() * 160);
        text.extend_from_slice(format!("{{\"layout\":{},\"files\":{{", self.layout).as_bytes());
        for (index, (path, entry)) in self.files.iter().enumerate() {
            text.extend_from_slice(if index == 0 { b"\n" } else { b",\n" });
            write_key(path, &mut text);
            write_entry(*entry, &mut text);
        }
        text.extend_from_slice(b"\n}}\n");
        text
    }

    /// With what stands at other addresses in its place, as hosts need it that read no rules.
    #[must_use]
    pub fn with_moved(&self) -> Manifest {
        let mut files = self.files.clone();
        for (path, entry) in &self.files {
            if let Some(path) = path.strip_prefix(MOVED) {
                files.entry(path.to_owned()).or_insert(*entry);
            }
        }
        Manifest { files, ..self.clone() }
    }

    /// The files that visitors may have and that have one address: without what [`Manifest::with_moved`] added.
    pub fn own(&self) -> impl Iterator<Item = (&String, &Entry)> {
        self.public().filter(|(path, _)| !self.files.contains_key(&format!("{MOVED}{path}")))
    }

    /// The files that visitors may have: all but the data for programs.
    pub fn public(&self) -> impl Iterator<Item = (&String, &Entry)> {
        self.files.iter().filter(|(path, _)| !path.starts_with(DATA_FOLDER))
    }
}

/// A path as the name of a member.
fn write_key(path: &str, text: &mut Vec<u8>) {
    if path.bytes().all(|byte| byte >= 0x20 && !matches!(byte, b'"' | b'\\')) {
        text.push(b'"');
        text.extend_from_slice(path.as_bytes());
        text.push(b'"');
    } else {
        text.extend_from_slice(serde_json::Value::from(path).to_string().as_bytes());
    }
    text.push(b':');
}

fn write_entry(entry: Entry, text: &mut Vec<u8>) {
    text.extend_from_slice(b"{\"hash\":\"");
    text.extend_from_slice(blake3::Hash::from_bytes(entry.hash.0).to_hex().as_bytes());
    text.extend_from_slice(b"\",\"size\":");
    text.extend_from_slice(entry.size.to_string().as_bytes());
    text.push(b'}');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_reads_back_as_written() {
        let mut manifest = Manifest::default();
        manifest.files.insert("a \"b\"/index.html".into(), Entry::of(b"hello"));
        manifest.files.insert("_data/catalog.json".into(), Entry::of(b"{}"));
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("m.json"), manifest.to_json()).unwrap();
        assert_eq!(Manifest::read_file(&folder.path().join("m.json")), Some(manifest.clone()));
        assert_eq!(manifest.public().count(), 1);
    }

    #[test]
    fn a_manifest_of_another_layout_is_absent() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("m.json"), r#"{"layout":99,"files":{}}"#).unwrap();
        assert_eq!(Manifest::read_file(&folder.path().join("m.json")), None);
    }
}
