//! Faults of a list, gathered while it is read.

use std::collections::HashMap;

use crate::fault::{Fault, Why};

/// What was read otherwise than it was written.
#[derive(Default)]
pub(crate) struct Notes {
    faults: Vec<Fault>,
    /// Faults of a kind that is said once: where they stand among the others, and how many there were.
    kinds: HashMap<String, (usize, usize)>,
}

impl Notes {
    /// Says something of a line.
    pub(crate) fn say(&mut self, line: usize, why: impl Into<Why>, message: impl Into<String>, help: &str) {
        self.add(Fault::new(line, message, help).because(why));
    }

    /// Takes over what was said elsewhere.
    pub(crate) fn add(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    /// Says something that may be true of many lines: at the first of them, and of how many more.
    pub(crate) fn once(
        &mut self,
        kind: &str,
        line: usize,
        why: impl Into<Why>,
        message: impl Into<String>,
        help: &str,
    ) {
        if let Some((_, count)) = self.kinds.get_mut(kind) {
            *count += 1;
            return;
        }
        self.kinds.insert(kind.to_owned(), (self.faults.len(), 1));
        self.say(line, why, message, help);
    }

    /// All of it, in the order of lines.
    pub(crate) fn faults(mut self) -> Vec<Fault> {
        for (at, count) in self.kinds.into_values().filter(|(_, count)| *count > 1) {
            let more = count - 1;
            let lines = if more == 1 { "line" } else { "lines" };
            self.faults[at].why.more = more;
            self.faults[at].message.push_str(&format!(" The same is true of {more} more {lines}."));
        }
        self.faults.sort_by_key(|fault| fault.line);
        self.faults
    }
}
