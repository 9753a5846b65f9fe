//! Exports that are allowed although no program names them, each with its reason.

use crate::error::Error;
use crate::unused::Unused;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The exceptions, by `file::name`.
#[derive(Debug, Default)]
pub struct Allowed {
    reasons: BTreeMap<String, String>,
}

impl Allowed {
    /// Reads a list of `file::name: reason`, one a line; `#` begins a comment.
    ///
    /// # Errors
    /// When the list cannot be read, or a line has no reason.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text =
            fs::read_to_string(path).map_err(|source| Error::Read { path: path.to_owned(), source })?;
        let mut reasons = BTreeMap::new();
        for (index, line) in text.lines().enumerate().map(|(index, line)| (index, line.trim())) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match line.split_once(": ") {
                Some((name, reason)) if name.contains("::") && !reason.trim().is_empty() => {
                    reasons.insert(name.to_owned(), reason.to_owned());
                }
                _ => return Err(Error::Exception { path: path.to_owned(), line: index + 1 }),
            }
        }
        Ok(Self { reasons })
    }

    /// What is wrong, one sentence each: what is unused and not allowed, and what is allowed and no longer unused.
    pub fn check(&self, unused: &[Unused]) -> Vec<String> {
        let key = |item: &Unused| format!("{}::{}", item.file, item.name);
        let mut wrong: Vec<String> = unused
            .iter()
            .filter(|item| !self.reasons.contains_key(&key(item)))
            .map(|item| format!("{item} is exported, and only tests name it"))
            .collect();
        let stale = self.reasons.keys().filter(|name| !unused.iter().any(|item| key(item) == **name));
        wrong.extend(stale.map(|name| format!("{name} is allowed to be unused, and is used or gone")));
        wrong
    }
}
