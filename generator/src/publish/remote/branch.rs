//! A branch of a Git repository as the target: GitHub Pages, GitLab Pages, Codeberg, and every host that serves a branch.
//!
//! A version is a commit: its message names the version, its tree is the site. The commits are made in a repository of
//! their own, in a temporary folder that knows the trees of the branch and no file of it, so that the owner's checkout is
//! never touched and only what the branch lacks is sent. The switch is the push: it is refused when the branch has moved.

use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use sha1::{Digest as _, Sha1};
use tempfile::TempDir;

use super::program::{complaint, run, start};
use crate::manifest::{Entry, MOVED, Manifest, data_file};
use crate::publish::error::PublishError;
use crate::publish::target::{Delivery, Published, Target, Version};

/// The branch when none is named: the one that hosts of pages look for.
pub const USUAL: &str = "gh-pages";
/// Begins the message of a version's commit.
const MESSAGE: &str = "Publish ";
/// How many commits of the branch are looked at for versions.
const HISTORY: &str = "50";
/// Where the branch lies in the temporary repository, and where the new commit is made.
const LIVE: &str = "refs/heads/live";
const FRESH: &str = "refs/heads/fresh";
/// Files at the top of a branch that belong to its host: they stay as they are unless the site has its own.
const OF_THE_HOST: [&str; 2] = ["CNAME", ".nojekyll"];
/// Without it GitHub Pages leaves out every folder that begins with `_`.
const NO_JEKYLL: &str = ".nojekyll";

/// A branch that is published to.
pub struct Branch {
    remote: String,
    branch: String,
}

impl Branch {
    /// A branch of a repository, by the address that `git` knows it by.
    ///
    /// # Errors
    /// When the address or the name is none, or is of a kind that runs programs.
    pub fn new(remote: &str, branch: &str) -> Result<Branch, PublishError> {
        let wrong =
            |why: &str| PublishError::Target(format!("'{remote}' is no repository to publish to: {why}"));
        // `ext::` and its like name a program that git would run.
        if remote.is_empty() || remote.starts_with('-') || remote.contains("::") {
            return Err(wrong("write an address such as git@github.com:you/shop.git or https://…"));
        }
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'/' | b'.');
        let is_name = branch.bytes().all(plain)
            && !branch.contains("..")
            && !branch.contains("//")
            && !branch.ends_with(".lock")
            && !branch.is_empty()
            && !branch.starts_with(['-', '/', '.'])
            && !branch.ends_with(['/', '.']);
        if !is_name {
            return Err(wrong(&format!("'{branch}' is no name of a branch")));
        }
        Ok(Branch { remote: remote.to_owned(), branch: branch.to_owned() })
    }

    fn reference(&self) -> String {
        format!("refs/heads/{}", self.branch)
    }

    /// A repository of its own, with so many commits of the branch and their trees.
    fn open(&self, depth: &str) -> Result<Checkout, PublishError> {
        let io = |source| PublishError::Io { doing: "make", path: std::env::temp_dir(), source };
        let folder = tempfile::tempdir().map_err(io)?;
        let mut repository = Checkout { folder, tip: None };
        repository.git(&["init", "--quiet", "--bare", "--template=", "."], b"")?;
        repository.git(&["remote", "add", "origin", &self.remote], b"")?;
        let listed = repository.git(&["ls-remote", "origin", &self.reference()], b"")?;
        let listed = String::from_utf8_lossy(&listed).into_owned();
        let tip = listed.split_whitespace().next().map(str::to_owned);
        if tip.is_some() {
            let from_to = format!("+{}:{LIVE}", self.reference());
            let depth = format!("--depth={depth}");
            repository.git(
                &["fetch", "--quiet", "--no-tags", &depth, "--filter=blob:none", "origin", &from_to],
                b"",
            )?;
        }
        repository.tip = tip;
        Ok(repository)
    }

    /// Makes a commit the newest of the branch, unless somebody else was quicker.
    fn push(&self, repository: &Checkout, commit: &str) -> Result<(), PublishError> {
        let lease =
            format!("--force-with-lease={}:{}", self.reference(), repository.tip.as_deref().unwrap_or(""));
        let from_to = format!("{commit}:{}", self.reference());
        let output = run(repository.command(&["push", "--quiet", &lease, "origin", &from_to]), b"")?;
        if output.status.success() {
            return Ok(());
        }
        let why = complaint(&output);
        let is_behind = ["stale info", "fetch first", "non-fast-forward", "failed to update ref"];
        match is_behind.iter().any(|words| why.contains(words)) {
            true => Err(PublishError::Busy(format!("{} ({})", self.remote, self.branch))),
            false => Err(PublishError::Refused(format!("git push: {why}"))),
        }
    }

    /// The versions of a branch's history with their commits, in the order in which each first went live.
    fn history(&self, repository: &Checkout) -> Result<Vec<(Version, String)>, PublishError> {
        let Some(tip) = &repository.tip else { return Ok(Vec::new()) };
        let log = repository.git(&["log", "--first-parent", "--reverse", "--format=%H %s", LIVE], b"")?;
        let mut versions: Vec<(Version, String)> = Vec::new();
        for line in String::from_utf8_lossy(&log).lines() {
            let (commit, subject) = line.split_once(' ').unwrap_or((line, ""));
            let id = named(subject).unwrap_or_else(|| commit[..commit.len().min(12)].to_owned());
            versions.iter_mut().for_each(|(version, _)| version.live = false);
            let live = commit == tip.as_str();
            match versions.iter_mut().find(|(version, _)| version.id == id) {
                Some((version, kept)) => (version.live, *kept) = (live, commit.to_owned()),
                None => versions.push((Version { id, live, files: None, bytes: None }, commit.to_owned())),
            }
        }
        Ok(versions)
    }
}

/// The version that a commit's message names.
fn named(subject: &str) -> Option<String> {
    subject.strip_prefix(MESSAGE).filter(|id| !id.is_empty()).map(str::to_owned)
}

impl Target for Branch {
    fn begin(&self, manifest: &Manifest, output: &Path, id: &str) -> Result<Box<dyn Delivery>, PublishError> {
        let repository = self.open("1")?;
        let there = repository.files()?;
        let files: Vec<(&String, &Entry)> = manifest.public().collect();
        let changed: Vec<Option<(String, Entry)>> = files
            .par_iter()
            .map(|(path, entry)| {
                let file = built(output, path);
                let bytes = crate::publish::built::read_as_built(&file, **entry)?;
                let same = there.get(path.as_str()).is_some_and(|blob| *blob == blob_id(&bytes));
                Ok((!same).then(|| ((*path).clone(), **entry)))
            })
            .collect::<Result<_, PublishError>>()?;
        let missing: Vec<(String, Entry)> = changed.into_iter().flatten().collect();
        let is_hosts = |path: &str| OF_THE_HOST.contains(&path);
        let removed = there.keys().filter(|path| !manifest.files.contains_key(*path) && !is_hosts(path));
        Ok(Box::new(Commit {
            branch: Branch { remote: self.remote.clone(), branch: self.branch.clone() },
            id: id.to_owned(),
            unchanged: files.len() - missing.len(),
            removed: removed.cloned().collect(),
            lacks_mark: !there.contains_key(NO_JEKYLL) && !manifest.files.contains_key(NO_JEKYLL),
            missing,
            import: Mutex::new(None),
            repository,
        }))
    }

    fn versions(&self) -> Result<Vec<Version>, PublishError> {
        let repository = self.open(HISTORY)?;
        Ok(self.history(&repository)?.into_iter().map(|(version, _)| version).collect())
    }

    fn rollback(&self, version: Option<&str>) -> Result<Version, PublishError> {
        let repository = self.open(HISTORY)?;
        let versions = self.history(&repository)?;
        let live = versions.iter().position(|(version, _)| version.live);
        let chosen = match (version, live) {
            (Some(id), _) => versions.iter().find(|(version, _)| version.id == id),
            (None, Some(live)) if live > 0 => versions.get(live - 1),
            (None, _) => None,
        };
        let (chosen, commit) = chosen.ok_or_else(|| PublishError::no_version(version))?;
        if !chosen.live {
            // History goes on: going back is a commit of its own, with the tree of that version.
            let tree = format!("{commit}^{{tree}}");
            let message = format!("{MESSAGE}{}", chosen.id);
            let made = repository.git(&["commit-tree", &tree, "-p", LIVE, "-m", &message], b"")?;
            self.push(&repository, String::from_utf8_lossy(&made).trim())?;
        }
        Ok(Version { live: true, ..chosen.clone() })
    }
}

/// Where a file of the manifest lies: what stands at other addresses is not in the output folder.
fn built(output: &Path, path: &str) -> PathBuf {
    let file = output.join(path);
    match file.is_file() {
        true => file,
        false => data_file(output, &format!("{MOVED}{path}")),
    }
}

/// The name that Git gives to the bytes of a file.
fn blob_id(bytes: &[u8]) -> String {
    let mut hash = Sha1::new();
    hash.update(format!("blob {}\0", bytes.len()));
    hash.update(bytes);
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The temporary repository.
struct Checkout {
    folder: TempDir,
    /// The newest commit of the branch; none when the branch is new.
    tip: Option<String>,
}

impl Checkout {
    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new("git");
        command.arg("--git-dir=.").args(["-c", "gc.auto=0", "-c", "core.hooksPath=/dev/null"]).args(words);
        command.current_dir(self.folder.path());
        // What a hook or an editor set for its own repository is not meant for this one.
        for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE"] {
            command.env_remove(name);
        }
        command.envs([
            ("GIT_TERMINAL_PROMPT", "0"),
            ("GIT_ALLOW_PROTOCOL", "https:http:ssh:git:file"),
            ("GIT_AUTHOR_NAME", "Loggia"),
            ("GIT_AUTHOR_EMAIL", "loggia@localhost"),
            ("GIT_COMMITTER_NAME", "Loggia"),
            ("GIT_COMMITTER_EMAIL", "loggia@localhost"),
        ]);
        command
    }

    fn git(&self, words: &[&str], input: &[u8]) -> Result<Vec<u8>, PublishError> {
        let output = run(self.command(words), input)?;
        match output.status.success() {
            true => Ok(output.stdout),
            false => Err(PublishError::Refused(format!(
                "git {}: {}",
                words.first().unwrap_or(&""),
                complaint(&output)
            ))),
        }
    }

    /// The files of the branch, with the names that Git gives to what is in them.
    fn files(&self) -> Result<BTreeMap<String, String>, PublishError> {
        if self.tip.is_none() {
            return Ok(BTreeMap::new());
        }
        let listed = self.git(&["ls-tree", "-r", "-z", LIVE], b"")?;
        let entry = |line: &[u8]| {
            let line = String::from_utf8_lossy(line);
            let (about, path) = line.split_once('\t')?;
            Some((path.to_owned(), about.rsplit(' ').next()?.to_owned()))
        };
        Ok(listed.split(|byte| *byte == 0).filter_map(entry).collect())
    }
}

/// A version on its way.
struct Commit {
    branch: Branch,
    repository: Checkout,
    id: String,
    missing: Vec<(String, Entry)>,
    removed: Vec<String>,
    unchanged: usize,
    lacks_mark: bool,
    import: Mutex<Option<Import>>,
}

/// The program that takes files and makes a commit of them.
struct Import {
    child: Child,
    stdin: BufWriter<ChildStdin>,
    paths: Vec<String>,
}

impl Import {
    fn start(repository: &Checkout) -> Result<Import, PublishError> {
        let mut child = start(&mut repository.command(&["fast-import", "--quiet", "--done", "--force"]))?;
        let Some(stdin) = child.stdin.take() else {
            return Err(PublishError::Refused("git fast-import takes nothing".to_owned()));
        };
        Ok(Import { child, stdin: BufWriter::new(stdin), paths: Vec::new() })
    }

    /// A file; its mark is its number.
    fn file(&mut self, path: &str, bytes: &[u8]) -> std::io::Result<()> {
        self.paths.push(path.to_owned());
        writeln!(self.stdin, "blob\nmark :{}\ndata {}", self.paths.len(), bytes.len())?;
        self.stdin.write_all(bytes)?;
        self.stdin.write_all(b"\n")
    }

    fn commit(
        &mut self,
        message: &str,
        seconds: i64,
        has_parent: bool,
        removed: &[String],
    ) -> std::io::Result<()> {
        writeln!(self.stdin, "commit {FRESH}\ncommitter Loggia <loggia@localhost> {seconds} +0000")?;
        writeln!(self.stdin, "data {}\n{message}", message.len())?;
        if has_parent {
            writeln!(self.stdin, "from {LIVE}^0")?;
        }
        // What goes goes first: a file may take the place of a folder.
        for path in removed {
            writeln!(self.stdin, "D {}", quoted(path))?;
        }
        for (index, path) in self.paths.iter().enumerate() {
            writeln!(self.stdin, "M 100644 :{} {}", index + 1, quoted(path))?;
        }
        self.stdin.write_all(b"\ndone\n")?;
        self.stdin.flush()
    }
}

/// A path as the import reads it.
fn quoted(path: &str) -> String {
    format!("\"{}\"", path.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

impl Delivery for Commit {
    fn missing(&self) -> &[(String, Entry)] {
        &self.missing
    }

    fn put(&self, path: &str, entry: Entry, file: &Path) -> Result<(), PublishError> {
        let bytes = crate::publish::built::read_as_built(file, entry)?;
        let mut import = self.import.lock().unwrap_or_else(PoisonError::into_inner);
        let import = match &mut *import {
            Some(import) => import,
            none => none.insert(Import::start(&self.repository)?),
        };
        import.file(path, &bytes).map_err(|error| PublishError::Refused(format!("git fast-import: {error}")))
    }

    fn finish(self: Box<Self>) -> Result<Published, PublishError> {
        let nothing_new = self.missing.is_empty() && self.removed.is_empty() && !self.lacks_mark;
        if let (true, Some(tip)) = (nothing_new, &self.repository.tip) {
            let subject = self.repository.git(&["log", "-1", "--format=%s", LIVE], b"")?;
            let subject = String::from_utf8_lossy(&subject);
            let version = named(subject.trim()).unwrap_or_else(|| tip[..tip.len().min(12)].to_owned());
            return Ok(self.published(version));
        }
        let import = self.import.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut import = match import {
            Some(import) => import,
            None => Import::start(&self.repository)?,
        };
        let message = format!("{MESSAGE}{}", self.id);
        let now = crate::clock::now() / 1000;
        let has_parent = self.repository.tip.is_some();
        let mark = if self.lacks_mark { import.file(NO_JEKYLL, b"") } else { Ok(()) };
        let written = mark.and_then(|()| import.commit(&message, now, has_parent, &self.removed));
        let Import { child, stdin, .. } = import;
        drop(stdin);
        let output = child.wait_with_output().map_err(|error| PublishError::Refused(error.to_string()))?;
        if !output.status.success() || written.is_err() {
            return Err(PublishError::Refused(format!("git fast-import: {}", complaint(&output))));
        }
        self.branch.push(&self.repository, FRESH)?;
        Ok(self.published(self.id.clone()))
    }
}

impl Drop for Commit {
    /// A publish that was given up leaves no program behind.
    fn drop(&mut self) {
        let import = self.import.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(mut import) = import {
            let _ = import.child.kill();
            let _ = import.child.wait();
        }
    }
}

impl Commit {
    fn published(&self, version: String) -> Published {
        Published {
            version,
            sent: self.missing.iter().map(|(path, _)| path.clone()).collect(),
            removed: self.removed.clone(),
            unchanged: self.unchanged,
            bytes: self.missing.iter().map(|(_, entry)| entry.size).sum(),
            address: None,
        }
    }
}
