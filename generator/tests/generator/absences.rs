//! What ARCHITECTURE.md says that the generator does without, held to its sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Where the time of day is asked.
const CLOCK: &str = "clock.rs";
const ASKS_THE_TIME: [&str; 4] = ["SystemTime::now", "Timestamp::now", "Zoned::now", "UNIX_EPOCH.elapsed"];

/// What is kept beside all sites, requests and clocks, with the reason.
const STATICS: [(&str, &str, &str); 5] = [
    ("main.rs", "ALLOCATOR", "the allocator of the program"),
    ("cache.rs", "WRITING", "tells the files apart that are being written by this process"),
    ("picture/mod.rs", "ONE", "bounds memory: one picture that is brought along is open at a time"),
    ("render/depend.rs", "PROGRAM", "the name of the program file, which does not change while it runs"),
    ("style/builtin.rs", "SHEET", "a sheet of the program's own, made small once"),
];

/// Where a string begins with an element all the same, with the reason.
const MARKUP: [(&str, &str); 4] = [
    ("check/html.rs", "what a fault is found by in a page"),
    ("import/html.rs", "what is imported becomes content, which is HTML in a file of its owner"),
    ("render/source.rs", "an attribute is added to an element that is there"),
    ("theme/tag/mod.rs", "a tag of a template becomes source of that template, before it is compiled"),
];

/// What `cmd/serve` uses of the api.
const API: [&str; 13] = [
    "Handle",
    "Mount",
    "Settings",
    "StartError",
    "clock",
    "config",
    "context",
    "error",
    "extract",
    "guard",
    "outbound",
    "published",
    "repository",
];

/// Every file below `src` without its comments and its tests.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = walkdir::WalkDir::new(&root).sort_by_file_name().into_iter().map(Result::unwrap);
    files
        .filter(|entry| entry.path().extension().is_some_and(|ending| ending == "rs"))
        .map(|entry| {
            let name = entry.path().strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
            let text = fs::read_to_string(entry.path()).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            (name, lines.map(|line| format!("{line}\n")).collect())
        })
        .filter(|(name, _): &(String, String)| !name.ends_with("tests.rs") && name != "picture/hostile.rs")
        .collect()
}

#[test]
fn only_one_file_asks_what_time_it_is() {
    let files = sources();
    let asking: BTreeSet<&str> = files
        .iter()
        .filter(|(_, code)| ASKS_THE_TIME.iter().any(|word| code.contains(word)))
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(asking, BTreeSet::from([CLOCK]));
}

#[test]
fn nothing_of_a_site_is_kept_beside_it() {
    let mut found = BTreeSet::new();
    let files = sources();
    for (name, code) in &files {
        assert!(!code.contains("thread_local!"), "{name}");
        assert!(!code.contains("Box::leak") && !code.contains(".leak()"), "{name}");
        for line in code.lines() {
            let line = line.trim_start();
            let line = line.strip_prefix("pub ").or_else(|| line.strip_prefix("pub(crate) ")).unwrap_or(line);
            if let Some(rest) = line.strip_prefix("static ") {
                found.insert((name.as_str(), rest.split(':').next().unwrap()));
            }
        }
    }
    assert_eq!(found, BTreeSet::from(STATICS.map(|(file, name, _)| (file, name))));
}

#[test]
fn html_comes_from_templates() {
    let joins = |line: &str| {
        let begins = |(at, _): (usize, &str)| {
            let rest = line[at + 2..].trim_start_matches('/');
            rest.starts_with(|c: char| c.is_ascii_alphabetic())
        };
        let builds = ["format!(", "push_str(", "write!(", " + \"", ".replace("];
        let is_measured = line.contains("\".len()") && !line.contains("format!(");
        builds.iter().any(|call| line.contains(call)) && !is_measured && line.match_indices("\"<").any(begins)
    };
    let files = sources();
    let joining: BTreeSet<&str> =
        files.iter().filter(|(_, code)| code.lines().any(joins)).map(|(name, _)| name.as_str()).collect();
    assert_eq!(joining, BTreeSet::from(MARKUP.map(|(file, _)| file)));
}

#[test]
fn of_the_api_only_what_is_listed_is_used() {
    let mut used = BTreeSet::new();
    let files = sources();
    for (name, code) in &files {
        assert!(!code.contains("sqlx"), "{name} knows SQL");
        for (at, word) in code.match_indices("loggia_api::") {
            let rest = &code[at + word.len()..];
            let named = match rest.strip_prefix('{') {
                Some(group) => group.split('}').next().unwrap(),
                None => rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap(),
            };
            used.extend(named.split(',').map(str::trim).filter(|name| *name != "serve" && !name.is_empty()));
        }
    }
    assert_eq!(used, BTreeSet::from(API));
}
