//! The crates of the workspace.

use crate::condition::Build;
use crate::error::Error;
use crate::tree::Tree;
use std::fs;
use std::path::{Path, PathBuf};
use toml::Table;

/// Members that are no part of a program: what they name does not count as used, and what they export is theirs.
const TOOLS: [&str; 2] = ["benches/", "tools/"];

/// A crate of the workspace.
#[derive(Debug)]
pub struct Member {
    /// The folder, below the workspace: `crates/template`.
    pub folder: String,
    /// The package's name: `loggia-template`.
    pub package: String,
    /// Its code.
    pub tree: Tree,
}

/// All crates of the workspace.
#[derive(Debug)]
pub struct Workspace {
    /// In the order of the manifest.
    pub members: Vec<Member>,
}

impl Workspace {
    /// Reads every member of the workspace in `root`.
    ///
    /// # Errors
    /// When a manifest or a source file cannot be read.
    pub fn read(root: &Path, build: Build) -> Result<Self, Error> {
        let path = root.join("Cargo.toml");
        let manifest = manifest(&path)?;
        let members = manifest.get("workspace").and_then(|workspace| workspace.get("members"));
        let members = members
            .and_then(toml::Value::as_array)
            .ok_or_else(|| Error::Manifest { path, message: "no members of a workspace".to_owned() })?;
        let folders = members.iter().filter_map(toml::Value::as_str);
        Ok(Self {
            members: folders.map(|folder| Member::read(root, folder, build)).collect::<Result<_, _>>()?,
        })
    }

    /// The member in `folder`, below the workspace.
    pub fn member(&self, folder: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.folder == folder)
    }

    /// The members that programs consist of, without benchmarks and tools.
    pub fn into_programs(self) -> Vec<Member> {
        let is_tool = |member: &Member| TOOLS.iter().any(|tools| member.folder.starts_with(tools));
        self.members.into_iter().filter(|member| !is_tool(member)).collect()
    }
}

impl Member {
    /// Reads the crate in `folder`, below `root`.
    ///
    /// # Errors
    /// When its manifest or a source file cannot be read.
    pub fn read(root: &Path, folder: &str, build: Build) -> Result<Self, Error> {
        let path = root.join(folder).join("Cargo.toml");
        let package = manifest(&path)?;
        let package =
            package.get("package").and_then(|package| package.get("name")).and_then(toml::Value::as_str);
        let package =
            package.ok_or_else(|| Error::Manifest { path, message: "no name of a package".to_owned() })?;
        let src = root.join(folder).join("src");
        let roots: Vec<PathBuf> =
            ["lib.rs", "main.rs"].iter().map(|name| src.join(name)).filter(|path| path.is_file()).collect();
        Ok(Self {
            folder: folder.to_owned(),
            package: package.to_owned(),
            tree: Tree::read(&src, &roots, build)?,
        })
    }
}

fn manifest(path: &Path) -> Result<Table, Error> {
    let text = fs::read_to_string(path).map_err(|source| Error::Read { path: path.to_owned(), source })?;
    text.parse().map_err(|error: toml::de::Error| Error::Manifest {
        path: path.to_owned(),
        message: error.message().to_owned(),
    })
}
