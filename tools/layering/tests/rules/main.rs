//! The checks on small made-up crates.

#![expect(clippy::unwrap_used, reason = "a test that meets a surprise fails there")]

mod circles;
mod floors;
mod unused;

use loggia_layering::{Build, Graph, Tree, Workspace};
use std::fs;
use std::path::Path;

fn write(root: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// The imports of a crate whose `src` has these files.
fn graph(files: &[(&str, &str)]) -> Graph {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), files);
    let root = folder.path().join("lib.rs");
    Graph::of(&Tree::read(folder.path(), &[root], Build::WithTestHelpers).unwrap())
}

/// The files that each file imports, without the lines: `a -> b c`.
fn imports(files: &[(&str, &str)]) -> Vec<String> {
    let arrows = |(from, to): (String, std::collections::BTreeMap<String, _>)| {
        let to: Vec<String> = to.into_keys().collect();
        (!to.is_empty()).then(|| format!("{from} -> {}", to.join(" ")))
    };
    graph(files).imports.into_iter().filter_map(arrows).collect()
}

/// A workspace of the crates `first` and `second`, with these files.
fn workspace(files: &[(&str, &str)]) -> Workspace {
    let folder = tempfile::tempdir().unwrap();
    write(
        folder.path(),
        &[
            ("Cargo.toml", "[workspace]\nmembers = [\"first\", \"second\", \"tools/third\"]\n"),
            ("first/Cargo.toml", "[package]\nname = \"the-first\"\n"),
            ("second/Cargo.toml", "[package]\nname = \"the-second\"\n"),
            ("tools/third/Cargo.toml", "[package]\nname = \"the-third\"\n"),
        ],
    );
    write(folder.path(), files);
    Workspace::read(folder.path(), Build::Program).unwrap()
}
