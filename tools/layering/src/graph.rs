//! Which file imports which.

use crate::position::Position;
use crate::tokens::{After, Mention};
use crate::tree::{Source, Tree};
use std::collections::{BTreeMap, BTreeSet};

/// One place where a file imports another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Import {
    /// The line, counted from 1.
    pub line: usize,
    /// The path as it is written.
    pub path: String,
}

/// The imports between the files of a crate, by the files' names below `src`.
#[derive(Debug, Default)]
pub struct Graph {
    /// For each file the files it imports, with the places.
    pub imports: BTreeMap<String, BTreeMap<String, BTreeSet<Import>>>,
}

impl Graph {
    /// The imports of a crate: each `use`, and each path in its code that leads to another file. An import through a
    /// facade is one of the facade; a facade's `pub use` is one of the file it opens. `mod name;` is none.
    pub fn of(tree: &Tree) -> Self {
        let macros = macros(tree);
        let mut graph = Self::default();
        for (number, file) in tree.files.iter().enumerate() {
            graph.imports.entry(file.name.clone()).or_default();
            for (inner, module) in file.parsed.modules.iter().zip(&file.modules) {
                for (imported, _) in &inner.imported {
                    graph.path(tree, number, *module, &imported.path, &macros);
                }
            }
            let counts = |mention: &&Mention| counts(file, mention);
            for mention in file.parsed.mentions.iter().filter(counts) {
                let module = file.modules[file.parsed.module_at(mention.segments[0].1)];
                if mention.segments.len() > 1 {
                    graph.path(tree, number, module, &mention.segments, &macros);
                } else if mention.after == After::Bang {
                    graph.macro_call(tree, number, module, &mention.segments[0], &macros);
                }
            }
        }
        graph
    }

    /// The names of the files that `file` imports.
    pub fn of_file<'graph>(&'graph self, file: &str) -> impl Iterator<Item = &'graph str> {
        self.imports.get(file).into_iter().flat_map(|imports| imports.keys().map(String::as_str))
    }

    fn path(
        &mut self,
        tree: &Tree,
        file: usize,
        module: usize,
        path: &[(String, Position)],
        macros: &BTreeMap<&str, Option<usize>>,
    ) {
        let names: Vec<String> = path.iter().map(|(name, _)| name.clone()).collect();
        let target = tree.resolve(module, &names);
        let line = path[0].1.0;
        // An exported macro is called by the crate's root, wherever it stands.
        if let [root, name] = names.as_slice()
            && root == "crate"
            && let Some(Some(home)) = macros.get(name.as_str())
        {
            return self.add(tree, file, *home, line, &names);
        }
        for to in target.files {
            self.add(tree, file, to, line, &names);
        }
    }

    /// `name!`, where the macro comes from above by its place in the text.
    fn macro_call(
        &mut self,
        tree: &Tree,
        file: usize,
        module: usize,
        (name, at): &(String, Position),
        macros: &BTreeMap<&str, Option<usize>>,
    ) {
        if let Some(Some(home)) = macros.get(name.as_str())
            && !tree.modules[module].names.contains_key(name)
        {
            self.add(tree, file, *home, at.0, std::slice::from_ref(name));
        }
    }

    fn add(&mut self, tree: &Tree, from: usize, to: usize, line: usize, path: &[String]) {
        let (from, to) = (&tree.files[from].name, &tree.files[to].name);
        if from != to {
            let import = Import { line, path: path.join("::") };
            let imports = self.imports.entry(from.clone()).or_default();
            imports.entry(to.clone()).or_default().insert(import);
        }
    }
}

/// Whether a mention is code of the build, and no part of a `use`, which is read by itself.
fn counts(file: &Source, mention: &Mention) -> bool {
    let at = mention.segments[0].1;
    file.parsed.is_built(at) && !file.parsed.uses.iter().any(|range| range.holds(at))
}

/// The file of each macro of the crate; nothing for a name that several files give to a macro of theirs.
fn macros(tree: &Tree) -> BTreeMap<&str, Option<usize>> {
    let mut found = BTreeMap::new();
    for (number, file) in tree.files.iter().enumerate() {
        for name in &file.parsed.macros {
            found.entry(name.as_str()).and_modify(|home| *home = None).or_insert(Some(number));
        }
    }
    found
}
