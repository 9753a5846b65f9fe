//! Prints what the checks see: `circles [crate]` and `unused [crate]`, run within the workspace.

use loggia_layering::{Build, Error, Graph, Workspace, circles, unused};
use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let only = arguments.get(1).map(String::as_str);
    let printed = match arguments.first().map(String::as_str) {
        Some("circles") => print_circles(only),
        Some("unused") => print_unused(only),
        _ => {
            eprintln!("usage: loggia-layering circles [crate] | unused [crate]");
            return ExitCode::from(2);
        }
    };
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn print_circles(only: Option<&str>) -> Result<(), Error> {
    for member in Workspace::read(&root(), Build::WithTestHelpers)?.members {
        if is_wanted(&member.folder, &member.package, only) {
            let found = circles(&Graph::of(&member.tree));
            let files: usize = found.iter().map(|circle| circle.files.len()).sum();
            println!("{}: {} circles, {files} files", member.folder, found.len());
            found.iter().for_each(|circle| println!("{circle}"));
        }
    }
    Ok(())
}

fn print_unused(only: Option<&str>) -> Result<(), Error> {
    let members = Workspace::read(&root(), Build::Program)?.into_programs();
    let found = unused(&members);
    for member in members.iter().filter(|member| is_wanted(&member.folder, &member.package, only)) {
        let inside = format!("{}/", member.folder);
        found.iter().filter(|item| item.file.starts_with(&inside)).for_each(|item| println!("{item}"));
    }
    Ok(())
}

/// Whether the crate was asked for, by its folder, by the end of that, or by its package's name.
fn is_wanted(folder: &str, package: &str, only: Option<&str>) -> bool {
    only.is_none_or(|name| folder == name || package == name || folder.ends_with(&format!("/{name}")))
}

/// The workspace this tool belongs to.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}
