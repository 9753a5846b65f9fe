//! A site that the program itself publishes, again and again.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::site::tree;

/// A copy of a small site, and where it is published.
pub struct Victim {
    folder: tempfile::TempDir,
    target: String,
    environment: Vec<(&'static str, String)>,
}

impl Victim {
    /// `{}` in the target stands for a folder beside the site.
    pub fn new(target: &str, environment: &[(&'static str, &str)]) -> Victim {
        let folder = tempfile::tempdir().unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tiny");
        for entry in walkdir::WalkDir::new(&source).into_iter().map(Result::unwrap) {
            let place = folder.path().join("site").join(entry.path().strip_prefix(&source).unwrap());
            if entry.file_type().is_dir() {
                fs::create_dir_all(place).unwrap();
            } else {
                fs::copy(entry.path(), place).unwrap();
            }
        }
        let target = target.replace("{}", &folder.path().display().to_string());
        let environment = environment.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        Victim { folder, target, environment }
    }

    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Changes a JSON file of the site.
    pub fn change(&self, file: &str, change: impl FnOnce(&mut Value)) {
        let file = self.beside("site").join(file);
        let mut value: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        change(&mut value);
        fs::write(file, value.to_string()).unwrap();
    }

    /// Gives the site another title on every page, and one of its items another address.
    pub fn title(&self, number: u64) {
        self.change("site.json", |site| site["website"]["siteTitle"] = format!("Number {number}").into());
        let note = self.beside(&format!("site/content/notes/killed-{}.json", number % 3));
        fs::write(note, format!("{{\"title\": \"{number}\", \"urlId\": \"killed-{number}\"}}")).unwrap();
    }

    /// The program, about to publish.
    pub fn command(&self) -> Command {
        let widgets = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/widgets");
        let mut command = Command::new(env!("CARGO_BIN_EXE_loggia"));
        command
            .args([
                "publish",
                "site",
                "--now",
                "1775001600000",
                "--quiet",
                "--keep",
                "3",
                "--to",
                &self.target,
            ])
            .arg(format!("--widgets={}", widgets.display()))
            .current_dir(self.folder.path())
            .envs(self.environment.iter().map(|(name, value)| (*name, value.as_str())))
            .stdout(Stdio::null());
        command
    }

    /// What a build leaves for visitors, with what stands at other addresses for hosts that read no rules.
    pub fn built(&self) -> BTreeMap<String, String> {
        let reads_rules = self.target.starts_with("netlify:");
        let mut files = if reads_rules { BTreeMap::new() } else { tree(&self.beside("output.data/moved")) };
        files.extend(tree(&self.beside("output")));
        files.retain(|path, _| !path.starts_with("_data/"));
        files
    }
}
