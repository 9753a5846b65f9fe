//! A branch of a repository, with the `git` of this machine on both sides.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use loggia_generator::publish::remote::branch::Branch;
use loggia_generator::publish::{PublishError, Published, Target, publish};

use crate::site::{Site, files};

/// A repository that takes what is pushed.
struct Host(tempfile::TempDir);

impl Host {
    fn new() -> Host {
        let host = Host(tempfile::tempdir().unwrap());
        host.git(&["init", "--quiet", "--bare", "-b", "main", "."]);
        host
    }

    fn path(&self) -> PathBuf {
        self.0.path().to_path_buf()
    }

    fn git(&self, words: &[&str]) -> String {
        git(self.0.path(), words)
    }

    fn target(&self) -> Branch {
        Branch::new(&self.path().to_string_lossy(), "gh-pages").unwrap()
    }

    /// The files of the branch as somebody gets them who clones it, without the mark for the host.
    fn files(&self) -> BTreeMap<String, String> {
        let clone = tempfile::tempdir().unwrap();
        git(clone.path(), &["clone", "--quiet", "-b", "gh-pages", &self.path().to_string_lossy(), "c"]);
        let mut files = crate::site::tree(&clone.path().join("c"));
        files.retain(|path, _| !path.starts_with(".git/"));
        files
    }
}

fn git(folder: &Path, words: &[&str]) -> String {
    let output = Command::new("git").args(words).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "git {words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Milliseconds; each publish is a second after the one before.
fn send(target: &dyn Target, site: &Site, list: &[(&str, &str)], second: i64) -> Published {
    let manifest = site.write(list);
    publish(target, &site.out(), &manifest, 1_775_001_600_000 + second * 1000, &|_| {}).unwrap()
}

/// S-943.
#[test]
fn s_943_a_commit_a_version_and_only_what_differs_is_sent() {
    let (host, site) = (Host::new(), Site::new());
    let target = host.target();
    let one = [("index.html", "one"), ("a b/ü.html", "ü"), ("_assets/a.css", "a{}"), ("x\"y", "q")];
    let first = send(&target, &site, &one, 0);
    assert_eq!((first.sent.len(), first.unchanged), (4, 0));
    assert_eq!(host.files(), files(&one));
    assert!(host.git(&["ls-tree", "--name-only", "gh-pages"]).lines().any(|name| name == ".nojekyll"));

    // The same again makes no commit.
    let again = send(&target, &site, &one, 1);
    assert_eq!((again.version.as_str(), again.sent.len(), again.unchanged), (first.version.as_str(), 0, 4));
    assert_eq!(host.git(&["rev-list", "--count", "gh-pages"]).trim(), "1");

    // A file takes the place of a folder, and a folder that of a file.
    let two = [("index.html", "two"), ("a b", "file now"), ("_assets/a.css", "a{}"), ("x\"y/z", "deep")];
    let second = send(&target, &Site::new(), &two, 2);
    assert_eq!(
        (second.unchanged, second.removed.clone()),
        (1, vec!["a b/ü.html".to_owned(), "x\"y".to_owned()])
    );
    assert_eq!(host.files(), files(&two));
    let versions: Vec<(String, bool)> =
        target.versions().unwrap().into_iter().map(|version| (version.id, version.live)).collect();
    assert_eq!(versions, [(first.version.clone(), false), (second.version.clone(), true)]);

    // Back, back to nothing, forward by name; the history keeps every step.
    assert_eq!(target.rollback(None).unwrap().id, first.version);
    assert_eq!(host.files(), files(&one));
    assert!(matches!(target.rollback(None), Err(PublishError::NoVersion(_))));
    assert!(matches!(target.rollback(Some("2020")), Err(PublishError::NoVersion(_))));
    assert_eq!(target.rollback(Some(&second.version)).unwrap().id, second.version);
    assert_eq!(host.files(), files(&two));
    assert_eq!(host.git(&["rev-list", "--count", "gh-pages"]).trim(), "4");
    assert!(host.git(&["for-each-ref", "refs/heads"]).lines().all(|line| line.ends_with("gh-pages")));
}

/// S-943: what the host keeps in the branch stays, and what others wrote there is no version of ours but can be gone back to.
#[test]
fn s_943_the_name_of_the_domain_stays_in_the_branch() {
    let (host, site) = (Host::new(), Site::new());
    let clone = tempfile::tempdir().unwrap();
    let there = clone.path().join("c");
    git(clone.path(), &["clone", "--quiet", &host.path().to_string_lossy(), "c"]);
    std::fs::write(there.join("CNAME"), "shop.example\n").unwrap();
    std::fs::write(there.join("old.html"), "old").unwrap();
    git(&there, &["add", "."]);
    git(&there, &["-c", "user.name=x", "-c", "user.email=x@localhost", "commit", "-qm", "by hand"]);
    git(&there, &["push", "--quiet", "origin", "HEAD:gh-pages"]);

    let target = host.target();
    let done = send(&target, &site, &[("index.html", "one")], 0);
    assert_eq!(done.removed, ["old.html"]);
    assert_eq!(host.files(), files(&[("CNAME", "shop.example\n"), ("index.html", "one")]));
    let versions = target.versions().unwrap();
    assert_eq!((versions.len(), versions[1].id.clone(), versions[1].live), (2, done.version, true));
    target.rollback(None).unwrap();
    assert_eq!(host.files()["old.html"], "old");
}

/// S-943: whoever pushed in between is not written over.
#[test]
fn s_943_a_branch_that_has_moved_is_not_written_over() {
    let (host, one, two) = (Host::new(), Site::new(), Site::new());
    let target = host.target();
    send(&target, &one, &[("index.html", "0")], 0);
    let manifest = one.write(&[("index.html", "mine")]);
    let mine = target.begin(&manifest, &one.out(), "20990101T000000000Z-aaaaaa").unwrap();
    for (path, entry) in mine.missing().to_vec() {
        mine.put(&path, entry, &one.out().join(&path)).unwrap();
    }
    send(&target, &two, &[("index.html", "theirs")], 1);
    assert!(matches!(mine.finish(), Err(PublishError::Busy(_))));
    assert_eq!(host.files(), files(&[("index.html", "theirs")]));
    // A first publish to a branch that somebody else has just made, likewise.
    let fresh = Branch::new(&host.path().to_string_lossy(), "second").unwrap();
    let first = fresh.begin(&manifest, &one.out(), "20990101T000000000Z-bbbbbb").unwrap();
    host.git(&["branch", "second", "gh-pages"]);
    for (path, entry) in first.missing().to_vec() {
        first.put(&path, entry, &one.out().join(&path)).unwrap();
    }
    assert!(matches!(first.finish(), Err(PublishError::Busy(_))));
    assert_eq!(host.git(&["show", "second:index.html"]), "theirs");
}

#[test]
fn s_945_an_address_that_runs_a_program_is_none() {
    let mark = tempfile::tempdir().unwrap();
    let ran = mark.path().join("ran");
    let program = format!("ext::sh -c touch% {}", ran.display());
    for remote in [program.as_str(), "--upload-pack=touch x", "-x", "", "fd::7"] {
        assert!(Branch::new(remote, "gh-pages").is_err(), "{remote}");
    }
    for branch in ["", "-x", "a..b", "a b", "a:b", "/a", "a/", "a.lock", "+a", ".a", "a\nb"] {
        assert!(Branch::new("git@github.com:you/shop.git", branch).is_err(), "{branch}");
    }
    assert!(!ran.exists());
    let nowhere = Branch::new(&mark.path().join("none").to_string_lossy(), "gh-pages").unwrap();
    let why = nowhere.versions().unwrap_err().to_string();
    assert!(why.starts_with("git ls-remote: ") && why.contains("none"), "{why}");
}
