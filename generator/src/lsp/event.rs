//! What the server is told: by the editor, by the clock, and by the thread beside it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use lsp_server::Message;
use serde_json::Value;

use crate::diagnostic::Diagnostic;

/// Something that happens.
pub enum Event {
    /// A message of the editor.
    Message(Message),
    /// Something that is no message.
    Malformed(String),
    /// The editor is gone, or cannot be followed any more.
    End(Option<String>),
    /// The whole site was looked at.
    Checked(Box<Checked>),
    /// Nothing was typed for a while.
    Due,
}

/// What was found in a whole site.
#[derive(Debug, Default)]
pub struct Checked {
    /// The folder of the site.
    pub folder: PathBuf,
    /// What is wrong with it.
    pub faults: Vec<Diagnostic>,
    /// What each template is shown with; nothing when the site cannot be read.
    pub samples: Option<BTreeMap<String, Value>>,
}
