//! The modules of a crate, as its `mod` declarations lay them out.

use crate::condition::Build;
use crate::error::Error;
use crate::parse::{Parsed, parse};
use crate::uses::Imported;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A file of the crate.
#[derive(Debug)]
pub(crate) struct Source {
    /// Below the crate's `src`, with `/`.
    pub name: String,
    pub parsed: Parsed,
    /// The crate's module for each of the file's own.
    pub modules: Vec<usize>,
}

/// What a name of a module stands for.
#[derive(Debug, Clone)]
pub(crate) enum Name {
    Module(usize),
    Item,
    Import(Vec<String>),
}

#[derive(Debug)]
pub(crate) struct Module {
    pub parent: Option<usize>,
    pub file: usize,
    pub names: BTreeMap<String, Vec<Name>>,
    /// The paths of `use path::*`.
    pub globs: Vec<Vec<String>>,
    /// Names that functions of this module import for themselves.
    pub local: BTreeMap<String, Vec<String>>,
}

/// A crate's files and modules.
#[derive(Debug)]
pub struct Tree {
    pub(crate) files: Vec<Source>,
    pub(crate) modules: Vec<Module>,
}

/// A `mod name;` that is to be read.
struct Declared {
    parent: usize,
    name: String,
    path: PathBuf,
    /// Where its own children stand.
    folder: PathBuf,
}

impl Tree {
    /// Reads a crate from the files that begin it (`src/lib.rs`, `src/main.rs`), which stand in `src`.
    ///
    /// # Errors
    /// When a file cannot be read, is no Rust, or declares a module that has no file.
    pub fn read(src: &Path, roots: &[PathBuf], build: Build) -> Result<Self, Error> {
        let mut tree = Self { files: Vec::new(), modules: Vec::new() };
        for root in roots {
            let folder = root.parent().unwrap_or(src).to_owned();
            let mut open = tree.file(src, root, &folder, None, build)?;
            while let Some(declared) = open.pop() {
                let Declared { parent, name, path, folder } = declared;
                open.extend(tree.file(src, &path, &folder, Some((parent, name)), build)?);
            }
        }
        Ok(tree)
    }

    /// The names of all its files, below `src`.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.name.as_str())
    }

    /// The files whose program code names `word`.
    pub fn files_naming<'tree>(&'tree self, word: &str) -> Vec<&'tree str> {
        let names = |file: &&Source| {
            let mut mentions = file.parsed.mentions.iter().flat_map(|mention| &mention.segments);
            mentions.any(|(segment, at)| segment == word && file.parsed.is_built(*at))
        };
        self.files.iter().filter(names).map(|file| file.name.as_str()).collect()
    }

    /// Reads a file into the tree; returns the modules it declares.
    fn file(
        &mut self,
        src: &Path,
        path: &Path,
        folder: &Path,
        place: Option<(usize, String)>,
        build: Build,
    ) -> Result<Vec<Declared>, Error> {
        let text =
            fs::read_to_string(path).map_err(|source| Error::Read { path: path.to_owned(), source })?;
        let parsed = parse(path, &text, build)?;
        let file = self.files.len();
        let modules = self.enter(file, &parsed, place);
        let mut declared = Vec::new();
        for (inner, module) in parsed.modules.iter().zip(&modules) {
            let folder = inner.path.iter().fold(folder.to_owned(), |folder, part| folder.join(part));
            for (name, named) in &inner.children {
                let (path, folder) = match named {
                    Some(named) => {
                        (path.with_file_name(named), path.with_file_name(named).with_extension(""))
                    }
                    None => find(path, &folder, name)?,
                };
                declared.push(Declared { parent: *module, name: name.clone(), path, folder });
            }
        }
        let name = path.strip_prefix(src).unwrap_or(path).to_string_lossy().replace('\\', "/");
        self.files.push(Source { name, parsed, modules });
        Ok(declared)
    }

    /// Enters the modules of a file; returns their numbers.
    fn enter(&mut self, file: usize, parsed: &Parsed, place: Option<(usize, String)>) -> Vec<usize> {
        let first = self.modules.len();
        let mut numbers: Vec<usize> = Vec::new();
        for inner in &parsed.modules {
            let number = self.modules.len();
            let (parent, name) = match inner.path.split_last() {
                Some((name, above)) => {
                    let outer = parsed.modules.iter().position(|outer| outer.path == above).unwrap_or(0);
                    (Some(numbers[outer]), Some(name.clone()))
                }
                None => {
                    (place.as_ref().map(|(parent, _)| *parent), place.as_ref().map(|(_, name)| name.clone()))
                }
            };
            if let (Some(parent), Some(name)) = (parent, name) {
                self.modules[parent].names.entry(name).or_default().push(Name::Module(number));
            }
            let mut module =
                Module { parent, file, names: BTreeMap::new(), globs: Vec::new(), local: BTreeMap::new() };
            for name in &inner.defined {
                module.names.entry(name.clone()).or_default().push(Name::Item);
            }
            inner.imported.iter().for_each(|(imported, local)| import(&mut module, imported, *local));
            self.modules.push(module);
            numbers.push(number);
        }
        debug_assert_eq!(numbers.first(), Some(&first));
        numbers
    }
}

fn import(module: &mut Module, imported: &Imported, local: bool) {
    let path: Vec<String> = imported.path.iter().map(|(segment, _)| segment.clone()).collect();
    match &imported.name {
        None if imported.glob => module.globs.push(path),
        None => {}
        Some(name) if local => {
            module.local.insert(name.clone(), path);
        }
        Some(name) => module.names.entry(name.clone()).or_default().push(Name::Import(path)),
    }
}

/// The file of `mod name;`, and the folder of its own children.
fn find(declaring: &Path, folder: &Path, name: &str) -> Result<(PathBuf, PathBuf), Error> {
    let inside = folder.join(name);
    for path in [folder.join(format!("{name}.rs")), inside.join("mod.rs")] {
        if path.is_file() {
            return Ok((path, inside));
        }
    }
    Err(Error::NoModule { path: declaring.to_owned(), name: name.to_owned() })
}
