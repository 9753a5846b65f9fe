//! A small output folder to publish, and a site to build one from.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use loggia_generator::manifest::Manifest;
use loggia_generator::output::Output;

/// An output folder with these files.
pub struct Site {
    folder: tempfile::TempDir,
}

impl Site {
    pub fn new() -> Site {
        Site { folder: tempfile::tempdir().unwrap() }
    }

    pub fn out(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    /// Makes the output folder what a build of these files would leave.
    pub fn write(&self, files: &[(&str, &str)]) -> Manifest {
        let output = Output::open(&self.out()).unwrap();
        for (path, text) in files {
            output.put(path, text.as_bytes().to_vec()).unwrap();
        }
        output.put("_data/catalog.json", b"{}".to_vec()).unwrap();
        (*output.commit().unwrap().0).clone()
    }
}

/// Every file below a folder, without those that stand beside the site.
pub fn tree(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().map(Result::unwrap) {
        let path = entry.path().strip_prefix(folder).unwrap().to_string_lossy().into_owned();
        if entry.file_type().is_file() && !path.starts_with('.') {
            let bytes = fs::read(entry.path()).unwrap();
            files.insert(path, String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    files
}

/// The same of files in a test.
pub fn files(list: &[(&str, &str)]) -> BTreeMap<String, String> {
    list.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}
