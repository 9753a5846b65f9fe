//! The files that a style sheet asks for while it is compiled, and a note of each, so that what was compiled can be kept
//! until one of them changes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;

use super::sheet::FOLDER;
use crate::asset::{normal, slashes};
use crate::manifest::Digest;

/// Folders of a site that a style sheet may read.
const READABLE: [&str; 2] = ["template", "files"];

/// Bytes of a file that a style sheet may read.
const LARGEST: u64 = 8 << 20;

/// Every file asked for, by its path below the site folder: its digest, or nothing where there was none.
pub type Inputs = BTreeMap<String, Option<Digest>>;

/// Reads files of one site.
#[derive(Debug, Default)]
pub struct Loader {
    root: PathBuf,
    inputs: Inputs,
}

impl Loader {
    /// For the site in a folder.
    #[must_use]
    pub fn new(root: &Path) -> Loader {
        Loader { root: root.to_path_buf(), inputs: Inputs::new() }
    }

    /// What was asked for.
    #[must_use]
    pub fn into_inputs(self) -> Inputs {
        self.inputs
    }

    /// A text and its path below the site folder. A name counts from the folder of the sheet that asks, then from the
    /// folder of all sheets; one that begins with a slash is an address of the site.
    ///
    /// # Errors
    /// When there is no such file, or it lies outside.
    pub fn read(&mut self, directory: &str, name: &str) -> Result<(String, String), String> {
        for path in candidates(directory, name) {
            let size = fs::metadata(self.root.join(&path)).map_or(0, |found| found.len());
            if size > LARGEST {
                return Err(format!("'{name}' is larger than {} MB", LARGEST >> 20));
            }
            let bytes = self.bytes(&path);
            self.inputs.insert(path.clone(), bytes.as_deref().map(Digest::of));
            if let Some(bytes) = bytes {
                return Ok((path, readable(&bytes)));
            }
        }
        // What the platform has under this name, where the site has nothing.
        match super::platform::sheet(name) {
            Some((path, text)) => Ok((path, text.to_owned())),
            None => Err(format!("'{name}' wasn't found")),
        }
    }

    /// A file that was read, in base 64.
    #[must_use]
    pub fn base64(&self, path: &str) -> String {
        base64::engine::general_purpose::STANDARD.encode(self.bytes(path).unwrap_or_default())
    }

    /// Width and height of a picture that was read.
    ///
    /// # Errors
    /// When it is none.
    pub fn size(&self, path: &str) -> Result<[u32; 2], String> {
        let unknown = || format!("'{path}' is not a picture whose size can be read");
        let bytes = self.bytes(path).ok_or_else(unknown)?;
        let size = imagesize::blob_size(&bytes).map_err(|_| unknown())?;
        let side = |side: usize| u32::try_from(side).map_err(|_| unknown());
        Ok([side(size.width)?, side(size.height)?])
    }

    fn bytes(&self, path: &str) -> Option<Vec<u8>> {
        let file = self.root.join(path);
        // A link inside the site may point outside of it.
        let inside = file.canonicalize().ok()?.starts_with(self.root.canonicalize().ok()?);
        if inside { crate::folder::read(file).ok() } else { None }
    }
}

/// Whether every file is as it was.
#[must_use]
pub fn are_unchanged(root: &Path, inputs: &Inputs) -> bool {
    let loader = Loader::new(root);
    inputs.iter().all(|(path, digest)| loader.bytes(path).as_deref().map(Digest::of) == *digest)
}

fn candidates(directory: &str, name: &str) -> Vec<String> {
    let from = |folder: &str, name: &str| normal(&Path::new(folder).join(name)).map(|path| slashes(&path));
    let found = match name.strip_prefix('/') {
        Some(address) if address.starts_with("files/") => vec![from("", address)],
        Some(address) => vec![from("template", address)],
        None => vec![from(directory, name), from(FOLDER, name)],
    };
    let allowed = |path: &String| READABLE.iter().any(|folder| Path::new(path).starts_with(folder));
    let mut paths: Vec<String> = found.into_iter().flatten().filter(allowed).collect();
    paths.dedup();
    paths
}

/// A text as LESS counts in it: without a byte order mark, every line ended by one character.
#[must_use]
pub fn readable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_looked_for_beside_the_sheet_then_among_all_and_never_outside() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("site.json"), "{}").unwrap();
        for path in ["template/styles/deep/a.less", "template/styles/b.less", "files/c.less"] {
            let file = root.path().join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, path).unwrap();
        }
        let mut loader = Loader::new(root.path());
        let mut path = |directory: &str, name: &str| loader.read(directory, name).map(|(path, _)| path);
        assert_eq!(path("template/styles/deep/", "a.less").unwrap(), "template/styles/deep/a.less");
        assert_eq!(path("template/styles/deep/", "b.less").unwrap(), "template/styles/b.less");
        assert_eq!(path("template/styles/deep/", "/files/c.less").unwrap(), "files/c.less");
        for outside in ["../../../site.json", "../../../../../../etc/passwd", "/../site.json", "/etc/passwd"]
        {
            assert!(path("template/styles/", outside).is_err(), "{outside}");
        }
        let inputs = loader.into_inputs();
        assert_eq!(inputs["template/styles/deep/b.less"], None, "what was not there is noted as well");
        assert!(are_unchanged(root.path(), &inputs));
        fs::write(root.path().join("template/styles/deep/b.less"), "").unwrap();
        assert!(!are_unchanged(root.path(), &inputs), "a file that comes to be changes what is found");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_out_of_the_site_is_not_followed() {
        let (root, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::create_dir_all(root.path().join(FOLDER)).unwrap();
        fs::write(other.path().join("x.less"), "secret").unwrap();
        std::os::unix::fs::symlink(other.path().join("x.less"), root.path().join(FOLDER).join("x.less"))
            .unwrap();
        assert!(Loader::new(root.path()).read(FOLDER, "x.less").is_err());
    }
}
