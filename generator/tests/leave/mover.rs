//! The program, about to leave a site.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

pub struct Mover {
    folder: tempfile::TempDir,
    address: String,
    looks: bool,
}

impl Mover {
    pub fn of(address: &str) -> Mover {
        Mover { folder: tempfile::tempdir().unwrap(), address: address.to_owned(), looks: false }
    }

    /// One that looks at the old pages in a browser.
    pub fn with_look(address: &str) -> Mover {
        Mover { looks: true, ..Mover::of(address) }
    }

    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn site(&self) -> PathBuf {
        self.beside("new")
    }

    pub fn journal(&self) -> PathBuf {
        let host = self.address.split("://").nth(1).unwrap();
        self.site().join(".loggia/leave").join(loggia_generator::plan::slug(host)).join("journal.jsonl")
    }

    pub fn command(&self, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_loggia"));
        // A report takes a build of the site: only those who ask for one wait for it.
        let asks = ["--report", "--pages", "--check"].iter().any(|asked| more.contains(asked));
        let without: &[&str] = if asks { &[] } else { &["--no-report"] };
        command
            .args(["leave", &self.address, "--into", "new", "--rate", "1000", "--json"])
            .args((!self.looks).then_some("--no-look"))
            .args(more)
            .args(without)
            .env("LOGGIA_ALLOW_HOSTS", "127.0.0.1")
            .current_dir(self.folder.path())
            .stderr(Stdio::piped());
        command
    }

    /// Leaves to the end; what it says.
    pub fn leave(&self, more: &[&str]) -> Value {
        let done = self.command(more).output().unwrap();
        let said = String::from_utf8_lossy(&done.stdout).into_owned();
        assert_eq!(done.status.code(), Some(0), "{said}\n{}", String::from_utf8_lossy(&done.stderr));
        serde_json::from_str(&said).unwrap()
    }

    /// Builds what came of it, as it goes to visitors.
    pub fn build(&self) -> PathBuf {
        let done = Command::new(env!("CARGO_BIN_EXE_loggia"))
            .args(["build", "new", "--out", "out", "--quiet", "--now", "1775001600000"])
            .current_dir(self.folder.path())
            .output()
            .unwrap();
        assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
        self.beside("out")
    }

    /// Every file of the new site, but what the program keeps for itself.
    pub fn tree(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        for entry in walkdir::WalkDir::new(self.site()).into_iter().map(Result::unwrap) {
            let path = entry.path().strip_prefix(self.site()).unwrap().to_string_lossy().into_owned();
            if entry.file_type().is_file() && !path.starts_with(".loggia/") {
                files.insert(path, fs::read(entry.path()).unwrap());
            }
        }
        files
    }
}

/// How a host that reads `_redirects` answers: 200, or a status and where it leads.
pub fn answer(out: &Path, asked: &str) -> (u16, String) {
    let (path, query) = asked.split_once('?').unwrap_or((asked, ""));
    let rows = fs::read_to_string(out.join("_redirects")).unwrap();
    let path = loggia_generator::asset::percent_decoded(path).unwrap();
    let escaped = loggia_generator::asset::percent_encoded(&path);
    let file = out.join(&path[1..]);
    let is_there = file.is_file() || file.join("index.html").is_file();
    // Such a host leads to small letters by itself.
    let small = path.to_lowercase();
    if !is_there && small != path && out.join(&small[1..]).join("index.html").is_file() {
        return (301, loggia_generator::asset::percent_encoded(&small));
    }
    for row in rows.lines() {
        let words: Vec<&str> = row.split_whitespace().collect();
        let (fits, to, status) = match words.as_slice() {
            [from, to, status] => (*from == escaped, *to, *status),
            [from, wanted, to, status] => (*from == escaped && query == *wanted, *to, *status),
            _ => continue,
        };
        let forced = status.ends_with('!');
        if fits && (forced || !is_there) {
            return (status.trim_end_matches('!').parse().unwrap(), to.to_owned());
        }
    }
    if is_there { (200, path) } else { (404, path) }
}
