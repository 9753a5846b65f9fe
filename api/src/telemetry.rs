//! Structured logs: readable lines on a terminal, JSON when asked for, one span a request.

use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};

/// Starts logging for this process. `LOGGIA_LOG` chooses what is told (as `RUST_LOG` does elsewhere),
/// `LOGGIA_LOG_FORMAT=json` the form.
pub fn start() -> Result<(), TryInitError> {
    let filter = EnvFilter::try_from_env("LOGGIA_LOG").unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn"));
    let registry = tracing_subscriber::registry().with(filter);
    if std::env::var("LOGGIA_LOG_FORMAT").is_ok_and(|form| form == "json") {
        registry.with(tracing_subscriber::fmt::layer().json().with_writer(std::io::stderr)).try_init()
    } else {
        registry.with(tracing_subscriber::fmt::layer().with_writer(std::io::stderr)).try_init()
    }
}
