//! The workspace's own crates, held to the rules.

use loggia_layering::{Allowed, Build, Graph, Workspace, circles, unused};
use std::path::Path;

/// Crates without a circle of files.
const WITHOUT_CIRCLES: [&str; 10] = [
    "api",
    "crates/template",
    "crates/forms",
    "crates/commerce",
    "crates/locale",
    "crates/formatters",
    "crates/net",
    "generator",
    "benches/template",
    "tools/layering",
];

/// Crates that export nothing which only tests name.
const WITHOUT_DEAD_EXPORTS: [&str; 7] = [
    "api",
    "generator",
    "crates/template",
    "crates/forms",
    "crates/locale",
    "crates/formatters",
    "crates/net",
];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn no_files_import_each_other() {
    let workspace = Workspace::read(root(), Build::WithTestHelpers).unwrap();
    let mut wrong = String::new();
    for folder in WITHOUT_CIRCLES {
        let member = workspace.member(folder).unwrap_or_else(|| panic!("{folder} is no member"));
        for circle in circles(&Graph::of(&member.tree)) {
            wrong.push_str(&format!("{folder}: {circle}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn whatever_is_exported_is_named_by_a_program() {
    let allowed = Allowed::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("unused.txt")).unwrap();
    let members = Workspace::read(root(), Build::Program).unwrap().into_programs();
    for folder in WITHOUT_DEAD_EXPORTS {
        assert!(members.iter().any(|member| member.folder == folder), "{folder} is no member");
    }
    let mut found = unused(&members);
    found.retain(|item| {
        WITHOUT_DEAD_EXPORTS.iter().any(|folder| item.file.starts_with(&format!("{folder}/")))
    });
    let wrong = allowed.check(&found);
    assert!(wrong.is_empty(), "{wrong:#?}");
}
