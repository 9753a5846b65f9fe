//! A publish that is killed at any point leaves a whole site, old or new, and the next one completes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::site::tree;
use crate::store::{CREDENTIALS, Store};

/// So many times a publish is killed.
const TIMES: u64 = 20;

/// A site that is published again and again, each time with another title on every page.
struct Victim {
    folder: tempfile::TempDir,
    target: String,
    endpoint: Option<String>,
}

impl Victim {
    fn new(target: &str, endpoint: Option<String>) -> Victim {
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
        Victim { folder, target, endpoint }
    }

    fn title(&self, number: u64) {
        let file = self.folder.path().join("site/site.json");
        let mut site: serde_json::Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        site["website"]["siteTitle"] = format!("Number {number}").into();
        fs::write(file, site.to_string()).unwrap();
        let note = self.folder.path().join(format!("site/content/notes/killed-{}.json", number % 3));
        let text = format!("{{\"title\": \"{number}\", \"urlId\": \"killed-{number}\"}}");
        fs::write(note, text).unwrap();
    }

    fn command(&self) -> Command {
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
            .envs(CREDENTIALS)
            .envs(self.endpoint.iter().map(|endpoint| ("AWS_ENDPOINT", endpoint)))
            .stdout(Stdio::null());
        command
    }

    /// What a build leaves for visitors.
    fn built(&self) -> BTreeMap<String, String> {
        let mut files = tree(&self.folder.path().join("output"));
        files.retain(|path, _| !path.starts_with("_data/"));
        files
    }

    /// Kills publishes at points spread over the time that one takes; `check` looks at the live site after each.
    fn kill(
        &self,
        live: &dyn Fn() -> PathBuf,
        check: &dyn Fn(&BTreeMap<String, String>, [&BTreeMap<String, String>; 2]),
    ) {
        self.title(0);
        let begin = Instant::now();
        assert!(self.command().status().unwrap().success());
        self.title(1);
        let again = Instant::now();
        assert!(self.command().status().unwrap().success());
        let takes = again.elapsed().min(begin.elapsed());
        let (mut killed, mut old) = (0, self.built());
        assert_eq!(of_version(&live(), &old), old);
        for number in 2..2 + TIMES {
            self.title(number);
            // What the new version will be is known from a build into the same folder, which publishing then finds.
            let mut publish = self.command().stderr(Stdio::null()).spawn().unwrap();
            std::thread::sleep(Duration::from_micros(
                takes.as_micros() as u64 * (number - 1) * 21 / 20 / TIMES,
            ));
            if publish.try_wait().unwrap().is_none() {
                killed += 1;
            }
            let _ = publish.kill();
            publish.wait().unwrap();
            let seen = tree(&live());
            let done = self.command().output().unwrap();
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
            let new = self.built();
            check(&seen, [&old, &new]);
            assert_eq!(of_version(&live(), &new), new, "the next publish completes");
            old = new;
        }
        assert!(killed >= TIMES / 2, "only {killed} of {TIMES} were killed before their end");
    }
}

/// What visitors get, without files of earlier versions that a store keeps so that those can be made live again.
fn of_version(live: &Path, version: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut files = tree(live);
    files.retain(|path, _| version.contains_key(path) || !path.starts_with("assets/"));
    files
}

#[test]
fn g_019_a_killed_publish_to_a_folder_leaves_one_version_whole() {
    let victim = Victim::new("dir:{}/live", None);
    let live = victim.folder.path().join("live/current");
    victim.kill(&|| live.canonicalize().unwrap(), &|seen, [old, new]| {
        assert!(seen == old || seen == new, "{:?}", seen.keys());
    });
}

#[test]
fn g_019_a_killed_publish_to_a_store_leaves_pages_that_are_whole() {
    let store = Store::start();
    let victim = Victim::new("s3:shop", Some(store.endpoint.clone()));
    victim.kill(&|| store.bucket(), &|seen, [old, new]| {
        for path in old.keys().filter(|path| new.contains_key(*path)) {
            assert!(seen.contains_key(path), "{path} is gone");
        }
        for (path, text) in seen {
            let known = [old, new].iter().any(|version| version.get(path) == Some(text));
            assert!(known || path.starts_with("assets/"), "{path} is of neither version");
            for part in text.split("/assets/").skip(1).filter(|_| path.ends_with(".html")) {
                let asset = part.split(['"', '\'', ' ', '>', ')', '\\', '?']).next().unwrap();
                assert!(seen.contains_key(&format!("assets/{asset}")), "{path} names assets/{asset}");
            }
        }
    });
}
