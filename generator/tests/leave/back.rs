//! There and back: a site that was left and brought along is given out, and comes into an empty site as it was.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::mover::Mover;
use crate::old_site::OldSite;

fn loggia(mover: &Mover, arguments: &[&str]) -> Value {
    let done = Command::new(env!("CARGO_BIN_EXE_loggia"))
        .args(arguments)
        .arg("--json")
        .current_dir(mover.beside(""))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert_eq!(done.status.code(), Some(0), "{said}\n{}", String::from_utf8_lossy(&done.stderr));
    serde_json::from_str(&said).unwrap()
}

/// Every file of a site: documents as values, whatever their spaces and the order of their members are.
fn site(folder: &Path) -> BTreeMap<String, Result<Value, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for entry in walkdir::WalkDir::new(folder).into_iter().map(Result::unwrap) {
        let path = entry.path().strip_prefix(folder).unwrap().to_string_lossy().into_owned();
        if entry.file_type().is_file() && !path.starts_with(".loggia/") {
            let bytes = fs::read(entry.path()).unwrap();
            let is_document = path.ends_with(".json") && !path.starts_with("files/");
            files.insert(
                path,
                if is_document { Ok(serde_json::from_slice(&bytes).unwrap()) } else { Err(bytes) },
            );
        }
    }
    files
}

/// S-594: leave → export → import into an empty site: equal, file by file and member by member.
#[test]
fn s_594_a_site_that_was_left_is_given_out_and_comes_back_equal() {
    let old = OldSite::start();
    old.calm();
    let mover = Mover::of(&old.address);
    mover.leave(&["--mine"]);
    loggia(&mover, &["export", "new", "--to", "given"]);
    loggia(&mover, &["import", "again", "given", "--no-fetch"]);
    let (before, after) = (site(&mover.site()), site(&mover.beside("again")));
    assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
    for (path, value) in &before {
        assert!(after[path] == *value, "{path}");
    }
    assert!(before.len() > 100, "{} files", before.len());
}
