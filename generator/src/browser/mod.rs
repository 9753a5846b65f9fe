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
mod model;
mod page;
mod process;
mod wire;

use std::path::Path;
use std::time::Duration;

pub use find::{SETTING, find};
pub use model::{Answers, BrowserError, Given, Manner, Reach};
pub use page::{Opened, Page, Size};

use gateway::Gateway;
use process::Process;
use serde_json::json;
use wire::Wire;

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
