//! `site-fixtures/broken/`: each folder is a site with one mistake, and `expected.txt` what its owner reads.

use std::fs;
use std::path::{Path, PathBuf};

use crate::site::{TestSite, stderr};

fn folders(name: &str) -> Vec<PathBuf> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-fixtures").join(name);
    let mut folders: Vec<PathBuf> = fs::read_dir(&all).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders
}

/// G-020, G-021: every mistake is reported with its place and what to do; the exit code is 1.
#[test]
fn g_020_each_broken_site_has_its_mistake_reported() {
    let folders = folders("broken");
    assert!(folders.len() >= 40, "{}", folders.len());
    let mut wrong = Vec::new();
    for folder in &folders {
        let site = TestSite::of(folder);
        let done = site.loggia(&["check", "site"]);
        let (printed, expected) =
            (stderr(&done), fs::read_to_string(folder.join("expected.txt")).unwrap_or_default());
        if printed.trim() != expected.trim() || done.status.code() != Some(1) {
            wrong.push(format!("== {} (exit {:?})\n{printed}", folder.display(), done.status.code()));
        }
        assert!(expected.contains("= help: "), "{} says what to do", folder.display());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// G-019, G-021: nothing of a broken site is built or published.
#[test]
fn g_021_nothing_of_a_broken_site_is_published() {
    for folder in folders("broken") {
        let site = TestSite::of(&folder);
        let done = site.loggia(&["publish", "site", "--to", "dir:live", "--quiet"]);
        assert_eq!(done.status.code(), Some(1), "{}: {}", folder.display(), stderr(&done));
        let left = crate::site::tree(&site.beside("live"));
        assert!(left.is_empty(), "{}: {:?}", folder.display(), left.keys());
        let built = crate::site::tree(&site.beside("output"));
        assert!(built.is_empty(), "{}: {:?}", folder.display(), built.keys());
    }
}

/// G-020: what a template asks for and does not have is said, with what is shown instead, and stops nothing: neither `check`
/// nor `build`.
#[test]
fn g_020_what_is_absent_is_said_and_the_rest_is_shown() {
    let folders = folders("warned");
    assert!(folders.len() >= 7, "{}", folders.len());
    for folder in &folders {
        let site = TestSite::of(folder);
        let expected = fs::read_to_string(folder.join("expected.txt")).unwrap();
        let [checked, built] = ["check", "build"].map(|command| site.loggia(&[command, "site"]));
        assert_eq!(stderr(&checked).trim(), expected.trim(), "{}", folder.display());
        let printed = stderr(&built);
        let said: Vec<&str> = printed.lines().filter(|line| line.starts_with("warning[")).collect();
        assert!(!said.is_empty() && said.iter().all(|line| expected.contains(line)), "{printed}");
        for done in [checked, built] {
            assert_eq!(done.status.code(), Some(0), "{}: {}", folder.display(), stderr(&done));
        }
        assert!(expected.starts_with("warning["), "{expected}");
        let strict = site.loggia(&["check", "site", "--strict"]);
        assert_eq!(strict.status.code(), Some(1), "{}", folder.display());
    }
}
