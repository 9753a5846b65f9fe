//! The folders that an editor has files of: what is known of each, and what was said of its files.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::analysis::Analysis;
use super::root::{Kind, Root, has_text};
use super::text::Text;
use crate::diagnostic::{self, Diagnostic};

/// A folder with what is known of it.
pub struct Folder {
    /// The folder.
    pub root: Root,
    /// Its templates as they were last compiled.
    pub analysis: Option<Analysis>,
    /// What its templates are shown with.
    pub samples: BTreeMap<String, Value>,
    /// What the last look at the whole site found.
    pub checked: Vec<Diagnostic>,
    /// Files changed since that look began, below a site folder: what it says of them no longer holds.
    pub changed: BTreeSet<PathBuf>,
    /// Whether a look is under way, and whether another one is wanted after it.
    pub looking: bool,
    /// See `looking`.
    pub look_again: bool,
    /// Whether the templates have to be compiled again.
    pub is_stale: bool,
    /// Whether what is wrong has to be said again.
    pub is_unsaid: bool,
    /// Files of which something was said.
    pub said: BTreeSet<PathBuf>,
}

impl Folder {
    /// A folder of which nothing is known yet.
    ///
    /// # Errors
    /// When there is no room for its copy.
    pub fn new(folder: PathBuf, kind: Kind) -> io::Result<Folder> {
        Ok(Folder {
            root: Root::new(folder, kind)?,
            analysis: None,
            samples: BTreeMap::new(),
            checked: Vec::new(),
            changed: BTreeSet::new(),
            looking: false,
            look_again: false,
            is_stale: true,
            is_unsaid: true,
            said: BTreeSet::new(),
        })
    }

    /// Whether a file belongs to it.
    #[must_use]
    pub fn has(&self, file: &Path) -> bool {
        match self.root.kind {
            Kind::Loose => file.parent() == Some(self.root.folder.as_path()),
            _ => file.starts_with(&self.root.folder),
        }
    }

    /// Compiles its templates, where something changed since they were. Gives whether something was left out.
    ///
    /// # Errors
    /// When the copy cannot be written.
    pub fn refresh(&mut self, open: &BTreeMap<PathBuf, Text>) -> io::Result<bool> {
        if !self.is_stale && self.analysis.is_some() {
            return Ok(false);
        }
        let own: BTreeMap<PathBuf, Text> = open
            .iter()
            .filter(|(file, _)| self.has(file))
            .map(|(file, text)| (file.clone(), text.clone()))
            .collect();
        let (texts, left_out) = self.root.refresh(&own)?;
        let inside =
            own.keys().filter_map(|file| self.root.inside(file)).filter(|file| has_text(file)).collect();
        self.analysis = Some(Analysis::new(&self.root, texts, &inside));
        self.is_stale = false;
        self.is_unsaid = true;
        Ok(left_out)
    }

    /// What is wrong, by file below a site folder: each thing once.
    #[must_use]
    pub fn faults(&self) -> BTreeMap<PathBuf, Vec<Diagnostic>> {
        let own = self.analysis.iter().flat_map(|analysis| &analysis.faults);
        let checked = self.checked.iter().filter(|fault| !self.changed.contains(&fault.file));
        let mut all: Vec<Diagnostic> = checked.chain(own).cloned().collect();
        diagnostic::sort(&mut all);
        let mut by_file: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
        for fault in all {
            let said = by_file.entry(fault.file.clone()).or_default();
            // The look at the whole site says on how many pages, and may hold for an error what is only feared here.
            let is_same = |other: &Diagnostic| {
                (other.code, other.line, other.column) == (fault.code, fault.line, fault.column)
                    && (other.message.starts_with(&fault.message)
                        || fault.message.starts_with(&other.message))
            };
            match said.iter_mut().find(|other| is_same(other)) {
                Some(other) if fault.is_error() && !other.is_error() => *other = fault,
                Some(_) => {}
                None => said.push(fault),
            }
        }
        by_file
    }
}
