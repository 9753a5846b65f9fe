//! Files that import each other, directly or by a detour.

use crate::graph::Graph;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Files of which each leads to each other one, with the imports between them.
#[derive(Debug, PartialEq, Eq)]
pub struct Circle {
    /// The files, below the crate's `src`.
    pub files: Vec<String>,
    /// `file:line imports file (path)`, for each import within the circle.
    pub imports: Vec<String>,
}

impl fmt::Display for Circle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{} files: {}", self.files.len(), self.files.join(", "))?;
        self.imports.iter().try_for_each(|import| writeln!(out, "  {import}"))
    }
}

/// The circles of a crate, the largest first.
pub fn circles(graph: &Graph) -> Vec<Circle> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        graph.imports.keys().map(|file| (file.as_str(), reached(graph, file))).collect();
    let mut placed: BTreeSet<&str> = BTreeSet::new();
    let mut found = Vec::new();
    for (file, leads) in &reached {
        // A file that leads to itself shares its circle with all that lead back to it.
        if leads.contains(file) && !placed.contains(file) {
            let members: BTreeSet<&str> =
                leads.iter().copied().filter(|other| reached[other].contains(file)).collect();
            placed.extend(&members);
            found.push(circle(graph, &members));
        }
    }
    found.sort_by_key(|circle| std::cmp::Reverse(circle.files.len()));
    found
}

/// Every file that `file` leads to.
fn reached<'graph>(graph: &'graph Graph, file: &str) -> BTreeSet<&'graph str> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = graph.of_file(file).collect();
    while let Some(next) = open.pop() {
        if found.insert(next) {
            open.extend(graph.of_file(next));
        }
    }
    found
}

fn circle(graph: &Graph, members: &BTreeSet<&str>) -> Circle {
    let mut imports = Vec::new();
    for from in members {
        for (to, places) in graph.imports.get(*from).into_iter().flatten() {
            if members.contains(to.as_str()) {
                let places =
                    places.iter().map(|place| format!("{from}:{} imports {to} ({})", place.line, place.path));
                imports.extend(places);
            }
        }
    }
    Circle { files: members.iter().map(|file| (*file).to_owned()).collect(), imports }
}
