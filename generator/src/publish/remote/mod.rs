//! Targets behind a network: a CDN that takes deploys, stores of objects, branches of repositories, folders of servers.

pub mod branch;
pub mod bucket;
pub mod cloudflare;
pub mod hook;
mod http;
pub mod netlify;
mod program;
pub mod server;
pub mod shop;
pub mod sold;

use std::future::Future;
use std::sync::Arc;

use super::error::PublishError;

/// Files on their way at the same time: a transfer waits for the network, not for a core.
pub const LANES: usize = 16;

/// What the calls of a target run on.
#[derive(Clone)]
pub struct Network {
    runtime: Arc<tokio::runtime::Runtime>,
    client: reqwest::Client,
}

impl Network {
    /// Gets ready to call.
    ///
    /// # Errors
    /// When the machine refuses.
    pub fn new() -> Result<Network, PublishError> {
        let refused = |error: &dyn std::fmt::Display| PublishError::Refused(error.to_string());
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(|error| refused(&error))?;
        let client = reqwest::Client::builder()
            .user_agent(concat!("loggia/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(std::time::Duration::from_secs(20))
            .timeout(std::time::Duration::from_secs(300))
            .build()
            .map_err(|error| PublishError::Refused(loggia_net::client_fault(&error)))?;
        Ok(Network { runtime: Arc::new(runtime), client })
    }

    fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }
}

/// A secret that stands in the environment, never in a file of the site.
///
/// # Errors
/// When it does not stand there.
pub fn secret(name: &str, for_what: &str) -> Result<String, PublishError> {
    std::env::var(name)
        .ok()
        .map(|value| value.trim().to_owned())
        .filter(|value| !value.is_empty())
        .ok_or_else(|| PublishError::Target(format!("{for_what} is read from the environment: set {name}")))
}
