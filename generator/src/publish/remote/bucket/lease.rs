//! Who may publish: one at a time. Anyone who publishes holds a lease and renews it; one that is not renewed runs out.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use object_store::PutMode;
use serde::{Deserialize, Serialize};

use super::store::Store;
use crate::publish::error::PublishError;

const FILE: &str = ".loggia/lease.json";
/// How long a lease lasts from its last renewal.
const LASTS: Duration = Duration::from_secs(60);

/// What stands in the store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Held {
    /// The machine, to know whether the holder still lives.
    host: String,
    process: u32,
    /// Milliseconds since 1970 (UTC).
    until: u64,
}

/// The right to publish, until it is dropped or given back.
pub(super) struct Lease {
    store: Arc<Store>,
    renewal: Option<(Sender<()>, JoinHandle<()>)>,
}

fn now() -> u64 {
    u64::try_from(crate::clock::now()).unwrap_or(0)
}

fn held() -> Held {
    Held {
        host: host(),
        process: std::process::id(),
        until: now() + u64::try_from(LASTS.as_millis()).unwrap_or(0),
    }
}

fn host() -> String {
    std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default().trim().to_owned()
}

impl Held {
    /// Whether its holder is gone: it ran out, or its process on this very machine has ended.
    fn is_over(&self) -> bool {
        let ended = !self.host.is_empty()
            && self.host == host()
            && Path::new("/proc/self").exists()
            && !Path::new(&format!("/proc/{}", self.process)).exists();
        self.until < now() || ended
    }
}

impl Lease {
    /// Takes the lease.
    pub(super) fn take(store: &Arc<Store>) -> Result<Lease, PublishError> {
        if !store.put_if(FILE, &held(), PutMode::Create)? {
            let Some((bytes, version)) = store.get_with_version(FILE)? else {
                return Err(PublishError::Busy("this store".to_owned()));
            };
            let other: Option<Held> = serde_json::from_slice(&bytes).ok();
            let is_over = other.is_none_or(|other| other.is_over());
            if !is_over || !store.put_if(FILE, &held(), PutMode::Update(version))? {
                return Err(PublishError::Busy("this store".to_owned()));
            }
        }
        let renewing = store.clone();
        let (end, ended) = mpsc::channel::<()>();
        let renewal = std::thread::spawn(move || {
            while ended.recv_timeout(LASTS / 4) == Err(RecvTimeoutError::Timeout) {
                // A renewal that fails is tried again before the lease runs out.
                let _ = renewing.put_json(FILE, &held());
            }
        });
        Ok(Lease { store: store.clone(), renewal: Some((end, renewal)) })
    }

    /// Gives it back.
    pub(super) fn end(self) {
        drop(self);
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some((end, renewal)) = self.renewal.take() {
            drop(end);
            let _ = renewal.join();
        }
        // The next publish waits until it has run out when this does not work.
        let _ = self.store.remove(FILE);
    }
}
