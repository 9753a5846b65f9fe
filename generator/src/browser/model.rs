//! How a page is loaded, how far it reaches, and why one is not looked at.

use std::sync::Arc;
use std::time::Duration;

/// What a page gets for an address instead of an answer of the network.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Given {
    /// The status, such as 200.
    pub status: u16,
    /// `Content-Type`.
    pub kind: String,
    /// The body.
    pub body: Vec<u8>,
}

/// Gives what stands at an address; nothing when it is to be asked for, as far as [`Reach`] allows.
pub type Answers = Arc<dyn Fn(&str) -> Option<Given> + Send + Sync>;

/// How a page is loaded.
#[derive(Clone, Default)]
pub struct Manner {
    /// What stands before the network.
    pub answers: Option<Answers>,
    /// Whether the page's own scripts stay still; ours run all the same.
    pub without_scripts: bool,
}

/// How far pages reach.
#[derive(Debug, Clone, Default)]
pub struct Reach {
    /// Whether they may ask what is open to everybody, and the hosts that `LOGGIA_ALLOW_HOSTS` names.
    pub network: bool,
    /// Hosts with their ports that may be asked in any case, such as a server of our own: `127.0.0.1:8000`.
    pub also: Vec<String>,
}

/// Why a page was not looked at.
#[derive(Debug, thiserror::Error)]
pub enum BrowserError {
    /// The machine has none.
    #[error(
        "No Chromium or Chrome was found on this machine. Install one (`apt install chromium`), or name its program in \
         LOGGIA_BROWSER"
    )]
    None,
    /// The setting names none.
    #[error("LOGGIA_BROWSER names {0}, and no such program is there")]
    NotThere(String),
    /// It did not start; with what it said.
    #[error("The browser did not start: {0}")]
    NotStarted(String),
    /// It ended while it was used.
    #[error("The browser ended before it was asked to")]
    Ended,
    /// It took longer than it may.
    #[error("{0} took longer than {1:?}")]
    TooSlow(&'static str, Duration),
    /// It refused a call, or the page failed.
    #[error("{0}")]
    Refused(String),
}
