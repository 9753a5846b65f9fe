//! A copy of a fixture that a test may change, and what became of it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use loggia_generator::pipeline::{Built, Options, Silent, build};

/// The clock of the tests: 2026-04-01T00:00:00Z.
pub const NOW: i64 = 1_775_001_600_000;

/// A site folder of its own with an output folder beside it.
pub struct TestSite {
    folder: tempfile::TempDir,
}

impl TestSite {
    /// A copy of `tests/fixtures/tiny`.
    pub fn tiny() -> TestSite {
        TestSite::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tiny"))
    }

    /// A copy of any site folder.
    pub fn of(source: &Path) -> TestSite {
        let folder = tempfile::tempdir().unwrap();
        copy(source, &folder.path().join("site"));
        TestSite { folder }
    }

    pub fn root(&self) -> PathBuf {
        self.folder.path().join("site")
    }

    pub fn out(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn options(&self) -> Options {
        Options {
            site: self.root(),
            now: NOW,
            minify: true,
            minify_whole: false,
            lenient: false,
            widgets: Some(widgets()),
            environment: "prod",
            layout: None,
            drafts: false,
            beyond_limits: false,
            cache_of: None,
        }
    }

    pub fn build(&self) -> Built {
        self.build_with(&self.options())
    }

    pub fn build_with(&self, options: &Options) -> Built {
        build(options, &self.out(), &Silent).unwrap()
    }

    /// A file of the output, or with `_data/` before it of the data beside it.
    pub fn page(&self, path: &str) -> String {
        fs::read_to_string(self.file(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Where a file of the output or of the data beside it lies.
    pub fn file(&self, path: &str) -> PathBuf {
        match path.strip_prefix("_data/") {
            Some(data) => self.beside("out.data").join(data),
            None => self.out().join(path),
        }
    }

    /// A page that is not for everybody, from the folder beside the output.
    pub fn protected(&self, path: &str) -> String {
        let file = loggia_commerce::protected_folder(&self.out()).join(path);
        fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    }

    /// Every file of the output, and with `_data/` before it of the data beside it.
    pub fn tree(&self) -> BTreeMap<String, Vec<u8>> {
        with_data(&self.out())
    }

    /// Changes a JSON file of the site.
    pub fn change(&self, path: &str, change: impl FnOnce(&mut serde_json::Value)) {
        let file = self.root().join(path);
        let mut value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        change(&mut value);
        fs::write(file, value.to_string()).unwrap();
    }

    /// Replaces a text in a file of the site.
    pub fn edit(&self, path: &str, from: &str, to: &str) {
        let file = self.root().join(path);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(from), "{path} does not contain {from:?}");
        fs::write(&file, text.replacen(from, to, 1)).unwrap();
    }

    /// Writes a file of the site.
    pub fn write(&self, path: &str, text: &str) {
        let file = self.root().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    /// Runs the program in the folder beside the site, with the widgets of the fixtures where it takes widgets.
    pub fn loggia(&self, arguments: &[&str]) -> Output {
        let takes_widgets = matches!(arguments[0], "build" | "check" | "publish");
        Command::new(env!("CARGO_BIN_EXE_loggia"))
            .args(arguments)
            .args(takes_widgets.then(|| format!("--widgets={}", widgets().display())))
            .current_dir(self.folder.path())
            .output()
            .unwrap()
    }
}

/// What a build of the widgets leaves, small.
pub fn widgets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/widgets")
}

/// Paths without the files of the search index, whose names say their content.
pub fn but_index(paths: &[String]) -> Vec<&str> {
    paths.iter().map(String::as_str).filter(|path| !path.starts_with("assets/search/")).collect()
}

/// Every file of an output, and with `_data/` before it of the data beside it.
pub fn with_data(out: &Path) -> BTreeMap<String, Vec<u8>> {
    let data = tree(&loggia_commerce::data_folder(out));
    let data = data.into_iter().map(|(path, bytes)| (format!("_data/{path}"), bytes));
    tree(out).into_iter().chain(data).collect()
}

/// Every file below a folder.
pub fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    if !folder.exists() {
        return files;
    }
    let walk = walkdir::WalkDir::new(folder).follow_links(true).sort_by_file_name();
    for entry in walk.into_iter().map(Result::unwrap).filter(|entry| entry.file_type().is_file()) {
        let path = entry.path().strip_prefix(folder).unwrap().to_string_lossy().into_owned();
        files.insert(path, fs::read(entry.path()).unwrap());
    }
    files
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// An earlier `serve` of the sample has left what `serve` keeps beside a site: it is no part of it.
fn copy(from: &Path, to: &Path) {
    let is_kept = |entry: &walkdir::DirEntry| entry.file_name() == ".loggia";
    for entry in walkdir::WalkDir::new(from).into_iter().filter_entry(|entry| !is_kept(entry)) {
        let entry = entry.unwrap();
        let target = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir_all(&target).unwrap();
        } else {
            fs::copy(entry.path(), &target).unwrap();
        }
    }
}
