//! The bound of a log while the place says nothing.

use super::remote::Remote;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often the log is looked at.
const EVERY: Duration = Duration::from_millis(500);

/// The log of a file.
pub(super) fn log_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// Until a log is longer than its bound, in bytes, while a call of the place waits for an answer.
pub(super) async fn overgrown(log: &Path, most: u64, remote: &Remote) {
    loop {
        tokio::time::sleep(EVERY).await;
        if remote.is_silent() && std::fs::metadata(log).is_ok_and(|known| known.len() > most) {
            return;
        }
    }
}
