//! The workspace's own crates, held to the rules.

use loggia_layering::{Allowed, Build, Graph, Workspace, circles, unused};
use std::path::Path;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn no_files_import_each_other() {
    let workspace = Workspace::read(root(), Build::WithTestHelpers).unwrap();
    let mut wrong = String::new();
    for member in &workspace.members {
        for circle in circles(&Graph::of(&member.tree)) {
            wrong.push_str(&format!("{}: {circle}\n", member.folder));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn whatever_is_exported_is_named_by_a_program() {
    let allowed = Allowed::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("unused.txt")).unwrap();
    let members = Workspace::read(root(), Build::Program).unwrap().into_programs();
    let wrong = allowed.check(&unused(&members));
    assert!(wrong.is_empty(), "{wrong:#?}");
}
