//! The parts of a crate, one for each name directly below `src`, and which of them each may import.

use crate::graph::Graph;
use std::collections::{BTreeMap, BTreeSet};

/// Each part with the parts it may import.
#[derive(Debug)]
pub struct Floors {
    table: BTreeMap<String, BTreeSet<String>>,
}

impl Floors {
    /// A table of `(part, the parts it may import)`.
    pub fn new<'a>(table: impl IntoIterator<Item = (&'a str, Vec<&'a str>)>) -> Self {
        let own = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
        Self { table: table.into_iter().map(|(part, may)| (part.to_owned(), own(may))).collect() }
    }

    /// What is wrong, one sentence each: an import that the table does not allow, one it allows that nobody needs,
    /// a part without a line, a line without a part, and a part that the table lets import itself by a detour.
    pub fn check(&self, graph: &Graph) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut used: BTreeSet<(&str, &str)> = BTreeSet::new();
        let mut parts: BTreeSet<&str> = BTreeSet::new();
        for (file, imports) in &graph.imports {
            let from = part(file);
            if parts.insert(from) && !self.table.contains_key(from) {
                wrong.push(format!("{from} has no line in the table"));
            }
            for (target, places) in imports {
                let to = part(target);
                let allowed = self.table.get(from).is_some_and(|may| may.contains(to));
                if from != to && !allowed {
                    let lines: Vec<String> = places.iter().map(|place| place.line.to_string()).collect();
                    wrong.push(format!("{file}:{}: {from} may not import {to} ({target})", lines.join(",")));
                }
                used.insert((from, to));
            }
        }
        for (from, may) in &self.table {
            if !parts.contains(from.as_str()) {
                wrong.push(format!("{from} is in the table and is no part"));
            }
            let stale = may.iter().filter(|to| !used.contains(&(from.as_str(), to.as_str())));
            wrong.extend(stale.map(|to| format!("{from} does not import {to}: take it out of the table")));
            if self.leads(from).contains(from.as_str()) {
                wrong.push(format!("the table lets {from} import itself by a detour"));
            }
        }
        wrong
    }

    /// The parts that `from` may import, directly and by others.
    fn leads(&self, from: &str) -> BTreeSet<&str> {
        let mut found = BTreeSet::new();
        let mut open = vec![from];
        while let Some(next) = open.pop() {
            for to in self.table.get(next).into_iter().flatten() {
                if found.insert(to.as_str()) {
                    open.push(to);
                }
            }
        }
        found
    }
}

/// `part/file.rs` and `part.rs` belong to `part`.
fn part(file: &str) -> &str {
    let first = file.split('/').next().unwrap_or(file);
    first.strip_suffix(".rs").unwrap_or(first)
}
