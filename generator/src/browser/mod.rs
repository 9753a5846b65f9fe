//! A browser of this machine, driven to look at pages: Chromium or Chrome without a window.
//!
//! `find` says which program → `process` starts it with a profile of its own, and ends it → `wire` speaks the DevTools
//! protocol with it over two pipes, so that no port is open and the browser ends with this program, however that ends →
//! `page` opens, measures and photographs one page. The pages are strangers': `gateway` is their only way to the network,
//! and judges every address at the moment of connecting; what a page may load instead is handed over ([`Answers`]).
//!
//! Answers of the browser are read as plain JSON, not as types made from one version of the protocol: it adds members with
//! every release, and the machine's browser is as old or new as it is.

mod find;
mod gateway;
mod page;
mod process;
mod wire;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

pub use find::{SETTING, find};
pub use page::{Opened, Page, Size};

use gateway::Gateway;
use process::Process;
use serde_json::json;
use wire::Wire;

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

/// A browser that runs. [`Browser::close`] ends it; so does letting it go, and the end of this program.
pub struct Browser {
    wire: Wire,
    process: Process,
    _gateway: Gateway,
}

/// So long it may take to start.
const START: Duration = Duration::from_secs(30);

impl Browser {
    /// Starts a program that [`find`] found. It runs in a runtime of tokio, on which it goes on reading.
    ///
    /// # Errors
    /// When it does not start.
    pub async fn start(program: &Path, reach: &Reach) -> Result<Browser, BrowserError> {
        let not_started = |error: std::io::Error| BrowserError::NotStarted(error.to_string());
        let gateway = Gateway::open(reach).await.map_err(not_started)?;
        let mut process = Process::start(program, gateway.port()).map_err(not_started)?;
        let (reading, writing) = process.pipes().map_err(not_started)?;
        let wire = Wire::new(reading, writing);
        let version = tokio::time::timeout(START, wire.call(None, "Browser.getVersion", json!({}))).await;
        if !matches!(version, Ok(Ok(_))) {
            let said = process.said();
            process.end().await;
            return Err(BrowserError::NotStarted(said));
        }
        let browser = Browser { wire, process, _gateway: gateway };
        browser.wire.call(None, "Browser.setDownloadBehavior", json!({"behavior": "deny"})).await?;
        Ok(browser)
    }

    /// A new page, with cookies of its own.
    ///
    /// # Errors
    /// When the browser refuses or has ended.
    pub async fn page(&self, manner: Manner) -> Result<Page, BrowserError> {
        Page::new(&self.wire, manner).await
    }

    /// Ends the browser and takes its profile away.
    pub async fn close(self) {
        let ended = self.wire.call(None, "Browser.close", json!({}));
        let _ = tokio::time::timeout(Duration::from_secs(2), ended).await;
        drop(self.wire);
        self.process.end().await;
    }
}
