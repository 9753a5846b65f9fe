//! Faults of what site.json says of sales, at their places.

use serde_json::{Map, Value};

use crate::diagnostic::{Diagnostic, nearest};
use crate::site::Site;
use crate::site::position::Step;

/// Notes faults of one list of site.json.
pub(super) struct Notes<'a> {
    pub(super) site: &'a Site<'a>,
    pub(super) faults: &'a mut Vec<Diagnostic>,
    pub(super) code: &'static str,
    /// Something was wrong since this was last set to false.
    pub(super) any: bool,
}

impl Notes<'_> {
    pub(super) fn wrong(&mut self, path: &[Step], message: impl Into<String>, help: &str) {
        self.any = true;
        let fault = self.site.website.document.fault(path, self.code, message);
        self.faults.push(if help.is_empty() { fault } else { fault.help(help) });
    }

    pub(super) fn doubtful(&mut self, path: &[Step], message: impl Into<String>, help: &str) {
        let fault = self.site.website.document.fault(path, self.code, message).help(help);
        self.faults.push(fault.into_warning());
    }

    /// Members that nobody knows: one that is misspelt would be left out in silence.
    pub(super) fn unknown(&mut self, path: &[Step], members: &Value, known: &[&str], what: &str) {
        for key in members.as_object().into_iter().flat_map(Map::keys) {
            if known.contains(&key.as_str()) {
                continue;
            }
            let near = nearest(key, known.iter().copied()).map(|near| format!("did you mean `{near}`?"));
            let message = format!("'{key}' says nothing of {what}.");
            self.wrong(&step(path, key.as_str()), message, &near.unwrap_or_default());
        }
    }
}

/// A path and one step more.
pub(super) fn step(path: &[Step], next: impl Into<Step>) -> Vec<Step> {
    path.iter().cloned().chain([next.into()]).collect()
}
